//! Writing behind a reading: pages wait until there are enough of them for a transaction, which takes those that came
//! meanwhile too, and no more of them than the memory they may have.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};

use crate::contract::listing::Listing;
use crate::error::Error;
use crate::store::{Change, FirstReading, Incoming, Kept, Kind, Leaf, Store, StoreError};

use super::crawl::blocking;

/// How much of a reading may be on its way to the disk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// So many bytes are waited for before a transaction begins. Smaller ones begin sooner and leave less for after the
    /// last page; larger ones ask the disk less often to say that it has everything.
    batch: usize,
    /// So many may wait to be written.
    waiting: usize,
}

impl Room {
    /// Beside the table that a person looks at.
    pub(super) const BESIDE_A_TABLE: Self = Self {
        batch: 4 << 20,
        waiting: 8 << 20,
    };
    /// Where nothing else takes memory, more may come while the disk is busy.
    pub(super) const ALONE: Self = Self {
        batch: 8 << 20,
        waiting: 24 << 20,
    };
}

/// How many times what it waited for a transaction takes, where more has come meanwhile.
const MOST: usize = 2;

/// What waits longer than this is written, however little it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// A page that came.
pub(super) struct Came {
    /// The counter, noted before it was asked for.
    pub(super) asked: Change,
    /// When it came.
    pub(super) at: Timestamp,
    /// Where it starts.
    pub(super) offset: u64,
    pub(super) page: Listing,
    /// Whether some of its deals came before in the same pass.
    pub(super) again: bool,
}

/// What the pages of a pass changed.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// The ids of deals that were new or changed, up to a number.
    pub(super) changed: Vec<String>,
    /// How many they were.
    pub(super) count: usize,
}

/// The way to the disk of one pass.
pub(super) struct Keeper {
    pages: Option<UnboundedSender<(Came, OwnedSemaphorePermit)>>,
    room: Arc<Semaphore>,
    size: Room,
    work: Option<JoinHandle<Result<Written, Error>>>,
}

impl Keeper {
    /// For the pass numbered `pass`. `named`: how many changed ids are wanted.
    pub(super) fn start(
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
            batch: size.batch,
            written: Written::default(),
        };
        Self {
            pages: Some(pages),
            room: Arc::new(Semaphore::new(size.waiting)),
            size,
            work: Some(tokio::spawn(work.run(come))),
        }
    }

    /// Puts a page on its way; waits while too many wait.
    ///
    /// # Errors
    /// What stopped the writing.
    pub(super) async fn put(&mut self, came: Came) -> Result<(), Error> {
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
    pub(super) async fn end(&mut self) -> Result<Written, Error> {
        self.pages = None;
        let Some(work) = self.work.take() else {
            return Ok(Written::default());
        };
        work.await
            .map_err(|error| Error::unexpected(format!("writing the pages ended early: {error}")))?
    }
}

struct Work {
    store: Arc<Store>,
    pass: i64,
    first: FirstReading,
    named: usize,
    batch: usize,
    written: Written,
}

impl Work {
    async fn run(
        mut self,
        mut come: UnboundedReceiver<(Came, OwnedSemaphorePermit)>,
    ) -> Result<Written, Error> {
        let written = self.write_all(&mut come).await;
        let store = self.store.clone();
        let ended = blocking(move || store.cache().end_reading()).await;
        written.and(ended)?;
        Ok(self.written)
    }

    async fn write_all(
        &mut self,
        come: &mut UnboundedReceiver<(Came, OwnedSemaphorePermit)>,
    ) -> Result<(), Error> {
        while let Some(first) = come.recv().await {
            let (mut size, until) = (first.0.page.size(), Instant::now() + PATIENCE);
            let mut batch = vec![first];
            while size < self.batch
                && let Ok(Some(next)) = timeout_at(until, come.recv()).await
            {
                size += next.0.page.size();
                batch.push(next);
            }
            while size < self.batch * MOST
                && let Ok(next) = come.try_recv()
            {
                size += next.0.page.size();
                batch.push(next);
            }
            let (store, pass) = (self.store.clone(), self.pass);
            let mut first = std::mem::replace(&mut self.first, FirstReading::over());
            let (batch, kept, first) = blocking(move || {
                let kept = write(&store, pass, &mut first, &batch)?;
                Ok((batch, kept, first))
            })
            .await?;
            self.first = first;
            for ((came, _), kept) in batch.iter().zip(kept) {
                self.note(&came.page, &kept);
            }
        }
        Ok(())
    }

    fn note(&mut self, page: &Listing, kept: &[Kept]) {
        let changed = |kept: &Kept| matches!(kept, Kept::New | Kept::Changed);
        self.written.count += kept.iter().filter(|kept| changed(kept)).count();
        let room = (self.named + 1).saturating_sub(self.written.changed.len());
        if room > 0 {
            let ids = page.ids().zip(kept).filter(|(_, kept)| changed(kept));
            self.written
                .changed
                .extend(ids.take(room).map(|(id, _)| id.to_owned()));
        }
    }
}

fn write(
    store: &Store,
    pass: i64,
    first: &mut FirstReading,
    batch: &[(Came, OwnedSemaphorePermit)],
) -> Result<Vec<Vec<Kept>>, StoreError> {
    let leaves: Vec<Leaf<'_>> = batch
        .iter()
        .map(|(came, _)| Leaf {
            asked: came.asked,
            at: came.at,
            records: records(came),
            again: came.again,
        })
        .collect();
    store.cache().save_pages(Kind::Deal, "", pass, &leaves, first)
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
