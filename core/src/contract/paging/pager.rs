//! Walking a list to its end without looping for ever and without losing records.
//!
//! A pure state machine: [`Pager::next`] says what to ask, [`Pager::absorb`] takes the answer. Paging is not a
//! transactional snapshot (contract, "Pagination and filters"): whatever hints that the list moved, or that
//! the service did not page as asked, makes the pass *dirty*. From a dirty pass nobody may conclude that a
//! record is gone.
//!
//! The next page starts after the number of elements *received*, whatever was asked; one that comes twice in a
//! page counts once, or a record would be skipped for it. Items lists end at their
//! `total`, counting what was received, or at an empty page; where some came twice one page more is asked for, and one
//! that brings nothing new is the end where as many came as there are; before that some such pages are walked over, but
//! few where each is all that came so far: the service ignores the offset. A `total` that is no more than one full page is confirmed by asking once more, since
//! services are known to count the page and call it the list. Arrays end where `X-Service-Has-More` says so, or at an empty page; a short
//! page ends them only if the service told its own limit, since one that silently caps the page size makes
//! every page short.

use crate::contract::json::id_set::Ids;
use crate::contract::operation::PageForm;
use crate::contract::record::Record;
use crate::contract::resource::Resource;

use super::deal_page::Listing;
use super::page::Page;

/// Most pages of one pass. At the smallest page of one record it still covers a million records.
const MAX_PAGES: u64 = 1_000_000;
/// Most pages in a row of which nothing can be read.
const MOST_UNREAD: u32 = 3;
/// Most pages in a row that bring nothing new before a `total` is reached.
const MOST_REPEATED: u32 = 50;
/// The same where each is all that came so far.
const MOST_UNPAGED: u32 = 2;
/// More records than a service may make us set aside before it has sent them.
const MOST_EXPECTED: u64 = 2_000_000;

/// Where a page starts. `offset` and `page` are never sent together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cursor {
    /// Records to skip.
    Offset(u64),
    /// Number of the page.
    Page(u64),
}

/// What to ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    /// Where the page starts.
    pub cursor: Cursor,
    /// Page size asked for; `None` leaves it to the service.
    pub limit: Option<u64>,
}

impl PageRequest {
    /// The query parameters, declared as strings by the contract and sent as decimal digits.
    pub fn query(&self) -> Vec<(&'static str, String)> {
        let mut query = match self.cursor {
            Cursor::Offset(offset) => vec![("offset", offset.to_string())],
            Cursor::Page(page) => vec![("page", page.to_string())],
        };
        query.extend(self.limit.map(|limit| ("limit", limit.to_string())));
        query
    }
}

/// Why a pass cannot vouch for the whole list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Doubt {
    /// A record came twice: something was inserted before it.
    Duplicate,
    /// `total` changed between two pages.
    TotalChanged,
    /// An empty page came before `total` was reached.
    EndedEarly,
    /// More records came than `total` says there are.
    TotalTooSmall,
    /// The answer says it starts elsewhere than asked.
    OffsetMoved,
    /// The same records came again: the service does not page this list.
    NotPaged,
    /// An element could not be read.
    Rejected,
}

/// The pass cannot go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PagerError {
    /// A page brought nothing new although the end is not reached.
    #[error("the list does not advance: before the end, a page contained nothing new")]
    Stuck,
    /// More pages than any list of this product has.
    #[error("the list does not end")]
    TooManyPages,
}

/// The state of one pass over a list.
#[derive(Debug, Clone)]
pub struct Pager {
    form: PageForm,
    limit: Option<u64>,
    offset: u64,
    page: u64,
    pages: u64,
    seen: Ids,
    /// Elements received, those that came twice counted twice.
    received: u64,
    fresh: u64,
    /// Elements that could not be read.
    unreadable: u64,
    total: Option<u64>,
    doubts: Vec<Doubt>,
    confirming: bool,
    /// Pages in a row of which nothing could be read.
    unread: u32,
    /// Pages in a row that brought nothing new.
    repeats: u32,
    /// Elements of the longest page.
    longest: u64,
    done: bool,
    failed: Option<PagerError>,
}

impl Pager {
    /// A pass from the start. `limit` is the page size to ask for.
    pub fn new(form: PageForm, limit: Option<u64>) -> Self {
        Self {
            form,
            limit,
            offset: 0,
            page: 1,
            pages: 0,
            seen: Ids::default(),
            received: 0,
            fresh: 0,
            unreadable: 0,
            total: None,
            doubts: Vec::new(),
            confirming: false,
            unread: 0,
            repeats: 0,
            longest: 0,
            done: false,
            failed: None,
        }
    }

    /// A pass over a route that pages by `page`, counting from `first`.
    pub fn by_page(first: u64, limit: Option<u64>) -> Self {
        Self {
            page: first,
            ..Self::new(PageForm::Page, limit)
        }
    }

