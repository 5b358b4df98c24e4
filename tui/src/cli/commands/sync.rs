//! `encours sync`: syncs the local store and prints the changes.
//!
//! It sends no pending writes; `outbox retry` or an interface sends those.

use std::collections::BTreeMap;

use encours_core::app::foundation::history::since::news;
use encours_core::client::Call;
use encours_core::contract::operation::PageForm;
use encours_core::contract::{OperationId, PortfolioSummary};
use encours_core::engine::{self, Synced, system_clock};
use encours_core::error::{Error, ErrorKind, Local};
use encours_core::store::{Kind as Stored, Row, Store};
use encours_core::text::{Arg, Clean};
use jiff::Timestamp;

use super::super::context::Context;
use super::super::session::Session;
use super::super::{Failure, error_message};
use super::cache_read::{extent, tell_standing_of};
use super::cache_write::{self, Pass};
use super::paginate::{self, Extent};
use super::{Several, history_records};

/// Page size; the interfaces use the same.
const PAGE: u64 = 500;
/// Maximum number of parallel page requests.
const PARALLEL: usize = 4;

/// Syncs everything, then prints the changes since the last `sync`.
pub(super) async fn run(context: &mut Context, session: &Session) -> Result<(), Failure> {
    if context.global.offline {
        return Err(error_message::usage("usage-offline", &[("command", "sync")]).into());
    }
    // Sign in while the files are opened.
    let client = session.client().clone();
    let signing_in = tokio::spawn(async move { client.token().await });
    let store = session.writable_store()?;
    let before = store.history().latest()?;
    let told = begin(session, &store, before)?;
    let zone = context.out.look().zone.clone();
    let client = session.client().clone();
    let deals = engine::sync(client, store.clone(), system_clock(), zone, PAGE, PARALLEL);
    let signed_in = async {
        let token = signing_in.await;
        let token =
            token.map_err(|error| Error::unexpected(format!("signing in ended early: {error}")))??;
        session.learn_entity(&token)
    };
    // Small lists load while the deals load. If signing in or loading the deals fails, the rest is cancelled.
    let read = tokio::try_join!(signed_in, deals, beside(session));
    // Records fetched before a failure are stored, so their changes are printed too.
    let mut several = Several::default();
    let mut read = match read {
        Ok(read) => Some(read),
        // The caller quarantines damaged files and starts over.
        Err(error) if error.local() == Some(Local::Damaged) => return Err(error.into()),
        Err(error) => {
            let cut = error.kind() == ErrorKind::Protocol;
            several.note(context, Err(error.into()))?;
            // Earlier pages are stored: warn about the age and extent of the cached deals.
            let held = extent(session)?;
            if cut && held.holds_any() {
                held.tell_age(context);
            }
            None
        }
    };
    if let Some((before, read, others)) = &mut read {
        if let Some(before) = before {
            tell_other_entity(context, &store, before);
        }
        note_counts(session, read)?;
        several.note(context, whole(context, read))?;
        for (family, done) in others.drain(..) {
            let done = tolerate(context, family, done);
            several.note(context, done)?;
        }
    }
    // Include changes that other commands or an interface recorded since the last `sync`. Several changes of
    // one field become one, and "missing" followed by "deleted" becomes "deleted".
    let latest = store.history().latest()?;
    let mut entries = store.history().since(told, usize::MAX)?;
    entries.retain(|entry| entry.seq <= latest);
    store.note_doubted(&mut entries)?;
    let changed = news(&entries);
    // Without a sync, an empty result does not mean that nothing changed.
    let count = match (&read, changed.is_empty()) {
        (None, true) => 0,
        _ => history_records::print(context, &store, &changed)?,
    };
    store
        .history()
        .end_sync(latest, session.observed(Timestamp::now()))?;
    if let Some((of, read, _)) = read {
        // The earlier data was another entity's, so "nothing changed" would be misleading.
        let told = count > 0 || of.is_some();
        tell(context, &read, (before == 0, told), &store.outbox().rows()?);
    }
    several.end()
}

/// Returns the history position from which changes are printed: the end of the last `sync`.
///
/// On the first run, or after an upgrade from a version without this mark, only this run's changes are printed.
/// The mark is stored at once, so that an interrupted run loses no changes.
fn begin(session: &Session, store: &Store, latest: i64) -> Result<i64, Failure> {
    let history = store.history();
    if let Some(told) = history.synced()? {
        return Ok(told);
    }
    history.end_sync(latest, session.observed(Timestamp::now()))?;
    Ok(latest)
}

/// Resources synced besides the deals.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Portfolio,
    Entity,
    Notifications,
}

impl Family {
    fn route(self) -> &'static str {
        let operation = match self {
            Self::Portfolio => OperationId::PortfolioSummary,
            Self::Entity => OperationId::EntityGet,
            Self::Notifications => OperationId::NotificationsList,
        };
        operation.spec().path
    }
}

