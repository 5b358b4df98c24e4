//! Walking a list: as far as it is wanted, each record once.
//!
//! A list that is wanted whole and that moved while it was read is read again, for the records that a first pass may
//! have missed. What is still in doubt after that is said.

mod warnings;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use encours_core::client::{Call, Response};
use encours_core::contract::ids::folded;
use encours_core::contract::json::response_schema;
use encours_core::contract::json::schema_error::ShapeError;
use encours_core::contract::operation::{Documented, PageForm};
use encours_core::contract::paging::page::PageHeaders;
use encours_core::contract::paging::pager::{Doubt, Pager};
use encours_core::contract::record::text_of;
use encours_core::contract::{Body, Page, Record};
use encours_core::error::{Error, ErrorKind};
use serde_json::value::RawValue;

use super::super::Failure;
use super::super::session::Session;
use super::cache_write::Pass;
pub(super) use warnings::{Seen, broken};

/// Page size asked for where more than a page is wanted. Services bound it per route; this is below most bounds.
pub(super) const PAGE: u64 = 100;

/// How often a list that moves is read, at most.
const PASSES: usize = 3;

/// How much of a list is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// The first page, as large as the service makes it.
    FirstPage,
    /// So many records.
    Records(usize),
    /// All of it.
    All,
    /// All of it, in pages of the size the person wants.
    AllBy(u64),
}

/// Where a walk begins and how it turns the pages.
#[derive(Debug, Clone, Copy)]
pub(super) struct Course {
    /// The form of the list.
    form: PageForm,
    /// Records to skip, or the number of the first page. Of a route that counts its pages `None` is where it begins
    /// itself.
    start: Option<u64>,
    /// How much is wanted.
    extent: Extent,
}

impl Course {
    /// A walk from `offset` on. A route that counts its pages is asked for its first one without a number: which it
    /// has is the route's own.
    pub(super) fn new(form: PageForm, offset: u64, extent: Extent) -> Self {
        let counted = form == PageForm::Page;
        Self {
            form: if counted && offset > 0 {
                PageForm::Items
            } else {
                form
            },
            start: (!counted || offset > 0).then_some(offset),
            extent,
        }
    }

    /// A walk from the page numbered `first` on.
    pub(super) fn from_page(first: u64, extent: Extent) -> Self {
        Self {
            form: PageForm::Page,
            start: Some(first),
            extent,
        }
    }

    /// The size to ask for. One that the person did not choose is given up where a route refuses it, and not asked for
    /// where the route counts its pages.
    fn size(&self) -> Option<u64> {
        match self.extent {
            Extent::AllBy(size) => Some(size),
            Extent::FirstPage => None,
            _ if self.form == PageForm::Page => None,
            Extent::Records(wanted) => Some(PAGE.min(wanted.max(1) as u64)),
            Extent::All => Some(PAGE),
        }
    }

    fn pager(&self, size: Option<u64>) -> Pager {
        match self.form {
            PageForm::Page => Pager::by_page(self.start.unwrap_or(1), size),
            form => Pager::new(form, size).starting_at(self.skipped()),
        }
    }

    fn skipped(&self) -> u64 {
        match self.form {
            PageForm::Page => 0,
            _ => self.start.unwrap_or(0),
        }
    }

    /// Whether the first request says nothing of where it begins.
    fn begins_bare(&self) -> bool {
        self.start.is_none() || self.extent == Extent::FirstPage && self.start == Some(0)
    }

    fn is_whole(&self) -> bool {
        matches!(self.extent, Extent::All | Extent::AllBy(_)) && !self.begins_late()
    }

    /// Whether it begins beyond the first page of a route that counts them: how many records come before it nobody
    /// says, so nothing can be held against the service's total.
    fn begins_late(&self) -> bool {
        self.form == PageForm::Page && self.start.is_some_and(|first| first > 1)
    }

