//! One write that is tried again: what was decided about it before it leaves, and that it stands as it stood where no
//! answer comes.

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

/// A write on its way, and what it was before.
pub(super) struct Attempt {
    /// What is sent.
    pub(super) row: Row,
    /// What goes behind it: what a creation does not set.
    pub(super) behind: Vec<Row>,
    /// The conflict that naming it has decided.
    stood: Option<Row>,
    /// Whether a creation stands in its place.
    pub(super) creates_again: bool,
}

impl Attempt {
    /// Tries a write as it is.
    pub(super) fn as_it_is(row: Row) -> Self {
        Self {
            row,
            behind: Vec::new(),
            stood: None,
            creates_again: false,
        }
    }

    /// Decides a write in conflict for what was written here: it is measured against what the service held when the
    /// conflict was found. Where the deal is gone, it is created again with what was written here: the creation takes the
    /// write's place, with a change behind it of what a creation does not set. As it is where it is decided already.
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

    /// Takes back what was decided where no answer came to it; the write to speak of from here on.
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
                tracing::warn!(%why, outbox_id = stood.seq, "a write stays as it was decided");
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
