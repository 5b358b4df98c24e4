//! `encours history`: locally recorded changes of deals. Sends no request, because the service has no history.

pub(super) mod records;

use encours_core::model::history::history_entry::{EntryKind, HistoryEntry};
use encours_core::model::history::net::compare;

use super::super::args::HistoryArgs;
use super::cache_read::CachedRecords;
use super::deals::past::{past_time, time_text};
use crate::cli::prelude::*;

/// True if the deal is cached or has an outbox entry.
fn is_known(store: &Store, id: &str) -> Result<bool, Error> {
    let waits = |rows: Vec<OutboxEntry>| rows.iter().any(|row| row.record == id);
    Ok(store.cache().get(RecordKind::Deal, "", id)?.is_some() || waits(store.outbox().entries()?))
}

/// Returns the message for an empty result, with the start date.
fn empty_message(context: &CommandContext, since: Option<Timestamp>) -> String {
    let messages = context.report.messages();
    let Some(since) = since else {
        return messages.get("cli-history-nothing").into_owned();
    };
    messages.with("cli-history-nothing-since", &[("date", time_text(context, since).into())])
}

/// Returns the times of `--since` and `--until`. With `--net` both days count to their end, as everywhere that a past
/// day is shown; a list of changes has those of the first day.
///
/// # Errors
/// A time is in the future, or they are reversed.
fn range(
    context: &CommandContext,
    store: &Store,
    args: &HistoryArgs,
) -> Result<(Option<Timestamp>, Option<Timestamp>), Error> {
    let zone = &context.out.style().zone;
    let starts = [&args.since, &args.until].map(|date| date.as_ref().map(|date| date.0.instant(zone)));
    if let Some(ahead) = starts.into_iter().flatten().find(|at| *at > Timestamp::now()) {
        return Err(error_message::usage("usage-as-of-future", &[("date", &time_text(context, ahead))]));
    }
    let since = match &args.since {
        Some(since) if args.net => Some(past_time(context, store, since)?),
        _ => starts[0],
    };
    let until = args.until.as_ref().map(|until| until.end(zone));
    if let (Some(since), Some(until)) = (since, until)
        && since > until
    {
        let [since, until] = [since, until].map(|at| time_text(context, at));
        return Err(error_message::usage("usage-history-reversed", &[("since", &since), ("until", &until)]));
    }
    Ok((since, until))
}

/// Prints the status changes observed, oldest first; every change with `--all`.
pub(super) async fn run(
    context: &mut CommandContext,
    session: &Session,
    args: &HistoryArgs,
) -> CommandResult {
    let store = session.store()?;
    let history = store.history();
    let (since, until) = range(context, store, args)?;
    let mut entries = match &args.id {
        Some(id) => {
            let entries = history.entries_of(id.as_str())?;
            if entries.is_empty() && !is_known(store, id.as_str())? {
                let unknown = [("id", id.as_str())];
                let error = error_message::localized(ErrorKind::NotFound, "usage-history-unknown", &unknown);
                return Err(error.into());
            }
            entries
        }
        None => history.changes_since(since.map_or(Ok(0), |at| history.seq_before(at))?)?,
    };
    let mut last = entries.iter().map(|entry| entry.seq).max().unwrap_or_default();
    // First observations have no earlier value, so they are not changes.
    let is_shown = |entry: &HistoryEntry| {
        (entry.not_before.is_some() || args.net && !matches!(entry.kind, EntryKind::FirstSeen { .. }))
            && since.is_none_or(|since| entry.at > since || entry.at == since && !args.net)
            && until.is_none_or(|until| entry.at <= until)
            && (args.all || args.net || entry.is_change_of("status"))
    };
    entries.retain(is_shown);
    if args.net {
        entries = compare(&entries);
    }
    store.mark_in_doubt(&mut entries)?;
    if records::print(context, store, &entries)? == 0 {
        let text = empty_message(context, since);
        context.report.remark(&text);
    }
    if context.global.offline {
        CachedRecords::load(session, RecordKind::Deal, "")?.warn_age(context);
    }
    if !args.follow {
        return Ok(());
    }
    follow::run(context, session, (session.connection().rules.clone(), None, None), |context, _| {
        let mut entries = history.changes_since(last)?;
        last = entries.iter().map(|entry| entry.seq).fold(last, i64::max);
        entries
            .retain(|entry| is_shown(entry) && args.id.as_ref().is_none_or(|id| *id.as_str() == *entry.deal));
        store.mark_in_doubt(&mut entries)?;
        records::print(context, store, &entries)?;
        Ok(false)
    })
    .await
}
