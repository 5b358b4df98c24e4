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

use crate::store::history::{History, PageReader, Sighted};
use crate::store::{Change, StoreError};

use super::{at, bump, counter, set_counter};
use index::Places;
pub(in crate::store) use index::{Found, Place};

/// Counter raised by every change of the page references.
const SHEETS: &str = "sheets";
/// Token of the history that the page references belong to.
const TOKEN: &str = "sheets_token";

/// A reference to a page in the history.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Sheet {
    /// Number of the page's entry in the history.
    pub(in crate::store) entry: i64,
    /// Number of deals in the page.
    pub(in crate::store) deals: usize,
    /// List position of its first deal.
    pub(in crate::store) position: i64,
    /// Time of arrival.
    pub(in crate::store) at: Timestamp,
    /// Number of the sync pass.
    pub(in crate::store) pass: i64,
    /// Change number noted before the request.
    pub(in crate::store) change: i64,
}

/// The page that was read last.
struct Open {
    sheet: u32,
    bytes: Vec<u8>,
    starts: Vec<u32>,
}

/// The page references as a transaction sees them. Without any, all calls are cheap and return nothing.
pub(in crate::store) struct Sheets<'a> {
    step: &'a Connection,
    held: Option<Held<'a>>,
}

struct Held<'a> {
    version: i64,
    history: &'a History,
    /// Opened at the first page, or before any other read.
    pages: OnceCell<PageReader<'a>>,
    found: &'a Found,
    places: RefCell<Option<Arc<Places>>>,
    /// Position of the last deal found.
    last: Cell<Option<Place>>,
    some_torn: Cell<bool>,
    open: RefCell<Option<Open>>,
}

impl<'a> Sheets<'a> {
    /// Returns the page references in a write transaction, which prevents rewrites of the history.
    pub(super) fn of_writer(
        step: &'a Connection,
        history: &'a History,
        found: &'a Found,
    ) -> Result<Self, StoreError> {
        if !any(step)? {
            return Ok(Self { step, held: None });
        }
        if counter(step, TOKEN)? != Some(history.token()?) {
            return Err(StoreError::damaged(
                "the history is not the one the cache stands on",
            ));
        }
        Ok(Self {
            step,
            held: Some(Held::new(step, history, found, OnceCell::new())?),
        })
    }

    /// Returns the page references in `step`; `None` if the history was rewritten since it began.
    pub(in crate::store) fn of(
        step: &'a Connection,
        history: &'a History,
        found: &'a Found,
    ) -> Result<Option<Self>, StoreError> {
        if !any(step)? {
            return Ok(Some(Self { step, held: None }));
        }
        let pages = history.pages()?;
        if counter(step, TOKEN)? != Some(pages.token()?) {
            return Ok(None);
        }
        Ok(Some(Self {
            step,
            held: Some(Held::new(step, history, found, OnceCell::from(pages))?),
        }))
    }

    /// Returns no page references, for records other than deals.
    pub(super) fn none(step: &'a Connection) -> Self {
        Self { step, held: None }
    }

    /// Returns whether there are page references.
    pub(super) fn are_there(&self) -> bool {
        self.held.is_some()
    }

    /// Returns the position of a deal that is stored only in its page.
    pub(in crate::store) fn find(&self, id: &str) -> Result<Option<Place>, StoreError> {
        let Some(held) = &self.held else { return Ok(None) };
        let Some(place) = held.find(self.step, id)? else {
            return Ok(None);
        };
        let torn = held.some_torn.get()
            && self
                .step
                .prepare_cached("SELECT EXISTS (SELECT 1 FROM torn WHERE deal = ?1)")?
                .query_row([id], |row| row.get(0))?;
        Ok((!torn).then_some(place))
    }

