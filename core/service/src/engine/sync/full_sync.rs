//! The full sync of all deals. Paging is not transactional: any sign that the list changed marks the pass as
//! inconsistent. An inconsistent pass is repeated at most twice. Only a consistent pass may report a deal as deleted.
//!
//! Pages are requested ahead, shown as they arrive, and written in the background. The amount of unwritten data is
//! bounded, and a pass ends once its last page is on disk.

use super::missing_deals::MissingDealFetch;
use super::page_retry::PageRetry;
use super::page_writer::{FetchedPage, PageWriter, WriteBudget, WrittenChanges};
use super::rows::partial_table::PartialTable;
use crate::client::Client;
use crate::contract::operation::PageForm;
use crate::contract::paging::deal_page::DealPage;
use crate::contract::paging::pager::{PageStart, Pager};
use crate::engine::actor::clock::EngineClock;
use crate::engine::blocking::blocking;
use crate::engine::column_snapshot::SnapshotDraft;
use crate::engine::messages::Msg;
use crate::engine::sync::state::next_page::PendingPage;
use crate::engine::sync::state::pass_report::{PassDone, PassReport};
use crate::engine::sync::state::refresh::MAX_ROW_UPDATES;
use crate::error::{Error, ErrorKind};
use crate::store::{Store, WriteSeq};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::{Instant, sleep};

/// Number of repetitions of an inconsistent pass.
const MAX_REPEATS: usize = 2;
/// Page size after the server refused a larger one; if refused too, none is requested.
const FALLBACK_PAGE_SIZE: u64 = 100;

/// A full sync of all deals.
pub(super) struct FullSync {
    pub(in crate::engine) client: Client,
    pub(in crate::engine) store: Arc<Store>,
    pub(in crate::engine) clock: EngineClock,
    pub(in crate::engine) zone: TimeZone,
    /// Page size to request.
    pub(super) limit: Option<u64>,
    /// Maximum number of concurrent requests.
    pub(super) prefetch: usize,
    pub(in crate::engine) sender: UnboundedSender<Msg>,
    /// Number of rows shown so far; set only before the first complete table.
    pub(super) shown_rows: Option<usize>,
    /// True if the result must include a table.
    pub(in crate::engine) wants_table: bool,
    /// Number of deltas in the shown table.
    pub(in crate::engine) delta_count: usize,
    /// True if a first full sync writes its column snapshot. It is written while the last pages are stored.
    pub(in crate::engine) writes_snapshot: bool,
}

/// A single pass of a full sync.
pub(in crate::engine) struct SyncPass {
    /// Permits for concurrent requests.
    pub(in crate::engine) requests: Arc<Semaphore>,
    since_seq: WriteSeq,
    started: Timestamp,
    pub(super) pager: Pager,
    pages: u64,
    pub(in crate::engine) next_report: u64,
    partial_table: Option<PartialTable>,
    writer: PageWriter,
}

/// Changes found by the passes of a full sync.
#[derive(Default)]
struct PassChanges {
    /// Ids of new or changed deals, up to a limit.
    ids: BTreeSet<String>,
    /// Their total number.
    count: usize,
}

impl FullSync {
    /// Repeats passes until one is consistent, at most three times.
    pub(in crate::engine) async fn run(mut self) -> Result<PassDone, Error> {
        let foreign = self.store.cache().data_version()?;
        let mut changes = PassChanges::default();
        let mut before = None;
        for again in 0..=MAX_REPEATS {
            let mut pass = self.pass().await?;
            // Show the received rows while the last of them are still being written.
            self.show_partial(&mut pass).await?;
            let (written, copy) = tokio::join!(
                pass.writer.finish(),
                self.write_snapshot(pass.partial_table.as_mut())
            );
            changes.add(written?);
            // If the same result came twice, the list is not changing; another pass would be inconsistent too.
            let came = pass
                .pager
                .has_ended()
                .then(|| (pass.pager.distinct(), pass.pager.total()));
            let settled = came.is_some() && before.replace(came) == Some(came);
            if pass.pager.is_consistent() || settled || again == MAX_REPEATS {
                return self.finish_pass(pass, changes, foreign, copy?).await;
            }
        }
        Err(Error::unexpected("a reading of all deals did not end"))
    }

