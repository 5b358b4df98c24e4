//! Watched ids: stored for the user, and loaded one by one if the service has no list.

use std::collections::HashSet;

use crate::cli::args::{WatchArgs, WatchCommand};
use crate::cli::commands::walk_warnings::broken_list;
use crate::cli::commands::{FailureCollector, cache_write};
use crate::cli::prelude::*;

use super::resource_lists::ListedKind;
use encours_core::contract::json::schema_error::ShapeError;
use encours_core::engine::{all_watched, fetch_singly, record_response, single_route};
use encours_core::model::parse_ids::{IdRejection, ParsedIds, parse_file, parse_typed};
use encours_core::model::watched::Watched;
use encours_core::{files, store};
use futures_util::StreamExt as _;

/// Number of parallel requests.
const MAX_PARALLEL: usize = 4;

/// `… watch`, `… unwatch`, `… watched`
pub fn run(
    context: &mut CommandContext,
    session: &Session,
    resource_kind: ResourceKind,
    command: WatchCommand,
) -> CommandResult {
    match command {
        WatchCommand::Watch(args) => watch(context, session, resource_kind, &args),
        WatchCommand::Unwatch { ids } => unwatch(context, session, resource_kind, &ids),
        WatchCommand::Watched => {
            let all = session.store()?.outbox().watched(resource_kind.name())?;
            let records = all.iter().map(to_record).collect::<Result<Vec<_>, _>>()?;
            context.print_list(OutputKind::Watched, records)
        }
    }
}

fn watch(
    context: &mut CommandContext,
    session: &Session,
    resource_kind: ResourceKind,
    args: &WatchArgs,
) -> CommandResult {
    let mut pasted_ids = ParsedIds::default();
    for word in &args.ids {
        merge(&mut pasted_ids, parse_typed(resource_kind, word));
    }
    if let Some(from) = &args.from {
        let bytes = read_text(from)?;
        let pasted = parse_file(resource_kind, &bytes)
            .ok_or_else(|| error_message::usage("usage-no-text", &[("file", from)]))?;
        print_found(context, &pasted);
        let question = context.report.messages().get("cli-confirm-watch");
        // A script has named the ids itself; a user must check the ids found in a text.
        if !pasted.ids.is_empty() && prompt::can_ask() && !prompt::confirm(context, &question)? {
            return Err(prompt::declined(context));
        }
        merge(&mut pasted_ids, pasted);
    }
    let (store, shared) = (session.store()?, !resource_kind.is_delegated());
    limit::disarm();
    store.watch_entered(resource_kind.name(), &pasted_ids.ids, shared, Timestamp::now())?;
    let mut list = context.out.list(OutputKind::Watched);
    let all = store.outbox().watched(resource_kind.name())?;
    for id in &pasted_ids.ids {
        for watched in all.iter().filter(|watched| watched.id == *id) {
            list.push_page([to_record(watched)?])?;
        }
    }
    list.finish()?;
    let mut several = FailureCollector::default();
    for (word, reason) in pasted_ids.rejected {
        let reason = match reason {
            IdRejection::Malformed(error) => error.to_string(),
            IdRejection::PlainWord => "it does not look like an identifier".to_owned(),
            IdRejection::OtherAddress => format!("it is not an address of {}", resource_kind.name()),
        };
        several.record(context, Err(Error::usage(format!("`{word}` is not watched: {reason}")).into()))?;
    }
    if pasted_ids.ids.is_empty() && several.first_error.is_none() {
        return Err(Error::usage("no identifier was found").into());
    }
    several.finish()
}

/// Appends the ids of another text, without duplicates.
fn merge(all: &mut ParsedIds, more: ParsedIds) {
    let known: HashSet<String> = all.ids.iter().cloned().collect();
    all.ids.extend(more.ids.into_iter().filter(|id| !known.contains(id)));
    all.rejected.extend(more.rejected);
}

/// Prints the ids found in a text and the skipped words before the watch starts.
fn print_found(context: &CommandContext, pasted: &ParsedIds) {
    let named = |names: &[String]| SafeText::line_within(&names.join(", "), 1_000);
    let (taken, skipped) = (named(&pasted.ids), named(&pasted.ignored));
    let args = [
        ("n", MessageArg::from(pasted.ids.len())),
        ("ids", MessageArg::from(&taken)),
        ("left", MessageArg::from(pasted.ignored.len())),
        ("words", MessageArg::from(&skipped)),
    ];
    if !pasted.ignored.is_empty() {
        context.report.warning("passed_over", "cli-watch-some", &args);
    } else if !pasted.ids.is_empty() {
        context.report.remark(&context.report.messages().with("cli-watch-all", &args));
    }
}