    /// Reads a deal at a position, with its page reference and list position.
    pub(in crate::store) fn read<T>(
        &self,
        place: Place,
        read: impl FnOnce(&Sighted<'_>, &Sheet, i64) -> T,
    ) -> Result<T, StoreError> {
        let missing = || StoreError::damaged("a page of deals is missing from the history");
        let held = self.held.as_ref().ok_or_else(missing)?;
        let places = held.places(self.step)?;
        let sheet = places.sheets.get(place.sheet as usize).ok_or_else(missing)?;
        let mut open = held.open.borrow_mut();
        if open.as_ref().is_none_or(|open| open.sheet != place.sheet) {
            let bytes = held.pages()?.deals(sheet.entry)?;
            let starts = Sighted::starts(&bytes)?;
            *open = Some(Open {
                sheet: place.sheet,
                bytes,
                starts,
            });
        }
        let deal = open.as_ref().and_then(|open| {
            let start = *open.starts.get(place.nth as usize)?;
            Sighted::at(&open.bytes, start as usize)
        });
        Ok(read(
            &deal.ok_or_else(missing)?,
            sheet,
            sheet.position.saturating_add(place.nth.into()),
        ))
    }

    /// Returns the arrival time of the page, without reading the deal.
    pub(in crate::store) fn came(&self, place: Place) -> Result<Option<Timestamp>, StoreError> {
        let Some(held) = &self.held else { return Ok(None) };
        let places = held.places(self.step)?;
        Ok(places.sheets.get(place.sheet as usize).map(|sheet| sheet.at))
    }

    /// Overrides a deal's page because it changed or was deleted.
    pub(super) fn tear(&self, id: &str) -> Result<(), StoreError> {
        let Some(held) = &self.held else { return Ok(()) };
        if held.find(self.step, id)?.is_some() {
            self.step
                .prepare_cached("INSERT OR IGNORE INTO torn (deal) VALUES (?1)")?
                .execute([id])?;
            held.some_torn.set(true);
        }
        Ok(())
    }

    /// Returns the number of deals that are stored only in pages.
    pub(in crate::store) fn count(&self) -> Result<usize, StoreError> {
        if self.held.is_none() {
            return Ok(0);
        }
        Ok(self
            .step
            .prepare_cached(
                "SELECT (SELECT coalesce(sum(deals), 0) FROM sheet) - (SELECT count(*) FROM torn)",
            )?
            .query_row([], |row| row.get::<_, i64>(0))?
            .try_into()
            .unwrap_or_default())
    }

    /// Calls `each` for every deal stored only in a page, in list order.
    pub(in crate::store) fn each(
        &self,
        mut each: impl FnMut(&Sighted<'_>, &Sheet, i64) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let Some(held) = &self.held else { return Ok(()) };
        let torn = self.torn(held)?;
        for sheet in sheets(self.step)? {
            let bytes = held.pages()?.deals(sheet.entry)?;
            let mut position = sheet.position;
            Sighted::each(&bytes, |deal| {
                if torn.is_empty() || !torn.contains(deal.id) {
                    each(&deal, &sheet, position)?;
                }
                position = position.saturating_add(1);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Calls `each` with the list position of every deal stored only in a page. Bodies are not read.
    pub(super) fn placed(&self, mut each: impl FnMut(&str, &Sheet, i64)) -> Result<(), StoreError> {
        let Some(held) = &self.held else { return Ok(()) };
        let torn = self.torn(held)?;
        for sheet in sheets(self.step)? {
            let mut position = sheet.position;
            ids(held.pages()?, &sheet, |id| {
                if !torn.contains(id) {
                    each(id, &sheet, position);
                }
                position = position.saturating_add(1);
            })?;
        }
        Ok(())
    }

    /// Calls `each` for deals stored only in pages that were requested at `until` or earlier.
    pub(in crate::store) fn ids(&self, until: Change, mut each: impl FnMut(&str)) -> Result<(), StoreError> {
        let Some(held) = &self.held else { return Ok(()) };
        let torn = self.torn(held)?;
        for sheet in sheets(self.step)?.iter().filter(|sheet| sheet.change <= until.0) {
            ids(held.pages()?, sheet, |id| {
                if !torn.contains(id) {
                    each(id);
                }
            })?;
        }
        Ok(())
    }

    fn torn(&self, held: &Held<'_>) -> Result<HashSet<String>, StoreError> {
        if !held.some_torn.get() {
            return Ok(HashSet::new());
        }
        let mut all = self.step.prepare_cached("SELECT deal FROM torn")?;
        let torn = all.query_map([], |row| row.get(0))?;
        Ok(torn.collect::<Result<_, _>>()?)
    }
}

impl<'a> Held<'a> {
    fn new(
        step: &Connection,
        history: &'a History,
        found: &'a Found,
        pages: OnceCell<PageReader<'a>>,
    ) -> Result<Self, StoreError> {
        let some_torn = step
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM torn)")?
            .query_row([], |row| row.get(0))?;
        Ok(Self {
            version: counter(step, SHEETS)?.unwrap_or_default(),
            history,
            pages,
            found,
            places: RefCell::default(),
            last: Cell::default(),
            some_torn: Cell::new(some_torn),
            open: RefCell::default(),
        })
    }

    fn pages(&self) -> Result<&PageReader<'a>, StoreError> {
        if let Some(pages) = self.pages.get() {
            return Ok(pages);
        }
        let pages = self.history.pages()?;
        Ok(self.pages.get_or_init(|| pages))
    }

    fn find(&self, step: &Connection, id: &str) -> Result<Option<Place>, StoreError> {
        let place = self.places(step)?.find(id, self.last.get());
        if place.is_some() {
            self.last.set(place);
        }
        Ok(place)
    }

    fn places(&self, step: &Connection) -> Result<Arc<Places>, StoreError> {
        if let Some(places) = &*self.places.borrow() {
            return Ok(places.clone());
        }
        let places = self.found.places(step, self.version, self.pages()?)?;
        *self.places.borrow_mut() = Some(places.clone());
        Ok(places)
    }
}

fn any(step: &Connection) -> Result<bool, StoreError> {
    Ok(step
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM sheet)")?
        .query_row([], |row| row.get(0))?)
}

/// Calls `each` with the ids of a page, in order. The ids are stored next to the page, one per line. If an id contains
/// a line break, the line count does not match, and the page itself is read.
fn ids(pages: &PageReader<'_>, sheet: &Sheet, mut each: impl FnMut(&str)) -> Result<(), StoreError> {
    let beside = pages.ids(sheet.entry)?;
    let lines = beside.strip_prefix('\n').unwrap_or(&beside);
    let lines = lines.strip_suffix('\n').unwrap_or(lines).split('\n');
    if lines.clone().count() == sheet.deals {
        lines.for_each(each);
        return Ok(());
    }
    Sighted::each(&pages.deals(sheet.entry)?, |deal| {
        each(deal.id);
        Ok(())
    })
}

fn sheets(step: &Connection) -> Result<Vec<Sheet>, StoreError> {
    let mut all = step.prepare_cached(
        "SELECT entry, deals, position, fetched_at, pass, change FROM sheet ORDER BY entry",
    )?;
    let sheets = all.query_map([], |row| {
        Ok(Sheet {
            entry: row.get(0)?,
            deals: row.get::<_, u32>(1)? as usize,
            position: row.get(2)?,
            at: at(row, 3)?,
            pass: row.get(4)?,
            change: row.get(5)?,
        })
    })?;
    Ok(sheets.collect::<Result<_, _>>()?)
}

/// Adds page references to the history with this `token`.
pub(super) fn add(step: &Connection, token: i64, new: &[Sheet]) -> Result<(), StoreError> {
    if !any(step)? {
        // Overrides of earlier page references have no meaning any more.
        step.execute("DELETE FROM torn", [])?;
        set_counter(step, TOKEN, token)?;
    }
    for sheet in new {
        step.prepare_cached(
            "INSERT INTO sheet (entry, deals, position, fetched_at, pass, change) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            sheet.entry,
            sheet.deals as u32,
            sheet.position,
            sheet.at.as_microsecond(),
            sheet.pass,
            sheet.change
        ])?;
    }
    bump(step, SHEETS)?;
    Ok(())
}

/// Removes all page references.
pub(in crate::store) fn clear(step: &Connection) -> Result<(), StoreError> {
    step.execute_batch("DELETE FROM sheet; DELETE FROM torn")?;
    bump(step, SHEETS)?;
    Ok(())
}

/// Returns whether the page references belong to the history with this `token`, or none exist.
pub(super) fn are_of(step: &Connection, token: i64) -> Result<bool, StoreError> {
    Ok(!any(step)? || counter(step, TOKEN)? == Some(token))
}

#[cfg(test)]
#[path = "page_refs_tests.rs"]
mod tests;
