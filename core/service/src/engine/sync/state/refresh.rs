//! The schedule of the next sync.

use crate::engine::actor::clock_change::moved;
use crate::model::effect::Attention;
use crate::model::intern::Interner;
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeSet;
use std::time::Duration;

/// Number of changed rows above which the table is rebuilt instead of updated.
pub(crate) const FEW: usize = 500;

/// Minimum time between count polls during the first full sync, which finds new statuses.
pub(crate) const BETWEEN_COUNTS: Duration = Duration::from_secs(1);

/// Due times of the syncs.
#[derive(Debug)]
pub(crate) struct Refresh {
    /// Time of the next scheduled work.
    pub(in crate::engine) next: Option<Timestamp>,
    pub(in crate::engine) totals_at: Timestamp,
    pub(crate) full_at: Timestamp,
    pub(crate) aside_at: Timestamp,
    pub(crate) totals_running: bool,
    /// Number of deals created, deleted or moved by own confirmed writes.
    pub(crate) own_moves: u64,
    /// Value of `own_moves` when the running count poll began.
    pub(crate) moves_before: u64,
    /// Number of consecutive discarded count polls.
    pub(crate) untaken: u8,
    /// True while the first request of a count poll is unanswered. All other requests wait for it, so that a refusing
    /// server refuses only a single request.
    pub(crate) probing: bool,
    pub(in crate::engine) pass_running: bool,
    /// True if a deal was added or removed during the running full sync. The sync's count may be older.
    pub(crate) came_or_went: bool,
    /// The user's attention, as the front end reports it.
    pub(in crate::engine) attention: Attention,
    /// Time of the last request from the front end.
    pub(crate) last_effect: Timestamp,
    /// Start of the last count poll, and its number of requests.
    pub(in crate::engine) asked: Option<(Timestamp, u64)>,
    /// Time of the last count poll.
    pub(crate) counted_at: Option<Timestamp>,
    /// Earliest start of the next automatic full sync.
    pub(crate) full_from: Timestamp,
    /// Counts that already caused a full sync; a second one would not help.
    pub(crate) puzzled: Option<(u64, u64)>,
    /// True once the server has counted the deals since the start.
    pub(in crate::engine) counted: bool,
    pub(in crate::engine) pages: u64,
    pub(in crate::engine) known: BTreeSet<String>,
    pub(in crate::engine) total: Option<u64>,
    pub(crate) limit: Option<u64>,
}

impl Refresh {
    pub(in crate::engine) fn new(now: Timestamp, page: u64) -> Self {
        Self {
            next: None,
            totals_at: now,
            full_at: now,
            aside_at: now,
            totals_running: false,
            own_moves: 0,
            moves_before: 0,
            untaken: 0,
            probing: false,
            pass_running: false,
            came_or_went: false,
            attention: Attention::default(),
            last_effect: now,
            asked: None,
            counted_at: None,
            full_from: now,
            puzzled: None,
            counted: false,
            pages: 0,
            known: ATTESTED.iter().map(|status| (*status).to_owned()).collect(),
            total: None,
            limit: Some(page),
        }
    }

    /// Makes a full refresh due on the user's request. A running sync pass already satisfies it.
    pub(in crate::engine) fn ask(&mut self, now: Timestamp) {
        (self.totals_at, self.aside_at) = (now, now);
        if !self.pass_running {
            self.full_at = now;
        }
    }

    /// Follows a clock that was set.
    pub(in crate::engine) fn move_along(&mut self, by: SignedDuration) {
        let due = [
            &mut self.totals_at,
            &mut self.full_at,
            &mut self.aside_at,
            &mut self.last_effect,
            &mut self.full_from,
        ];
        let asked = self.asked.as_mut().map(|(at, _)| at);
        for at in due
            .into_iter()
            .chain(&mut self.next)
            .chain(&mut self.counted_at)
            .chain(asked)
        {
            moved(at, by);
        }
    }

    /// Makes additional resources due; they may have failed during an outage.
    pub(in crate::engine) fn aside_due(&mut self, now: Timestamp) {
        self.aside_at = now;
    }

    /// Adds status codes; returns whether one was new.
    pub(in crate::engine) fn learn(&mut self, statuses: &Interner) -> bool {
        let before = self.known.len();
        self.known.extend(
            statuses
                .iter()
                .map(|(_, text)| text.to_owned())
                .filter(|text| !text.is_empty()),
        );
        self.known.len() > before
    }
}

/// Statuses that the contract documents; others are learned from deals.
pub const ATTESTED: [&str; 3] = ["sourcing", "ic", "closing"];
