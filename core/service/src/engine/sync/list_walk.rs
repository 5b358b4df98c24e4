//! Walks a paged list up to the wanted extent, returning each record once. The engine drives a walk in the background,
//! the command line in line.
//!
//! A whole list that changed during the walk is walked again, to find records that the first pass missed. Remaining
//! doubt is reported.

pub(in crate::engine) mod cache_pass;
pub(in crate::engine) mod plan;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::value::RawValue;

use self::cache_pass::CachePass;
use self::plan::{Extent, WalkPlan};
use crate::client::{Call, Client, Response};
use crate::contract::ids::canonical;
use crate::contract::json::dynamic_body::JsonBody;
use crate::contract::json::response_schema;
use crate::contract::json::schema_error::ShapeError;
use crate::contract::operation::{DocLevel, PageForm};
use crate::contract::paging::page::{Page, PageHeaders};
use crate::contract::paging::pager::{Inconsistency, Pager};
use crate::contract::record::{Record, raw_text};
use crate::error::{Error, ErrorKind};
use crate::store::StoreError;

/// Maximum number of passes over a changing list.
const MAX_PASSES: usize = 3;

/// One element of a list.
pub enum ListElement {
    /// A record.
    Record(Record),
    /// Any other JSON value; an undocumented route may send it.
    Other(Box<RawValue>),
}

/// Findings of a walk besides the records.
#[derive(Debug, Default)]
pub struct WalkFindings {
    /// Reasons for elements that are not records.
    pub rejected: Vec<ShapeError>,
    /// Deviations of records from the documentation.
    pub nonconforming: Vec<ShapeError>,
    /// Number of records, if the service repeated a page and gave no total.
    pub unpaged: Option<u64>,
    /// True if the contract documents the paging of the list.
    pub has_paging: bool,
    /// True if the list changed during the walk.
    pub has_changed: bool,
    /// True if nothing suggests that a record was missed.
    pub is_consistent: bool,
    /// Number of distinct records, if a whole list had fewer than the service announced.
    pub short_count: Option<u64>,
    /// Total of the whole list, if the service gives it.
    pub total: Option<u64>,
    /// Error that ended the walk after some records.
    pub error: Option<Error>,
}

impl WalkFindings {
    /// Turns a broken walk into an error, for callers that cannot use a partial list.
    ///
    /// # Errors
    /// The error that ended the walk.
    pub fn complete(mut self) -> Result<Self, Error> {
        match self.error.take() {
            Some(reason) => Err(reason),
            None => Ok(self),
        }
    }

    /// Merges the findings of another walk.
    pub fn merge(&mut self, other: Self) {
        self.rejected.extend(other.rejected);
        self.nonconforming.extend(other.nonconforming);
        self.has_changed |= other.has_changed;
        self.has_paging |= other.has_paging;
        self.unpaged = self.unpaged.or(other.unpaged);
        self.error = self.error.take().or(other.error);
        if other.short_count.is_some() {
            (self.short_count, self.total) = (other.short_count, other.total);
        }
    }
}

/// A fetched list.
#[derive(Debug)]
pub(in crate::engine) struct FetchedList {
    /// The records in order, without duplicates.
    pub(in crate::engine) items: Vec<Record>,
    /// True if nothing suggests that a record was missed.
    pub(super) is_consistent: bool,
}

/// Fetches a whole list: the notes of a deal, the notifications.
pub(super) async fn fetch_list(client: &Client, call: Call, form: PageForm) -> Result<FetchedList, Error> {
    let mut items = Vec::new();
    let plan = WalkPlan::new(form, 0, Extent::All);
    let take = |page: Vec<Record>| {
        items.extend(page);
        Ok::<_, Error>(())
    };
    let findings = walk_records(client, &call, plan, None, take).await?.complete()?;
    Ok(FetchedList { items, is_consistent: findings.is_consistent })
}

/// Walks a list and passes each page's new records to `take`.
///
/// # Errors
/// As [`walk_elements`].
pub async fn walk_records<E: From<Error>>(
    client: &Client,
    call: &Call,
    plan: WalkPlan,
    cache: Option<CachePass<'_>>,
    mut take: impl FnMut(Vec<Record>) -> Result<(), E>,
) -> Result<WalkFindings, E> {
    walk_elements(client, call, plan, cache, |page| {
        let records = page.into_iter().filter_map(|element| match element {
            ListElement::Record(record) => Some(record),
            ListElement::Other(_) => None,
        });
        take(records.collect())
    })
    .await
}

/// Walks a list and passes each page's new elements to `take`, in the order received. Stores them in `cache`.
///
/// # Errors
/// Those of `take`, and those of the client before any element. A later one is returned with the findings.
pub async fn walk_elements<E: From<Error>>(
    client: &Client,
    call: &Call,
    plan: WalkPlan,
    cache: Option<CachePass<'_>>,
    mut take: impl FnMut(Vec<ListElement>) -> Result<(), E>,
) -> Result<WalkFindings, E> {
    let size = plan.size();
    let mut walk = ListWalk {
        client,
        call,
        cache: cache.map(|pass| pass.starting_at(plan.skipped())),
        pager: plan.pager(size),
        plan,
        size,
        met: HashSet::new(),
        taken: 0,
        findings: WalkFindings::default(),
    };
    for pass in 1..=MAX_PASSES {
        let before = (walk.taken, walk.pager.total());
        walk.pager = walk.plan.pager(walk.size);
        match walk.pass(pass == 1, &mut take).await {
            Err(WalkStop::Failed(error)) if walk.taken > 0 => {
                walk.findings.error = Some(error);
                return Ok(walk.findings);
            }
            Err(WalkStop::Failed(error)) => return Err(error.into()),
            Err(WalkStop::NotTaken(error)) => return Err(error),
            Ok(()) => {}
        }
        // Two identical passes show that the list has settled, so a further pass would find nothing.
        let settled = pass > 1 && before == (walk.taken, walk.pager.total());
        if settled || !(walk.plan.is_full() && walk.pager.may_have_missed()) {
            break;
        }
    }
    Ok(walk.finish())
}

