//! Leaving in good order: what is under way is awaited, what becomes of the rest is the person's choice, and in the end
//! it is said what is left.

use std::sync::mpsc::Sender;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

use super::Actor;
use super::clock::after;
use super::clock_change::moved;
use crate::model::shutdown::{Leave, Leftover};
use crate::store::{Row, RowState};

/// An engine that is being closed.
pub(in crate::engine) struct Closing {
    /// In real time: a front end that leaves must not hang on a clock that stands still.
    pub(in crate::engine) end: Instant,
    until: Timestamp,
    /// What becomes of what waits.
    how: Leave,
    reply: Sender<Leftover>,
}

impl Actor {
    /// Whether what waits may leave: not where the one at work is being left.
    pub(super) fn still_sends(&self) -> bool {
        self.closing
            .as_ref()
            .is_none_or(|closing| closing.how != Leave::Keep)
    }

    pub(super) fn begin_closing(&mut self, patience: Duration, how: Leave, reply: Sender<Leftover>) {
        let now = self.now();
        if self.view.keeping.hindered.is_none() {
            let outbox = self.store.outbox();
            let ended = match how {
                Leave::Send => outbox.release_holds(now),
                Leave::Settle | Leave::Keep => outbox.end_holds(now),
            };
            // Where nothing more is sent, nobody asks when what waits was to leave.
            if self.kept(ended).is_some_and(|ended| ended > 0) && how != Leave::Keep {
                self.reload_outbox();
            }
        }
        self.closing = Some(Closing {
            end: Instant::now() + patience,
            until: after(now, patience),
            how,
            reply,
        });
    }

    /// Follows a clock that was set.
    pub(super) fn move_closing(&mut self, by: SignedDuration) {
        if let Some(closing) = &mut self.closing {
            moved(&mut closing.until, by);
        }
    }

    /// Whether a closing engine has done what it could; then it has said what is left.
    pub(super) fn finish_closing(&mut self) -> bool {
        let Some(closing) = &self.closing else {
            return false;
        };
        let until = closing.until;
        // What is held is not waited for: its hold goes on at the next start.
        let may_leave =
            |row: &Row| row.state == RowState::Waiting && row.locked.is_none() && row.not_before <= until;
        let rests = match closing.how {
            Leave::Keep => true,
            Leave::Send => self.drain.next.is_none_or(|at| at > until),
            Leave::Settle => {
                self.drain.next.is_none_or(|at| at > until) || !self.outbox.rows().any(may_leave)
            }
        };
        let nothing_more = self.drain.is_idle() && (rests || self.link.is_offline());
        if !nothing_more && Instant::now() < closing.end {
            return false;
        }
        self.give_up_leaving();
        let parked = self.outbox.rows().filter(|row| row.stands()).count();
        // What another identity wrote is that one's to decide.
        let own = |state: RowState| {
            let rows = self.outbox.rows();
            rows.filter(|row| row.state == state && row.locked.is_none())
                .count()
        };
        let left = Leftover {
            waiting: self.outbox.rows().len() - parked,
            parked,
            conflicts: own(RowState::Conflict),
            refused: own(RowState::Refused),
        };
        if let Some(closing) = self.closing.take() {
            // Whoever closed has gone away; nothing else depends on the answer.
            let _gone = closing.reply.send(left);
        }
        self.write_what_waits();
        let given_back = self.store.outbox().yield_lease();
        self.kept(given_back);
        self.log_requests();
        self.leave_visit();
        self.publish();
        true
    }
}
