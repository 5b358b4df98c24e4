//! Reports the results of writes, once each, and preserves the outbox focus.

use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{RecreateFields, UndoableChange};
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::context::Screen;
use crate::foundation::input::step::step;
use crate::model::pending_write::WriteId;
use crate::records::activity::activity::{ActivityState, JOURNAL, NOTICES, PERMISSIONS};

impl TableState {
    /// Handles a creation stored in the outbox: makes it undoable, and renames the deal it replaces.
    pub(crate) fn on_created(
        &mut self,
        record: &str,
        label: &str,
        fields: &Fields,
        (recreated, decision): (Option<&str>, Option<WriteId>),
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        let Ok(deal) = DealId::new(record) else { return };
        // The service may answer late, and the user continues with the deal meanwhile.
        self.focus_new_deal(record, pipeline, cx);
        if let Some(old_id) = recreated {
            cx.rename_deal(old_id, &deal);
            return;
        }
        let recreate = RecreateFields { fields: fields.clone(), on_update: Fields::new() };
        let creation = UndoableChange::existence(deal, label, true, recreate);
        let decided = decision.and_then(|write| cx.history.set_created(write, &creation));
        if let Some(change) = decided {
            // The decision is now about the new deal too.
            let toasts = cx.toasts.iter_mut().filter(|toast| toast.change == Some(change));
            toasts.for_each(|toast| _ = toast.content.records.insert(record.to_owned()));
        } else {
            cx.history.push(creation);
        }
    }

    /// Focuses a new deal, unless the user is busy elsewhere. Returns whether the filter hides it.
    pub(crate) fn focus_new_deal(&mut self, record: &str, pipeline: &mut Pipeline, cx: &mut AppCx) -> bool {
        let table = &cx.snapshot.deals;
        let row = table.find(record);
        let position = row.and_then(|ix| pipeline.filtered.position_of(table, ix));
        match position {
            Some((column, index)) if cx.overlay == Overlay::None && cx.screen == Screen::Pipeline => {
                self.focus_at(column, index, pipeline, cx);
                false
            }
            _ => pipeline.is_filtered_out(record, cx),
        }
    }
}

impl Pipeline {
    /// Returns whether a deal exists and the filter hides it.
    pub(crate) fn is_filtered_out(&self, record: &str, cx: &AppCx) -> bool {
        let table = &cx.snapshot.deals;
        let row = table.find(record);
        row.is_some_and(|ix| self.filtered.position_of(table, ix).is_none())
    }
}

impl ActivityState {
    /// Restores the focus to its write after the outbox changed, or to the next one.
    pub(crate) fn restore_write_focus(&mut self, cx: &mut AppCx) {
        let writes = &cx.snapshot.writes;
        let current = self.focused_write.filter(|id| writes.iter().any(|write| write.id == *id));
        self.focused_write = current.or_else(|| {
            let before = self.focused_write.unwrap_or(WriteId(0));
            writes.iter().find(|write| write.id > before).or(writes.last()).map(|write| write.id)
        });
    }

    pub(crate) fn focus_write_by(&mut self, by: isize, cx: &mut AppCx) {
        let lines = match cx.pane {
            0 => None,
            JOURNAL => Some(cx.snapshot.history.journal.len()),
            PERMISSIONS => Some(cx.snapshot.permissions.iter().count()),
            NOTICES => {
                cx.scroll_lines(by);
                return;
            }
            _ => Some(self.visible_requests(cx).count()),
        };
        if let Some(lines) = lines {
            // Moving past the first line, or directly to it, follows the newest line again.
            cx.log_cursor_pinned = cx.scroll.cast_signed().saturating_add(by) >= 0;
            cx.scroll = step(cx.scroll, by, lines);
            return;
        }
        let writes = &cx.snapshot.writes;
        let current = writes.iter().position(|write| Some(write.id) == self.focused_write).unwrap_or(0);
        // The window shows one long page: moving past the writes scrolls it.
        let is_past_end = if by > 0 { current + 1 >= writes.len() } else { cx.scroll > 0 };
        if cx.options.split_view && is_past_end {
            cx.scroll_lines(by);
            return;
        }
        let index = step(current, by, writes.len());
        self.focused_write = writes.get(index).map(|write| write.id);
    }
}
