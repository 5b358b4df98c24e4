//! Numbers over time: the portfolio's totals, the deals per status. A series begins with the first run; nothing is filled
//! in before. One point where something changed, and at most one for each `step` of time.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{OptionalExtension, params};

use super::History;
use crate::store::StoreError;
use crate::store::records::moment;

/// A number at a moment, as the text it was received in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// When it was observed. It held until the next point.
    pub at: Timestamp,
    /// The number, in the digits received.
    pub value: String,
}

/// The points of each series, oldest first.
pub type Series = BTreeMap<String, Vec<Point>>;

impl History {
    /// Notes numbers as observed at `at`. Whether anything was new.
    pub fn note(
        &self,
        values: &BTreeMap<String, String>,
        at: Timestamp,
        step: Duration,
    ) -> Result<bool, StoreError> {
        let step_micros = i64::try_from(step.as_micros()).unwrap_or(i64::MAX).max(1);
        let slot = at.as_microsecond().div_euclid(step_micros);
        self.step(|db| {
            let mut new = false;
            for (series, value) in values {
                let mut known = last(db, series)?;
                // A series begins with its first number that is not nothing.
                if known.as_ref().map_or("0", |(_, last)| last.as_str()) == value {
                    continue;
                }
                // A second change within one step takes the place of the first.
                if let Some((last_at, _)) = known
                    && last_at.div_euclid(step_micros) >= slot
                {
                    db.prepare_cached("DELETE FROM point WHERE series = ?1 AND at = ?2")?
                        .execute(params![series, last_at])?;
                    known = last(db, series)?;
                }
                if known.is_none_or(|(_, last)| last != *value) {
                    put(db, series, at, value)?;
                }
                new = true;
            }
            Ok(new)
        })
    }

    /// Every series.
    pub fn series(&self) -> Result<Series, StoreError> {
        let db = self.lock();
        let mut all = db.prepare_cached("SELECT series, at, value FROM point ORDER BY series, at")?;
        let mut rows = all.query([])?;
        let mut series = Series::new();
        while let Some(row) = rows.next()? {
            if let Some(at) = moment(row.get(1)?) {
                let value = row.get(2)?;
                series.entry(row.get(0)?).or_default().push(Point { at, value });
            }
        }
        Ok(series)
    }
}

fn last(db: &rusqlite::Connection, series: &str) -> Result<Option<(i64, String)>, StoreError> {
    Ok(db
        .prepare_cached("SELECT at, value FROM point WHERE series = ?1 ORDER BY at DESC LIMIT 1")?
        .query_row([series], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?)
}

fn put(db: &rusqlite::Connection, series: &str, at: Timestamp, value: &str) -> Result<(), StoreError> {
    db.prepare_cached("INSERT OR REPLACE INTO point (series, at, value) VALUES (?1, ?2, ?3)")?
        .execute(params![series, at.as_microsecond(), value])?;
    Ok(())
}
