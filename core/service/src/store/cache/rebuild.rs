//! Bulk rebuilds: filling a new cache from the history, and giving deals in pages their own rows.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::{Transaction, TransactionBehavior, params};

use super::read::read_whole;
use super::{Cache, DEALS_COMPLETE, DEALS_LOST, DEALS_SEEN, lock, set_counter};
use crate::store::cache::page_refs::{self, Sheets};
use crate::store::cache::{changes_since, status_since};
use crate::store::history::Past;
use crate::store::{Kind, StoreError};

/// Inserts the complete row of a deal.
const PUT: &str =
    "INSERT OR IGNORE INTO record (kind, parent, id, body, position, fetched_at, pass, change, sum)
     VALUES (?1, '', ?2, ?3, ?4, ?5, ?6, ?7, row_sum(?1, '', ?2, ?3, ?4, ?5, ?6, ?7))";

impl Cache {
    /// Adds deals that are known only from the history. The next sync is then compared with their earlier state.
    pub(in crate::store) fn seed(
        &self,
        deals: &BTreeMap<String, Past>,
        whole: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for (id, deal) in deals {
            let new = step.prepare_cached(PUT)?.execute(params![
                Kind::Deal.name(),
                id,
                deal.body,
                deal.place,
                deal.at.as_microsecond(),
                0,
                0
            ])?;
            // A deal with a row is known better.
            if new == 0 {
                continue;
            }
            if let Some(since) = deal.stage {
                status_since::put(&step, id, &deal.body, since)?;
            }
            if let Some(left_out) = &deal.left_out {
                status_since::put_row(&step, id, &left_out.status, left_out.stage)?;
            }
        }
        if let Some(whole) = whole {
            set_counter(&step, DEALS_SEEN, whole.as_microsecond())?;
        }
        let ids: Vec<&str> = deals.keys().map(String::as_str).collect();
        changes_since::note(&step, &ids)?;
        step.commit()?;
        Ok(())
    }

    /// Gives every deal its own row, before the history rewrites its pages.
    pub(in crate::store) fn unfold(&self) -> Result<(), StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if let Some(held) = Sheets::of(&step, &self.history, &self.found)? {
            held.each(|deal, sheet, position| {
                step.prepare_cached(PUT)?.execute(params![
                    Kind::Deal.name(),
                    deal.id,
                    deal.body,
                    position,
                    sheet.at.as_microsecond(),
                    sheet.pass,
                    sheet.change
                ])?;
                Ok(())
            })?;
        }
        page_refs::clear(&step)?;
        step.commit()?;
        self.found.forget();
        Ok(())
    }

    /// Drops page references to another history; the remaining deals are incomplete. Returns whether any were dropped.
    pub(in crate::store) fn follow_history(&self) -> Result<bool, StoreError> {
        let token = self.history.token()?;
        let mut db = lock(&self.writer);
        if page_refs::are_of(&db, token)? {
            return Ok(false);
        }
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        page_refs::clear(&step)?;
        incomplete(&step)?;
        changes_since::note_all(&step)?;
        step.commit()?;
        Ok(true)
    }
}

fn incomplete(step: &Transaction<'_>) -> Result<(), StoreError> {
    if let Some(read) = read_whole(step)? {
        set_counter(step, DEALS_LOST, read.as_microsecond())?;
    }
    for name in [DEALS_SEEN, DEALS_COMPLETE] {
        step.execute("DELETE FROM counter WHERE name = ?1", [name])?;
    }
    Ok(())
}
