//! The schedule of the next sync.

use crate::engine::actor::clock_change::shift;
use crate::model::effect::Visibility;
use crate::model::intern::Interner;
use crate::store::Revision;
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeSet;
use std::time::Duration;

/// Number of changed rows above which the table is rebuilt instead of updated.
pub(crate) const MAX_ROW_UPDATES: usize = 500;

/// Minimum time between count polls during the first full sync, which finds new statuses.
pub(crate) const BETWEEN_COUNTS: Duration = Duration::from_secs(1);

/// Due times of the syncs.
#[derive(Debug)]
pub(crate) struct SyncSchedule {
    /// Time of the next scheduled work.
    pub(in crate::engine) next_at: Option<Timestamp>,
    pub(in crate::engine) totals_at: Timestamp,
    pub(crate) full_at: Timestamp,
    pub(crate) details_at: Timestamp,
    pub(crate) totals_running: bool,
    /// Number of deals created, deleted or moved by own confirmed writes.
    pub(crate) own_moves: u64,
    /// Value of `own_moves` when the running count poll began.
    pub(crate) moves_before: u64,
    /// Number of consecutive discarded count polls.
    pub(crate) discarded_polls: u8,
    /// True while the first request of a count poll is unanswered. All other requests wait for it, so that a refusing
    /// server rejects only a single request.
    pub(crate) probing: bool,
    pub(in crate::engine) pass_running: bool,
    /// True if a deal was added or removed during the running full sync. The sync's count may be older.
    pub(crate) membership_changed: bool,
    /// The user's attention, as the front end reports it.
    pub(in crate::engine) visibility: Visibility,
    /// Time of the last request from the front end.
    pub(crate) last_effect: Timestamp,
    /// Start of the last count poll, and its number of requests.
    pub(in crate::engine) last_poll: Option<(Timestamp, u64)>,
    /// Time of the last count poll.
    pub(crate) counted_at: Option<Timestamp>,
    /// Earliest start of the next automatic full sync.
    pub(crate) full_from: Timestamp,
    /// Counts that already caused a full sync; a second one would not help.
    pub(crate) settled_counts: Option<(u64, u64)>,
    /// True once the server has counted the deals since the start.
    pub(in crate::engine) is_counted: bool,
    /// The revision before a pass whose stored deals may not be shown.
    pub(in crate::engine) unshown_from: Option<Revision>,
    pub(in crate::engine) pages: u64,
    pub(in crate::engine) known_statuses: BTreeSet<String>,
    pub(in crate::engine) total: Option<u64>,
    pub(crate) limit: Option<u64>,
}

impl SyncSchedule {
    pub(in crate::engine) fn new(now: Timestamp, page: u64) -> Self {
        Self {
            next_at: None,
            totals_at: now,
            full_at: now,
            details_at: now,
            totals_running: false,
            own_moves: 0,
            moves_before: 0,
            discarded_polls: 0,
            probing: false,
            pass_running: false,
            membership_changed: false,
            visibility: Visibility::default(),
            last_effect: now,
            last_poll: None,
            counted_at: None,
            full_from: now,
            settled_counts: None,
            is_counted: false,
            unshown_from: None,
            pages: 0,
            known_statuses: DOCUMENTED_STATUSES.iter().map(|status| (*status).to_owned()).collect(),
            total: None,
            limit: Some(page),
        }
    }

    /// Makes a full refresh due on the user's request. A running sync pass already satisfies it.
    pub(in crate::engine) fn refresh_now(&mut self, now: Timestamp) {
        (self.totals_at, self.details_at) = (now, now);
        if !self.pass_running {
            self.full_at = now;
        }
    }

    /// Follows a clock that was set.
    pub(in crate::engine) fn shift_times(&mut self, by: SignedDuration) {
        let due = [
            &mut self.totals_at,
            &mut self.full_at,
            &mut self.details_at,
            &mut self.last_effect,
            &mut self.full_from,
        ];
        let poll = self.last_poll.as_mut().map(|(at, _)| at);
        for at in due.into_iter().chain(&mut self.next_at).chain(&mut self.counted_at).chain(poll) {
            shift(at, by);
        }
    }

    /// Makes additional resources due; they may have failed during an outage.
    pub(in crate::engine) fn refresh_details(&mut self, now: Timestamp) {
        self.details_at = now;
    }

    /// Adds status codes; returns whether one was new.
    pub(in crate::engine) fn add_statuses(&mut self, statuses: &Interner) -> bool {
        let before = self.known_statuses.len();
        self.known_statuses
            .extend(statuses.iter().map(|(_, text)| text.to_owned()).filter(|text| !text.is_empty()));
        self.known_statuses.len() > before
    }
}

/// Statuses that the contract documents; others are learned from deals.
pub const DOCUMENTED_STATUSES: [&str; 3] = ["sourcing", "ic", "closing"];
