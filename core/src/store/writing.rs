//! One record on its way into the cache: whether it is new, changed, or older than what is held.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::records::moment;
use super::stage::{self, Seen};
use super::{Kept, Kind, Received, StoreError};

/// One record on its way into the file.
pub(super) struct Writing<'a> {
    pub(super) kind: Kind,
    pub(super) parent: &'a str,
    pub(super) pass: i64,
    pub(super) change: i64,
    pub(super) at: Timestamp,
    pub(super) record: &'a Received,
}

/// A record in the file, as far as it matters for replacing it.
pub(super) struct Held {
    same: bool,
    same_digest: bool,
    change: i64,
    fetched_at: Option<Timestamp>,
    position: i64,
}

impl Writing<'_> {
    /// Puts the record in, unless what is held is newer.
    pub(super) fn merge(
        &self,
        step: &Transaction<'_>,
        seen_all: Option<Timestamp>,
    ) -> Result<Kept, StoreError> {
        let id = &self.record.id;
        let gone: Option<i64> = step
            .prepare_cached("SELECT change FROM gone WHERE kind = ?1 AND id = ?2")?
            .query_row([self.kind.name(), id], |row| row.get(0))
            .optional()?;
        if gone.is_some_and(|change| change > self.change) {
            return Ok(Kept::Overtaken);
        }
        let before = held(step, self.kind, self.parent, self.record)?;
        let kept = match &before {
            Some(held) if held.change > self.change => return Ok(Kept::Overtaken),
            Some(held) if held.same => Kept::Same,
            Some(_) => Kept::Changed,
            None => Kept::New,
        };
        // The order of deals in their list means nothing here, and rewriting it would cost every row.
        let moved = before
            .as_ref()
            .is_some_and(|held| held.position != self.record.position);
        let redigested = before.as_ref().is_some_and(|held| !held.same_digest);
        if kept != Kept::Same || redigested || (moved && self.kind != Kind::Deal) {
            self.write(step)?;
        }
        if kept != Kept::Same {
            self.observe(step, Seen::Read(earliest(before.as_ref(), seen_all)))?;
        }
        Ok(kept)
    }

    pub(super) fn write(&self, step: &Transaction<'_>) -> Result<(), StoreError> {
        step.prepare_cached(
            "INSERT INTO record (kind, parent, id, body, position, fetched_at, pass, change, digest)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
             ON CONFLICT (kind, parent, id) DO UPDATE
             SET body = ?4, position = ?5, fetched_at = ?6, pass = ?7, change = ?8, digest = ?9",
        )?
        .execute(params![
            self.kind.name(),
            self.parent,
            self.record.id,
            self.record.body,
            self.record.position,
            self.at.as_microsecond(),
            self.pass,
            self.change,
            digest(self.record)
        ])?;
        Ok(())
    }

    pub(super) fn observe(&self, step: &Transaction<'_>, seen: Seen) -> Result<(), StoreError> {
        if self.kind != Kind::Deal {
            step.prepare_cached("INSERT OR IGNORE INTO first_seen (kind, id, at) VALUES (?1, ?2, ?3)")?
                .execute(params![
                    self.kind.name(),
                    self.record.id,
                    self.at.as_microsecond()
                ])?;
            return Ok(());
        }
        match &self.record.status {
            Some(status) => stage::observe(step, &self.record.id, status, self.at, seen),
            None => Ok(()),
        }
    }
}

/// The last moment at which a record is known to have been otherwise: when its old body came, or when a clean reading
/// began, which then showed the old body again, or showed that it was not there.
pub(super) fn earliest(before: Option<&Held>, seen_all: Option<Timestamp>) -> Option<Timestamp> {
    let fetched = before.and_then(|held| held.fetched_at);
    match (fetched, seen_all) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (a, b) => a.or(b),
    }
}

/// What is held of a record, against what is to replace it.
pub(super) fn held(
    step: &Connection,
    kind: Kind,
    parent: &str,
    record: &Received,
) -> Result<Option<Held>, StoreError> {
    Ok(step
        .prepare_cached(
            "SELECT body = ?4, ?5 IS NULL OR digest IS ?5, change, fetched_at, position FROM record
             WHERE kind = ?1 AND parent = ?2 AND id = ?3",
        )?
        .query_row(
            params![kind.name(), parent, record.id, record.body, digest(record)],
            |row| {
                Ok(Held {
                    same: row.get(0)?,
                    same_digest: row.get(1)?,
                    change: row.get(2)?,
                    fetched_at: moment(row.get(3)?),
                    position: row.get(4)?,
                })
            },
        )
        .optional()?)
}

fn digest(record: &Received) -> Option<&[u8]> {
    Some(&*record.digest).filter(|digest| !digest.is_empty())
}
