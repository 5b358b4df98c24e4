//! `encours outbox retry`: sends outbox entries now, with the entries that depend on them.

use std::collections::VecDeque;

use encours_core::contract::{OperationId, Record};
use encours_core::error::{Error, ErrorKind};
use encours_core::store::{self, Outbox, Row, RowState, Sealed};
use encours_core::text::{Arg, Clean, date};
use jiff::Timestamp;

use super::super::super::context::Context;
use super::super::super::output::Kind;
use super::super::super::session::Session;
use super::super::super::{Failure, error_message};
use super::super::Several;
use super::super::write::{self, Order, Sent};
use super::attempt::Attempt;
use super::unknown;

/// Sends the named entries, or all. A single named entry prints one record; several print a list.
pub(in super::super) async fn retry(
    context: &mut Context,
    session: &Session,
    ids: &[i64],
) -> Result<(), Failure> {
    if context.global.offline {
        return Err(error_message::usage("usage-offline", &[("command", "outbox retry")]).into());
    }
    if ids.len() != 1 {
        context.out.begin_several();
    }
    let sent = each_sent(context, session, ids).await;
    context.out.end_several()?;
    sent
}

/// Entries to send, in order.
struct Queue {
    wanted: VecDeque<i64>,
    /// A deal that was just created again, while its follow-up change is pending: both print one result.
    made: Option<(Row, Option<Record>)>,
}

impl Queue {
    /// Puts the follow-up writes of an entry next in the queue.
    fn follow(&mut self, rows: &[Row]) {
        for row in rows.iter().rev() {
            self.wanted.push_front(row.seq);
        }
    }

    /// Prints the created deal if its follow-up change failed.
    fn tell_made(&mut self, context: &mut Context, session: &Session) -> Result<(), Failure> {
        match self.made.take() {
            Some((row, record)) => write::applied(context, session, (kind(&row), &row), record),
            None => Ok(()),
        }
    }

    /// Removes the follow-up writes of a failed entry; they stay in the outbox.
    fn leave(&mut self, rows: &[Row]) {
        self.wanted.retain(|seq| rows.iter().all(|row| row.seq != *seq));
    }
}

async fn each_sent(context: &mut Context, session: &Session, ids: &[i64]) -> Result<(), Failure> {
    let outbox = session.store()?.outbox();
    let (rows, sealed) = outbox.all()?;
    let mut several = Several::default();
    let now = Timestamp::now();
    // While its session runs, a scheduled entry can still be cancelled there. After the session ends it cannot.
    let held = |row: &Row| row.state == RowState::Held && row.not_before > now && outbox.in_company();
    let wanted: VecDeque<i64> = if ids.is_empty() {
        for row in rows.iter().filter(|row| held(row)) {
            tell_held(context, row);
        }
        // An entry recovered from a damaged file may have been discarded before, so it is sent only if it is
        // named.
        rows.iter()
            .filter(|row| row.last_problem.as_deref() != Some(store::FOUND_IN_REMAINS) && !held(row))
            .map(|row| row.seq)
            .collect()
    } else {
        ids.iter().copied().collect()
    };
    if rows.is_empty() && sealed.is_empty() && wanted.is_empty() {
        context
            .report
            .remark(&context.report.words().get("cli-outbox-nothing"));
    }
    let mut queue = Queue { wanted, made: None };
    while let Some(id) = queue.wanted.pop_front() {
        // Read the entry again: a creation that was just answered has replaced the temporary id in later
        // entries. If it is gone, another process ended it and recorded the outcome.
        let now = outbox.rows()?.into_iter().find(|row| row.seq == id);
        let Some(row) = now.or_else(|| rows.iter().find(|row| row.seq == id).cloned()) else {
            queue.tell_made(context, session)?;
            let sealed = sealed.iter().find(|row| row.seq == id);
            let why = sealed.map_or_else(|| unknown(id), unsendable);
            several.note(context, Err(why.with_outbox_id(id).into()))?;
            continue;
        };
        // Naming an entry in conflict resolves it: the local change overwrites the listed server values.
        let attempt = if row.state == RowState::Conflict && !ids.is_empty() {
            Attempt::deciding(outbox, row)?
        } else {
            Attempt::as_it_is(row)
        };
        queue.follow(&attempt.behind);
        let sent = write::deliver(session, outbox, &attempt.row, Order::Later).await;
        let row = attempt.end(session, outbox, &sent);
        let sent = sent?;
        let stops = sent.stops();
        let done = told(context, session, (row, &attempt.behind), (sent, &mut queue));
        if attempt.creates_again && done.is_ok() {
            let name = Clean::line_of(&row.label, 80);
            let args = [("name", Arg::from(&name))];
            context
                .report
                .warning("created_again", "cli-created-again", &args);
        }
        several.note(context, done.map_err(|failed| of_record(row, failed)))?;
        if !ids.is_empty() {
            tell_behind(context, outbox, row, &queue)?;
        }
        if stops && !queue.wanted.is_empty() {
            let args = [("n", queue.wanted.len().into())];
            context.report.warning("stopped", "cli-outbox-stopped", &args);
            break;
        }
    }
    if ids.is_empty() {
        let damaged: Vec<String> = sealed
            .iter()
            .filter(|row| row.damaged)
            .map(|row| row.seq.to_string())
            .collect();
        if !damaged.is_empty() {
            let (n, ids) = (damaged.len().to_string(), damaged.join(" "));
            let args = [("n", &*n), ("ids", &*ids)];
            let why = error_message::of(ErrorKind::Storage, "usage-writes-damaged", &args);
            several.note(context, Err(why.into()))?;
        }
    }
    several.end()
}

