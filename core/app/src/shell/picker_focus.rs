//! The lines of the open picker, and the focus on them.

use crate::changes::bulk::model::Bulk;
use crate::foundation::cx::overlay::{Overlay, Picker, PickerKind};
use crate::foundation::input::step::step;
use crate::records::activity::request_log::DETAIL_KEYS;
use crate::screens::views::local_views::local_views;
use crate::shell::app::App;

impl App {
    pub(crate) fn picker_line_count(&self, kind: PickerKind) -> usize {
        match kind {
            // "All deals" comes first.
            PickerKind::Views => self.views.list.len() + 1 + local_views(&self.pipeline, &self.cx).len(),
            PickerKind::Rules => self.cx.all_rules().len(),
            PickerKind::Settings => self.session.settings.setting_lines().len(),
            PickerKind::Sheet => self.table.sheet.as_ref().map_or(0, |sheet| sheet.table.rows.len()),
            PickerKind::Columns => self.table.choosable_columns().len(),
            PickerKind::Bulk => self.bulk_change.current.as_ref().map_or(0, Bulk::len),
            PickerKind::Copy => self.copy_formats().len(),
            PickerKind::Notes => {
                let deal = self.pipeline.focused_row(&self.cx);
                deal.map_or(0, |row| self.cx.local_deals().notes_of(row.id).len() + 1)
            }
            PickerKind::Snooze => self.cx.snooze_options().len(),
            PickerKind::HeaderMetric => self.pipeline.metric_choices(&self.cx).len(),
            // The last line opens the form for an unlisted user.
            PickerKind::Users => self.cx.user_choices().len() + 1,
            PickerKind::ConfirmSwitch | PickerKind::ConfirmDelete | PickerKind::ConfirmDeletions => 2,
            PickerKind::ConfirmQuit => self.session.quit_answers(&self.bulk_change, &self.cx).len(),
            PickerKind::Since => crate::foundation::history::since::since_last_visit(&self.cx)
                .visible_rows(&self.visit.list)
                .len(),
            PickerKind::Checks => self.pipeline.faulty.lines().count(),
            PickerKind::Compare => self.comparison().line_count(self.pipeline.shows_equal),
            PickerKind::Request => self.activity.opened_request().map_or(0, |_| DETAIL_KEYS.len()),
            PickerKind::Record => {
                self.lists.record.as_ref().map_or(0, |viewer| self.cx.viewer_lines(viewer).len())
            }
        }
    }

    fn is_heading(&self, kind: PickerKind, line: usize) -> bool {
        kind == PickerKind::Settings
            && self.session.settings.setting_lines().get(line).is_some_and(Option::is_none)
    }

    pub(crate) fn focus_line(&mut self, line: usize) {
        if let Some(Picker { kind, .. }) = self.cx.picker() {
            let line = line + usize::from(self.is_heading(kind, line));
            let selected = line.min(self.picker_line_count(kind).saturating_sub(1));
            self.cx.overlay = Overlay::Picker(Picker { kind, selected });
        }
    }

    pub(crate) fn focus_line_by(&mut self, by: isize) {
        if let Some(Picker { kind, selected }) = self.cx.picker() {
            let count = self.picker_line_count(kind);
            let mut line = step(selected, by, count);
            // The focus skips headings.
            if self.is_heading(kind, line) {
                line = if by < 0 { line.checked_sub(1).unwrap_or(1) } else { line + 1 };
            }
            self.focus_line(line);
        }
    }
}
