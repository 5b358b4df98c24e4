//! The undo history: the changes made, in order, and the changes undone.

mod outcomes;

use crate::foundation::cx::change_types::UndoTarget;
use std::collections::{BTreeSet, HashSet};

use crate::contract::ids::{DealId, NotificationId};
use crate::contract::patch::Fields;
use crate::foundation::cx::toast_types::UndoResult;
use crate::model::pending_write::{PendingWrite, WriteKind, WriteState};

use super::change::{
    ChangeId, ChangeKind, ChangeTarget, Direction, RecreateFields, UndoableChange, target_of_write,
};

/// Maximum number of changes in the history.
const MAX_CHANGES: usize = 100;

/// The changes made and the changes undone.
#[derive(Clone, Debug, Default)]
pub struct UndoHistory {
    done: Vec<UndoableChange>,
    undone: Vec<UndoableChange>,
    count: u64,
    /// The change that the current action made or made again.
    last_made: Option<ChangeId>,
}

impl UndoHistory {
    /// Records a new change and clears the redo list.
    pub fn push(&mut self, change: UndoableChange) {
        self.count += 1;
        let id = ChangeId(self.count);
        self.last_made = Some(id);
        self.undone.clear();
        self.done.push(UndoableChange { id, ..change });
        if self.done.len() > MAX_CHANGES {
            self.done.remove(0);
        }
    }

    /// Returns the change that the current action made, if it made one.
    pub(super) fn take_last_made(&mut self) -> Option<ChangeId> {
        self.last_made.take()
    }

    /// Returns the index of a change made.
    pub(crate) fn index_of(&self, change: Option<ChangeId>) -> Option<usize> {
        self.done.iter().position(|made| Some(made.id) == change)
    }

    pub(crate) fn stacks(
        &mut self,
        direction: Direction,
    ) -> (&mut Vec<UndoableChange>, &mut Vec<UndoableChange>) {
        match direction {
            Direction::Undo => (&mut self.done, &mut self.undone),
            Direction::Redo => (&mut self.undone, &mut self.done),
        }
    }

    /// Returns the changes made, oldest first.
    pub(crate) fn done_changes(&self) -> &[UndoableChange] {
        &self.done
    }

    /// Makes the change at index `at` the next one to undo.
    pub(crate) fn move_to_top(&mut self, at: usize) {
        if at < self.done.len() {
            let change = self.done.remove(at);
            self.done.push(change);
        }
    }

    /// Returns the next change in this direction.
    pub(crate) fn next_mut(&mut self, direction: Direction) -> Option<&mut UndoableChange> {
        self.stacks(direction).0.last_mut()
    }

    /// Returns the next change in this direction, read-only.
    pub(crate) fn peek(&self, direction: Direction) -> Option<&UndoableChange> {
        match direction {
            Direction::Undo => self.done.last(),
            Direction::Redo => self.undone.last(),
        }
    }

    /// Moves the next change in this direction to the other list.
    pub(crate) fn move_next(&mut self, direction: Direction) {
        let (from, to) = self.stacks(direction);
        let change = from.pop();
        let id = change.as_ref().map(|change| change.id);
        to.extend(change);
        self.last_made = id.filter(|_| direction == Direction::Redo);
    }

    /// Drops the change that was just undone or redone, because it had no effect.
    pub(crate) fn drop_moved(&mut self, direction: Direction) {
        self.stacks(direction).1.pop();
    }

    /// Removes and returns the newest change made that `accepts` accepts.
    pub(crate) fn drop_newest(
        &mut self,
        accepts: impl Fn(&UndoableChange) -> bool,
    ) -> Option<UndoableChange> {
        let at = self.done.iter().rposition(accepts)?;
        Some(self.done.remove(at))
    }

    /// Removes deals from the newest change if it is a bulk change; each of them was undone on its own.
    pub fn exclude_deals(&mut self, deals: &BTreeSet<DealId>) {
        let Some(ChangeKind::Many(changes)) = self.done.last_mut().map(|change| &mut change.kind) else {
            return;
        };
        changes.retain(|change| match &change.kind {
            ChangeKind::Fields { target: ChangeTarget::Deal(deal), .. }
            | ChangeKind::Existence { deal, .. } => !deals.contains(deal),
            _ => true,
        });
        if changes.is_empty() {
            self.done.pop();
        }
    }

