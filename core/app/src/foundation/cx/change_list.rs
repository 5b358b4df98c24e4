//! The undo history: the changes made, in order, and the changes undone.

mod outcomes;

use crate::foundation::cx::change_types::Undoes;
use std::collections::{BTreeSet, HashSet};

use crate::contract::ids::{DealId, NotificationId};
use crate::contract::patch::Fields;
use crate::foundation::cx::toast_types::Undid;
use crate::model::pending_write::{PendingWrite, WriteKind, WriteState};

use super::change::{Again, Change, Gone, Way, family_of};

/// Maximum number of changes in the history.
const DEPTH: usize = 100;

/// The changes made and the changes undone.
#[derive(Clone, Debug, Default)]
pub struct History {
    done: Vec<Change>,
    undone: Vec<Change>,
}

impl History {
    /// Records a new change and clears the redo list.
    pub fn push(&mut self, change: Change) {
        self.undone.clear();
        self.done.push(change);
        if self.done.len() > DEPTH {
            self.done.remove(0);
        }
    }

    pub(crate) fn sides(&mut self, way: Way) -> (&mut Vec<Change>, &mut Vec<Change>) {
        match way {
            Way::Back => (&mut self.done, &mut self.undone),
            Way::Again => (&mut self.undone, &mut self.done),
        }
    }

    /// Returns the changes made, oldest first.
    pub(crate) fn made(&self) -> &[Change] {
        &self.done
    }

    /// Makes the change at index `at` the next one to undo.
    pub(crate) fn raise(&mut self, at: usize) {
        if at < self.done.len() {
            let change = self.done.remove(at);
            self.done.push(change);
        }
    }

    /// Returns the next change in this direction.
    pub(crate) fn next(&mut self, way: Way) -> Option<&mut Change> {
        self.sides(way).0.last_mut()
    }

    /// Returns the next change in this direction, read-only.
    pub(crate) fn last(&self, way: Way) -> Option<&Change> {
        match way {
            Way::Back => self.done.last(),
            Way::Again => self.undone.last(),
        }
    }

    /// Moves the next change in this direction to the other list.
    pub(crate) fn turn(&mut self, way: Way) {
        let (from, to) = self.sides(way);
        to.extend(from.pop());
    }

    /// Drops the change that was just undone or redone, because it had no effect.
    pub(crate) fn drop_turned(&mut self, way: Way) {
        self.sides(way).1.pop();
    }

    /// Removes and returns the newest change made that `is_it` accepts.
    pub(crate) fn drop_newest(&mut self, is_it: impl Fn(&Change) -> bool) -> Option<Change> {
        let at = self.done.iter().rposition(is_it)?;
        Some(self.done.remove(at))
    }

    /// Removes deals from the newest change if it is a bulk change; each of them was undone on its own.
    pub fn leave_out(&mut self, deals: &BTreeSet<DealId>) {
        let Some(Change::Many(changes)) = self.done.last_mut() else {
            return;
        };
        changes.retain(|change| match change {
            Change::Fields { deal, .. } | Change::Existence { deal, .. } => !deals.contains(deal),
            _ => true,
        });
        if changes.is_empty() {
            self.done.pop();
        }
    }

    /// Removes notification ids from all changes; each of them was undone on its own.
    pub fn leave_out_marks(&mut self, marks: &[NotificationId]) {
        self.each(|change| {
            if let Change::Read { ids, .. } = change {
                ids.retain(|id| !marks.contains(id));
            }
        });
        let empty = |change: &Change| matches!(change, Change::Read { ids, here } if ids.is_empty() && here.is_empty());
        self.done.retain(|change| !empty(change));
        self.undone.retain(|change| !empty(change));
    }

