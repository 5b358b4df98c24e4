//! Attribution of own creations that a sync showed before the response arrived. Their first-seen entry was attributed
//! to another user and is corrected. Otherwise a deal would appear twice among the new ones, or an own deal among those
//! of others.

use jiff::Timestamp;
use rusqlite::{Transaction, params};

use super::diff::OwnDeal;
use super::first_seen_page::{FirstSeen, FirstSeenPage};
use super::read::observed_at;
use crate::model::history::status_since::StatusChangeTime;
use crate::store::StoreError;

/// The first-seen entry that a sync wrote for a deal.
struct FirstSeenRow {
    seq: i64,
    at: Timestamp,
    page: FirstSeenPage,
}

/// Marks a deal as ours. Returns whether existing entries were changed.
pub(super) fn claim(tx: &Transaction<'_>, claimed: &OwnDeal, now: Timestamp) -> Result<bool, StoreError> {
    match find_first_seen(tx, claimed)? {
        Some(first_seen) if first_seen.page.ids.trim_matches('\n') == claimed.deal => {
            tx.prepare_cached("UPDATE entry SET earliest = at, ours = 1 WHERE seq = ?1")?
                .execute([first_seen.seq])?;
            Ok(true)
        }
        Some(first_seen) if !has_later_entries(tx, &claimed.deal, first_seen.seq)? => {
            split_off(tx, &claimed.deal, &first_seen)?;
            Ok(true)
        }
        // Its age is unknown, or later entries depend on the shared first-seen entry.
        _ => {
            let (id, body) = (&*claimed.deal, &*claimed.body);
            let status_since = Some(StatusChangeTime::Exact(claimed.seen_at));
            let page = FirstSeenPage::from_deals([FirstSeen { id, body, status_since }]);
            page.insert(tx, None, (Some(now), now, true)).map(|_| false)
        }
    }
}

/// Returns the first-seen entry that shows the deal as another user's. Entries from before the request are excluded.
fn find_first_seen(tx: &Transaction<'_>, claimed: &OwnDeal) -> Result<Option<FirstSeenRow>, StoreError> {
    let mut statement = tx.prepare_cached(
        "SELECT seq, at, ids, deals FROM entry
         WHERE kind = 'seen' AND earliest IS NOT NULL AND ours = 0 AND at >= ?2 AND instr(ids, ?1) > 0
         ORDER BY seq DESC LIMIT 1",
    )?;
    let id = format!("\n{}\n", claimed.deal);
    let mut rows = statement.query_and_then(params![id, claimed.requested_at.as_microsecond()], |row| {
        let page = FirstSeenPage { ids: row.get(2)?, deals: row.get(3)? };
        Ok(FirstSeenRow { seq: row.get(0)?, at: observed_at(row, 1)?, page })
    })?;
    rows.next().transpose()
}

/// Returns whether the deal has entries after that one.
fn has_later_entries(tx: &Transaction<'_>, deal: &str, seq: i64) -> Result<bool, StoreError> {
    Ok(tx
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM entry WHERE deal = ?1 AND seq > ?2)")?
        .query_row(params![deal, seq], |row| row.get(0))?)
}

/// Moves the deal to a first-seen entry of its own, with the same time.
fn split_off(tx: &Transaction<'_>, deal: &str, first_seen: &FirstSeenRow) -> Result<(), StoreError> {
    let (mut others, mut split) = (FirstSeenPage::default(), FirstSeenPage::default());
    FirstSeen::for_each(&first_seen.page.deals, |seen_deal| {
        if seen_deal.id == deal { &mut split } else { &mut others }.add(&seen_deal);
        Ok(())
    })?;
    tx.prepare_cached("UPDATE entry SET ids = ?2, deals = ?3 WHERE seq = ?1")?.execute(params![
        first_seen.seq,
        others.ids,
        others.deals
    ])?;
    split.insert(tx, None, (Some(first_seen.at), first_seen.at, true)).map(|_| ())
}
