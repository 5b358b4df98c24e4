//! Which rows of the outbox are sent when. Order is kept per record; records go side by side; a parked row stops nobody;
//! one store drains at a time, whoever has the window open.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::contract::OperationId;
use crate::engine::actor::clock::{after, earlier, until};
use crate::engine::actor::clock_change::moved;
use crate::engine::actor::{Actor, Msg};

use super::lost_response_backoff::Losses;
use super::send::Sending;
use super::send_queue::{Due, Looked, due};

/// How soon the lease of another process is asked for again while something waits for it. It rings when it gives it
/// back; only one that ended without a word has to be found out.
const LEASE_POLL: Duration = Duration::from_secs(2);

/// A turn of another program that is worth a word: a write is answered sooner, or fails sooner.
const LONG_TURN: Duration = Duration::from_secs(5);

/// What is being sent, and what is due when.
#[derive(Debug)]
pub(in crate::engine) struct Drain {
    /// When something of this is next due by itself.
    pub(in crate::engine) next: Option<Timestamp>,
    /// What is being sent, and how often each had been sent before.
    in_flight: BTreeMap<i64, u32>,
    leased_until: Option<Timestamp>,
    /// Since when another program has had the right to send while something waits here.
    refused_since: Option<Timestamp>,
    next_mark: Timestamp,
    /// The last look at the whole outbox. It is long where much waits.
    looked: Option<Looked>,
    /// The writes whose answers went missing.
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

    /// How often a row that this program is sending had been sent before.
    pub(super) fn sent_before(&self, seq: i64) -> Option<u32> {
        self.in_flight.get(&seq).copied()
    }

    /// Whether nothing is being sent.
    pub(in crate::engine) fn is_idle(&self) -> bool {
        self.in_flight.is_empty()
    }
}

impl Actor {
    /// Sends what is due, and shows the others that it is alive while it sends.
    pub(in crate::engine) fn drain_due(&mut self, now: Timestamp) {
        let beat_at = self.beat(now);
        self.send_what_is_due(now);
        self.drain.next = earlier(self.drain.next, beat_at);
        self.tell_turn(now);
    }

    /// Prolongs the lease while something is being sent: a process that is stopped does not get here, and others need not
    /// wait for it. When to do it again.
    fn beat(&mut self, now: Timestamp) -> Option<Timestamp> {
        let end = self.drain.leased_until.filter(|_| !self.drain.is_idle())?;
        let half = self.settings.lease / 2;
        if until(end, now) > half {
            return end.checked_sub(half).ok();
        }
        // Where it was lost to another process, what is in the air is told apart by its key when its answer comes.
        let prolonged = self.store.outbox().prolong_lease(now, self.settings.lease);
        let ours = self.kept(prolonged) == Some(true);
        self.drain.leased_until = ours.then(|| after(now, self.settings.lease));
        ours.then(|| after(now, half))
    }

    /// Says that another program has had the queue for longer than anything takes.
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
            // What became of it could not be written down, and it would be sent again.
            self.drain.refused_since = None;
            return;
        }
        if let Err(opens) = self.link.open(now) {
            // It is not another program that keeps anything from leaving.
            self.drain.refused_since = None;
            // Nothing leaves through a closed gate; when it opens there may be something to try.
            self.drain.next = opens.filter(|_| self.outbox.rows().any(|row| !row.stands()));
            return;
        }
        let mut again = None;
        if self.has_orphans() {
            // Rows that no one here is sending: another process is, or was when it went away.
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

    /// Sends what is due by the newest look at the outbox, which taking the lease may have brought.
    fn send_due(&mut self, now: Timestamp) {
        for seq in self.due_now(now).now {
            if self.was_not_to_be(seq) {
                continue;
            }
            if !self.send(seq, now) {
                // The row or the lease is not ours after all: let go, look again, and begin anew a little later.
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

    /// With nothing being sent, the right to send goes back.
    fn rest(&mut self) {
        if self.drain.in_flight.is_empty() && self.drain.leased_until.take().is_some() {
            let given_back = self.store.outbox().yield_lease();
            self.kept(given_back);
        }
    }

    /// Takes or keeps the lease; if another store has it, or the disk fails, when to ask again. With `revive`, rows left
    /// behind in the middle of being sent are looked after even if the lease is ours already.
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
            self.drain.refused_since.get_or_insert(now);
            return Err(theirs.min(after(now, LEASE_POLL)));
        }
        self.drain.refused_since = None;
        self.drain.leased_until = Some(after(now, term));
        if taken.rows_changed || revive {
            // What another store was sending when it went away waits again, and is ours now.
            self.reload_outbox();
        }
        self.follow_outbox();
        Ok(())
    }

    /// Sends a row. Whether it was there to be sent.
    fn send(&mut self, seq: i64, now: Timestamp) -> bool {
        let claimed = self.store.outbox().claim(seq, now, self.settings.lease);
        let Some(row) = self.kept(claimed).flatten() else {
            return false;
        };
        if row.operation == OperationId::NotificationsRead {
            self.drain.next_mark = after(now, self.settings.pace);
        }
        self.drain.in_flight.insert(seq, row.attempts);
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

    /// A row has come back from being sent.
    pub(super) fn landed(&mut self, seq: i64) {
        self.drain.in_flight.remove(&seq);
    }
}
