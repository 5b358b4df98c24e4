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
pub(in crate::engine::outbox) fn unreadable_write(entry: &UnreadableEntry) -> PendingWrite {
    PendingWrite {
        id: WriteId(entry.seq),
        kind: WriteKind::Other,
        record: entry.record.clone(),
        label: if entry.label.is_empty() { &entry.operation } else { &entry.label }.clone(),
        fields: Fields::new(),
        base: Fields::new(),
        state: WriteState::Locked(if entry.damaged { Lock::Damaged } else { Lock::NewerVersion }),
        attempts: 0,
        created_at: entry.created_at.unwrap_or_default(),
        key: String::new(),
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
    }
}

/// Converts a row and its parsed fields to a pending write.
pub(in crate::engine) fn pending_write(entry: &OutboxEntry, fields: Fields, base: Fields) -> PendingWrite {
    let deleted = recreation_fields(entry);
    let state = match (&entry.locked_by, entry.state) {
        (Some(author), _) => WriteState::Locked(Lock::Identity {
            entity: author.entity.clone(),
            user: author.user.clone(),
            key: author.key_id.clone(),
        }),
        (None, EntryState::Scheduled) => WriteState::Scheduled { until: entry.not_before },
        (None, EntryState::Waiting) => WriteState::Waiting { not_before: entry.not_before },
        (None, EntryState::Sending) => WriteState::Sending,
        (None, EntryState::Rejected) => WriteState::Rejected(stored_rejection(entry).into()),
        (None, EntryState::Conflict) => WriteState::Conflict { theirs: conflict_values(entry) },
    };
    PendingWrite {
        id: WriteId(entry.seq),
        kind: write_kind(entry.operation),
        record: entry.record.clone(),
        label: if entry.label.is_empty() { entry.operation.name().to_owned() } else { entry.label.clone() },
        fields,
        base,
        state,
        attempts: entry.attempts,
        created_at: entry.created_at,
        key: entry.key.as_str().to_owned(),
        in_doubt: entry.outcome_unknown,
        recreate_fields: deleted,
        conflict_context: conflict_context(entry).map(Box::new),
    }
}

/// Returns the stored rejection of a row.
pub fn stored_rejection(entry: &OutboxEntry) -> WriteProblem {
    let stored = entry.last_problem.as_deref();
    parse_problem(stored.and_then(|text| Record::parse(text).ok()).as_ref())
}

