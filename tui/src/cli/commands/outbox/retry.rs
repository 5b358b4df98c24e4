//! `encours outbox retry`: sends outbox entries now, with the entries that depend on them.

use std::collections::VecDeque;

use encours_core::store::{self, Outbox, UnreadableEntry};

use super::super::FailureCollector;
use super::super::api::record_kind;
use super::super::write::{self, SendResult, WriteBasis};
use super::attempt::Attempt;
use super::unknown_entry;
use crate::cli::prelude::*;

/// Sends the named entries, or all. A single named entry prints one record; several print a list.
pub(in super::super) async fn retry(
    context: &mut CommandContext,
    session: &Session,
    ids: &[i64],
) -> CommandResult {
    if context.global.offline {
        return Err(error_message::usage("usage-offline", &[("command", "outbox retry")]).into());
    }
    if ids.len() != 1 {
        context.out.begin_group();
    }
    let sent = send_each(context, session, ids).await;
    context.out.end_group()?;
    sent
}

/// Entries to send, in order.
struct Queue {
    entries: VecDeque<i64>,
    /// A deal that was just created again, while its follow-up change is pending: both print one result.
    recreated: Option<(OutboxEntry, Option<Record>)>,
}

impl Queue {
    /// Puts the follow-up writes of an entry next in the queue.
    fn push_follow_ups(&mut self, rows: &[OutboxEntry]) {
        for row in rows.iter().rev() {
            self.entries.push_front(row.seq);
        }
    }

    /// Prints the created deal if its follow-up change failed.
    fn print_recreated(&mut self, context: &mut CommandContext, session: &Session) -> CommandResult {
        match self.recreated.take() {
            Some((row, record)) => write::print_applied(context, session, (kind(&row), &row), record),
            None => Ok(()),
        }
    }

    /// Removes the follow-up writes of a failed entry; they stay in the outbox.
    fn drop_follow_ups(&mut self, rows: &[OutboxEntry]) {
        self.entries.retain(|seq| rows.iter().all(|row| row.seq != *seq));
    }
}

async fn send_each(context: &mut CommandContext, session: &Session, ids: &[i64]) -> CommandResult {
    let outbox = session.store()?.outbox();
    let (rows, sealed) = outbox.all_entries()?;
    let mut several = FailureCollector::default();
    let now = Timestamp::now();
    // While its session runs, a scheduled entry can still be cancelled there. After the session ends it cannot.
    let is_scheduled =
        |row: &OutboxEntry| row.state == EntryState::Scheduled && row.not_before > now && outbox.has_peers();
    let entries: VecDeque<i64> = if ids.is_empty() {
        for row in rows.iter().filter(|row| is_scheduled(row)) {
            warn_scheduled(context, row);
        }
        // An entry recovered from a damaged file may have been discarded before, so it is sent only if it is
        // named.
        rows.iter()
            .filter(|row| row.last_problem.as_deref() != Some(store::RECOVERED_PROBLEM) && !is_scheduled(row))
            .map(|row| row.seq)
            .collect()
    } else {
        ids.iter().copied().collect()
    };
    if rows.is_empty() && sealed.is_empty() && entries.is_empty() {
        context.report.remark(&context.report.messages().get("cli-outbox-nothing"));
    }
    let mut queue = Queue { entries, recreated: None };
    while let Some(id) = queue.entries.pop_front() {
        // Read the entry again: a creation that was just answered has replaced the temporary id in later
        // entries. If it is gone, another process ended it and recorded the outcome.
        let now = outbox.entries()?.into_iter().find(|row| row.seq == id);
        let Some(row) = now.or_else(|| rows.iter().find(|row| row.seq == id).cloned()) else {
            queue.print_recreated(context, session)?;
            let sealed = sealed.iter().find(|row| row.seq == id);
            let reason = sealed.map_or_else(|| unknown_entry(id), unsendable);
            several.record(context, Err(reason.with_outbox_id(id).into()))?;
            continue;
        };
        // Naming an entry in conflict resolves it: the local change overwrites the listed server values.
        let attempt = if row.state == EntryState::Conflict && !ids.is_empty() {
            Attempt::resolve_conflict(outbox, row)?
        } else {
            Attempt::unchanged(row)
        };
        queue.push_follow_ups(&attempt.follow_ups);
        let sent = write::deliver(session, outbox, &attempt.row, WriteBasis::AsSeen).await;
        let row = attempt.finish(session, outbox, &sent);
        let sent = sent?;
        let stops = sent.blocks_others();
        let done = print_outcome(context, session, (row, &attempt.follow_ups), (sent, &mut queue));
        if attempt.creates_again && done.is_ok() {
            let name = SafeText::line_within(&row.label, 80);
            let args = [("name", MessageArg::from(&name))];
            context.report.warning("created_again", "cli-created-again", &args);
        }
        several.record_for(context, &row.record, done)?;
        if !ids.is_empty() {
            warn_behind(context, outbox, row, &queue)?;
        }
        if stops && !queue.entries.is_empty() {
            let args = [("n", queue.entries.len().into())];
            context.report.warning("stopped", "cli-outbox-stopped", &args);
            break;
        }
    }
    if ids.is_empty() {
        let damaged: Vec<String> =
            sealed.iter().filter(|row| row.damaged).map(|row| row.seq.to_string()).collect();
        if !damaged.is_empty() {
            let (n, ids) = (damaged.len().to_string(), damaged.join(" "));
            let args = [("n", &*n), ("ids", &*ids)];
            let reason = error_message::localized(ErrorKind::Storage, "usage-writes-damaged", &args);
            several.record(context, Err(reason.into()))?;
        }
    }
    several.finish()
}

