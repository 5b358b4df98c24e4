//! One observed change of a deal, with the precision of its time.

use crate::contract::models::deal::SERVICE_TIMESTAMPS;
use crate::model::history::status_since::StatusChangeTime;
use jiff::Timestamp;

/// Kind of observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// First seen: the deal is new, or existed before this client started observing.
    FirstSeen {
        /// The deal as received.
        body: String,
        /// Time since which it has its status, if known from another source.
        ///
        /// It says nothing about whether the deal is new.
        status_since: Option<StatusChangeTime>,
    },
    /// One field changed. `None` means that the field was, or is, absent.
    FieldChanged {
        /// Name of the field.
        name: String,
        /// JSON token before.
        before: Option<String>,
        /// JSON token after.
        after: Option<String>,
    },
    /// Missing: a consistent pass did not contain it. It may be deleted or skipped by paging.
    Missing,
    /// Present again after it was missing.
    Reappeared,
    /// Deleted: by this client, by a 404, or missing from a second consistent pass.
    Deleted {
        /// Last known version of the deal.
        body: String,
    },
    /// Restored after its deletion.
    Restored {
        /// The deal as received.
        body: String,
    },
}

/// Precision of a timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// This client's own write, answered by the service.
    Exact,
    /// Between two observations.
    Interval,
    /// Already true at the first observation.
    Censored,
}

/// One entry of the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// Sequence number, growing with time; deals first seen on one page share one.
    pub seq: i64,
    /// Identifier of the deal.
    pub deal: String,
    /// Observed change.
    pub kind: EntryKind,
    /// Last time at which the old value was known; `None` without an earlier observation.
    pub not_before: Option<Timestamp>,
    /// Time of the observation.
    pub at: Timestamp,
    /// True if this client made the change; false if another one did, as far as known.
    pub is_ours: bool,
    /// True if this client may have made the change: an unanswered write would explain it.
    ///
    /// Derived from outbox and journal on display (`Store::mark_in_doubt`).
    pub maybe_ours: bool,
}

impl HistoryEntry {
    /// Returns the precision of the timestamp.
    pub fn certainty(&self) -> Certainty {
        match self.not_before {
            None => Certainty::Censored,
            // The exact time of another client's change is unknown, even between close observations.
            Some(after) if self.is_ours && after >= self.at => Certainty::Exact,
            Some(_) => Certainty::Interval,
        }
    }

    /// Returns whether it only reports the service's own timestamp of another change.
    pub fn is_stamp(&self) -> bool {
        matches!(&self.kind, EntryKind::FieldChanged { name, .. } if SERVICE_TIMESTAMPS.contains(&name.as_str()))
    }

    /// Returns whether it reports a change of that field.
    pub fn is_change_of(&self, field: &str) -> bool {
        matches!(&self.kind, EntryKind::FieldChanged { name, .. } if name == field)
    }
}
