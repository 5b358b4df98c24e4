//! What becomes of changes that were made: renamed, deleted, refused, decided.

use std::collections::BTreeSet;

use crate::contract::ids::DealId;
use crate::contract::json::json_eq::same;
use crate::contract::patch::Fields;
use crate::foundation::cx::change::{Change, Gone, Way, makes};

use super::History;

impl History {
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
}