    /// A pass that starts further on.
    #[must_use]
    pub fn starting_at(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }

    /// What to ask next; `None` at the end.
    pub fn next(&self) -> Option<PageRequest> {
        let cursor = match self.form {
            PageForm::Page => Cursor::Page(self.page),
            PageForm::Items | PageForm::Array => Cursor::Offset(self.offset),
        };
        (!self.done).then_some(PageRequest {
            cursor,
            limit: self.limit,
        })
    }

    /// Takes the answer to [`next`](Self::next). The page's records are the caller's to keep, the later of two
    /// with one identifier winning.
    ///
    /// # Errors
    /// The pass ends; what was received so far stays good, but is not the whole list.
    pub fn absorb<T: Resource>(&mut self, page: &Page<T>) -> Result<(), PagerError> {
        let facts = Facts {
            items: page.items.len(),
            rejected: page.rejected.len(),
            total: page.total,
            limit: page.limit,
            offset: page.offset,
            has_more: page.has_more,
        };
        self.take(&facts, page.items.iter().map(|item| identity(item.record())))
    }

    /// The same for a page of deals read for a list.
    ///
    /// # Errors
    /// Those of [`absorb`](Self::absorb).
    pub fn absorb_listing(&mut self, page: &Listing) -> Result<(), PagerError> {
        let ids = page.ids();
        let facts = Facts {
            items: ids.len(),
            rejected: page.rejected.len(),
            total: page.total,
            limit: page.limit,
            offset: page.offset,
            has_more: page.has_more,
        };
        self.take(&facts, ids)
    }

