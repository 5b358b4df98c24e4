//! `encours outbox …`: pending and blocked writes.

mod attempt;
mod render;
mod retry;
mod state_text;

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Context as ContextOf;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::records::activity::view::storage_notices;
use encours_core::engine::JournaledAttempt;
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::store::{self, UnreadableEntry};

use super::{FailureCollector, journal};
use crate::cli::prelude::*;
use render::{record_name, sealed_record, sealed_text_record, to_record, to_text_record};
pub(super) use retry::retry;

/// Lists the outbox, oldest first.
pub(super) fn list(context: &mut CommandContext, session: &Session) -> CommandResult {
    let outbox = session.store()?.outbox();
    let (mut rows, sealed) = outbox.all_entries()?;
    if !outbox.has_peers() {
        // The sending process has ended, so the entry is in doubt and will be compared before it is sent again.
        for row in rows.iter_mut().filter(|row| row.state == EntryState::Sending) {
            row.outcome_unknown |= row.ever_sent;
            row.state = EntryState::Waiting;
        }
    }
    if rows.is_empty() && sealed.is_empty() {
        context.report.remark(&context.report.messages().get("cli-outbox-nothing"));
    }
    let out_style = context.out.style().clone();
    let (kind, shown) = if out_style.format == OutputFormat::Table {
        let pause = session.client().rate_limited_until();
        let pause = pause.and_then(|until| Timestamp::try_from(until).ok());
        let text = |row| to_text_record(&out_style, row, &record_name(session, row)?, pause);
        let sealed = sealed.iter().map(|row| sealed_text_record(out_style.lang, row));
        (OutputKind::WriteText, rows.iter().map(text).chain(sealed).collect::<Result<Vec<_>, _>>()?)
    } else {
        (OutputKind::Write, records(&rows, &sealed)?)
    };
    let mut list = context.out.list(kind);
    list.push_page(shown)?;
    list.finish()?;
    remark_conflicts(context, &rows);
    remark_other_identities(context, session);
    Ok(())
}

/// Returns the entries for scripts.
fn records(rows: &[OutboxEntry], sealed: &[UnreadableEntry]) -> Result<Vec<Record>, Error> {
    rows.iter().map(to_record).chain(sealed.iter().map(sealed_record)).collect()
}

/// Prints the entries, then each one that is new, has changed or is removed.
pub(super) async fn follow(context: &mut CommandContext, session: &Session) -> CommandResult {
    let outbox = session.store()?.outbox();
    let read = |_: &CommandContext| {
        let (rows, sealed) = outbox.all_entries()?;
        Ok(records(&rows, &sealed)?)
    };
    let removed = |last: &Record| Ok(Some(Fields::from_record(last).set("state", "removed").to_record()?));
    follow::print_records(context, session, (OutputKind::Write, "outbox_id", None), read, removed).await
}

/// Explains how to resolve conflicts: one side as a whole here, or field by field in the full screen.
///
/// A deletion can only be resolved as a whole.
fn remark_conflicts(context: &CommandContext, rows: &[OutboxEntry]) {
    let messages = context.report.messages();
    let mut conflicts = rows.iter().filter(|row| row.state == EntryState::Conflict).peekable();
    if conflicts.peek().is_none() {
        return;
    }
    context.report.remark(&messages.get("cli-outbox-conflicts"));
    if conflicts.all(|row| row.operation == OperationId::DealsDelete) {
        return;
    }
    let keys = Keymap::defaults(FrontEnd::Terminal).ok();
    let key = |at, action| {
        let keys = keys.as_ref().map(|keys| keys.keys(at, action));
        let first = keys.and_then(|keys| keys.into_iter().next());
        first.map_or_else(String::new, |key| key.to_string())
    };
    let (screen, choose) = (ActionId::ScreenActivity, ActionId::ChooseSide);
    let args = [
        ("screen", messages.get(screen.spec().label_key).into()),
        ("number", key(ContextOf::Screens, screen).into()),
        ("action", messages.get(choose.spec().label_key).into()),
        ("key", key(ContextOf::Activity, choose).into()),
    ];
    context.report.remark(&messages.with("cli-outbox-fields", &args));
}

