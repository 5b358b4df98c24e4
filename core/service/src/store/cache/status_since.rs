//! Stage times: when a deal got its present status, as far as this client observed it. The server sends no history.

use crate::model::history::status_since::StatusChangeTime;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use super::types::timestamp_from_micros;
use crate::contract::record::Record;
use crate::store::StoreError;

/// The way a status was observed.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) enum StatusObservation {
    /// The response to our own write, which set it.
    Set {
        /// Time of the request.
        requested_at: Timestamp,
    },
    /// A sync. The time is that of an earlier one that showed another status or no deal.
    Synced(Option<Timestamp>),
}

/// The cached state of a deal before.
#[derive(Debug)]
pub(in crate::store) struct PriorStatus {
    pub(in crate::store) status: Option<String>,
    /// Arrival time of the body with this status.
    pub(super) fetched_at: Timestamp,
}

/// Records that `deal` has `status` at `at`. If the status is unchanged, only its date can improve. A deal without a
/// row has had its status at least since its body arrived, so a first sync needs no rows.
pub(in crate::store) fn observe(
    db: &Connection,
    deal: &str,
    status: &str,
    at: Timestamp,
    observation: StatusObservation,
    prior: Option<&PriorStatus>,
) -> Result<(), StoreError> {
    let row: Option<(String, i64)> = db
        .prepare_cached("SELECT status, since FROM stage WHERE deal = ?1")?
        .query_row([deal], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let (known_since, since) = match (&row, prior) {
        (Some((status, since)), _) => (Some(status.as_str()), timestamp_from_micros(*since)),
        (None, Some(prior)) => (prior.status.as_deref(), Some(prior.fetched_at)),
        (None, None) => (None, None),
    };
    if let (true, Some(since)) = (known_since == Some(status), since) {
        return match observation {
            // A sync showed the change before the response that dates it. A status older than the request was not set
            // by the write.
            StatusObservation::Set { requested_at } if since >= requested_at => {
                store_row(db, deal, status, StatusChangeTime::Exact(since))
            }
            // Its body is about to be replaced, and with it the date used without a row.
            _ if row.is_none() => store_row(db, deal, status, StatusChangeTime::AtLeast(since)),
            _ => Ok(()),
        };
    }
    match observation {
        StatusObservation::Set { .. } => store_row(db, deal, status, StatusChangeTime::Exact(at)),
        StatusObservation::Synced(Some(before)) => {
            let after = before.min(at);
            store_row(db, deal, status, StatusChangeTime::Interval { after, before: at })
        }
        StatusObservation::Synced(None) if row.is_none() && prior.is_none() => Ok(()),
        StatusObservation::Synced(None) => store_row(db, deal, status, StatusChangeTime::AtLeast(at)),
    }
}

/// Records that a sync omits the status of `deal`. It has not changed as far as known; the stage time is stored until
/// the status is sent again.
pub(in crate::store) fn record_omitted(
    db: &Connection,
    deal: &str,
    prior: &PriorStatus,
) -> Result<(), StoreError> {
    let Some(status) = &prior.status else {
        return Ok(());
    };
    if of_deal(db, deal)?.is_some() {
        return Ok(());
    }
    // Its body is about to be replaced, and with it the date used without a row.
    store_row(db, deal, status, StatusChangeTime::AtLeast(prior.fetched_at))
}

/// Stores the stage time of the status in `body`.
pub(in crate::store) fn store(
    db: &Connection,
    deal: &str,
    body: &str,
    change_time: StatusChangeTime,
) -> Result<(), StoreError> {
    let status = Record::parse(body).ok().and_then(|record| record.text("status").map(String::from));
    match status {
        Some(status) => store_row(db, deal, &status, change_time),
        None => Ok(()),
    }
}

/// Stores the stage time of a deal.
pub(super) fn store_row(
    db: &Connection,
    deal: &str,
    status: &str,
    change_time: StatusChangeTime,
) -> Result<(), StoreError> {
    let (since, bound, earliest) = match change_time {
        StatusChangeTime::Exact(at) => (at, "exact", at),
        StatusChangeTime::Interval { after, before } => (before, "interval", after),
        StatusChangeTime::AtLeast(at) => (at, "at_least", at),
    };
    db.prepare_cached(
        "INSERT INTO stage (deal, status, since, bound, earliest, first_seen) VALUES (?1, ?2, ?3, ?4, ?5, ?3)
         ON CONFLICT (deal) DO UPDATE SET status = ?2, since = ?3, bound = ?4, earliest = ?5",
    )?
    .execute(params![deal, status, since.as_microsecond(), bound, earliest.as_microsecond()])?;
    Ok(())
}

/// Returns the stage time of a deal that has a stage row.
pub(crate) fn of_deal(db: &Connection, deal: &str) -> Result<Option<StatusChangeTime>, StoreError> {
    let mut statement = db.prepare_cached("SELECT since, bound, earliest FROM stage WHERE deal = ?1")?;
    let mut rows = statement.query([deal])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let bound = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
    Ok(from_columns(row.get(0)?, Some(bound), row.get(2)?))
}

/// Parses the three columns of a stage row.
pub(super) fn from_columns(
    since: Option<i64>,
    bound: Option<&str>,
    earliest: Option<i64>,
) -> Option<StatusChangeTime> {
    let at = timestamp_from_micros(since?)?;
    match bound? {
        "exact" => Some(StatusChangeTime::Exact(at)),
        "interval" => {
            Some(StatusChangeTime::Interval { after: timestamp_from_micros(earliest?)?, before: at })
        }
        _ => Some(StatusChangeTime::AtLeast(at)),
    }
}
