//! The stored end of the rate limit. It survives restarts, and all front ends respect it.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use crate::store::StoreError;

use super::types::timestamp_from_micros;

const REQUESTS: &str = "requests";

pub(in crate::store) fn read(db: &Connection) -> Result<Option<Timestamp>, StoreError> {
    let until: Option<i64> =
        db.query_row("SELECT until FROM gate WHERE name = ?1", [REQUESTS], |row| row.get(0)).optional()?;
    Ok(until.and_then(timestamp_from_micros))
}

pub(in crate::store) fn write(db: &Connection, until: Option<Timestamp>) -> Result<(), StoreError> {
    match until {
        Some(until) => db.execute(
            "INSERT OR REPLACE INTO gate (name, until) VALUES (?1, ?2)",
            params![REQUESTS, until.as_microsecond()],
        )?,
        None => db.execute("DELETE FROM gate WHERE name = ?1", [REQUESTS])?,
    };
    Ok(())
}
