//! Field definitions: one by identifier or (extended) by key, and the list.

use crate::http_types::{Answer, Call, Outcome};
use crate::rules::problem::Problem;

use super::record;
use rusqlite::OptionalExtension;

const FAMILY: &str = "field_definitions";

/// `GET /field-definitions/{field_id}`.
pub(crate) fn get(call: &mut Call<'_>) -> Outcome {
    let id = call.record_id("field_id")?.to_string();
    record::find(call, FAMILY, &id, "").map(Answer::ok)
}

/// `GET /field-definitions/by-key/{field_key}`.
pub(crate) fn by_key(call: &mut Call<'_>) -> Outcome {
    call.db
        .prepare_cached("SELECT body FROM record WHERE family = ?1 AND code = ?2 AND deleted = 0")?
        .query_row([FAMILY, call.param("field_key")], |row| row.get::<_, String>(0))
        .optional()?
        .map(Answer::ok)
        .ok_or_else(|| Problem::not_found("no field has this key").reason("record_not_found"))
}

/// `GET /field-definitions`.
pub(crate) fn list(call: &mut Call<'_>) -> Outcome {
    record::items(call, &[("family = ?", &FAMILY)], call.config.open.lists_page)
}