/// Syncs the resources besides the deals, each with its own result.
async fn beside(session: &Session) -> Result<Vec<(Family, Result<(), Failure>)>, Error> {
    let mut read = Vec::new();
    for family in [Family::Portfolio, Family::Entity, Family::Notifications] {
        read.push((family, aside(session, family).await));
    }
    Ok(read)
}

async fn aside(session: &Session, family: Family) -> Result<(), Failure> {
    match family {
        Family::Portfolio => {
            let record = session
                .client()
                .call(Call::new(OperationId::PortfolioSummary))
                .await?
                .record()?;
            cache_write::single(session, cache_write::PORTFOLIO, &record);
            let summary = PortfolioSummary::from_record(record)?;
            let points = engine::portfolio_points(&summary);
            session
                .store()?
                .history()
                .note(&points, session.observed(Timestamp::now()), engine::POINT)?;
        }
        Family::Entity => {
            let record = session
                .client()
                .call(Call::new(OperationId::EntityGet))
                .await?
                .record()?;
            cache_write::single(session, cache_write::ENTITY, &record);
        }
        Family::Notifications => {
            let pass = Pass::begin(session, Stored::Notification, "");
            let call = Call::new(OperationId::NotificationsList);
            paginate::walk(
                session,
                &call,
                PageForm::Items,
                0,
                Extent::All,
                Some(pass),
                |_| Ok(()),
            )
            .await?
            .whole()?;
        }
    }
    Ok(())
}

/// Turns a missing right or an undocumented list into a remark instead of a failure.
fn tolerate(context: &Context, family: Family, done: Result<(), Failure>) -> Result<(), Failure> {
    match done {
        Err(Failure::Error(error))
            if error.kind() == ErrorKind::Forbidden
                || (family == Family::Notifications && error.kind() == ErrorKind::NotFound) =>
        {
            let words = context.report.words();
            let args = [("route", family.route().into())];
            context.report.remark(&words.with("cli-sync-not-read", &args));
            Ok(())
        }
        done => done,
    }
}

fn note_counts(session: &Session, read: &Synced) -> Result<(), Failure> {
    let Some(total) = read.total else { return Ok(()) };
    let values = BTreeMap::from([("deals".to_owned(), total.to_string())]);
    session
        .store()?
        .history()
        .note(&values, session.observed(Timestamp::now()), engine::POINT)?;
    Ok(())
}

/// Reports fewer deals than the service announced.
///
/// This is a warning if the list was read to its end, else an error.
fn whole(context: &Context, read: &Synced) -> Result<(), Failure> {
    if read.unreadable > 0 {
        let said = [("n", read.unreadable.into())];
        context.report.warning("incomplete", "cli-unread-elements", &said);
    }
    if let Some(total) = read.total.filter(|total| read.read < *total) {
        let said = [("received", read.read.into()), ("total", total.into())];
        if read.whole && !context.global.strict {
            context.report.warning("incomplete", "cli-note-fewer", &said);
            return Ok(());
        }
        let missing = context.report.told().with("cli-note-incomplete", &said);
        return Err(Failure::Named("sync-incomplete", Error::protocol(missing)));
    }
    if read.doubtful {
        context.report.warning("list_moved", "cli-doubt-list-moved", &[]);
    }
    Ok(())
}

/// Warns that the key now belongs to another entity than the cached data.
fn tell_other_entity(context: &Context, store: &Store, before: &str) {
    let now = store.outbox().entity().unwrap_or_default();
    let (before, now) = (Clean::line_of(before, 80), Clean::line_of(&now, 80));
    let args = [("before", Arg::from(&before)), ("now", Arg::from(&now))];
    context
        .report
        .warning("other_entity", "cli-sync-other-entity", &args);
}

/// Prints the number of synced deals, whether anything changed, and the number of pending writes.
fn tell(context: &Context, read: &Synced, (first, told): (bool, bool), rows: &[Row]) {
    let words = context.report.words();
    let total = read.total.unwrap_or(read.read);
    let args = [("read", read.read.into()), ("total", total.into())];
    context.report.remark(&words.with("cli-sync-read", &args));
    if first {
        // A script cannot see from an empty list that this was the first sync.
        context.report.warning("first_reading", "cli-sync-first", &[]);
    } else if !told {
        // Nothing is known about deals that were not received.
        let all = read.read >= total;
        let key = if all {
            "cli-sync-nothing"
        } else {
            "cli-sync-nothing-of-these"
        };
        context.report.remark(&words.get(key));
    }
    let waiting = rows.iter().filter(|row| !row.stands()).count();
    if waiting > 0 {
        let n = [("n", waiting.into())];
        context.report.warning("waiting", "cli-sync-waiting", &n);
    }
    tell_standing_of(context, rows.iter());
}
