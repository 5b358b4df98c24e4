//! `App` methods for the changes since the last visit.

use crate::contract::ids::DealId;
use crate::foundation::cx::output::Copying;
use crate::foundation::cx::overlay::Layer;
use crate::foundation::cx::sheet::SheetKind;
use crate::foundation::cx::toast;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::cx::toast_types::CopiedWhat;
use crate::foundation::history::changes_list::HEADS;
use crate::foundation::history::lines::HistoryLine;
use crate::foundation::history::since::{Listed, since_last_visit};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::Reason;
use crate::model::effect::Effect;
use crate::shell::app::App;
use crate::text::{Clean, Words};

impl App {
    /// Returns the changes that match the list's filter, including folded ones.
    pub(crate) fn changes_found(&self) -> Vec<HistoryLine> {
        let view = since_last_visit(&self.cx);
        let found = view.found(&self.visit.since.filter);
        found
            .into_iter()
            .filter_map(|at| view.lines.get(at).cloned())
            .collect()
    }

    /// Handles Enter on a line: opens the deal, toggles the folded lines, or closes an empty list.
    pub(crate) fn open_change(&mut self, selected: usize) -> Vec<Effect> {
        let view = since_last_visit(&self.cx);
        let at = match view.listed(&self.visit.since).get(selected) {
            Some(Listed::Others(_)) => {
                self.visit.since.unfolded = !self.visit.since.unfolded;
                return Vec::new();
            }
            Some(Listed::Change(at)) => *at,
            None => {
                // The list is empty, so Enter closes it.
                self.cx.layer = Layer::None;
                return Vec::new();
            }
        };
        let deal = view.lines.get(at).map(|line| line.deal.clone());
        let there = deal.filter(|id| self.cx.snapshot.deals.find(id).is_some());
        if let Some(deal) = there.and_then(|id| DealId::new(id).ok()) {
            let opened = (deal.as_str().to_owned(), selected);
            let effects = self.open_deal(deal);
            self.visit.since.opened = Some(opened);
            return effects;
        }
        let (id, reason) = (Some(ActionId::Open), Reason::DealGone.key());
        self.cx.say(ToastKind::Disabled { id, reason }, toast::SHORT);
        Vec::new()
    }

    /// Returns from a deal to the list of changes that opened it. Does nothing if another deal was opened since.
    pub(crate) fn come_back_to_changes(&mut self) {
        let here = self.pipeline.deal.as_ref().map(DealId::as_str);
        let Some((_, line)) = self
            .visit
            .since
            .opened
            .take_if(|(deal, _)| Some(deal.as_str()) == here)
        else {
            return;
        };
        self.open_sheet(SheetKind::Since);
        self.focus_line(line);
    }

    /// Filters the list by words; without words, shows all changes.
    pub(crate) fn filter_changes(&mut self, words: &str) {
        words.trim().clone_into(&mut self.visit.since.filter);
        self.open_sheet(SheetKind::Since);
    }

    /// Copies the listed changes as rows with a header line.
    pub(crate) fn copy_changes(&mut self) {
        let words = Words::new(self.cx.lang());
        let lines = self.changes_found();
        let mut rows = vec![HEADS.map(|key| words.get(key).into_owned()).join("\t")];
        rows.extend(lines.iter().map(|line| {
            let cells = [&*line.name, &line.what, &line.change, &line.by, &line.when];
            cells
                .map(|text| crate::text::guarded(Clean::line(text).to_string().into()).into_owned())
                .join("\t")
        }));
        self.cx.copy(Copying {
            text: rows.join("\n"),
            said: CopiedWhat::Rows(lines.len()),
        });
    }
}
