//! What a person does with writes that wait: change them, send them now, decide a conflict, drop them. A row that has left
//! meanwhile is left alone, and the answer says so.

use jiff::Timestamp;
use rusqlite::params;

use crate::contract::ids::IdempotencyKey;
use crate::store::{NewRow, Outbox, Row, RowState, StoreError};

use super::{discarded, insert, one};

impl Outbox {
    /// Drops rows that have not left and are not leaving, or are parked; the numbers of those that were dropped. With a
    /// creation goes what was to be done to the record that it would have made. [`take_up`](Self::take_up) brings them
    /// back.
    pub fn discard(&self, rows: &[i64], even_sent: bool) -> Result<Vec<i64>, StoreError> {
        self.step(|step| discarded::drop_rows(step, rows, even_sent))
    }

    /// Puts `rows` in the place of one that is parked, all or none, and keeps that one as given up; the rows they became.
    /// `None` if it is not parked any more.
    pub fn replace(&self, seq: i64, rows: &[NewRow]) -> Result<Option<Vec<Row>>, StoreError> {
        let me = self.me();
        self.step(|step| {
            let parked: bool = step.query_row(
                "SELECT count(*) FROM outbox WHERE seq = ?1 AND state IN ('refused', 'conflict')",
                [seq],
                |row| row.get(0),
            )?;
            if !parked {
                return Ok(None);
            }
            discarded::drop_rows(step, &[seq], true)?;
            rows.iter()
                .map(|row| insert(step, row, me))
                .collect::<Result<_, _>>()
                .map(Some)
        })
    }

    /// Makes a row ready to be sent now, whether it was held, waiting or parked. One of another identity stays shut.
    pub fn release(&self, seq: i64, now: Timestamp) -> Result<Option<Row>, StoreError> {
        let me = self.me();
        self.step(|step| {
            let changed = step.execute(
                "UPDATE outbox SET state = 'waiting', not_before = ?2 WHERE seq = ?1 AND state <> 'sending'
                 AND (?3 IS NULL OR identity IS NULL OR identity = ?3)",
                params![seq, now.as_microsecond(), me],
            )?;
            if changed == 0 {
                Ok(None)
            } else {
                one(step, seq, me)
            }
        })
    }

    /// Makes a parked row ready to be sent as the person decided: what it sends now, what they have seen, and a key of
    /// its own, as it is another logical write. With `until` it is held until then.
    pub fn decide(
        &self,
        seq: i64,
        (body, base): (&str, &str),
        key: &IdempotencyKey,
        now: Timestamp,
        until: Option<Timestamp>,
    ) -> Result<Option<Row>, StoreError> {
        let me = self.me();
        let state = if until.is_some() {
            RowState::Held
        } else {
            RowState::Waiting
        };
        self.step(|step| {
            let changed = step.execute(
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
                    me,
                    state.name(),
                    until.unwrap_or(now).as_microsecond()
                ],
            )?;
            if changed == 0 {
                Ok(None)
            } else {
                one(step, seq, me)
            }
        })
    }
}
