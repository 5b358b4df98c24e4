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

use crate::contract::paging::deal_page::Listing;
use crate::engine::blocking::blocking;
use crate::error::Error;
use crate::store::{Bound, Change, FirstReading, Incoming, Kept, Kind, Leaf, Store, StoreError};

/// Limits for data that waits to be written.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Room {
    /// Number of bytes collected before a transaction begins. Smaller ones start sooner and leave less after the last
    /// page; larger ones sync to disk less often.
    batch: usize,
    /// Maximum number of bytes that wait to be written.
    waiting: usize,
    /// Transaction size, in bytes, when pages of a first sync are written as they arrive. Used if no other process
    /// writes; such pages need no memory.
    poured: Option<usize>,
}

impl Room {
    /// Limits while the user looks at a table.
    pub(super) const BESIDE_A_TABLE: Self = Self {
        batch: 4 << 20,
        waiting: 8 << 20,
        poured: None,
    };
    /// Limits without a table in memory, when more pages may wait.
    pub(super) const ALONE: Self = Self {
        batch: 8 << 20,
        waiting: 24 << 20,
        poured: Some(64 << 20),
    };
}

/// Maximum size of a transaction, as a multiple of `batch`.
const MOST: usize = 2;

/// Number of bytes from which pages are written as they arrive.
const FIRST: usize = 1 << 20;

/// Pause without pages after which such a transaction ends, because others wait to write.
const PAUSE: Duration = Duration::from_millis(20);

/// Maximum time that a page waits, or that a transaction waits for more pages.
const PATIENCE: Duration = Duration::from_secs(1);

/// A received page.
pub(in crate::engine) struct Came {
    /// Change number noted before the request.
    pub(in crate::engine) asked: Change,
    /// Time of arrival.
    pub(in crate::engine) at: Timestamp,
    /// Offset of its first element.
    pub(in crate::engine) offset: u64,
    pub(in crate::engine) page: Listing,
    /// True if the pass already received some of its deals.
    pub(in crate::engine) again: bool,
}

/// A received page, with the memory permit it has until written.
type Arrived = (Came, OwnedSemaphorePermit);

/// Changes found while writing the pages of a pass.
#[derive(Debug, Default)]
pub(in crate::engine) struct Written {
    /// Ids of new or changed deals, up to a limit.
    pub(in crate::engine) changed: Vec<String>,
    /// Their total number.
    pub(in crate::engine) count: usize,
}

/// The background writer of a pass.
pub(super) struct Keeper {
    pages: Option<UnboundedSender<Arrived>>,
    room: Arc<Semaphore>,
    size: Room,
    work: Option<JoinHandle<Result<Written, Error>>>,
}

impl Keeper {
    /// Starts the writer of pass number `pass`. `named` is the maximum number of changed ids to collect.
    pub(in crate::engine) fn start(
        store: &Arc<Store>,
        pass: i64,
        first: FirstReading,
        named: usize,
        size: Room,
    ) -> Self {
        let (pages, come) = unbounded_channel();
        let work = Work {
            store: store.clone(),
            pass,
            first,
            named,
            room: size,
            come,
            waiting: VecDeque::new(),
            written: Written::default(),
        };
        Self {
            pages: Some(pages),
            room: Arc::new(Semaphore::new(size.waiting)),
            size,
            work: Some(tokio::spawn(work.run())),
        }
    }

    /// Queues a page; waits while too much data is queued.
    ///
    /// # Errors
    /// The error that ended the writer.
    pub(in crate::engine) async fn put(&mut self, came: Came) -> Result<(), Error> {
        let size = came.page.size().clamp(1, self.size.waiting) as u32;
        let room = self.room.clone().acquire_many_owned(size).await;
        let room = room.map_err(|error| Error::unexpected(error.to_string()))?;
        if let Some(pages) = &self.pages
            && pages.send((came, room)).is_ok()
        {
            return Ok(());
        }
        self.end().await?;
        Err(Error::unexpected("the pages were not written to the end"))
    }

    /// Waits until everything is written and returns the changes, once.
    pub(in crate::engine) async fn end(&mut self) -> Result<Written, Error> {
        self.pages = None;
        let Some(work) = self.work.take() else {
            return Ok(Written::default());
        };
        work.await
            .map_err(|error| Error::unexpected(format!("writing the pages ended early: {error}")))?
    }
}

/// The received pages that are not yet written, in order.
struct Work {
    store: Arc<Store>,
    pass: i64,
    first: FirstReading,
    named: usize,
    room: Room,
    come: UnboundedReceiver<Arrived>,
    waiting: VecDeque<Arrived>,
    written: Written,
}

impl Work {
    async fn run(self) -> Result<Written, Error> {
        let store = self.store.clone();
        let written = self.write_all().await;
        let ended = blocking(move || store.cache().end_reading()).await;
        let written = written?;
        ended?;
        Ok(written)
    }

    async fn write_all(mut self) -> Result<Written, Error> {
        while self.gather().await {
            let runtime = Handle::current();
            self = blocking(move || match self.poured() {
                Some(most) => self.pour(&runtime, most),
                None => self.write(),
            })
            .await?;
        }
        Ok(self.written)
    }