    /// How a route that counts its pages does so, by its first answer: from the number it gives that page; by offset,
    /// if it speaks of one instead.
    fn as_answered(&self, response: &Response, page: &Page<Record>, size: Option<u64>) -> Pager {
        let number = Record::parse(&response.body)
            .ok()
            .and_then(|whole| u64::try_from(whole.integer("page")?).ok());
        match number {
            Some(first) => Pager::by_page(first, size),
            None if page.offset.is_some() => Pager::new(page.form, size),
            None => self.pager(size),
        }
    }
}

/// One element of a list.
pub(super) enum Element {
    /// A record.
    Record(Record),
    /// Something else, as a route without shape may send it.
    Other(Box<RawValue>),
}

/// Walks a list from `offset` on and hands each page's new records to `take`.
pub(super) async fn walk(
    session: &Session,
    call: &Call,
    form: PageForm,
    offset: usize,
    extent: Extent,
    keep: Option<Pass<'_>>,
    mut take: impl FnMut(Vec<Record>) -> Result<(), Failure>,
) -> Result<Seen, Failure> {
    let course = Course::new(form, offset as u64, extent);
    elements(session, call, course, keep, |page| {
        let records = page.into_iter().filter_map(|element| match element {
            Element::Record(record) => Some(record),
            Element::Other(_) => None,
        });
        take(records.collect())
    })
    .await
}

/// Walks a list and hands each page's new elements to `take`, in the order received. What ends it after some have come is
/// told with them.
pub(super) async fn elements(
    session: &Session,
    call: &Call,
    course: Course,
    keep: Option<Pass<'_>>,
    mut take: impl FnMut(Vec<Element>) -> Result<(), Failure>,
) -> Result<Seen, Failure> {
    let skipped = course.skipped();
    let mut keep = keep.map(|pass| pass.starting_at(skipped));
    let mut met: HashSet<String> = HashSet::new();
    let mut seen = Seen::default();
    let mut taken = 0;
    let mut size = course.size();
    let mut pager = course.pager(size);
    for pass in 1..=PASSES {
        let before = (taken, pager.total());
        pager = course.pager(size);
        // Elements without an identifier cannot be told from those of the pass before, so they count once.
        let mut taking = |page: Vec<Element>, left: usize| -> Result<usize, Failure> {
            let fresh: Vec<Element> = page
                .into_iter()
                .filter(|element| match element {
                    Element::Record(record) => match record.raw("id") {
                        // By its characters, whatever it is written with; one of another type by its token.
                        Some(id) => {
                            let id = text_of(id).unwrap_or(Cow::Borrowed(id.get()));
                            met.insert(folded(&id).into_owned())
                        }
                        None => pass == 1,
                    },
                    Element::Other(_) => pass == 1,
                })
                .take(left)
                .collect();
            let count = fresh.len();
            take(fresh)?;
            taken += count;
            Ok(count)
        };
        let one = OnePass {
            session,
            call,
            course: &course,
            pager: &mut pager,
            size: &mut size,
            seen: &mut seen,
        };
        match one.run(keep.as_mut(), &mut taking).await {
            Err(Failure::Error(why)) if taken > 0 => {
                seen.broken = Some(why);
                return Ok(seen);
            }
            done => done?,
        }
        // A list that is the same once more is not moving: reading it again brings nothing.
        let settled = pass > 1 && before == (taken, pager.total());
        if settled || !(course.is_whole() && pager.may_have_missed()) {
            break;
        }
    }
    seen.moved = !course.begins_late() && !pager.doubts().is_empty();
    let had = skipped + met.len() as u64;
    let more_is_said = pager
        .total()
        .map_or(pager.doubts().contains(&Doubt::EndedEarly), |total| total > had);
    let unpaged = course.is_whole() && pager.total().is_none() && pager.doubts().contains(&Doubt::NotPaged);
    seen.unpaged = unpaged.then_some(had);
    seen.short = (course.is_whole() && more_is_said && !met.is_empty()).then_some(had);
    if let Some(pass) = keep {
        // A first page that is all there is. Of deals a reading that says which are gone is asked for.
        let short = course.extent == Extent::FirstPage && !pass.is_of_deals();
        pass.end(&pager, skipped == 0 && (course.extent == Extent::All || short));
    }
    Ok(seen)
}

