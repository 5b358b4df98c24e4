//! Output of outbox entries: as text for users, complete for scripts.

use encours_core::app::foundation::presentation::problem;
use encours_core::app::records::activity::view::writes::{doubt_key, whose};
use encours_core::contract::{Fields, Record};
use encours_core::engine::refusal;
use encours_core::error::Error;
use encours_core::store::{self, Row, RowState, Sealed};
use encours_core::text::{Lang, Words};
use jiff::Timestamp;

use super::super::super::output::Look;
use super::super::super::session::Session;
use super::super::write::write_summary;
use super::state_text;

/// Returns an entry that this version cannot read, as text for users.
pub(super) fn sealed_in_words(lang: Lang, row: &Sealed) -> Result<Record, Error> {
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

pub(super) fn sealed_shown(row: &Sealed) -> Result<Record, Error> {
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

/// Returns the record's name: the entry's label, else the cached name, else the id.
pub(super) fn name(session: &Session, row: &Row) -> Result<String, Error> {
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

/// Returns an entry as text for users. `pause` is the end of a rate limit.
pub(super) fn in_words(
    look: &Look,
    row: &Row,
    name: &str,
    pause: Option<Timestamp>,
) -> Result<Record, Error> {
    let lang = look.lang;
    let words = Words::new(lang);
    let state = match row.state {
        RowState::Held => "cli-state-held",
        RowState::Waiting => "write-waiting",
        RowState::Sending => "write-sending",
        RowState::Refused => "write-refused",
        RowState::Conflict => "write-conflict",
    };
    let reason = match (&row.locked, row.state) {
        (Some(who), _) => Some(words.with(
            "lock-identity",
            &[("who", whose(&who.entity, &who.user, &who.key_id).into())],
        )),
        (None, RowState::Refused) => Some(why_refused(lang, row)),
        (None, RowState::Conflict) => Some(write_summary::conflict_in_words(lang, row)?),
        (None, _) => state_text::reason(look, row, pause, Timestamp::now()),
    };
    let standing = words.get(state).into_owned();
    let told_by_problem = row.state == RowState::Refused && refusal(row).remains;
    let standing = match (
        state_text::standing(words, row),
        doubt_key(row.in_doubt(), row.attempts),
    ) {
        (Some(answered), _) => answered,
        (None, Some(doubt)) if !told_by_problem => format!("{}, {standing}", words.get(doubt)),
        _ => standing,
    };
    let mut fields = Fields::new();
    fields
        .set_integer("outbox_id", row.seq)
        .set_text("label", name)
        .set_text("change", &write_summary::in_words(lang, row)?)
        .set_text("state", &standing)
        .set_integer("attempts", row.attempts.into())
        .set_text("created_at", &row.created_at.to_string())
        .set_text("key", &end(row.key.as_str()));
    if let Some(reason) = reason {
        fields.set_text("reason", &reason);
    }
    Ok(Record::parse(fields.to_body())?)
}

/// Returns the reason of a rejection: the service's text, its meaning, the status and the request id.
///
/// The service's text comes first, so that a narrow terminal cuts it last.
fn why_refused(lang: Lang, row: &Row) -> String {
    let view = problem::write_problem(lang, &refusal(row));
    let quoted = view
        .detail
        .map(|detail| Words::new(lang).with("quoted", &[("text", detail.as_str().into())]));
    let request = view
        .request_id
        .map(|id| Words::new(lang).with("cli-request-of", &[("id", id.as_str().into())]));
    let parts = [quoted, Some(view.title), view.answer, request];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Returns the end of a key, because time-based keys have similar beginnings.
fn end(key: &str) -> String {
    match key.char_indices().rev().nth(7) {
        Some((at, _)) if at > 1 => format!("…{}", key.get(at..).unwrap_or(key)),
        _ => key.to_owned(),
    }
}

pub(super) fn shown(row: &Row) -> Result<Record, Error> {
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
            .set_text("delegated_user", &who.user)
            .set_text("key_id", &who.key_id);
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
