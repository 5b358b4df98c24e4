//! Scheduling of outbox entries for sending. Entries of one record are sent in order, different records concurrently; a
//! blocked entry does not stop others. One process sends at a time, under a lease.

use std::time::Duration;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::engine::actor::Actor;
use crate::engine::actor::clock::{earlier, saturating_add, time_until};
use crate::engine::messages::Msg;

use super::send::SendJob;
use super::send_queue::{CachedScan, DueEntries, select_due};

/// Interval of retries for a lease that another process has. That process signals when it returns the lease; only after
/// a crash is the retry needed.
const LEASE_POLL: Duration = Duration::from_secs(2);

/// Duration of another process's lease from which the user is informed; responses to writes come sooner.
const LONG_LEASE: Duration = Duration::from_secs(5);

impl Actor {
    /// Sends due entries, and renews the lease while sending.
    pub(in crate::engine) fn dispatch_due(&mut self, now: Timestamp) {
        let beat_at = self.renew_lease(now);
        self.send_what_is_due(now);
        self.dispatcher.next_at = earlier(self.dispatcher.next_at, beat_at);
        self.publish_peer_lease(now);
    }

    /// Renews the lease while entries are in flight, and returns the next renewal time. A suspended process does not
    /// renew, so peers need not wait for it.
    fn renew_lease(&mut self, now: Timestamp) -> Option<Timestamp> {
        let end = self.dispatcher.leased_until.filter(|_| !self.dispatcher.is_idle())?;
        let half = self.settings.lease / 2;
        if time_until(end, now) > half {
            return end.checked_sub(half).ok();
        }
        // If another process took the lease, the idempotency key identifies responses to requests in flight.
        let renewed = self.store.outbox().renew_lease(now, self.settings.lease);
        let is_ours = self.ok_or_report(renewed) == Some(true);
        self.dispatcher.leased_until = is_ours.then(|| saturating_add(now, self.settings.lease));
        is_ours.then(|| saturating_add(now, half))
    }

    /// Publishes since when another process has had the lease for unusually long.
    fn publish_peer_lease(&mut self, now: Timestamp) {
        let is_long = |since: &Timestamp| time_until(now, *since) >= LONG_LEASE;
        let since = self.dispatcher.peer_lease_since.filter(is_long);
        if self.view.storage_health.lease_taken_since != since {
            self.view.storage_health.lease_taken_since = since;
            self.view.changed();
        }
    }

    fn send_what_is_due(&mut self, now: Timestamp) {
        self.dispatcher.next_at = None;
        if self.view.storage_health.failure.is_some() {
            // The outcome could not be stored, so the entry would be sent again.
            self.dispatcher.peer_lease_since = None;
            return;
        }
        if let Err(opens_at) = self.link.check_open(now) {
            // The connection, not another process, prevents sending.
            self.dispatcher.peer_lease_since = None;
            // The connection is closed; schedule a wake-up for its opening if entries wait.
            self.dispatcher.next_at =
                opens_at.filter(|_| self.outbox.entries().any(|entry| !entry.needs_user()));
            return;
        }
        let mut retry_lease_at = None;
        if self.has_orphans() {
            // Entries in state `Sending` that this process does not send: another process does, or crashed.
            match self.take_lease(now, true) {
                Ok(()) if !self.has_orphans() => {}
                Ok(()) => retry_lease_at = Some(saturating_add(now, LEASE_POLL)),
                Err(at) => retry_lease_at = Some(at),
            }
        }
        let due = self.find_due(now);
        self.dispatcher.next_at = earlier(due.next, retry_lease_at);
        if due.now.is_empty() && retry_lease_at.is_none() {
            self.dispatcher.peer_lease_since = None;
        } else if !due.now.is_empty() {
            match self.take_lease(now, false) {
                Ok(()) => self.send_due(now),
                Err(at) => self.dispatcher.next_at = earlier(self.dispatcher.next_at, Some(at)),
            }
        }
        self.release_if_idle();
    }

