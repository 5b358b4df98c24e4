//! Iteration over a list without endless loops and without lost records.
//!
//! A pure state machine: [`Pager::next`] returns the next request, [`Pager::push_page`] takes the response. Paging is
//! not a transactional snapshot (contract, "Pagination and filters"). Any sign that the list changed, or that the
//! service paged incorrectly, makes the pass *inconsistent*. An inconsistent pass must not be used to conclude that a
//! record is missing.
//!
//! The next page starts after the elements *received*, regardless of the requested limit. A record repeated within a
//! page counts once, or the next page would skip a record. The end of a list is detected as follows:
//!
//! - An items list ends at its `total`, compared with the number received, or at an empty page.
//! - After repeated records, one more page is requested. If it has no new record and `total` elements were received,
//!   the list has ended.
//! - Before that, a limited number of pages without new records is skipped. The limit is lower if each repeats the
//!   whole list, because the service then ignores the offset.
//! - If `total` is at most one full page, one more request confirms it: some services report the size of the page.
//! - An array ends when `X-Service-Has-More` says so, or at an empty page.
//! - A short page ends an array only if the service states its limit. A silently capped page size makes every page
//!   short.

use crate::contract::json::id_set::IdSet;
use crate::contract::operation::PageForm;
use crate::contract::record::Record;
use crate::contract::resource::Resource;

use super::deal_page::DealPage;
use super::page::Page;

/// Most pages of one pass. With one record per page it still covers a million records.
const MAX_PAGES: u64 = 1_000_000;
/// Most consecutive pages without a readable element.
const MAX_UNREADABLE_PAGES: u32 = 3;
/// Most consecutive pages without a new record before `total` is reached.
const MAX_REPEATED_PAGES: u32 = 50;
/// Same limit for pages that repeat everything received so far.
const MAX_UNPAGED_REPEATS: u32 = 2;
/// Most records for which memory is reserved in advance because of `total`.
const MAX_RESERVED: u64 = 2_000_000;

/// Start of a page. `offset` and `page` are never sent together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageStart {
    /// Records to skip.
    Offset(u64),
    /// Number of the page.
    Page(u64),
}

/// Request for one page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    /// Start of the page.
    pub cursor: PageStart,
    /// Requested page size; `None` uses the service's default.
    pub limit: Option<u64>,
}

impl PageRequest {
    /// Returns the query parameters, declared as strings by the contract and sent as decimal digits.
    pub fn query(&self) -> Vec<(&'static str, String)> {
        let mut query = match self.cursor {
            PageStart::Offset(offset) => vec![("offset", offset.to_string())],
            PageStart::Page(page) => vec![("page", page.to_string())],
        };
        query.extend(self.limit.map(|limit| ("limit", limit.to_string())));
        query
    }
}

/// Reason why a pass is inconsistent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Inconsistency {
    /// A record was received twice: another record was inserted before it.
    Duplicate,
    /// `total` changed between two pages.
    TotalChanged,
    /// An empty page came before `total` was reached.
    EndedEarly,
    /// More records were received than `total` states.
    TotalTooSmall,
    /// The response states another offset than requested.
    OffsetChanged,
    /// The same records were sent again: the service does not page this list.
    NotPaged,
    /// An element could not be parsed.
    Rejected,
}

/// Reason why a pass cannot continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PagerError {
    /// A page has no new record although the end is not reached.
    #[error("the list does not advance: before the end, a page contained nothing new")]
    Stuck,
    /// The list has more pages than the maximum.
    #[error("the list does not end")]
    TooManyPages,
}

/// State of one pass over a list.
#[derive(Debug, Clone)]
pub struct Pager {
    form: PageForm,
    limit: Option<u64>,
    offset: u64,
    page: u64,
    pages: u64,
    ids: IdSet,
    /// Elements received, including repeated ones.
    received: u64,
    fresh: u64,
    /// Elements that could not be parsed.
    unreadable: u64,
    total: Option<u64>,
    inconsistencies: Vec<Inconsistency>,
    confirming: bool,
    /// Consecutive pages without a readable element.
    unreadable_pages: u32,
    /// Consecutive pages without a new record.
    repeated_pages: u32,
    /// Most elements on one page.
    max_page_len: u64,
    done: bool,
    failed: Option<PagerError>,
}

impl Pager {
    /// Creates a pass from the start of the list. `limit` is the requested page size.
    pub fn new(form: PageForm, limit: Option<u64>) -> Self {
        Self {
            form,
            limit,
            offset: 0,
            page: 1,
            pages: 0,
            ids: IdSet::default(),
            received: 0,
            fresh: 0,
            unreadable: 0,
            total: None,
            inconsistencies: Vec::new(),
            confirming: false,
            unreadable_pages: 0,
            repeated_pages: 0,
            max_page_len: 0,
            done: false,
            failed: None,
        }
    }

    /// Creates a pass over a route that pages by `page`, counting from `first`.
    pub fn from_page(first: u64, limit: Option<u64>) -> Self {
        Self { page: first, ..Self::new(PageForm::Page, limit) }
    }

    /// Sets the start offset.
    #[must_use]
    pub fn starting_at(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }

