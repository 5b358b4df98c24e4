//! The end of a consistent pass: handling of the records that it did not contain.

use jiff::Timestamp;
use rusqlite::{Connection, TransactionBehavior, params};

use super::{CHANGE, Cache, DEALS_SEEN, body_of, counter, lock, set_counter};
use crate::contract::json::id_set::Ids;
use crate::store::cache::changes_since;
use crate::store::cache::record_upsert::Known;
use crate::store::cache::types::moment;
use crate::store::history::Observations;
use crate::store::{Change, Kind, StoreError, Swept};

/// Returns the counter name for [`Cache::list_read`], which is in microseconds.
fn list_read(kind: Kind, parent: &str) -> String {
    format!("read {} {parent}", kind.name())
}

impl Cache {
    /// Removes or marks records missing from a consistent pass. The pass took from `span.0` to `span.1` and began at
    /// change number `since`. Records in `seen` or confirmed meanwhile are not affected. A deal is removed only by the
    /// second consistent pass without it; until then it is *missing*. Other records are removed at once.
    pub fn sweep(
        &self,
        kind: Kind,
        parent: &str,
        seen: &Ids,
        since: Change,
        span: (Timestamp, Timestamp),
    ) -> Result<Swept, StoreError> {
        let (started, ended) = span;
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let known = self.known(&step, kind)?;
        let mut absent = Vec::new();
        // If the numbers match and nothing changed meanwhile, no record is missing.
        let held: i64 = step
            .prepare_cached("SELECT count(*) FROM record WHERE kind = ?1 AND parent = ?2")?
            .query_row([kind.name(), parent], |row| row.get(0))?;
        let held = usize::try_from(held).unwrap_or_default() + known.sheets.count()?;
        let undisturbed = counter(&step, CHANGE)?.unwrap_or_default() == since.0;
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
            known.sheets.ids(since, |id| {
                if !seen.contains(id) {
                    absent.push(id.to_owned());
                }
            })?;
        }
        let swept = if kind == Kind::Deal {
            let swept = self.sort_absent(&step, &known, absent, ended)?;
            set_counter(&step, DEALS_SEEN, started.as_microsecond())?;
            let gone: Vec<&str> = swept.gone.iter().map(String::as_str).collect();
            changes_since::note(&step, &gone)?;
            self.history.read_whole(started)?;
            swept
        } else {
            // An empty list is known only by this time of its sync.
            set_counter(&step, &list_read(kind, parent), started.as_microsecond())?;
            Swept {
                not_seen: Vec::new(),
                gone: absent,
            }
        };
        for id in &swept.gone {
            step.prepare_cached("DELETE FROM record WHERE kind = ?1 AND parent = ?2 AND id = ?3")?
                .execute([kind.name(), parent, id])?;
            known.sheets.tear(id)?;
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
    pub fn list_read(&self, kind: Kind, parent: &str) -> Result<Option<Timestamp>, StoreError> {
        Ok(counter(&lock(&self.reader), &list_read(kind, parent))?.and_then(moment))
    }

    /// Divides absent deals into those missing for the first time and deleted ones.
    fn sort_absent(
        &self,
        step: &Connection,
        known: &Known<'_>,
        absent: Vec<String>,
        at: Timestamp,
    ) -> Result<Swept, StoreError> {
        let mut observed = Observations::at(at);
        let mut swept = Swept::default();
        for id in absent {
            let Some((body, fetched)) = body_of(step, &id, &known.sheets)? else {
                continue;
            };
            let last_seen = known.last_seen(&id, fetched);
            if known.missing.contains_key(&id) {
                observed.deleted(&id, Some(body), last_seen, false);
                step.prepare_cached("DELETE FROM stage WHERE deal = ?1")?
                    .execute([&id])?;
                swept.gone.push(id);
            } else {
                observed.not_seen(&id, last_seen.unwrap_or(at));
                swept.not_seen.push(id);
            }
        }
        self.history.keep(&[observed])?;
        Ok(swept)
    }
}
