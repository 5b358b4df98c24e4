//! Outbox entry and its states.

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::contract::ids::IdempotencyKey;
use crate::contract::operation::OPERATIONS;
use crate::contract::patch::Fields;

use crate::model::identity::Identity;
use crate::store::StoreError;
use crate::store::cache::types::timestamp_from_micros;

/// State of an outbox entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum EntryState {
    /// Scheduled: in its undo window.
    #[strum(serialize = "held")]
    Scheduled,
    /// Waiting to be sent, not before its time.
    Waiting,
    /// In flight, sent by the store with its lease.
    Sending,
    /// Blocked: rejected by the server.
    #[strum(serialize = "refused")]
    Rejected,
    /// Blocked: the record had changed.
    Conflict,
}

impl EntryState {
    /// Returns the stored name, which scripts see too.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub(in crate::store) fn by_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// Returns whether it is blocked until the user acts.
    pub fn is_blocked(self) -> bool {
        matches!(self, Self::Rejected | Self::Conflict)
    }

    /// Returns whether the state may change to `next` (ARCHITECTURE.md, "States of an outbox entry").
    pub(in crate::store) const fn may_become(self, next: Self) -> bool {
        match self {
            // A change merged into an unsent write keeps its state or gives it another undo window.
            Self::Scheduled | Self::Waiting => true,
            Self::Sending => matches!(next, Self::Waiting | Self::Rejected | Self::Conflict),
            // Only the user ends a block, and a blocked write is never sent without waiting first.
            Self::Rejected | Self::Conflict => matches!(next, Self::Scheduled | Self::Waiting),
        }
    }
}

/// Returns the operation that stands for the kind of record that `operation` is about.
fn subject_kind(operation: OperationId) -> OperationId {
    match operation {
        OperationId::DealsCreate | OperationId::DealsDelete => OperationId::DealsUpdate,
        other => other,
    }
}

/// A write to be stored.
#[derive(Clone, Debug)]
pub struct NewOutboxEntry {
    /// The contract's operation.
    pub operation: OperationId,
    /// The record it changes; a temporary id for a creation.
    pub record: String,
    /// The exact bytes to send; empty if the operation has no body.
    pub body: String,
    /// The idempotency key, which never changes.
    pub key: IdempotencyKey,
    /// The values that the user saw, as a JSON object.
    pub base: String,
    /// The record's name, for messages.
    pub label: String,
    /// Time of the user's request.
    pub created_at: Timestamp,
    /// Time before which it is not sent.
    pub not_before: Timestamp,
    /// True if it is in its undo window until then.
    pub scheduled: bool,
}

impl NewOutboxEntry {
    /// Returns the identity of the record that the write is about, as [`OutboxEntry::subject`] does.
    pub fn subject(&self) -> (OperationId, &str) {
        (subject_kind(self.operation), &self.record)
    }

    /// Returns whether it can be stored as written.
    pub(in crate::store) fn is_sound(&self) -> bool {
        let is_object = |text: &str| text.starts_with('{') && text.ends_with('}');
        let body = self.body.is_empty() || is_object(&self.body);
        let opens = !self.scheduled || self.not_before >= self.created_at;
        body && is_object(&self.base) && opens
    }
}

/// A stored write.
#[derive(Clone, Debug, PartialEq)]
pub struct OutboxEntry {
    /// Its sequence number, which also gives the order. Never used twice.
    pub seq: i64,
    /// The contract's operation.
    pub operation: OperationId,
    /// The record it changes; a temporary id for a creation.
    pub record: String,
    /// The exact bytes to send.
    pub body: String,
    /// The idempotency key.
    pub key: IdempotencyKey,
    /// The values that the user saw, as a JSON object.
    pub base: String,
    /// The record's name, for messages.
    pub label: String,
    /// Time of the user's request.
    pub created_at: Timestamp,
    /// Number of attempts.
    pub attempts: u32,
    /// Time before which it is not sent.
    pub not_before: Timestamp,
    /// The state.
    pub state: EntryState,
    /// True if it was ever sent.
    pub ever_sent: bool,
    /// True if it was sent and its outcome is unknown.
    pub outcome_unknown: bool,
    /// The reason why it is blocked or the last attempt failed, as a JSON object.
    pub last_problem: Option<String>,
    /// The author, if it is another identity than the one in use. Such an entry is locked and not sent.
    pub locked_by: Option<Box<Identity>>,
}