    async fn pass(&mut self) -> Result<SyncPass, Error> {
        loop {
            let cache = self.store.cache();
            let first = cache.begin_full_sync()?;
            let growing = match self.shown_rows {
                Some(_) => Some(PartialTable::new(
                    cache.has_no_deals()?,
                    cache.last_consistent_pass()?,
                    &self.zone,
                )),
                None => None,
            };
            let room = if self.wants_table {
                WriteBudget::WITH_TABLE
            } else {
                WriteBudget::WITHOUT_TABLE
            };
            let mut pass = SyncPass {
                requests: Arc::new(Semaphore::new(self.prefetch.max(1))),
                since_seq: cache.write_seq()?,
                started: (self.clock)(),
                pager: Pager::new(PageForm::Items, self.limit),
                pages: 0,
                next_report: 0,
                partial_table: growing,
                writer: PageWriter::start(&self.store, cache.begin_pass()?, first, MAX_ROW_UPDATES, room),
            };
            match self.pages(&mut pass).await {
                Ok(()) => return Ok(pass),
                // Page sizes differ by route and are undocumented: request fewer, then no particular size.
                Err(error)
                    if error.kind() == ErrorKind::Invalid && pass.pages == 0 && self.limit.is_some() =>
                {
                    self.limit = self
                        .limit
                        .filter(|limit| *limit > FALLBACK_PAGE_SIZE)
                        .map(|_| FALLBACK_PAGE_SIZE);
                }
                Err(error) => {
                    // Pages before the failure are stored.
                    pass.writer.finish().await?;
                    return Err(error);
                }
            }
        }
    }

    async fn pages(&mut self, pass: &mut SyncPass) -> Result<(), Error> {
        let mut ahead: VecDeque<PendingPage> = VecDeque::new();
        let mut patience = PageRetry::default();
        while let Some(PageStart::Offset(offset)) = pass.pager.next().map(|request| request.cursor) {
            // A page of another length than the first makes all later offsets wrong.
            if ahead.front().is_none_or(|page| page.offset != offset) {
                ahead.clear();
                ahead.push_back(self.request_page(pass, offset));
            }
            let Some(mut page) = ahead.pop_front() else { break };
            debug_assert_eq!(page.offset, offset, "the page is not the one that follows");
            self.prefetch_pages(pass, offset, &mut ahead, 1);
            let came = (&mut page.task)
                .await
                .map_err(|error| Error::unexpected(format!("a page was lost: {error}")))?;
            let (asked, page) = match came {
                Ok(page) => page,
                // Before the first page, a restart loses nothing.
                Err(error) if pass.pages == 0 => return Err(error),
                Err(error) => {
                    let Some(pause) = patience.next_pause(&error) else {
                        return Err(error);
                    };
                    sleep(pause).await;
                    ahead.push_front(self.request_page(pass, offset));
                    continue;
                }
            };
            patience.reset();
            pass.pages += 1;
            if pass.next_report == 0 {
                pass.next_report = page.received() as u64;
                self.prefetch_pages(pass, offset, &mut ahead, 0);
            }
            let stuck = pass.pager.push_deal_page(&page).is_err();
            self.add_page(pass, offset, asked, page).await?;
            if stuck {
                break;
            }
        }
        Ok(())
    }

    /// Adds a page to the growing table and queues it for writing.
    async fn add_page(
        &mut self,
        pass: &mut SyncPass,
        offset: u64,
        asked: WriteSeq,
        mut page: DealPage,
    ) -> Result<(), Error> {
        let at = (self.clock)();
        let again = pass.pager.fresh() < page.ids().len() as u64;
        if let Some(growing) = &mut pass.partial_table {
            if pass.pages == 1 {
                growing.reserve(pass.pager.total());
            }
            growing.add(&self.store, &page, at, again)?;
            page.drop_numbers();
        }
        pass.writer
            .queue(FetchedPage {
                request_seq: asked,
                received_at: at,
                offset,
                page,
                repeats: again,
            })
            .await?;
        self.report(PassReport::Progress {
            read: pass.pager.distinct(),
            total: pass.pager.total(),
        });
        // The first page is shown at once, later ones at intervals.
        let due = pass
            .partial_table
            .as_ref()
            .is_some_and(|growing| pass.pages == 1 || growing.rebuilt_at.elapsed() >= growing.pause);
        if due {
            self.show_partial(pass).await
        } else {
            Ok(())
        }
    }

    /// Shows the rows received so far, if there are more than shown.
    async fn show_partial(&mut self, pass: &mut SyncPass) -> Result<(), Error> {
        let shown = self.shown_rows.unwrap_or_default();
        let Some(growing) = pass
            .partial_table
            .as_mut()
            .filter(|growing| growing.builder.len() > shown)
        else {
            return Ok(());
        };
        let (builder, began) = (growing.builder.clone(), Instant::now());
        self.shown_rows = Some(builder.len());
        let table = blocking(move || Ok(builder.finish())).await?;
        growing.pause = super::rows::partial_table::REBUILD_INTERVAL.max(began.elapsed() * 4);
        growing.rebuilt_at = Instant::now();
        growing.last_table = Some(table.clone());
        self.report(PassReport::Partial(Box::new(table)));
        Ok(())
    }

