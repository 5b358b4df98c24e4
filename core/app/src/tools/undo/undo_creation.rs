//! Undo of a creation: a scheduled deletion that the undo key can cancel. While the toast counts down to the deletion,
//! a further undo cancels it instead of reverting another change.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{ChangeKind, DeletionState, Direction, UndoableChange};
use crate::foundation::cx::toast_content::is_scheduled;
use crate::model::pending_write::WriteKind;

impl AppCx {
    /// Returns the creation whose undo is a deletion that can still be cancelled.
    pub(crate) fn creation_being_undone(&self) -> Option<&UndoableChange> {
        let change = self.history.peek(Direction::Redo)?;
        let ChangeKind::Existence { deal, created: true, deletion: DeletionState::NotSent, .. } =
            &change.kind
        else {
            return None;
        };
        let scheduled = self.snapshot.writes.iter().any(|write| {
            write.kind == WriteKind::Delete && write.record == deal.as_str() && is_scheduled(write)
        });
        // Until the engine has handled the effect, only the toast shows the deletion.
        let mut toasts = self.toasts.iter().map(|toast| &toast.content);
        let is_prompt = self.awaits_engine()
            && toasts.any(|content| content.says("deleted") && content.concerns(deal.as_str()));
        (scheduled || is_prompt).then_some(change)
    }

    /// Returns whether the next undo reverts a change of this record and nothing else.
    pub fn undo_concerns_only(&self, record: &str) -> bool {
        match self.creation_being_undone() {
            Some(change) => change.concerns(record),
            None => self.history.newest_is_only_of(record),
        }
    }
}
