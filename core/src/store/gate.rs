//! The gate of the rate limit, kept so that a ban outlives a restart and both front ends respect it.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use super::StoreError;
use super::records::moment;

const REQUESTS: &str = "requests";

pub(super) fn read(db: &Connection) -> Result<Option<Timestamp>, StoreError> {
    let until: Option<i64> = db
        .query_row("SELECT until FROM gate WHERE name = ?1", [REQUESTS], |row| {
            row.get(0)
        })
        .optional()?;
    Ok(until.and_then(moment))
}

pub(super) fn write(db: &Connection, until: Option<Timestamp>) -> Result<(), StoreError> {
    match until {
        Some(until) => db.execute(
            "INSERT OR REPLACE INTO gate (name, until) VALUES (?1, ?2)",
            params![REQUESTS, until.as_microsecond()],
        )?,
        None => db.execute("DELETE FROM gate WHERE name = ?1", [REQUESTS])?,
    };
    Ok(())
}
