//! What visits does that reaches into other features.

use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::cx::sheet::SheetKind;
use crate::app::foundation::cx::toast;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::cx::toast_types::CopiedWhat;
use crate::app::foundation::history::changes_list::HEADS;
use crate::app::foundation::history::lines::HistoryLine;
use crate::app::foundation::history::since::{Listed, since_last_visit};
use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::disabled_reason::Reason;
use crate::app::shell::app::App;
use crate::app::tools::clipboard::copy_request::Copying;
use crate::contract::ids::DealId;
use crate::engine::Effect;
use crate::text::{Clean, Words};

impl App {
    /// The changes that the filter of their list leaves, folded ones too.
    pub(in crate::app) fn changes_found(&self) -> Vec<HistoryLine> {
        let view = since_last_visit(&self.cx);
        let found = view.found(&self.visit.since.filter);
        found
            .into_iter()
            .filter_map(|at| view.lines.get(at).cloned())
            .collect()
    }

    /// Enter on a line of the list: opens the deal, shows or hides the rest, closes a list that tells nothing.
    pub(in crate::app) fn open_change(&mut self, selected: usize) -> Vec<Effect> {
        let view = since_last_visit(&self.cx);
        let at = match view.listed(&self.visit.since).get(selected) {
            Some(Listed::Others(_)) => {
                self.visit.since.unfolded = !self.visit.since.unfolded;
                return Vec::new();
            }
            Some(Listed::Change(at)) => *at,
            None => {
                // There is nothing to open: it has been read, and goes.
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

    /// Comes back to the list from the deal that was opened from it, unless another one has been opened since.
    pub(in crate::app) fn come_back_to_changes(&mut self) {
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

    /// Lists what holds the words alone; all of it again where there are none.
    pub(in crate::app) fn filter_changes(&mut self, words: &str) {
        words.trim().clone_into(&mut self.visit.since.filter);
        self.open_sheet(SheetKind::Since);
    }

    /// Copies the changes listed as rows, with a line of heads.
    pub(in crate::app) fn copy_changes(&mut self) {
        let words = Words::new(self.cx.lang());
        let lines = self.changes_found();
        let mut rows = vec![HEADS.map(|key| words.get(key).into_owned()).join("\t")];
        rows.extend(lines.iter().map(|line| {
            let cells = [&*line.name, &line.what, &line.change, &line.by, &line.when];
            cells
                .map(|text| crate::text::guarded(Clean::line(text).to_string().into()).into_owned())
                .join("\t")
        }));
        self.clipboard.to_copy = Some(Copying {
            text: rows.join("\n"),
            said: CopiedWhat::Rows(lines.len()),
        });
    }
}
