//! From rows of the outbox to writes as a person sees them, and back. Why a row is parked is kept as JSON, so that a
//! restart tells the same.

use super::deleted_conflict::gone;
use crate::contract::OperationId;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::error::{Error, ErrorKind};
use crate::model::conflict_context::Meanwhile;
use crate::model::entry_values::reason_setting;
use crate::model::pending_write::{Lock, PendingWrite, WriteId, WriteKind, WriteProblem, WriteState};
use crate::store::{Row, RowState, Sealed, Store, StoreError};

/// Which mutation an operation is.
pub(in crate::engine) fn kind(operation: OperationId) -> WriteKind {
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

/// The fields that a row's text holds. A row of ours always holds an object or nothing.
pub(in crate::engine) fn fields(text: &str) -> Fields {
    Fields::parse(text).unwrap_or_default()
}

/// What is shown of a row that this version cannot read.
pub(super) fn shut(row: &Sealed) -> PendingWrite {
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
        gone: None,
        meanwhile: None,
    }
}

/// The write a row stands for, with the fields that its texts hold.
pub(in crate::engine) fn pending(row: &Row, fields: Fields, base: Fields) -> PendingWrite {
    let gone = gone(row);
    let state = match (&row.locked, row.state) {
        (Some(who), _) => WriteState::Locked(Lock::Identity {
            entity: who.entity.clone(),
            user: who.user.clone(),
            key: who.key_id.clone(),
        }),
        (None, RowState::Held) => WriteState::Held {
            until: row.not_before,
        },
        (None, RowState::Waiting) => WriteState::Waiting {
            not_before: row.not_before,
        },
        (None, RowState::Sending) => WriteState::Sending,
        (None, RowState::Refused) => WriteState::Refused(refusal(row).into()),
        (None, RowState::Conflict) => WriteState::Conflict { theirs: theirs(row) },
    };
    PendingWrite {
        id: WriteId(row.seq),
        kind: kind(row.operation),
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
        in_doubt: row.doubtful,
        gone,
        meanwhile: Meanwhile::kept(row).map(Box::new),
    }
}

/// Why a row was refused, as it was kept.
pub fn refusal(row: &Row) -> WriteProblem {
    let kept = row.last_problem.as_deref();
    read_problem(kept.and_then(|text| Record::parse(text).ok()).as_ref())
}

/// Why a write failed, reduced to what a person needs.
pub fn problem(error: &Error) -> WriteProblem {
    let body = error.problem();
    let text = |name: &str| {
        body.and_then(|body| body.record().text(name))
            .map(std::borrow::Cow::into_owned)
    };
    WriteProblem {
        remains: false,
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

/// A refusal as it is kept.
pub fn problem_text(problem: &WriteProblem) -> String {
    let mut kept = Fields::new();
    kept.set_text("kind", problem.kind.name());
    if let Some(status) = problem.status {
        kept.set_integer("status", status.into());
    }
    kept.set_text("title", &problem.title)
        .set_text("detail", &problem.detail);
    let request_id = problem.request_id.as_deref().map(|id| ("request_id", id));
    for (name, value) in problem.named().chain(request_id) {
        kept.set_text(name, value);
    }
    kept.to_body()
}

/// A conflict as it is kept.
pub fn conflict_text(theirs: &Fields) -> String {
    format!("{{\"theirs\":{}}}", theirs.to_body())
}

/// Whether a row tells of a conflict with these very values already: then it is no news.
pub fn tells_of_conflict(row: &Row, theirs: &Fields) -> bool {
    let kept = row.last_problem.as_deref();
    let kept = kept.and_then(|text| Record::parse(text).ok()?.object("theirs"));
    kept.is_some_and(|kept| Fields::from_record(&kept) == *theirs)
}

/// The fields of a write in conflict as the service held them when the conflict was found.
pub fn theirs(row: &Row) -> Fields {
    let kept = row
        .last_problem
        .as_deref()
        .filter(|_| row.state == RowState::Conflict);
    kept.and_then(|text| Record::parse(text).ok()?.object("theirs"))
        .map(|theirs| Fields::from_record(&theirs))
        .unwrap_or_default()
}

/// What a write in conflict is measured against once it is decided that `body` is to be sent: what the service held when
/// the conflict was found. A deletion goes on guarding what nobody had changed.
pub fn decided_over(row: &Row, body: &str) -> Fields {
    let theirs = theirs(row);
    if row.operation == OperationId::DealsDelete {
        let mut base = fields(&row.base);
        base.merge(&theirs);
        return base;
    }
    let (mut base, chosen) = (Fields::new(), fields(body));
    for (name, raw) in theirs.iter().filter(|(name, _)| chosen.touches(name)) {
        base.set_raw(name, raw.to_owned());
    }
    base
}

fn read_problem(kept: Option<&Record>) -> WriteProblem {
    let text = |name: &str| {
        kept.and_then(|kept| kept.text(name))
            .map(std::borrow::Cow::into_owned)
    };
    let status = kept
        .and_then(|kept| kept.integer("status"))
        .and_then(|status| u16::try_from(status).ok());
    let kind = text("kind").unwrap_or_default();
    WriteProblem {
        remains: kind == "salvaged",
        kind: [
            ErrorKind::Usage,
            ErrorKind::Forbidden,
            ErrorKind::NotFound,
            ErrorKind::Conflict,
            ErrorKind::Invalid,
        ]
        .into_iter()
        .find(|known| known.name() == kind)
        .unwrap_or_else(|| status.map_or(ErrorKind::Unexpected, ErrorKind::of_status)),
        status,
        title: text("title").unwrap_or_default(),
        detail: text("detail").unwrap_or_default(),
        scope: text("scope"),
        route_id: text("route_id"),
        reason_code: text("reason_code"),
        request_id: text("request_id"),
    }
}

/// The reason given for the move that a write makes, if it makes one.
pub(crate) fn reason_of(store: &Store, row: &Row) -> Result<Option<String>, StoreError> {
    if row.operation != OperationId::DealsUpdate {
        return Ok(None);
    }
    let sent = Fields::parse(&row.body).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    match sent.text("status") {
        Some(status) => store.kept_setting(&reason_setting(&status, &row.record)),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_survives_being_kept() {
        let problem = WriteProblem {
            remains: false,
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
        assert_eq!(read_problem(Some(&kept)), problem);
    }

    #[test]
    fn what_was_found_in_remains_says_so() {
        let kept = Record::parse(crate::store::FOUND_IN_REMAINS).unwrap();
        assert!(read_problem(Some(&kept)).remains);
    }

    #[test]
    fn what_cannot_be_read_is_still_a_refusal() {
        let read = read_problem(None);
        assert_eq!((read.kind, read.status), (ErrorKind::Unexpected, None));
    }
}
