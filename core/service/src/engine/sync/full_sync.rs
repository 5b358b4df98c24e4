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
/// Page size after the server rejected a larger one; if rejected too, none is requested.
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
    /// Total number of changes.
    count: usize,
}

impl FullSync {
    /// Repeats passes until one is consistent, at most three times.
    pub(in crate::engine) async fn run(mut self) -> Result<PassDone, Error> {
        let foreign = self.store.cache().data_version()?;
        let mut changes = PassChanges::default();
        let mut prev_result = None;
        for attempt in 0..=MAX_REPEATS {
            let mut sync_pass = self.pass().await?;
            // Show the received rows while the last of them are still being written.
            self.show_partial(&mut sync_pass).await?;
            let (written, snapshot) = tokio::join!(
                sync_pass.writer.finish(),
                self.write_snapshot(sync_pass.partial_table.as_mut())
            );
            changes.add(written?);
            // If the same result came twice, the list is not changing; another pass would be inconsistent too.
            let result =
                sync_pass.pager.has_ended().then(|| (sync_pass.pager.distinct(), sync_pass.pager.total()));
            let settled = result.is_some() && prev_result.replace(result) == Some(result);
            if sync_pass.pager.is_consistent() || settled || attempt == MAX_REPEATS {
                return self.finish_pass(sync_pass, changes, foreign, snapshot?).await;
            }
        }
        Err(Error::unexpected("the full sync did not end"))
    }

    async fn pass(&mut self) -> Result<SyncPass, Error> {
        loop {
            let cache = self.store.cache();
            let first = cache.begin_full_sync()?;
            let partial = match self.shown_rows {
                Some(_) => {
                    Some(PartialTable::new(cache.has_no_deals()?, cache.last_consistent_pass()?, &self.zone))
                }
                None => None,
            };
            let budget = if self.wants_table { WriteBudget::WITH_TABLE } else { WriteBudget::WITHOUT_TABLE };
            let mut sync_pass = SyncPass {
                requests: Arc::new(Semaphore::new(self.prefetch.max(1))),
                since_seq: cache.write_seq()?,
                started: (self.clock)(),
                pager: Pager::new(PageForm::Items, self.limit),
                pages: 0,
                next_report: 0,
                partial_table: partial,
                writer: PageWriter::start(&self.store, cache.begin_pass()?, first, MAX_ROW_UPDATES, budget),
            };
            match self.pages(&mut sync_pass).await {
                Ok(()) => return Ok(sync_pass),
                // Page sizes differ by route and are undocumented: request fewer, then no particular size.
                Err(error)
                    if error.kind() == ErrorKind::Invalid && sync_pass.pages == 0 && self.limit.is_some() =>
                {
                    self.limit =
                        self.limit.filter(|limit| *limit > FALLBACK_PAGE_SIZE).map(|_| FALLBACK_PAGE_SIZE);
                }
                Err(error) => {
                    // Pages before the failure are stored.
                    sync_pass.writer.finish().await?;
                    return Err(error);
                }
            }
        }
    }

    async fn pages(&mut self, sync_pass: &mut SyncPass) -> Result<(), Error> {
        let mut prefetched: VecDeque<PendingPage> = VecDeque::new();
        let mut retry = PageRetry::default();
        while let Some(PageStart::Offset(offset)) = sync_pass.pager.next().map(|request| request.cursor) {
            // A page of another length than the first makes all later offsets wrong.
            if prefetched.front().is_none_or(|page| page.offset != offset) {
                prefetched.clear();
                prefetched.push_back(self.request_page(sync_pass, offset));
            }
            let Some(mut page) = prefetched.pop_front() else { break };
            debug_assert_eq!(page.offset, offset, "the page is not the one that follows");
            self.prefetch_pages(sync_pass, offset, &mut prefetched, 1);
            let result = (&mut page.task)
                .await
                .map_err(|error| Error::unexpected(format!("a page was lost: {error}")))?;
            let (request_seq, page) = match result {
                Ok(page) => page,
                // Before the first page, a restart loses nothing.
                Err(error) if sync_pass.pages == 0 => return Err(error),
                Err(error) => {
                    let Some(pause) = retry.next_pause(&error) else {
                        return Err(error);
                    };
                    sleep(pause).await;
                    prefetched.push_front(self.request_page(sync_pass, offset));
                    continue;
                }
            };
            retry.reset();
            sync_pass.pages += 1;
            if sync_pass.next_report == 0 {
                sync_pass.next_report = page.received() as u64;
                self.prefetch_pages(sync_pass, offset, &mut prefetched, 0);
            }
            let is_stuck = sync_pass.pager.push_deal_page(&page).is_err();
            self.add_page(sync_pass, offset, request_seq, page).await?;
            if is_stuck {
                break;
            }
        }
        Ok(())
    }

    /// Adds a page to the growing table and queues it for writing.
    async fn add_page(
        &mut self,
        sync_pass: &mut SyncPass,
        offset: u64,
        request_seq: WriteSeq,
        mut page: DealPage,
    ) -> Result<(), Error> {
        let at = (self.clock)();
        let repeats = sync_pass.pager.fresh() < page.ids().len() as u64;
        if let Some(partial) = &mut sync_pass.partial_table {
            if sync_pass.pages == 1 {
                partial.reserve(sync_pass.pager.total());
            }
            partial.add(&self.store, &page, at, repeats)?;
            page.drop_numbers();
        }
        sync_pass.writer.queue(FetchedPage { request_seq, received_at: at, offset, page, repeats }).await?;
        self.report(PassReport::Progress {
            received: sync_pass.pager.distinct(),
            total: sync_pass.pager.total(),
        });
        // The first page is shown at once, later ones at intervals.
        let due = sync_pass
            .partial_table
            .as_ref()
            .is_some_and(|partial| sync_pass.pages == 1 || partial.rebuilt_at.elapsed() >= partial.pause);
        if due { self.show_partial(sync_pass).await } else { Ok(()) }
    }

