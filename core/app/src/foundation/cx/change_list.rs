//! The undo history: the changes made, in order, and the changes undone.

use crate::foundation::cx::change_types::Undoes;
use std::collections::{BTreeSet, HashSet};

use crate::contract::ids::{DealId, NotificationId};
use crate::contract::json::json_eq::same;
use crate::contract::patch::Fields;
use crate::foundation::cx::toast_types::Undid;
use crate::model::pending_write::{PendingWrite, WriteKind, WriteState};

use super::change::{Again, Change, Gone, Way, family_of, makes};

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

    /// Renames a deal after it got another id. A deal that was created again exists from now on.
    pub fn rename(&mut self, was: &str, now: &DealId) {
        self.each(|change| {
            if let Change::Discarded(given_up) = change
                && given_up.write.record == was
            {
                now.as_str().clone_into(&mut given_up.write.record);
            }
            if let Change::Kept(kept) = change {
                kept.rename(was, now.as_str());
            }
            if let Change::Fields { deal, .. } | Change::Existence { deal, .. } = change
                && deal.as_str() == was
            {
                *deal = now.clone();
                if let Change::Existence { gone, .. } = change {
                    *gone = Gone::No;
                }
            }
        });
    }

    /// Marks the deletion of a deal as sent.
    pub fn deleted(&mut self, id: &str) {
        self.each(|change| {
            if let Change::Existence { deal, gone, .. } = change
                && deal.as_str() == id
                && *gone == Gone::No
            {
                *gone = Gone::Sent;
            }
        });
    }

    /// Finds the newest sent deletion that undo can revert by creating the deal again. With `of`, only the deletion of
    /// that deal.
    fn gone(&self, of: Option<&str>) -> Option<usize> {
        let gone = |change: &Change| {
            let left = matches!(change, Change::Existence { deal, gone, again, .. }
                if *gone != Gone::No
                    && !again.fields.is_empty()
                    && of.is_none_or(|wanted| wanted == deal.as_str()));
            left && makes(Some(change), Way::Back)
        };
        self.done.iter().rposition(gone)
    }

    /// Returns the deal that can be created again.
    pub fn gone_deal(&self) -> Option<&DealId> {
        match self.done.get(self.gone(None)?) {
            Some(Change::Existence { deal, .. }) => Some(deal),
            _ => None,
        }
    }

    /// Makes a sent deletion the next change to undo: that of `deal`, or the newest. Later changes stay in the history.
    /// Returns whether there is a sent deletion.
    pub(crate) fn raise_gone(&mut self, deal: Option<&str>) -> bool {
        let Some(at) = self.gone(deal) else {
            return false;
        };
        let mut change = self.done.remove(at);
        if let Change::Existence { gone, .. } = &mut change {
            *gone = Gone::Told;
        }
        self.done.push(change);
        true
    }

    /// Reverts an undo or redo without effect, because the deletion was already sent.
    pub fn in_vain(&mut self, id: &str) {
        let meant = |change: &Change| matches!(change, Change::Existence { deal, .. } if deal.as_str() == id);
        for way in [Way::Back, Way::Again] {
            let (from, to) = self.sides(way);
            // Only the newest step can still lack its answer.
            if to.last().is_some_and(meant) && makes(to.last(), way) {
                from.extend(to.pop());
                break;
            }
        }
        self.each(|change| {
            if let Change::Existence { deal, gone, .. } = change
                && deal.as_str() == id
            {
                *gone = Gone::Told;
            }
        });
    }

    /// Drops the record's change that was undone last. The engine did not undo it, so undo no longer offers it.
    pub fn not_taken_back(&mut self, record: &str) {
        let of = |change: &Change| !matches!(change, Change::Many(_)) && change.concerns(record);
        if self.undone.last().is_some_and(of) {
            self.undone.pop();
        }
    }

    /// Drops the discard of a write of this record, because the write was already sent.
    pub fn not_given_up(&mut self, record: &str) {
        let meant = |change: &Change| matches!(change, Change::Discarded(given_up) if given_up.write.record == record);
        if let Some(at) = self.done.iter().rposition(meant) {
            self.done.remove(at);
        }
    }

    /// Drops the newest change of a record, because the outbox could not store it.
    pub fn not_made(&mut self, record: &str) {
        let of = |change: &Change| !matches!(change, Change::Many(_)) && change.concerns(record);
        if let Some(Change::Many(changes)) = self.done.last_mut()
            && let Some(at) = changes.iter().position(of)
        {
            changes.remove(at);
            return;
        }
        if let Some(at) = self.done.iter().rposition(of) {
            self.done.remove(at);
        }
    }

    /// Adjusts the history after a conflict over a write of `record` was decided.
    ///
    /// The write was to change `base` to `wanted`. Only the fields in `mine` keep the user's values. For these, undo
    /// restores the server's values (`theirs`), not those that the user saw first.
    ///
    /// The write may combine several changes. The intermediate values never reached the server, so undo skips them.
    pub fn settled(
        &mut self,
        record: &str,
        (base, wanted): (&Fields, &Fields),
        theirs: &Fields,
        mine: &BTreeSet<String>,
    ) {
        for (name, wanted) in wanted.iter() {
            let (mut newest, mut led_to) = (true, Some(wanted.to_owned()));
            let fields = self.newest_first().filter_map(|change| change.of_fields(record));
            for (before, after) in fields.filter(|(_, after)| after.touches(name)) {
                // Older changes were sent as another write.
                if !newest && !same(after.get(name), led_to.as_deref()) {
                    break;
                }
                led_to = before.get(name).map(ToOwned::to_owned);
                if newest && mine.contains(name) {
                    if let Some(held) = theirs.get(name) {
                        before.set_raw(name, held.to_owned());
                    }
                } else {
                    before.remove(name);
                    after.remove(name);
                }
                newest = false;
                if same(led_to.as_deref(), base.get(name)) {
                    break;
                }
            }
        }
        self.drop_empty(record);
    }

    /// Drops the changes of a record that no longer have a field.
    pub(crate) fn drop_empty(&mut self, record: &str) {
        let empty = |change: &mut Change| {
            change
                .of_fields(record)
                .is_some_and(|(_, after)| after.is_empty())
        };
        self.done.retain_mut(|change| match change {
            Change::Many(changes) => {
                let all = changes.len();
                changes.retain_mut(|change| !empty(change));
                !changes.is_empty() || all == 0
            }
            one => !empty(one),
        });
    }

    /// Iterates over the single changes made, newest first.
    pub(crate) fn newest_first(&mut self) -> impl Iterator<Item = &mut Change> {
        self.done.iter_mut().rev().flat_map(|change| match change {
            Change::Many(changes) => changes.iter_mut().rev().collect(),
            one => vec![one],
        })
    }

    /// Returns those of the given fields that no change made here touches.
    pub fn not_among(&mut self, record: &str, names: &BTreeSet<String>) -> BTreeSet<String> {
        let mut left = names.clone();
        self.each(|change| {
            if let Some((_, after)) = change.of_fields(record) {
                left.retain(|name| !after.touches(name));
            }
        });
        left
    }

    /// Updates the deletion of a deal that changed on the server in the meantime. Undo then creates it with the latest
    /// values.
    pub fn deleted_as(&mut self, record: &str, theirs: &Fields) {
        self.each(|change| {
            if let Change::Existence {
                deal,
                created: false,
                again,
                gone: Gone::No,
                ..
            } = change
                && deal.as_str() == record
            {
                again.overlay(theirs);
            }
        });
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
