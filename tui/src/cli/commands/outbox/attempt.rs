//! One retry of a write: the decision before it is sent, and the rollback if no answer comes.

use std::time::Duration;

use encours_core::contract::Fields;
use encours_core::engine::{decided_over, gone, recreation};
use encours_core::error::Error;
use encours_core::store::{Outbox, Row};
use jiff::Timestamp;

use super::super::super::session::Session;
use super::super::journal;
use super::super::write::{Sent, came_to_nothing};
use super::given_up;

/// A write to retry, with its state before the retry.
pub(super) struct Attempt {
    /// Write to send.
    pub(super) row: Row,
    /// Follow-up writes with fields that the creation cannot set.
    pub(super) behind: Vec<Row>,
    /// Conflict that the user resolves by naming the entry.
    stood: Option<Row>,
    /// True if the write was replaced by a new creation.
    pub(super) creates_again: bool,
}

impl Attempt {
    /// Retries a write unchanged.
    pub(super) fn as_it_is(row: Row) -> Self {
        Self {
            row,
            behind: Vec::new(),
            stood: None,
            creates_again: false,
        }
    }

    /// Resolves a conflict in favour of the local change.
    ///
    /// The change is based on the server values at the time of the conflict. If the deal was deleted, a new
    /// creation replaces the write, followed by a change for fields that a creation cannot set. An already
    /// resolved conflict is retried unchanged.
    pub(super) fn deciding(outbox: &Outbox, row: Row) -> Result<Self, Error> {
        if let Some(known) = gone(&row) {
            let wanted = Fields::parse(&row.body)?;
            let again = recreation(&row, &known, &wanted, Duration::ZERO, Timestamp::now());
            let rows = outbox.replace(row.seq, &again)?.unwrap_or_default();
            let mut rows = rows.into_iter();
            return Ok(match rows.next() {
                Some(creation) => Self {
                    row: creation,
                    behind: rows.collect(),
                    stood: Some(row),
                    creates_again: true,
                },
                None => Self::as_it_is(row),
            });
        }
        let key = encours_core::client::auth::random_id::idempotency_key();
        let base = decided_over(&row, &row.body).to_body();
        let sides = (row.body.as_str(), &*base);
        let decided = outbox.decide(row.seq, sides, &key, Timestamp::now(), None)?;
        Ok(match decided {
            Some(decided) => Self {
                stood: Some(row),
                ..Self::as_it_is(decided)
            },
            None => Self::as_it_is(row),
        })
    }

    /// Rolls the decision back if no answer came. Returns the entry to report on.
    pub(super) fn end(&self, session: &Session, outbox: &Outbox, sent: &Result<Sent, Error>) -> &Row {
        let Some(stood) = &self.stood else {
            return &self.row;
        };
        let back = if !came_to_nothing(sent) {
            Ok(None)
        } else if self.creates_again {
            let instead: Vec<Row> = [&self.row].into_iter().chain(&self.behind).cloned().collect();
            outbox.put_back_replaced(stood.seq, &instead)
        } else {
            outbox.put_back(stood, &self.row)
        };
        let back = match back {
            Ok(back) => back,
            Err(why) => {
                tracing::warn!(%why, outbox_id = stood.seq, "failed to roll back the resolved conflict");
                return &self.row;
            }
        };
        if back.is_some() {
            return stood;
        }
        if self.creates_again {
            journal::note(session, &given_up(stood));
        }
        &self.row
    }
}