    /// Shows the rows received so far, if there are more than shown.
    async fn show_partial(&mut self, sync_pass: &mut SyncPass) -> Result<(), Error> {
        let shown = self.shown_rows.unwrap_or_default();
        let Some(partial) = sync_pass.partial_table.as_mut().filter(|partial| partial.builder.len() > shown)
        else {
            return Ok(());
        };
        let (builder, started_at) = (partial.builder.clone(), Instant::now());
        self.shown_rows = Some(builder.len());
        let table = blocking(move || Ok(builder.finish())).await?;
        partial.pause = super::rows::partial_table::REBUILD_INTERVAL.max(started_at.elapsed() * 4);
        partial.rebuilt_at = Instant::now();
        partial.last_table = Some(table.clone());
        self.report(PassReport::Partial(Box::new(table)));
        Ok(())
    }

    /// Builds the first table and writes its column snapshot, if requested.
    async fn write_snapshot(
        &self,
        partial: Option<&mut PartialTable>,
    ) -> Result<Option<SnapshotDraft>, Error> {
        let Some(partial) = partial.filter(|partial| self.writes_snapshot && partial.is_first) else {
            return Ok(None);
        };
        let (store, zone, builder) = (self.store.clone(), self.zone.clone(), partial.builder.clone());
        let (table, snapshot) =
            blocking(move || Ok(SnapshotDraft::build(&store, builder.into_unsorted(), &zone))).await?;
        partial.last_table = Some(table);
        Ok(snapshot)
    }

    async fn finish_pass(
        &mut self,
        sync_pass: SyncPass,
        mut changes: PassChanges,
        foreign: i64,
        snapshot: Option<SnapshotDraft>,
    ) -> Result<PassDone, Error> {
        let (received, total, is_consistent) =
            (sync_pass.pager.distinct(), sync_pass.pager.total(), sync_pass.pager.is_consistent());
        let (limit, pages, ended) = (self.limit, sync_pass.pages, sync_pass.pager.has_ended());
        let unreadable = sync_pass.pager.unreadable();
        let (removed, some_missing) =
            if is_consistent { self.sweep(&sync_pass, &mut changes).await? } else { (Vec::new(), false) };
        let (store, zone, delta_count, wants_table) =
            (self.store.clone(), self.zone.clone(), self.delta_count, self.wants_table);
        let table = blocking(move || {
            let cache = store.cache();
            let revision = cache.revision()?;
            // Another process may have written changes that this pass did not see. This process may have confirmed a
            // deal that the pass received in an older form.
            let alone = cache.data_version()? == foreign;
            let undisturbed = alone && cache.write_seq()? == sync_pass.since_seq;
            // A column snapshot must contain exactly the received rows.
            let (table, snapshot) = match sync_pass.partial_table {
                Some(partial) if partial.is_first && is_consistent && !some_missing && undisturbed => {
                    (Some(partial.finish()), snapshot)
                }
                Some(_) => (Some(crate::engine::sync::rows::cached_rows::load_table(cache, &zone)?), None),
                None if wants_table
                    && (changes.count + removed.len() + delta_count > MAX_ROW_UPDATES || !alone) =>
                {
                    (Some(crate::engine::sync::rows::cached_rows::load_table(cache, &zone)?), None)
                }
                None => (None, None),
            };
            Ok(match table {
                Some(table) => (Some((table, revision)), snapshot, Vec::new(), Vec::new()),
                None => (None, snapshot, changes.ids.into_iter().collect(), removed),
            })
        })
        .await?;
        let (table, snapshot, changed, removed) = table;
        Ok(PassDone {
            received,
            total,
            is_complete: ended,
            unreadable,
            maybe_incomplete: !is_consistent && total != Some(received),
            changed,
            removed,
            table,
            snapshot,
            limit,
            pages,
        })
    }

    /// Fetches by id the deals that a consistent pass did not contain. Returns the deleted ones, and whether some of
    /// the missing deals remain.
    async fn sweep(
        &self,
        sync_pass: &SyncPass,
        changes: &mut PassChanges,
    ) -> Result<(Vec<String>, bool), Error> {
        // Of an inconsistent pass, every deal that moved between two pages would count as missing.
        debug_assert!(sync_pass.pager.is_consistent());
        let (store, ids) = (self.store.clone(), sync_pass.pager.ids().clone());
        let (since, span) = (sync_pass.since_seq, (sync_pass.started, (self.clock)()));
        let swept =
            blocking(move || store.cache().sweep(crate::store::RecordKind::Deal, "", &ids, since, span))
                .await?;
        let fetched = MissingDealFetch { client: &self.client, store: &self.store, clock: &self.clock }
            .fetch(&swept.missing)
            .await?;
        debug_assert!(fetched.existing.len() + fetched.deleted.len() <= swept.missing.len());
        changes.count += fetched.existing.len();
        changes.ids.extend(fetched.existing);
        let some_missing = fetched.deleted.len() < swept.missing.len();
        Ok((swept.deleted.into_iter().chain(fetched.deleted).collect(), some_missing))
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
