//! Walks a paged list up to the wanted extent, returning each record once.
//!
//! A whole list that changed during the walk is walked again, to find records that the first pass missed.
//! Remaining doubt is reported.

mod warnings;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use encours_core::client::{Call, Response};
use encours_core::contract::ids::canonical;
use encours_core::contract::json::response_schema;
use encours_core::contract::json::schema_error::ShapeError;
use encours_core::contract::operation::{DocLevel, PageForm};
use encours_core::contract::paging::page::PageHeaders;
use encours_core::contract::paging::pager::{Inconsistency, Pager};
use encours_core::contract::record::raw_text;
use encours_core::contract::{JsonBody, Page, Record};
use encours_core::error::{Error, ErrorKind};
use serde_json::value::RawValue;

use super::super::session::Session;
use super::super::{CommandFailure, CommandResult};
use super::cache_write::CachePass;
pub(super) use warnings::{WalkFindings, broken_list};

/// Page size for walks over several pages. Services limit it per route; this is below most limits.
pub(super) const PAGE_SIZE: u64 = 100;

/// Maximum number of passes over a changing list.
const MAX_PASSES: usize = 3;

/// Wanted extent of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
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
pub(super) struct WalkPlan {
    /// Paging form of the list.
    form: PageForm,
    /// Number of records to skip, or first page number. `None` leaves the start to a route that numbers its
    /// pages.
    start: Option<u64>,
    /// Wanted extent.
    extent: Extent,
}

impl WalkPlan {
    /// Creates a walk from `offset`.
    ///
    /// The first request to a route that numbers its pages omits the number, because the first number depends
    /// on the route.
    pub(super) fn new(form: PageForm, offset: u64, extent: Extent) -> Self {
        let counted = form == PageForm::Page;
        Self {
            form: if counted && offset > 0 { PageForm::Items } else { form },
            start: (!counted || offset > 0).then_some(offset),
            extent,
        }
    }

    /// Creates a walk from page `first`.
    pub(super) fn from_page(first: u64, extent: Extent) -> Self {
        Self { form: PageForm::Page, start: Some(first), extent }
    }

    /// Returns the page size to request.
    ///
    /// A size that the user did not choose is omitted if the route numbers its pages, or after the route
    /// rejects it.
    fn size(&self) -> Option<u64> {
        match self.extent {
            Extent::AllSized(size) => Some(size),
            Extent::FirstPage => None,
            _ if self.form == PageForm::Page => None,
            Extent::Records(count) => Some(PAGE_SIZE.min(count.max(1) as u64)),
            Extent::All => Some(PAGE_SIZE),
        }
    }

    fn pager(&self, size: Option<u64>) -> Pager {
        match self.form {
            PageForm::Page => Pager::from_page(self.start.unwrap_or(1), size),
            form => Pager::new(form, size).starting_at(self.skipped()),
        }
    }

    fn skipped(&self) -> u64 {
        match self.form {
            PageForm::Page => 0,
            _ => self.start.unwrap_or(0),
        }
    }

    /// True if the first request has no start parameter.
    fn has_bare_start(&self) -> bool {
        self.start.is_none() || self.extent == Extent::FirstPage && self.start == Some(0)
    }

    fn is_full(&self) -> bool {
        matches!(self.extent, Extent::All | Extent::AllSized(_)) && !self.starts_late()
    }

    /// True if the walk starts after the first page of a route with numbered pages.
    ///
    /// The number of skipped records is unknown then, so the service's total cannot be checked.
    fn starts_late(&self) -> bool {
        self.form == PageForm::Page && self.start.is_some_and(|first| first > 1)
    }

    /// Chooses the pager from the first response: from its page number, or by offset if the response has one.
    fn pager_for_response(&self, response: &Response, page: &Page<Record>, size: Option<u64>) -> Pager {
        let number =
            Record::parse(&response.body).ok().and_then(|body| u64::try_from(body.integer("page")?).ok());
        match number {
            Some(first) => Pager::from_page(first, size),
            None if page.offset.is_some() => Pager::new(page.form, size),
            None => self.pager(size),
        }
    }
}

