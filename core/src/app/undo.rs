//! What can be taken back. Each change knows its inverse; taking it back is another write with the roles of before
//! and after changed, which the engine lets cancel out with the first if that has not left yet.

use std::collections::BTreeSet;

use crate::contract::ids::{DealId, NotificationId};
use crate::contract::patch::Fields;

/// A change a person made.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Fields of a deal.
    Fields {
        /// Which deal.
        deal: DealId,
        /// Its name.
        label: String,
        /// The fields before.
        before: Fields,
        /// The fields after.
        after: Fields,
    },
    /// A deal was created, and the service has given it this id.
    Created {
        /// Its id.
        deal: DealId,
        /// Its name.
        label: String,
    },
    /// A deal was deleted.
    Deleted {
        /// Which deal.
        deal: DealId,
        /// Its name.
        label: String,
    },
    /// Notifications were marked read.
    Read {
        /// Which ones.
        ids: Vec<NotificationId>,
    },
    /// Several of these at once, taken back at once.
    Many(Vec<Change>),
}

/// The changes made and those taken back.
#[derive(Clone, Debug, Default)]
pub struct History {
    done: Vec<Change>,
    undone: Vec<Change>,
}

/// How many changes are kept.
const DEPTH: usize = 100;

impl History {
    /// Notes a new change; what had been taken back can't be made again after it.
    pub fn push(&mut self, change: Change) {
        self.undone.clear();
        self.keep(change);
    }

    fn keep(&mut self, change: Change) {
        self.done.push(change);
        if self.done.len() > DEPTH {
            self.done.remove(0);
        }
    }

    /// The newest change, moved to those that can be made again.
    pub fn undo(&mut self) -> Option<Change> {
        let change = self.done.pop()?;
        self.undone.push(change.clone());
        Some(change)
    }

    /// The change taken back last, moved to those that can be taken back.
    pub fn redo(&mut self) -> Option<Change> {
        let change = self.undone.pop()?;
        self.keep(change.clone());
        Some(change)
    }

    /// Leaves deals out of the newest change, if it is one of many: they were taken back one by one.
    pub fn leave_out(&mut self, deals: &BTreeSet<DealId>) {
        let Some(Change::Many(changes)) = self.done.last_mut() else {
            return;
        };
        changes.retain(|change| match change {
            Change::Fields { deal, .. } | Change::Deleted { deal, .. } => !deals.contains(deal),
            _ => true,
        });
        if changes.is_empty() {
            self.done.pop();
        }
    }

    /// Whether there is a change to take back.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether there is a change to make again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read() -> Change {
        Change::Read { ids: Vec::new() }
    }

    #[test]
    fn a_new_change_closes_the_way_to_what_was_taken_back() {
        let mut history = History::default();
        history.push(read());
        assert_eq!(history.undo(), Some(read()));
        assert!(history.can_redo());
        history.push(read());
        assert!(!history.can_redo());
        assert_eq!(history.redo(), None);
    }

    #[test]
    fn no_more_than_the_depth_is_kept() {
        let mut history = History::default();
        for _ in 0..DEPTH + 5 {
            history.push(read());
        }
        assert_eq!(std::iter::from_fn(|| history.undo()).count(), DEPTH);
    }
}