    /// Waits until enough pages are queued; returns whether there are any.
    async fn gather(&mut self) -> bool {
        if self.waiting.is_empty() {
            let Some(first) = self.come.recv().await else {
                return false;
            };
            self.waiting.push_back(first);
        }
        let least = match self.poured() {
            Some(most) => most.min(FIRST),
            None => self.room.batch,
        };
        let mut size: usize = self.waiting.iter().map(|(came, _)| came.page.size()).sum();
        let until = Instant::now() + PATIENCE;
        while size < least
            && let Ok(Some(next)) = timeout_at(until, self.come.recv()).await
        {
            size += next.0.page.size();
            self.waiting.push_back(next);
        }
        true
    }

    /// Returns the transaction size if pages can be written as they arrive.
    fn poured(&self) -> Option<usize> {
        let holds = self.first.goes_on() && !self.shows_again();
        self.room.poured.filter(|_| holds)
    }

    /// Returns whether the next page repeats a deal.
    fn shows_again(&self) -> bool {
        self.waiting.front().is_some_and(|(came, _)| came.again)
    }

    /// Writes queued and arriving pages one by one, each before the next is requested.
    fn pour(mut self, runtime: &Handle, most: usize) -> Result<Self, StoreError> {
        let mut first = std::mem::replace(&mut self.first, FirstReading::over());
        let (store, pass) = (self.store.clone(), self.pass);
        let (until, mut size) = (Instant::now() + PATIENCE, 0);
        store.cache().save_first(pass, &mut first, || {
            if size >= most {
                return None;
            }
            let next = self.next(runtime, until)?;
            debug_assert!(!next.0.again, "the transaction takes no page that repeats a deal");
            size += next.0.page.size();
            let all = next.0.page.ids().len();
            self.written.note(self.named, all, next.0.page.ids());
            Some(next)
        })?;
        self.first = first;
        Ok(self)
    }

    /// Returns the next page if it arrives soon and repeats no deal.
    fn next(&mut self, runtime: &Handle, until: Instant) -> Option<Arrived> {
        if self.waiting.is_empty() {
            let soon = until.min(Instant::now() + PAUSE);
            let next = runtime.block_on(timeout_at(soon, self.come.recv()));
            self.waiting.push_back(next.ok().flatten()?);
        }
        if self.shows_again() {
            return None;
        }
        self.waiting.pop_front()
    }

    /// Writes the queued pages and those that arrive meanwhile, in one transaction.
    fn write(mut self) -> Result<Self, StoreError> {
        let mut size: usize = self.waiting.iter().map(|(came, _)| came.page.size()).sum();
        while size < self.room.batch * MOST
            && let Ok(next) = self.come.try_recv()
        {
            size += next.0.page.size();
            self.waiting.push_back(next);
        }
        let batch: Vec<Arrived> = self.waiting.drain(..).collect();
        let kept = write(&self.store, self.pass, &mut self.first, &batch)?;
        debug_assert_eq!(kept.len(), batch.len(), "each page has its result");
        for ((came, _), kept) in batch.iter().zip(kept) {
            let changed = |kept: &Kept| matches!(kept, Kept::New | Kept::Changed);
            let all = kept.iter().filter(|kept| changed(kept)).count();
            let ids = came.page.ids().zip(&kept).filter(|(_, kept)| changed(kept));
            self.written.note(self.named, all, ids.map(|(id, _)| id));
        }
        Ok(self)
    }
}

impl Written {
    /// Adds `all` changed deals to the count, and some of their ids. At most `named` + 1 ids are collected.
    fn note<'a>(&mut self, named: usize, all: usize, ids: impl Iterator<Item = &'a str>) {
        self.count += all;
        let room = (named + 1).saturating_sub(self.changed.len());
        self.changed.extend(ids.take(room).map(str::to_owned));
        debug_assert!(self.changed.len() <= self.count.min(named + 1));
    }
}

fn write(
    store: &Store,
    pass: i64,
    first: &mut FirstReading,
    batch: &[Arrived],
) -> Result<Vec<Vec<Kept>>, StoreError> {
    let leaves: Vec<Leaf<'_>> = batch.iter().map(Bound::leaf).collect();
    store.cache().save_pages(Kind::Deal, "", pass, &leaves, first)
}

impl Bound for Arrived {
    fn leaf(&self) -> Leaf<'_> {
        let (came, _) = self;
        Leaf {
            asked: came.asked,
            at: came.at,
            records: records(came),
            again: came.again,
        }
    }
}

fn records(came: &Came) -> Vec<Incoming<'_>> {
    let first = i64::try_from(came.offset).unwrap_or(i64::MAX);
    came.page
        .kept()
        .zip(0..)
        .map(|((id, body, status), place)| Incoming {
            id,
            body,
            position: first.saturating_add(place),
            status,
        })
        .collect()
}

#[cfg(test)]
#[path = "page_writer_tests.rs"]
mod tests;
