//! Storage of list pages, single records and deletions. Changes are recorded in the history first, then in the cache.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use rusqlite::{Connection, TransactionBehavior, params};

use super::bulk_insert::{FirstReading, sheet};
use super::{CHANGE, Cache, DEALS_SEEN, PASS, body_of, bump, counter, lock};
use crate::store::cache::changes_since;
use crate::store::cache::page_refs::{self, Sheet, Sheets};
use crate::store::cache::record_upsert::{Known, Writing, held};
use crate::store::cache::types::moment;
use crate::store::history::{Observations, Source};
use crate::store::{Change, Kept, Kind, Leaf, Received, StoreError};

impl Cache {
    /// Stores a page of a list in one transaction and returns each record's result. `asked` was noted before the
    /// request.
    pub fn save_page(
        &self,
        kind: Kind,
        parent: &str,
        pass: i64,
        asked: Change,
        at: Timestamp,
        page: &[Received],
    ) -> Result<Vec<Kept>, StoreError> {
        let records = page.iter().map(Received::incoming).collect();
        let leaf = Leaf {
            asked,
            at,
            records,
            again: false,
        };
        let mut kept = self.save_pages(kind, parent, pass, &[leaf], &mut FirstReading::over())?;
        Ok(kept.pop().unwrap_or_default())
    }

    /// Stores several pages of a list in one transaction. Returns the result of each record of each page. While `first`
    /// is valid, pages of deals become page references. A page that repeats a deal then begins another transaction,
    /// because the earlier reference must be stored first.
    pub fn save_pages(
        &self,
        kind: Kind,
        parent: &str,
        pass: i64,
        pages: &[Leaf<'_>],
        first: &mut FirstReading,
    ) -> Result<Vec<Vec<Kept>>, StoreError> {
        let mut kept = Vec::with_capacity(pages.len());
        let together = !first.goes_on();
        for step in pages.chunk_by(|_, next| together || !next.again) {
            kept.extend(self.save_together(kind, parent, pass, step, first)?);
        }
        debug_assert_eq!(kept.len(), pages.len());
        Ok(kept)
    }

    fn save_together(
        &self,
        kind: Kind,
        parent: &str,
        pass: i64,
        pages: &[Leaf<'_>],
        first: &mut FirstReading,
    ) -> Result<Vec<Vec<Kept>>, StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let known = self.known(&step, kind)?;
        first.look(&step, kind, &known)?;
        let whole = |page: &Leaf<'_>| first.goes_on() && !page.again;
        let (mut all, mut seen, mut touched) = (Vec::new(), Vec::new(), Vec::new());
        for page in pages {
            if whole(page) {
                all.push(vec![Kept::New; page.records.len()]);
                seen.push(Observations::first_page(page.at, &page.records));
                touched.extend(page.records.iter().map(|record| record.id));
            } else {
                all.push(vec![Kept::Same; page.records.len()]);
                seen.push(Observations::at(page.at));
            }
        }
        for (at, place) in order(pages, whole, &known.sheets)? {
            let page = &pages[at];
            let record = page.records[place];
            let writing = Writing {
                kind,
                parent,
                pass,
                change: page.asked.0,
                at: page.at,
                record,
            };
            let kept = writing.merge(&step, &known, &mut seen[at])?;
            if kind == Kind::Deal && matches!(kept, Kept::New | Kept::Changed) {
                touched.push(record.id);
            }
            all[at][place] = kept;
        }
        drop(known);
        changes_since::note(&step, &touched)?;
        let entries = self.history.keep_numbered(&seen)?;
        debug_assert_eq!(entries.len(), pages.len(), "each page has its entry");
        if first.goes_on() {
            let new = pages.iter().zip(entries).filter(|(page, _)| !page.again);
            let new: Vec<Sheet> = new
                .filter_map(|(page, entry)| sheet(page, entry?, pass))
                .collect();
            page_refs::add(&step, self.history.token()?, &new)?;
            first.went_on(&step)?;
        }
        step.commit()?;
        debug_assert_eq!(all.len(), pages.len());
        Ok(all)
    }

    /// Collects facts about the deals before a transaction, besides their rows.
    pub(super) fn known<'a>(&'a self, step: &'a Connection, kind: Kind) -> Result<Known<'a>, StoreError> {
        let deals = kind == Kind::Deal;
        Ok(Known {
            history: &self.history,
            seen_all: counter(step, DEALS_SEEN)?.and_then(moment).filter(|_| deals),
            missing: if deals {
                self.history.missing()?
            } else {
                BTreeMap::new()
            },
            some_deleted: deals && self.history.has_deleted()?,
            gone: gone(step, kind)?,
            no_stages: deals
                && step
                    .prepare_cached("SELECT NOT EXISTS (SELECT 1 FROM stage)")?
                    .query_row([], |row| row.get(0))?,
            sheets: if deals {
                Sheets::of_writer(step, &self.history, &self.found)?
            } else {
                Sheets::none(step)
            },
        })
    }

    /// Stores a record that the server sent singly and returns the result. `source` tells whether it was fetched or
    /// answers a write. A fetched record may be older than the answer to our own write, which arrived first.
    pub fn confirm(
        &self,
        kind: Kind,
        parent: &str,
        at: Timestamp,
        record: &Received,
        source: Source<'_>,
    ) -> Result<Kept, StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let record = record.incoming();
        let known = self.known(&step, kind)?;
        let before = held(&step, kind, parent, &record, &known.sheets)?;
        let confirmed = before.as_ref().map(|held| held.change);
        let newest = confirmed.max(known.gone.get(record.id).copied());
        if let Source::Read { asked } = source
            && newest.is_some_and(|newest| newest > asked.0)
        {
            return Ok(Kept::Overtaken);
        }
        let kept = match &before {
            None => Kept::New,
            Some(held) if held.other.is_none() => Kept::Same,
            Some(_) => Kept::Changed,
        };
        let change = bump(&step, CHANGE)?;
        let pass = counter(&step, PASS)?.unwrap_or(0);
        step.prepare_cached("DELETE FROM gone WHERE kind = ?1 AND id = ?2")?
            .execute([kind.name(), record.id])?;
        let writing = Writing {
            kind,
            parent,
            pass,
            change,
            at,
            record,
        };
        let mut observed = Observations::at(at);
        writing.observe(&step, before.as_ref(), &known, source, &mut observed)?;
        writing.write(&step, &known.sheets)?;
        drop(known);
        if kind == Kind::Deal {
            changes_since::note(&step, &[record.id])?;
        }
        self.history.keep(&[observed])?;
        step.commit()?;
        Ok(kept)
    }

