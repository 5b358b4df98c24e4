//! `encours sync`: syncs the local store and prints the changes.
//!
//! It sends no pending writes; `outbox retry` or an interface sends those.

use std::collections::BTreeMap;

use encours_core::app::foundation::history::since::external_changes;
use encours_core::contract::PortfolioSummary;
use encours_core::engine::{self, SyncSummary, WalkPlan, system_clock, walk_records};
use encours_core::error::DiskError;
use encours_core::store::RecordKind as Stored;

use super::FailureCollector;
use super::cache_read::{cached_extent, warn_blocked_rows};
use super::cache_write;
use super::history::records;
use crate::cli::prelude::*;

/// Page size; the interfaces use the same.
const PAGE_SIZE: u64 = 500;
/// Maximum number of parallel page requests.
const MAX_PARALLEL: usize = 4;

/// Syncs everything, then prints the changes since the last `sync`.
pub(super) async fn run(context: &mut CommandContext, session: &Session) -> CommandResult {
    if context.global.offline {
        return Err(error_message::usage("usage-offline", &[("command", "sync")]).into());
    }
    // Sign in while the files are opened.
    let client = session.client().clone();
    let signing_in = tokio::spawn(async move { client.token().await });
    let store = session.writable_store()?;
    let before = store.history().latest()?;
    let is_reported = history_start(session, &store, before)?;
    let zone = context.out.style().zone.clone();
    let client = session.client().clone();
    let deals = engine::sync(client, store.clone(), system_clock(), zone, PAGE_SIZE, MAX_PARALLEL);
    let signed_in = async {
        let token = signing_in.await;
        let token =
            token.map_err(|error| Error::unexpected(format!("signing in ended early: {error}")))??;
        session.store_entity(&token)
    };
    // Small lists load while the deals load. If signing in or loading the deals fails, the rest is cancelled.
    let read = tokio::try_join!(signed_in, deals, sync_others(session));
    // Records fetched before a failure are stored, so their changes are printed too.
    let mut several = FailureCollector::default();
    let mut read = match read {
        Ok(read) => Some(read),
        // The caller quarantines damaged files and starts over.
        Err(error) if error.disk_error() == Some(DiskError::Damaged) => return Err(error.into()),
        Err(error) => {
            let cut = error.kind() == ErrorKind::Protocol;
            several.record(context, Err(error.into()))?;
            // Earlier pages are stored: warn about the age and extent of the cached deals.
            let cached = cached_extent(session)?;
            if cut && cached.has_any() {
                cached.warn_age(context);
            }
            None
        }
    };
    if let Some((before, read, other_lists)) = &mut read {
        if let Some(before) = before {
            warn_other_entity(context, &store, before);
        }
        note_counts(session, read)?;
        several.record(context, check_complete(context, read))?;
        for (list, done) in other_lists.drain(..) {
            let done = tolerate(context, list, done);
            several.record(context, done)?;
        }
    }
    // Include changes that other commands or an interface recorded since the last `sync`. Several changes of
    // one field become one, and "missing" followed by "deleted" becomes "deleted".
    let latest = store.history().latest()?;
    let mut entries = store.history().changes_since(is_reported)?;
    entries.retain(|entry| entry.seq <= latest);
    store.mark_in_doubt(&mut entries)?;
    let changed = external_changes(&entries);
    // Without a sync, an empty result does not mean that nothing changed.
    let count = match (&read, changed.is_empty()) {
        (None, true) => 0,
        _ => records::print(context, &store, &changed)?,
    };
    store.history().end_sync(latest, session.to_service_time(Timestamp::now()))?;
    if let Some((entity, read, _)) = read {
        // The earlier data was another entity's, so "nothing changed" would be misleading.
        let is_reported = count > 0 || entity.is_some();
        print_summary(context, &read, (before == 0, is_reported), &store.outbox().entries()?);
    }
    several.finish()
}

/// Returns the history position from which changes are printed: the end of the last `sync`.
///
/// On the first run, or after an upgrade from a version without this mark, only this run's changes are printed.
/// The mark is stored at once, so that an interrupted run loses no changes.
fn history_start(session: &Session, store: &Store, latest: i64) -> CommandResult<i64> {
    let history = store.history();
    if let Some(synced) = history.synced()? {
        return Ok(synced);
    }
    history.end_sync(latest, session.to_service_time(Timestamp::now()))?;
    Ok(latest)
}

/// Syncs the resources besides the deals, each with its own result.
async fn sync_others(session: &Session) -> Result<Vec<(OperationId, CommandResult)>, Error> {
    let mut read = Vec::new();
    for operation in [OperationId::PortfolioSummary, OperationId::EntityGet, OperationId::NotificationsList] {
        read.push((operation, sync_one(session, operation).await));
    }
    Ok(read)
}