/// Maximum size of a text to search for ids, in bytes.
const MAX_TEXT_LEN: u64 = 64 * 1024 * 1024;

fn read_text(from: &str) -> Result<Vec<u8>, Error> {
    let unreadable = |error: std::io::Error| {
        error_message::usage("usage-unreadable", &[("file", from), ("why", &error.to_string())])
    };
    let read = match from {
        "-" => files::read_limited(std::io::stdin().lock(), MAX_TEXT_LEN),
        file => files::read_argument_file(file.as_ref(), MAX_TEXT_LEN),
    };
    read.map_err(unreadable)
}

fn unwatch(
    context: &mut CommandContext,
    session: &Session,
    resource_kind: ResourceKind,
    ids: &[String],
) -> CommandResult {
    let shared = !resource_kind.is_delegated();
    let removed = session.store()?.unwatch_entered(resource_kind.name(), ids, shared, Timestamp::now())?;
    if ids.len() > 1 {
        context.out.begin_group();
    }
    let mut several = FailureCollector::default();
    for id in ids {
        let done = if removed.contains(id) {
            let record = Fields::new().set("id", id).set("unwatched", &true).to_record()?;
            context.out.record(OutputKind::Other, &record).map_err(CommandFailure::from)
        } else {
            Err(error_message::localized(ErrorKind::NotFound, "usage-not-watched", &[("id", id.as_str())])
                .into())
        };
        several.record(context, done)?;
    }
    context.out.end_group()?;
    several.finish()
}

fn to_record(watched: &Watched) -> Result<Record, ShapeError> {
    Fields::new()
        .set("id", &watched.id)
        .set("origin", watched.origin.name())
        .set("added_at", &watched.added_at.to_string())
        .set("checked_at", &watched.checked_at.map(|at| at.to_string()))
        .set("status", &watched.status)
        .set("reason", &watched.reason)
        .to_record()
}

/// Loads every watched or known id separately and lists the records that exist.
///
/// An id that the service does not know stays watched, with the reason.
pub async fn list(
    context: &mut CommandContext,
    session: &Session,
    kind: ListedKind,
    filter: impl Fn(&Record) -> bool,
) -> CommandResult {
    let Some(route) = single_route(kind.resource) else {
        return Ok(());
    };
    let store = session.store()?;
    let watched = all_watched(store, (kind.resource, kind.stored), Timestamp::now())?;
    let ids: Vec<String> = watched.into_iter().map(|watched| watched.id).collect();
    let count_watched = ids.len();
    let read_seq = cache_write::current_seq(session);
    let mut responses = std::pin::pin!(fetch_singly(session.client(), route, ids, MAX_PARALLEL));
    let mut unknown = Vec::new();
    let mut broken = None;
    let mut list = context.out.list(kind.output);
    while let Some((id, result)) = responses.next().await {
        let missing = record_response(store.outbox(), kind.resource, &id, &result, Timestamp::now())?;
        if let Some((status, reason)) = missing {
            unknown.push(format!("{id}: {status} {}", reason.unwrap_or_default()));
            continue;
        }
        match result {
            Ok(record) => {
                cache_write::cache_record(session, kind.stored, "", &record, read_seq);
                if filter(&record) {
                    list.push_page([record])?;
                }
            }
            Err(error) if list.count() == 0 => return Err(error.into()),
            Err(error) => {
                broken = Some(error);
                break;
            }
        }
    }
    let count = list.finish()?;
    if let Some(cause) = broken {
        return Err(broken_list(cause));
    }
    if count == 0 {
        context.remark_empty();
    }
    let watched = [("n", MessageArg::from(count_watched))];
    context.report.remark(&context.report.messages().with("inbox-watched-ids", &watched));
    for line in unknown {
        context.report.remark(&SafeText::line(&line));
    }
    Ok(())
}

/// Notifications, as a listed and watched resource kind.
pub(super) const NOTIFICATIONS: ListedKind = ListedKind {
    resource: ResourceKind::Notifications,
    output: OutputKind::Notification,
    stored: store::RecordKind::Notification,
};
