//! Reading every deal. Paging is no transaction: whatever hints that the list moved makes the pass dirty, a dirty pass
//! is made again, twice at most, and only a clean one may say that a deal is gone.
//!
//! Pages are asked for ahead, shown as they come, and written behind: what is on its way to the disk is bounded, and a
//! pass ends when its last page is on it.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::{Instant, sleep};

use crate::client::Client;
use crate::contract::operation::PageForm;
use crate::contract::paging::deal_page::Listing;
use crate::contract::paging::pager::{Cursor, Pager};
use crate::engine::actor::clock::Clock;
use crate::engine::actor::{Msg, initial_load};
use crate::engine::column_snapshot::Drafted;
use crate::error::{Error, ErrorKind};
use crate::model::table::DealTable;
use crate::store::{Change, Revision, Store, StoreError};

use super::missing_deals::Missing;
use super::page_retry::Patience;
use super::page_writer::{Came, Keeper, Room, Written};
use super::partial_table::Growing;
use super::prefetch::Ahead;
use super::scheduler::FEW;

/// How often a dirty pass is made again.
const AGAIN: usize = 2;
/// What to ask for where the service refuses a page size; then no size at all.
const MODEST: u64 = 100;

/// What a reading reports.
#[derive(Debug)]
pub(in crate::engine) enum PassReport {
    /// So much has been read.
    Progress {
        /// Different deals so far.
        read: u64,
        /// How many there are, as the service says.
        total: Option<u64>,
    },
    /// The deals read so far, while there is nothing better to show.
    Growing(Box<DealTable>),
    /// The end.
    Done(Result<Box<PassDone>, Error>),
}

/// A finished reading.
#[derive(Debug)]
pub(in crate::engine) struct PassDone {
    /// Different deals read.
    pub(in crate::engine) read: u64,
    /// How many there are, as the service says.
    pub(in crate::engine) total: Option<u64>,
    /// Whether the list was read to its end.
    pub(in crate::engine) whole: bool,
    /// Elements that could not be read.
    pub(super) unreadable: u64,
    /// Whether something hints that a deal was missed: the pass was not clean, and not as many deals came as there are.
    pub(in crate::engine) doubtful: bool,
    /// Ids of deals that are new or changed.
    pub(in crate::engine) changed: Vec<String>,
    /// Ids of deals that are gone.
    pub(in crate::engine) removed: Vec<String>,
    /// Everything as a table, where too much changed to name it, and what it is as of.
    pub(in crate::engine) table: Option<(DealTable, Revision)>,
    /// Its copy, where one was wanted and is written already.
    pub(in crate::engine) copy: Option<Drafted>,
    /// The page size the service accepts.
    pub(super) limit: Option<u64>,
    /// How many pages there were.
    pub(in crate::engine) pages: u64,
}

/// One reading of all deals.
pub(super) struct Crawl {
    pub(in crate::engine) client: Client,
    pub(in crate::engine) store: Arc<Store>,
    pub(in crate::engine) clock: Clock,
    pub(in crate::engine) zone: TimeZone,
    /// The page size to ask for.
    pub(super) limit: Option<u64>,
    /// How many requests may be under way at once.
    pub(super) ahead: usize,
    pub(in crate::engine) me: UnboundedSender<Msg>,
    /// Set while there is no complete table yet: how many rows are shown.
    pub(super) growing: Option<usize>,
    /// Whether a table is wanted at the end.
    pub(in crate::engine) table: bool,
    /// How many rows of the table shown are patches.
    pub(in crate::engine) patched: usize,
    /// Whether a copy of what is read for the first time is written while the last of it is still being kept.
    pub(in crate::engine) copied: bool,
}

/// One pass.
pub(in crate::engine) struct Pass {
    /// The requests that may be under way.
    pub(in crate::engine) requests: Arc<Semaphore>,
    since: Change,
    started: Timestamp,
    pub(super) pager: Pager,
    pages: u64,
    pub(in crate::engine) step: u64,
    growing: Option<Growing>,
    keeper: Keeper,
}

/// What the passes of one reading changed.
#[derive(Default)]
struct Changes {
    /// Ids of deals that are new or changed, as long as they are few.
    ids: BTreeSet<String>,
    /// How many there are.
    count: usize,
}

