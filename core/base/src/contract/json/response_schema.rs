//! Schema checks for responses to documented operations.
//!
//! A response must be about the requested record and have the contract's fields with the contract's types. Resources
//! are parsed leniently, so that one odd value never hides a record on a screen. A script needs an error instead, so
//! callers that return the response itself apply these checks. Unlisted fields and codes are always allowed. A field
//! may be absent or `null`.

use serde_json::value::RawValue;

use crate::contract::ids::check_segment;
use crate::contract::models::deal::Deal;
use crate::contract::operation::{DocLevel, OperationId};
use crate::contract::patch::Fields;
use crate::contract::record::{Record, raw_integer, raw_text};

use super::json_eq::is_same_value;
use super::num::Num;
use super::schema_error::ShapeError;

/// Type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FieldType {
    /// Required string that is valid as an identifier.
    Id,
    Text,
    /// A number, or one in a string.
    Number,
    /// A whole number, or one in a string.
    Integer,
    Flag,
    /// An object from codes to whole numbers.
    Counts,
    /// An object or an array.
    State,
}

/// Documented fields of one record.
type RecordShape = &'static [(&'static str, FieldType)];

const ENTITY: RecordShape = &[
    ("id", FieldType::Id),
    ("name", FieldType::Text),
    ("type", FieldType::Text),
    ("siren", FieldType::Text),
    ("mode_reporting", FieldType::Text),
    ("frequence_reporting", FieldType::Integer),
    ("date_reference_reporting", FieldType::Text),
    ("risk_threshold", FieldType::Integer),
    ("zone_vacances", FieldType::Text),
    ("ai_enabled", FieldType::Flag),
];

const PORTFOLIO: RecordShape = &[
    ("total_operations", FieldType::Integer),
    ("total_nominal", FieldType::Number),
    ("total_fonds", FieldType::Integer),
    ("total_spvs", FieldType::Integer),
    ("total_operateurs", FieldType::Integer),
    ("operations_by_status", FieldType::Counts),
    ("operations_by_classe_actif", FieldType::Counts),
    ("operations_by_type_investissement", FieldType::Counts),
];

const DEAL: RecordShape = &[
    ("id", FieldType::Id),
    ("name", FieldType::Text),
    ("status", FieldType::Text),
    ("classe_actif", FieldType::Text),
    ("responsable", FieldType::Text),
];

const NOTE: RecordShape = &[("id", FieldType::Id), ("content", FieldType::Text)];

const TASK: RecordShape = &[("id", FieldType::Id), ("statut", FieldType::Text)];

const VIEW: RecordShape = &[
    ("id", FieldType::Id),
    ("name", FieldType::Text),
    ("is_default", FieldType::Flag),
    ("filters", FieldType::State),
    ("columns", FieldType::State),
    ("sort", FieldType::State),
];

const DASHBOARD: RecordShape =
    &[("id", FieldType::Id), ("name", FieldType::Text), ("is_shared", FieldType::Flag)];

const PREFERENCE: RecordShape =
    &[("alert_type", FieldType::Text), ("enabled", FieldType::Flag), ("min_severity", FieldType::Text)];

const FIELD: RecordShape = &[
    ("id", FieldType::Id),
    ("field_key", FieldType::Text),
    ("label_fr", FieldType::Text),
    ("value_type", FieldType::Text),
    ("importance", FieldType::Text),
    ("source_type", FieldType::Text),
];

const ALERT: RecordShape = &[("id", FieldType::Id), ("title", FieldType::Text)];

const NOTIFICATION: RecordShape =
    &[("id", FieldType::Id), ("title", FieldType::Text), ("read", FieldType::Flag)];

fn shape(operation: OperationId) -> Option<RecordShape> {
    Some(match operation {
        OperationId::EntityGet => ENTITY,
        OperationId::PortfolioSummary => PORTFOLIO,
        OperationId::DealsList
        | OperationId::DealsGet
        | OperationId::DealsCreate
        | OperationId::DealsUpdate => DEAL,
        OperationId::DealsNotesList => NOTE,
        OperationId::TasksUpdate => TASK,
        OperationId::SavedViewsUpdate | OperationId::SavedViewsList => VIEW,
        OperationId::DashboardsGet => DASHBOARD,
        OperationId::AlertPreferencesList => PREFERENCE,
        OperationId::FieldDefinitionsGet
        | OperationId::FieldDefinitionsByKey
        | OperationId::FieldDefinitionsList => FIELD,
        OperationId::AlertsGet => ALERT,
        OperationId::NotificationsGet | OperationId::NotificationsRead | OperationId::NotificationsList => {
            NOTIFICATION
        }
        _ => return None,
    })
}

