//! Deals as they were first read lie in `history.db`, page by page, and are not written a second time: for such a page, a
//! *sheet*, the cache holds the number of its entry there. A deal that is held otherwise since, or no more, is *torn* out
//! of its sheet: its row counts, or nothing.
//!
//! The history rewrites its entries when it forgets the oldest; before it does, every deal gets a row of its own. Should
//! its entries be others than those the sheets were made of all the same, its token says so.

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

/// The counter that every change of the set of sheets raises.
const SHEETS: &str = "sheets";
/// The history's token when the sheets were made.
const TOKEN: &str = "sheets_token";

/// What the cache holds of a page.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Sheet {
    /// The number of its entry in the history.
    pub(in crate::store) entry: i64,
    /// How many deals it has.
    pub(in crate::store) deals: usize,
    /// The place of its first deal in the list.
    pub(in crate::store) position: i64,
    /// When it came.
    pub(in crate::store) at: Timestamp,
    /// The reading that brought it.
    pub(in crate::store) pass: i64,
    /// The counter, noted before it was asked for.
    pub(in crate::store) change: i64,
}

/// The sheet that was read last.
struct Open {
    sheet: u32,
    bytes: Vec<u8>,
    starts: Vec<u32>,
}

/// The sheets as a step of the cache sees them. Without any, everything here is for nothing and costs nothing.
pub(in crate::store) struct Sheets<'a> {
    step: &'a Connection,
    held: Option<Held<'a>>,
}

struct Held<'a> {
    version: i64,
    history: &'a History,
    /// Begun when the first page is asked for, or before anything is read.
    pages: OnceCell<PageReader<'a>>,
    found: &'a Found,
    places: RefCell<Option<Arc<Places>>>,
    /// Where the deal lies that was found last.
    last: Cell<Option<Place>>,
    some_torn: Cell<bool>,
    open: RefCell<Option<Open>>,
}

impl<'a> Sheets<'a> {
    /// The sheets in `step`, which writes: nobody rewrites what they stand on meanwhile.
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

    /// The sheets in `step`; `None` if the history has rewritten its entries since `step` began.
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

    /// No sheets: for other records than deals.
    pub(super) fn none(step: &'a Connection) -> Self {
        Self { step, held: None }
    }

    /// Whether there are any.
    pub(super) fn are_there(&self) -> bool {
        self.held.is_some()
    }

    /// Where a deal lies that is held as its sheet says.
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

    /// Reads a deal at its place: its body, its sheet, its place in the list.
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

    /// The sheet of a place, without reading the deal.
    pub(in crate::store) fn came(&self, place: Place) -> Result<Option<Timestamp>, StoreError> {
        let Some(held) = &self.held else { return Ok(None) };
        let places = held.places(self.step)?;
        Ok(places.sheets.get(place.sheet as usize).map(|sheet| sheet.at))
    }

    /// Says that the deal is held otherwise from now on, or no more.
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

    /// How many deals are held as their sheets say.
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

    /// Hands each deal that is held as its sheet says to `each`, in the order of its list.
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

    /// Where each deal that is held as its sheet says stands in the list, and its sheet, without reading what there is of it.
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

    /// The ids of the deals that are held as their sheets say and were asked for at `until` or before.
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

/// Hands the ids of a sheet to `each`, in the order of its deals. They stand beside the page, one a line; one that is of
/// several lines makes more of them than there are deals, and then the page itself says which they are.
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

/// Adds sheets of the history whose token is `token`.
pub(super) fn add(step: &Connection, token: i64, new: &[Sheet]) -> Result<(), StoreError> {
    if !any(step)? {
        // What was torn out of sheets that are no more means nothing.
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

/// Gives every sheet up.
pub(in crate::store) fn clear(step: &Connection) -> Result<(), StoreError> {
    step.execute_batch("DELETE FROM sheet; DELETE FROM torn")?;
    bump(step, SHEETS)?;
    Ok(())
}

/// Whether the sheets, if there are any, are of the history whose token is `token`.
pub(super) fn are_of(step: &Connection, token: i64) -> Result<bool, StoreError> {
    Ok(!any(step)? || counter(step, TOKEN)? == Some(token))
}

#[cfg(test)]
#[path = "page_refs_tests.rs"]
mod tests;
