//! Page references. Deals from the first full sync are stored once, as pages in `history.db`; `cache.db` stores only
//! the entry number of each page (a *sheet*). When such a deal changes or is deleted, a row in `torn` overrides the
//! page. Its own row then counts, or the deal is gone.
//!
//! The history rewrites its entries when it is pruned; before that, every deal gets a row of its own. A token stored on
//! both sides detects a history file that does not match.

mod index;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashSet;
use std::sync::Arc;

use jiff::Timestamp;
use rusqlite::{Connection, params};

use crate::store::history::{FirstSeen, History, PageReader};
use crate::store::{StoreError, WriteSeq};

use super::{bump, counter, set_counter, timestamp_at};
use index::DealIndex;
pub(in crate::store) use index::{DealPosition, IndexCache};

/// Counter raised by every change of the page references.
const REFS_VERSION: &str = "sheets";
/// Token of the history that the page references belong to.
const HISTORY_TOKEN: &str = "sheets_token";

/// A reference to a page in the history.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct PageRef {
    /// Number of the page's entry in the history.
    pub(in crate::store) entry: i64,
    /// Number of deals in the page.
    pub(in crate::store) deal_count: usize,
    /// List position of its first deal.
    pub(in crate::store) position: i64,
    /// Time of arrival.
    pub(in crate::store) received_at: Timestamp,
    /// Number of the sync pass.
    pub(in crate::store) pass: i64,
    /// Change number noted before the request.
    pub(in crate::store) write_seq: i64,
}

/// The page that was read last.
struct OpenPage {
    page: u32,
    bytes: Vec<u8>,
    starts: Vec<u32>,
}

/// The page references as a transaction sees them. Without any, all calls are cheap and return nothing.
pub(in crate::store) struct PageRefs<'a> {
    tx: &'a Connection,
    inner: Option<PageRefsInner<'a>>,
}

struct PageRefsInner<'a> {
    version: i64,
    history: &'a History,
    /// Opened at the first page, or before any other read.
    pages: OnceCell<PageReader<'a>>,
    index_cache: &'a IndexCache,
    index: RefCell<Option<Arc<DealIndex>>>,
    /// Position of the last deal found.
    last_found: Cell<Option<DealPosition>>,
    any_superseded: Cell<bool>,
    open_page: RefCell<Option<OpenPage>>,
}

impl<'a> PageRefs<'a> {
    /// Returns the page references in a write transaction, which prevents rewrites of the history.
    pub(super) fn for_writer(
        tx: &'a Connection,
        history: &'a History,
        index_cache: &'a IndexCache,
    ) -> Result<Self, StoreError> {
        if !has_page_refs(tx)? {
            return Ok(Self { tx, inner: None });
        }
        if counter(tx, HISTORY_TOKEN)? != Some(history.token()?) {
            return Err(StoreError::damaged("history.db does not match cache.db"));
        }
        Ok(Self { tx, inner: Some(PageRefsInner::new(tx, history, index_cache, OnceCell::new())?) })
    }

    /// Returns the page references in `tx`; `None` if the history was rewritten since it began.
    pub(in crate::store) fn for_reader(
        tx: &'a Connection,
        history: &'a History,
        index_cache: &'a IndexCache,
    ) -> Result<Option<Self>, StoreError> {
        if !has_page_refs(tx)? {
            return Ok(Some(Self { tx, inner: None }));
        }
        let pages = history.page_reader()?;
        if counter(tx, HISTORY_TOKEN)? != Some(pages.token()?) {
            return Ok(None);
        }
        Ok(Some(Self {
            tx,
            inner: Some(PageRefsInner::new(tx, history, index_cache, OnceCell::from(pages))?),
        }))
    }

    /// Returns no page references, for records other than deals.
    pub(super) fn none(tx: &'a Connection) -> Self {
        Self { tx, inner: None }
    }

    /// Returns whether there are page references.
    pub(super) fn has_any(&self) -> bool {
        self.inner.is_some()
    }

    /// Returns the position of a deal that is stored only in its page.
    pub(in crate::store) fn find(&self, id: &str) -> Result<Option<DealPosition>, StoreError> {
        let Some(inner) = &self.inner else { return Ok(None) };
        let Some(position) = inner.find(self.tx, id)? else {
            return Ok(None);
        };
        let superseded = inner.any_superseded.get()
            && self
                .tx
                .prepare_cached("SELECT EXISTS (SELECT 1 FROM torn WHERE deal = ?1)")?
                .query_row([id], |row| row.get(0))?;
        Ok((!superseded).then_some(position))
    }

