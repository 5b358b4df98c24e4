//! The end of a consistent pass: handling of the records that it did not contain.

use jiff::Timestamp;
use rusqlite::{Connection, TransactionBehavior, params};

use super::{Cache, LAST_CONSISTENT_PASS, WRITE_SEQ, body_of, counter, lock, set_counter};
use crate::contract::json::id_set::IdSet;
use crate::store::cache::changes_since;
use crate::store::cache::record_upsert::UpsertContext;
use crate::store::cache::types::timestamp_from_micros;
use crate::store::history::Observations;
use crate::store::{RecordKind, StoreError, SweepResult, WriteSeq};

/// Returns the counter name for [`Cache::last_list_pass`], which is in microseconds.
fn list_pass_counter(kind: RecordKind, parent: &str) -> String {
    format!("read {} {parent}", kind.name())
}

impl Cache {
    /// Removes or marks records missing from a consistent pass. The pass took from `span.0` to `span.1` and began at
    /// change number `since`. Records in `seen` or confirmed meanwhile are not affected. A deal is removed only by the
    /// second consistent pass without it; until then it is *missing*. Other records are removed at once.
    pub fn sweep(
        &self,
        kind: RecordKind,
        parent: &str,
        seen: &IdSet,
        since: WriteSeq,
        span: (Timestamp, Timestamp),
    ) -> Result<SweepResult, StoreError> {
        let (started, ended) = span;
        let mut db = lock(&self.writer);
        let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let context = self.upsert_context(&tx, kind)?;
        let mut missing = Vec::new();
        // If the numbers match and nothing changed meanwhile, no record is missing.
        let cached_count: i64 = tx
            .prepare_cached("SELECT count(*) FROM record WHERE kind = ?1 AND parent = ?2")?
            .query_row([kind.name(), parent], |row| row.get(0))?;
        let cached_count = usize::try_from(cached_count).unwrap_or_default() + context.page_refs.count()?;
        let undisturbed = counter(&tx, WRITE_SEQ)?.unwrap_or_default() == since.0;
        if !(undisturbed && cached_count == seen.len()) {
            let mut ids =
                tx.prepare_cached("SELECT id FROM record WHERE kind = ?1 AND parent = ?2 AND change <= ?3")?;
            let mut rows = ids.query(params![kind.name(), parent, since.0])?;
            while let Some(row) = rows.next()? {
                let id = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
                if !seen.contains(id) {
                    missing.push(id.to_owned());
                }
            }
            context.page_refs.for_each_id(since, |id| {
                if !seen.contains(id) {
                    missing.push(id.to_owned());
                }
            })?;
        }
        let result = if kind == RecordKind::Deal {
            let result = self.classify_absent(&tx, &context, missing, ended)?;
            set_counter(&tx, LAST_CONSISTENT_PASS, started.as_microsecond())?;
            let deleted: Vec<&str> = result.deleted.iter().map(String::as_str).collect();
            changes_since::record_deals(&tx, &deleted)?;
            self.history.set_last_pass(started)?;
            result
        } else {
            // An empty list is known only by this time of its sync.
            set_counter(&tx, &list_pass_counter(kind, parent), started.as_microsecond())?;
            SweepResult { missing: Vec::new(), deleted: missing }
        };
        for id in &result.deleted {
            tx.prepare_cached("DELETE FROM record WHERE kind = ?1 AND parent = ?2 AND id = ?3")?
                .execute([kind.name(), parent, id])?;
            context.page_refs.supersede(id)?;
        }
        drop(context);
        // No answer to a request from before this pass can still arrive.
        tx.execute("DELETE FROM gone WHERE kind = ?1 AND change < ?2", params![kind.name(), since.0])?;
        tx.commit()?;
        Ok(result)
    }

    /// Returns the start of the last consistent pass of a list other than the deals.
    pub fn last_list_pass(&self, kind: RecordKind, parent: &str) -> Result<Option<Timestamp>, StoreError> {
        Ok(counter(&lock(&self.reader), &list_pass_counter(kind, parent))?.and_then(timestamp_from_micros))
    }

    /// Divides absent deals into those missing for the first time and deleted ones.
    fn classify_absent(
        &self,
        tx: &Connection,
        context: &UpsertContext<'_>,
        missing: Vec<String>,
        at: Timestamp,
    ) -> Result<SweepResult, StoreError> {
        let mut observed = Observations::new(at);
        let mut result = SweepResult::default();
        for id in missing {
            let Some((body, fetched)) = body_of(tx, &id, &context.page_refs)? else {
                continue;
            };
            let last_seen = context.last_seen(&id, fetched);
            if context.missing.contains_key(&id) {
                observed.add_deleted(&id, Some(body), last_seen, false);
                tx.prepare_cached("DELETE FROM stage WHERE deal = ?1")?.execute([&id])?;
                result.deleted.push(id);
            } else {
                observed.add_missing(&id, last_seen.unwrap_or(at));
                result.missing.push(id);
            }
        }
        self.history.append(&[observed])?;
        Ok(result)
    }
}
