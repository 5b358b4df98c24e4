//! Scheduling of outbox entries for sending. Entries of one record are sent in order, different records concurrently; a
//! blocked entry does not stop others. One process sends at a time, under a lease.

use std::time::Duration;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::engine::actor::Actor;
use crate::engine::actor::clock::{after, earlier, until};
use crate::engine::messages::Msg;

use super::send::Sending;
use super::send_queue::{Due, Looked, due};

/// Interval of retries for a lease that another process has. That process signals when it returns the lease; only after
/// a crash is the retry needed.
const LEASE_POLL: Duration = Duration::from_secs(2);

/// Duration of another process's lease from which the user is informed; answers to writes come sooner.
const LONG_TURN: Duration = Duration::from_secs(5);

impl Actor {
    /// Sends due entries, and renews the lease while sending.
    pub(in crate::engine) fn drain_due(&mut self, now: Timestamp) {
        let beat_at = self.beat(now);
        self.send_what_is_due(now);
        self.drain.next = earlier(self.drain.next, beat_at);
        self.tell_turn(now);
    }

    /// Renews the lease while entries are in flight, and returns the next renewal time. A suspended process does not
    /// renew, so peers need not wait for it.
    fn beat(&mut self, now: Timestamp) -> Option<Timestamp> {
        let end = self.drain.leased_until.filter(|_| !self.drain.is_idle())?;
        let half = self.settings.lease / 2;
        if until(end, now) > half {
            return end.checked_sub(half).ok();
        }
        // If another process took the lease, the idempotency key identifies answers to requests in flight.
        let prolonged = self.store.outbox().prolong_lease(now, self.settings.lease);
        let ours = self.kept(prolonged) == Some(true);
        self.drain.leased_until = ours.then(|| after(now, self.settings.lease));
        ours.then(|| after(now, half))
    }

    /// Publishes since when another process has had the lease for unusually long.
    fn tell_turn(&mut self, now: Timestamp) {
        let long = |since: &Timestamp| until(now, *since) >= LONG_TURN;
        let since = self.drain.refused_since.filter(long);
        if self.view.keeping.queue_taken_since != since {
            self.view.keeping.queue_taken_since = since;
            self.view.changed();
        }
    }

    fn send_what_is_due(&mut self, now: Timestamp) {
        self.drain.next = None;
        if self.view.keeping.hindered.is_some() {
            // The outcome could not be stored, so the entry would be sent again.
            self.drain.refused_since = None;
            return;
        }
        if let Err(opens) = self.link.open(now) {
            // The connection, not another process, prevents sending.
            self.drain.refused_since = None;
            // The connection is closed; schedule a wake-up for its opening if entries wait.
            self.drain.next = opens.filter(|_| self.outbox.rows().any(|row| !row.stands()));
            return;
        }
        let mut again = None;
        if self.has_orphans() {
            // Entries in state `Sending` that this process does not send: another process does, or crashed.
            match self.take_lease(now, true) {
                Ok(()) if !self.has_orphans() => {}
                Ok(()) => again = Some(after(now, LEASE_POLL)),
                Err(at) => again = Some(at),
            }
        }
        let due = self.due_now(now);
        self.drain.next = earlier(due.next, again);
        if due.now.is_empty() && again.is_none() {
            self.drain.refused_since = None;
        } else if !due.now.is_empty() {
            match self.take_lease(now, false) {
                Ok(()) => self.send_due(now),
                Err(at) => self.drain.next = earlier(self.drain.next, Some(at)),
            }
        }
        self.rest();
    }

    fn due_now(&mut self, now: Timestamp) -> Due {
        let most = if self.link.is_online() {
            self.settings.parallel
        } else {
            1
        };
        let room = most.saturating_sub(self.drain.in_flight.len());
        let (outbox, drain) = (&self.outbox, &mut self.drain);
        let of = (outbox.changes(), room, drain.next_mark);
        if let Some(looked) = drain.looked.as_ref().filter(|looked| looked.holds(of, now)) {
            return looked.due.clone();
        }
        let due = due(outbox.rows(), outbox.sealed(), now, drain.next_mark, room);
        drain.looked = Some(Looked {
            at: now,
            of,
            due: due.clone(),
        });
        due
    }

