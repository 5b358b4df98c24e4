//! One operation of the portfolio (extended).

use rusqlite::OptionalExtension;

use crate::http_types::{Answer, Call, Outcome};
use crate::rules::problem::Problem;

/// `GET /operations/{operation_id}`.
pub(crate) fn get(call: &mut Call<'_>) -> Outcome {
    find(call, call.record_id("operation_id")?).map(Answer::ok)
}

/// Returns the body of an existing operation; 404 otherwise.
pub(crate) fn find(call: &Call<'_>, id: uuid::Uuid) -> Result<String, Problem> {
    call.db
        .prepare_cached("SELECT body FROM operation WHERE id = ?1 AND deleted = 0")?
        .query_row([id.as_bytes()], |row| row.get(0))
        .optional()?
        .ok_or_else(|| Problem::not_found("there is no such operation").reason("record_not_found"))
}
