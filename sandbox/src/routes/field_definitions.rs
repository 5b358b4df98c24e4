//! Field definitions: one by identifier or (extended) by key, and the list.

use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::rules::problem::ApiProblem;

use super::record;
use rusqlite::OptionalExtension;

const KIND: &str = "field_definitions";

/// `GET /field-definitions/{field_id}`.
pub(crate) fn get(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.record_id("field_id")?.to_string();
    record::find(call, KIND, &id, "").map(ApiResponse::ok)
}

/// `GET /field-definitions/by-key/{field_key}`.
pub(crate) fn by_key(call: &mut ApiCall<'_>) -> HandlerResult {
    call.db
        .prepare_cached("SELECT body FROM record WHERE family = ?1 AND code = ?2 AND deleted = 0")?
        .query_row([KIND, call.param("field_key")], |row| row.get::<_, String>(0))
        .optional()?
        .map(ApiResponse::ok)
        .ok_or_else(|| ApiProblem::not_found("no field has this key").with_reason("record_not_found"))
}

/// `GET /field-definitions`.
pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    record::list_page(call, &[("family = ?", &KIND)], call.config.spec_gaps.lists_page)
}