/// Returns the error for an entry that exists but cannot be read.
fn unsendable(row: &Sealed) -> Error {
    let key = if row.damaged {
        "usage-write-damaged"
    } else {
        "usage-write-newer"
    };
    error_message::of(ErrorKind::Storage, key, &[("id", &row.seq.to_string())])
}

/// Adds the record to the failure of one of several entries: its name for terminal users, else its id.
fn of_record(row: &Row, failed: Failure) -> Failure {
    match failed {
        Failure::Error(error) => Failure::Error(error.with_record(&row.record)),
        other => other,
    }
}

/// Prints the outcome of an entry. `behind` are its follow-up writes.
fn told(
    context: &mut Context,
    session: &Session,
    (row, behind): (&Row, &[Row]),
    (sent, queue): (Sent, &mut Queue),
) -> Result<(), Failure> {
    if let (Sent::Applied(record), false) = (&sent, behind.is_empty()) {
        queue.made = Some((row.clone(), record.clone()));
        return Ok(());
    }
    queue.leave(behind);
    if matches!(sent, Sent::Applied(_)) {
        // This record is the deal after the follow-up change.
        queue.made = None;
    }
    queue.tell_made(context, session)?;
    let of = (kind(row), row);
    match sent {
        Sent::Applied(record) => write::applied(context, session, of, record),
        Sent::AlreadySo(record) => {
            context.report.warning("already_so", "cli-already-so-there", &[]);
            write::applied(context, session, of, Some(record))
        }
        Sent::AlreadyGone => {
            let args = [("id", row.record.as_str().into())];
            context.report.warning("already_gone", "cli-gone-already", &args);
            write::applied(context, session, of, None)
        }
        Sent::Refused(error) => {
            let outbox = session.store()?.outbox();
            Err(write::stays(context, outbox, row, error).into())
        }
        Sent::Kept(error) if row.state.is_parked() => {
            let outbox = session.store()?.outbox();
            Err(write::stays(context, outbox, row, error)
                .with_kind(ErrorKind::Queued)
                .into())
        }
        Sent::Kept(error) => Err(write::of(row, error.with_kind(ErrorKind::Queued)).into()),
    }
}

/// Names the pending writes to the same record and says how to send them.
fn tell_behind(context: &Context, outbox: &Outbox, row: &Row, queue: &Queue) -> Result<(), Error> {
    let born = outbox.born(&row.record)?;
    let record = born.as_deref().unwrap_or(&row.record);
    let waits = |other: &Row| {
        let of_it = other.record == record || other.record == row.record;
        of_it && other.seq > row.seq && !other.stands() && !queue.wanted.contains(&other.seq)
    };
    let rows: Vec<Row> = outbox.rows()?.into_iter().filter(waits).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let ids: Vec<String> = rows.iter().map(|row| row.seq.to_string()).collect();
    let args = [("n", rows.len().into()), ("ids", ids.join(" ").into())];
    context.report.warning("waiting", "cli-outbox-behind", &args);
    Ok(())
}

/// Warns that an entry is still in the undo window of its session.
fn tell_held(context: &Context, row: &Row) {
    let look = context.out.look();
    let until = date::time_seconds(date::local(row.not_before, &look.zone).time());
    let id = row.seq.to_string();
    let args = [("id", id.as_str().into()), ("until", until.into())];
    context.report.warning("held", "cli-outbox-held", &args);
}

fn kind(row: &Row) -> Kind {
    use OperationId as Id;
    match row.operation {
        Id::DealsDelete => Kind::Deleted,
        Id::DealsCreate | Id::DealsUpdate => Kind::Deal,
        Id::NotificationsRead => Kind::Marked,
        Id::TasksUpdate => Kind::Task,
        Id::SavedViewsUpdate => Kind::View,
        _ => Kind::Other,
    }
}
