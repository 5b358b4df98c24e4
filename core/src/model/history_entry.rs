//! One observed change of a deal, and how well its time is known.

use crate::contract::models::deal::STAMPS;
use crate::model::stage::Stage;
use jiff::Timestamp;

/// What was observed of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// It is new here, or was there when this client first looked.
    Seen {
        /// The deal as received.
        body: String,
        /// Since when it has its status, where that is known otherwise than by this sight. It says nothing of whether the
        /// deal is new.
        stage: Option<Stage>,
    },
    /// One of its fields changed. `None` where the field was, or is, not sent.
    Field {
        /// The field's name.
        name: String,
        /// Its JSON token before.
        before: Option<String>,
        /// Its JSON token after.
        after: Option<String>,
    },
    /// A clean reading of all deals did not show it. It may be deleted, or may have slipped through the pages.
    NotSeenAgain,
    /// It was missed in a reading and is there after all.
    SeenAgain,
    /// It is deleted: our own deletion, a 404, or a second clean reading without it.
    Deleted {
        /// The deal as it was last known.
        body: String,
    },
    /// It was deleted and is back.
    Back {
        /// The deal as received.
        body: String,
    },
}

/// How well a moment is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Our own write, answered by the service.
    Exact,
    /// Between two observations.
    Interval,
    /// It was already so when this client first looked.
    Censored,
}

/// One entry of the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number; it grows with time, and several deals first seen on one page share one.
    pub seq: i64,
    /// Which deal.
    pub deal: String,
    /// What was observed.
    pub what: What,
    /// The last moment at which it is known to have been otherwise; `None` if it always may have been so.
    pub after: Option<Timestamp>,
    /// The moment at which it was observed.
    pub at: Timestamp,
    /// Whether this client did it; else someone else did, as far as is known.
    pub ours: bool,
    /// Whether this client may have done it, though no answer said so: a write of it that was sent and not answered would
    /// have led to exactly that. Asked of the outbox and the journal when it is told ([`crate::store::Store::note_doubted`]).
    pub perhaps: bool,
}

impl Entry {
    /// How well its moment is known.
    pub fn certainty(&self) -> Certainty {
        match self.after {
            None => Certainty::Censored,
            // What others did was not seen to happen, however short the time between two looks was.
            Some(after) if self.ours && after >= self.at => Certainty::Exact,
            Some(_) => Certainty::Interval,
        }
    }

    /// Whether it is but the service's own date of another change.
    pub fn is_stamp(&self) -> bool {
        matches!(&self.what, What::Field { name, .. } if STAMPS.contains(&name.as_str()))
    }

    /// Whether it tells a change of that field.
    pub fn is_of(&self, field: &str) -> bool {
        matches!(&self.what, What::Field { name, .. } if name == field)
    }
}