/// Warns about outbox entries of another identity. They stay locked, and only that identity can list or discard
/// them.
fn remark_other_identities(context: &CommandContext, session: &Session) {
    let Some(profiles) = session.store_dir().parent() else {
        return;
    };
    for other in store::waiting_siblings(profiles, session.store_dir()) {
        let message = storage_notices::sibling_text(context.report.error_messages(), &other);
        let args = [("text", message.as_str().into())];
        context.report.warning("locked", "kept-damaged-said", &args);
    }
}

/// Discards outbox entries.
pub(super) fn discard(context: &mut CommandContext, session: &Session, ids: &[i64]) -> CommandResult {
    let outbox = session.store()?.outbox();
    limit::disarm();
    let (rows, sealed) = outbox.all_entries()?;
    let known: Vec<i64> = rows.iter().map(|row| row.seq).chain(sealed.iter().map(|row| row.seq)).collect();
    let messages = context.report.messages();
    let mut question = messages.with("cli-confirm-discard", &[("n", ids.len().into())]);
    for warning in ["cli-discard-found-again", "cli-discard-doubt"] {
        let named = rows.iter().filter(|row| ids.contains(&row.seq));
        let doubted = named.filter(|row| in_doubt_warning(row) == Some(warning)).count();
        if doubted > 0 {
            let warning = messages.with(warning, &[("n", doubted.into())]);
            question = format!("{warning} {question}");
        }
    }
    if !prompt::confirm(context, &question)? {
        return Err(prompt::declined(context));
    }
    // Discarding a creation also discards all other writes to its record.
    let of_a_creation = |row: &OutboxEntry| {
        let same = |other: &OutboxEntry| other.seq != row.seq && other.record == row.record;
        row.operation == OperationId::DealsCreate && rows.iter().any(same)
    };
    if ids.len() > 1 || rows.iter().any(|row| ids.contains(&row.seq) && of_a_creation(row)) {
        context.out.begin_group();
    }
    let dropped = discard_each(context, session, ids, (&rows, &known));
    context.out.end_group()?;
    dropped
}

fn discard_each(
    context: &mut CommandContext,
    session: &Session,
    ids: &[i64],
    (rows, known): (&[OutboxEntry], &[i64]),
) -> CommandResult {
    let outbox = session.store()?.outbox();
    let mut several = FailureCollector::default();
    for id in ids {
        let done = if known.contains(id) {
            let dropped = outbox.discard(&[*id], true)?;
            for row in rows.iter().filter(|row| dropped.contains(&row.seq)) {
                journal::record_attempt(session, &JournaledAttempt::new(row, WriteOutcome::Discarded));
            }
            if dropped.is_empty() {
                Err(error_message::localized(
                    ErrorKind::Conflict,
                    "usage-write-leaving",
                    &[("id", &id.to_string())],
                )
                .into())
            } else {
                dropped.iter().try_for_each(|id| {
                    let warning = rows.iter().find(|row| row.seq == *id).and_then(in_doubt_warning);
                    let mut summary = Fields::new();
                    summary.set_integer("outbox_id", *id).set_boolean("discarded", true);
                    if let Some(warning) = warning {
                        summary.set_boolean("outcome_unknown", true);
                        context.report.warning("outcome_unknown", warning, &[("n", 1_u32.into())]);
                    }
                    let summary = Record::parse(summary.to_body())?;
                    context.out.record(OutputKind::Other, &summary).map_err(CommandFailure::from)
                })
            }
        } else {
            Err(unknown_entry(*id).with_outbox_id(*id).into())
        };
        several.record(context, done)?;
    }
    several.finish()
}

/// Returns the warning to show before an in-doubt entry is discarded.
fn in_doubt_warning(row: &OutboxEntry) -> Option<&'static str> {
    let key = if row.attempts == 0 { "cli-discard-found-again" } else { "cli-discard-doubt" };
    row.in_doubt().then_some(key)
}

fn unknown_entry(id: i64) -> Error {
    error_message::localized(ErrorKind::NotFound, "usage-no-write", &[("id", &id.to_string())])
}
