//! The contract's shapes ("Resources and their fields"), written independently from its text.
//!
//! Tests check every response of every operation against them.

#![allow(
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "everything here runs inside tests, where a panic is a failed test"
)]

use std::collections::BTreeSet;

use encours_core::contract::operation::{DocLevel, Operation, OperationId, PageForm};
use serde_json::Value;

use crate::reference_client::HttpReply;

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShapeType {
    /// A string.
    Text,
    /// A string, or `null` for a field that was never given a value.
    TextOrNull,
    /// A string with a UUID in its usual form.
    Uuid,
    /// An integer.
    Integer,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// `YYYY-MM-DD`.
    Date,
    /// A date-time with a zone.
    DateTime,
    /// An object of strings to integers.
    Counts,
    /// An object or an array.
    Open,
}

use ShapeType::{Boolean, Counts, Date, DateTime, Integer, Number, Open, Text, TextOrNull, Uuid};

/// The documented fields of a record, all of them required.
pub type FieldTypes = &'static [(&'static str, ShapeType)];

const TOKEN: FieldTypes = &[
    ("access_token", Text),
    ("token_type", Text),
    ("expires_in", Integer),
    ("issued_at", DateTime),
    ("expires_at", DateTime),
    ("key_id", Text),
    ("environment", Text),
    ("entity_slug", Text),
];
const ENTITY: FieldTypes = &[
    ("id", Uuid),
    ("name", Text),
    ("type", Text),
    ("siren", Text),
    ("mode_reporting", Text),
    ("frequence_reporting", Integer),
    ("date_reference_reporting", Date),
    ("risk_threshold", Integer),
    ("zone_vacances", Text),
    ("ai_enabled", Boolean),
];
const PORTFOLIO: FieldTypes = &[
    ("total_operations", Integer),
    ("total_nominal", Number),
    ("total_fonds", Integer),
    ("total_spvs", Integer),
    ("total_operateurs", Integer),
    ("operations_by_status", Counts),
    ("operations_by_classe_actif", Counts),
    ("operations_by_type_investissement", Counts),
];
const DEAL: FieldTypes = &[
    ("id", Uuid),
    ("name", Text),
    ("status", Text),
    ("classe_actif", TextOrNull),
    ("responsable", TextOrNull),
];
const NOTE: FieldTypes = &[("id", Text), ("content", Text)];
const VIEW: FieldTypes = &[
    ("id", Uuid),
    ("name", Text),
    ("is_default", Boolean),
    ("filters", Open),
    ("columns", Open),
    ("sort", Open),
];
const DASHBOARD: FieldTypes = &[("id", Uuid), ("name", Text), ("is_shared", Boolean)];
const TASK: FieldTypes = &[("id", Uuid), ("statut", Text)];
const FIELD: FieldTypes = &[
    ("id", Uuid),
    ("field_key", Text),
    ("label_fr", Text),
    ("value_type", Text),
    ("importance", Text),
    ("source_type", Text),
];
const ALERT: FieldTypes = &[("id", Uuid), ("title", Text)];
const PREFERENCE: FieldTypes = &[("alert_type", Text), ("enabled", Boolean), ("min_severity", Text)];
const NOTIFICATION: FieldTypes = &[("id", Uuid), ("title", Text), ("read", Boolean)];
const READ: FieldTypes = &[("id", Uuid), ("read", Boolean)];

/// Returns the documented fields of an operation's record; none if the contract gives no shape.
pub fn documented_fields(id: OperationId) -> FieldTypes {
    match id {
        OperationId::AuthTokenExchange => TOKEN,
        OperationId::EntityGet => ENTITY,
        OperationId::PortfolioSummary => PORTFOLIO,
        OperationId::DealsList
        | OperationId::DealsCreate
        | OperationId::DealsGet
        | OperationId::DealsUpdate => DEAL,
        OperationId::DealsNotesList => NOTE,
        OperationId::TasksUpdate | OperationId::TasksGet | OperationId::TasksList => TASK,
        OperationId::SavedViewsUpdate | OperationId::SavedViewsGet | OperationId::SavedViewsList => VIEW,
        OperationId::DashboardsGet | OperationId::DashboardsList => DASHBOARD,
        OperationId::AlertPreferencesList => PREFERENCE,
        OperationId::FieldDefinitionsGet
        | OperationId::FieldDefinitionsByKey
        | OperationId::FieldDefinitionsList => FIELD,
        OperationId::AlertsGet | OperationId::AlertsList => ALERT,
        OperationId::NotificationsGet | OperationId::NotificationsList => NOTIFICATION,
        OperationId::NotificationsRead => READ,
        _ => &[],
    }
}