impl Crawl {
    /// Reads until a pass is clean, or dirty for the third time.
    pub(in crate::engine) async fn run(mut self) -> Result<PassDone, Error> {
        let foreign = self.store.cache().foreign()?;
        let mut changes = Changes::default();
        let mut before = None;
        for again in 0..=AGAIN {
            let mut pass = self.pass().await?;
            // What has come can be seen while the last of it is still being written.
            self.show(&mut pass).await?;
            let (written, copy) = tokio::join!(pass.keeper.end(), self.copy(pass.growing.as_mut()));
            changes.take(written?);
            // A list that is the same once more is not moving: it will not be clean however often it is read.
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
                // Page sizes differ by route and are not documented: ask for less, then for none in particular.
                Err(error)
                    if error.kind() == ErrorKind::Invalid && pass.pages == 0 && self.limit.is_some() =>
                {
                    self.limit = self.limit.filter(|limit| *limit > MODEST).map(|_| MODEST);
                }
                Err(error) => {
                    // What came before the failure is kept.
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
            // A page that came shorter or longer than the first makes every later start wrong.
            if ahead.front().is_none_or(|page| page.offset != offset) {
                ahead.clear();
                ahead.push_back(self.ask(pass, offset));
            }
            let Some(mut page) = ahead.pop_front() else { break };
            self.look_ahead(pass, offset, &mut ahead, 1);
            let came = (&mut page.task)
                .await
                .map_err(|error| Error::unexpected(format!("a page was lost: {error}")))?;
            let (asked, page) = match came {
                Ok(page) => page,
                // Before the first page nothing is lost by beginning anew.
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

    /// Takes a page in: into the table that grows, and on its way to the disk.
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
        // The first page is shown at once, the others at intervals.
        let due = pass
            .growing
            .as_ref()
            .is_some_and(|growing| pass.pages == 1 || growing.grown.elapsed() >= growing.pause);
        if due { self.show(pass).await } else { Ok(()) }
    }

    /// Shows what has been read so far, where that is more than what is shown.
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
        growing.pause = super::partial_table::GROWTH.max(began.elapsed() * 4);
        growing.grown = Instant::now();
        growing.shown = Some(table.clone());
        self.report(PassReport::Growing(Box::new(table)));
        Ok(())
    }

    /// Makes the table of what was read for the first time, and writes its copy, if one is wanted.
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
            // Another process may have written what this one never saw change, or this one have confirmed a deal that
            // came in its older form.
            let alone = cache.foreign()? == foreign;
            let undisturbed = alone && cache.change()? == pass.since;
            // A copy is of what came, and of nothing else.
            let (table, copy) = match pass.growing {
                Some(growing) if growing.fresh && clean && !kept && undisturbed => {
                    (Some(growing.finish()), copy)
                }
                Some(_) => (Some(initial_load::table(cache, &zone)?), None),
                None if wanted && (changes.count + removed.len() + patched > FEW || !alone) => {
                    (Some(initial_load::table(cache, &zone)?), None)
                }
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

    /// Says what a clean pass did not show, and asks for it by its id: the deals that are deleted, and whether some that
    /// were not shown stay.
    async fn sweep(&self, pass: &Pass, changes: &mut Changes) -> Result<(Vec<String>, bool), Error> {
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
        changes.count += looked.found.len();
        changes.ids.extend(looked.found);
        let kept = looked.deleted.len() < swept.not_seen.len();
        Ok((swept.gone.into_iter().chain(looked.deleted).collect(), kept))
    }

    fn report(&self, report: PassReport) {
        // The loop has ended; so will this reading.
        let _ended = self.me.send(Msg::Pass(report));
    }
}

impl Changes {
    fn take(&mut self, written: Written) {
        self.count += written.count;
        self.ids.extend(written.changed);
    }
}

/// Runs what reads or writes the disk at length on a thread made for that.
pub(in crate::engine) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Error> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => Ok(done?),
        Err(error) => Err(Error::unexpected(format!(
            "the store's thread ended early: {error}"
        ))),
    }
}
