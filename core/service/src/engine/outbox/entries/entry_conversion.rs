//! Conversion between outbox rows and pending writes for the user. The problem of a blocked row is stored as JSON, so a
//! restart shows the same text.

use crate::contract::OperationId;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::error::{Error, ErrorKind};
use crate::model::conflict_context::ConflictContext;
use crate::model::entry_values::reason_setting;
use crate::model::pending_write::{Lock, PendingWrite, WriteId, WriteKind, WriteProblem, WriteState};
use crate::store::{EntryState, OutboxEntry, Store, StoreError, UnreadableEntry};

/// Returns the write kind of an operation.
pub(in crate::engine) fn write_kind(operation: OperationId) -> WriteKind {
    match operation {
        OperationId::DealsCreate => WriteKind::Create,
        OperationId::DealsUpdate => WriteKind::Update,
        OperationId::DealsDelete => WriteKind::Delete,
        OperationId::NotificationsRead => WriteKind::MarkRead,
        OperationId::TasksUpdate => WriteKind::Task,
        OperationId::SavedViewsUpdate => WriteKind::View,
        _ => WriteKind::Other,
    }
}

/// Parses the fields in a row's text. A row of this client always contains an object or nothing.
pub(in crate::engine) fn parse_fields(text: &str) -> Fields {
    Fields::parse(text).unwrap_or_default()
}

/// Returns the pending write for a row that this version cannot read.
pub(in crate::engine::outbox) fn unreadable_write(row: &UnreadableEntry) -> PendingWrite {
    PendingWrite {
        id: WriteId(row.seq),
        kind: WriteKind::Other,
        record: row.record.clone(),
        label: if row.label.is_empty() {
            &row.operation
        } else {
            &row.label
        }
        .clone(),
        fields: Fields::new(),
        base: Fields::new(),
        state: WriteState::Locked(if row.damaged {
            Lock::Damaged
        } else {
            Lock::NewerVersion
        }),
        attempts: 0,
        created_at: row.created_at.unwrap_or_default(),
        key: String::new(),
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
    }
}

/// Converts a row and its parsed fields to a pending write.
pub(in crate::engine) fn pending_write(row: &OutboxEntry, fields: Fields, base: Fields) -> PendingWrite {
    let gone = recreation_fields(row);
    let state = match (&row.locked_by, row.state) {
        (Some(who), _) => WriteState::Locked(Lock::Identity {
            entity: who.entity.clone(),
            user: who.user.clone(),
            key: who.key_id.clone(),
        }),
        (None, EntryState::Scheduled) => WriteState::Scheduled {
            until: row.not_before,
        },
        (None, EntryState::Waiting) => WriteState::Waiting {
            not_before: row.not_before,
        },
        (None, EntryState::Sending) => WriteState::Sending,
        (None, EntryState::Refused) => WriteState::Refused(stored_refusal(row).into()),
        (None, EntryState::Conflict) => WriteState::Conflict {
            theirs: conflict_values(row),
        },
    };
    PendingWrite {
        id: WriteId(row.seq),
        kind: write_kind(row.operation),
        record: row.record.clone(),
        label: if row.label.is_empty() {
            row.operation.name().to_owned()
        } else {
            row.label.clone()
        },
        fields,
        base,
        state,
        attempts: row.attempts,
        created_at: row.created_at,
        key: row.key.as_str().to_owned(),
        in_doubt: row.outcome_unknown,
        recreate_fields: gone,
        conflict_context: conflict_context(row).map(Box::new),
    }
}

/// Returns the stored refusal of a row.
pub fn stored_refusal(row: &OutboxEntry) -> WriteProblem {
    let kept = row.last_problem.as_deref();
    parse_problem(kept.and_then(|text| Record::parse(text).ok()).as_ref())
}

/// Reduces an error to the problem shown to the user.
pub fn write_problem(error: &Error) -> WriteProblem {
    let body = error.problem();
    let text = |name: &str| {
        body.and_then(|body| body.record().text(name))
            .map(std::borrow::Cow::into_owned)
    };
    WriteProblem {
        recovered: false,
        kind: error.kind(),
        status: error.status(),
        title: text("title").unwrap_or_default(),
        detail: text("detail").unwrap_or_else(|| error.message().to_owned()),
        scope: text("scope"),
        route_id: text("route_id"),
        reason_code: text("reason_code"),
        request_id: text("request_id").or_else(|| error.request_id().map(ToString::to_string)),
    }
}

/// Returns a refusal as stored JSON.
pub fn problem_text(problem: &WriteProblem) -> String {
    let mut kept = Fields::new();
    kept.set_text("kind", problem.kind.name());
    if let Some(status) = problem.status {
        kept.set_integer("status", status.into());
    }
    kept.set_text("title", &problem.title)
        .set_text("detail", &problem.detail);
    let request_id = problem.request_id.as_deref().map(|id| ("request_id", id));
    for (name, value) in problem.named_details().chain(request_id) {
        kept.set_text(name, value);
    }
    kept.to_body()
}