fn matches_type(kind: ShapeType, value: &Value) -> bool {
    let text = |predicate: fn(&str) -> bool| value.as_str().is_some_and(predicate);
    match kind {
        Text => value.is_string(),
        TextOrNull => value.is_string() || value.is_null(),
        Uuid => text(is_uuid),
        Integer => value.is_u64() || value.is_i64(),
        Number => value.is_number(),
        Boolean => value.is_boolean(),
        Date => text(|text| text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok()),
        DateTime => text(|text| text.ends_with('Z') && text.parse::<jiff::Timestamp>().is_ok()),
        Counts => value.as_object().is_some_and(|counts| counts.values().all(Value::is_u64)),
        Open => value.is_object() || value.is_array(),
    }
}

/// Returns whether a text is a UUID in its usual form.
pub fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.char_indices().all(|(at, c)| match at {
            8 | 13 | 18 | 23 => c == '-',
            _ => c.is_ascii_hexdigit(),
        })
}

/// Asserts that a record has the documented fields of an operation, each of its type.
///
/// An optional text of a deal may be absent or `null`.
pub fn check_record(op: &Operation, record: &Value) {
    assert!(record.is_object(), "{}: {record}", op.name);
    for (name, kind) in documented_fields(op.id) {
        let Some(value) = record.get(name) else {
            assert!(matches!(kind, TextOrNull), "{}: no `{name}` in {record}", op.name);
            continue;
        };
        assert!(matches_type(*kind, value), "{}: `{name}` is not a {kind:?} in {record}", op.name);
    }
}

/// Asserts that the contract allows a response for an operation.
///
/// It is either a success in the operation's shape, or a problem with the contract's title and an allowed status.
pub fn check_reply(op: &Operation, reply: &HttpReply) {
    if reply.status != op.success {
        assert!(
            rejection_statuses(op).contains(&reply.status),
            "{} answers {}: {}",
            op.name,
            reply.status,
            reply.text
        );
        check_problem(reply);
        return;
    }
    if op.success == 204 {
        assert_eq!((&*reply.text, reply.header("content-type")), ("", ""), "{}", op.name);
        return;
    }
    let body = reply.success(op.success);
    let records: Vec<&Value> = match op.page {
        None if op.id == OperationId::AlertPreferencesList => array(op, &body).iter().collect(),
        None => vec![&body],
        Some(PageForm::Array) => array(op, &body).iter().collect(),
        Some(PageForm::Items | PageForm::Page) => {
            assert!(body["total"].is_u64() && body["limit"].is_u64(), "{}: {body}", op.name);
            let items = array(op, &body["items"]);
            assert!(
                items.len() as u64 <= body["limit"].as_u64().unwrap_or(0)
                    && items.len() as u64 <= body["total"].as_u64().unwrap_or(0),
                "{}: more items than its page or its total says",
                op.name
            );
            items.iter().collect()
        }
    };
    for record in records {
        check_record(op, record);
    }
}

fn array<'a>(op: &Operation, value: &'a Value) -> &'a Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("{}: no array: {value}", op.name))
}

/// Returns the statuses with which an operation may refuse (contract, "Common rules", "Errors").
pub fn rejection_statuses(op: &Operation) -> BTreeSet<u16> {
    let mut statuses = BTreeSet::from([401, 403, 422, 429, 500]);
    if op.path.contains('{') || op.delegated || op.documented != DocLevel::Full {
        statuses.insert(404);
    }
    if op.delegated || op.safety.is_write() {
        statuses.insert(400);
    }
    if op.safety.is_write() {
        statuses.insert(409);
    }
    if op.requires_key() {
        statuses.insert(428);
    }
    statuses
}

/// Asserts that a response is a problem with the contract's shape and title.
pub fn check_problem(reply: &HttpReply) {
    let problem = reply.problem(reply.status);
    let title = match reply.status {
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        409 => "Conflict",
        422 => "Unprocessable Content",
        428 => "Precondition Required",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        other => panic!("{other} is not a status of the contract: {problem}"),
    };
    assert_eq!(problem["title"], title);
    let known = ["type", "title", "status", "detail", "request_id", "scope", "route_id", "reason_code"];
    for (name, value) in problem.as_object().into_iter().flatten() {
        assert!(known.contains(&&**name), "{problem}");
        assert!(name == "status" || value.is_string(), "{problem}");
    }
    if reply.status == 429 {
        assert!(reply.header("retry-after").parse::<u64>().is_ok());
    }
}