async fn sync_one(session: &Session, operation: OperationId) -> CommandResult {
    let call = Call::new(operation);
    if operation == OperationId::NotificationsList {
        let pass = cache_write::begin_pass(session, Stored::Notification, "");
        let walked = walk_records(session.client(), &call, WalkPlan::whole(), pass, |_| Ok::<_, Error>(()));
        walked.await?.complete()?;
        return Ok(());
    }
    let record = session.client().call(call).await?.record()?;
    if operation == OperationId::EntityGet {
        cache_write::cache_single(session, engine::ENTITY, &record);
        return Ok(());
    }
    cache_write::cache_single(session, engine::PORTFOLIO, &record);
    let summary = PortfolioSummary::from_record(record)?;
    record_series(session, &engine::portfolio_points(&summary))
}

/// Adds a point to the stored trends.
fn record_series(session: &Session, values: &BTreeMap<String, String>) -> CommandResult {
    let now = session.to_service_time(Timestamp::now());
    session.store()?.history().record_series(values, now, engine::SERIES_INTERVAL)?;
    Ok(())
}

/// Turns a missing right or an undocumented list into a remark instead of a failure.
fn tolerate(context: &CommandContext, operation: OperationId, done: CommandResult) -> CommandResult {
    match done {
        Err(CommandFailure::Error(error))
            if error.kind() == ErrorKind::Forbidden
                || (operation == OperationId::NotificationsList && error.kind() == ErrorKind::NotFound) =>
        {
            let args = [("route", operation.spec().path.into())];
            context.report.remark(&context.report.messages().with("cli-sync-not-read", &args));
            Ok(())
        }
        done => done,
    }
}

fn note_counts(session: &Session, read: &SyncSummary) -> CommandResult {
    let Some(total) = read.total else { return Ok(()) };
    record_series(session, &BTreeMap::from([("deals".to_owned(), total.to_string())]))
}

/// Reports fewer deals than the service announced.
///
/// This is a warning if the list was read to its end, else an error.
fn check_complete(context: &CommandContext, read: &SyncSummary) -> CommandResult {
    if read.unreadable > 0 {
        let args = [("n", read.unreadable.into())];
        context.report.warning("incomplete", "cli-unread-elements", &args);
    }
    if let Some(total) = read.total.filter(|total| read.received < *total) {
        let args = [("received", read.received.into()), ("total", total.into())];
        if read.is_complete && !context.global.strict {
            context.report.warning("incomplete", "cli-note-fewer", &args);
            return Ok(());
        }
        let missing = context.report.error_messages().with("cli-note-incomplete", &args);
        return Err(CommandFailure::Named("sync-incomplete", Error::protocol(missing)));
    }
    if read.maybe_incomplete {
        context.report.warning("list_moved", "cli-doubt-list-moved", &[]);
    }
    Ok(())
}

/// Warns that the key now belongs to another entity than the cached data.
fn warn_other_entity(context: &CommandContext, store: &Store, before: &str) {
    let now = store.outbox().entity().unwrap_or_default();
    let (before, now) = (SafeText::line_within(before, 80), SafeText::line_within(&now, 80));
    let args = [("before", MessageArg::from(&before)), ("now", MessageArg::from(&now))];
    context.report.warning("other_entity", "cli-sync-other-entity", &args);
}

/// Prints the number of synced deals, whether anything changed, and the number of pending writes.
fn print_summary(
    context: &CommandContext,
    read: &SyncSummary,
    (first, is_reported): (bool, bool),
    rows: &[OutboxEntry],
) {
    let messages = context.report.messages();
    let total = read.total.unwrap_or(read.received);
    let args = [("read", read.received.into()), ("total", total.into())];
    context.report.remark(&messages.with("cli-sync-read", &args));
    if first {
        // A script cannot see from an empty list that this was the first sync.
        context.report.warning("first_reading", "cli-sync-first", &[]);
    } else if !is_reported {
        // Nothing is known about deals that were not received.
        let all = read.received >= total;
        let key = if all { "cli-sync-nothing" } else { "cli-sync-nothing-of-these" };
        context.report.remark(&messages.get(key));
    }
    let waiting = rows.iter().filter(|row| !row.needs_user()).count();
    if waiting > 0 {
        let n = [("n", waiting.into())];
        context.report.warning("waiting", "cli-sync-waiting", &n);
    }
    warn_blocked_rows(context, rows.iter());
}
