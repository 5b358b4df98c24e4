//! Discarding a pending or refused write, and undoing that.
//!
//! Undo restores the same write with its idempotency key, so nothing is applied twice.

use crate::contract::ids::DealId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Direction, UndoableChange, UndoableDiscard};
use crate::foundation::cx::toast_content::ToastContent;
use crate::model::effect::Effect;
use crate::model::pending_write::{PendingWrite, WriteKind};
use crate::records::activity::activity::ActivityState;

impl ActivityState {
    /// Discards the focused write and reports it.
    pub(crate) fn discard_write(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        let Some(write) = self.focused_write(cx).cloned() else {
            return Vec::new();
        };
        // Toasts about the write end with it.
        cx.toasts.retain(|toast| match &toast.kind {
            ToastContent::Refused { label, .. }
            | ToastContent::Conflict { label }
            | ToastContent::Creating { label }
            | ToastContent::Resending { label }
            | ToastContent::Moved { label, .. }
            | ToastContent::Deleting { label }
            | ToastContent::Redone { label, .. }
            | ToastContent::Restored { label, .. } => *label != write.label,
            _ => true,
        });
        cx.notify_discarded(&write);
        let id = write.id;
        cx.record_discard(write);
        vec![Effect::Discard(id)]
    }
}

impl AppCx {
    /// Records a discarded write; undo restores it.
    pub(crate) fn record_discard(&mut self, write: PendingWrite) {
        self.history.push(UndoableChange::Discarded(Box::new(UndoableDiscard { write })));
    }

    fn notify_discarded(&mut self, write: &PendingWrite) {
        let toast = ToastContent::Discarded { label: write.label.clone(), in_doubt: write.in_doubt };
        self.notify(toast, crate::foundation::cx::toast::LONG);
    }

    /// Restores a discarded write, with an undo window unless it is blocked; or discards it again.
    pub(crate) fn undo_redo_discard(
        &mut self,
        direction: Direction,
        discarded: &UndoableDiscard,
    ) -> Vec<Effect> {
        let write = &discarded.write;
        if direction == Direction::Redo {
            self.notify_discarded(write);
            return vec![Effect::Discard(write.id)];
        }
        let (label, blocked) = (write.label.clone(), write.is_blocked());
        let undo_delay = if write.kind == WriteKind::Delete {
            self.options.delete_undo_delay
        } else {
            self.options.undo_delay
        };
        self.notify(ToastContent::Restored { label, blocked }, undo_delay);
        if let (WriteKind::Update, false, Ok(deal)) = (write.kind, blocked, DealId::new(&write.record)) {
            self.expect(&deal, &write.fields);
        }
        vec![Effect::Restore {
            write: write.id,
            record: write.record.clone(),
            label: write.label.clone(),
            undo_delay,
        }]
    }
}