    /// Returns the next request; `None` at the end.
    pub fn next(&self) -> Option<PageRequest> {
        let cursor = match self.form {
            PageForm::Page => PageStart::Page(self.page),
            PageForm::Items | PageForm::Array => PageStart::Offset(self.offset),
        };
        (!self.done).then_some(PageRequest { cursor, limit: self.limit })
    }

    /// Processes the response to [`next`](Self::next). The caller stores the page's records.
    ///
    /// Of two records with one identifier, the caller uses the later one.
    ///
    /// # Errors
    /// The pass ends; the records received so far are valid, but not the whole list.
    pub fn push_page<T: Resource>(&mut self, page: &Page<T>) -> Result<(), PagerError> {
        let info = PageInfo {
            items: page.items.len(),
            rejected: page.rejected.len(),
            total: page.total,
            limit: page.limit,
            offset: page.offset,
            has_more: page.has_more,
        };
        self.process_page(&info, page.items.iter().map(|item| identity_token(item.record())))
    }

    /// Processes a page of deals parsed for a list.
    ///
    /// # Errors
    /// Those of [`push_page`](Self::push_page).
    pub fn push_deal_page(&mut self, page: &DealPage) -> Result<(), PagerError> {
        let ids = page.ids();
        let info = PageInfo {
            items: ids.len(),
            rejected: page.rejected.len(),
            total: page.total,
            limit: page.limit,
            offset: page.offset,
            has_more: page.has_more,
        };
        self.process_page(&info, ids)
    }

