//! `encours outbox …`: the writes that wait or were refused.

mod shown;

use encours_core::contract::{Fields, OperationId, Record};
use encours_core::engine::{Tried, decided_over, gone, recreation};
use encours_core::error::{Error, ErrorKind};
use encours_core::store::{self, Outbox, Outcome, Row, RowState};
use encours_core::view::keeping;
use encours_core::view::text::date;
use jiff::Timestamp;

use super::super::Failure;
use super::super::args::Format;
use super::super::ask;
use super::super::context::Context;
use super::super::output::Kind;
use super::super::said;
use super::super::session::Session;
use super::write::{self, Order, Sent};
use super::{Several, journal};
use shown::{in_words, name, sealed_in_words, sealed_shown, shown};

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

/// Sends writes now: those named, else all. One that is named has one result; else they are as many as there are, and come
/// as a list does.
pub(super) async fn retry(context: &mut Context, session: &Session, ids: &[i64]) -> Result<(), Failure> {
    if context.global.offline {
        return Err(said::usage("usage-offline", &[("command", "outbox retry")]).into());
    }
    if ids.len() != 1 {
        context.out.begin_several();
    }
    let sent = each_sent(context, session, ids).await;
    context.out.end_several()?;
    sent
}

async fn each_sent(context: &mut Context, session: &Session, ids: &[i64]) -> Result<(), Failure> {
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
        // Read anew: a creation that has just been answered has named the record of those behind it. One that is gone
        // since it was listed was ended by another program, which left word of what came of it.
        let now = outbox.rows()?.into_iter().find(|row| row.seq == id);
        let Some(row) = now.or_else(|| rows.iter().find(|row| row.seq == id).cloned()) else {
            several.note(context, Err(unknown(id).with_outbox_id(id).into()))?;
            continue;
        };
        // Naming a write in conflict decides it: what was written here is to be, over what the list showed.
        let row = if row.state == RowState::Conflict && !ids.is_empty() {
            match decide_mine(session, outbox, &row)? {
                Some(row) => row,
                None => row,
            }
        } else {
            row
        };
        let sent = write::deliver(session, outbox, &row, Order::Later).await?;
        let stops = sent.stops();
        let done = match sent {
            Sent::Applied(record) => write::applied(context, session, (kind(&row), &row), record),
            Sent::AlreadySo(record) => {
                context.report.warning("already_so", "cli-already-so-there", &[]);
                write::applied(context, session, (kind(&row), &row), Some(record))
            }
            Sent::AlreadyGone => {
                let args = [("id", row.record.as_str().into())];
                context.report.warning("already_gone", "cli-gone-already", &args);
                write::applied(context, session, (kind(&row), &row), None)
            }
            Sent::Refused(error) => Err(write::stays(context, outbox, &row, error).into()),
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
fn decide_mine(session: &Session, outbox: &Outbox, row: &Row) -> Result<Option<Row>, Error> {
    if let Some(known) = gone(row) {
        let again = recreation(row, &known, &Fields::parse(&row.body)?, Timestamp::now());
        let rows = outbox.replace(row.seq, &again)?;
        if rows.is_some() {
            journal::note(session, &given_up(row));
        }
        return Ok(rows.and_then(|rows| rows.into_iter().next()));
    }
    let key = encours_core::client::fresh::idempotency_key();
    let base = decided_over(row, &row.body).to_body();
    let sides = (row.body.as_str(), &*base);
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
    for doubt in ["cli-discard-found-again", "cli-discard-doubt"] {
        let named = rows.iter().filter(|row| ids.contains(&row.seq));
        let doubted = named.filter(|row| discard_doubt(row) == Some(doubt)).count();
        if doubted > 0 {
            let doubt = words.with(doubt, &[("n", doubted.into())]);
            question = format!("{doubt} {question}");
        }
    }
    if !ask::confirm(context, &question)? {
        return Err(ask::declined(context));
    }
    // With a creation goes what was to be done to its record.
    let of_a_creation = |row: &Row| {
        let same = |other: &Row| other.seq != row.seq && other.record == row.record;
        row.operation == OperationId::DealsCreate && rows.iter().any(same)
    };
    if ids.len() > 1
        || rows
            .iter()
            .any(|row| ids.contains(&row.seq) && of_a_creation(row))
    {
        context.out.begin_several();
    }
    let dropped = each_dropped(context, session, ids, (&rows, &known));
    context.out.end_several()?;
    dropped
}

fn each_dropped(
    context: &mut Context,
    session: &Session,
    ids: &[i64],
    (rows, known): (&[Row], &[i64]),
) -> Result<(), Failure> {
    let outbox = session.store()?.outbox();
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
                dropped.iter().try_for_each(|id| {
                    let doubt = rows.iter().find(|row| row.seq == *id).and_then(discard_doubt);
                    let mut gone = Fields::new();
                    gone.set_integer("outbox_id", *id).set_boolean("discarded", true);
                    if let Some(doubt) = doubt {
                        gone.set_boolean("outcome_unknown", true);
                        context
                            .report
                            .warning("outcome_unknown", doubt, &[("n", 1_u32.into())]);
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

/// What is to be known before a write is given up whose outcome is not known.
fn discard_doubt(row: &Row) -> Option<&'static str> {
    let key = if row.attempts == 0 {
        "cli-discard-found-again"
    } else {
        "cli-discard-doubt"
    };
    row.in_doubt().then_some(key)
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
