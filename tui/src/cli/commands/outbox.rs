//! `encours outbox …`: the writes that wait or were refused.

use encours_core::contract::{Fields, Record};
use encours_core::engine::{Tried, gone, recreation, refusal};
use encours_core::error::{Error, ErrorKind};
use encours_core::store::{self, Identity, Outbox, Outcome, Row, RowState, Sealed};
use encours_core::view::text::{Clean, Lang, Words, date};
use encours_core::view::{keeping, problem};
use jiff::Timestamp;

use super::super::Failure;
use super::super::args::Format;
use super::super::ask;
use super::super::context::Context;
use super::super::output::Kind;
use super::super::said;
use super::super::session::Session;
use super::write::{self, Order, Sent};
use super::{Several, change, journal};

/// Lists the outbox, oldest first.
pub(super) fn list(context: &mut Context, session: &Session) -> Result<(), Failure> {
    let outbox = session.store()?.outbox();
    let (mut rows, sealed) = outbox.all()?;
    if !outbox.in_company() {
        // Whoever was sending has gone away: it waits, in doubt, and is looked at before it is sent again.
        for row in rows.iter_mut().filter(|row| row.state == RowState::Sending) {
            row.doubtful |= row.ever_sent;
            row.state = RowState::Waiting;
        }
    }
    if rows.is_empty() && sealed.is_empty() {
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
    for row in &sealed {
        list.page([if table {
            sealed_in_words(lang, row)?
        } else {
            sealed_shown(row)?
        }])?;
    }
    list.finish()?;
    remark_others(context, session);
    Ok(())
}

/// Says where writes wait that another identity made: they stay shut, and are listed and given up under it.
fn remark_others(context: &Context, session: &Session) {
    let Some(profiles) = session.store_dir().parent() else {
        return;
    };
    for other in store::others(profiles, session.store_dir()) {
        let said = keeping::elsewhere(context.report.told(), &other);
        let args = [("text", said.as_str().into())];
        context.report.warning("locked", "kept-damaged-said", &args);
    }
}

/// A row that this version cannot read, as a person reads it.
fn sealed_in_words(lang: Lang, row: &Sealed) -> Result<Record, Error> {
    let mut fields = Fields::new();
    fields
        .set_integer("outbox_id", row.seq)
        .set_text(
            "label",
            if row.label.is_empty() {
                &row.record
            } else {
                &row.label
            },
        )
        .set_text("change", &row.operation)
        .set_text(
            "state",
            &Words::new(lang).get(if row.damaged { "lock-damaged" } else { "lock-newer" }),
        );
    if let Some(at) = row.created_at {
        fields.set_text("created_at", &at.to_string());
    }
    Ok(Record::parse(fields.to_body())?)
}

fn sealed_shown(row: &Sealed) -> Result<Record, Error> {
    let mut fields = Fields::new();
    fields
        .set_integer("outbox_id", row.seq)
        .set_text("operation", &row.operation)
        .set_text("record", &row.record)
        .set_text("label", &row.label)
        .set_text("state", "unreadable")
        .set_text("reason", &row.reason);
    Ok(Record::parse(fields.to_body())?)
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
    let standing = match (&row.locked, row.state) {
        (Some(who), _) => words.with(
            "lock-identity",
            &[("who", Clean::line_of(&identity(who), 80).as_str().into())],
        ),
        (None, RowState::Refused) => format!("{}: {}", words.get(state), why_refused(lang, row)),
        (None, RowState::Conflict) => {
            let sides = change::conflict_in_words(lang, row)?;
            format!("{}: {sides}", words.get(state))
        }
        (None, _) => words.get(state).into_owned(),
    };
    let standing = if row.in_doubt() {
        format!("{}, {standing}", words.get("write-doubtful"))
    } else {
        standing
    };
    let mut fields = Fields::new();
    fields
        .set_integer("outbox_id", row.seq)
        .set_text("label", name)
        .set_text("change", &change::in_words(lang, row)?)
        .set_text("state", &standing)
        .set_integer("attempts", row.attempts.into())
        .set_text("created_at", &row.created_at.to_string())
        .set_text("key", &end(row.key.as_str()));
    Ok(Record::parse(fields.to_body())?)
}

/// Why a write was refused: what it means, the service's answer and words, and the request it answered.
fn why_refused(lang: Lang, row: &Row) -> String {
    let view = problem::write_problem(lang, &refusal(row));
    let quoted = view
        .detail
        .map(|detail| Words::new(lang).with("quoted", &[("text", detail.as_str().into())]));
    let request = view
        .request_id
        .map(|id| Words::new(lang).with("cli-request-of", &[("id", id.as_str().into())]));
    let parts = [Some(view.title), view.answer, quoted, request];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The entity and the delegated user of an identity, as far as they are known.
fn identity(who: &Identity) -> String {
    let parts = [&*who.entity, &*who.user];
    let known: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    known.join(" / ")
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
        .set_text(
            "state",
            if row.locked.is_some() {
                "locked"
            } else {
                state(row.state)
            },
        )
        .set_text("idempotency_key", row.key.as_str())
        .set_integer("attempts", row.attempts.into())
        .set_boolean("outcome_unknown", row.in_doubt())
        .set_text("created_at", &row.created_at.to_string());
    if row.body.is_empty() {
        fields.set_null("body");
    } else {
        fields.set_json("body", &row.body)?;
    }
    fields.set_json("base", &row.base)?;
    if let Some(who) = &row.locked {
        let mut of = Fields::new();
        of.set_text("entity_slug", &who.entity)
            .set_text("delegated_user", &who.user);
        fields.set_json("written_for", &of.to_body())?;
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
        return Err(said::usage("usage-offline", &[("command", "outbox retry")]).into());
    }
    let outbox = session.store()?.outbox();
    let rows = outbox.rows()?;
    let mut several = Several::default();
    let now = Timestamp::now();
    // The session that is open over them still offers to take them back; one that is gone offers nothing.
    let held = |row: &Row| row.state == RowState::Held && row.not_before > now && outbox.in_company();
    let wanted: Vec<i64> = if ids.is_empty() {
        for row in rows.iter().filter(|row| held(row)) {
            tell_held(context, row);
        }
        // What was found in the remains of a damaged file may have been given up: it leaves when it is named.
        rows.iter()
            .filter(|row| row.last_problem.as_deref() != Some(store::FOUND_IN_REMAINS) && !held(row))
            .map(|row| row.seq)
            .collect()
    } else {
        ids.to_vec()
    };
    if rows.is_empty() && wanted.is_empty() {
        context
            .report
            .remark(&context.report.words().get("cli-outbox-nothing"));
    }
    let mut wanted = wanted.into_iter();
    while let Some(id) = wanted.next() {
        // Read anew: a creation that has just been answered has named the record of those behind it.
        let row = outbox.rows()?.into_iter().find(|row| row.seq == id);
        let Some(row) = row else {
            several.note(context, Err(unknown(id).with_outbox_id(id).into()))?;
            continue;
        };
        // Naming a write in conflict decides it: what was written here is to be, over what the list showed.
        let row = if row.state == RowState::Conflict && !ids.is_empty() {
            match decide_mine(outbox, &row)? {
                Some(row) => row,
                None => row,
            }
        } else {
            row
        };
        let sent = write::deliver(session, outbox, &row, Order::Later).await?;
        let stops = sent.stops();
        let done = match sent {
            Sent::Applied(record) => write::applied(context, kind(&row), &row, record),
            Sent::AlreadyGone => {
                let args = [("id", row.record.as_str().into())];
                context.report.warning("already_gone", "cli-gone-already", &args);
                write::applied(context, kind(&row), &row, None)
            }
            Sent::Refused(error) => Err(write::of(&row, error).into()),
            Sent::Kept(error) => Err(write::of(&row, error.with_kind(ErrorKind::Queued)).into()),
        };
        several.note(context, done)?;
        if stops && wanted.len() > 0 {
            let args = [("n", wanted.len().into())];
            context.report.warning("stopped", "cli-outbox-stopped", &args);
            break;
        }
    }
    several.end()
}

/// That a write still waits for the undo of the session it was made in.
fn tell_held(context: &Context, row: &Row) {
    let look = context.out.look();
    let until = date::time_seconds(date::local(row.not_before, &look.zone).time());
    let id = row.seq.to_string();
    let args = [("id", id.as_str().into()), ("until", until.into())];
    context.report.warning("held", "cli-outbox-held", &args);
}

/// Makes a write in conflict one that is measured against what the service held when the conflict was found. Where the
/// deal is gone, it is created again with what was written here: the creation takes the write's place.
fn decide_mine(outbox: &Outbox, row: &Row) -> Result<Option<Row>, Error> {
    if let Some(known) = gone(row) {
        let again = recreation(row, &known, &Fields::parse(&row.body)?, Timestamp::now());
        let rows = outbox.replace(row.seq, &again)?;
        return Ok(rows.and_then(|rows| rows.into_iter().next()));
    }
    let theirs = change::theirs(row)?;
    let key = encours_core::client::fresh::idempotency_key();
    let sides = (row.body.as_str(), &*theirs.to_body());
    Ok(outbox.decide(row.seq, sides, &key, Timestamp::now())?)
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
    let (rows, sealed) = outbox.all()?;
    let known: Vec<i64> = rows
        .iter()
        .map(|row| row.seq)
        .chain(sealed.iter().map(|row| row.seq))
        .collect();
    let words = context.report.words();
    let mut question = words.with("cli-confirm-discard", &[("n", ids.len().into())]);
    let doubted = |row: &&Row| ids.contains(&row.seq) && row.in_doubt();
    let in_doubt = rows.iter().filter(doubted).count();
    if in_doubt > 0 {
        let doubt = words.with("cli-discard-doubt", &[("n", in_doubt.into())]);
        question = format!("{doubt} {question}");
    }
    if !ask::confirm(context, &question)? {
        return Err(ask::declined(context));
    }
    let mut several = Several::default();
    for id in ids {
        let done = if known.contains(id) {
            let dropped = outbox.discard(&[*id], true)?;
            for row in rows.iter().filter(|row| dropped.contains(&row.seq)) {
                journal::note(session, &given_up(row));
            }
            if dropped.is_empty() {
                Err(said::of(
                    ErrorKind::Conflict,
                    "usage-write-leaving",
                    &[("id", &id.to_string())],
                )
                .into())
            } else {
                // With a creation goes what was to be done to its record.
                dropped.iter().try_for_each(|id| {
                    let in_doubt = rows.iter().any(|row| row.seq == *id && row.in_doubt());
                    let mut gone = Fields::new();
                    gone.set_integer("outbox_id", *id).set_boolean("discarded", true);
                    if in_doubt {
                        gone.set_boolean("outcome_unknown", true);
                        context.report.warning(
                            "outcome_unknown",
                            "cli-discard-doubt",
                            &[("n", 1_u32.into())],
                        );
                    }
                    let gone = Record::parse(gone.to_body())?;
                    context.out.record(Kind::Other, &gone).map_err(Failure::from)
                })
            }
        } else {
            Err(unknown(*id).with_outbox_id(*id).into())
        };
        several.note(context, done)?;
    }
    several.end()
}

/// A write that the person gives up.
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
    said::of(ErrorKind::NotFound, "usage-no-write", &[("id", &id.to_string())])
}
