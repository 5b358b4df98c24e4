//! The end of the user's last visit, and other marks in the history.

use crate::model::history::visit::Visit;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use super::History;
use super::read::latest;
use crate::store::StoreError;
use crate::store::cache::types::timestamp_from_micros;

const VISIT: &str = "visit";
const FULL_PASS: &str = "read";
const SYNCED: &str = "synced";
const PRUNED: &str = "pruned";
const AMENDED: &str = "amended";

impl History {
    /// Returns the end of the last visit; `None` before the first.
    pub fn visit(&self) -> Result<Option<Visit>, StoreError> {
        let mark = mark(&self.lock(), VISIT)?;
        Ok(mark.map(|(seq, at)| Visit { seq, at }))
    }

    /// Ends a visit. `last_viewed` is the newest entry that the user has seen, `None` all entries. Entries that another
    /// process marked as seen stay seen.
    pub fn end_visit(&self, last_viewed: Option<i64>, at: Timestamp) -> Result<Visit, StoreError> {
        self.transact(|tx| {
            let newest = latest(tx)?;
            let seq = last_viewed.map_or(newest, |last_viewed| last_viewed.min(newest));
            if let Some((before, at)) = mark(tx, VISIT)?.filter(|(before, _)| *before > seq) {
                return Ok(Visit { seq: before, at });
            }
            set_mark(tx, VISIT, seq, at)?;
            Ok(Visit { seq, at })
        })
    }

    /// Returns the newest entry that the last `sync` printed, if any.
    pub fn synced(&self) -> Result<Option<i64>, StoreError> {
        Ok(mark(&self.lock(), SYNCED)?.map(|(seq, _)| seq))
    }

    /// Notes that a `sync` has printed all entries up to number `seq`.
    pub fn end_sync(&self, seq: i64, at: Timestamp) -> Result<(), StoreError> {
        set_mark(&self.lock(), SYNCED, seq, at)
    }

    /// Undoes the end of a visit; `before` is the end of the previous one, if any. If another process has since marked
    /// entries after `marked_seen` as seen, nothing changes.
    pub fn resume_visit(&self, before: Option<Visit>, marked_seen: i64) -> Result<(), StoreError> {
        self.transact(|tx| {
            if mark(tx, VISIT)?.is_none_or(|(seq, _)| seq > marked_seen) {
                return Ok(());
            }
            match before {
                Some(before) => set_mark(tx, VISIT, before.seq, before.at),
                None => {
                    Ok(tx.prepare_cached("DELETE FROM mark WHERE name = ?1")?.execute([VISIT]).map(|_| ())?)
                }
            }
        })
    }

    /// Notes that a consistent pass over all deals began at `started`.
    pub(in crate::store) fn set_last_pass(&self, started: Timestamp) -> Result<(), StoreError> {
        set_pass(&self.lock(), started)
    }

    /// Returns the start of the last consistent pass over all deals.
    pub(in crate::store) fn last_pass(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(mark(&self.lock(), FULL_PASS)?.map(|(_, at)| at))
    }

    /// Returns how often existing entries were changed.
    pub(super) fn amended(&self) -> Result<i64, StoreError> {
        Ok(mark(&self.lock(), AMENDED)?.map_or(0, |(times, _)| times))
    }

    pub(super) fn pruned(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(mark(&self.lock(), PRUNED)?.map(|(_, at)| at))
    }
}

pub(super) fn set_pass(db: &Connection, started: Timestamp) -> Result<(), StoreError> {
    set_mark(db, FULL_PASS, 0, started)
}

/// Notes that existing entries changed, so that every process reloads them.
pub(super) fn mark_amended(db: &Connection) -> Result<(), StoreError> {
    let times = mark(db, AMENDED)?.map_or(0, |(times, _)| times);
    set_mark(db, AMENDED, times + 1, Timestamp::UNIX_EPOCH)
}

pub(super) fn set_pruned(db: &Connection, at: Timestamp) -> Result<(), StoreError> {
    set_mark(db, PRUNED, 0, at)
}

pub(super) fn mark(db: &Connection, name: &str) -> Result<Option<(i64, Timestamp)>, StoreError> {
    let stored: Option<(i64, i64)> = db
        .prepare_cached("SELECT seq, at FROM mark WHERE name = ?1")?
        .query_row([name], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(stored.and_then(|(seq, at)| Some((seq, timestamp_from_micros(at)?))))
}

pub(super) fn set_mark(db: &Connection, name: &str, seq: i64, at: Timestamp) -> Result<(), StoreError> {
    db.prepare_cached("INSERT OR REPLACE INTO mark (name, seq, at) VALUES (?1, ?2, ?3)")?
        .execute(params![name, seq, at.as_microsecond()])?;
    Ok(())
}