    /// Reads a deal at a position, with its page reference and list position.
    pub(in crate::store) fn read<T>(
        &self,
        position: DealPosition,
        read: impl FnOnce(&FirstSeen<'_>, &PageRef, i64) -> T,
    ) -> Result<T, StoreError> {
        let missing = || StoreError::damaged("a page of deals is missing from the history");
        let inner = self.inner.as_ref().ok_or_else(missing)?;
        let index = inner.index(self.tx)?;
        let page_ref = index.page_refs.get(position.page as usize).ok_or_else(missing)?;
        let mut open_page = inner.open_page.borrow_mut();
        if open_page.as_ref().is_none_or(|open_page| open_page.page != position.page) {
            let bytes = inner.pages()?.deals(page_ref.entry)?;
            let starts = FirstSeen::offsets(&bytes)?;
            *open_page = Some(OpenPage { page: position.page, bytes, starts });
        }
        let deal = open_page.as_ref().and_then(|open_page| {
            let start = *open_page.starts.get(position.nth as usize)?;
            FirstSeen::decode_at(&open_page.bytes, start as usize)
        });
        Ok(read(&deal.ok_or_else(missing)?, page_ref, page_ref.position.saturating_add(position.nth.into())))
    }

    /// Returns the arrival time of the page, without reading the deal.
    pub(in crate::store) fn received_at(
        &self,
        position: DealPosition,
    ) -> Result<Option<Timestamp>, StoreError> {
        let Some(inner) = &self.inner else { return Ok(None) };
        let index = inner.index(self.tx)?;
        Ok(index.page_refs.get(position.page as usize).map(|page_ref| page_ref.received_at))
    }

    /// Overrides a deal's page because it changed or was deleted.
    pub(super) fn supersede(&self, id: &str) -> Result<(), StoreError> {
        let Some(inner) = &self.inner else { return Ok(()) };
        if inner.find(self.tx, id)?.is_some() {
            self.tx.prepare_cached("INSERT OR IGNORE INTO torn (deal) VALUES (?1)")?.execute([id])?;
            inner.any_superseded.set(true);
        }
        Ok(())
    }

    /// Returns the number of deals that are stored only in pages.
    pub(in crate::store) fn count(&self) -> Result<usize, StoreError> {
        if self.inner.is_none() {
            return Ok(0);
        }
        Ok(self
            .tx
            .prepare_cached(
                "SELECT (SELECT coalesce(sum(deals), 0) FROM sheet) - (SELECT count(*) FROM torn)",
            )?
            .query_row([], |row| row.get::<_, i64>(0))?
            .try_into()
            .unwrap_or_default())
    }

    /// Calls `visit` for every deal stored only in a page, in list order.
    pub(in crate::store) fn for_each(
        &self,
        mut visit: impl FnMut(&FirstSeen<'_>, &PageRef, i64) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let Some(inner) = &self.inner else { return Ok(()) };
        let superseded = self.superseded(inner)?;
        for page_ref in load_page_refs(self.tx)? {
            let bytes = inner.pages()?.deals(page_ref.entry)?;
            let mut position = page_ref.position;
            FirstSeen::for_each(&bytes, |deal| {
                if superseded.is_empty() || !superseded.contains(deal.id) {
                    visit(&deal, &page_ref, position)?;
                }
                position = position.saturating_add(1);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Calls `visit` with the list position of every deal stored only in a page. Bodies are not read.
    pub(super) fn for_each_position(
        &self,
        mut visit: impl FnMut(&str, &PageRef, i64),
    ) -> Result<(), StoreError> {
        let Some(inner) = &self.inner else { return Ok(()) };
        let superseded = self.superseded(inner)?;
        for page_ref in load_page_refs(self.tx)? {
            let mut position = page_ref.position;
            for_each_page_id(inner.pages()?, &page_ref, |id| {
                if !superseded.contains(id) {
                    visit(id, &page_ref, position);
                }
                position = position.saturating_add(1);
            })?;
        }
        Ok(())
    }

    /// Calls `visit` for deals stored only in pages that were requested at `until` or earlier.
    pub(in crate::store) fn for_each_id(
        &self,
        until: WriteSeq,
        mut visit: impl FnMut(&str),
    ) -> Result<(), StoreError> {
        let Some(inner) = &self.inner else { return Ok(()) };
        let superseded = self.superseded(inner)?;
        for page_ref in load_page_refs(self.tx)?.iter().filter(|page_ref| page_ref.write_seq <= until.0) {
            for_each_page_id(inner.pages()?, page_ref, |id| {
                if !superseded.contains(id) {
                    visit(id);
                }
            })?;
        }
        Ok(())
    }

    fn superseded(&self, inner: &PageRefsInner<'_>) -> Result<HashSet<String>, StoreError> {
        if !inner.any_superseded.get() {
            return Ok(HashSet::new());
        }
        let mut statement = self.tx.prepare_cached("SELECT deal FROM torn")?;
        let superseded = statement.query_map([], |row| row.get(0))?;
        Ok(superseded.collect::<Result<_, _>>()?)
    }
}

impl<'a> PageRefsInner<'a> {
    fn new(
        tx: &Connection,
        history: &'a History,
        index_cache: &'a IndexCache,
        pages: OnceCell<PageReader<'a>>,
    ) -> Result<Self, StoreError> {
        let any_superseded =
            tx.prepare_cached("SELECT EXISTS (SELECT 1 FROM torn)")?.query_row([], |row| row.get(0))?;
        Ok(Self {
            version: counter(tx, REFS_VERSION)?.unwrap_or_default(),
            history,
            pages,
            index_cache,
            index: RefCell::default(),
            last_found: Cell::default(),
            any_superseded: Cell::new(any_superseded),
            open_page: RefCell::default(),
        })
    }

    fn pages(&self) -> Result<&PageReader<'a>, StoreError> {
        if let Some(pages) = self.pages.get() {
            return Ok(pages);
        }
        let pages = self.history.page_reader()?;
        Ok(self.pages.get_or_init(|| pages))
    }

    fn find(&self, tx: &Connection, id: &str) -> Result<Option<DealPosition>, StoreError> {
        let position = self.index(tx)?.find(id, self.last_found.get());
        if position.is_some() {
            self.last_found.set(position);
        }
        Ok(position)
    }

    fn index(&self, tx: &Connection) -> Result<Arc<DealIndex>, StoreError> {
        if let Some(index) = &*self.index.borrow() {
            return Ok(index.clone());
        }
        let index = self.index_cache.index(tx, self.version, self.pages()?)?;
        *self.index.borrow_mut() = Some(index.clone());
        Ok(index)
    }
}

fn has_page_refs(tx: &Connection) -> Result<bool, StoreError> {
    Ok(tx.prepare_cached("SELECT EXISTS (SELECT 1 FROM sheet)")?.query_row([], |row| row.get(0))?)
}

/// Calls `visit` with the ids of a page, in order. The ids are stored next to the page, one per line. If an id contains
/// a line break, the line count does not match, and the page itself is read.
fn for_each_page_id(
    pages: &PageReader<'_>,
    page_ref: &PageRef,
    mut visit: impl FnMut(&str),
) -> Result<(), StoreError> {
    let id_lines = pages.ids(page_ref.entry)?;
    let lines = id_lines.strip_prefix('\n').unwrap_or(&id_lines);
    let lines = lines.strip_suffix('\n').unwrap_or(lines).split('\n');
    if lines.clone().count() == page_ref.deal_count {
        lines.for_each(visit);
        return Ok(());
    }
    FirstSeen::for_each(&pages.deals(page_ref.entry)?, |deal| {
        visit(deal.id);
        Ok(())
    })
}

fn load_page_refs(tx: &Connection) -> Result<Vec<PageRef>, StoreError> {
    let mut statement = tx.prepare_cached(
        "SELECT entry, deals, position, fetched_at, pass, change FROM sheet ORDER BY entry",
    )?;
    let page_refs = statement.query_map([], |row| {
        Ok(PageRef {
            entry: row.get(0)?,
            deal_count: row.get::<_, u32>(1)? as usize,
            position: row.get(2)?,
            received_at: timestamp_at(row, 3)?,
            pass: row.get(4)?,
            write_seq: row.get(5)?,
        })
    })?;
    Ok(page_refs.collect::<Result<_, _>>()?)
}

/// Adds page references to the history with this `token`.
pub(super) fn add(tx: &Connection, token: i64, new: &[PageRef]) -> Result<(), StoreError> {
    if !has_page_refs(tx)? {
        // Overrides of earlier page references have no meaning any more.
        tx.execute("DELETE FROM torn", [])?;
        set_counter(tx, HISTORY_TOKEN, token)?;
    }
    for page_ref in new {
        tx.prepare_cached(
            "INSERT INTO sheet (entry, deals, position, fetched_at, pass, change) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            page_ref.entry,
            page_ref.deal_count as u32,
            page_ref.position,
            page_ref.received_at.as_microsecond(),
            page_ref.pass,
            page_ref.write_seq
        ])?;
    }
    bump(tx, REFS_VERSION)?;
    Ok(())
}

/// Removes all page references.
pub(in crate::store) fn clear(tx: &Connection) -> Result<(), StoreError> {
    tx.execute_batch("DELETE FROM sheet; DELETE FROM torn")?;
    bump(tx, REFS_VERSION)?;
    Ok(())
}

/// Returns whether the page references belong to the history with this `token`, or none exist.
pub(super) fn matches_token(tx: &Connection, token: i64) -> Result<bool, StoreError> {
    Ok(!has_page_refs(tx)? || counter(tx, HISTORY_TOKEN)? == Some(token))
}

#[cfg(test)]
#[path = "page_refs_tests.rs"]
mod tests;
