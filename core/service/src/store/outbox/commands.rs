//! The user's commands on waiting writes: change, send now, resolve a conflict, discard. A row that was sent meanwhile
//! is not touched, and the result tells so.

use jiff::Timestamp;
use rusqlite::params;

use crate::contract::ids::IdempotencyKey;
use crate::store::{EntryState, NewOutboxEntry, Outbox, OutboxEntry, StoreError};

use super::transition::EntryBeforeChange;
use super::{discarded, insert};

impl Outbox {
    /// Discards rows that are unsent or blocked, and returns the removed numbers. A creation takes the other writes of
    /// its record with it. [`restore`](Self::restore) restores them.
    pub fn discard(&self, rows: &[i64], even_sent: bool) -> Result<Vec<i64>, StoreError> {
        self.transact(|tx| discarded::discard_entries(tx, rows, even_sent))
    }

    /// Replaces a blocked row with `rows`, all or none, and stores it as discarded. Returns the new rows; `None` if the
    /// row is no longer blocked.
    pub fn replace(&self, seq: i64, rows: &[NewOutboxEntry]) -> Result<Option<Vec<OutboxEntry>>, StoreError> {
        let identity = self.identity_id();
        self.transact(|tx| {
            let is_blocked: bool = tx.query_row(
                "SELECT count(*) FROM outbox WHERE seq = ?1 AND state IN ('refused', 'conflict')",
                [seq],
                |row| row.get(0),
            )?;
            if !is_blocked {
                return Ok(None);
            }
            discarded::discard_entries(tx, &[seq], true)?;
            rows.iter().map(|row| insert(tx, row, identity)).collect::<Result<_, _>>().map(Some)
        })
    }

    /// Makes a scheduled, waiting or blocked row ready to be sent now. A row of another identity stays locked.
    pub fn release(&self, seq: i64, now: Timestamp) -> Result<Option<OutboxEntry>, StoreError> {
        let identity = self.identity_id();
        self.transact(|tx| {
            let before = EntryBeforeChange::read(tx, seq);
            let changed = tx.execute(
                "UPDATE outbox SET state = 'waiting', not_before = ?2 WHERE seq = ?1 AND state <> 'sending'
                 AND (?3 IS NULL OR identity IS NULL OR identity = ?3)",
                params![seq, now.as_microsecond(), identity],
            )?;
            if changed == 0 { Ok(None) } else { before.after_same_write(identity, EntryState::Waiting) }
        })
    }

    /// Makes a blocked row ready to be sent as the user decided. It gets a new body, base and key, because it is
    /// another logical write. With `until`, it has an undo window until then.
    pub fn resolve(
        &self,
        seq: i64,
        (body, base): (&str, &str),
        key: &IdempotencyKey,
        now: Timestamp,
        until: Option<Timestamp>,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        let identity = self.identity_id();
        let state = if until.is_some() { EntryState::Scheduled } else { EntryState::Waiting };
        self.transact(|tx| {
            let before = EntryBeforeChange::read(tx, seq);
            let changed = tx.execute(
                "UPDATE outbox SET state = ?7, not_before = ?8, created_at = ?5, body = ?2, base = ?3,
                     idem_key = ?4, ever_sent = 0, doubtful = 0, last_problem = NULL
                 WHERE seq = ?1 AND state IN ('refused', 'conflict')
                 AND (?6 IS NULL OR identity IS NULL OR identity = ?6)",
                params![
                    seq,
                    body,
                    base,
                    key.as_str(),
                    now.as_microsecond(),
                    identity,
                    state.name(),
                    until.unwrap_or(now).as_microsecond()
                ],
            )?;
            if changed == 0 { Ok(None) } else { before.after_new_write(identity, state) }
        })
    }
}
