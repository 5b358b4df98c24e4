//! Taking back what was decided of a conflict. Rule: a decision is the newest thing done, whenever the change that met the
//! conflict was made; while nothing of it has left, undo lets the conflict stand again, and once it has left it is a change
//! like any other, which leads back to what the service held.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::change::{Change, Decision, Way};
use crate::app::foundation::cx::change_list::History;
use crate::app::foundation::cx::toast_types::Undid;
use crate::engine::{Effect, PendingWrite, WriteId, WriteKind, WriteState};

impl History {
    /// The newest change of a record, with its place among those made.
    pub(super) fn newest_of(&self, record: &str) -> Option<(usize, Change)> {
        let all = self.made();
        let at = all
            .iter()
            .rposition(|change| of_record(change, record).is_some())?;
        let change = of_record(all.get(at)?, record)?;
        Some((at, change.clone()))
    }

    /// Takes that change out.
    pub(super) fn take_newest_of(&mut self, record: &str) -> Option<Change> {
        let (at, change) = self.newest_of(record)?;
        let (all, _) = self.sides(Way::Back);
        let whole = match all.get_mut(at) {
            Some(Change::Many(changes)) => {
                let nth = changes.iter().rposition(|one| *one == change)?;
                changes.remove(nth);
                changes.is_empty()
            }
            _ => true,
        };
        if whole {
            all.remove(at);
        }
        Some(change)
    }

    /// Puts a change back that was taken out of those made.
    fn put(&mut self, at: usize, change: Change) {
        let (all, _) = self.sides(Way::Back);
        all.insert(at.min(all.len()), change);
    }

    /// The creation that a decision led to is kept; whether there is such a decision.
    pub(super) fn decision_created(&mut self, write: WriteId, creation: &Change) -> bool {
        let (all, _) = self.sides(Way::Back);
        let decision = all.iter_mut().rev().find_map(|change| match change {
            Change::Decided(decision) if decision.write.id == write => Some(decision),
            _ => None,
        });
        decision.is_some_and(|decision| {
            decision.sent = Some(creation.clone());
            true
        })
    }

    /// A decision that was taken back had left: it is made all the same.
    pub(in crate::app) fn decision_left(&mut self, record: &str) {
        let (undone, _) = self.sides(Way::Again);
        let left = |change: &mut Change| matches!(change, Change::Decided(decision) if decision.write.record == record);
        let Some(Change::Decided(decision)) = undone.pop_if(left) else {
            return;
        };
        if decision.was.is_some() {
            self.take_newest_of(record);
        }
        let (all, _) = self.sides(Way::Back);
        all.extend(decision.sent);
    }

    /// What was decided of a record has left, or is over.
    pub(in crate::app) fn settle_decisions_of(&mut self, record: &str) {
        self.settle_decisions(|decision| decision.write.record != record);
    }

    /// What has left of what was decided is a change like any other.
    fn settle_decisions(&mut self, stands: impl Fn(&Decision) -> bool) {
        let (all, _) = self.sides(Way::Back);
        let left = |change: &Change| matches!(change, Change::Decided(decision) if !stands(decision));
        if all.iter().any(left) {
            let settled = std::mem::take(all).into_iter().filter_map(|change| match change {
                Change::Decided(decision) if !stands(&decision) => decision.sent,
                other => Some(other),
            });
            *all = settled.collect();
        }
    }
}

/// The change of a record that a change is, or has among others.
fn of_record<'a>(change: &'a Change, record: &str) -> Option<&'a Change> {
    match change {
        Change::Many(changes) => changes.iter().rev().find_map(|one| of_record(one, record)),
        Change::Fields { .. } | Change::Record { .. } | Change::Existence { .. } => {
            change.concerns(record).then_some(change)
        }
        Change::Decided(decision) => decision.sent.as_ref().and_then(|sent| of_record(sent, record)),
        _ => None,
    }
}

impl AppCx {
    /// What has left of what was decided is from now on taken back as any change is.
    pub(in crate::app) fn follow_decisions(&mut self) {
        if self.awaits_engine() {
            return;
        }
        let writes = self.snapshot.writes.clone();
        self.history.settle_decisions(|decision| {
            let created = decision.sent.as_ref();
            writes.iter().any(|write| waits(write, &decision.write, created))
        });
    }

    /// Lets a conflict stand again that was decided, or decides it once more.
    pub(in crate::app) fn turn_decision(&mut self, way: Way, decision: Decision) -> Vec<Effect> {
        let Decision { write, mine, was, .. } = decision;
        let (record, label) = (write.record.clone(), write.label.clone());
        match way {
            Way::Back => {
                if let Some((at, was)) = was {
                    self.history.put(at, was);
                }
                self.say_gone(way, label.clone(), Undid::Decision, std::time::Duration::ZERO);
                let write = write.id;
                vec![Effect::Reopen { write, record, label }]
            }
            Way::Again => {
                // It is on top of those made again; below it stands the change that met the conflict.
                let (all, _) = self.history.sides(Way::Back);
                let again = all.pop();
                if was.is_some() {
                    self.history.take_newest_of(&record);
                }
                let (all, _) = self.history.sides(Way::Back);
                all.extend(again);
                let hold = self.say_decided(&write, true);
                let write = write.id;
                vec![Effect::Decide { write, mine, hold }]
            }
        }
    }
}

/// Whether a write is what was decided of one in conflict, or of the creation that stands for it, and has not left.
fn waits(write: &PendingWrite, decided: &PendingWrite, created: Option<&Change>) -> bool {
    let unsent = match write.state {
        WriteState::Held { .. } => true,
        WriteState::Waiting { .. } => !write.in_doubt,
        _ => false,
    };
    let creates = || {
        write.kind == WriteKind::Create && created.is_some_and(|creation| creation.concerns(&write.record))
    };
    unsent && (write.id == decided.id || creates())
}
