//! `encours outbox …`: the writes that wait or were refused.

use encours_core::contract::{Fields, Record};
use encours_core::engine::Tried;
use encours_core::error::{Error, ErrorKind};
use encours_core::store::{self, Outcome, Row, RowState};
use encours_core::view::text::{Lang, Words};

use super::super::Failure;
use super::super::args::Format;
use super::super::ask;
use super::super::context::Context;
use super::super::output::Kind;
use super::super::session::Session;
use super::write::{self, Sent};
use super::{Several, change, journal};

/// Lists the outbox, oldest first.
pub(super) fn list(context: &mut Context, session: &Session) -> Result<(), Failure> {
    let rows = session.store()?.outbox().rows()?;
    if rows.is_empty() {
        context
            .report
            .remark(&context.report.words().get("cli-outbox-nothing"));
    }
    let table = context.out.look().format == Format::Table;
    let lang = context.out.look().lang;
    let kind = if table { Kind::WriteInWords } else { Kind::Write };
    let mut list = context.out.list(kind);
    for row in &rows {
        let shown = if table {
            in_words(lang, row, &name(session, row)?)?
        } else {
            shown(row)?
        };
        list.page([shown])?;
    }
    Ok(list.finish()?)
}

/// What the record is called: the person's word for it, else the name last read, else its identifier.
fn name(session: &Session, row: &Row) -> Result<String, Error> {
    if !row.label.is_empty() && row.label != row.record {
        return Ok(row.label.clone());
    }
    let (kind, field) = match row.operation.spec().path_parameters().next() {
        Some("deal_id") => (store::Kind::Deal, "name"),
        Some("notification_id") => (store::Kind::Notification, "title"),
        Some("task_id") => (store::Kind::Task, "title"),
        Some("view_id") => (store::Kind::View, "name"),
        _ => return Ok(row.record.clone()),
    };
    let kept = session.store()?.cache().get(kind, "", &row.record)?;
    let kept = kept.map(|kept| Record::parse(kept.body)).transpose()?;
    let name = kept.and_then(|record| record.text(field).map(std::borrow::Cow::into_owned));
    Ok(name.unwrap_or_else(|| row.record.clone()))
}

/// A write as a person reads it.
fn in_words(lang: Lang, row: &Row, name: &str) -> Result<Record, Error> {
    let words = Words::new(lang);
    let state = match row.state {
        RowState::Held => "cli-state-held",
        RowState::Waiting => "write-waiting",
        RowState::Sending => "write-sending",
        RowState::Refused => "write-refused",
        RowState::Conflict => "write-conflict",
    };
    let mut fields = Fields::new();
    fields
        .set_integer("outbox_id", row.seq)
        .set_text("label", name)
        .set_text("change", &change::in_words(lang, row)?)
        .set_text("state", &words.get(state))
        .set_integer("attempts", row.attempts.into())
        .set_text("created_at", &row.created_at.to_string())
        .set_text("key", &end(row.key.as_str()));
    Ok(Record::parse(fields.to_body())?)
}

/// The end of a key: the beginning of one made by time is the same for its neighbours.
fn end(key: &str) -> String {
    match key.char_indices().rev().nth(7) {
        Some((at, _)) if at > 1 => format!("…{}", key.get(at..).unwrap_or(key)),
        _ => key.to_owned(),
    }
}

fn shown(row: &Row) -> Result<Record, Error> {
    let spec = row.operation.spec();
    let mut fields = Fields::new();
    fields
        .set_integer("outbox_id", row.seq)
        .set_text("operation", spec.name)
        .set_text("method", spec.method.as_str())
        .set_text("path", spec.path)
        .set_text("record", &row.record)
        .set_text("label", &row.label)
        .set_text("state", state(row.state))
        .set_text("idempotency_key", row.key.as_str())
        .set_integer("attempts", row.attempts.into())
        .set_boolean("outcome_unknown", row.doubtful)
        .set_text("created_at", &row.created_at.to_string());
    if row.body.is_empty() {
        fields.set_null("body");
    } else {
        fields.set_json("body", &row.body)?;
    }
    match &row.last_problem {
        Some(problem) => fields.set_json("problem", problem)?,
        None => fields.set_null("problem"),
    };
    Ok(Record::parse(fields.to_body())?)
}