    /// Removes a deleted record: by our own write (`ours`), or as observed at `at`.
    pub fn remove(&self, kind: Kind, id: &str, ours: bool, at: Timestamp) -> Result<(), StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let change = bump(&step, CHANGE)?;
        let known = self.known(&step, kind)?;
        if kind == Kind::Deal
            && let Some((body, fetched)) = body_of(&step, id, &known.sheets)?
        {
            let last_seen = known.last_seen(id, fetched);
            let mut observed = Observations::at(at);
            observed.deleted(id, Some(body), last_seen, ours);
            changes_since::note(&step, &[id])?;
            self.history.keep(&[observed])?;
            known.sheets.tear(id)?;
        }
        drop(known);
        step.execute(
            "DELETE FROM record WHERE kind = ?1 AND id = ?2",
            [kind.name(), id],
        )?;
        step.execute("DELETE FROM record WHERE parent = ?1", [id])?;
        step.execute("DELETE FROM stage WHERE deal = ?1", [id])?;
        step.execute(
            "INSERT OR REPLACE INTO gone (kind, id, change) VALUES (?1, ?2, ?3)",
            params![kind.name(), id, change],
        )?;
        step.commit()?;
        Ok(())
    }
}

/// Returns the storage order of records in pages not stored `whole`. Records of the same history page come together, so
/// it is read once. Repeated records keep their order.
fn order(
    pages: &[Leaf<'_>],
    whole: impl Fn(&Leaf<'_>) -> bool,
    sheets: &Sheets<'_>,
) -> Result<Vec<(usize, usize)>, StoreError> {
    let mut order: Vec<(usize, usize)> = Vec::new();
    for (at, page) in pages.iter().enumerate().filter(|(_, page)| !whole(page)) {
        order.extend((0..page.records.len()).map(|place| (at, place)));
    }
    if sheets.are_there() && !order.is_empty() {
        let mut placed = Vec::with_capacity(order.len());
        for (at, place) in order {
            placed.push((sheets.find(pages[at].records[place].id)?, (at, place)));
        }
        placed.sort_by_key(|(lies, _)| *lies);
        order = placed.into_iter().map(|(_, place)| place).collect();
    }
    Ok(order)
}

/// Returns the deleted records with their change numbers.
fn gone(db: &Connection, kind: Kind) -> Result<HashMap<String, i64>, StoreError> {
    let mut all = db.prepare_cached("SELECT id, change FROM gone WHERE kind = ?1")?;
    let rows = all.query_map([kind.name()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
