//! Toasts that speak of a write. Rule: they are over when the write is no more what they say of it, whoever did that: another
//! window, a shell or the outbox may have sent or given it up, or settled the conflict. The write is known by its number, as
//! another one to the same record is none of a toast's business.

use std::collections::BTreeSet;

use jiff::Timestamp;

use crate::app::foundation::cx::toast::SHORT;
use crate::app::shell::app::{App, ToastKind, Triaged};
use crate::engine::{PendingWrite, WriteId, WriteState, Writes};

/// What a write is like while a toast that speaks of it holds.
type Such = fn(&PendingWrite) -> bool;

impl ToastKind {
    /// The name of the record that the write of this toast is of, and what the write is like; `None` where it speaks of no
    /// single write.
    fn speaks_of(&self) -> Option<(&str, Such)> {
        match self {
            Self::Moved { label, .. }
            | Self::TaskMoved { label, .. }
            | Self::Edited { label, .. }
            | Self::Decided {
                label, held: true, ..
            }
            | Self::TakenUp { label, stands: false }
            | Self::Redone {
                label, held: true, ..
            }
            | Self::Deleting { label } => Some((label, is_held)),
            Self::Leaving { label } => Some((label, is_leaving)),
            Self::MovingBack { label } => Some((label, is_open)),
            Self::Conflict { label }
            | Self::Refused { label, .. }
            | Self::TakenUp { label, stands: true } => Some((label, PendingWrite::parked)),
            _ => None,
        }
    }
}

/// The newest write that a toast may speak of.
fn newest(writes: &Writes, label: &str, such: Such) -> Option<WriteId> {
    let meant = |write: &&PendingWrite| (label.is_empty() || write.label == label) && such(write);
    writes.iter().rev().find(meant).map(|write| write.id)
}

impl App {
    /// Lets go of what is said of writes that are no more as it is said.
    pub(in crate::app) fn drop_stale_toasts(&mut self) {
        if self.awaits_engine() {
            return;
        }
        let (writes, now) = (self.cx.snapshot.writes.clone(), self.cx.now);
        for toast in &mut self.cx.toasts {
            let Some((label, such)) = toast.kind.speaks_of() else {
                continue;
            };
            toast.write = toast.write.or_else(|| newest(&writes, label, such));
            let so = toast.write.and_then(|id| writes.numbered(id.0)).is_some_and(such);
            if let ToastKind::Redone { held, .. } = &mut toast.kind
                && !so
                && toast.until > now
            {
                // What took it back had not left either, and the two are nothing together: it was made again all the same.
                *held = false;
                toast.until = now.saturating_add(SHORT).unwrap_or(Timestamp::MAX);
            }
        }
        self.follow_holds();
        self.follow_groups();
        let turning = |deals: &BTreeSet<String>| {
            let mut writes = writes.iter();
            writes.any(|write| !write.parked() && deals.contains(&write.record))
        };
        for toast in &mut self.cx.toasts {
            // What was turned once stays so, whatever is asked of the engine next.
            if let ToastKind::TurnedMany { deals, .. } = &mut toast.kind
                && !turning(deals)
            {
                deals.clear();
            }
        }
        self.cx
            .toasts
            .retain(|toast| match (&toast.kind, toast.kind.speaks_of()) {
                // A refusal that left nothing behind is news all the same.
                (ToastKind::Refused { .. }, _) if toast.write.is_none() => true,
                (_, Some((_, such))) => toast.write.and_then(|id| writes.numbered(id.0)).is_some_and(such),
                (
                    ToastKind::Triaged(Triaged::Marking { .. })
                    | ToastKind::BulkBegun { .. }
                    | ToastKind::TurnedMany { again: true, .. }
                    | ToastKind::HeldAgain { .. },
                    _,
                ) => writes.iter().any(is_held),
                // Whatever was done to the record since then is the news of it, and this would come back behind it.
                (ToastKind::DroppedElsewhere { write, record, .. }, _) => !writes
                    .iter()
                    .any(|newer| newer.id >= *write && newer.record == *record),
                _ => true,
            });
    }

    /// What is said of a held write counts down to the moment that the outbox knows: the one that every other place tells,
    /// whenever the outbox had taken it in.
    fn follow_holds(&mut self) {
        let now = self.cx.now;
        let first = self
            .bulk_change
            .current
            .as_ref()
            .and_then(|bulk| bulk.first_asked());
        let writes = &self.cx.snapshot.writes;
        for toast in self.cx.toasts.iter_mut().filter(|toast| toast.until > now) {
            let meant = match (&toast.kind, toast.write) {
                // Of many the first, which none comes before.
                (ToastKind::BulkBegun { .. }, _) => first.and_then(|deal| {
                    let of_it = |write: &&PendingWrite| write.record == deal.as_str();
                    writes.iter().rev().find(of_it)
                }),
                (_, Some(write)) => writes.numbered(write.0),
                (_, None) => None,
            };
            if let Some(WriteState::Held { until }) = meant.map(|write| &write.state) {
                toast.until = *until;
            }
        }
    }
}

fn is_open(write: &PendingWrite) -> bool {
    !write.parked()
}

pub(in crate::app) fn is_held(write: &PendingWrite) -> bool {
    matches!(write.state, WriteState::Held { .. })
}

fn is_leaving(write: &PendingWrite) -> bool {
    write.state == WriteState::Sending
}
