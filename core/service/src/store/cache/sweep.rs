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

/// Returns the counter name for [`Cache::list_read`], which is in microseconds.
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
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let known = self.upsert_context(&step, kind)?;
        let mut absent = Vec::new();
        // If the numbers match and nothing changed meanwhile, no record is missing.
        let held: i64 = step
            .prepare_cached("SELECT count(*) FROM record WHERE kind = ?1 AND parent = ?2")?
            .query_row([kind.name(), parent], |row| row.get(0))?;
        let held = usize::try_from(held).unwrap_or_default() + known.page_refs.count()?;
        let undisturbed = counter(&step, WRITE_SEQ)?.unwrap_or_default() == since.0;
        if !(undisturbed && held == seen.len()) {
            let mut ids = step
                .prepare_cached("SELECT id FROM record WHERE kind = ?1 AND parent = ?2 AND change <= ?3")?;
            let mut rows = ids.query(params![kind.name(), parent, since.0])?;
            while let Some(row) = rows.next()? {
                let id = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
                if !seen.contains(id) {
                    absent.push(id.to_owned());
                }
            }
            known.page_refs.for_each_id(since, |id| {
                if !seen.contains(id) {
                    absent.push(id.to_owned());
                }
            })?;
        }
        let swept = if kind == RecordKind::Deal {
            let swept = self.classify_absent(&step, &known, absent, ended)?;
            set_counter(&step, LAST_CONSISTENT_PASS, started.as_microsecond())?;
            let gone: Vec<&str> = swept.deleted.iter().map(String::as_str).collect();
            changes_since::record_deals(&step, &gone)?;
            self.history.set_last_pass(started)?;
            swept
        } else {
            // An empty list is known only by this time of its sync.
            set_counter(&step, &list_pass_counter(kind, parent), started.as_microsecond())?;
            SweepResult {
                missing: Vec::new(),
                deleted: absent,
            }
        };
        for id in &swept.deleted {
            step.prepare_cached("DELETE FROM record WHERE kind = ?1 AND parent = ?2 AND id = ?3")?
                .execute([kind.name(), parent, id])?;
            known.page_refs.supersede(id)?;
        }
        drop(known);
        // No answer to a request from before this pass can still arrive.
        step.execute(
            "DELETE FROM gone WHERE kind = ?1 AND change < ?2",
            params![kind.name(), since.0],
        )?;
        step.commit()?;
        Ok(swept)
    }

    /// Returns the start of the last consistent pass of a list other than the deals.
    pub fn last_list_pass(&self, kind: RecordKind, parent: &str) -> Result<Option<Timestamp>, StoreError> {
        Ok(counter(&lock(&self.reader), &list_pass_counter(kind, parent))?.and_then(timestamp_from_micros))
    }

    /// Divides absent deals into those missing for the first time and deleted ones.
    fn classify_absent(
        &self,
        step: &Connection,
        known: &UpsertContext<'_>,
        absent: Vec<String>,
        at: Timestamp,
    ) -> Result<SweepResult, StoreError> {
        let mut observed = Observations::new(at);
        let mut swept = SweepResult::default();
        for id in absent {
            let Some((body, fetched)) = body_of(step, &id, &known.page_refs)? else {
                continue;
            };
            let last_seen = known.last_seen(&id, fetched);
            if known.missing.contains_key(&id) {
                observed.add_deleted(&id, Some(body), last_seen, false);
                step.prepare_cached("DELETE FROM stage WHERE deal = ?1")?
                    .execute([&id])?;
                swept.deleted.push(id);
            } else {
                observed.add_missing(&id, last_seen.unwrap_or(at));
                swept.missing.push(id);
            }
        }
        self.history.append(&[observed])?;
        Ok(swept)
    }
}
