//! Journal entry: one attempt of a write.

use crate::contract::OperationId;
use jiff::Timestamp;
use strum::{EnumString, IntoStaticStr};

/// Outcome of one attempt of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum WriteOutcome {
    /// The service applied it, or already had the wanted values.
    Applied,
    /// Sent without a response; a later read found it applied, possibly by another client.
    #[strum(serialize = "found")]
    FoundApplied,
    /// The service rejected it.
    #[strum(serialize = "refused")]
    Rejected,
    /// The record had changed meanwhile.
    Conflict,
    /// It failed or is in doubt; it is tried again.
    #[strum(serialize = "later")]
    RetryLater,
    /// The user discarded it.
    Discarded,
    /// Cancelled before it was sent.
    #[strum(serialize = "withdrawn")]
    Cancelled,
    /// Replaced before sending by a newer change, which includes its values unless overridden.
    Replaced,
}

impl WriteOutcome {
    /// Returns the name in the file and in exports.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns whether the wanted values are in effect.
    pub fn is_done(self) -> bool {
        matches!(self, Self::Applied | Self::FoundApplied)
    }

    /// Returns the outcome with a stored name.
    pub fn by_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

/// One journal entry.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalEntry {
    /// Sequence number.
    pub seq: i64,
    /// Outbox number of the write.
    pub outbox_id: i64,
    /// The `Idempotency-Key` of the write.
    pub key: String,
    /// Operation of the contract.
    pub operation: OperationId,
    /// Changed record.
    pub record: String,
    /// Name of the record.
    pub label: String,
    /// Values before as a JSON object, if known.
    pub before: Option<String>,
    /// Sent values as a JSON object; `None` for an operation without body.
    pub after: Option<String>,
    /// Number of attempts so far.
    pub attempts: u32,
    /// Outcome of the attempt.
    pub outcome: WriteOutcome,
    /// HTTP status of a failure.
    pub status: Option<u16>,
    /// `X-Request-ID`
    pub request_id: Option<String>,
    /// Reason of the failure as a JSON object.
    pub problem: Option<String>,
    /// User's reason for the status change; local, never sent.
    pub reason: Option<String>,
    /// Time of the user's request.
    pub requested_at: Timestamp,
    /// Time of the outcome.
    pub at: Timestamp,
}
