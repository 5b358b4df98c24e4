//! Refunds of operations (named by the contract; scope `operations:*`): list and create.

use axum::http::StatusCode;

use crate::data::records::{NewRecord, RecordInserter};
use crate::http_types::{ApiCall, ApiResponse, HandlerResult, uuid};
use crate::json::{JsonKind, Object, kind};
use crate::rules::problem::ApiProblem;
use crate::rules::{enum_values, kpi_fields};

use super::record;

const KIND: &str = "refunds";

/// `GET /refunds`; filtered by `operation_id`.
pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    let operation = call.request.query.get("operation_id")?.map(|text| {
        uuid(text).map(|id| id.to_string()).ok_or_else(|| invalid("`operation_id` must be a UUID"))
    });
    let operation = operation.transpose()?;
    let mut conditions: Vec<record::Condition<'_>> = vec![("family = ?", &KIND)];
    if let Some(operation) = &operation {
        conditions.push(("code = ?", operation));
    }
    record::list_page(call, &conditions, call.config.spec_gaps.lists_page)
}

/// `POST /refunds`: a positive amount refunded on an existing operation.
pub(crate) fn create(call: &mut ApiCall<'_>) -> HandlerResult {
    let fields = call.object()?;
    call.check_known_fields(&fields, &["operation_id", "montant", "date"])?;
    let field = |name: &str| fields.get(name).ok_or_else(|| invalid(&format!("`{name}` is required")));
    let operation = uuid(&enum_values::parse_text("operation_id", field("operation_id")?)?)
        .ok_or_else(|| invalid("`operation_id` must be a UUID"))?;
    let amount = field("montant")?;
    if !kpi_fields::is_positive(amount) {
        return Err(invalid("`montant` must be a number or a decimal string above zero"));
    }
    let today = call.now.to_zoned_datetime(jiff::tz::TimeZone::UTC).date();
    let date = match fields.get("date") {
        None => today.to_string(),
        Some(json) if kind(json) == JsonKind::Text => {
            let text = enum_values::parse_text("date", json)?;
            // Other ISO 8601 forms are rejected, because they would be stored differently from the text sent.
            let plain = text.parse::<jiff::civil::Date>().is_ok_and(|date| date.to_string() == text);
            plain.then_some(text).ok_or_else(invalid_date)?
        }
        // A field that is `null` differs from an absent one.
        Some(_) => return Err(invalid_date()),
    };
    if fields.get("id").is_some() {
        return Err(ApiProblem::invalid("`id` is set by the service").with_reason("field_read_only"));
    }
    super::operations::find(call, operation)
        .map_err(|_| invalid("`operation_id` names no operation of this entity"))?;
    let id = record::new_id(call, KIND)?.to_string();
    let mut refund = Object::new();
    refund.set_text("id", &id);
    for (name, json) in fields.iter() {
        refund.set(name, json);
    }
    refund.set_text("operation_id", &operation.to_string());
    refund.set_text("date", &date);
    let body = refund.to_string();
    RecordInserter::new(call.db)?.add(&NewRecord {
        kind: KIND,
        id: &id,
        code: &operation.to_string(),
        ..NewRecord::with_body(&body)
    })?;
    Ok(ApiResponse::json(StatusCode::CREATED, body))
}

fn invalid_date() -> ApiProblem {
    invalid("`date` must be a date, YYYY-MM-DD")
}

fn invalid(detail: &str) -> ApiProblem {
    ApiProblem::invalid(detail).with_reason("invalid_payload")
}
