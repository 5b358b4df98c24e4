//! One row of the outbox, in words.

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::contract::ids::IdempotencyKey;
use crate::contract::operation::OPERATIONS;
use crate::contract::patch::Fields;

use crate::store::cache::types::moment;
use crate::store::{Identity, StoreError};

/// Where a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowState {
    /// Kept back until its moment, so that it can be undone.
    Held,
    /// To be sent, not before its moment.
    Waiting,
    /// Being sent, by the store that holds its lease.
    Sending,
    /// Refused by the service; parked.
    Refused,
    /// The record had changed; parked.
    Conflict,
}

impl RowState {
    pub(in crate::store) fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Waiting => "waiting",
            Self::Sending => "sending",
            Self::Refused => "refused",
            Self::Conflict => "conflict",
        }
    }

    pub(in crate::store) fn by_name(name: &str) -> Option<Self> {
        [
            Self::Held,
            Self::Waiting,
            Self::Sending,
            Self::Refused,
            Self::Conflict,
        ]
        .into_iter()
        .find(|state| state.name() == name)
    }

    /// Whether it waits for a person.
    pub fn is_parked(self) -> bool {
        matches!(self, Self::Refused | Self::Conflict)
    }
}

/// A write to be kept.
#[derive(Clone, Debug)]
pub struct NewRow {
    /// Which operation of the contract.
    pub operation: OperationId,
    /// The record it changes; a temporary id for a creation.
    pub record: String,
    /// The exact bytes to send; empty where the operation has no body.
    pub body: String,
    /// The key under which it is sent, now and ever after.
    pub key: IdempotencyKey,
    /// The fields as the person saw them, as a JSON object.
    pub base: String,
    /// The record's name, for messages.
    pub label: String,
    /// When the person asked for it.
    pub created_at: Timestamp,
    /// Not sent before this moment.
    pub not_before: Timestamp,
    /// Whether it is held for undo until then.
    pub held: bool,
}

/// A write that is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its number, which is also its place: never used twice.
    pub seq: i64,
    /// Which operation of the contract.
    pub operation: OperationId,
    /// The record it changes; a temporary id for a creation.
    pub record: String,
    /// The exact bytes to send.
    pub body: String,
    /// The key under which it is sent.
    pub key: IdempotencyKey,
    /// The fields as the person saw them, as a JSON object.
    pub base: String,
    /// The record's name, for messages.
    pub label: String,
    /// When the person asked for it.
    pub created_at: Timestamp,
    /// How often it has been sent.
    pub attempts: u32,
    /// Not sent before this moment.
    pub not_before: Timestamp,
    /// Where it stands.
    pub state: RowState,
    /// Whether it ever left.
    pub ever_sent: bool,
    /// Whether it left and its outcome is not known.
    pub doubtful: bool,
    /// Why it is parked, or why the last attempt failed, as a JSON object.
    pub last_problem: Option<String>,
    /// Who wrote it, if that is another identity than the one in use. Such a row stays shut: it is not sent.
    pub locked: Option<Box<Identity>>,
}

impl Row {
    /// What it is about. An identifier says which record only among those of one family: a task and a deal may both be
    /// called `7` (contract, "Identifiers").
    pub fn subject(&self) -> (OperationId, &str) {
        let family = match self.operation {
            OperationId::DealsCreate | OperationId::DealsDelete => OperationId::DealsUpdate,
            other => other,
        };
        (family, &self.record)
    }

    /// Whether it may still be changed or dropped as if it had never been: it has not left, and is not leaving.
    pub fn is_unsent(&self) -> bool {
        !self.ever_sent && self.locked.is_none() && matches!(self.state, RowState::Held | RowState::Waiting)
    }

    /// Whether the service may have applied it: it left, and no answer said what became of it.
    pub fn in_doubt(&self) -> bool {
        self.doubtful || self.state == RowState::Sending && self.ever_sent
    }

    /// Whether nothing happens to it before the person acts: parked, or another identity's.
    pub fn stands(&self) -> bool {
        self.state.is_parked() || self.locked.is_some()
    }
}

/// A row that this version cannot read, written by a newer one or damaged. It is kept as it is and never sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// Its number.
    pub seq: i64,
    /// The operation, in the words of whoever wrote it.
    pub operation: String,
    /// The record it changes.
    pub record: String,
    /// The record's name.
    pub label: String,
    /// When the person asked for it, if that can be read.
    pub created_at: Option<Timestamp>,
    /// What this version cannot read about it.
    pub reason: String,
    /// Whether it is one of this version's own that was damaged, and not one that a newer version wrote.
    pub damaged: bool,
}