impl OutboxEntry {
    /// Returns the identity of the record that the write is about. An id is unique only within a resource kind: a task
    /// and a deal may both be called `7` (contract, "Identifiers").
    pub fn subject(&self) -> (OperationId, &str) {
        (subject_kind(self.operation), &self.record)
    }

    /// Returns whether its columns agree with each other.
    pub(in crate::store) fn is_sound(&self) -> bool {
        // Without its reason, a blocked write could not be decided; without a send, nothing is in doubt.
        let has_reason = !self.state.is_blocked() || self.last_problem.is_some();
        let sent = self.ever_sent || !self.outcome_unknown;
        has_reason && sent
    }

    /// Returns whether both are the same write: the same bytes under the same key.
    pub(crate) fn is_same_write(&self, other: &Self) -> bool {
        let named = (self.seq, &self.key, self.operation) == (other.seq, &other.key, other.operation);
        named && self.body == other.body
    }

    /// Returns whether it can still be changed or cancelled: unsent and not in flight.
    pub fn is_unsent(&self) -> bool {
        !self.ever_sent
            && self.locked_by.is_none()
            && matches!(self.state, EntryState::Scheduled | EntryState::Waiting)
    }

    /// Returns whether the server may have applied it: sent, without a response about the outcome.
    pub fn in_doubt(&self) -> bool {
        self.outcome_unknown || self.state == EntryState::Sending && self.ever_sent
    }

    /// Returns whether it needs the user: blocked, or of another identity.
    pub fn needs_user(&self) -> bool {
        self.state.is_blocked() || self.locked_by.is_some()
    }
}

/// An entry that this version cannot read, from a newer one or damaged. It is preserved and never sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableEntry {
    /// Its sequence number.
    pub seq: i64,
    /// The operation, as the writing version named it.
    pub operation: String,
    /// The record it changes.
    pub record: String,
    /// The record's name.
    pub label: String,
    /// Time of the user's request, if readable.
    pub created_at: Option<Timestamp>,
    /// The part that this version cannot read.
    pub reason: String,
    /// True if it is a damaged entry of this version, not a newer version's.
    pub damaged: bool,
}

/// The query whose rows [`parse`] and [`parse_unreadable`] parse.
pub(super) const SELECT: &str =
    "SELECT o.seq, o.operation, o.record, o.body, o.idem_key, o.base, o.label, o.created_at,
         o.attempts, o.not_before, o.state, o.ever_sent, o.doubtful, o.last_problem,
         o.identity, w.base_url, w.key_id, w.user, w.entity,
         o.sum IS row_sum(o.operation, o.record, o.body, o.idem_key, o.base, o.label, o.created_at, o.attempts,
             o.not_before, o.state, o.ever_sent, o.doubtful, o.lease_owner, o.lease_until, o.last_problem, o.identity)
     FROM outbox o LEFT JOIN identity w ON w.id = o.identity";

/// Index of the column that tells whether the checksum is valid.
const INTACT: usize = 19;

/// Parses a row, as identity `identity` sees it. An unreadable row is an error and never skipped. Texts equal to those
/// of the row `before` are already validated; a bulk change repeats them in each row.
pub(in crate::store) fn parse(
    row: &rusqlite::Row<'_>,
    identity: Option<i64>,
    before: Option<&OutboxEntry>,
) -> Result<OutboxEntry, StoreError> {
    let seq: i64 = row.get(0)?;
    let unreadable = |column: &str| StoreError::Unreadable(format!("outbox row {seq}: {column}"));
    let operation: String = row.get(1)?;
    let key: String = row.get(4)?;
    let state: String = row.get(10)?;
    let writer: Option<i64> = row.get(14)?;
    let locked = if identity.is_some() && writer.is_some() && identity != writer {
        Some(Box::new(Identity {
            base_url: row.get(15)?,
            key_id: row.get(16)?,
            user: row.get(17)?,
            entity: row.get(18)?,
        }))
    } else {
        None
    };
    let operation = OperationId::by_name(&operation)
        .ok_or_else(|| unreadable(&format!("unknown operation {operation}")))?;
    if !row.get::<_, bool>(INTACT)? {
        return Err(unreadable("it is damaged"));
    }
    let (body, base): (String, String) = (row.get(3)?, row.get(5)?);
    // Damage that the checksum does not show: this program writes only JSON objects.
    let is_sound = |text: &str, of_before: fn(&OutboxEntry) -> &String| {
        before.is_some_and(|before| of_before(before) == text) || Fields::parse(text).is_ok()
    };
    if !body.is_empty() && !is_sound(&body, |before| &before.body) {
        return Err(unreadable("its body is damaged"));
    }
    if !is_sound(&base, |before| &before.base) {
        return Err(unreadable("what it guards is damaged"));
    }
    let read = OutboxEntry {
        seq,
        operation,
        record: row.get(2)?,
        body,
        key: IdempotencyKey::new(key).map_err(|_| unreadable("malformed key"))?,
        base,
        label: row.get(6)?,
        created_at: timestamp_from_micros(row.get(7)?).ok_or_else(|| unreadable("impossible moment"))?,
        attempts: row.get(8)?,
        not_before: timestamp_from_micros(row.get(9)?).ok_or_else(|| unreadable("impossible moment"))?,
        state: EntryState::by_name(&state).ok_or_else(|| unreadable("unknown state"))?,
        ever_sent: row.get(11)?,
        outcome_unknown: row.get(12)?,
        last_problem: row.get(13)?,
        locked_by: locked,
    };
    // The checksum has excluded damage, so only this program can have written it.
    debug_assert!(read.is_sound(), "outbox row {seq} contradicts itself");
    Ok(read)
}