    fn find_due(&mut self, now: Timestamp) -> DueEntries {
        let max = if self.link.is_online() { self.settings.parallel } else { 1 };
        let slots = max.saturating_sub(self.dispatcher.in_flight.len());
        let (outbox, dispatcher) = (&self.outbox, &mut self.dispatcher);
        let inputs = (outbox.changes(), slots, dispatcher.next_mark);
        if let Some(cached) = dispatcher.cached_scan.as_ref().filter(|cached| cached.is_valid(inputs, now)) {
            return cached.due.clone();
        }
        let due = select_due(outbox.entries(), outbox.unreadable(), now, dispatcher.next_mark, slots);
        dispatcher.cached_scan = Some(CachedScan { scanned_at: now, inputs, due: due.clone() });
        due
    }

    /// Sends entries due in the present outbox, which acquiring the lease may have reloaded.
    fn send_due(&mut self, now: Timestamp) {
        debug_assert!(self.dispatcher.leased_until.is_some(), "it has no lease");
        for seq in self.find_due(now).now {
            // Another process may have returned the row while its request from here has no response yet.
            if self.dispatcher.in_flight.contains_key(&seq) || self.discard_unwanted_creation(seq) {
                continue;
            }
            if !self.send(seq, now) {
                // The row or the lease now belongs to another process: reload and retry a little later.
                self.reload_outbox();
                self.dispatcher.next_at =
                    earlier(self.dispatcher.next_at, Some(saturating_add(now, LEASE_POLL)));
                return;
            }
        }
    }

    fn has_orphans(&self) -> bool {
        let mut sending = self.outbox.sending();
        sending.any(|seq| !self.dispatcher.in_flight.contains_key(&seq))
    }

    /// Returns the lease once nothing is in flight.
    fn release_if_idle(&mut self) {
        if self.dispatcher.in_flight.is_empty() && self.dispatcher.leased_until.take().is_some() {
            let released = self.store.outbox().yield_lease();
            self.ok_or_report(released);
        }
    }

    /// Acquires or renews the lease; on failure returns when to retry. With `revive`, entries left in state `Sending`
    /// are recovered even if this process already has the lease.
    fn take_lease(&mut self, now: Timestamp, revive: bool) -> Result<(), Timestamp> {
        let term = self.settings.lease;
        let is_ours = |end| time_until(end, now) > term / 2;
        if !revive && self.dispatcher.leased_until.is_some_and(is_ours) {
            return Ok(());
        }
        let idle = self.dispatcher.in_flight.is_empty();
        let result = self.store.outbox().lease_and_revive(now, term, idle);
        let Some(result) = self.ok_or_report(result) else {
            return Err(saturating_add(now, LEASE_POLL));
        };
        if let Some(lease_end) = result.theirs_until {
            debug_assert!(lease_end > now, "an ended lease keeps this process from sending");
            self.dispatcher.peer_lease_since.get_or_insert(now);
            return Err(lease_end.min(saturating_add(now, LEASE_POLL)));
        }
        self.dispatcher.peer_lease_since = None;
        self.dispatcher.leased_until = Some(saturating_add(now, term));
        if result.entries_changed || revive {
            // Entries that a crashed process was sending wait again and now belong to this process.
            self.reload_outbox();
        }
        self.follow_outbox();
        Ok(())
    }

    /// Sends an entry and returns whether it could be claimed.
    fn send(&mut self, seq: i64, now: Timestamp) -> bool {
        let claimed = self.store.outbox().claim(seq, now, self.settings.lease);
        let Some(entry) = self.ok_or_report(claimed).flatten() else {
            return false;
        };
        if entry.operation == OperationId::NotificationsRead {
            self.dispatcher.next_mark = saturating_add(now, self.settings.mark_interval);
        }
        let before = self.dispatcher.in_flight.insert(seq, entry.attempts);
        debug_assert_eq!(before, None, "row {seq} is in flight twice");
        debug_assert!(self.dispatcher.in_flight.len() <= self.settings.parallel.max(1));
        let mut sending = SendJob {
            client: self.client.clone(),
            store: self.store.clone(),
            clock: self.settings.clock.clone(),
            term: self.settings.lease,
            entry: entry.clone(),
            guards_base: true,
            deadline: None,
            response: None,
        };
        self.outbox.put(entry);
        self.view.writes_changed();
        self.spawn(async move { Msg::Sent(seq, Box::new(sending.run().await)) });
        true
    }

    /// Removes an entry from those in flight.
    pub(super) fn remove_in_flight(&mut self, seq: i64) {
        let sent = self.dispatcher.in_flight.remove(&seq);
        debug_assert!(sent.is_some(), "row {seq} has an outcome and was not in flight");
    }
}