/// Returns a conflict as stored JSON.
pub fn conflict_text(theirs: &Fields) -> String {
    format!("{{\"theirs\":{}}}", theirs.to_body())
}

/// Returns whether a row already stores a conflict with these same values.
pub fn has_same_conflict(row: &OutboxEntry, theirs: &Fields) -> bool {
    let kept = row.last_problem.as_deref();
    let kept = kept.and_then(|text| Record::parse(text).ok()?.object("theirs"));
    kept.is_some_and(|kept| Fields::from_record(&kept) == *theirs)
}

/// Returns the server's values of a conflict when it was found.
pub fn conflict_values(row: &OutboxEntry) -> Fields {
    let kept = row
        .last_problem
        .as_deref()
        .filter(|_| row.state == EntryState::Conflict);
    kept.and_then(|text| Record::parse(text).ok()?.object("theirs"))
        .map(|theirs| Fields::from_record(&theirs))
        .unwrap_or_default()
}

/// Returns the base for a resolved conflict that sends `body`. It has the server's values from when the conflict was
/// found. A deletion remains guarded by the fields that did not change.
pub fn resolution_base(row: &OutboxEntry, body: &str) -> Fields {
    let theirs = conflict_values(row);
    if row.operation == OperationId::DealsDelete {
        let mut base = parse_fields(&row.base);
        base.merge(&theirs);
        return base;
    }
    let (mut base, chosen) = (Fields::new(), parse_fields(body));
    for (name, raw) in theirs.iter().filter(|(name, _)| chosen.touches(name)) {
        base.set_raw(name, raw.to_owned());
    }
    base
}

fn parse_problem(kept: Option<&Record>) -> WriteProblem {
    let text = |name: &str| {
        kept.and_then(|kept| kept.text(name))
            .map(std::borrow::Cow::into_owned)
    };
    let status = kept
        .and_then(|kept| kept.integer("status"))
        .and_then(|status| u16::try_from(status).ok());
    let kind = text("kind").unwrap_or_default();
    WriteProblem {
        recovered: kind == "salvaged",
        kind: [
            ErrorKind::Usage,
            ErrorKind::Forbidden,
            ErrorKind::NotFound,
            ErrorKind::Conflict,
            ErrorKind::Invalid,
        ]
        .into_iter()
        .find(|known| known.name() == kind)
        .unwrap_or_else(|| status.map_or(ErrorKind::Unexpected, ErrorKind::from_status)),
        status,
        title: text("title").unwrap_or_default(),
        detail: text("detail").unwrap_or_default(),
        scope: text("scope"),
        route_id: text("route_id"),
        reason_code: text("reason_code"),
        request_id: text("request_id"),
    }
}

/// Returns the reason given for the status change that a write makes, if any.
pub(crate) fn status_change_reason(store: &Store, row: &OutboxEntry) -> Result<Option<String>, StoreError> {
    if row.operation != OperationId::DealsUpdate {
        return Ok(None);
    }
    let sent = Fields::parse(&row.body).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    match sent.text("status") {
        Some(status) => store.setting(&reason_setting(&status, &row.record)),
        None => Ok(None),
    }
}

/// Returns the fields for recreating a deleted deal, for a write in conflict over it.
pub fn recreation_fields(row: &OutboxEntry) -> Option<Fields> {
    let kept = row
        .last_problem
        .as_deref()
        .filter(|_| row.state == EntryState::Conflict)?;
    let gone = Record::parse(kept).ok()?.object("gone")?;
    Some(Fields::from_record(&gone))
}

/// Returns whether a discarded write of this kind to the record is in doubt.
pub(crate) fn is_discarded_in_doubt(
    store: &Store,
    operation: OperationId,
    record: &str,
) -> Result<bool, StoreError> {
    let mut dropped = store.outbox().discarded_of(record)?.into_iter();
    Ok(dropped.any(|one| one.operation == operation && one.in_doubt))
}

/// Returns the context stored with a row in conflict; `None` if there is none.
fn conflict_context(row: &OutboxEntry) -> Option<ConflictContext> {
    let text = row.last_problem.as_deref()?;
    (row.state == EntryState::Conflict).then(|| ConflictContext::parse(text))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_survives_being_kept() {
        let problem = WriteProblem {
            recovered: false,
            kind: ErrorKind::Forbidden,
            status: Some(403),
            title: "Forbidden".into(),
            detail: "la clé n'a pas le droit \"x\"".into(),
            scope: Some("deals:write".into()),
            route_id: Some("deals_update".into()),
            reason_code: Some("scope_missing".into()),
            request_id: None,
        };
        let kept = Record::parse(problem_text(&problem)).unwrap();
        assert_eq!(parse_problem(Some(&kept)), problem);
    }

    #[test]
    fn what_was_found_in_remains_says_so() {
        let kept = Record::parse(crate::store::FOUND_IN_REMAINS).unwrap();
        assert!(parse_problem(Some(&kept)).recovered);
    }

    #[test]
    fn what_cannot_be_read_is_still_a_refusal() {
        let read = parse_problem(None);
        assert_eq!((read.kind, read.status), (ErrorKind::Unexpected, None));
    }
}