    /// Returns whether the next change to undo concerns this record alone.
    pub fn newest_is_of(&self, record: &str) -> bool {
        match self.done.last() {
            Some(Change::Fields { deal, .. } | Change::Existence { deal, .. }) => deal.as_str() == record,
            Some(Change::Record { id, .. }) => id == record,
            Some(Change::Decided(decision)) => decision.write.record == record,
            Some(
                Change::Read { .. }
                | Change::Discarded(_)
                | Change::Seen { .. }
                | Change::Kept(_)
                | Change::Filter { .. }
                | Change::Slept(_)
                | Change::Flagged(_)
                | Change::Watched { .. }
                | Change::Many(_),
            )
            | None => false,
        }
    }

    /// Returns the subject of the next change to undo.
    pub fn newest(&self) -> Option<Undoes<'_>> {
        Some(match self.done.last()? {
            Change::Read { ids, here } => Undoes::Many(ids.len() + here.len()),
            Change::Many(changes) => Undoes::Many(changes.len()),
            Change::Seen { .. } => Undoes::Seen,
            Change::Filter { before, .. } => Undoes::Of(before),
            Change::Kept(change) if change.label.is_empty() => Undoes::Many(change.settings.len()),
            Change::Kept(change) if change.what() == Undid::Note => Undoes::Note(&change.label),
            Change::Kept(change) => Undoes::Of(&change.label),
            Change::Slept(slept) if slept.label.is_empty() => Undoes::Many(slept.each.len()),
            Change::Slept(slept) => Undoes::Of(&slept.label),
            Change::Flagged(flagged) if flagged.label.is_empty() => Undoes::Many(flagged.ids.len()),
            Change::Flagged(flagged) => Undoes::Of(&flagged.label),
            Change::Watched { ids, .. } => match ids.as_slice() {
                [one] => Undoes::Of(one),
                _ => Undoes::Many(ids.len()),
            },
            Change::Discarded(given_up) => Undoes::Of(&given_up.write.label),
            Change::Decided(decision) => Undoes::Of(&decision.write.label),
            Change::Fields { label, .. } | Change::Existence { label, .. } | Change::Record { label, .. } => {
                Undoes::Of(label)
            }
        })
    }

    /// Returns the records that changes made here concern.
    pub fn records(&self) -> HashSet<&str> {
        let mut records = HashSet::new();
        for change in self.done.iter().chain(&self.undone) {
            change.records(&mut |record| {
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

    fn each(&mut self, mut work: impl FnMut(&mut Change)) {
        for change in self.done.iter_mut().chain(&mut self.undone) {
            change.each(&mut work);
        }
    }

    /// Iterates over the single changes made, newest first.
    pub(crate) fn newest_first(&mut self) -> impl Iterator<Item = &mut Change> {
        self.done.iter_mut().rev().flat_map(|change| match change {
            Change::Many(changes) => changes.iter_mut().rev().collect(),
            one => vec![one],
        })
    }

    /// Adds the scheduled writes of an earlier session, so that undo can still cancel them.
    pub fn take_up<'a>(&mut self, writes: impl IntoIterator<Item = &'a PendingWrite>) {
        for write in writes {
            let held = matches!(write.state, WriteState::Held { .. });
            if let (Some(family), true) = (family_of(write.kind), held) {
                self.push(Change::Record {
                    family,
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
                WriteKind::Update if held => self.push(Change::Fields {
                    deal,
                    label,
                    before: write.base.clone(),
                    after: write.fields.clone(),
                }),
                WriteKind::Delete if held => self.push(Change::Existence {
                    deal,
                    label,
                    created: false,
                    again: Again::default(),
                    gone: Gone::No,
                }),
                WriteKind::Create if !write.parked() => self.push(Change::Existence {
                    deal,
                    label,
                    created: true,
                    again: Again {
                        fields: write.fields.clone(),
                        then: Fields::new(),
                    },
                    gone: Gone::No,
                }),
                WriteKind::MarkRead if held => {
                    let id = NotificationId::new(&write.record);
                    if let Some(Change::Read { ids, .. }) = self.done.last_mut() {
                        ids.extend(id);
                    } else {
                        self.push(Change::Read {
                            ids: id.into_iter().collect(),
                            here: Vec::new(),
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
