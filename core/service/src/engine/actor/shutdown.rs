//! Orderly shutdown. Requests in flight are awaited, the user's choice decides about the rest, and the engine reports
//! the remaining entries.

use std::sync::mpsc::Sender;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

use super::Actor;
use super::clock::after;
use super::clock_change::moved;
use crate::model::shutdown::{Leave, Leftover};
use crate::store::{Row, RowState};

/// The state of an engine that is shutting down.
pub(in crate::engine) struct Closing {
    /// Deadline in real time, so that a stopped test clock cannot block a front end.
    pub(in crate::engine) end: Instant,
    until: Timestamp,
    /// Treatment of waiting entries.
    how: Leave,
    reply: Sender<Leftover>,
}

impl Actor {
    /// Returns whether waiting entries may still be sent; false when the user is being switched.
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
            // With `Leave::Keep` nothing more is sent, so the due times in memory do not matter.
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

    /// Shifts the shutdown's end time after a clock change.
    pub(super) fn move_closing(&mut self, by: SignedDuration) {
        if let Some(closing) = &mut self.closing {
            moved(&mut closing.until, by);
        }
    }

    /// Returns whether shutdown is complete; if so, it has reported the remaining entries.
    pub(super) fn finish_closing(&mut self) -> bool {
        let Some(closing) = &self.closing else {
            return false;
        };
        let until = closing.until;
        // Entries in their undo window are not awaited: the window continues at the next start.
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
        // Entries of another identity are for that identity to resolve.
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
            // The caller may have stopped waiting; nothing else depends on the report.
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
