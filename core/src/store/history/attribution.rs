//! A deal that we created, and that a reading had shown before the answer came: its first sight told it as somebody else's
//! and is ours, so that nobody finds a deal twice among what is new, nor their own among what others did.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};

use super::diff::Claimed;
use super::entry::kind;
use super::first_seen_page::{self, Sighted};
use crate::model::stage::Stage;
use crate::store::StoreError;

/// The first sight that a reading wrote of a deal.
struct Sight {
    seq: i64,
    at: i64,
    ids: String,
    deals: Vec<u8>,
}

/// Writes down that a deal is ours. Whether that changed what was written before.
pub(super) fn claim(step: &Transaction<'_>, claimed: &Claimed, now: Timestamp) -> Result<bool, StoreError> {
    match told(step, claimed)? {
        Some(sight) if sight.ids.trim_matches('\n') == claimed.deal => {
            step.prepare_cached("UPDATE entry SET earliest = at, ours = 1 WHERE seq = ?1")?
                .execute([sight.seq])?;
            Ok(true)
        }
        Some(sight) if !is_followed(step, &claimed.deal, sight.seq)? => {
            take_out(step, &claimed.deal, &sight)?;
            Ok(true)
        }
        // It was always there, as far as anyone knew; or it shares a sight that what came of it later stands on.
        _ => {
            let (id, body) = (&*claimed.deal, &*claimed.body);
            let stage = Some(Stage::Exact(claimed.seen_at));
            let mut deals = Vec::new();
            first_seen_page::push(&mut deals, &Sighted { id, body, stage });
            insert(step, &format!("\n{id}\n"), &deals, now.as_microsecond())?;
            Ok(false)
        }
    }
}

/// The sight that told the deal as new, and as somebody else's. What was there before the write was asked for is.
fn told(step: &Transaction<'_>, claimed: &Claimed) -> Result<Option<Sight>, StoreError> {
    let sight = step
        .prepare_cached(
            "SELECT seq, at, ids, deals FROM entry
             WHERE kind = 'seen' AND earliest IS NOT NULL AND ours = 0 AND at >= ?2 AND instr(ids, ?1) > 0
             ORDER BY seq DESC LIMIT 1",
        )?
        .query_row(
            params![format!("\n{}\n", claimed.deal), claimed.asked.as_microsecond()],
            |row| {
                Ok(Sight {
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

/// Whether anything was observed of the deal after that entry.
fn is_followed(step: &Transaction<'_>, deal: &str, seq: i64) -> Result<bool, StoreError> {
    Ok(step
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM entry WHERE deal = ?1 AND seq > ?2)")?
        .query_row(params![deal, seq], |row| row.get(0))?)
}

/// Gives the deal a sight of its own, of the same moment; the others keep theirs.
fn take_out(step: &Transaction<'_>, deal: &str, sight: &Sight) -> Result<(), StoreError> {
    let (mut others, mut own) = (Vec::with_capacity(sight.deals.len()), Vec::new());
    first_seen_page::each(&sight.deals, |found| {
        let into = if found.id == deal { &mut own } else { &mut others };
        first_seen_page::push(into, &found);
        Ok(())
    })?;
    let alone = format!("\n{deal}\n");
    let ids = sight.ids.replacen(&alone, "\n", 1);
    step.prepare_cached("UPDATE entry SET ids = ?2, deals = ?3 WHERE seq = ?1")?
        .execute(params![sight.seq, ids, others])?;
    insert(step, &alone, &own, sight.at)
}

/// Writes a sight that is ours.
fn insert(step: &Transaction<'_>, ids: &str, deals: &[u8], at: i64) -> Result<(), StoreError> {
    step.prepare_cached(
        "INSERT INTO entry (kind, earliest, at, ours, ids, deals) VALUES (?1, ?2, ?2, 1, ?3, ?4)",
    )?
    .execute(params![kind::SEEN, at, ids, deals])?;
    Ok(())
}