/// Checks a record against the documented response of an operation, or a list element.
///
/// # Errors
/// The first field with a wrong type. For a record with an identifier: a missing, unusable or repeated identifier. For
/// a record without identifier: none of its documented fields is present.
pub fn check(operation: OperationId, record: &Record) -> Result<(), ShapeError> {
    let Some(shape) = shape(operation) else {
        return Ok(());
    };
    if !shape.iter().any(|(name, _)| record.has(name)) {
        return Err(ShapeError::Expected { expected: "an object with the documented fields" });
    }
    for (name, kind) in shape {
        let raw = record.raw(name).filter(|raw| raw.get() != "null");
        match (raw, kind) {
            (None, FieldType::Id) => return Err(ShapeError::field(*name, kind.expected())),
            (None, _) => {}
            (Some(raw), _) if kind.accepts(raw) && !(*kind == FieldType::Id && record.is_ambiguous(name)) => {
            }
            (Some(_), _) => return Err(ShapeError::field(*name, kind.expected())),
        }
    }
    // The contract documents these fields as the only proof that the action was done.
    match operation {
        OperationId::TasksUpdate => record.required_text("statut").map(|_| ()),
        OperationId::NotificationsRead if record.boolean("read") != Some(true) => {
            Err(ShapeError::field("read", "true"))
        }
        _ => Ok(()),
    }
}

/// Returns the fields of `body` that the response shows with another value. Fields absent from the response are
/// skipped.
pub fn fields_not_applied(body: &Fields, response: &Record) -> Vec<String> {
    body.iter()
        .filter(|(name, sent)| response.has(name) && !is_same_value(response.raw(name), Some(sent)))
        .map(|(name, _)| name.to_owned())
        .collect()
}

/// Checks that a response is about the requested record.
///
/// `path` is the called path under the base URL. The response to a creation must identify the new record.
///
/// # Errors
/// [`ShapeError::OtherRecord`] for a response about another record, and for a record without identifier or with
/// several.
pub fn check_identity(operation: OperationId, path: &str, record: &Record) -> Result<(), ShapeError> {
    let spec = operation.spec();
    if operation == OperationId::DealsCreate {
        return Deal::from_record(record.clone()).map(|_| ());
    }
    if spec.page.is_some() {
        return Ok(());
    }
    let template = spec.path.split('/').zip(path.split('/'));
    let Some((parameter, requested)) = template.filter(|(segment, _)| segment.starts_with('{')).last() else {
        return Ok(());
    };
    let name = if parameter == "{field_key}" { "field_key" } else { "id" };
    // If the contract documents no shape, the identifier may be absent.
    if spec.documented != DocLevel::Full && !record.has(name) {
        return Ok(());
    }
    let response_id = record.required_text(name)?;
    let requested = percent_encoding::percent_decode_str(requested).decode_utf8_lossy();
    if record.is_ambiguous(name) || !is_same_id(&requested, &response_id) {
        return Err(ShapeError::OtherRecord { field: name });
    }
    Ok(())
}

/// Compares identifiers: UUIDs without case (RFC 9562 §4), others exactly.
fn is_same_id(a: &str, b: &str) -> bool {
    a == b || uuid::Uuid::try_parse(a).is_ok_and(|a| uuid::Uuid::try_parse(b) == Ok(a))
}

fn is_number(raw: &RawValue) -> bool {
    raw.get().starts_with(|first: char| first == '-' || first.is_ascii_digit())
}

