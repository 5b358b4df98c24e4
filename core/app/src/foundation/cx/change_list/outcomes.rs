//! Updates of recorded changes after renames, deletions, rejections and decisions.

use std::collections::BTreeSet;

use crate::contract::ids::DealId;
use crate::contract::json::json_eq::is_same_value;
use crate::contract::patch::Fields;
use crate::foundation::cx::change::{
    ChangeKind, ChangeTarget, DeletionState, Direction, UndoableChange, creates_deal,
};

use super::UndoHistory;

impl UndoHistory {
    /// Renames a deal after it got another id. A deal that was created again exists from now on.
    pub fn rename_deal(&mut self, was: &str, now: &DealId) {
        self.for_each_single(|change| match &mut change.kind {
            ChangeKind::Discarded(write) if write.record == was => {
                now.as_str().clone_into(&mut write.record);
            }
            ChangeKind::Settings(settings) => settings.replace_deal_id(was, now.as_str()),
            ChangeKind::Fields { target: ChangeTarget::Deal(deal), .. } if deal.as_str() == was => {
                *deal = now.clone();
            }
            ChangeKind::Existence { deal, deletion, .. } if deal.as_str() == was => {
                *deal = now.clone();
                *deletion = DeletionState::NotSent;
            }
            _ => {}
        });
    }

    /// Marks the deletion of a deal as sent.
    pub fn mark_deletion_sent(&mut self, id: &str) {
        self.for_each_single(|change| {
            if let ChangeKind::Existence { deal, deletion, .. } = &mut change.kind
                && deal.as_str() == id
                && *deletion == DeletionState::NotSent
            {
                *deletion = DeletionState::Sent;
            }
        });
    }

    /// Finds the newest sent deletion that undo can revert by creating the deal again. With `record`, only the deletion
    /// of that deal.
    fn sent_deletion_index(&self, record: Option<&str>) -> Option<usize> {
        let is_recreatable = |change: &UndoableChange| {
            let left = matches!(&change.kind, ChangeKind::Existence { deal, deletion, recreate, .. }
                if *deletion != DeletionState::NotSent
                    && !recreate.fields.is_empty()
                    && record.is_none_or(|wanted| wanted == deal.as_str()));
            left && creates_deal(Some(change), Direction::Undo)
        };
        self.done.iter().rposition(is_recreatable)
    }

    /// Returns the deal that can be created again.
    pub fn recreatable_deal(&self) -> Option<&DealId> {
        self.done.get(self.sent_deletion_index(None)?)?.deal_of_existence()
    }

    /// Makes a sent deletion the next change to undo: that of `deal`, or the newest. Later changes stay in the history.
    /// Returns whether there is a sent deletion.
    pub(crate) fn raise_sent_deletion(&mut self, deal: Option<&str>) -> bool {
        let Some(at) = self.sent_deletion_index(deal) else {
            return false;
        };
        let mut change = self.done.remove(at);
        if let ChangeKind::Existence { deletion, .. } = &mut change.kind {
            *deletion = DeletionState::UserNotified;
        }
        self.done.push(change);
        true
    }

    /// Reverts an undo or redo without effect, because the deletion was already sent.
    pub fn revert_late_undo(&mut self, id: &str) {
        let is_it =
            |change: &UndoableChange| change.deal_of_existence().is_some_and(|deal| deal.as_str() == id);
        for direction in [Direction::Undo, Direction::Redo] {
            let (from, to) = self.stacks(direction);
            // Only the newest step can still lack its response.
            if to.last().is_some_and(is_it) && creates_deal(to.last(), direction) {
                from.extend(to.pop());
                break;
            }
        }
        self.for_each_single(|change| {
            if let ChangeKind::Existence { deal, deletion, .. } = &mut change.kind
                && deal.as_str() == id
            {
                *deletion = DeletionState::UserNotified;
            }
        });
    }

    /// Drops the record's change that was undone last. The engine did not undo it, so undo no longer offers it.
    pub fn drop_failed_undo(&mut self, record: &str) {
        if self.undone.last().is_some_and(|change| is_single_of(change, record)) {
            self.undone.pop();
        }
    }

