//! Attribution of own creations that a sync showed before the answer arrived. Their first-seen entry was attributed to
//! another user and is corrected. Otherwise a deal would appear twice among the new ones, or an own deal among those of
//! others.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};

use super::diff::OwnDeal;
use super::entry::kind;
use super::first_seen_page::{self, FirstSeen};
use crate::model::history::stage::StatusChangeTime;
use crate::store::StoreError;

/// The first-seen entry that a sync wrote for a deal.
struct FirstSeenRow {
    seq: i64,
    at: i64,
    ids: String,
    deals: Vec<u8>,
}

/// Marks a deal as ours. Returns whether existing entries were changed.
pub(super) fn claim(step: &Transaction<'_>, claimed: &OwnDeal, now: Timestamp) -> Result<bool, StoreError> {
    match find_first_seen(step, claimed)? {
        Some(sight) if sight.ids.trim_matches('\n') == claimed.deal => {
            step.prepare_cached("UPDATE entry SET earliest = at, ours = 1 WHERE seq = ?1")?
                .execute([sight.seq])?;
            Ok(true)
        }
        Some(sight) if !has_later_entries(step, &claimed.deal, sight.seq)? => {
            split_off(step, &claimed.deal, &sight)?;
            Ok(true)
        }
        // Its age is unknown, or later entries depend on the shared first-seen entry.
        _ => {
            let (id, body) = (&*claimed.deal, &*claimed.body);
            let stage = Some(StatusChangeTime::Exact(claimed.seen_at));
            let mut deals = Vec::new();
            first_seen_page::append(
                &mut deals,
                &FirstSeen {
                    id,
                    body,
                    status_since: stage,
                },
            );
            insert(step, &format!("\n{id}\n"), &deals, now.as_microsecond())?;
            Ok(false)
        }
    }
}

/// Returns the first-seen entry that shows the deal as another user's. Entries from before the request are excluded.
fn find_first_seen(step: &Transaction<'_>, claimed: &OwnDeal) -> Result<Option<FirstSeenRow>, StoreError> {
    let sight = step
        .prepare_cached(
            "SELECT seq, at, ids, deals FROM entry
             WHERE kind = 'seen' AND earliest IS NOT NULL AND ours = 0 AND at >= ?2 AND instr(ids, ?1) > 0
             ORDER BY seq DESC LIMIT 1",
        )?
        .query_row(
            params![
                format!("\n{}\n", claimed.deal),
                claimed.requested_at.as_microsecond()
            ],
            |row| {
                Ok(FirstSeenRow {
                    seq: row.get(0)?,
                    at: row.get(1)?,
                    ids: row.get(2)?,
                    deals: row.get(3)?,
                })
            },
        )
        .optional()?;
    Ok(sight)
}

/// Returns whether the deal has entries after that one.
fn has_later_entries(step: &Transaction<'_>, deal: &str, seq: i64) -> Result<bool, StoreError> {
    Ok(step
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM entry WHERE deal = ?1 AND seq > ?2)")?
        .query_row(params![deal, seq], |row| row.get(0))?)
}

/// Moves the deal to a first-seen entry of its own, with the same time.
fn split_off(step: &Transaction<'_>, deal: &str, sight: &FirstSeenRow) -> Result<(), StoreError> {
    let (mut others, mut own) = (Vec::with_capacity(sight.deals.len()), Vec::new());
    first_seen_page::each(&sight.deals, |found| {
        let into = if found.id == deal { &mut own } else { &mut others };
        first_seen_page::append(into, &found);
        Ok(())
    })?;
    let alone = format!("\n{deal}\n");
    let ids = sight.ids.replacen(&alone, "\n", 1);
    step.prepare_cached("UPDATE entry SET ids = ?2, deals = ?3 WHERE seq = ?1")?
        .execute(params![sight.seq, ids, others])?;
    insert(step, &alone, &own, sight.at)
}

/// Writes a first-seen entry that is ours.
fn insert(step: &Transaction<'_>, ids: &str, deals: &[u8], at: i64) -> Result<(), StoreError> {
    step.prepare_cached(
        "INSERT INTO entry (kind, earliest, at, ours, ids, deals) VALUES (?1, ?2, ?2, 1, ?3, ?4)",
    )?
    .execute(params![kind::SEEN, at, ids, deals])?;
    Ok(())
}
