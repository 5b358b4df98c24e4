//! `encours history`: locally recorded changes of deals. Sends no request, because the service has no history.

pub(super) mod records;

use encours_core::error::{Error, ErrorKind};
use encours_core::model::history::history_entry::EntryKind;
use encours_core::model::history::net::compare;
use encours_core::store::{OutboxEntry, RecordKind, Store};
use encours_core::text::date;
use jiff::Timestamp;

use super::super::args::HistoryArgs;
use super::super::context::CommandContext;
use super::super::session::Session;
use super::super::{CommandResult, error_message};
use super::cache_read::CachedRecords;

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
    let out_style = context.out.style();
    let key = if since > Timestamp::now() { "cli-history-ahead" } else { "cli-history-nothing-since" };
    let date = date::date_time(out_style.lang, date::local(since, &out_style.zone));
    messages.with(key, &[("date", date.into())])
}

/// Prints the status changes observed, oldest first; every change with `--all`.
pub(super) fn run(context: &mut CommandContext, session: &Session, args: &HistoryArgs) -> CommandResult {
    let store = session.store()?;
    let history = store.history();
    let since = args.since.as_ref().map(|since| since.0.instant(&context.out.style().zone));
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
        None => history.changes_since(since.map_or(Ok(0), |at| history.seq_before(at))?, usize::MAX)?,
    };
    // First observations have no earlier value, so they are not changes.
    let until = args.until.as_ref().map(|until| until.end(&context.out.style().zone));
    entries.retain(|entry| {
        (entry.not_before.is_some() || args.net && !matches!(entry.kind, EntryKind::FirstSeen { .. }))
            && since.is_none_or(|since| entry.at >= since)
            && until.is_none_or(|until| entry.at <= until)
            && (args.all || args.net || entry.is_change_of("status"))
    });
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
    Ok(())
}
