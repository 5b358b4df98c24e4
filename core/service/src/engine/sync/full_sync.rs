//! The full sync of all deals. Paging is not transactional: any sign that the list changed marks the pass as
//! inconsistent. An inconsistent pass is repeated at most twice. Only a consistent pass may report a deal as deleted.
//!
//! Pages are requested ahead, shown as they arrive, and written in the background. The amount of unwritten data is
//! bounded, and a pass ends once its last page is on disk.

use super::missing_deals::Missing;
use super::page_retry::Patience;
use super::page_writer::{Came, Keeper, Room, Written};
use super::rows::partial_table::Growing;
use crate::client::Client;
use crate::contract::operation::PageForm;
use crate::contract::paging::deal_page::Listing;
use crate::contract::paging::pager::{Cursor, Pager};
use crate::engine::actor::clock::Clock;
use crate::engine::blocking::blocking;
use crate::engine::column_snapshot::Drafted;
use crate::engine::messages::Msg;
use crate::engine::sync::state::next_page::Ahead;
use crate::engine::sync::state::pass_report::{PassDone, PassReport};
use crate::engine::sync::state::refresh::FEW;
use crate::error::{Error, ErrorKind};
use crate::store::{Change, Store};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::{Instant, sleep};

/// Number of repetitions of an inconsistent pass.
const AGAIN: usize = 2;
/// Page size after the server refused a larger one; if refused too, none is requested.
const MODEST: u64 = 100;

/// A full sync of all deals.
pub(super) struct Crawl {
    pub(in crate::engine) client: Client,
    pub(in crate::engine) store: Arc<Store>,
    pub(in crate::engine) clock: Clock,
    pub(in crate::engine) zone: TimeZone,
    /// Page size to request.
    pub(super) limit: Option<u64>,
    /// Maximum number of concurrent requests.
    pub(super) ahead: usize,
    pub(in crate::engine) me: UnboundedSender<Msg>,
    /// Number of rows shown so far; set only before the first complete table.
    pub(super) growing: Option<usize>,
    /// True if the result must include a table.
    pub(in crate::engine) table: bool,
    /// Number of deltas in the shown table.
    pub(in crate::engine) patched: usize,
    /// True if a first full sync writes its column snapshot. It is written while the last pages are stored.
    pub(in crate::engine) copied: bool,
}

/// A single pass of a full sync.
pub(in crate::engine) struct Pass {
    /// Permits for concurrent requests.
    pub(in crate::engine) requests: Arc<Semaphore>,
    since: Change,
    started: Timestamp,
    pub(super) pager: Pager,
    pages: u64,
    pub(in crate::engine) step: u64,
    growing: Option<Growing>,
    keeper: Keeper,
}

/// Changes found by the passes of a full sync.
#[derive(Default)]
struct Changes {
    /// Ids of new or changed deals, up to a limit.
    ids: BTreeSet<String>,
    /// Their total number.
    count: usize,
}

impl Crawl {
    /// Repeats passes until one is consistent, at most three times.
    pub(in crate::engine) async fn run(mut self) -> Result<PassDone, Error> {
        let foreign = self.store.cache().foreign()?;
        let mut changes = Changes::default();
        let mut before = None;
        for again in 0..=AGAIN {
            let mut pass = self.pass().await?;
            // Show the received rows while the last of them are still being written.
            self.show(&mut pass).await?;
            let (written, copy) = tokio::join!(pass.keeper.end(), self.copy(pass.growing.as_mut()));
            changes.take(written?);
            // If the same result came twice, the list is not changing; another pass would be inconsistent too.
            let came = pass
                .pager
                .has_ended()
                .then(|| (pass.pager.distinct(), pass.pager.total()));
            let settled = came.is_some() && before.replace(came) == Some(came);
            if pass.pager.is_clean() || settled || again == AGAIN {
                return self.end(pass, changes, foreign, copy?).await;
            }
        }
        Err(Error::unexpected("a reading of all deals did not end"))
    }