    /// Drops the discard of a write of this record, because the write was already sent.
    pub fn drop_failed_discard(&mut self, record: &str) {
        let is_it = |change: &UndoableChange| match &change.kind {
            ChangeKind::Discarded(write) => write.record == record,
            _ => false,
        };
        if let Some(at) = self.done.iter().rposition(is_it) {
            self.done.remove(at);
        }
    }

    /// Drops the newest change of a record, because the outbox could not store it.
    pub fn drop_unstored(&mut self, record: &str) {
        let is_target = |change: &UndoableChange| is_single_of(change, record);
        if let Some(ChangeKind::Many(changes)) = self.done.last_mut().map(|change| &mut change.kind)
            && let Some(at) = changes.iter().position(is_target)
        {
            changes.remove(at);
            return;
        }
        if let Some(at) = self.done.iter().rposition(is_target) {
            self.done.remove(at);
        }
    }

    /// Adjusts the history after a conflict over a write of `record` was decided.
    ///
    /// The write was to change `base` to `wanted_fields`. Only the fields in `mine` keep the user's values. For these,
    /// undo restores the server's values (`theirs`), not those that the user saw first.
    ///
    /// The write may combine several changes. The intermediate values never reached the server, so undo skips them.
    pub fn on_conflict_decided(
        &mut self,
        record: &str,
        (base, wanted_fields): (&Fields, &Fields),
        theirs: &Fields,
        mine: &BTreeSet<String>,
    ) {
        for (name, value) in wanted_fields.iter() {
            let (mut newest, mut led_to) = (true, Some(value.to_owned()));
            let fields = self.newest_first().filter_map(|change| change.fields_of(record));
            for (before, after) in fields.filter(|(_, after)| after.touches(name)) {
                // Older changes were sent as another write.
                if !newest && !is_same_value(after.get(name), led_to.as_deref()) {
                    break;
                }
                led_to = before.get(name).map(ToOwned::to_owned);
                if newest && mine.contains(name) {
                    if let Some(theirs_value) = theirs.get(name) {
                        before.set_raw(name, theirs_value.to_owned());
                    }
                } else {
                    before.remove(name);
                    after.remove(name);
                }
                newest = false;
                if is_same_value(led_to.as_deref(), base.get(name)) {
                    break;
                }
            }
        }
        self.drop_empty(record);
    }

    /// Drops the changes of a record that no longer have a field.
    pub(crate) fn drop_empty(&mut self, record: &str) {
        let empty =
            |change: &mut UndoableChange| change.fields_of(record).is_some_and(|(_, after)| after.is_empty());
        self.done.retain_mut(|change| match &mut change.kind {
            ChangeKind::Many(changes) => {
                let count = changes.len();
                changes.retain_mut(|change| !empty(change));
                !changes.is_empty() || count == 0
            }
            _ => !empty(change),
        });
    }

    /// Returns those of the given fields that no change made here touches.
    pub fn untouched_fields(&mut self, record: &str, names: &BTreeSet<String>) -> BTreeSet<String> {
        let mut left = names.clone();
        self.for_each_single(|change| {
            if let Some((_, after)) = change.fields_of(record) {
                left.retain(|name| !after.touches(name));
            }
        });
        left
    }

    /// Updates the deletion of a deal that changed on the server in the meantime. Undo then creates it with the latest
    /// values.
    pub fn update_deletion(&mut self, record: &str, theirs: &Fields) {
        self.for_each_single(|change| {
            if let ChangeKind::Existence { deal, created: false, recreate, deletion: DeletionState::NotSent } =
                &mut change.kind
                && deal.as_str() == record
            {
                recreate.overlay(theirs);
            }
        });
    }
}

/// Returns whether this is a single change of the record.
fn is_single_of(change: &UndoableChange, record: &str) -> bool {
    !matches!(change.kind, ChangeKind::Many(_)) && change.concerns(record)
}