    fn take<'a>(&mut self, page: &Facts, ids: impl Iterator<Item = &'a str>) -> Result<(), PagerError> {
        let received = page.received();
        self.received = self.received.saturating_add(received);
        self.pages += 1;
        if page.offset.is_some_and(|offset| offset != self.offset) && self.form != PageForm::Page {
            self.doubt(Doubt::OffsetMoved);
        }
        if page.rejected > 0 {
            self.doubt(Doubt::Rejected);
            self.unreadable += page.rejected as u64;
        }
        if self.pages > 1 && page.total != self.total {
            self.doubt(Doubt::TotalChanged);
        }
        self.total = page.total;
        if self.pages == 1 {
            let all = page.total.unwrap_or_default().min(MOST_EXPECTED);
            self.seen.expect(usize::try_from(all).unwrap_or_default());
        }
        let (distinct, fresh) = self.seen.insert_page(ids);
        let (distinct, fresh) = ((distinct + page.rejected) as u64, fresh as u64);
        self.fresh = fresh;
        if fresh < page.items as u64 {
            self.doubt(Doubt::Duplicate);
        }
        let first_offset = self.offset;
        self.offset = self.offset.saturating_add(distinct);
        self.page = self.page.saturating_add(1);

        self.longest = self.longest.max(received);
        if fresh > 0 {
            self.repeats = 0;
        }
        let confirmed = std::mem::take(&mut self.confirming);
        self.done = received == 0 || self.ends_after(page, received);
        if received == 0
            && (self.total.is_some_and(|total| first_offset < total) || page.has_more == Some(true))
        {
            self.doubt(Doubt::EndedEarly);
        }
        if self.total.is_some_and(|total| self.offset > total) && fresh > 0 {
            self.doubt(Doubt::TotalTooSmall);
        }
        if self.done {
            return Ok(());
        }
        // Of elements that cannot be read nobody can tell whether they came before.
        self.unread = if page.items == 0 { self.unread + 1 } else { 0 };
        if fresh == 0 && page.items > 0 || self.unread > MOST_UNREAD {
            self.done = true;
            if confirmed && page.rejected == 0 && self.repeats == 0 {
                self.doubt(Doubt::NotPaged);
                return Ok(());
            }
            // As many came as there are, some of them twice.
            if page.items > 0 && self.repeats == 0 && self.total.is_some_and(|total| self.received >= total) {
                return Ok(());
            }
            if !confirmed && page.rejected == 0 && self.goes_on(distinct, received) {
                return Ok(());
            }
            return self.repeated(page, received).map_err(|error| self.fail(error));
        }
        if self.pages >= MAX_PAGES {
            self.done = true;
            return Err(self.fail(PagerError::TooManyPages));
        }
        Ok(())
    }

    /// Walks over a page that brought nothing new, where a `total` says that more follow.
    fn goes_on(&mut self, distinct: u64, received: u64) -> bool {
        let Some(total) = self.total else { return false };
        let unpaged = distinct == received && received == self.seen.len() as u64;
        let most = if unpaged { MOST_UNPAGED } else { MOST_REPEATED };
        self.repeats += 1;
        self.offset = self.offset.saturating_add(received.saturating_sub(distinct));
        // By what was received only where the pages are numbered, or a shorter one tells that it is the last.
        let counted = self.form == PageForm::Page || received < self.longest;
        let reached = self.offset == total || counted && self.received == total;
        // Beyond its total a list of so few different records is no list that is paged.
        if self.repeats > most || !reached && self.offset > total {
            return false;
        }
        self.confirming = reached && received == self.longest;
        self.done = reached && !self.confirming;
        true
    }

    fn fail(&mut self, error: PagerError) -> PagerError {
        *self.failed.insert(error)
    }

    /// Why the pass ended before the list did, if it could not go on.
    pub fn failed(&self) -> Option<PagerError> {
        self.failed
    }

    /// Whether this page, not empty, is known to be the last.
    fn ends_after(&mut self, page: &Facts, received: u64) -> bool {
        if let Some(more) = page.has_more {
            return !more;
        }
        match page.total {
            // Beyond its own total the service's count is wrong: go on to the empty page.
            Some(total) if self.offset > total => false,
            Some(total) if self.offset == total => {
                let full = [self.limit, page.limit]
                    .into_iter()
                    .flatten()
                    .any(|limit| received >= limit);
                // Of pages that bring nothing new only an empty one or a shorter one tells that the service pages.
                let unsure = self.repeats > 0 && received == self.longest;
                self.confirming = self.pages == 1 && full || unsure;
                !self.confirming
            }
            Some(_) => false,
            None => page.limit.is_some_and(|limit| received < limit),
        }
    }

    /// A page of records that were all seen. An unpaged list sends all it has each time; where nothing says
    /// that more exists, that is the end, though a doubtful one.
    fn repeated(&mut self, page: &Facts, received: u64) -> Result<(), PagerError> {
        let whole_list_again = page.items > 0 && page.items == self.seen.len();
        let more_is_known = page.has_more == Some(true) || self.total.is_some_and(|total| received < total);
        // A page larger than asked for shows that the service cuts none to size.
        let cut_to_size = self.limit.or(page.limit).is_some_and(|limit| received == limit);
        if whole_list_again && !more_is_known && !cut_to_size {
            self.doubt(Doubt::NotPaged);
            return Ok(());
        }
        Err(PagerError::Stuck)
    }

    fn doubt(&mut self, doubt: Doubt) {
        if !self.doubts.contains(&doubt) {
            self.doubts.push(doubt);
        }
    }

    /// Whether the end is reached.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Whether what is asked next only confirms that the list has ended: a service may refuse to be asked beyond it.
    pub fn is_confirming(&self) -> bool {
        self.confirming && !self.done
    }

    /// Takes a refusal to be asked beyond the end for the confirmation it is.
    pub fn confirm(&mut self) {
        self.done |= self.confirming;
    }

    /// Whether the pass may have missed a record, so that another one is worth its requests. A list that is not paged
    /// has been sent whole.
    pub fn may_have_missed(&self) -> bool {
        let unpaged = self.doubts.contains(&Doubt::NotPaged);
        let harmless = |doubt: &Doubt| match doubt {
            Doubt::Rejected | Doubt::NotPaged => true,
            Doubt::Duplicate => unpaged,
            _ => false,
        };
        !self.doubts.iter().all(harmless)
    }

    /// Whether the list ended as lists end: at its `total` or at an empty page, and not for want of getting on.
    pub fn has_ended(&self) -> bool {
        self.done && self.failed.is_none()
    }

    /// Whether the end is reached and nothing hints that a record was missed.
    pub fn is_clean(&self) -> bool {
        self.done && self.doubts.is_empty()
    }

    /// Why the pass is dirty, in the order noticed.
    pub fn doubts(&self) -> &[Doubt] {
        &self.doubts
    }

    /// How many records of the last page had not come before, those that it showed twice counted once.
    pub fn fresh(&self) -> u64 {
        self.fresh
    }

    /// The records received so far, by their identifiers.
    pub fn seen(&self) -> &Ids {
        &self.seen
    }

    /// Different records received so far.
    pub fn distinct(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Elements that could not be read so far.
    pub fn unreadable(&self) -> u64 {
        self.unreadable
    }

    /// The total the last answer gave.
    pub fn total(&self) -> Option<u64> {
        self.total
    }
}

/// What tells records apart: the identifier's token, else the whole text. A hash, so that a million of them
/// stay small; a collision would only make a pass look dirty.
fn identity(record: &Record) -> &str {
    record.raw("id").map_or(record.as_str(), |raw| raw.get())
}

/// What a page says beside its records.
struct Facts {
    items: usize,
    rejected: usize,
    total: Option<u64>,
    limit: Option<u64>,
    offset: Option<u64>,
    has_more: Option<bool>,
}

impl Facts {
    fn received(&self) -> u64 {
        (self.items + self.rejected) as u64
    }
}

#[cfg(test)]
#[path = "pager_tests.rs"]
mod tests;