/// One element of a list.
pub(super) enum ListElement {
    /// A record.
    Record(Record),
    /// Any other JSON value; an undocumented route may send it.
    Other(Box<RawValue>),
}

/// Walks a list from `offset` and passes each page's new records to `take`.
pub(super) async fn walk(
    session: &Session,
    call: &Call,
    form: PageForm,
    offset: usize,
    extent: Extent,
    keep: Option<CachePass<'_>>,
    mut take: impl FnMut(Vec<Record>) -> CommandResult,
) -> CommandResult<WalkFindings> {
    let course = WalkPlan::new(form, offset as u64, extent);
    walk_elements(session, call, course, keep, |page| {
        let records = page.into_iter().filter_map(|element| match element {
            ListElement::Record(record) => Some(record),
            ListElement::Other(_) => None,
        });
        take(records.collect())
    })
    .await
}

/// Walks a list and passes each page's new elements to `take`, in the order received.
///
/// An error after some elements is returned with them.
pub(super) async fn walk_elements(
    session: &Session,
    call: &Call,
    course: WalkPlan,
    keep: Option<CachePass<'_>>,
    mut take: impl FnMut(Vec<ListElement>) -> CommandResult,
) -> CommandResult<WalkFindings> {
    let skipped = course.skipped();
    let mut keep = keep.map(|pass| pass.starting_at(skipped));
    let mut met: HashSet<String> = HashSet::new();
    let mut findings = WalkFindings::default();
    let mut taken = 0;
    let mut size = course.size();
    let mut pager = course.pager(size);
    for pass in 1..=MAX_PASSES {
        let before = (taken, pager.total());
        pager = course.pager(size);
        // Elements without an id cannot be matched between passes, so only the first pass counts them.
        let mut taking = |page: Vec<ListElement>, remaining: usize| -> CommandResult<usize> {
            let fresh: Vec<ListElement> = page
                .into_iter()
                .filter(|element| match element {
                    ListElement::Record(record) => match record.raw("id") {
                        // String ids are compared as text, other ids by their JSON token.
                        Some(id) => {
                            let id = raw_text(id).unwrap_or(Cow::Borrowed(id.get()));
                            met.insert(canonical(&id).into_owned())
                        }
                        None => pass == 1,
                    },
                    ListElement::Other(_) => pass == 1,
                })
                .take(remaining)
                .collect();
            let count = fresh.len();
            take(fresh)?;
            taken += count;
            Ok(count)
        };
        let pass_run = OnePass {
            session,
            call,
            course: &course,
            pager: &mut pager,
            size: &mut size,
            findings: &mut findings,
        };
        match pass_run.run(keep.as_mut(), &mut taking).await {
            Err(CommandFailure::Error(reason)) if taken > 0 => {
                findings.error = Some(reason);
                return Ok(findings);
            }
            done => done?,
        }
        // Two identical passes show that the list has settled, so a further pass would find nothing.
        let settled = pass > 1 && before == (taken, pager.total());
        if settled || !(course.is_full() && pager.may_have_missed()) {
            break;
        }
    }
    findings.has_changed = !course.starts_late() && !pager.inconsistencies().is_empty();
    let had = skipped + met.len() as u64;
    let more_is_said = pager
        .total()
        .map_or(pager.inconsistencies().contains(&Inconsistency::EndedEarly), |total| total > had);
    let unpaged = course.is_full()
        && pager.total().is_none()
        && pager.inconsistencies().contains(&Inconsistency::NotPaged);
    findings.unpaged = unpaged.then_some(had);
    findings.short_count = (course.is_full() && more_is_said && !met.is_empty()).then_some(had);
    if let Some(pass) = keep {
        // A first page may be the whole list. For deals, only an explicit whole sync may mark records as
        // missing.
        let short = course.extent == Extent::FirstPage && !pass.is_deal_list();
        pass.finish(&pager, skipped == 0 && (course.extent == Extent::All || short));
    }
    Ok(findings)
}

/// One pass over a list from its start.
struct OnePass<'a> {
    session: &'a Session,
    call: &'a Call,
    course: &'a WalkPlan,
    pager: &'a mut Pager,
    size: &'a mut Option<u64>,
    findings: &'a mut WalkFindings,
}

