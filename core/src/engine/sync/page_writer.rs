//! Writing behind a reading: pages wait until there are enough of them for a transaction, which takes those that came
//! meanwhile too, and no more of them than the memory they may have. Those of a first reading, which are compared with
//! nothing, need not wait for each other where nobody else writes: each is put into the transaction that is open.

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
use crate::error::Error;
use crate::store::{Bound, Change, FirstReading, Incoming, Kept, Kind, Leaf, Store, StoreError};

use super::full_sync::blocking;

/// How much of a reading may be on its way to the disk.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Room {
    /// So many bytes are waited for before a transaction begins. Smaller ones begin sooner and leave less for after the
    /// last page; larger ones ask the disk less often to say that it has everything.
    batch: usize,
    /// So many may wait to be written.
    waiting: usize,
    /// So many bytes of a first reading are one transaction where its pages are written as they come, because nobody else
    /// is about to write. They take no memory.
    poured: Option<usize>,
}

impl Room {
    /// Beside the table that a person looks at.
    pub(super) const BESIDE_A_TABLE: Self = Self {
        batch: 4 << 20,
        waiting: 8 << 20,
        poured: None,
    };
    /// Where nothing else takes memory, more may come while the disk is busy.
    pub(super) const ALONE: Self = Self {
        batch: 8 << 20,
        waiting: 24 << 20,
        poured: Some(64 << 20),
    };
}

/// How many times what it waited for a transaction takes, where more has come meanwhile.
const MOST: usize = 2;

/// A transaction of pages that are written as they come begins with this much.
const FIRST: usize = 1 << 20;

/// Such a transaction ends when nothing comes for so long: whoever else wants to write waits for it.
const PAUSE: Duration = Duration::from_millis(20);

/// What waits longer than this is written, however little it is; and no transaction waits longer for more.
const PATIENCE: Duration = Duration::from_secs(1);

/// A page that came.
pub(in crate::engine) struct Came {
    /// The counter, noted before it was asked for.
    pub(in crate::engine) asked: Change,
    /// When it came.
    pub(in crate::engine) at: Timestamp,
    /// Where it starts.
    pub(in crate::engine) offset: u64,
    pub(in crate::engine) page: Listing,
    /// Whether some of its deals came before in the same pass.
    pub(in crate::engine) again: bool,
}

/// A page that came, and the room it takes until it is written.
type Arrived = (Came, OwnedSemaphorePermit);

/// What the pages of a pass changed.
#[derive(Debug, Default)]
pub(in crate::engine) struct Written {
    /// The ids of deals that were new or changed, up to a number.
    pub(in crate::engine) changed: Vec<String>,
    /// How many they were.
    pub(in crate::engine) count: usize,
}

/// The way to the disk of one pass.
pub(super) struct Keeper {
    pages: Option<UnboundedSender<Arrived>>,
    room: Arc<Semaphore>,
    size: Room,
    work: Option<JoinHandle<Result<Written, Error>>>,
}

impl Keeper {
    /// For the pass numbered `pass`. `named`: how many changed ids are wanted.
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

    /// Puts a page on its way; waits while too many wait.
    ///
    /// # Errors
    /// What stopped the writing.
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

    /// Waits until everything is written, and tells once what that changed.
    pub(in crate::engine) async fn end(&mut self) -> Result<Written, Error> {
        self.pages = None;
        let Some(work) = self.work.take() else {
            return Ok(Written::default());
        };
        work.await
            .map_err(|error| Error::unexpected(format!("writing the pages ended early: {error}")))?
    }
}

/// The pages that came and are not written yet, in order.
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

    /// Waits until there is enough for a step; whether there is anything.
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

    /// How much is one transaction, where what waits can be written page by page.
    fn poured(&self) -> Option<usize> {
        let holds = self.first.goes_on() && !self.shows_again();
        self.room.poured.filter(|_| holds)
    }

    /// Whether the next page shows a deal again.
    fn shows_again(&self) -> bool {
        self.waiting.front().is_some_and(|(came, _)| came.again)
    }

    /// Writes what waits and what comes meanwhile, page by page: each goes before the next is looked at.
    fn pour(mut self, runtime: &Handle, most: usize) -> Result<Self, StoreError> {
        let mut first = std::mem::replace(&mut self.first, FirstReading::over());
        let (store, pass) = (self.store.clone(), self.pass);
        let (until, mut size) = (Instant::now() + PATIENCE, 0);
        store.cache().save_first(pass, &mut first, || {
            if size >= most {
                return None;
            }
            let next = self.next(runtime, until)?;
            size += next.0.page.size();
            let all = next.0.page.ids().len();
            self.written.note(self.named, all, next.0.page.ids());
            Some(next)
        })?;
        self.first = first;
        Ok(self)
    }

    /// The next page, if it shows no deal again and does not let us wait.
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

    /// Writes what waits, with what came meanwhile.
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
    /// Notes that `all` deals changed; of the first ones up to one more than `named`, which they are.
    fn note<'a>(&mut self, named: usize, all: usize, ids: impl Iterator<Item = &'a str>) {
        self.count += all;
        let room = (named + 1).saturating_sub(self.changed.len());
        self.changed.extend(ids.take(room).map(str::to_owned));
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
