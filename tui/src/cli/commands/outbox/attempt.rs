//! One retry of a write: the decision before it is sent, and the rollback if no response comes.

use std::time::Duration;

use encours_core::engine::{JournaledAttempt, recreation_entries, recreation_fields, resolve_blocked};
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::store::Outbox;

use super::super::journal;
use super::super::write::{SendResult, is_undecided};
use crate::cli::prelude::*;

/// A write to retry, with its state before the retry.
pub(super) struct Attempt {
    /// Write to send.
    pub(super) row: OutboxEntry,
    /// Follow-up writes with fields that the creation cannot set.
    pub(super) follow_ups: Vec<OutboxEntry>,
    /// Conflict that the user resolves by naming the entry.
    resolved_conflict: Option<OutboxEntry>,
    /// True if the write was replaced by a new creation.
    pub(super) creates_again: bool,
}

impl Attempt {
    /// Retries a write unchanged.
    pub(super) fn unchanged(row: OutboxEntry) -> Self {
        Self { row, follow_ups: Vec::new(), resolved_conflict: None, creates_again: false }
    }

    /// Resolves a conflict in favour of the local change.
    ///
    /// The change is based on the server values at the time of the conflict. If the deal was deleted, a new
    /// creation replaces the write, followed by a change for fields that a creation cannot set. An already
    /// resolved conflict is retried unchanged.
    pub(super) fn resolve_conflict(outbox: &Outbox, row: OutboxEntry) -> Result<Self, Error> {
        if let Some(known) = recreation_fields(&row) {
            let fields = Fields::parse(&row.body)?;
            let again = recreation_entries(&row, &known, &fields, Duration::ZERO, Timestamp::now());
            let rows = outbox.replace(row.seq, &again)?.unwrap_or_default();
            let mut rows = rows.into_iter();
            return Ok(match rows.next() {
                Some(creation) => Self {
                    row: creation,
                    follow_ups: rows.collect(),
                    resolved_conflict: Some(row),
                    creates_again: true,
                },
                None => Self::unchanged(row),
            });
        }
        let decided = resolve_blocked(outbox, &row, &row.body, Timestamp::now(), None)?;
        Ok(match decided {
            Some(decided) => Self { resolved_conflict: Some(row), ..Self::unchanged(decided) },
            None => Self::unchanged(row),
        })
    }

    /// Rolls the decision back if no response came. Returns the entry to report on.
    pub(super) fn finish(
        &self,
        session: &Session,
        outbox: &Outbox,
        sent: &Result<SendResult, Error>,
    ) -> &OutboxEntry {
        let Some(previous) = &self.resolved_conflict else {
            return &self.row;
        };
        let restored = if !is_undecided(sent) {
            Ok(None)
        } else if self.creates_again {
            let instead: Vec<OutboxEntry> =
                [&self.row].into_iter().chain(&self.follow_ups).cloned().collect();
            outbox.restore_replaced(previous.seq, &instead)
        } else {
            outbox.restore_blocked(previous, &self.row)
        };
        let restored = match restored {
            Ok(restored) => restored,
            Err(error) => {
                tracing::warn!(%error, outbox_id = previous.seq, "failed to roll back the resolved conflict");
                return &self.row;
            }
        };
        if restored.is_some() {
            return previous;
        }
        if self.creates_again {
            journal::record_attempt(session, &JournaledAttempt::new(previous, WriteOutcome::Discarded));
        }
        &self.row
    }
}