impl FieldType {
    fn expected(self) -> &'static str {
        match self {
            Self::Id => "one usable ID",
            Self::Text => "a string",
            Self::Number => "a number",
            Self::Integer => "a whole number",
            Self::Flag => "true or false",
            Self::Counts => "an object of whole numbers",
            Self::State => "an object or an array",
        }
    }

    fn accepts(self, raw: &RawValue) -> bool {
        match self {
            Self::Id => raw_text(raw).is_some_and(|id| check_segment(&id).is_ok()),
            Self::Text => raw_text(raw).is_some(),
            // A number too large for a decimal is still a number; a text without a number is not.
            Self::Number => {
                is_number(raw) || Num::from_raw(raw).is_some_and(|number| number.value().is_some())
            }
            Self::Integer => {
                raw_integer(raw).is_some()
                    || is_number(raw) && Num::from_raw(raw).is_some_and(|number| number.value().is_none())
            }
            Self::Flag => matches!(raw.get(), "true" | "false"),
            Self::Counts => Record::parse(raw.get()).is_ok_and(|counts| {
                counts.fields().all(|(_, count)| count.get() == "null" || Self::Integer.accepts(count))
            }),
            Self::State => raw.get().starts_with(['{', '[']),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Record {
        Record::parse(json).unwrap()
    }

    #[test]
    fn the_documented_and_the_unknown_pass() {
        for (operation, json) in [
            (OperationId::DealsGet, r#"{"id":"d","name":null,"status":"nobody_listed_it","x":[1]}"#),
            (OperationId::PortfolioSummary, r#"{"total_nominal":"1.10","operations_by_status":{"a":2}}"#),
            (OperationId::PortfolioSummary, r#"{"total_nominal":1e400}"#),
            (OperationId::EntityGet, r#"{"id":"e","frequence_reporting":"3"}"#),
            (OperationId::TaxonomiesList, r#"{"anything":1}"#),
        ] {
            assert_eq!(check(operation, &read(json)), Ok(()), "{json}");
        }
    }

    #[test]
    fn response_schema_rejects_other_types() {
        for (operation, json) in [
            (OperationId::DealsGet, r#"{"id":"d","name":5}"#),
            (OperationId::DealsList, r#"{"id":"d","status":[]}"#),
            (OperationId::DealsList, r#"{"id":5}"#),
            (OperationId::DealsList, r#"{"id":null}"#),
            (OperationId::DealsList, r#"{"name":"x"}"#),
            (OperationId::DealsList, r#"{"id":"a","id":"b"}"#),
            (OperationId::PortfolioSummary, "{}"),
            (OperationId::PortfolioSummary, r#"{"total_fonds":2.5}"#),
            (OperationId::PortfolioSummary, r#"{"total_nominal":"much"}"#),
            (OperationId::PortfolioSummary, r#"{"operations_by_status":{"a":"many"}}"#),
            (OperationId::EntityGet, r#"{"id":"e","ai_enabled":"yes"}"#),
            (OperationId::SavedViewsUpdate, r#"{"id":"v","filters":"x"}"#),
            (OperationId::NotificationsList, r#"{"id":null}"#),
            (OperationId::FieldDefinitionsList, r#"{"id":null}"#),
            (OperationId::SavedViewsList, r#"{"id":[]}"#),
            (OperationId::FieldDefinitionsByKey, r#"{"field_key":"k"}"#),
            (OperationId::FieldDefinitionsByKey, r#"{"id":"f","field_key":"k","label_fr":5}"#),
            (OperationId::TasksUpdate, r#"{"id":"t"}"#),
            (OperationId::NotificationsRead, r#"{"id":"n"}"#),
            (OperationId::NotificationsRead, r#"{"id":"n","read":false}"#),
            (OperationId::NotificationsRead, r#"{"id":"n","read":"true"}"#),
        ] {
            assert!(check(operation, &read(json)).is_err(), "{json}");
        }
    }

    #[test]
    fn fields_applied_with_another_value_are_named() {
        let sent = Fields::parse(r#"{"status":"closing","n":1.10,"gone":null,"unseen":1}"#).unwrap();
        let differing = |response: &str| fields_not_applied(&sent, &read(response));
        assert_eq!(differing(r#"{"id":"d","status":"closing","n":"1.1"}"#), [""; 0]);
        assert_eq!(differing(r#"{"status":"ic","n":2,"gone":3}"#), ["status", "n", "gone"]);
    }

    #[test]
    fn response_must_be_about_the_requested_record() {
        let uuid = "0198F0A0-0000-7000-8000-00000000000A";
        for (operation, path, json) in [
            (OperationId::DealsGet, "/deals/a%20b", r#"{"id":"a b"}"#.to_owned()),
            (OperationId::DealsGet, "/deals/x", r#"{"id":"x","id":"x"}"#.to_owned()),
            (OperationId::NotificationsRead, "/notifications/n/actions/read", r#"{"id":"n"}"#.to_owned()),
            (
                OperationId::FieldDefinitionsByKey,
                "/field-definitions/by-key/k",
                r#"{"id":"9","field_key":"k"}"#.to_owned(),
            ),
            (OperationId::EntityGet, "/entity", "{}".to_owned()),
            (
                OperationId::DealsUpdate,
                &format!("/deals/{uuid}"),
                format!("{{\"id\":\"{}\"}}", uuid.to_lowercase()),
            ),
        ] {
            assert_eq!(check_identity(operation, path, &read(&json)), Ok(()), "{json}");
        }
        for (operation, path, json) in [
            (OperationId::DealsGet, "/deals/a", r#"{"id":"b"}"#),
            (OperationId::DealsGet, "/deals/a", r#"{"id":"A"}"#),
            (OperationId::DealsGet, "/deals/b", r#"{"id":"a","id":"b"}"#),
            (OperationId::DealsUpdate, "/deals/a", "{}"),
            (OperationId::DealsCreate, "/deals", r#"{"name":"x"}"#),
            (OperationId::NotificationsRead, "/notifications/n/actions/read", r#"{"id":"read"}"#),
        ] {
            assert!(check_identity(operation, path, &read(json)).is_err(), "{json}");
        }
    }
}
