//! One operation of the portfolio (extended).

use rusqlite::OptionalExtension;

use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::rules::problem::ApiProblem;

/// `GET /operations/{operation_id}`.
pub(crate) fn get(call: &mut ApiCall<'_>) -> HandlerResult {
    find(call, call.record_id("operation_id")?).map(ApiResponse::ok)
}

/// Returns the body of an existing operation; 404 otherwise.
pub(crate) fn find(call: &ApiCall<'_>, id: uuid::Uuid) -> Result<String, ApiProblem> {
    call.db
        .prepare_cached("SELECT body FROM operation WHERE id = ?1 AND deleted = 0")?
        .query_row([id.as_bytes()], |row| row.get(0))
        .optional()?
        .ok_or_else(|| ApiProblem::not_found("there is no such operation").with_reason("record_not_found"))
}