/// One reading of a list from its start.
struct OnePass<'a> {
    session: &'a Session,
    call: &'a Call,
    course: &'a Course,
    pager: &'a mut Pager,
    size: &'a mut Option<u64>,
    seen: &'a mut Seen,
}

impl OnePass<'_> {
    async fn run(
        self,
        mut keep: Option<&mut Pass<'_>>,
        take: &mut impl FnMut(Vec<Element>, usize) -> Result<usize, Failure>,
    ) -> Result<(), Failure> {
        self.seen.rejected.clear();
        self.seen.odd.clear();
        let mut left = if let Extent::Records(wanted) = self.course.extent {
            wanted
        } else {
            usize::MAX
        };
        let (mut first, mut before) = (true, None);
        while let Some(request) = self.pager.next().filter(|_| left > 0) {
            let asked = keep.as_ref().map(|pass| pass.asking());
            let mut parameters = request.query();
            if first && self.course.begins_bare() {
                parameters.retain(|(name, _)| *name == "limit");
            }
            let call = parameters
                .into_iter()
                .fold(self.call.clone(), |call, (name, value)| call.query(name, value));
            let mut response = match self.session.client().call(call).await {
                // Some services refuse to be asked beyond the end.
                Err(error)
                    if self.pager.is_confirming()
                        && matches!(error.kind(), ErrorKind::Invalid | ErrorKind::NotFound) =>
                {
                    self.pager.confirm();
                    break;
                }
                // Sizes are bounded per route: one that the person did not choose is left to the service.
                Err(error)
                    if first
                        && error.kind() == ErrorKind::Invalid
                        && self.size.is_some()
                        && !matches!(self.course.extent, Extent::AllBy(_)) =>
                {
                    *self.size = None;
                    *self.pager = self.course.pager(None);
                    continue;
                }
                answer => answer?,
            };
            let page = response.page()?;
            if first && self.course.start.is_none() {
                *self.pager = self.course.as_answered(&response, &page, *self.size);
            }
            // Elements without identifier are told apart by nothing: a route that sends the same again does not page.
            let unread = !page.rejected.is_empty();
            if unread && before.as_ref() == Some(&response.body) {
                break;
            }
            if !unread {
                // The records hold what is wanted of it.
                response.body.clear();
            }
            let advanced = self.pager.absorb(&page);
            self.seen.total = page.total;
            if let (Some(pass), Some(asked)) = (&mut keep, asked) {
                pass.page(asked, &page.items);
            }
            if let Some(operation) = response.operation {
                let odd = page
                    .items
                    .iter()
                    .filter_map(|record| response_schema::check(operation, record).err());
                self.seen.odd.extend(odd);
                self.seen.pages |= operation.spec().documented == Documented::Full;
            }
            let (elements, rejected) = in_order(&response, page)?;
            self.seen.rejected.extend(rejected);
            left = left.saturating_sub(take(elements, left)?);
            advanced.map_err(Error::from)?;
            if self.course.extent == Extent::FirstPage {
                break;
            }
            (first, before) = (false, unread.then_some(response.body));
        }
        Ok(())
    }
}

/// The elements of a page in the order received, and why some are no records.
pub(super) fn in_order(
    response: &Response,
    page: Page<Record>,
) -> Result<(Vec<Element>, Vec<ShapeError>), Error> {
    if page.rejected.is_empty() {
        return Ok((page.items.into_iter().map(Element::Record).collect(), Vec::new()));
    }
    let others: HashMap<usize, ShapeError> = page.rejected.into_iter().collect();
    let headers = PageHeaders::read(|name| response.headers.get(name)?.to_str().ok());
    let Body::List(list) = Body::parse(&response.body, headers)? else {
        return Ok((
            page.items.into_iter().map(Element::Record).collect(),
            others.into_values().collect(),
        ));
    };
    let mut records = page.items.into_iter();
    let elements = list
        .elements
        .into_iter()
        .enumerate()
        .filter_map(|(place, raw)| {
            if others.contains_key(&place) {
                Some(Element::Other(raw))
            } else {
                records.next().map(Element::Record)
            }
        })
        .collect();
    Ok((elements, others.into_values().collect()))
}