/// Returns the readable parts of a row that [`parse`] rejected.
pub(in crate::store) fn parse_unreadable(
    row: &rusqlite::Row<'_>,
    reason: &StoreError,
) -> Result<UnreadableEntry, StoreError> {
    let text = |column| row.get::<_, Option<String>>(column).ok().flatten().unwrap_or_default();
    Ok(UnreadableEntry {
        seq: row.get(0)?,
        operation: text(1),
        record: text(2),
        label: text(6),
        created_at: row.get::<_, i64>(7).ok().and_then(timestamp_from_micros),
        reason: reason.to_string(),
        damaged: OperationId::by_name(&text(1)).is_some()
            || !row.get::<_, bool>(INTACT)? && is_nearly_known(&text(1)),
    })
}

/// Returns whether a name differs from a known operation's by a few bits. No later version uses such a name.
fn is_nearly_known(name: &str) -> bool {
    let bit_distance = |known: &str| -> u32 {
        let bits = known.bytes().zip(name.bytes()).map(|(a, b)| (a ^ b).count_ones());
        bits.sum()
    };
    name.is_empty()
        || OPERATIONS.iter().any(|known| known.name.len() == name.len() && bit_distance(known.name) <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::outbox::tests::{new_write, open};

    #[test]
    fn name_with_a_few_wrong_bits_is_nearly_known() {
        for (name, expected) in [
            ("deals_update", true),
            ("deals_updatd", true), // e and d differ by one bit
            ("eeals_updatd", true),
            ("eeals_updauf", false),
            ("", true),
            ("deals_updat", false),
            ("deals_archive", false),
        ] {
            assert_eq!(is_nearly_known(name), expected, "{name}");
        }
    }

    #[test]
    fn only_an_own_waiting_write_is_unsent() {
        let tmp = tempfile::tempdir().unwrap();
        let store = open(&tmp);
        let row = store.outbox().enqueue(&[new_write("a", 10, true)]).unwrap().remove(0);
        let other = Box::new(Identity::new("https://service.example", "other", None));
        assert!(row.is_unsent() && OutboxEntry { state: EntryState::Waiting, ..row.clone() }.is_unsent());
        assert!(!OutboxEntry { ever_sent: true, ..row.clone() }.is_unsent());
        assert!(!OutboxEntry { locked_by: Some(other), ..row.clone() }.is_unsent());
        assert!(!OutboxEntry { state: EntryState::Sending, ..row }.is_unsent());
    }

    #[test]
    fn unreadable_row_is_damaged_or_of_a_newer_version() {
        let tmp = tempfile::tempdir().unwrap();
        // Each change of a row also changes its checksum.
        for (operation, damaged) in
            [("deals_update", true), ("deals_archive", false), ("deals_updatd", false)]
        {
            let store = open(&tmp);
            let row = store.outbox().enqueue(&[new_write("a", 10, true)]).unwrap().remove(0);
            let db = store.outbox().lock();
            db.execute(
                "UPDATE outbox SET operation = ?1 WHERE seq = ?2",
                rusqlite::params![operation, row.seq],
            )
            .unwrap();
            let found = db
                .query_row(&format!("{SELECT} WHERE seq = ?1"), [row.seq], |row| {
                    Ok(parse_unreadable(row, &StoreError::Unreadable(String::new())))
                })
                .unwrap()
                .unwrap();
            assert_eq!((found.operation.as_str(), found.damaged), (operation, damaged));
        }
    }
}
