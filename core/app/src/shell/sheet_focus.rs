//! The lines of the open picker, and the focus on them.

use crate::changes::bulk::model::Bulk;
use crate::foundation::cx::overlay::Layer;
use crate::foundation::cx::sheet::{Sheet, SheetKind};
use crate::foundation::input::step::step;
use crate::shell::app::App;

impl App {
    pub(crate) fn sheet_lines(&self, kind: SheetKind) -> usize {
        match kind {
            // "All deals" comes first.
            SheetKind::Views => self.views.list.len() + 1,
            SheetKind::Columns => self.table.columns_offered().len(),
            SheetKind::Bulk => self.bulk_change.current.as_ref().map_or(0, Bulk::len),
            SheetKind::Copy => self.ways_to_copy().len(),
            SheetKind::Snooze => self.cx.snoozes().len(),
            SheetKind::Figure => self.pipeline.figure_choices(&self.cx).len(),
            // The last line opens the form for an unlisted user.
            SheetKind::Users => self.cx.offered_users().len() + 1,
            SheetKind::LeaveQueue | SheetKind::Delete | SheetKind::KeptDeletions => 2,
            SheetKind::Leave => self.session.leave_answers(&self.bulk_change, &self.cx).len(),
            SheetKind::Since => crate::foundation::history::since::since_last_visit(&self.cx)
                .listed(&self.visit.since)
                .len(),
            SheetKind::Request => crate::records::activity::view::requests::request_facts(self).len(),
            SheetKind::Record => self
                .lists
                .record
                .as_ref()
                .map_or(0, |shown| self.cx.shown_lines(shown).len()),
        }
    }

    pub(crate) fn focus_line(&mut self, line: usize) {
        if let Some(Sheet { kind, .. }) = self.cx.sheet() {
            let selected = line.min(self.sheet_lines(kind).saturating_sub(1));
            self.cx.layer = Layer::Sheet(Sheet { kind, selected });
        }
    }

    pub(crate) fn focus_line_by(&mut self, by: isize) {
        if let Some(Sheet { kind, selected }) = self.cx.sheet() {
            self.focus_line(step(selected, by, self.sheet_lines(kind)));
        }
    }
}
