//! The state of sending: the lease, the entries in flight and the next attempt.

use crate::engine::actor::clock_change::shift;
use crate::engine::outbox::lost_response_backoff::LostResponses;
use crate::engine::outbox::send_queue::CachedScan;
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;

/// Entries in flight, and due times.
#[derive(Debug)]
pub(crate) struct DispatchState {
    /// Time of the next scheduled work.
    pub(in crate::engine) next_at: Option<Timestamp>,
    /// Entries in flight, each with its earlier number of attempts.
    pub(crate) in_flight: BTreeMap<i64, u32>,
    pub(crate) leased_until: Option<Timestamp>,
    /// Time since when another process has the lease while entries wait here.
    pub(crate) peer_lease_since: Option<Timestamp>,
    pub(crate) next_mark: Timestamp,
    /// Result of the last scan of the outbox, which is slow with many entries.
    pub(crate) cached_scan: Option<CachedScan>,
    /// Writes whose responses were lost.
    pub(in crate::engine) lost_responses: LostResponses,
}

impl DispatchState {
    pub(in crate::engine) fn new(now: Timestamp) -> Self {
        Self {
            next_at: None,
            in_flight: BTreeMap::new(),
            leased_until: None,
            peer_lease_since: None,
            next_mark: now,
            cached_scan: None,
            lost_responses: LostResponses::default(),
        }
    }

    /// Follows a clock that was set.
    pub(in crate::engine) fn shift_times(&mut self, by: SignedDuration) {
        let others = [&mut self.next_at, &mut self.leased_until, &mut self.peer_lease_since];
        for at in others.into_iter().flatten().chain([&mut self.next_mark]) {
            shift(at, by);
        }
        self.cached_scan = None;
        self.lost_responses.shift_times(by);
    }

    /// Returns the earlier number of attempts of an entry in flight from this process.
    pub(crate) fn earlier_attempts(&self, seq: i64) -> Option<u32> {
        self.in_flight.get(&seq).copied()
    }

    /// Returns whether nothing is in flight.
    pub(in crate::engine) fn is_idle(&self) -> bool {
        self.in_flight.is_empty()
    }
}
