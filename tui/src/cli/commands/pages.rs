//! Walking a list: as far as it is wanted, each record once.
//!
//! A list that is wanted whole and that moved while it was read is read again, for the records that a first pass may
//! have missed. What is still in doubt after that is said.

use std::collections::HashSet;

use encours_core::client::Call;
use encours_core::contract::Record;
use encours_core::contract::operation::PageForm;
use encours_core::contract::pager::{Doubt, Pager};
use encours_core::contract::shape::ShapeError;
use encours_core::error::{Error, ErrorKind};

use super::super::Failure;
use super::super::context::Context;
use super::super::session::Session;
use super::keep::Pass;

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
struct Course {
    /// The form of the list.
    form: PageForm,
    /// Records to skip, or the number of the first page.
    start: u64,
    /// How much is wanted.
    extent: Extent,
}

impl Course {
    fn pager(&self) -> Pager {
        let size = match self.extent {
            Extent::FirstPage => None,
            Extent::Records(wanted) => Some(PAGE.min(wanted.max(1) as u64)),
            Extent::All => Some(PAGE),
            Extent::AllBy(size) => Some(size),
        };
        match self.form {
            PageForm::Page => Pager::by_page(self.start, size),
            form => Pager::new(form, size).starting_at(self.start),
        }
    }

    fn is_whole(&self) -> bool {
        matches!(self.extent, Extent::All | Extent::AllBy(_))
    }
}

/// What a walk told beside the records.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Elements that are no records, and why.
    pub(super) rejected: Vec<ShapeError>,
    /// Whether the list moved while it was read.
    pub(super) moved: bool,
    /// How many different records came, where the service counts more, or says that more follow, and the list was
    /// wanted whole.
    pub(super) short: Option<u64>,
    /// Size of the whole list, where the service says so.
    pub(super) total: Option<u64>,
}

/// Walks a list from `offset` on (from that page on, where the list pages by number) and hands each page's new records
/// to `take`.
pub(super) async fn walk(
    session: &Session,
    call: &Call,
    form: PageForm,
    offset: usize,
    extent: Extent,
    keep: Option<Pass<'_>>,
    mut take: impl FnMut(Vec<Record>) -> Result<(), Failure>,
) -> Result<Seen, Failure> {
    let course = Course {
        form,
        start: offset as u64,
        extent,
    };
    let skipped = if course.form == PageForm::Page {
        0
    } else {
        course.start
    };
    let mut keep = keep.map(|pass| pass.starting_at(skipped));
    let mut met: HashSet<String> = HashSet::new();
    let mut seen = Seen::default();
    let mut pager = course.pager();
    for pass in 1..=PASSES {
        pager = course.pager();
        // Elements without an identifier cannot be told from those of the pass before, so they count once.
        let mut taking = |page: Vec<Record>, left: usize| -> Result<usize, Failure> {
            let fresh: Vec<Record> = page
                .into_iter()
                .filter(|record| match record.text("id") {
                    Some(id) => met.insert(id.into_owned()),
                    None => pass == 1,
                })
                .take(left)
                .collect();
            let count = fresh.len();
            take(fresh)?;
            Ok(count)
        };
        one_pass(
            session,
            call,
            &course,
            &mut pager,
            keep.as_mut(),
            &mut seen,
            &mut taking,
        )
        .await?;
        if !(course.is_whole() && pager.may_have_missed()) {
            break;
        }
    }
    seen.moved = !pager.doubts().is_empty();
    let had = skipped + met.len() as u64;
    let more_is_said = pager
        .total()
        .map_or(pager.doubts().contains(&Doubt::EndedEarly), |total| total > had);
    seen.short = (course.is_whole() && more_is_said && !met.is_empty()).then_some(had);
    if let Some(pass) = keep {
        pass.end(&pager, skipped == 0 && course.extent == Extent::All);
    }
    Ok(seen)
}

async fn one_pass(
    session: &Session,
    call: &Call,
    course: &Course,
    pager: &mut Pager,
    mut keep: Option<&mut Pass<'_>>,
    seen: &mut Seen,
    take: &mut impl FnMut(Vec<Record>, usize) -> Result<usize, Failure>,
) -> Result<(), Failure> {
    seen.rejected.clear();
    let mut left = if let Extent::Records(wanted) = course.extent {
        wanted
    } else {
        usize::MAX
    };
    let plain_first = course.extent == Extent::FirstPage && course.start == 0;
    while let Some(request) = pager.next().filter(|_| left > 0) {
        let asked = keep.as_ref().map(|pass| pass.asking());
        let parameters = if plain_first { Vec::new() } else { request.query() };
        let call = parameters
            .into_iter()
            .fold(call.clone(), |call, (name, value)| call.query(name, value));
        let page = match session.client().call(call).await {
            // Some services refuse to be asked beyond the end.
            Err(error)
                if pager.is_confirming()
                    && matches!(error.kind(), ErrorKind::Invalid | ErrorKind::NotFound) =>
            {
                pager.confirm();
                break;
            }
            answer => answer?.page()?,
        };
        let advanced = pager.absorb(&page);
        seen.total = page.total;
        seen.rejected
            .extend(page.rejected.into_iter().map(|(_, error)| error));
        if let (Some(pass), Some(asked)) = (&mut keep, asked) {
            pass.page(asked, &page.items);
        }
        left = left.saturating_sub(take(page.items, left)?);
        advanced.map_err(|error| Error::protocol(error.to_string()))?;
        if course.extent == Extent::FirstPage {
            break;
        }
    }
    Ok(())
}

impl Seen {
    /// Says what the person should know about the list, after it has been written.
    pub(super) fn tell(&self, context: &Context) -> Result<(), Failure> {
        let words = context.report.words();
        match (self.short, self.total) {
            // Fewer records than the service counts must not pass for all of them, whoever reads the result.
            (Some(received), Some(total)) => {
                let said = [("received", received.into()), ("total", total.into())];
                context.report.warning("incomplete", "cli-note-incomplete", &said);
            }
            (Some(received), None) => {
                let said = [("received", received.into())];
                context
                    .report
                    .warning("incomplete", "cli-note-ended-early", &said);
            }
            _ if self.moved && self.rejected.is_empty() => {
                context.report.remark(&words.get("cli-doubt-list-moved"));
            }
            _ => {}
        }
        let Some(first) = self.rejected.first() else {
            return Ok(());
        };
        context
            .report
            .remark(&words.with("cli-unread-elements", &[("n", self.rejected.len().into())]));
        let error = Error::protocol(format!(
            "{} elements of the list are not records: {first}",
            self.rejected.len()
        ));
        context.report.error(&error);
        Err(Failure::Reported(ErrorKind::Protocol))
    }

    /// Adds what another walk told.
    pub(super) fn and(&mut self, other: Self) {
        self.rejected.extend(other.rejected);
        self.moved |= other.moved;
        if other.short.is_some() {
            (self.short, self.total) = (other.short, other.total);
        }
    }
}
