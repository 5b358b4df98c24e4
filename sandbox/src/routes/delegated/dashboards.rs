//! Custom dashboards of the delegated user: one dashboard and (extended) the list.

use rusqlite::OptionalExtension;

use crate::http_types::{ApiCall, ApiResponse, HandlerResult};

use crate::routes::record;

const KIND: &str = "dashboards";

/// `GET /users/me/custom-dashboards/{dashboard_id}`: one of the user's dashboards.
///
/// If `shared_dashboards` is set, another user's shared dashboard is served too.
pub(crate) fn get(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.record_id("dashboard_id")?.to_string();
    let own_dashboard = record::find(call, KIND, &id, call.user_id());
    if own_dashboard.is_ok() || !call.config.spec_gaps.shared_dashboards {
        return own_dashboard.map(ApiResponse::ok);
    }
    let shared = call
        .db
        .prepare_cached(
            "SELECT body FROM record WHERE family = ?1 AND id = ?2 AND code = 'shared' AND deleted = 0",
        )?
        .query_row([KIND, &*id], |row| row.get::<_, String>(0))
        .optional()?;
    shared.map_or(own_dashboard, Ok).map(ApiResponse::ok)
}

/// `GET /users/me/custom-dashboards`.
pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    let owner = call.user_id();
    record::list_page(call, &[("family = ?", &KIND), ("owner = ?", &owner)], call.config.spec_gaps.lists_page)
}
