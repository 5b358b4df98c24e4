//! Undo of a conflict decision.
//!
//! A decision counts as the newest change, whenever the change in conflict was made. Before anything is sent, undo
//! reopens the conflict. Once it is sent, it is a change like any other and undo restores the service's value.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{ChangeId, ChangeKind, Decision, Direction, UndoableChange};
use crate::foundation::cx::change_list::UndoHistory;
use crate::foundation::cx::toast_types::UndoResult;
use crate::model::effect::Effect;
use crate::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteState};
use std::time::Duration;

impl UndoHistory {
    /// Returns the newest change of a record and its index in the undo history.
    pub(super) fn newest_of(&self, record: &str) -> Option<(usize, UndoableChange)> {
        let all = self.done_changes();
        let at = all.iter().rposition(|change| change_of_record(change, record).is_some())?;
        let change = change_of_record(all.get(at)?, record)?;
        Some((at, change.clone()))
    }

    /// Removes the newest change of a record and returns it.
    pub(super) fn take_newest_of(&mut self, record: &str) -> Option<UndoableChange> {
        let (at, change) = self.newest_of(record)?;
        let (all, _) = self.stacks(Direction::Undo);
        let is_empty = match all.get_mut(at).map(|change| &mut change.kind) {
            Some(ChangeKind::Many(changes)) => {
                let position = changes.iter().rposition(|member| *member == change)?;
                changes.remove(position);
                changes.is_empty()
            }
            _ => true,
        };
        if is_empty {
            all.remove(at);
        }
        Some(change)
    }

    /// Puts a removed change back into the undo history.
    fn insert_at(&mut self, at: usize, change: UndoableChange) {
        let (all, _) = self.stacks(Direction::Undo);
        all.insert(at.min(all.len()), change);
    }

    /// Stores the creation that a decision led to. Returns that decision, if it exists.
    pub(super) fn set_created(&mut self, write: WriteId, creation: &UndoableChange) -> Option<ChangeId> {
        let (all, _) = self.stacks(Direction::Undo);
        let decision = all.iter_mut().rev().find_map(|change| match &mut change.kind {
            ChangeKind::Decided(decision) if decision.write.id == write => Some((change.id, decision)),
            _ => None,
        });
        let (id, decision) = decision?;
        decision.sent_change = Some(creation.clone());
        Some(id)
    }

    /// Treats an undone decision as made, because it was already sent.
    pub(crate) fn redo_sent_decision(&mut self, record: &str) {
        let (undone, _) = self.stacks(Direction::Redo);
        let is_decision = |change: &mut UndoableChange| {
            change.decision().is_some_and(|decision| decision.write.record == record)
        };
        let Some(ChangeKind::Decided(decision)) = undone.pop_if(is_decision).map(|change| change.kind) else {
            return;
        };
        if decision.prev_change.is_some() {
            self.take_newest_of(record);
        }
        let (all, _) = self.stacks(Direction::Undo);
        all.extend(decision.sent_change);
    }

    /// Settles the decisions on a record, because they were sent or are over.
    pub(crate) fn settle_record(&mut self, record: &str) {
        self.settle_decisions(|decision| decision.write.record != record);
    }

    /// Replaces decisions that no longer satisfy `is_open` by the change they sent.
    fn settle_decisions(&mut self, is_open: impl Fn(&Decision) -> bool) {
        let (all, _) = self.stacks(Direction::Undo);
        let is_over = |change: &UndoableChange| change.decision().is_some_and(|decision| !is_open(decision));
        if all.iter().any(is_over) {
            let settled = std::mem::take(all).into_iter().filter_map(|change| match change.kind {
                ChangeKind::Decided(decision) if !is_open(&decision) => decision.sent_change,
                kind => Some(UndoableChange { kind, ..change }),
            });
            *all = settled.collect();
        }
    }
}

/// Returns the change of a record: the change itself or one in its group.
fn change_of_record<'a>(change: &'a UndoableChange, record: &str) -> Option<&'a UndoableChange> {
    match &change.kind {
        ChangeKind::Many(changes) => changes.iter().rev().find_map(|member| change_of_record(member, record)),
        ChangeKind::Fields { .. } | ChangeKind::Existence { .. } => change.concerns(record).then_some(change),
        ChangeKind::Decided(decision) => {
            decision.sent_change.as_ref().and_then(|sent| change_of_record(sent, record))
        }
        _ => None,
    }
}

impl AppCx {
    /// Turns decisions that were sent into ordinary changes for undo.
    pub(crate) fn settle_sent_decisions(&mut self) {
        if self.awaits_engine() {
            return;
        }
        let writes = self.snapshot.writes.clone();
        self.history.settle_decisions(|decision| {
            let created = decision.sent_change.as_ref();
            writes.iter().any(|write| is_unsent_result(write, &decision.write, created))
        });
    }

    /// Reopens a decided conflict on undo, or decides it again on redo.
    pub(crate) fn undo_redo_decision(&mut self, direction: Direction, decision: Decision) -> Vec<Effect> {
        let Decision { write, mine, prev_change, .. } = decision;
        let (record, label) = (write.record.clone(), write.label.clone());
        match direction {
            Direction::Undo => {
                if let Some((at, prev_change)) = prev_change {
                    self.history.insert_at(at, prev_change);
                }
                let subject = (label.as_str(), Some(record.as_str()));
                self.notify_undo_redo(direction, subject, UndoResult::Decision, Duration::ZERO);
                let write = write.id;
                vec![Effect::ReopenConflict { write, record, label }]
            }
            Direction::Redo => {
                // The redone decision is on top; below it is the change that met the conflict.
                let (all, _) = self.history.stacks(Direction::Undo);
                let redone = all.pop();
                if prev_change.is_some() {
                    self.history.take_newest_of(&record);
                }
                let (all, _) = self.history.stacks(Direction::Undo);
                all.extend(redone);
                let undo_delay = self.notify_decided(&write, true);
                let write = write.id;
                vec![Effect::ResolveConflict { write, keep_mine: mine, undo_delay }]
            }
        }
    }
}

/// Returns whether a write is the unsent result of a decision: the same write, or its creation.
fn is_unsent_result(write: &PendingWrite, decided: &PendingWrite, created: Option<&UndoableChange>) -> bool {
    let unsent = match write.state {
        WriteState::Scheduled { .. } => true,
        WriteState::Waiting { .. } => !write.in_doubt,
        _ => false,
    };
    let creates = || {
        write.kind == WriteKind::Create && created.is_some_and(|creation| creation.concerns(&write.record))
    };
    unsent && (write.id == decided.id || creates())
}