    /// Removes notification ids from all changes; each of them was undone on its own.
    pub fn exclude_marks(&mut self, marks: &[NotificationId]) {
        self.for_each_single(|change| {
            if let ChangeKind::MarkedRead { ids, .. } = &mut change.kind {
                ids.retain(|id| !marks.contains(id));
            }
        });
        let is_empty = |change: &UndoableChange| match &change.kind {
            ChangeKind::MarkedRead { ids, local_ids } => ids.is_empty() && local_ids.is_empty(),
            _ => false,
        };
        self.done.retain(|change| !is_empty(change));
        self.undone.retain(|change| !is_empty(change));
    }

    /// Returns whether the next change to undo concerns this record alone.
    pub fn newest_is_only_of(&self, record: &str) -> bool {
        self.done.last().is_some_and(|change| {
            let is_of_record = matches!(
                change.kind,
                ChangeKind::Fields { .. } | ChangeKind::Existence { .. } | ChangeKind::Decided(_)
            );
            is_of_record && change.concerns(record)
        })
    }

    /// Returns the subject of the next change to undo.
    pub fn newest_target(&self) -> Option<UndoTarget<'_>> {
        let change = self.done.last()?;
        Some(match &change.kind {
            ChangeKind::MarkedSeen { .. } => UndoTarget::Seen,
            ChangeKind::Settings(settings)
                if !change.label.is_empty() && settings.place.undo_result() == UndoResult::Note =>
            {
                UndoTarget::Note(&change.label)
            }
            kind if change.label.is_empty() => match kind {
                ChangeKind::MarkedRead { ids, local_ids } => UndoTarget::Many(ids.len() + local_ids.len()),
                ChangeKind::Many(changes) => UndoTarget::Many(changes.len()),
                ChangeKind::Settings(settings) => UndoTarget::Many(settings.items.len()),
                _ => UndoTarget::Record(&change.label),
            },
            _ => UndoTarget::Record(&change.label),
        })
    }

    /// Returns the records that changes made here concern.
    pub fn records(&self) -> HashSet<&str> {
        let mut records = HashSet::new();
        for change in self.done.iter().chain(&self.undone) {
            change.each_record(&mut |record| {
                records.insert(record);
            });
        }
        records
    }

    /// Returns whether there is a change to undo.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Returns whether there is a change to redo.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    fn for_each_single(&mut self, mut visit: impl FnMut(&mut UndoableChange)) {
        for change in self.done.iter_mut().chain(&mut self.undone) {
            change.for_each_single(&mut visit);
        }
    }

    /// Iterates over the single changes made, newest first.
    pub(crate) fn newest_first(&mut self) -> impl Iterator<Item = &mut UndoableChange> {
        self.done.iter_mut().rev().flat_map(|change| match change {
            UndoableChange { kind: ChangeKind::Many(changes), .. } => changes.iter_mut().rev().collect(),
            single => vec![single],
        })
    }

    /// Adds the scheduled writes of an earlier session, so that undo can still cancel them.
    pub fn adopt_scheduled<'a>(&mut self, writes: impl IntoIterator<Item = &'a PendingWrite>) {
        for write in writes {
            let is_scheduled = matches!(write.state, WriteState::Scheduled { .. });
            let deal = || DealId::new(&write.record).ok();
            let existence = |created, fields| {
                let recreate = RecreateFields { fields, on_update: Fields::new() };
                deal().map(|deal| UndoableChange::existence(deal, &write.label, created, recreate))
            };
            let change = match write.kind {
                WriteKind::Delete if is_scheduled => existence(false, Fields::new()),
                WriteKind::Create if !write.is_blocked() => existence(true, write.fields.clone()),
                WriteKind::MarkRead if is_scheduled => {
                    let ids: Vec<_> = NotificationId::new(&write.record).into_iter().collect();
                    if let Some(ChangeKind::MarkedRead { ids: marked, .. }) =
                        self.done.last_mut().map(|change| &mut change.kind)
                    {
                        marked.extend(ids);
                        continue;
                    }
                    Some(UndoableChange::new("", ChangeKind::MarkedRead { ids, local_ids: Vec::new() }))
                }
                _ => target_of_write(write).filter(|_| is_scheduled).map(|target| {
                    let (before, after) = (write.base.clone(), write.fields.clone());
                    UndoableChange::new(&write.label, ChangeKind::Fields { target, before, after })
                }),
            };
            if let Some(change) = change {
                self.push(change);
            }
        }
    }
}

#[cfg(test)]
#[path = "change_list_tests.rs"]
mod tests;