/// The reason why a pass stopped.
enum WalkStop<E> {
    /// The client failed, or the list cannot be paged.
    Failed(Error),
    /// The receiver of the elements failed.
    NotTaken(E),
}

impl<E> From<Error> for WalkStop<E> {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// A walk over a list.
struct ListWalk<'a> {
    client: &'a Client,
    call: &'a Call,
    plan: WalkPlan,
    cache: Option<CachePass<'a>>,
    pager: Pager,
    size: Option<u64>,
    /// Ids met so far, in all passes.
    met: HashSet<String>,
    /// Number of elements taken.
    taken: usize,
    findings: WalkFindings,
}

impl ListWalk<'_> {
    /// Walks the list from its start.
    async fn pass<E>(
        &mut self,
        is_first: bool,
        take: &mut impl FnMut(Vec<ListElement>) -> Result<(), E>,
    ) -> Result<(), WalkStop<E>> {
        self.findings.rejected.clear();
        self.findings.nonconforming.clear();
        let mut remaining = if let Extent::Records(count) = self.plan.extent { count } else { usize::MAX };
        let (mut first, mut before) = (true, None);
        while let Some(request) = self.pager.next().filter(|_| remaining > 0) {
            let read_seq = self.cache.as_ref().map(CachePass::current_seq);
            let mut parameters = request.query();
            if first && self.plan.has_bare_start() {
                parameters.retain(|(name, _)| *name == "limit");
            }
            let call =
                parameters.into_iter().fold(self.call.clone(), |call, (name, value)| call.query(name, value));
            let mut response = match self.client.call(call).await {
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
                        && !matches!(self.plan.extent, Extent::AllSized(_)) =>
                {
                    self.size = None;
                    self.pager = self.plan.pager(None);
                    continue;
                }
                result => result?,
            };
            let page = response.page()?;
            if first && self.plan.start.is_none() {
                self.pager = self.plan.pager_for_response(&response, &page, self.size);
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
            // A list without paging ends by repeating the whole list.
            let is_repeat = !has_rejected && self.pager.is_done() && self.pager.fresh() == 0;
            self.findings.total = page.total;
            if let (Some(pass), Some(read_seq)) = (&mut self.cache, read_seq) {
                let cached = pass.cache_page(read_seq, &page.items);
                self.cache.take_if(|_| log_uncached(&cached));
            }
            if let Some(operation) = response.operation {
                let nonconforming =
                    page.items.iter().filter_map(|record| response_schema::check(operation, record).err());
                self.findings.nonconforming.extend(nonconforming);
                self.findings.has_paging |= operation.spec().documented == DocLevel::Full;
            }
            let (mut elements, rejected) = page_elements(&response, page)?;
            self.findings.rejected.extend(rejected);
            elements.retain(|element| self.is_new(element, is_first && !is_repeat));
            elements.truncate(remaining);
            remaining = remaining.saturating_sub(elements.len());
            self.taken += elements.len();
            take(elements).map_err(WalkStop::NotTaken)?;
            advanced.map_err(Error::from)?;
            if self.plan.extent == Extent::FirstPage {
                break;
            }
            (first, before) = (false, has_rejected.then_some(response.body));
        }
        Ok(())
    }

    /// Notes the id of an element, and returns whether it was not met before.
    ///
    /// Elements without an id cannot be matched between passes, so they count only if `may_be_new`.
    fn is_new(&mut self, element: &ListElement, may_be_new: bool) -> bool {
        let ListElement::Record(record) = element else {
            return may_be_new;
        };
        // String ids are compared as text, other ids by their JSON token.
        record.raw("id").map_or(may_be_new, |id| {
            let id = raw_text(id).unwrap_or(Cow::Borrowed(id.get()));
            self.met.insert(canonical(&id).into_owned())
        })
    }

    /// Ends the walk: sums up its findings, and what the cache may conclude.
    fn finish(self) -> WalkFindings {
        let Self { plan, pager, mut findings, .. } = self;
        let has = |doubt| pager.inconsistencies().contains(&doubt);
        let skipped = plan.skipped();
        let had = skipped + self.met.len() as u64;
        findings.is_consistent = pager.is_consistent();
        findings.has_changed = !plan.starts_late() && !pager.inconsistencies().is_empty();
        let more_is_said = pager.total().map_or_else(|| has(Inconsistency::EndedEarly), |total| total > had);
        let unpaged = plan.is_full() && pager.total().is_none() && has(Inconsistency::NotPaged);
        findings.unpaged = unpaged.then_some(had);
        findings.short_count = (plan.is_full() && more_is_said && !self.met.is_empty()).then_some(had);
        if let Some(pass) = self.cache {
            // A first page may be the whole list. For deals, only an explicit whole sync may mark records as
            // missing.
            let short = plan.extent == Extent::FirstPage && !pass.is_deal_list();
            let is_full = skipped == 0 && (plan.extent == Extent::All || short);
            log_uncached(&pass.finish(is_full && findings.is_consistent));
        }
        findings
    }
}

/// Logs that records could not be cached, and returns whether that is so. The walk continues without the cache.
fn log_uncached(cached: &Result<(), StoreError>) -> bool {
    if let Err(error) = cached {
        tracing::warn!(%error, "failed to cache the fetched records");
    }
    cached.is_err()
}

/// Returns the elements of a page in order, and errors for non-records.
///
/// # Errors
/// The body is not JSON.
pub fn page_elements(
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
