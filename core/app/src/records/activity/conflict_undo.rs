//! Undo of a conflict decision.
//!
//! A decision counts as the newest change, whenever the change in conflict was made. Before anything is sent, undo
//! reopens the conflict. Once it is sent, it is a change like any other and undo restores the service's value.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Change, Decision, Way};
use crate::foundation::cx::change_list::History;
use crate::foundation::cx::toast_types::Undid;
use crate::model::effect::Effect;
use crate::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteState};

impl History {
    /// Returns the newest change of a record and its index in the undo history.
    pub(super) fn newest_of(&self, record: &str) -> Option<(usize, Change)> {
        let all = self.made();
        let at = all
            .iter()
            .rposition(|change| of_record(change, record).is_some())?;
        let change = of_record(all.get(at)?, record)?;
        Some((at, change.clone()))
    }

    /// Removes the newest change of a record and returns it.
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

    /// Puts a removed change back into the undo history.
    fn put(&mut self, at: usize, change: Change) {
        let (all, _) = self.sides(Way::Back);
        all.insert(at.min(all.len()), change);
    }

    /// Stores the creation that a decision led to. Returns whether that decision exists.
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

    /// Treats an undone decision as made, because it was already sent.
    pub(crate) fn decision_left(&mut self, record: &str) {
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

    /// Settles the decisions on a record, because they were sent or are over.
    pub(crate) fn settle_decisions_of(&mut self, record: &str) {
        self.settle_decisions(|decision| decision.write.record != record);
    }

    /// Replaces decisions that no longer satisfy `stands` by the change they sent.
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

/// Returns the change of a record: the change itself or one in its group.
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
    /// Turns decisions that were sent into ordinary changes for undo.
    pub(crate) fn follow_decisions(&mut self) {
        if self.awaits_engine() {
            return;
        }
        let writes = self.snapshot.writes.clone();
        self.history.settle_decisions(|decision| {
            let created = decision.sent.as_ref();
            writes.iter().any(|write| waits(write, &decision.write, created))
        });
    }

    /// Reopens a decided conflict on undo, or decides it again on redo.
    pub(crate) fn turn_decision(&mut self, way: Way, decision: Decision) -> Vec<Effect> {
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
                // The redone decision is on top; below it is the change that met the conflict.
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

/// Returns whether a write is the unsent result of a decision: the same write, or its creation.
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
