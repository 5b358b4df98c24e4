//! Walking a list: as far as it is wanted, each record once.

use std::collections::HashSet;

use encours_core::client::Call;
use encours_core::contract::Record;
use encours_core::contract::operation::PageForm;
use encours_core::contract::pager::Pager;
use encours_core::contract::shape::ShapeError;
use encours_core::error::{Error, ErrorKind};

use super::super::Failure;
use super::super::context::Context;
use super::super::session::Session;
use super::keep::Pass;

/// Page size asked for where more than a page is wanted. Services bound it per route; this is below most bounds.
pub(super) const PAGE: u64 = 100;

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

/// What a walk told beside the records.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Elements that are no records, and why.
    pub(super) rejected: Vec<ShapeError>,
    /// Whether the list moved while it was read.
    pub(super) moved: bool,
    /// Size of the whole list, where the service says so.
    pub(super) total: Option<u64>,
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
    let mut keep = keep.map(|pass| pass.starting_at(offset as u64));
    let size = match extent {
        Extent::FirstPage => None,
        Extent::Records(wanted) => Some(PAGE.min(wanted.max(1) as u64)),
        Extent::All => Some(PAGE),
        Extent::AllBy(size) => Some(size),
    };
    let mut pager = Pager::new(form, size).starting_at(offset as u64);
    let mut met: HashSet<String> = HashSet::new();
    let mut left = if let Extent::Records(wanted) = extent {
        wanted
    } else {
        usize::MAX
    };
    let mut seen = Seen::default();
    while let Some(request) = pager.next().filter(|_| left > 0) {
        let asked = keep.as_ref().map(Pass::asking);
        let plain_first = extent == Extent::FirstPage && offset == 0;
        let parameters = if plain_first { Vec::new() } else { request.query() };
        let call = parameters
            .into_iter()
            .fold(call.clone(), |call, (name, value)| call.query(name, value));
        let page = session.client().call(call).await?.page()?;
        let advanced = pager.absorb(&page);
        seen.total = page.total;
        seen.rejected
            .extend(page.rejected.into_iter().map(|(_, error)| error));
        if let (Some(pass), Some(asked)) = (&mut keep, asked) {
            pass.page(asked, &page.items);
        }
        let mut fresh: Vec<Record> = page
            .items
            .into_iter()
            .filter(|record| record.raw("id").is_none_or(|id| met.insert(id.get().to_owned())))
            .collect();
        fresh.truncate(left);
        left -= fresh.len();
        take(fresh)?;
        advanced.map_err(|error| Error::protocol(error.to_string()))?;
        if extent == Extent::FirstPage {
            break;
        }
    }
    seen.moved = !pager.doubts().is_empty();
    if let Some(pass) = keep {
        pass.end(&pager, offset == 0 && extent == Extent::All);
    }
    Ok(seen)
}

impl Seen {
    /// Says what the person should know about the list, after it has been written.
    pub(super) fn tell(&self, context: &Context) -> Result<(), Failure> {
        let words = context.report.words();
        if self.moved && self.rejected.is_empty() {
            context.report.remark(&words.get("cli-doubt-list-moved"));
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
    }
}
