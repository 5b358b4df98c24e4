//! Personal-data routes (named by the contract): requests of data subjects, and one user's stored data.

use rusqlite::OptionalExtension;

use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::json::Object;
use crate::rules::problem::ApiProblem;

use super::record;

/// `GET /personal-data/requests`.
pub(crate) fn requests(call: &mut ApiCall<'_>) -> HandlerResult {
    record::list_page(call, &[("family = ?", &"personal_data_requests")], call.config.spec_gaps.lists_page)
}

/// `GET /personal-data/users/{user_id}`: user identifiers need not be UUIDs.
pub(crate) fn user(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.param("user_id");
    let (external, approved, read_only) = call
        .db
        .prepare_cached("SELECT external_id, approved, read_only FROM user WHERE id = ?1")?
        .query_row([id], |row| Ok((row.get::<_, String>(0)?, row.get::<_, bool>(1)?, row.get::<_, bool>(2)?)))
        .optional()?
        .ok_or_else(|| ApiProblem::not_found("this entity has no such user").with_reason("user_not_found"))?;
    let mut body = Object::new();
    body.set_text("user_id", id);
    body.set_text("external_id", &external);
    body.set("approved", approved.to_string());
    body.set("read_only", read_only.to_string());
    for (name, kind) in [
        ("saved_views", "saved_views"),
        ("custom_dashboards", "dashboards"),
        ("alert_preferences", "alert_preferences"),
    ] {
        let bodies = call
            .db
            .prepare_cached(
                "SELECT body FROM record WHERE family = ?1 AND owner = ?2 AND deleted = 0 ORDER BY seq",
            )?
            .query_map([kind, id], |row| row.get(0))?
            .collect::<Result<Vec<String>, _>>()?;
        body.set(name, format!("[{}]", bodies.join(",")));
    }
    Ok(ApiResponse::ok(body.to_string()))
}
