//! Giving up a write that waits or was refused, and taking that back: what was written here is not lost by one key.

use crate::contract::ids::{DealId, NotificationId};
use crate::contract::patch::Fields;
use crate::discovery::Family;
use crate::engine::{Effect, PendingWrite, WriteKind, WriteState};

use super::changes::{GivenUp, Way};
use super::{App, Change, ToastKind};

impl App {
    /// Gives up the focused write, and says so.
    pub(super) fn discard_write(&mut self) -> Vec<Effect> {
        let Some(write) = self.focused_write().cloned() else {
            return Vec::new();
        };
        // What was said of it is over with it.
        self.toasts.retain(|toast| match &toast.kind {
            ToastKind::Refused { label, .. }
            | ToastKind::Conflict { label }
            | ToastKind::Creating { label }
            | ToastKind::Moved { label, .. }
            | ToastKind::Deleting { label }
            | ToastKind::Redone { label }
            | ToastKind::TakenUp { label } => *label != write.label,
            _ => true,
        });
        let (id, label) = (write.id, write.label.clone());
        let then = self.what_goes_with(&write);
        let given_up = GivenUp { write, then };
        // Another identity's write, and one that is damaged, cannot be made again as it was.
        let locked = matches!(given_up.write.state, WriteState::Locked(_));
        let again = !locked && self.made_again(&given_up).is_some();
        if again {
            self.history.push(Change::Discarded(Box::new(given_up)));
        }
        self.say(ToastKind::Discarded { label, again }, super::toast::LONG);
        vec![Effect::Discard(id)]
    }

    /// What is to be changed of the deal that a creation makes: it goes with the creation.
    fn what_goes_with(&self, write: &PendingWrite) -> Fields {
        let mut then = Fields::new();
        if write.kind == WriteKind::Create {
            let writes = self.snapshot.writes.iter();
            for later in writes.filter(|one| one.kind == WriteKind::Update && one.record == write.record) {
                then.merge(&later.fields);
            }
        }
        then
    }

    /// Takes a write up again that was given up, held as a new one is; or gives it up again.
    pub(super) fn turn_discard(&mut self, way: Way, given_up: &GivenUp) -> Vec<Effect> {
        let write = &given_up.write;
        let label = write.label.clone();
        if way == Way::Again {
            self.say(
                ToastKind::Discarded {
                    label: label.clone(),
                    again: true,
                },
                super::toast::LONG,
            );
            return vec![Effect::GiveUp {
                kind: write.kind,
                record: write.record.clone(),
                label,
            }];
        }
        self.say(ToastKind::TakenUp { label }, self.options.hold);
        if let (WriteKind::Update, Ok(deal)) = (write.kind, DealId::new(&write.record)) {
            self.expect(&deal, &write.fields);
        }
        self.made_again(given_up).into_iter().collect()
    }

    /// The effect that makes a write again; `None` for one whose kind this version does not know.
    fn made_again(&self, given_up: &GivenUp) -> Option<Effect> {
        let write = &given_up.write;
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
            // In the place of the one that was given up: what else was done to that deal is done to this one.
            WriteKind::Create => Some(Effect::Recreate {
                deal: DealId::new(&write.record).ok()?,
                fields,
                then: given_up.then.clone(),
                label,
            }),
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
