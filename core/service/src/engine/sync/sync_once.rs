//! A single full sync without an engine, for the command line. It sends no writes.

use std::sync::Arc;

use jiff::tz::TimeZone;
use tokio::sync::mpsc::unbounded_channel;
use tokio::task::JoinHandle;

use super::full_sync::FullSync;
use crate::client::Client;
use crate::engine::actor::clock::{EngineClock, corrected};
use crate::engine::blocking::blocking;
use crate::engine::column_snapshot::{self, AsOf};
use crate::engine::sync::state::pass_report::PassDone;
use crate::error::Error;
use crate::store::{DEALS_COMPLETE, Store};

/// A number above any row count, so that the table is built only once.
const NEVER_SHOWN: usize = usize::MAX;

/// The result of a full sync.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyncSummary {
    /// Number of distinct deals received.
    pub received: u64,
    /// Total number of deals according to the server.
    pub total: Option<u64>,
    /// True if the list was read to its end.
    pub is_complete: bool,
    /// Number of elements that are not deals or have no id.
    pub unreadable: u64,
    /// True if the list may have changed meanwhile, so that a deal was missed.
    pub maybe_incomplete: bool,
}

/// A full sync in its own task. It must accept pages while its caller waits for the disk. Dropping it aborts the task.
struct SyncTask(JoinHandle<Result<PassDone, Error>>);

impl Drop for SyncTask {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Syncs every deal into the store, like the engine.
///
/// # Errors
/// Those of the client and of the store; pages received before the error are stored.
pub async fn sync(
    client: Client,
    store: Arc<Store>,
    clock: EngineClock,
    zone: TimeZone,
    page: u64,
    parallel: usize,
) -> Result<SyncSummary, Error> {
    // The first response gives the server's clock, which dates everything that follows.
    client.token().await?;
    // Progress messages are not used.
    let (sender, _unheard) = unbounded_channel();
    let (shared_store, now, clock) = (store.clone(), clock.clone(), corrected(clock, client.clone()));
    let is_first = store.cache().has_no_deals()?;
    let full_sync = FullSync {
        client,
        store,
        clock,
        zone: zone.clone(),
        limit: Some(page),
        prefetch: parallel,
        sender,
        shown_rows: is_first.then_some(NEVER_SHOWN),
        wants_table: false,
        delta_count: 0,
        writes_snapshot: shared_store.storage_failure().is_none(),
    };
    let mut full_sync = SyncTask(tokio::spawn(full_sync.run()));
    let result = (&mut full_sync.0)
        .await
        .map_err(|error| Error::unexpected(format!("the sync ended early: {error}")))??;
    if result.is_complete {
        shared_store.cache().set_counter(DEALS_COMPLETE, now().as_microsecond())?;
    }
    let synced = SyncSummary {
        received: result.received,
        total: result.total,
        is_complete: result.is_complete,
        unreadable: result.unreadable,
        maybe_incomplete: result.maybe_incomplete,
    };
    write_column_snapshot(shared_store, zone, result).await?;
    Ok(synced)
}

/// Writes the column snapshot for the next start, unless the existing one is usable.
async fn write_column_snapshot(store: Arc<Store>, zone: TimeZone, result: PassDone) -> Result<(), Error> {
    if store.storage_failure().is_some() || store.is_encrypted() {
        return Ok(());
    }
    blocking(move || {
        let new_table = match result.table {
            None if !column_snapshot::is_current(&store, &zone)? => {
                column_snapshot::load_cached_table(store.cache(), &zone).map(Some)?
            }
            table => table,
        };
        let Some((table, revision)) = new_table else {
            return Ok(());
        };
        let as_of = AsOf::with_sync_time(store.cache(), revision)?;
        match result.snapshot {
            Some(snapshot) => snapshot.finish(&store, as_of),
            None => column_snapshot::write_snapshot(&store, &table, as_of, &zone),
        }
        Ok(())
    })
    .await
}
