//! Series of numbers over time: the portfolio's totals, the deals per status. A series begins with the first run,
//! without earlier values. A point is stored for each change. After a day, only the first and last change per `interval`
//! remain.

use crate::model::history::series::{Point, Series, UNTHINNED_PERIOD};
use std::collections::BTreeMap;
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{OptionalExtension, params};

use super::History;
use crate::store::StoreError;
use crate::store::cache::types::timestamp_from_micros;

impl History {
    /// Records numbers observed at `at`; returns whether any was new. Points older than [`UNTHINNED_PERIOD`] are thinned to the
    /// first and last change of each `interval`.
    pub fn record_series(
        &self,
        values: &BTreeMap<String, String>,
        at: Timestamp,
        interval: Duration,
    ) -> Result<bool, StoreError> {
        let interval_micros = i64::try_from(interval.as_micros()).unwrap_or(i64::MAX).max(1);
        let slot = at.as_microsecond().div_euclid(interval_micros);
        self.transact(|db| {
            let mut new = false;
            for (series, value) in values {
                let mut previous = last_point(db, series)?;
                // A series begins with its first number other than zero.
                if previous.as_ref().map_or("0", |(_, last)| last.as_str()) == value {
                    continue;
                }
                // The clock was set back: points with later times are invalid.
                if let Some((last_at, _)) = previous
                    && last_at >= at.as_microsecond()
                {
                    db.prepare_cached("DELETE FROM point WHERE series = ?1 AND at = ?2")?
                        .execute(params![series, last_at])?;
                    previous = last_point(db, series)?;
                }
                if previous.as_ref().is_none_or(|(_, last)| last != value) {
                    insert_point(db, series, at, value)?;
                }
                // Thinning once per step suffices, because points age step by step.
                if let Some((last_at, _)) = previous
                    && last_at.div_euclid(interval_micros) < slot
                {
                    thin_points(db, series, (last_at, at.as_microsecond()), interval_micros)?;
                }
                new = true;
            }
            Ok(new)
        })
    }

    /// Returns every series.
    pub fn series(&self) -> Result<Series, StoreError> {
        let db = self.lock();
        let mut statement = db.prepare_cached("SELECT series, at, value FROM point ORDER BY series, at")?;
        let mut rows = statement.query([])?;
        let mut series = Series::new();
        while let Some(row) = rows.next()? {
            if let Some(at) = timestamp_from_micros(row.get(1)?) {
                let value = row.get(2)?;
                series.entry(row.get(0)?).or_default().push(Point { at, value });
            }
        }
        Ok(series)
    }
}

fn last_point(db: &rusqlite::Connection, series: &str) -> Result<Option<(i64, String)>, StoreError> {
    Ok(db
        .prepare_cached("SELECT at, value FROM point WHERE series = ?1 ORDER BY at DESC LIMIT 1")?
        .query_row([series], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?)
}

fn insert_point(
    db: &rusqlite::Connection,
    series: &str,
    at: Timestamp,
    value: &str,
) -> Result<(), StoreError> {
    db.prepare_cached("INSERT OR REPLACE INTO point (series, at, value) VALUES (?1, ?2, ?3)")?
        .execute(params![series, at.as_microsecond(), value])?;
    Ok(())
}

/// Thins the steps that became old since the previous change. Points between the first and last change of a step are
/// deleted.
fn thin_points(
    db: &rusqlite::Connection,
    series: &str,
    (before, now): (i64, i64),
    interval: i64,
) -> Result<(), StoreError> {
    let day = i64::try_from(UNTHINNED_PERIOD.as_micros()).unwrap_or(i64::MAX);
    // The step with the day boundary is not over, so its last change is unknown.
    let old_at = |at: i64| at.saturating_sub(day).div_euclid(interval).saturating_mul(interval);
    // Start with the step of the previous change, which was thinned at its first point.
    let from = old_at(before).saturating_sub(interval);
    db.prepare_cached(
        "DELETE FROM point WHERE series = ?1 AND at >= ?2 AND at < ?3
             AND EXISTS (SELECT 1 FROM point first
                         WHERE first.series = ?1 AND first.at >= point.at / ?4 * ?4 AND first.at < point.at)
             AND EXISTS (SELECT 1 FROM point last
                         WHERE last.series = ?1 AND last.at > point.at AND last.at < (point.at / ?4 + 1) * ?4)",
    )?
    .execute(params![series, from, old_at(now), interval])?;
    Ok(())
}