impl OnePass<'_> {
    async fn run(
        self,
        mut keep: Option<&mut CachePass<'_>>,
        take: &mut impl FnMut(Vec<ListElement>, usize) -> CommandResult<usize>,
    ) -> CommandResult {
        self.findings.rejected.clear();
        self.findings.nonconforming.clear();
        let mut remaining = if let Extent::Records(count) = self.course.extent { count } else { usize::MAX };
        let (mut first, mut before) = (true, None);
        while let Some(request) = self.pager.next().filter(|_| remaining > 0) {
            let read_seq = keep.as_ref().map(|pass| pass.current_seq());
            let mut parameters = request.query();
            if first && self.course.has_bare_start() {
                parameters.retain(|(name, _)| *name == "limit");
            }
            let call =
                parameters.into_iter().fold(self.call.clone(), |call, (name, value)| call.query(name, value));
            let mut response = match self.session.client().call(call).await {
                // Some services reject an offset beyond the end.
                Err(error)
                    if self.pager.is_confirming()
                        && matches!(error.kind(), ErrorKind::Invalid | ErrorKind::NotFound) =>
                {
                    self.pager.confirm();
                    break;
                }
                // Routes limit the size: if the service rejects a default size, let the service choose.
                Err(error)
                    if first
                        && error.kind() == ErrorKind::Invalid
                        && self.size.is_some()
                        && !matches!(self.course.extent, Extent::AllSized(_)) =>
                {
                    *self.size = None;
                    *self.pager = self.course.pager(None);
                    continue;
                }
                result => result?,
            };
            let page = response.page()?;
            if first && self.course.start.is_none() {
                *self.pager = self.course.pager_for_response(&response, &page, *self.size);
            }
            // Elements without an id cannot be compared, but a repeated identical body shows that the route
            // does not page.
            let has_rejected = !page.rejected.is_empty();
            if has_rejected && before.as_ref() == Some(&response.body) {
                break;
            }
            if !has_rejected {
                // The parsed records have the needed data; free the body early.
                response.body.clear();
            }
            let advanced = self.pager.push_page(&page);
            self.findings.total = page.total;
            if let (Some(pass), Some(read_seq)) = (&mut keep, read_seq) {
                pass.cache_page(read_seq, &page.items);
            }
            if let Some(operation) = response.operation {
                let nonconforming =
                    page.items.iter().filter_map(|record| response_schema::check(operation, record).err());
                self.findings.nonconforming.extend(nonconforming);
                self.findings.has_paging |= operation.spec().documented == DocLevel::Full;
            }
            let (elements, rejected) = page_elements(&response, page)?;
            self.findings.rejected.extend(rejected);
            remaining = remaining.saturating_sub(take(elements, remaining)?);
            advanced.map_err(Error::from)?;
            if self.course.extent == Extent::FirstPage {
                break;
            }
            (first, before) = (false, has_rejected.then_some(response.body));
        }
        Ok(())
    }
}

/// Returns the elements of a page in order, and errors for non-records.
pub(super) fn page_elements(
    response: &Response,
    page: Page<Record>,
) -> Result<(Vec<ListElement>, Vec<ShapeError>), Error> {
    if page.rejected.is_empty() {
        return Ok((page.items.into_iter().map(ListElement::Record).collect(), Vec::new()));
    }
    let rejected: HashMap<usize, ShapeError> = page.rejected.into_iter().collect();
    let headers = PageHeaders::parse(|name| response.headers.get(name)?.to_str().ok());
    let JsonBody::List(list) = JsonBody::parse(&response.body, headers)? else {
        return Ok((
            page.items.into_iter().map(ListElement::Record).collect(),
            rejected.into_values().collect(),
        ));
    };
    let mut records = page.items.into_iter();
    let elements = list
        .elements
        .into_iter()
        .enumerate()
        .filter_map(|(index, raw)| {
            if rejected.contains_key(&index) {
                Some(ListElement::Other(raw))
            } else {
                records.next().map(ListElement::Record)
            }
        })
        .collect();
    Ok((elements, rejected.into_values().collect()))
}
