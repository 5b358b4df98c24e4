//! Discarding a pending or rejected write, and undoing that.
//!
//! Undo restores the same write with its idempotency key, so nothing is applied twice.

use crate::contract::ids::DealId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{ChangeKind, Direction, UndoableChange};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::cx::toast_types::SentAtEnd;
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
        cx.toasts.retain(|toast| {
            let content = &toast.content;
            let is_of_write = content.required_state().is_some() || content.is_variant_of("resending");
            !(is_of_write && content.concerns(&write.record)
                || write.kind == WriteKind::Create && content.is_variant_of("creating"))
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
        let label = write.label.clone();
        self.history.push(UndoableChange::new(label, ChangeKind::Discarded(Box::new(write))));
    }

    fn notify_discarded(&mut self, write: &PendingWrite) {
        let key = if write.in_doubt { "toast-discarded-doubt" } else { "toast-discarded" };
        self.notify(ToastContent::about(key, &write.label).for_record(&write.record), LONG);
    }

    /// Restores a discarded write, with an undo window unless it is blocked; or discards it again.
    pub(crate) fn undo_redo_discard(&mut self, direction: Direction, write: &PendingWrite) -> Vec<Effect> {
        if direction == Direction::Redo {
            self.notify_discarded(write);
            return vec![Effect::Discard(write.id)];
        }
        let blocked = write.is_blocked();
        let undo_delay = if write.kind == WriteKind::Delete {
            self.options.delete_undo_delay
        } else {
            self.options.undo_delay
        };
        let content = ToastContent::about("toast-taken-up", &write.label).for_record(&write.record);
        self.notify(content.sending((!blocked).then_some(SentAtEnd::Write)), undo_delay);
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