fn state(state: RowState) -> &'static str {
    match state {
        RowState::Held => "held",
        RowState::Waiting => "waiting",
        RowState::Sending => "sending",
        RowState::Refused => "refused",
        RowState::Conflict => "conflict",
    }
}

/// Sends writes now: those named, else all.
pub(super) async fn retry(context: &mut Context, session: &Session, ids: &[i64]) -> Result<(), Failure> {
    if context.global.offline {
        return Err(Error::usage("`outbox retry` asks the service; it cannot be used with --offline").into());
    }
    let outbox = session.store()?.outbox();
    let rows = outbox.rows()?;
    let mut several = Several::default();
    let wanted: Vec<i64> = if ids.is_empty() {
        rows.iter().map(|row| row.seq).collect()
    } else {
        ids.to_vec()
    };
    if wanted.is_empty() {
        context
            .report
            .remark(&context.report.words().get("cli-outbox-nothing"));
    }
    for id in wanted {
        // Read anew: a creation that has just been answered has named the record of those behind it.
        let row = outbox.rows()?.into_iter().find(|row| row.seq == id);
        let Some(row) = row else {
            several.note(context, Err(unknown(id).into()))?;
            continue;
        };
        let done = match write::deliver(session, outbox, &row).await? {
            Sent::Applied(record) => write::applied(context, kind(&row), &row, record),
            Sent::Refused(error) => Err(error.into()),
            Sent::Kept(error) => Err(error.with_kind(ErrorKind::Queued).into()),
        };
        several.note(context, done)?;
    }
    several.end()
}

fn kind(row: &Row) -> Kind {
    use encours_core::contract::OperationId as Id;
    match row.operation {
        Id::DealsDelete => Kind::Deleted,
        Id::DealsCreate | Id::DealsUpdate => Kind::Deal,
        Id::NotificationsRead => Kind::Marked,
        Id::TasksUpdate => Kind::Task,
        Id::SavedViewsUpdate => Kind::View,
        _ => Kind::Other,
    }
}

/// Gives writes up.
pub(super) fn discard(context: &mut Context, session: &Session, ids: &[i64]) -> Result<(), Failure> {
    let outbox = session.store()?.outbox();
    let known: Vec<i64> = outbox.rows()?.iter().map(|row| row.seq).collect();
    let question = context
        .report
        .words()
        .with("cli-confirm-discard", &[("n", ids.len().into())]);
    if !ask::confirm(context, &question)? {
        return Err(Error::interrupted().into());
    }
    let mut several = Several::default();
    for id in ids {
        let done = if known.contains(id) {
            let row = outbox.get(*id)?;
            let dropped = outbox.discard(&[*id], true)?;
            if let Some(row) =
                row.filter(|row| dropped.contains(id) && (row.ever_sent || row.state.is_parked()))
            {
                journal::note(session, &given_up(&row));
            }
            if dropped.is_empty() {
                Err(Error::new(ErrorKind::Conflict, format!("the write {id} is being sent now")).into())
            } else {
                let mut gone = Fields::new();
                gone.set_integer("outbox_id", *id).set_boolean("discarded", true);
                let gone = Record::parse(gone.to_body())?;
                context.out.record(Kind::Other, &gone).map_err(Failure::from)
            }
        } else {
            Err(unknown(*id).into())
        };
        several.note(context, done)?;
    }
    several.end()
}

/// A write that had left or was refused, and that the person gives up.
fn given_up(row: &Row) -> Tried<'_> {
    Tried {
        row,
        became: Outcome::Discarded,
        record: None,
        error: None,
        theirs: None,
    }
}

fn unknown(id: i64) -> Error {
    Error::new(
        ErrorKind::NotFound,
        format!("there is no write {id} in the outbox"),
    )
}