    /// Builds the first table and writes its column snapshot, if requested.
    async fn write_snapshot(
        &self,
        growing: Option<&mut PartialTable>,
    ) -> Result<Option<SnapshotDraft>, Error> {
        let Some(growing) = growing.filter(|growing| self.writes_snapshot && growing.is_first) else {
            return Ok(None);
        };
        let (store, zone, builder) = (self.store.clone(), self.zone.clone(), growing.builder.clone());
        let (table, copy) =
            blocking(move || Ok(SnapshotDraft::build(&store, builder.into_unsorted(), &zone))).await?;
        growing.last_table = Some(table);
        Ok(copy)
    }

    async fn finish_pass(
        &mut self,
        pass: SyncPass,
        mut changes: PassChanges,
        foreign: i64,
        copy: Option<SnapshotDraft>,
    ) -> Result<PassDone, Error> {
        let (read, total, clean) = (
            pass.pager.distinct(),
            pass.pager.total(),
            pass.pager.is_consistent(),
        );
        let (limit, pages, ended) = (self.limit, pass.pages, pass.pager.has_ended());
        let unreadable = pass.pager.unreadable();
        let (removed, kept) = if clean {
            self.sweep(&pass, &mut changes).await?
        } else {
            (Vec::new(), false)
        };
        let (store, zone, patched, wanted) = (
            self.store.clone(),
            self.zone.clone(),
            self.delta_count,
            self.wants_table,
        );
        let table = blocking(move || {
            let cache = store.cache();
            let revision = cache.revision()?;
            // Another process may have written changes that this pass did not see. This process may have confirmed a
            // deal that the pass received in an older form.
            let alone = cache.data_version()? == foreign;
            let undisturbed = alone && cache.write_seq()? == pass.since_seq;
            // A column snapshot must contain exactly the received rows.
            let (table, copy) = match pass.partial_table {
                Some(growing) if growing.is_first && clean && !kept && undisturbed => {
                    (Some(growing.finish()), copy)
                }
                Some(_) => (
                    Some(crate::engine::sync::rows::cached_rows::load_table(cache, &zone)?),
                    None,
                ),
                None if wanted && (changes.count + removed.len() + patched > MAX_ROW_UPDATES || !alone) => (
                    Some(crate::engine::sync::rows::cached_rows::load_table(cache, &zone)?),
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
            received: read,
            total,
            is_complete: ended,
            unreadable,
            maybe_incomplete: !clean && total != Some(read),
            changed,
            removed,
            table,
            snapshot: copy,
            limit,
            pages,
        })
    }

    /// Fetches by id the deals that a consistent pass did not contain. Returns the deleted ones, and whether some of
    /// the missing deals remain.
    async fn sweep(&self, pass: &SyncPass, changes: &mut PassChanges) -> Result<(Vec<String>, bool), Error> {
        // Of an inconsistent pass, every deal that moved between two pages would count as missing.
        debug_assert!(pass.pager.is_consistent());
        let (store, seen) = (self.store.clone(), pass.pager.ids().clone());
        let (since, span) = (pass.since_seq, (pass.started, (self.clock)()));
        let swept = blocking(move || {
            store
                .cache()
                .sweep(crate::store::RecordKind::Deal, "", &seen, since, span)
        })
        .await?;
        let looked = MissingDealFetch {
            client: &self.client,
            store: &self.store,
            clock: &self.clock,
        }
        .fetch(&swept.missing)
        .await?;
        debug_assert!(looked.existing.len() + looked.deleted.len() <= swept.missing.len());
        changes.count += looked.existing.len();
        changes.ids.extend(looked.existing);
        let kept = looked.deleted.len() < swept.missing.len();
        Ok((swept.deleted.into_iter().chain(looked.deleted).collect(), kept))
    }

    fn report(&self, report: PassReport) {
        // If the loop has ended, this task ends too.
        let _ended = self.sender.send(Msg::Pass(report));
    }
}

impl PassChanges {
    fn add(&mut self, written: WrittenChanges) {
        debug_assert!(written.changed.len() <= written.count);
        self.count += written.count;
        self.ids.extend(written.changed);
    }
}
