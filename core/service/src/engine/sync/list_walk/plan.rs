//! Start, paging form and extent of a walk over a list.

use crate::client::Response;
use crate::contract::operation::PageForm;
use crate::contract::paging::page::Page;
use crate::contract::paging::pager::Pager;
use crate::contract::record::Record;

/// Page size for walks over several pages. Services limit it per route; this is below most limits.
const PAGE_SIZE: u64 = 100;

/// Wanted extent of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// First page, with the service's default size.
    FirstPage,
    /// This number of records.
    Records(usize),
    /// The whole list.
    All,
    /// The whole list, with the user's page size.
    AllSized(u64),
}

/// Start, paging form and extent of a walk.
#[derive(Debug, Clone, Copy)]
pub struct WalkPlan {
    /// Paging form of the list.
    form: PageForm,
    /// Number of records to skip, or first page number. `None` leaves the start to a route that numbers its
    /// pages.
    pub(super) start: Option<u64>,
    /// Wanted extent.
    pub(super) extent: Extent,
}

impl WalkPlan {
    /// Creates a walk from `offset`.
    ///
    /// The first request to a route that numbers its pages omits the number, because the first number depends
    /// on the route.
    pub fn new(form: PageForm, offset: u64, extent: Extent) -> Self {
        let counted = form == PageForm::Page;
        Self {
            form: if counted && offset > 0 { PageForm::Items } else { form },
            start: (!counted || offset > 0).then_some(offset),
            extent,
        }
    }

    /// Creates a walk over a whole list of the contract.
    pub fn whole() -> Self {
        Self::new(PageForm::Items, 0, Extent::All)
    }

    /// Creates a walk from page `first`.
    pub fn from_page(first: u64, extent: Extent) -> Self {
        Self { form: PageForm::Page, start: Some(first), extent }
    }

    /// Returns the page size to request.
    ///
    /// A size that the user did not choose is omitted if the route numbers its pages, or after the route
    /// rejects it.
    pub(super) fn size(&self) -> Option<u64> {
        match self.extent {
            Extent::AllSized(size) => Some(size),
            Extent::FirstPage => None,
            _ if self.form == PageForm::Page => None,
            Extent::Records(count) => Some(PAGE_SIZE.min(count.max(1) as u64)),
            Extent::All => Some(PAGE_SIZE),
        }
    }

    pub(super) fn pager(&self, size: Option<u64>) -> Pager {
        match self.form {
            PageForm::Page => Pager::from_page(self.start.unwrap_or(1), size),
            form => Pager::new(form, size).starting_at(self.skipped()),
        }
    }

    pub(super) fn skipped(&self) -> u64 {
        match self.form {
            PageForm::Page => 0,
            _ => self.start.unwrap_or(0),
        }
    }

    /// True if the first request has no start parameter.
    pub(super) fn has_bare_start(&self) -> bool {
        self.start.is_none() || self.extent == Extent::FirstPage && self.start == Some(0)
    }

    pub(super) fn is_full(&self) -> bool {
        matches!(self.extent, Extent::All | Extent::AllSized(_)) && !self.starts_late()
    }

    /// True if the walk starts after the first page of a route with numbered pages.
    ///
    /// The number of skipped records is unknown then, so the service's total cannot be checked.
    pub(super) fn starts_late(&self) -> bool {
        self.form == PageForm::Page && self.start.is_some_and(|first| first > 1)
    }

    /// Chooses the pager from the first response: from its page number, or by offset if the response has one.
    pub(super) fn pager_for_response(
        &self,
        response: &Response,
        page: &Page<Record>,
        size: Option<u64>,
    ) -> Pager {
        let number =
            Record::parse(&response.body).ok().and_then(|body| u64::try_from(body.integer("page")?).ok());
        match number {
            Some(first) => Pager::from_page(first, size),
            None if page.offset.is_some() => Pager::new(page.form, size),
            None => self.pager(size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_pages_start_without_a_number_and_a_size() {
        let plan = WalkPlan::new(PageForm::Page, 0, Extent::All);
        assert_eq!((plan.size(), plan.skipped(), plan.start), (None, 0, None));
        assert!(plan.has_bare_start() && plan.is_full() && !plan.starts_late());
        // An offset turns numbered pages into counted records.
        let plan = WalkPlan::new(PageForm::Page, 40, Extent::All);
        assert_eq!((plan.size(), plan.skipped(), plan.start), (Some(PAGE_SIZE), 40, Some(40)));
        assert!(!plan.has_bare_start() && plan.is_full() && !plan.starts_late());
    }

    #[test]
    fn walk_from_a_later_page_is_never_full() {
        for (first, late) in [(0, false), (1, false), (2, true)] {
            let plan = WalkPlan::from_page(first, Extent::All);
            assert_eq!((plan.starts_late(), plan.is_full(), plan.skipped()), (late, !late, 0), "{first}");
            assert!(!plan.has_bare_start());
        }
        assert!(!WalkPlan::new(PageForm::Items, 5, Extent::All).starts_late());
    }

    #[test]
    fn size_and_completeness_follow_the_extent() {
        for (extent, size, is_full, is_bare) in [
            (Extent::FirstPage, None, false, true),
            (Extent::Records(0), Some(1), false, false),
            (Extent::Records(7), Some(7), false, false),
            (Extent::Records(500), Some(PAGE_SIZE), false, false),
            (Extent::All, Some(PAGE_SIZE), true, false),
            (Extent::AllSized(3), Some(3), true, false),
        ] {
            let plan = WalkPlan::new(PageForm::Items, 0, extent);
            assert_eq!(
                (plan.size(), plan.is_full(), plan.has_bare_start()),
                (size, is_full, is_bare),
                "{extent:?}"
            );
        }
        let later = WalkPlan::new(PageForm::Items, 9, Extent::FirstPage);
        assert!(!later.has_bare_start() && later.skipped() == 9);
        assert_eq!(WalkPlan::new(PageForm::Page, 0, Extent::AllSized(3)).size(), Some(3));
        assert_eq!(WalkPlan::new(PageForm::Page, 0, Extent::Records(3)).size(), None);
    }
}