/// Reduces an error to the problem shown to the user.
pub fn write_problem(error: &Error) -> WriteProblem {
    let body = error.problem();
    let text = |name: &str| body.and_then(|body| body.record().text(name)).map(std::borrow::Cow::into_owned);
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

/// Returns a rejection as stored JSON.
pub fn problem_text(problem: &WriteProblem) -> String {
    let mut stored = Fields::new();
    stored.set_text("kind", problem.kind.name());
    if let Some(status) = problem.status {
        stored.set_integer("status", status.into());
    }
    stored.set_text("title", &problem.title).set_text("detail", &problem.detail);
    let request_id = problem.request_id.as_deref().map(|id| ("request_id", id));
    for (name, value) in problem.named_details().chain(request_id) {
        stored.set_text(name, value);
    }
    stored.to_body()
}

/// Returns a conflict as stored JSON.
pub(in crate::engine::outbox) fn conflict_text(theirs: &Fields) -> String {
    format!("{{\"theirs\":{}}}", theirs.to_body())
}

/// Returns whether a row already stores a conflict with these same values.
pub(in crate::engine::outbox) fn has_same_conflict(entry: &OutboxEntry, theirs: &Fields) -> bool {
    let stored = entry.last_problem.as_deref();
    let stored = stored.and_then(|text| Record::parse(text).ok()?.object("theirs"));
    stored.is_some_and(|stored| Fields::from_record(&stored) == *theirs)
}

/// Returns the server's values of a conflict when it was found.
pub fn conflict_values(entry: &OutboxEntry) -> Fields {
    let stored = entry.last_problem.as_deref().filter(|_| entry.state == EntryState::Conflict);
    stored
        .and_then(|text| Record::parse(text).ok()?.object("theirs"))
        .map(|theirs| Fields::from_record(&theirs))
        .unwrap_or_default()
}

/// Returns the base for a resolved conflict that sends `body`. It has the server's values from when the conflict was
/// found. A deletion remains guarded by the fields that did not change.
pub(in crate::engine::outbox) fn resolution_base(entry: &OutboxEntry, body: &str) -> Fields {
    let theirs = conflict_values(entry);
    if entry.operation == OperationId::DealsDelete {
        let mut base = parse_fields(&entry.base);
        base.merge(&theirs);
        return base;
    }
    let (mut base, fields) = (Fields::new(), parse_fields(body));
    for (name, raw) in theirs.iter().filter(|(name, _)| fields.touches(name)) {
        base.set_raw(name, raw.to_owned());
    }
    base
}

fn parse_problem(stored: Option<&Record>) -> WriteProblem {
    let text = |name: &str| stored.and_then(|stored| stored.text(name)).map(std::borrow::Cow::into_owned);
    let status =
        stored.and_then(|stored| stored.integer("status")).and_then(|status| u16::try_from(status).ok());
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
pub(crate) fn status_change_reason(store: &Store, entry: &OutboxEntry) -> Result<Option<String>, StoreError> {
    if entry.operation != OperationId::DealsUpdate {
        return Ok(None);
    }
    let sent_fields =
        Fields::parse(&entry.body).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    match sent_fields.text("status") {
        Some(status) => store.setting(&reason_setting(&status, &entry.record)),
        None => Ok(None),
    }
}

/// Returns the fields for recreating a deleted deal, for a write in conflict over it.
pub fn recreation_fields(entry: &OutboxEntry) -> Option<Fields> {
    let stored = entry.last_problem.as_deref().filter(|_| entry.state == EntryState::Conflict)?;
    let deleted = Record::parse(stored).ok()?.object("gone")?;
    Some(Fields::from_record(&deleted))
}

/// Returns whether a discarded write of this kind to the record is in doubt.
pub(crate) fn is_discarded_in_doubt(
    store: &Store,
    operation: OperationId,
    record: &str,
) -> Result<bool, StoreError> {
    let mut all_discarded = store.outbox().discarded_of(record)?.into_iter();
    Ok(all_discarded.any(|discarded| discarded.operation == operation && discarded.in_doubt))
}

/// Returns the context stored with a row in conflict; `None` if there is none.
fn conflict_context(entry: &OutboxEntry) -> Option<ConflictContext> {
    let text = entry.last_problem.as_deref()?;
    (entry.state == EntryState::Conflict).then(|| ConflictContext::parse(text))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejection_survives_being_stored() {
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
        let stored = Record::parse(problem_text(&problem)).unwrap();
        assert_eq!(parse_problem(Some(&stored)), problem);
    }

    #[test]
    fn recovered_entry_problem_is_marked_as_recovered() {
        let stored = Record::parse(crate::store::RECOVERED_PROBLEM).unwrap();
        assert!(parse_problem(Some(&stored)).recovered);
    }

    #[test]
    fn missing_problem_is_an_unexpected_rejection() {
        let read = parse_problem(None);
        assert_eq!((read.kind, read.status), (ErrorKind::Unexpected, None));
    }

    #[test]
    fn each_write_has_its_kind() {
        use OperationId as O;
        for (operation, kind) in [
            (O::DealsCreate, WriteKind::Create),
            (O::DealsUpdate, WriteKind::Update),
            (O::DealsDelete, WriteKind::Delete),
            (O::NotificationsRead, WriteKind::MarkRead),
            (O::TasksUpdate, WriteKind::Task),
            (O::SavedViewsUpdate, WriteKind::View),
            (O::DealsList, WriteKind::Other),
        ] {
            assert_eq!(write_kind(operation), kind);
        }
    }
}
