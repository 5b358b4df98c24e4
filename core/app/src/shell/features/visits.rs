//! `App` methods for the changes since the last visit.

use crate::changes::bulk::model::BulkStage;
use crate::contract::ids::DealId;
use crate::foundation::cx::output::CopyRequest;
use crate::foundation::cx::overlay::{Overlay, PickerKind};
use crate::foundation::cx::toast_types::CopyContent;
use crate::foundation::history::lines::HistoryLine;
use crate::foundation::history::since::{ChangeListRow, since_last_visit};
use crate::foundation::history::visit::HEADING_KEYS;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::shell::app::App;
use crate::text::{Messages, SafeText};

impl App {
    /// Returns the changes that match the list's filter, including collapsed ones.
    pub(crate) fn matching_changes(&self) -> Vec<HistoryLine> {
        let view = since_last_visit(&self.cx);
        let indices = view.matching(&self.visit.list.filter);
        indices.into_iter().filter_map(|at| view.lines.get(at).cloned()).collect()
    }

    /// Handles Enter on a line: opens the deal, toggles the collapsed lines, or closes an empty list.
    pub(crate) fn open_change(&mut self, selected: usize) -> Vec<Effect> {
        let view = since_last_visit(&self.cx);
        let at = match view.visible_rows(&self.visit.list).get(selected) {
            Some(ChangeListRow::Hidden(_)) => {
                self.visit.list.expanded = !self.visit.list.expanded;
                return Vec::new();
            }
            Some(ChangeListRow::Change(at)) => *at,
            None => {
                // The list is empty, so Enter closes it.
                self.cx.overlay = Overlay::None;
                return Vec::new();
            }
        };
        let deal = view.lines.get(at).map(|line| line.deal.clone());
        let existing = deal.filter(|id| self.cx.snapshot.deals.find(id).is_some());
        if let Some(deal) = existing.and_then(|id| DealId::new(id).ok()) {
            let opened = (deal.as_str().to_owned(), selected);
            let effects = self.open_deal(deal);
            self.visit.list.opened_deal = Some(opened);
            return effects;
        }
        self.cx.refuse(ActionId::Open, DisabledReason::DealDeleted);
        Vec::new()
    }

    /// Shows another time: the list that was asked for, and no form that changes the present.
    pub(crate) fn on_time_changed(&mut self) {
        let as_of = self.cx.snapshot.as_of;
        if as_of.is_some() {
            self.forms.save_draft(&mut self.cx);
            self.cx.overlay = Overlay::None;
            self.bulk_change.current.take_if(|bulk| bulk.stage() == BulkStage::Plan);
        }
        if self.visit.listed_past.take_if(|listed| Some(*listed) == as_of).is_some() {
            self.open_picker(PickerKind::Since);
        }
    }

    /// Returns from a deal to the list of changes that opened it. Does nothing if another deal was opened since.
    pub(crate) fn return_to_changes(&mut self) {
        let opened = self.pipeline.opened_deal.as_ref().map(DealId::as_str);
        let Some((_, line)) = self.visit.list.opened_deal.take_if(|(deal, _)| Some(deal.as_str()) == opened)
        else {
            return;
        };
        self.open_picker(PickerKind::Since);
        self.focus_line(line);
    }

    /// Filters the list by words; without words, shows all changes.
    pub(crate) fn filter_changes(&mut self, search: &str) {
        search.trim().clone_into(&mut self.visit.list.filter);
        self.open_picker(PickerKind::Since);
    }

    /// Copies the listed changes as rows with a header line.
    pub(crate) fn copy_changes(&mut self) {
        let messages = Messages::new(self.cx.lang());
        let lines = self.matching_changes();
        let mut rows = vec![HEADING_KEYS.map(|key| messages.get(key).into_owned()).join("\t")];
        rows.extend(lines.iter().map(|line| {
            let cells = [&*line.name, &line.subject, &line.values, &line.author, &line.when];
            cells
                .map(|text| crate::text::guard_formula(SafeText::line(text).to_string().into()).into_owned())
                .join("\t")
        }));
        self.cx.copy(CopyRequest { text: rows.join("\n"), content: CopyContent::Rows(lines.len()) });
    }
}
