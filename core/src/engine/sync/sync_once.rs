//! One reading of everything, without an engine: for the command line. It sends no write.

use std::sync::Arc;

use jiff::tz::TimeZone;
use tokio::sync::mpsc::unbounded_channel;
use tokio::task::JoinHandle;

use crate::client::Client;
use crate::engine::actor::clock::{Clock, corrected};
use crate::engine::column_snapshot::{self, AsOf};
use crate::error::Error;
use crate::store::{DEALS_COMPLETE, Store};

use super::full_sync::{Crawl, PassDone, blocking};

/// More rows than any table has: as if that many were shown, so that a table which nobody watches is made once, at the end.
const UNWATCHED: usize = usize::MAX;

/// What a reading of all deals found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Synced {
    /// Different deals read.
    pub read: u64,
    /// How many there are, as the service says.
    pub total: Option<u64>,
    /// Whether the list was read to its end.
    pub whole: bool,
    /// Elements of it that are no deals, or have no identifier.
    pub unreadable: u64,
    /// Whether it may have moved meanwhile, so that a deal was missed.
    pub doubtful: bool,
}

/// A reading that goes on by itself: whatever else its caller keeps meanwhile may wait for the disk, and no page would be
/// taken in. Dropping it stops it.
struct Crawling(JoinHandle<Result<PassDone, Error>>);

impl Drop for Crawling {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Reads every deal into the store, as the engine does.
///
/// # Errors
/// Those of the client and of the store; what was read until then is kept.
pub async fn sync(
    client: Client,
    store: Arc<Store>,
    clock: Clock,
    zone: TimeZone,
    page: u64,
    parallel: usize,
) -> Result<Synced, Error> {
    // The first answer tells the service's time, by which what follows is dated.
    client.token().await?;
    // Nobody watches the reading go on.
    let (me, _unheard) = unbounded_channel();
    let (kept, now, clock) = (store.clone(), clock.clone(), corrected(clock, client.clone()));
    let first = store.cache().has_no_deals()?;
    let crawl = Crawl {
        client,
        store,
        clock,
        zone: zone.clone(),
        limit: Some(page),
        ahead: parallel,
        me,
        growing: first.then_some(UNWATCHED),
        table: false,
        patched: 0,
        copied: kept.hindrance().is_none(),
    };
    let mut crawl = Crawling(tokio::spawn(crawl.run()));
    let done = (&mut crawl.0)
        .await
        .map_err(|error| Error::unexpected(format!("the reading ended early: {error}")))??;
    if done.whole {
        kept.cache().set_counter(DEALS_COMPLETE, now().as_microsecond())?;
    }
    let synced = Synced {
        read: done.read,
        total: done.total,
        whole: done.whole,
        unreadable: done.unreadable,
        doubtful: done.doubtful,
    };
    keep_image(kept, zone, done).await?;
    Ok(synced)
}

/// Leaves the copy that the next start reads whole, unless the one that is there will do.
async fn keep_image(store: Arc<Store>, zone: TimeZone, done: PassDone) -> Result<(), Error> {
    if store.hindrance().is_some() {
        return Ok(());
    }
    blocking(move || {
        let made = match done.table {
            None if !column_snapshot::is_current(&store, &zone)? => {
                column_snapshot::made_of(store.cache(), &zone).map(Some)?
            }
            table => table,
        };
        let Some((table, revision)) = made else {
            return Ok(());
        };
        let as_of = AsOf::now(store.cache(), revision)?;
        match done.copy {
            Some(copy) => copy.keep(&store, as_of),
            None => column_snapshot::keep(&store, &table, as_of, &zone),
        }
        Ok(())
    })
    .await
}
