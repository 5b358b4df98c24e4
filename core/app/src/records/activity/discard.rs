//! Discarding a pending or refused write, and undoing that.
//!
//! Undo restores the same write with its idempotency key, so nothing is applied twice.

use crate::contract::ids::DealId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Change, GivenUp, Way};
use crate::foundation::cx::toast_kind::ToastKind;
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
            ToastKind::Refused { label, .. }
            | ToastKind::Conflict { label }
            | ToastKind::Creating { label }
            | ToastKind::Resending { label }
            | ToastKind::Moved { label, .. }
            | ToastKind::Deleting { label }
            | ToastKind::Redone { label, .. }
            | ToastKind::TakenUp { label, .. } => *label != write.label,
            _ => true,
        });
        cx.say_discarded(&write);
        let id = write.id;
        cx.note_given_up(write);
        vec![Effect::Discard(id)]
    }
}

impl AppCx {
    /// Records a discarded write; undo restores it.
    pub(crate) fn note_given_up(&mut self, write: PendingWrite) {
        self.history.push(Change::Discarded(Box::new(GivenUp { write })));
    }

    fn say_discarded(&mut self, write: &PendingWrite) {
        let told = ToastKind::Discarded {
            label: write.label.clone(),
            in_doubt: write.in_doubt,
        };
        self.say(told, crate::foundation::cx::toast::LONG);
    }

    /// Restores a discarded write, with an undo window unless it is blocked; or discards it again.
    pub(crate) fn turn_discard(&mut self, way: Way, given_up: &GivenUp) -> Vec<Effect> {
        let write = &given_up.write;
        if way == Way::Again {
            self.say_discarded(write);
            return vec![Effect::Discard(write.id)];
        }
        let (label, stands) = (write.label.clone(), write.parked());
        let hold = if write.kind == WriteKind::Delete {
            self.options.hold_delete
        } else {
            self.options.hold
        };
        self.say(ToastKind::TakenUp { label, stands }, hold);
        if let (WriteKind::Update, false, Ok(deal)) = (write.kind, stands, DealId::new(&write.record)) {
            self.expect(&deal, &write.fields);
        }
        vec![Effect::TakeUp {
            write: write.id,
            record: write.record.clone(),
            label: write.label.clone(),
            hold,
        }]
    }
}