    async fn pass(&mut self) -> Result<Pass, Error> {
        loop {
            let cache = self.store.cache();
            let first = cache.begin_reading()?;
            let growing = match self.growing {
                Some(_) => Some(Growing::new(
                    cache.has_no_deals()?,
                    cache.deals_read()?,
                    &self.zone,
                )),
                None => None,
            };
            let room = if self.table {
                Room::BESIDE_A_TABLE
            } else {
                Room::ALONE
            };
            let mut pass = Pass {
                requests: Arc::new(Semaphore::new(self.ahead.max(1))),
                since: cache.change()?,
                started: (self.clock)(),
                pager: Pager::new(PageForm::Items, self.limit),
                pages: 0,
                step: 0,
                growing,
                keeper: Keeper::start(&self.store, cache.begin_pass()?, first, FEW, room),
            };
            match self.pages(&mut pass).await {
                Ok(()) => return Ok(pass),
                // Page sizes differ by route and are undocumented: request fewer, then no particular size.
                Err(error)
                    if error.kind() == ErrorKind::Invalid && pass.pages == 0 && self.limit.is_some() =>
                {
                    self.limit = self.limit.filter(|limit| *limit > MODEST).map(|_| MODEST);
                }
                Err(error) => {
                    // Pages before the failure are stored.
                    pass.keeper.end().await?;
                    return Err(error);
                }
            }
        }
    }

    async fn pages(&mut self, pass: &mut Pass) -> Result<(), Error> {
        let mut ahead: VecDeque<Ahead> = VecDeque::new();
        let mut patience = Patience::default();
        while let Some(Cursor::Offset(offset)) = pass.pager.next().map(|request| request.cursor) {
            // A page of another length than the first makes all later offsets wrong.
            if ahead.front().is_none_or(|page| page.offset != offset) {
                ahead.clear();
                ahead.push_back(self.ask(pass, offset));
            }
            let Some(mut page) = ahead.pop_front() else { break };
            debug_assert_eq!(page.offset, offset, "the page is not the one that follows");
            self.look_ahead(pass, offset, &mut ahead, 1);
            let came = (&mut page.task)
                .await
                .map_err(|error| Error::unexpected(format!("a page was lost: {error}")))?;
            let (asked, page) = match came {
                Ok(page) => page,
                // Before the first page, a restart loses nothing.
                Err(error) if pass.pages == 0 => return Err(error),
                Err(error) => {
                    let Some(pause) = patience.pause(&error) else {
                        return Err(error);
                    };
                    sleep(pause).await;
                    ahead.push_front(self.ask(pass, offset));
                    continue;
                }
            };
            patience.came();
            pass.pages += 1;
            if pass.step == 0 {
                pass.step = page.received() as u64;
                self.look_ahead(pass, offset, &mut ahead, 0);
            }
            let stuck = pass.pager.absorb_listing(&page).is_err();
            self.take(pass, offset, asked, page).await?;
            if stuck {
                break;
            }
        }
        Ok(())
    }

    /// Adds a page to the growing table and queues it for writing.
    async fn take(
        &mut self,
        pass: &mut Pass,
        offset: u64,
        asked: Change,
        mut page: Listing,
    ) -> Result<(), Error> {
        let at = (self.clock)();
        let again = pass.pager.fresh() < page.ids().len() as u64;
        if let Some(growing) = &mut pass.growing {
            if pass.pages == 1 {
                growing.expect(pass.pager.total());
            }
            growing.add(&self.store, &page, at, again)?;
            page.forget_numbers();
        }
        pass.keeper
            .put(Came {
                asked,
                at,
                offset,
                page,
                again,
            })
            .await?;
        self.report(PassReport::Progress {
            read: pass.pager.distinct(),
            total: pass.pager.total(),
        });
        // The first page is shown at once, later ones at intervals.
        let due = pass
            .growing
            .as_ref()
            .is_some_and(|growing| pass.pages == 1 || growing.grown.elapsed() >= growing.pause);
        if due { self.show(pass).await } else { Ok(()) }
    }

    /// Shows the rows received so far, if there are more than shown.
    async fn show(&mut self, pass: &mut Pass) -> Result<(), Error> {
        let shown = self.growing.unwrap_or_default();
        let Some(growing) = pass
            .growing
            .as_mut()
            .filter(|growing| growing.builder.len() > shown)
        else {
            return Ok(());
        };
        let (builder, began) = (growing.builder.clone(), Instant::now());
        self.growing = Some(builder.len());
        let table = blocking(move || Ok(builder.finish())).await?;
        growing.pause = super::rows::partial_table::GROWTH.max(began.elapsed() * 4);
        growing.grown = Instant::now();
        growing.shown = Some(table.clone());
        self.report(PassReport::Growing(Box::new(table)));
        Ok(())
    }

