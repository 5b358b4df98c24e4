//! Since when a deal has its status, as far as this client could observe it: the service sends no history.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use super::StoreError;
use super::records::moment;

/// The status of one deal as observed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Our own write, answered by the service at that moment.
    Exact(Timestamp),
    /// It changed between two readings.
    Interval {
        /// The last moment it was seen otherwise.
        after: Timestamp,
        /// The first moment it was seen so.
        before: Timestamp,
    },
    /// It was already so when it was first seen.
    AtLeast(Timestamp),
}

/// How a status came to be observed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seen {
    /// The answer to our own write, which set it.
    Set,
    /// A reading; the moment, if any, at which an earlier one showed it otherwise or not at all.
    Read(Option<Timestamp>),
}

/// Notes that `deal` has `status` at `at`. Nothing changes while it keeps the status it has, unless it can be dated
/// better.
pub(super) fn observe(
    db: &Connection,
    deal: &str,
    status: &str,
    at: Timestamp,
    seen: Seen,
) -> Result<(), StoreError> {
    let known: Option<String> = db
        .prepare_cached("SELECT status FROM stage WHERE deal = ?1")?
        .query_row([deal], |row| row.get(0))
        .optional()?;
    if known.as_deref() == Some(status) {
        // A reading may have shown the change before the answer that dates it came in.
        if matches!(seen, Seen::Set) {
            db.prepare_cached(
                "UPDATE stage SET since = ?2, bound = 'exact', earliest = ?2 WHERE deal = ?1 AND bound <> 'exact'",
            )?
            .execute(params![deal, at.as_microsecond()])?;
        }
        return Ok(());
    }
    let (bound, earliest) = match seen {
        Seen::Set => ("exact", at),
        Seen::Read(Some(before)) => ("interval", before.min(at)),
        Seen::Read(None) => ("at_least", at),
    };
    db.prepare_cached(
        "INSERT INTO stage (deal, status, since, bound, earliest, first_seen) VALUES (?1, ?2, ?3, ?4, ?5, ?3)
         ON CONFLICT (deal) DO UPDATE SET status = ?2, since = ?3, bound = ?4, earliest = ?5",
    )?
    .execute(params![
        deal,
        status,
        at.as_microsecond(),
        bound,
        earliest.as_microsecond()
    ])?;
    Ok(())
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
