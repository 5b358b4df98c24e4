//! Pruning of old entries. All entries up to a time are replaced by the deals in their state at that time. Every later
//! state can still be rebuilt.

use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{Connection, Transaction, params};
use serde_json::value::RawValue;

use super::entry::kind;
use super::first_seen_page::{FirstSeen, FirstSeenPage};
use super::last_visit::{mark_amended, set_pruned};
use super::pages::renew_token;
use super::replay::replay;
use super::{History, OmittedStatus, PastDeal};
use crate::contract::patch::Fields;
use crate::store::StoreError;
use crate::store::cache::types::timestamp_from_micros;

/// Interval of pruning.
const PRUNE_INTERVAL: Duration = Duration::from_hours(24);
/// Minimum number of deals per row.
const MIN_DEALS_PER_ROW: usize = 500;

impl History {
    /// Prunes entries from before `before`; returns how many were removed. The deals of that time stay, with their
    /// stage times.
    pub(in crate::store) fn prune(&self, before: Timestamp, now: Timestamp) -> Result<usize, StoreError> {
        self.transact(|tx| {
            mark_amended(tx)?;
            let cut = before.as_microsecond();
            tx.execute("DELETE FROM journal WHERE at < ?1", [cut])?;
            tx.execute("DELETE FROM request WHERE at < ?1", [cut])?;
            tx.execute(
                "DELETE FROM point WHERE at < ?1 AND EXISTS
                     (SELECT 1 FROM point later WHERE later.series = point.series AND later.at > point.at AND later.at <= ?1)",
                [cut],
            )?;
            let removed = fold_entries(tx, cut)?;
            set_pruned(tx, now)?;
            Ok(removed)
        })
    }

    /// Returns the time before which to prune at `now`, if pruning is due. It is due once a day; entries older than
    /// `retention` are pruned.
    pub(in crate::store) fn prune_due(
        &self,
        retention: Duration,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        let tomorrow = |last: Timestamp| last.saturating_add(PRUNE_INTERVAL).unwrap_or(Timestamp::MAX);
        if self.pruned()?.is_some_and(|last| tomorrow(last) > now) {
            return Ok(None);
        }
        Ok(Some(now.saturating_sub(retention).unwrap_or(Timestamp::MIN)))
    }

    /// Returns whether pruning before `before` rewrites entries.
    pub(in crate::store) fn prune_rewrites(&self, before: Timestamp) -> Result<bool, StoreError> {
        has_changes(&self.lock(), before.as_microsecond())
    }
}

/// Replaces the entries before `cut` with the deals in their state at that time.
fn fold_entries(tx: &Transaction<'_>, cut: i64) -> Result<usize, StoreError> {
    let (last, at): (Option<i64>, Option<i64>) =
        tx.query_row("SELECT max(seq), max(at) FROM entry WHERE at < ?1", [cut], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    let (Some(last), Some(at)) = (last, at.and_then(timestamp_from_micros)) else {
        return Ok(0);
    };
    if !has_changes(tx, cut)? {
        return Ok(0);
    }
    renew_token(tx)?;
    let deals = replay(tx, "seq <= ?1", last)?;
    let mut numbers = entry_numbers(tx, last)?.into_iter();
    let before = numbers.len();
    tx.execute("DELETE FROM entry WHERE seq <= ?1", [last])?;
    let singles = deals
        .values()
        .map(|deal| usize::from(deal.missing) + usize::from(deal.omitted_status.is_some()))
        .sum();
    // The freed sequence numbers suffice: every row had deals, or noted that a deal is missing or omits its status.
    let rows = before.saturating_sub(singles).max(1);
    let page = MIN_DEALS_PER_ROW.max(deals.len().div_ceil(rows));
    let mut deal_count = deals.len();
    let mut written = 0;
    // In the order of first sight: a cache that is refilled takes its list order from it.
    let mut all: Vec<(&String, &PastDeal)> = deals.iter().collect();
    all.sort_by_key(|(_, deal)| deal.position);
    let mut all = all.into_iter();
    while deal_count > 0 {
        let Some(seq) = numbers.next() else { break };
        let some: Vec<(&String, &PastDeal)> = all.by_ref().take(page).collect();
        deal_count -= some.len();
        written += 1;
        insert(tx, seq, at, &some)?;
    }
    let omissions = deals.iter().filter_map(|(id, deal)| Some((id, deal, deal.omitted_status.as_ref()?)));
    for (id, deal, omitted) in omissions {
        let Some(seq) = numbers.next() else { break };
        written += 1;
        record_omitted(tx, (seq, at), id, &deal.body, omitted)?;
    }
    for (id, deal) in deals.iter().filter(|(_, deal)| deal.missing) {
        let Some(seq) = numbers.next() else { break };
        written += 1;
        tx.prepare_cached("INSERT INTO entry (seq, kind, deal, earliest, at) VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![
                seq,
                kind::NOT_SEEN,
                id,
                deal.observed_at.as_microsecond(),
                at.as_microsecond()
            ])?;
    }
    Ok(before.saturating_sub(written))
}

fn has_changes(db: &Connection, cut: i64) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM entry WHERE at < ?1 AND kind <> 'seen')";
    Ok(db.prepare_cached(sql)?.query_row([cut], |row| row.get(0))?)
}

fn entry_numbers(db: &Connection, last: i64) -> Result<Vec<i64>, StoreError> {
    let mut all = db.prepare("SELECT seq FROM entry WHERE seq <= ?1 ORDER BY seq")?;
    let numbers = all.query_map([last], |row| row.get(0))?;
    Ok(numbers.collect::<Result<_, _>>()?)
}

/// Returns the body of a deal with the status that it omits.
fn body_with_status(deal: &PastDeal, omitted: &OmittedStatus) -> Result<String, StoreError> {
    let mut fields =
        Fields::parse(&deal.body).map_err(|error| StoreError::Unreadable(format!("history: {error}")))?;
    fields.set_text("status", &omitted.status);
    Ok(fields.to_body())
}

/// Notes that a deal omits the status in its first-seen entry.
fn record_omitted(
    tx: &Transaction<'_>,
    (seq, at): (i64, Timestamp),
    id: &str,
    body: &str,
    omitted: &OmittedStatus,
) -> Result<(), StoreError> {
    let mut sent = Fields::new();
    sent.set_text("status", &omitted.status);
    let body = Fields::parse(body).map_err(|error| StoreError::Unreadable(format!("history: {error}")))?;
    tx.prepare_cached(
        "INSERT INTO entry (seq, kind, deal, field, before, after, earliest, at)
         VALUES (?1, ?2, ?3, 'status', ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        seq,
        kind::FIELD,
        id,
        sent.get("status").map(RawValue::get),
        body.get("status").map(RawValue::get),
        omitted.last_sent.timestamp().map(Timestamp::as_microsecond),
        at.as_microsecond()
    ])?;
    Ok(())
}

fn insert(
    tx: &Transaction<'_>,
    seq: i64,
    at: Timestamp,
    deals: &[(&String, &PastDeal)],
) -> Result<(), StoreError> {
    let mut page = FirstSeenPage::default();
    for (id, deal) in deals {
        let sent_body = deal.omitted_status.as_ref().map(|omitted| body_with_status(deal, omitted));
        let sent_body = sent_body.transpose()?;
        let body = sent_body.as_deref().unwrap_or(&deal.body);
        let status_since =
            deal.omitted_status.as_ref().map_or(deal.status_since, |omitted| Some(omitted.status_since));
        page.add(&FirstSeen { id, body, status_since });
    }
    page.insert(tx, Some(seq), (None, at, false)).map(|_| ())
}