    fn process_page<'a>(
        &mut self,
        page: &PageInfo,
        ids: impl Iterator<Item = &'a str>,
    ) -> Result<(), PagerError> {
        let received = page.received();
        self.received = self.received.saturating_add(received);
        self.pages += 1;
        if page.offset.is_some_and(|offset| offset != self.offset) && self.form != PageForm::Page {
            self.add_inconsistency(Inconsistency::OffsetChanged);
        }
        if page.rejected > 0 {
            self.add_inconsistency(Inconsistency::Rejected);
            self.unreadable += page.rejected as u64;
        }
        if self.pages > 1 && page.total != self.total {
            self.add_inconsistency(Inconsistency::TotalChanged);
        }
        self.total = page.total;
        if self.pages == 1 {
            let all = page.total.unwrap_or_default().min(MAX_RESERVED);
            self.ids.reserve(usize::try_from(all).unwrap_or_default());
        }
        let (distinct, new_count) = self.ids.insert_page(ids);
        debug_assert!(new_count <= distinct && distinct <= page.items);
        let (distinct, new_count) = ((distinct + page.rejected) as u64, new_count as u64);
        self.fresh = new_count;
        if new_count < page.items as u64 {
            self.add_inconsistency(Inconsistency::Duplicate);
        }
        self.offset = self.offset.saturating_add(distinct);
        self.page = self.page.saturating_add(1);

        self.max_page_len = self.max_page_len.max(received);
        if new_count > 0 {
            self.repeated_pages = 0;
        }
        let confirmed = std::mem::take(&mut self.confirming);
        self.done = received == 0 || self.is_last_page(page, received);
        if received == 0
            && (self.total.is_some_and(|total| self.offset < total) || page.has_more == Some(true))
        {
            self.add_inconsistency(Inconsistency::EndedEarly);
        }
        if self.total.is_some_and(|total| self.offset > total) && new_count > 0 {
            self.add_inconsistency(Inconsistency::TotalTooSmall);
        }
        if self.done {
            return Ok(());
        }
        // Unreadable elements cannot be compared with earlier ones.
        self.unreadable_pages = if page.items == 0 { self.unreadable_pages + 1 } else { 0 };
        if new_count == 0 && page.items > 0 || self.unreadable_pages > MAX_UNREADABLE_PAGES {
            self.done = true;
            if confirmed && page.rejected == 0 && self.repeated_pages == 0 {
                self.add_inconsistency(Inconsistency::NotPaged);
                return Ok(());
            }
            // `total` elements were received, some of them repeated.
            if page.items > 0
                && self.repeated_pages == 0
                && self.total.is_some_and(|total| self.received >= total)
            {
                return Ok(());
            }
            if !confirmed && page.rejected == 0 && self.skip_repeated_page(distinct, received) {
                return Ok(());
            }
            return self.on_repeated_page(page, received).map_err(|error| self.fail(error));
        }
        if self.pages >= MAX_PAGES {
            self.done = true;
            return Err(self.fail(PagerError::TooManyPages));
        }
        Ok(())
    }

    /// Skips a page without new records if `total` says that more follow.
    fn skip_repeated_page(&mut self, distinct: u64, received: u64) -> bool {
        let Some(total) = self.total else { return false };
        let unpaged = distinct == received && received == self.ids.len() as u64;
        let max = if unpaged { MAX_UNPAGED_REPEATS } else { MAX_REPEATED_PAGES };
        self.repeated_pages += 1;
        self.offset = self.offset.saturating_add(received.saturating_sub(distinct));
        // The number received is reliable only for numbered pages or a shorter last page.
        let may_continue = self.form == PageForm::Page || received < self.max_page_len;
        let reached = self.offset == total || may_continue && self.received == total;
        // Beyond its total, a list with so few distinct records is not paged.
        if self.repeated_pages > max || !reached && self.offset > total {
            return false;
        }
        self.confirming = reached && received == self.max_page_len;
        self.done = reached && !self.confirming;
        true
    }

    fn fail(&mut self, error: PagerError) -> PagerError {
        *self.failed.insert(error)
    }

    /// Returns the reason why the pass stopped early, if it did.
    pub fn failed(&self) -> Option<PagerError> {
        self.failed
    }

    /// Returns whether this non-empty page is known to be the last.
    fn is_last_page(&mut self, page: &PageInfo, received: u64) -> bool {
        if let Some(more) = page.has_more {
            return !more;
        }
        match page.total {
            // Beyond its own total, the service's count is wrong: continue to the empty page.
            Some(total) if self.offset > total => false,
            Some(total) if self.offset == total => {
                let full = [self.limit, page.limit].into_iter().flatten().any(|limit| received >= limit);
                // After pages without new records, only an empty or shorter page proves that the service pages.
                let is_uncertain = self.repeated_pages > 0 && received == self.max_page_len;
                self.confirming = self.pages == 1 && full || is_uncertain;
                !self.confirming
            }
            Some(_) => false,
            None => page.limit.is_some_and(|limit| received < limit),
        }
    }

    /// Handles a page of known records.
    ///
    /// An unpaged list sends all its records each time. Unless more records are known to exist, this ends the pass,
    /// with a doubt.
    fn on_repeated_page(&mut self, page: &PageInfo, received: u64) -> Result<(), PagerError> {
        let whole_list_again = page.items > 0 && page.items == self.ids.len();
        let more_is_known = page.has_more == Some(true) || self.total.is_some_and(|total| received < total);
        // A page larger than requested shows that the service ignores the limit.
        let cut_to_size = self.limit.or(page.limit).is_some_and(|limit| received == limit);
        if whole_list_again && !more_is_known && !cut_to_size {
            self.add_inconsistency(Inconsistency::NotPaged);
            return Ok(());
        }
        Err(PagerError::Stuck)
    }

    fn add_inconsistency(&mut self, inconsistency: Inconsistency) {
        if !self.inconsistencies.contains(&inconsistency) {
            self.inconsistencies.push(inconsistency);
        }
    }

    /// Returns whether the end is reached.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Returns whether the next request only confirms the end; a service may refuse it.
    pub fn is_confirming(&self) -> bool {
        self.confirming && !self.done
    }

    /// Ends the pass after the service rejected a request beyond the end.
    pub fn confirm(&mut self) {
        self.done |= self.confirming;
    }

    /// Returns whether the pass may have missed a record, so that another pass is worthwhile.
    ///
    /// A list without paging was sent whole.
    pub fn may_have_missed(&self) -> bool {
        let unpaged = self.inconsistencies.contains(&Inconsistency::NotPaged);
        let harmless = |inconsistency: &Inconsistency| match inconsistency {
            Inconsistency::Rejected | Inconsistency::NotPaged => true,
            Inconsistency::Duplicate => unpaged,
            _ => false,
        };
        !self.inconsistencies.iter().all(harmless)
    }

    /// Returns whether the list ended at its `total` or an empty page, without an error.
    pub fn has_ended(&self) -> bool {
        self.done && self.failed.is_none()
    }

    /// Returns whether the pass is consistent and was not cut off at the greatest number of pages.
    pub fn is_consistent(&self) -> bool {
        self.has_ended() && self.inconsistencies.is_empty()
    }

    /// Returns the reasons why the pass is inconsistent, in the order detected.
    pub fn inconsistencies(&self) -> &[Inconsistency] {
        &self.inconsistencies
    }

    /// Returns the number of distinct new records on the last page.
    pub fn fresh(&self) -> u64 {
        self.fresh
    }

    /// Returns the identifiers received so far.
    pub fn ids(&self) -> &IdSet {
        &self.ids
    }

    /// Returns the number of distinct records received so far.
    pub fn distinct(&self) -> u64 {
        self.ids.len() as u64
    }

    /// Returns the number of unreadable elements so far.
    pub fn unreadable(&self) -> u64 {
        self.unreadable
    }

    /// Returns the total of the last response.
    pub fn total(&self) -> Option<u64> {
        self.total
    }
}

/// Returns the identifier's token of a record, else its whole text.
///
/// Only the hash is stored, so a million identifiers need little memory. A collision only makes a pass look
/// inconsistent.
fn identity_token(record: &Record) -> &str {
    record.raw("id").map_or(record.as_str(), |raw| raw.get())
}

/// Data of a page besides its records.
struct PageInfo {
    items: usize,
    rejected: usize,
    total: Option<u64>,
    limit: Option<u64>,
    offset: Option<u64>,
    has_more: Option<bool>,
}

impl PageInfo {
    fn received(&self) -> u64 {
        (self.items + self.rejected) as u64
    }
}

#[cfg(test)]
#[path = "pager_tests.rs"]
mod tests;