/// Returns the error for an entry that exists but cannot be read.
fn unsendable(row: &UnreadableEntry) -> Error {
    let key = if row.damaged { "usage-write-damaged" } else { "usage-write-newer" };
    error_message::localized(ErrorKind::Storage, key, &[("id", &row.seq.to_string())])
}

/// Prints the outcome of an entry. `follow_ups` are its later writes.
fn print_outcome(
    context: &mut CommandContext,
    session: &Session,
    (row, follow_ups): (&OutboxEntry, &[OutboxEntry]),
    (sent, queue): (SendResult, &mut Queue),
) -> CommandResult {
    if let (SendResult::Applied(record), false) = (&sent, follow_ups.is_empty()) {
        queue.recreated = Some((row.clone(), record.clone()));
        return Ok(());
    }
    queue.drop_follow_ups(follow_ups);
    if matches!(sent, SendResult::Applied(_)) {
        // This record is the deal after the follow-up change.
        queue.recreated = None;
    }
    queue.print_recreated(context, session)?;
    let target = (kind(row), row);
    match sent {
        SendResult::Applied(record) => write::print_applied(context, session, target, record),
        SendResult::AlreadyEqual(record) => {
            context.report.warning("already_so", "cli-already-so-there", &[]);
            write::print_applied(context, session, target, Some(record))
        }
        SendResult::AlreadyDeleted => {
            let args = [("id", row.record.as_str().into())];
            context.report.warning("already_gone", "cli-gone-already", &args);
            write::print_applied(context, session, target, None)
        }
        SendResult::Rejected(error) => {
            let outbox = session.store()?.outbox();
            Err(write::earlier_entry_error(context, outbox, row, error).into())
        }
        SendResult::StillPending(error) if row.state.is_blocked() => {
            let outbox = session.store()?.outbox();
            Err(write::earlier_entry_error(context, outbox, row, error).with_kind(ErrorKind::Queued).into())
        }
        SendResult::StillPending(error) => {
            Err(write::with_entry(row, error.with_kind(ErrorKind::Queued)).into())
        }
    }
}

/// Names the pending writes to the same record and says how to send them.
fn warn_behind(
    context: &CommandContext,
    outbox: &Outbox,
    row: &OutboxEntry,
    queue: &Queue,
) -> Result<(), Error> {
    let server_id = outbox.resolve_temp_id(&row.record)?;
    let record = server_id.as_deref().unwrap_or(&row.record);
    let waits = |other: &OutboxEntry| {
        let of_it = other.record == record || other.record == row.record;
        of_it && other.seq > row.seq && !other.needs_user() && !queue.entries.contains(&other.seq)
    };
    let rows: Vec<OutboxEntry> = outbox.entries()?.into_iter().filter(waits).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let ids: Vec<String> = rows.iter().map(|row| row.seq.to_string()).collect();
    let args = [("n", rows.len().into()), ("ids", ids.join(" ").into())];
    context.report.warning("waiting", "cli-outbox-behind", &args);
    Ok(())
}

/// Warns that an entry is still in the undo window of its session.
fn warn_scheduled(context: &CommandContext, row: &OutboxEntry) {
    let out_style = context.out.style();
    let until = date::time_seconds(date::local(row.not_before, &out_style.zone).time());
    let id = row.seq.to_string();
    let args = [("id", id.as_str().into()), ("until", until.into())];
    context.report.warning("held", "cli-outbox-held", &args);
}

fn kind(row: &OutboxEntry) -> OutputKind {
    match row.operation {
        OperationId::DealsDelete => OutputKind::Deleted,
        other => record_kind(Some(other), false),
    }
}
