//! Orderly shutdown. Requests in flight are awaited, the user's choice decides about the rest, and the engine reports
//! the remaining entries.

use std::sync::mpsc::Sender;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

use super::Actor;
use super::clock::saturating_add;
use super::clock_change::shift;
use crate::model::shutdown::{ShutdownMode, UnsentSummary};
use crate::store::{EntryState, OutboxEntry};

/// The state of an engine that is shutting down.
pub(in crate::engine) struct Shutdown {
    /// Deadline in real time, so that a stopped test clock cannot block a front end.
    pub(in crate::engine) deadline: Instant,
    until: Timestamp,
    /// Treatment of waiting entries.
    mode: ShutdownMode,
    reply: Sender<UnsentSummary>,
}

impl Actor {
    /// Returns whether waiting entries may still be sent; false when the user is being switched.
    pub(super) fn still_sends(&self) -> bool {
        self.shutdown.as_ref().is_none_or(|shutdown| shutdown.mode != ShutdownMode::SendNothing)
    }

    pub(super) fn begin_shutdown(
        &mut self,
        patience: Duration,
        mode: ShutdownMode,
        reply: Sender<UnsentSummary>,
    ) {
        let now = self.now();
        if self.view.storage_health.failure.is_none() {
            let outbox = self.store.outbox();
            let ended = match mode {
                ShutdownMode::SendAll => outbox.close_undo_windows(&self.outbox.own_scheduled(), now),
                ShutdownMode::SendReady | ShutdownMode::SendNothing => outbox.end_undo_windows(now),
            };
            // With `Leave::SendNothing` nothing more is sent, so the due times in memory do not matter.
            if self.ok_or_report(ended).is_some_and(|ended| ended > 0) && mode != ShutdownMode::SendNothing {
                self.reload_outbox();
            }
        }
        self.shutdown = Some(Shutdown {
            deadline: Instant::now() + patience,
            until: saturating_add(now, patience),
            mode,
            reply,
        });
    }

    /// Shifts the shutdown's end time after a clock change.
    pub(super) fn shift_shutdown(&mut self, by: SignedDuration) {
        if let Some(shutdown) = &mut self.shutdown {
            shift(&mut shutdown.until, by);
        }
    }

    /// Returns whether shutdown is complete; if so, it has reported the remaining entries.
    pub(super) fn finish_shutdown(&mut self) -> bool {
        let Some(shutdown) = &self.shutdown else {
            return false;
        };
        let until = shutdown.until;
        // Entries in their undo window are not awaited: it continues in the process that wrote them, or at the next start.
        let may_leave = |row: &OutboxEntry| match row.state {
            EntryState::Waiting => row.locked_by.is_none() && row.not_before <= until,
            // Another process is sending it.
            EntryState::Sending => shutdown.mode == ShutdownMode::SendAll,
            _ => false,
        };
        let is_drained = shutdown.mode == ShutdownMode::SendNothing
            || self.dispatcher.next_at.is_none_or(|at| at > until)
            || !self.outbox.entries().any(may_leave);
        let nothing_more = self.dispatcher.is_idle() && (is_drained || self.link.is_offline());
        if !nothing_more && Instant::now() < shutdown.deadline {
            return false;
        }
        self.discard_unawaited();
        let blocked = self.outbox.entries().filter(|row| row.needs_user()).count();
        // Entries of another identity are for that identity to resolve.
        let count_own = |state: EntryState| {
            let rows = self.outbox.entries();
            rows.filter(|row| row.state == state && row.locked_by.is_none()).count()
        };
        let leftover = UnsentSummary {
            waiting: self.outbox.entries().len() - blocked,
            blocked,
            conflicts: count_own(EntryState::Conflict),
            rejected: count_own(EntryState::Rejected),
        };
        if let Some(shutdown) = self.shutdown.take() {
            // The caller may have stopped waiting; nothing else depends on the report.
            let _gone = shutdown.reply.send(leftover);
        }
        self.flush_journal();
        let given_back = self.store.outbox().yield_lease();
        self.ok_or_report(given_back);
        self.log_requests();
        self.end_visit_on_close();
        self.publish();
        true
    }
}
