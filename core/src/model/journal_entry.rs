//! One try of a write as the journal lists it.

use crate::contract::OperationId;
use jiff::Timestamp;

/// What became of one try of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The service applied it, or held what it wants already.
    Applied,
    /// It left and no answer ever said what became of it; a reading found it done, by whomever.
    Found,
    /// The service refused it.
    Refused,
    /// The record had changed meanwhile.
    Conflict,
    /// It did not get through, or it is not known whether it did; it is tried again.
    Later,
    /// The person gave it up.
    Discarded,
    /// It was taken back before it left, as if it had never been written.
    Withdrawn,
    /// Before it left a newer change took its place, and sends what it wanted as far as that stands.
    Replaced,
}

impl Outcome {
    /// Its name in the file and in exports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Found => "found",
            Self::Refused => "refused",
            Self::Conflict => "conflict",
            Self::Later => "later",
            Self::Discarded => "discarded",
            Self::Withdrawn => "withdrawn",
            Self::Replaced => "replaced",
        }
    }

    /// Whether what the write wanted is so.
    pub fn is_done(self) -> bool {
        matches!(self, Self::Applied | Self::Found)
    }

    pub(crate) fn by_name(name: &str) -> Option<Self> {
        [
            Self::Applied,
            Self::Found,
            Self::Refused,
            Self::Conflict,
            Self::Later,
            Self::Discarded,
            Self::Withdrawn,
            Self::Replaced,
        ]
        .into_iter()
        .find(|outcome| outcome.name() == name)
    }
}

/// One line of the journal.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalEntry {
    /// Its number.
    pub seq: i64,
    /// The number the write had in the outbox.
    pub outbox_id: i64,
    /// The `Idempotency-Key` of the write.
    pub key: String,
    /// Which operation of the contract.
    pub operation: OperationId,
    /// The record it changed.
    pub record: String,
    /// Its name.
    pub label: String,
    /// What was held before, as a JSON object; `None` where it is not known.
    pub before: Option<String>,
    /// What was sent, as a JSON object; `None` where the operation has no body.
    pub after: Option<String>,
    /// How often it had been sent.
    pub attempts: u32,
    /// What became of it.
    pub outcome: Outcome,
    /// The HTTP status of a failure.
    pub status: Option<u16>,
    /// `X-Request-ID`
    pub request_id: Option<String>,
    /// Why it failed, as a JSON object.
    pub problem: Option<String>,
    /// Why the deal entered its status, as the person said: kept here, never sent.
    pub reason: Option<String>,
    /// When the person asked for it.
    pub asked_at: Timestamp,
    /// When it was decided.
    pub at: Timestamp,
}