/// The query that [`read`] and [`sealed`] read the answer of.
pub(super) const SELECT: &str =
    "SELECT o.seq, o.operation, o.record, o.body, o.idem_key, o.base, o.label, o.created_at,
         o.attempts, o.not_before, o.state, o.ever_sent, o.doubtful, o.last_problem,
         o.identity, w.base_url, w.key_id, w.user, w.entity,
         o.sum IS row_sum(o.operation, o.record, o.body, o.idem_key, o.base, o.label, o.created_at, o.attempts,
             o.not_before, o.state, o.ever_sent, o.doubtful, o.lease_owner, o.lease_until, o.last_problem, o.identity)
     FROM outbox o LEFT JOIN identity w ON w.id = o.identity";

/// The column that says whether the row has the checksum that it was written with.
const AS_WRITTEN: usize = 19;

/// Reads one row, as `me` sees it. What this version can't read is an error, never a row left out. What the row `before` it
/// writes or guards too has been looked at: a change of many deals writes the same to each.
pub(in crate::store) fn read(
    row: &rusqlite::Row<'_>,
    me: Option<i64>,
    before: Option<&Row>,
) -> Result<Row, StoreError> {
    let seq: i64 = row.get(0)?;
    let odd = |what: &str| StoreError::Unreadable(format!("outbox row {seq}: {what}"));
    let operation: String = row.get(1)?;
    let key: String = row.get(4)?;
    let state: String = row.get(10)?;
    let writer: Option<i64> = row.get(14)?;
    let locked = if me.is_some() && writer.is_some() && me != writer {
        Some(Box::new(Identity {
            base_url: row.get(15)?,
            key_id: row.get(16)?,
            user: row.get(17)?,
            entity: row.get(18)?,
        }))
    } else {
        None
    };
    let operation =
        OperationId::by_name(&operation).ok_or_else(|| odd(&format!("unknown operation {operation}")))?;
    if !row.get::<_, bool>(AS_WRITTEN)? {
        return Err(odd("it is damaged"));
    }
    let (body, base): (String, String) = (row.get(3)?, row.get(5)?);
    // Damage that the file does not show: what is no JSON object was never written by us, and is not sent.
    let is_sound = |text: &str, of_before: fn(&Row) -> &String| {
        before.is_some_and(|before| of_before(before) == text) || Fields::parse(text).is_ok()
    };
    if !body.is_empty() && !is_sound(&body, |before| &before.body) {
        return Err(odd("its body is damaged"));
    }
    if !is_sound(&base, |before| &before.base) {
        return Err(odd("what it guards is damaged"));
    }
    Ok(Row {
        seq,
        operation,
        record: row.get(2)?,
        body,
        key: IdempotencyKey::new(key).map_err(|_| odd("malformed key"))?,
        base,
        label: row.get(6)?,
        created_at: moment(row.get(7)?).ok_or_else(|| odd("impossible moment"))?,
        attempts: row.get(8)?,
        not_before: moment(row.get(9)?).ok_or_else(|| odd("impossible moment"))?,
        state: RowState::by_name(&state).ok_or_else(|| odd("unknown state"))?,
        ever_sent: row.get(11)?,
        doubtful: row.get(12)?,
        last_problem: row.get(13)?,
        locked,
    })
}

/// What can be said of a row that [`read`] refused.
pub(in crate::store) fn sealed(row: &rusqlite::Row<'_>, reason: &StoreError) -> Result<Sealed, StoreError> {
    let text = |column| {
        row.get::<_, Option<String>>(column)
            .ok()
            .flatten()
            .unwrap_or_default()
    };
    Ok(Sealed {
        seq: row.get(0)?,
        operation: text(1),
        record: text(2),
        label: text(6),
        created_at: row.get::<_, i64>(7).ok().and_then(moment),
        reason: reason.to_string(),
        damaged: OperationId::by_name(&text(1)).is_some()
            || !row.get::<_, bool>(AS_WRITTEN)? && is_nearly_known(&text(1)),
    })
}

/// Whether an operation has the name of one that is known but for a few bits: no later version calls one so.
fn is_nearly_known(name: &str) -> bool {
    let apart = |known: &str| -> u32 {
        let bits = known.bytes().zip(name.bytes()).map(|(a, b)| (a ^ b).count_ones());
        bits.sum()
    };
    name.is_empty()
        || OPERATIONS
            .iter()
            .any(|known| known.name.len() == name.len() && apart(known.name) <= 2)
}
