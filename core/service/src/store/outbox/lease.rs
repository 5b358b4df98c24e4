//! The lease, which lets a single store send at a time. It ends with its term, with its owner's process, or when it is
//! returned.

use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use crate::store::StoreError;
use crate::store::files::process_lock::Presence;

/// Name of the only lease.
const DRAIN: &str = "drain";

/// Acquires or renews the lease. Returns the end of another live store's lease, if there is one.
pub(in crate::store) fn acquire(
    db: &Connection,
    presence: &Presence,
    now: Timestamp,
    term: Duration,
) -> Result<Option<Timestamp>, StoreError> {
    if let Some((owner, until)) = owner(db)?
        && owner != presence.name()
        && until > now.as_microsecond()
        && presence.is_alive(&owner)
    {
        return Ok(Some(Timestamp::from_microsecond(until).unwrap_or(Timestamp::MAX)));
    }
    let until = now.saturating_add(term).unwrap_or(Timestamp::MAX);
    debug_assert!(until > now || now == Timestamp::MAX);
    db.execute(
        "INSERT OR REPLACE INTO lease (name, owner, until) VALUES (?1, ?2, ?3)",
        params![DRAIN, presence.name(), until.as_microsecond()],
    )?;
    Ok(None)
}

/// Returns whether this store has the lease now.
pub(super) fn is_ours(db: &Connection, presence: &Presence, now: Timestamp) -> Result<bool, StoreError> {
    Ok(owner(db)?.is_some_and(|(owner, until)| owner == presence.name() && until > now.as_microsecond()))
}

/// Returns the lease, if this store has it.
pub(super) fn release(db: &Connection, presence: &Presence) -> Result<(), StoreError> {
    db.execute("DELETE FROM lease WHERE name = ?1 AND owner = ?2", [DRAIN, presence.name()])?;
    Ok(())
}

fn owner(db: &Connection) -> Result<Option<(String, i64)>, StoreError> {
    Ok(db
        .query_row("SELECT owner, until FROM lease WHERE name = ?1", [DRAIN], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?)
}