    /// Sends entries due in the present outbox, which acquiring the lease may have reloaded.
    fn send_due(&mut self, now: Timestamp) {
        debug_assert!(self.drain.leased_until.is_some(), "it has no lease");
        for seq in self.due_now(now).now {
            // Another process may have returned the row while its request from here has no answer yet.
            if self.drain.in_flight.contains_key(&seq) || self.was_not_to_be(seq) {
                continue;
            }
            if !self.send(seq, now) {
                // The row or the lease now belongs to another process: reload and retry a little later.
                self.reload_outbox();
                self.drain.next = earlier(self.drain.next, Some(after(now, LEASE_POLL)));
                return;
            }
        }
    }

    fn has_orphans(&self) -> bool {
        let mut sending = self.outbox.sending();
        sending.any(|seq| !self.drain.in_flight.contains_key(&seq))
    }

    /// Returns the lease once nothing is in flight.
    fn rest(&mut self) {
        if self.drain.in_flight.is_empty() && self.drain.leased_until.take().is_some() {
            let given_back = self.store.outbox().yield_lease();
            self.kept(given_back);
        }
    }

    /// Acquires or renews the lease; on failure returns when to retry. With `revive`, entries left in state `Sending`
    /// are recovered even if this process already has the lease.
    fn take_lease(&mut self, now: Timestamp, revive: bool) -> Result<(), Timestamp> {
        let term = self.settings.lease;
        let ours = |end| until(end, now) > term / 2;
        if !revive && self.drain.leased_until.is_some_and(ours) {
            return Ok(());
        }
        let idle = self.drain.in_flight.is_empty();
        let taken = self.store.outbox().lease_telling(now, term, idle);
        let Some(taken) = self.kept(taken) else {
            return Err(after(now, LEASE_POLL));
        };
        if let Some(theirs) = taken.theirs_until {
            debug_assert!(theirs > now, "an ended lease keeps this process from sending");
            self.drain.refused_since.get_or_insert(now);
            return Err(theirs.min(after(now, LEASE_POLL)));
        }
        self.drain.refused_since = None;
        self.drain.leased_until = Some(after(now, term));
        if taken.rows_changed || revive {
            // Entries that a crashed process was sending wait again and now belong to this process.
            self.reload_outbox();
        }
        self.follow_outbox();
        Ok(())
    }

    /// Sends an entry and returns whether it could be claimed.
    fn send(&mut self, seq: i64, now: Timestamp) -> bool {
        let claimed = self.store.outbox().claim(seq, now, self.settings.lease);
        let Some(row) = self.kept(claimed).flatten() else {
            return false;
        };
        if row.operation == OperationId::NotificationsRead {
            self.drain.next_mark = after(now, self.settings.pace);
        }
        let before = self.drain.in_flight.insert(seq, row.attempts);
        debug_assert_eq!(before, None, "row {seq} is in flight twice");
        debug_assert!(self.drain.in_flight.len() <= self.settings.parallel.max(1));
        let sending = Sending {
            client: self.client.clone(),
            store: self.store.clone(),
            clock: self.settings.clock.clone(),
            term: self.settings.lease,
            doubtful: row.doubtful || until(now, row.created_at) > self.settings.stale,
            row: row.clone(),
        };
        self.outbox.put(row);
        self.view.writes_changed();
        self.spawn(async move { Msg::Sent(seq, Box::new(sending.run().await)) });
        true
    }

    /// Removes an entry from those in flight.
    pub(super) fn landed(&mut self, seq: i64) {
        let sent = self.drain.in_flight.remove(&seq);
        debug_assert!(sent.is_some(), "row {seq} has an outcome and was not in flight");
    }
}
