//! Background writing of sync pages. Pages are collected until a transaction is worthwhile; it includes pages that
//! arrive meanwhile, within a memory limit. On the first full sync, pages are not compared with earlier data. If no
//! other process writes, each of them goes into an open transaction at once.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};

use crate::contract::paging::deal_page::DealPage;
use crate::engine::blocking::blocking;
use crate::error::Error;
use crate::store::{
    CachePage, FirstSync, IncomingRecord, PageGuard, RecordKind, Store, StoreError, UpsertOutcome, WriteSeq,
};

/// Limits for data that waits to be written.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct WriteBudget {
    /// Number of bytes collected before a transaction begins. Smaller ones start sooner and leave less after the last
    /// page; larger ones sync to disk less often.
    batch: usize,
    /// Maximum number of bytes that wait to be written.
    waiting: usize,
    /// Transaction size, in bytes, when pages of a first sync are written as they arrive. Used if no other process
    /// writes; such pages need no memory.
    streaming: Option<usize>,
}

impl WriteBudget {
    /// Limits while the user looks at a table.
    pub(super) const WITH_TABLE: Self = Self { batch: 4 << 20, waiting: 8 << 20, streaming: None };
    /// Limits without a table in memory, when more pages may wait.
    pub(super) const WITHOUT_TABLE: Self =
        Self { batch: 8 << 20, waiting: 24 << 20, streaming: Some(64 << 20) };
}

/// Maximum size of a transaction, as a multiple of `batch`.
const MAX_BATCHES: usize = 2;

/// Number of bytes from which pages are written as they arrive.
const STREAM_FROM: usize = 1 << 20;

/// Pause without pages after which such a transaction ends, because others wait to write.
const STREAM_PAUSE: Duration = Duration::from_millis(20);

/// Maximum time that a page waits, or that a transaction waits for more pages.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// A received page.
pub(in crate::engine) struct FetchedPage {
    /// Change number noted before the request.
    pub(in crate::engine) request_seq: WriteSeq,
    /// Time of arrival.
    pub(in crate::engine) received_at: Timestamp,
    /// Offset of its first element.
    pub(in crate::engine) offset: u64,
    pub(in crate::engine) page: DealPage,
    /// True if the pass already received some of its deals.
    pub(in crate::engine) repeats: bool,
}

/// A received page, with the memory permit it has until written.
type QueuedPage = (FetchedPage, OwnedSemaphorePermit);

/// Changes found while writing the pages of a pass.
#[derive(Debug, Default)]
pub(in crate::engine) struct WrittenChanges {
    /// Ids of new or changed deals, up to a limit.
    pub(in crate::engine) changed: Vec<String>,
    /// Total number of changes.
    pub(in crate::engine) count: usize,
}

/// The background writer of a pass.
pub(super) struct PageWriter {
    pages: Option<UnboundedSender<QueuedPage>>,
    permits: Arc<Semaphore>,
    budget: WriteBudget,
    task: Option<JoinHandle<Result<WrittenChanges, Error>>>,
}

impl PageWriter {
    /// Starts the writer of pass number `pass`. `max_ids` is the maximum number of changed ids to collect.
    pub(in crate::engine) fn start(
        store: &Arc<Store>,
        pass: i64,
        first: FirstSync,
        max_ids: usize,
        budget: WriteBudget,
    ) -> Self {
        let (pages, queue) = unbounded_channel();
        let work = WriteTask {
            store: store.clone(),
            pass,
            first,
            max_ids,
            budget,
            queue,
            waiting: VecDeque::new(),
            written: WrittenChanges::default(),
        };
        Self {
            pages: Some(pages),
            permits: Arc::new(Semaphore::new(budget.waiting)),
            budget,
            task: Some(tokio::spawn(work.run())),
        }
    }

    /// Queues a page; waits while too much data is queued.
    ///
    /// # Errors
    /// The error that ended the writer.
    pub(in crate::engine) async fn queue(&mut self, fetched: FetchedPage) -> Result<(), Error> {
        let bytes = fetched.page.size().clamp(1, self.budget.waiting) as u32;
        let permit = self.permits.clone().acquire_many_owned(bytes).await;
        let permit = permit.map_err(|error| Error::unexpected(error.to_string()))?;
        if let Some(pages) = &self.pages
            && pages.send((fetched, permit)).is_ok()
        {
            return Ok(());
        }
        self.finish().await?;
        Err(Error::unexpected("the pages were not written to the end"))
    }

    /// Waits until everything is written and returns the changes, once.
    pub(in crate::engine) async fn finish(&mut self) -> Result<WrittenChanges, Error> {
        self.pages = None;
        let Some(work) = self.task.take() else {
            return Ok(WrittenChanges::default());
        };
        work.await.map_err(|error| Error::unexpected(format!("writing the pages ended early: {error}")))?
    }
}

/// The received pages that are not yet written, in order.
struct WriteTask {
    store: Arc<Store>,
    pass: i64,
    first: FirstSync,
    max_ids: usize,
    budget: WriteBudget,
    queue: UnboundedReceiver<QueuedPage>,
    waiting: VecDeque<QueuedPage>,
    written: WrittenChanges,
}

impl WriteTask {
    async fn run(self) -> Result<WrittenChanges, Error> {
        let store = self.store.clone();
        let written = self.write_all().await;
        let ended = blocking(move || store.cache().end_full_sync()).await;
        let written = written?;
        ended?;
        Ok(written)
    }

    async fn write_all(mut self) -> Result<WrittenChanges, Error> {
        while self.gather().await {
            let runtime = Handle::current();
            self = blocking(move || match self.streaming_size() {
                Some(max) => self.stream(&runtime, max),
                None => self.write(),
            })
            .await?;
        }
        Ok(self.written)
    }

