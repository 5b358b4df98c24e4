//! Attribution of own creations that a sync showed before the response arrived. Their first-seen entry was attributed
//! to another user and is corrected. Otherwise a deal would appear twice among the new ones, or an own deal among those
//! of others.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};

use super::diff::OwnDeal;
use super::entry::kind;
use super::first_seen_page::{self, FirstSeen};
use crate::model::history::status_since::StatusChangeTime;
use crate::store::StoreError;

/// The first-seen entry that a sync wrote for a deal.
struct FirstSeenRow {
    seq: i64,
    at: i64,
    ids: String,
    deals: Vec<u8>,
}

/// Marks a deal as ours. Returns whether existing entries were changed.
pub(super) fn claim(tx: &Transaction<'_>, claimed: &OwnDeal, now: Timestamp) -> Result<bool, StoreError> {
    match find_first_seen(tx, claimed)? {
        Some(first_seen) if first_seen.ids.trim_matches('\n') == claimed.deal => {
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
            let mut deals = Vec::new();
            first_seen_page::append(&mut deals, &FirstSeen { id, body, status_since });
            insert(tx, &format!("\n{id}\n"), &deals, now.as_microsecond())?;
            Ok(false)
        }
    }
}

/// Returns the first-seen entry that shows the deal as another user's. Entries from before the request are excluded.
fn find_first_seen(tx: &Transaction<'_>, claimed: &OwnDeal) -> Result<Option<FirstSeenRow>, StoreError> {
    let first_seen = tx
        .prepare_cached(
            "SELECT seq, at, ids, deals FROM entry
             WHERE kind = 'seen' AND earliest IS NOT NULL AND ours = 0 AND at >= ?2 AND instr(ids, ?1) > 0
             ORDER BY seq DESC LIMIT 1",
        )?
        .query_row(params![format!("\n{}\n", claimed.deal), claimed.requested_at.as_microsecond()], |row| {
            Ok(FirstSeenRow { seq: row.get(0)?, at: row.get(1)?, ids: row.get(2)?, deals: row.get(3)? })
        })
        .optional()?;
    Ok(first_seen)
}

/// Returns whether the deal has entries after that one.
fn has_later_entries(tx: &Transaction<'_>, deal: &str, seq: i64) -> Result<bool, StoreError> {
    Ok(tx
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM entry WHERE deal = ?1 AND seq > ?2)")?
        .query_row(params![deal, seq], |row| row.get(0))?)
}

/// Moves the deal to a first-seen entry of its own, with the same time.
fn split_off(tx: &Transaction<'_>, deal: &str, first_seen: &FirstSeenRow) -> Result<(), StoreError> {
    let (mut others, mut split) = (Vec::with_capacity(first_seen.deals.len()), Vec::new());
    first_seen_page::for_each(&first_seen.deals, |seen_deal| {
        let into = if seen_deal.id == deal { &mut split } else { &mut others };
        first_seen_page::append(into, &seen_deal);
        Ok(())
    })?;
    let is_single = format!("\n{deal}\n");
    let ids = first_seen.ids.replacen(&is_single, "\n", 1);
    tx.prepare_cached("UPDATE entry SET ids = ?2, deals = ?3 WHERE seq = ?1")?.execute(params![
        first_seen.seq,
        ids,
        others
    ])?;
    insert(tx, &is_single, &split, first_seen.at)
}

/// Writes a first-seen entry that is ours.
fn insert(tx: &Transaction<'_>, ids: &str, deals: &[u8], at: i64) -> Result<(), StoreError> {
    tx.prepare_cached(
        "INSERT INTO entry (kind, earliest, at, ours, ids, deals) VALUES (?1, ?2, ?2, 1, ?3, ?4)",
    )?
    .execute(params![kind::SEEN, at, ids, deals])?;
    Ok(())
}
