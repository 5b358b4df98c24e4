//! Output of outbox entries: as text for users, complete for scripts.

use encours_core::app::foundation::presentation::problem;
use encours_core::app::records::activity::view::writes::{author_text, in_doubt_key};
use encours_core::engine::{stored_rejection, written_kind};
use encours_core::store::{self, UnreadableEntry};

use super::super::write::write_summary;
use super::state_text;
use crate::cli::prelude::*;

/// Returns an entry that this version cannot read, as text for users.
pub(super) fn sealed_text_record(lang: Lang, row: &UnreadableEntry) -> Result<Record, Error> {
    let mut fields = Fields::new();
    fields
        .set_integer("outbox_id", row.seq)
        .set_text("label", if row.label.is_empty() { &row.record } else { &row.label })
        .set_text("change", &row.operation)
        .set_text("state", &Messages::new(lang).get(if row.damaged { "lock-damaged" } else { "lock-newer" }));
    if let Some(at) = row.created_at {
        fields.set_text("created_at", &at.to_string());
    }
    Ok(fields.to_record()?)
}

pub(super) fn sealed_record(row: &UnreadableEntry) -> Result<Record, Error> {
    Ok(Fields::new()
        .set_integer("outbox_id", row.seq)
        .set_text("operation", &row.operation)
        .set_text("record", &row.record)
        .set_text("label", &row.label)
        .set_text("state", "unreadable")
        .set_text("reason", &row.reason)
        .to_record()?)
}

/// Returns the record's name: the entry's label, else the cached name, else the id.
pub(super) fn record_name(session: &Session, row: &OutboxEntry) -> Result<String, Error> {
    if !row.label.is_empty() && row.label != row.record {
        return Ok(row.label.clone());
    }
    let Some(kind) = written_kind(row.operation) else {
        return Ok(row.record.clone());
    };
    let field = match kind {
        store::RecordKind::Notification | store::RecordKind::Task => "title",
        _ => "name",
    };
    let cached = session.store()?.cache().get(kind, "", &row.record)?;
    let cached = cached.map(|cached| Record::parse(cached.body)).transpose()?;
    let name = cached.and_then(|record| record.text(field).map(std::borrow::Cow::into_owned));
    Ok(name.unwrap_or_else(|| row.record.clone()))
}

/// Returns an entry as text for users. `pause` is the end of a rate limit.
pub(super) fn to_text_record(
    out_style: &OutputStyle,
    row: &OutboxEntry,
    name: &str,
    pause: Option<Timestamp>,
) -> Result<Record, Error> {
    let lang = out_style.lang;
    let messages = Messages::new(lang);
    let state = match row.state {
        EntryState::Scheduled => "cli-state-held",
        EntryState::Waiting => "write-waiting",
        EntryState::Sending => "write-sending",
        EntryState::Rejected => "write-refused",
        EntryState::Conflict => "write-conflict",
    };
    let reason =
        match (&row.locked_by, row.state) {
            (Some(user), _) => Some(messages.with(
                "lock-identity",
                &[("who", author_text(&user.entity, &user.user, &user.key_id).into())],
            )),
            (None, EntryState::Rejected) => Some(rejection_text(lang, row)),
            (None, EntryState::Conflict) => Some(write_summary::conflict_text(lang, row)?),
            (None, _) => state_text::reason(out_style, row, pause, Timestamp::now()),
        };
    let state_label = messages.get(state).into_owned();
    let told_by_problem = row.state == EntryState::Rejected && stored_rejection(row).recovered;
    let state_label =
        match (state_text::state_text(messages, row), in_doubt_key(row.in_doubt(), row.attempts)) {
            (Some(answered), _) => answered,
            (None, Some(warning)) if !told_by_problem => format!("{}, {state_label}", messages.get(warning)),
            _ => state_label,
        };
    let mut fields = Fields::new();
    fields
        .set_integer("outbox_id", row.seq)
        .set_text("label", name)
        .set_text("change", &write_summary::summary_text(lang, row)?)
        .set_text("state", &state_label)
        .set_integer("attempts", row.attempts.into())
        .set_text("created_at", &row.created_at.to_string())
        .set_text("key", &key_suffix(row.key.as_str()));
    if let Some(reason) = reason {
        fields.set_text("reason", &reason);
    }
    Ok(fields.to_record()?)
}

/// Returns the reason of a rejection: the service's text, its meaning, the status and the request id.
///
/// The service's text comes first, so that a narrow terminal cuts it last.
fn rejection_text(lang: Lang, row: &OutboxEntry) -> String {
    let view = problem::write_problem(lang, &stored_rejection(row));
    let quoted =
        view.detail.map(|detail| Messages::new(lang).with("quoted", &[("text", detail.as_str().into())]));
    let request =
        view.request_id.map(|id| Messages::new(lang).with("cli-request-of", &[("id", id.as_str().into())]));
    let parts = [quoted, Some(view.title), view.http_status, request];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Returns the end of a key, because time-based keys have similar beginnings.
fn key_suffix(key: &str) -> String {
    match key.char_indices().rev().nth(7) {
        Some((at, _)) if at > 1 => format!("…{}", key.get(at..).unwrap_or(key)),
        _ => key.to_owned(),
    }
}

pub(super) fn to_record(row: &OutboxEntry) -> Result<Record, Error> {
    let spec = row.operation.spec();
    let mut fields = Fields::new();
    fields
        .set_integer("outbox_id", row.seq)
        .set_text("operation", spec.name)
        .set_text("method", spec.method.as_str())
        .set_text("path", spec.path)
        .set_text("record", &row.record)
        .set_text("label", &row.label)
        .set_text("state", if row.locked_by.is_some() { "locked" } else { row.state.name() })
        .set_text("idempotency_key", row.key.as_str())
        .set_integer("attempts", row.attempts.into())
        .set_boolean("outcome_unknown", row.in_doubt())
        .set_text("created_at", &row.created_at.to_string());
    fields.set_json("body", if row.body.is_empty() { "null" } else { &row.body })?;
    fields.set_json("base", &row.base)?;
    if let Some(identity) = &row.locked_by {
        let mut object = Fields::new();
        object
            .set_text("entity_slug", &identity.entity)
            .set_text("delegated_user", &identity.user)
            .set_text("key_id", &identity.key_id);
        fields.set_json("written_for", &object.to_body())?;
    }
    fields.set_json("problem", row.last_problem.as_deref().unwrap_or("null"))?;
    Ok(fields.to_record()?)
}