    /// Builds the first table and writes its column snapshot, if requested.
    async fn copy(&self, growing: Option<&mut Growing>) -> Result<Option<Drafted>, Error> {
        let Some(growing) = growing.filter(|growing| self.copied && growing.fresh) else {
            return Ok(None);
        };
        let (store, zone, builder) = (self.store.clone(), self.zone.clone(), growing.builder.clone());
        let (table, copy) = blocking(move || Ok(Drafted::of(&store, builder.gather(), &zone))).await?;
        growing.shown = Some(table);
        Ok(copy)
    }

    async fn end(
        &mut self,
        pass: Pass,
        mut changes: Changes,
        foreign: i64,
        copy: Option<Drafted>,
    ) -> Result<PassDone, Error> {
        let (read, total, clean) = (pass.pager.distinct(), pass.pager.total(), pass.pager.is_clean());
        let (limit, pages, ended) = (self.limit, pass.pages, pass.pager.has_ended());
        let unreadable = pass.pager.unreadable();
        let (removed, kept) = if clean {
            self.sweep(&pass, &mut changes).await?
        } else {
            (Vec::new(), false)
        };
        let (store, zone, patched, wanted) =
            (self.store.clone(), self.zone.clone(), self.patched, self.table);
        let table = blocking(move || {
            let cache = store.cache();
            let revision = cache.revision()?;
            // Another process may have written changes that this pass did not see. This process may have confirmed a
            // deal that the pass received in an older form.
            let alone = cache.foreign()? == foreign;
            let undisturbed = alone && cache.change()? == pass.since;
            // A column snapshot must contain exactly the received rows.
            let (table, copy) = match pass.growing {
                Some(growing) if growing.fresh && clean && !kept && undisturbed => {
                    (Some(growing.finish()), copy)
                }
                Some(_) => (
                    Some(crate::engine::sync::rows::cached_rows::table(cache, &zone)?),
                    None,
                ),
                None if wanted && (changes.count + removed.len() + patched > FEW || !alone) => (
                    Some(crate::engine::sync::rows::cached_rows::table(cache, &zone)?),
                    None,
                ),
                None => (None, None),
            };
            Ok(match table {
                Some(table) => (Some((table, revision)), copy, Vec::new(), Vec::new()),
                None => (None, copy, changes.ids.into_iter().collect(), removed),
            })
        })
        .await?;
        let (table, copy, changed, removed) = table;
        Ok(PassDone {
            read,
            total,
            whole: ended,
            unreadable,
            doubtful: !clean && total != Some(read),
            changed,
            removed,
            table,
            copy,
            limit,
            pages,
        })
    }

    /// Fetches by id the deals that a consistent pass did not contain. Returns the deleted ones, and whether some of
    /// the missing deals remain.
    async fn sweep(&self, pass: &Pass, changes: &mut Changes) -> Result<(Vec<String>, bool), Error> {
        // Of an inconsistent pass, every deal that moved between two pages would count as missing.
        debug_assert!(pass.pager.is_clean());
        let (store, seen) = (self.store.clone(), pass.pager.seen().clone());
        let (since, span) = (pass.since, (pass.started, (self.clock)()));
        let swept = blocking(move || {
            store
                .cache()
                .sweep(crate::store::Kind::Deal, "", &seen, since, span)
        })
        .await?;
        let looked = Missing {
            client: &self.client,
            store: &self.store,
            clock: &self.clock,
        }
        .look_for(&swept.not_seen)
        .await?;
        debug_assert!(looked.found.len() + looked.deleted.len() <= swept.not_seen.len());
        changes.count += looked.found.len();
        changes.ids.extend(looked.found);
        let kept = looked.deleted.len() < swept.not_seen.len();
        Ok((swept.gone.into_iter().chain(looked.deleted).collect(), kept))
    }

    fn report(&self, report: PassReport) {
        // If the loop has ended, this task ends too.
        let _ended = self.me.send(Msg::Pass(report));
    }
}

impl Changes {
    fn take(&mut self, written: Written) {
        debug_assert!(written.changed.len() <= written.count);
        self.count += written.count;
        self.ids.extend(written.changed);
    }
}
