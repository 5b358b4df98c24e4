//! Since when a deal has its status, as far as this client could observe it: the service sends no history.

use crate::model::stage::Stage;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use super::types::moment;
use crate::contract::record::Record;
use crate::store::StoreError;

/// How a status came to be observed.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) enum Seen {
    /// The answer to our own write, which set it and was asked for at that moment.
    Set {
        /// When.
        asked: Timestamp,
    },
    /// A reading; the moment, if any, at which an earlier one showed it otherwise or not at all.
    Read(Option<Timestamp>),
}

/// What is held of a deal before.
#[derive(Debug)]
pub(in crate::store) struct Was {
    pub(in crate::store) status: Option<String>,
    /// When the body came that holds it.
    pub(super) fetched_at: Timestamp,
}

/// Notes that `deal` has `status` at `at`. Nothing changes while it keeps the status it has, unless it can be dated
/// better. A deal without a row has had its status at least since its body came: a first reading needs no rows.
pub(in crate::store) fn observe(
    db: &Connection,
    deal: &str,
    status: &str,
    at: Timestamp,
    seen: Seen,
    was: Option<&Was>,
) -> Result<(), StoreError> {
    let row: Option<(String, i64)> = db
        .prepare_cached("SELECT status, since FROM stage WHERE deal = ?1")?
        .query_row([deal], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let (known, since) = match (&row, was) {
        (Some((status, since)), _) => (Some(status.as_str()), moment(*since)),
        (None, Some(was)) => (was.status.as_deref(), Some(was.fetched_at)),
        (None, None) => (None, None),
    };
    if let (true, Some(since)) = (known == Some(status), since) {
        return match seen {
            // A reading showed the change before the answer that dates it came in. What was so before the write was
            // asked for, the write did not change.
            Seen::Set { asked } if since >= asked => put_row(db, deal, status, Stage::Exact(since)),
            // Its body is about to be replaced, and with it the date that stands for the row.
            _ if row.is_none() => put_row(db, deal, status, Stage::AtLeast(since)),
            _ => Ok(()),
        };
    }
    match seen {
        Seen::Set { .. } => put_row(db, deal, status, Stage::Exact(at)),
        Seen::Read(Some(before)) => {
            let after = before.min(at);
            put_row(db, deal, status, Stage::Interval { after, before: at })
        }
        Seen::Read(None) if row.is_none() && was.is_none() => Ok(()),
        Seen::Read(None) => put_row(db, deal, status, Stage::AtLeast(at)),
    }
}

/// Notes that a reading leaves the status of `deal` out. It is not known to have another one: what was known of it is
/// kept for when it is given again.
pub(in crate::store) fn left_out(db: &Connection, deal: &str, was: &Was) -> Result<(), StoreError> {
    let Some(status) = &was.status else { return Ok(()) };
    if of(db, deal)?.is_some() {
        return Ok(());
    }
    // Its body is about to be replaced, and with it the date that stands for the row.
    put_row(db, deal, status, Stage::AtLeast(was.fetched_at))
}

/// Keeps what is known of the status that `body` holds.
pub(in crate::store) fn put(db: &Connection, deal: &str, body: &str, stage: Stage) -> Result<(), StoreError> {
    let status = Record::parse(body)
        .ok()
        .and_then(|record| record.text("status").map(String::from));
    match status {
        Some(status) => put_row(db, deal, &status, stage),
        None => Ok(()),
    }
}

/// Keeps what is known of the status of a deal.
pub(super) fn put_row(db: &Connection, deal: &str, status: &str, stage: Stage) -> Result<(), StoreError> {
    let (since, bound, earliest) = match stage {
        Stage::Exact(at) => (at, "exact", at),
        Stage::Interval { after, before } => (before, "interval", after),
        Stage::AtLeast(at) => (at, "at_least", at),
    };
    db.prepare_cached(
        "INSERT INTO stage (deal, status, since, bound, earliest, first_seen) VALUES (?1, ?2, ?3, ?4, ?5, ?3)
         ON CONFLICT (deal) DO UPDATE SET status = ?2, since = ?3, bound = ?4, earliest = ?5",
    )?
    .execute(params![
        deal,
        status,
        since.as_microsecond(),
        bound,
        earliest.as_microsecond()
    ])?;
    Ok(())
}

/// What was observed of a deal's status, where it is known better than by when the deal came.
pub(crate) fn of(db: &Connection, deal: &str) -> Result<Option<Stage>, StoreError> {
    let mut one = db.prepare_cached("SELECT since, bound, earliest FROM stage WHERE deal = ?1")?;
    let mut rows = one.query([deal])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let bound = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
    Ok(from_columns(row.get(0)?, Some(bound), row.get(2)?))
}

/// From the three columns of a row, where there is one.
pub(super) fn from_columns(since: Option<i64>, bound: Option<&str>, earliest: Option<i64>) -> Option<Stage> {
    let at = moment(since?)?;
    match bound? {
        "exact" => Some(Stage::Exact(at)),
        "interval" => Some(Stage::Interval {
            after: moment(earliest?)?,
            before: at,
        }),
        _ => Some(Stage::AtLeast(at)),
    }
}
