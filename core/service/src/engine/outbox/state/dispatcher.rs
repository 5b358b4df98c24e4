//! The state of sending: the lease, the entries in flight and the next try.

use crate::engine::actor::clock_change::moved;
use crate::engine::outbox::lost_response_backoff::Losses;
use crate::engine::outbox::send_queue::Looked;
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;

/// Entries in flight, and due times.
#[derive(Debug)]
pub(crate) struct Drain {
    /// Time of the next scheduled work.
    pub(in crate::engine) next: Option<Timestamp>,
    /// Entries in flight, each with its earlier number of attempts.
    pub(crate) in_flight: BTreeMap<i64, u32>,
    pub(crate) leased_until: Option<Timestamp>,
    /// Time since when another process has the lease while entries wait here.
    pub(crate) refused_since: Option<Timestamp>,
    pub(crate) next_mark: Timestamp,
    /// Result of the last scan of the outbox, which is slow with many entries.
    pub(crate) looked: Option<Looked>,
    /// Writes whose answers were lost.
    pub(in crate::engine) losses: Losses,
}

impl Drain {
    pub(in crate::engine) fn new(now: Timestamp) -> Self {
        Self {
            next: None,
            in_flight: BTreeMap::new(),
            leased_until: None,
            refused_since: None,
            next_mark: now,
            looked: None,
            losses: Losses::default(),
        }
    }

    /// Follows a clock that was set.
    pub(in crate::engine) fn move_along(&mut self, by: SignedDuration) {
        let others = [&mut self.next, &mut self.leased_until, &mut self.refused_since];
        for at in others.into_iter().flatten().chain([&mut self.next_mark]) {
            moved(at, by);
        }
        self.looked = None;
        self.losses.move_along(by);
    }

    /// Returns the earlier number of attempts of an entry in flight from this process.
    pub(crate) fn sent_before(&self, seq: i64) -> Option<u32> {
        self.in_flight.get(&seq).copied()
    }

    /// Returns whether nothing is in flight.
    pub(in crate::engine) fn is_idle(&self) -> bool {
        self.in_flight.is_empty()
    }
}
