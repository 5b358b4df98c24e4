//! The undo history: the changes made, in order, and the changes undone.

mod outcomes;

use crate::foundation::cx::change_types::UndoTarget;
use std::collections::{BTreeSet, HashSet};

use crate::contract::ids::{DealId, NotificationId};
use crate::contract::patch::Fields;
use crate::foundation::cx::toast_types::UndoResult;
use crate::model::pending_write::{PendingWrite, WriteKind, WriteState};

use super::change::{DeletionState, Direction, RecreateFields, UndoableChange, kind_of_write};

/// Maximum number of changes in the history.
const MAX_CHANGES: usize = 100;

/// The changes made and the changes undone.
#[derive(Clone, Debug, Default)]
pub struct UndoHistory {
    done: Vec<UndoableChange>,
    undone: Vec<UndoableChange>,
}

impl UndoHistory {
    /// Records a new change and clears the redo list.
    pub fn push(&mut self, change: UndoableChange) {
        self.undone.clear();
        self.done.push(change);
        if self.done.len() > MAX_CHANGES {
            self.done.remove(0);
        }
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
        to.extend(from.pop());
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
        let Some(UndoableChange::Many(changes)) = self.done.last_mut() else {
            return;
        };
        changes.retain(|change| match change {
            UndoableChange::Fields { deal, .. } | UndoableChange::Existence { deal, .. } => {
                !deals.contains(deal)
            }
            _ => true,
        });
        if changes.is_empty() {
            self.done.pop();
        }
    }

    /// Removes notification ids from all changes; each of them was undone on its own.
    pub fn exclude_marks(&mut self, marks: &[NotificationId]) {
        self.for_each_single(|change| {
            if let UndoableChange::MarkedRead { ids, .. } = change {
                ids.retain(|id| !marks.contains(id));
            }
        });
        let is_empty = |change: &UndoableChange| matches!(change, UndoableChange::MarkedRead { ids, local_ids } if ids.is_empty() && local_ids.is_empty());
        self.done.retain(|change| !is_empty(change));
        self.undone.retain(|change| !is_empty(change));
    }

    /// Returns whether the next change to undo concerns this record alone.
    pub fn newest_is_only_of(&self, record: &str) -> bool {
        match self.done.last() {
            Some(UndoableChange::Fields { deal, .. } | UndoableChange::Existence { deal, .. }) => {
                deal.as_str() == record
            }
            Some(UndoableChange::Record { id, .. }) => id == record,
            Some(UndoableChange::Decided(decision)) => decision.write.record == record,
            Some(
                UndoableChange::MarkedRead { .. }
                | UndoableChange::Discarded(_)
                | UndoableChange::MarkedSeen { .. }
                | UndoableChange::LocalSettings(_)
                | UndoableChange::Filter { .. }
                | UndoableChange::Snoozed(_)
                | UndoableChange::Flagged(_)
                | UndoableChange::Watched { .. }
                | UndoableChange::Many(_),
            )
            | None => false,
        }
    }

    /// Returns the subject of the next change to undo.
    pub fn newest_target(&self) -> Option<UndoTarget<'_>> {
        Some(match self.done.last()? {
            UndoableChange::MarkedRead { ids, local_ids } => UndoTarget::Many(ids.len() + local_ids.len()),
            UndoableChange::Many(changes) => UndoTarget::Many(changes.len()),
            UndoableChange::MarkedSeen { .. } => UndoTarget::Seen,
            UndoableChange::Filter { before, .. } => UndoTarget::Record(before),
            UndoableChange::LocalSettings(change) if change.label.is_empty() => {
                UndoTarget::Many(change.settings.len())
            }
            UndoableChange::LocalSettings(change) if change.undo_result() == UndoResult::Note => {
                UndoTarget::Note(&change.label)
            }
            UndoableChange::LocalSettings(change) => UndoTarget::Record(&change.label),
            UndoableChange::Snoozed(slept) if slept.label.is_empty() => UndoTarget::Many(slept.items.len()),
            UndoableChange::Snoozed(slept) => UndoTarget::Record(&slept.label),
            UndoableChange::Flagged(flagged) if flagged.label.is_empty() => {
                UndoTarget::Many(flagged.ids.len())
            }
            UndoableChange::Flagged(flagged) => UndoTarget::Record(&flagged.label),
            UndoableChange::Watched { ids, .. } => match ids.as_slice() {
                [single] => UndoTarget::Record(single),
                _ => UndoTarget::Many(ids.len()),
            },
            UndoableChange::Discarded(discarded) => UndoTarget::Record(&discarded.write.label),
            UndoableChange::Decided(decision) => UndoTarget::Record(&decision.write.label),
            UndoableChange::Fields { label, .. }
            | UndoableChange::Existence { label, .. }
            | UndoableChange::Record { label, .. } => UndoTarget::Record(label),
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
            UndoableChange::Many(changes) => changes.iter_mut().rev().collect(),
            single => vec![single],
        })
    }

    /// Adds the scheduled writes of an earlier session, so that undo can still cancel them.
    pub fn take_up<'a>(&mut self, writes: impl IntoIterator<Item = &'a PendingWrite>) {
        for write in writes {
            let is_scheduled = matches!(write.state, WriteState::Scheduled { .. });
            if let (Some(kind), true) = (kind_of_write(write.kind), is_scheduled) {
                self.push(UndoableChange::Record {
                    kind,
                    id: write.record.clone(),
                    label: write.label.clone(),
                    before: write.base.clone(),
                    after: write.fields.clone(),
                });
                continue;
            }
            let Ok(deal) = DealId::new(&write.record) else {
                continue;
            };
            let label = write.label.clone();
            match write.kind {
                WriteKind::Update if is_scheduled => self.push(UndoableChange::Fields {
                    deal,
                    label,
                    before: write.base.clone(),
                    after: write.fields.clone(),
                }),
                WriteKind::Delete if is_scheduled => self.push(UndoableChange::Existence {
                    deal,
                    label,
                    created: false,
                    recreate: RecreateFields::default(),
                    deletion: DeletionState::NotSent,
                }),
                WriteKind::Create if !write.is_blocked() => self.push(UndoableChange::Existence {
                    deal,
                    label,
                    created: true,
                    recreate: RecreateFields { fields: write.fields.clone(), on_update: Fields::new() },
                    deletion: DeletionState::NotSent,
                }),
                WriteKind::MarkRead if is_scheduled => {
                    let id = NotificationId::new(&write.record);
                    if let Some(UndoableChange::MarkedRead { ids, .. }) = self.done.last_mut() {
                        ids.extend(id);
                    } else {
                        self.push(UndoableChange::MarkedRead {
                            ids: id.into_iter().collect(),
                            local_ids: Vec::new(),
                        });
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
#[path = "change_list_tests.rs"]
mod tests;
