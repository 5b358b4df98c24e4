//! Giving up a write that waits or was refused, and taking that back: what was written here is not lost by one key.

use crate::contract::ids::{DealId, NotificationId};
use crate::discovery::Family;
use crate::engine::{Effect, PendingWrite, WriteKind, WriteState};

use super::changes::Way;
use super::{App, Change, ToastKind};

impl App {
    /// Gives up the focused write, and says so.
    pub(super) fn discard_write(&mut self) -> Vec<Effect> {
        let Some(write) = self.focused_write().cloned() else {
            return Vec::new();
        };
        // What is said of the refusal or the conflict is over with it.
        self.toasts.retain(|toast| match &toast.kind {
            ToastKind::Refused { label, .. } | ToastKind::Conflict { label } => *label != write.label,
            _ => true,
        });
        // Another identity's write, and one that is damaged, cannot be made again as it was.
        let again = !matches!(write.state, WriteState::Locked(_)) && self.made_again(&write).is_some();
        let (id, label) = (write.id, write.label.clone());
        if again {
            self.history.push(Change::Discarded(Box::new(write)));
        }
        self.say(ToastKind::Discarded { label, again }, super::toast::LONG);
        vec![Effect::Discard(id)]
    }

    /// Takes a write up again that was given up, held as a new one is; or gives it up again.
    pub(super) fn turn_discard(&mut self, way: Way, write: &PendingWrite) -> Vec<Effect> {
        let label = write.label.clone();
        if way == Way::Again {
            self.say(ToastKind::Discarded { label, again: true }, super::toast::LONG);
            let mut writes = self.snapshot.writes.iter().rev();
            let same = writes.find(|one| one.kind == write.kind && one.record == write.record);
            return same.map(|one| Effect::Discard(one.id)).into_iter().collect();
        }
        self.say(ToastKind::TakenUp { label }, self.options.hold);
        if let (WriteKind::Update, Ok(deal)) = (write.kind, DealId::new(&write.record)) {
            self.expect(&deal, &write.fields);
        }
        self.made_again(write).into_iter().collect()
    }

    /// The effect that makes a write again; `None` for one whose kind this version does not know.
    fn made_again(&self, write: &PendingWrite) -> Option<Effect> {
        let (fields, base, label) = (write.fields.clone(), write.base.clone(), write.label.clone());
        let hold = self.options.hold;
        let record = |family| Effect::UpdateRecord {
            family,
            id: write.record.clone(),
            fields: write.fields.clone(),
            base: write.base.clone(),
            label: write.label.clone(),
            hold,
        };
        match write.kind {
            WriteKind::Create => Some(Effect::Create { fields, label }),
            WriteKind::Update => Some(Effect::Update {
                deal: DealId::new(&write.record).ok()?,
                fields,
                base,
                label,
                hold,
            }),
            WriteKind::Delete => Some(Effect::Delete {
                deal: DealId::new(&write.record).ok()?,
                label,
                hold: self.options.hold_delete,
            }),
            WriteKind::MarkRead => Some(Effect::MarkRead {
                ids: vec![NotificationId::new(&write.record).ok()?],
                hold,
            }),
            WriteKind::Task => Some(record(Family::Tasks)),
            WriteKind::View => Some(record(Family::SavedViews)),
            WriteKind::Other => None,
        }
    }
}