    /// Waits until enough pages are queued; returns whether there are any.
    async fn gather(&mut self) -> bool {
        if self.waiting.is_empty() {
            let Some(first) = self.queue.recv().await else {
                return false;
            };
            self.waiting.push_back(first);
        }
        let min = match self.streaming_size() {
            Some(max) => max.min(STREAM_FROM),
            None => self.budget.batch,
        };
        let mut queued_bytes: usize = self.waiting.iter().map(|(fetched, _)| fetched.page.size()).sum();
        let deadline = Instant::now() + MAX_WAIT;
        while queued_bytes < min
            && let Ok(Some(next)) = timeout_at(deadline, self.queue.recv()).await
        {
            queued_bytes += next.0.page.size();
            self.waiting.push_back(next);
        }
        true
    }

    /// Returns the transaction size if pages can be written as they arrive.
    fn streaming_size(&self) -> Option<usize> {
        let can_stream = self.first.is_active() && !self.is_next_repeated();
        self.budget.streaming.filter(|_| can_stream)
    }

    /// Returns whether the next page repeats a deal.
    fn is_next_repeated(&self) -> bool {
        self.waiting.front().is_some_and(|(fetched, _)| fetched.repeats)
    }

    /// Writes queued and arriving pages one by one, each before the next is requested.
    fn stream(mut self, runtime: &Handle, max: usize) -> Result<Self, StoreError> {
        let mut first = std::mem::replace(&mut self.first, FirstSync::ordinary());
        let (store, pass) = (self.store.clone(), self.pass);
        let (until, mut budget) = (Instant::now() + MAX_WAIT, 0);
        store.cache().save_first_sync(pass, &mut first, || {
            if budget >= max {
                return None;
            }
            let next = self.next(runtime, until)?;
            debug_assert!(!next.0.repeats, "the transaction takes no page that repeats a deal");
            budget += next.0.page.size();
            let all = next.0.page.ids().len();
            self.written.add(self.max_ids, all, next.0.page.ids());
            Some(next)
        })?;
        self.first = first;
        Ok(self)
    }

    /// Returns the next page if it arrives soon and repeats no deal.
    fn next(&mut self, runtime: &Handle, until: Instant) -> Option<QueuedPage> {
        if self.waiting.is_empty() {
            let soon = until.min(Instant::now() + STREAM_PAUSE);
            let next = runtime.block_on(timeout_at(soon, self.queue.recv()));
            self.waiting.push_back(next.ok().flatten()?);
        }
        if self.is_next_repeated() {
            return None;
        }
        self.waiting.pop_front()
    }

    /// Writes the queued pages and those that arrive meanwhile, in one transaction.
    fn write(mut self) -> Result<Self, StoreError> {
        let mut bytes: usize = self.waiting.iter().map(|(fetched, _)| fetched.page.size()).sum();
        while bytes < self.budget.batch * MAX_BATCHES
            && let Ok(next) = self.queue.try_recv()
        {
            bytes += next.0.page.size();
            self.waiting.push_back(next);
        }
        let batch: Vec<QueuedPage> = self.waiting.drain(..).collect();
        let outcome = write(&self.store, self.pass, &mut self.first, &batch)?;
        debug_assert_eq!(outcome.len(), batch.len(), "each page has its result");
        for ((fetched, _), outcome) in batch.iter().zip(outcome) {
            let changed =
                |outcome: &UpsertOutcome| matches!(outcome, UpsertOutcome::New | UpsertOutcome::Changed);
            let all = outcome.iter().filter(|outcome| changed(outcome)).count();
            let ids = fetched.page.ids().zip(&outcome).filter(|(_, outcome)| changed(outcome));
            self.written.add(self.max_ids, all, ids.map(|(id, _)| id));
        }
        Ok(self)
    }
}

impl WrittenChanges {
    /// Adds `all` changed deals to the count, and some of their ids. At most `max_ids` + 1 ids are collected.
    fn add<'a>(&mut self, max_ids: usize, total: usize, ids: impl Iterator<Item = &'a str>) {
        self.count += total;
        let remaining = (max_ids + 1).saturating_sub(self.changed.len());
        self.changed.extend(ids.take(remaining).map(str::to_owned));
        debug_assert!(self.changed.len() <= self.count.min(max_ids + 1));
    }
}

fn write(
    store: &Store,
    pass: i64,
    first: &mut FirstSync,
    batch: &[QueuedPage],
) -> Result<Vec<Vec<UpsertOutcome>>, StoreError> {
    let leaves: Vec<CachePage<'_>> = batch.iter().map(PageGuard::cache_page).collect();
    store.cache().save_pages(RecordKind::Deal, "", pass, &leaves, first)
}

impl PageGuard for QueuedPage {
    fn cache_page(&self) -> CachePage<'_> {
        let (fetched, _) = self;
        CachePage {
            request_seq: fetched.request_seq,
            received_at: fetched.received_at,
            records: incoming_records(fetched),
            repeats: fetched.repeats,
        }
    }
}

fn incoming_records(fetched: &FetchedPage) -> Vec<IncomingRecord<'_>> {
    let first = i64::try_from(fetched.offset).unwrap_or(i64::MAX);
    fetched
        .page
        .stored_parts()
        .zip(0..)
        .map(|((id, body, status), position)| IncomingRecord {
            id,
            body,
            position: first.saturating_add(position),
            status,
        })
        .collect()
}

#[cfg(test)]
#[path = "page_writer_tests.rs"]
mod tests;
