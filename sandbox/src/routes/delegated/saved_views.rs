//! Saved views of the delegated user: the documented update, and (extended) one view and the list.

use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::rules::saved_view;

use crate::routes::record;

const KIND: &str = "saved_views";

/// The fields of a view that a write may contain when unknown fields are rejected.
const KNOWN_FIELDS: [&str; 9] =
    ["id", "type", "name", "is_default", "filters", "columns", "sort", "sort_by", "sort_order"];

/// `PUT /users/me/saved-views/{view_id}`. A new default view replaces the user's previous default.
pub(crate) fn update(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.record_id("view_id")?.to_string();
    let change = call.object_without_duplicates()?;
    let owner = call.user_id().to_owned();
    let stored = record::find_object(call, KIND, &id, &owner)?;
    call.check_known_fields(&change, &KNOWN_FIELDS)?;
    let kind = record::find_code(call, KIND, &id)?;
    let view = saved_view::apply(&stored, &kind, &change, &call.config.spec_gaps.view_fields)?;
    if change.get("is_default") == Some("true") {
        for (other_id, kind) in other_views(call, &id, &owner)? {
            let mut view = record::find_object(call, KIND, &other_id, &owner)?;
            view.set("is_default", "false");
            record::store(call, KIND, &other_id, &kind, &view)?;
        }
    }
    record::store(call, KIND, &id, &kind, &view).map(ApiResponse::ok)
}

/// `GET /users/me/saved-views/{view_id}`.
pub(crate) fn get(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.record_id("view_id")?.to_string();
    record::find(call, KIND, &id, call.user_id()).map(ApiResponse::ok)
}

/// `GET /users/me/saved-views`.
pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    let owner = call.user_id();
    record::list_page(call, &[("family = ?", &KIND), ("owner = ?", &owner)], call.config.spec_gaps.lists_page)
}

/// Returns the user's other views with their types.
fn other_views(call: &ApiCall<'_>, id: &str, owner: &str) -> rusqlite::Result<Vec<(String, String)>> {
    call.db
        .prepare_cached(
            "SELECT id, code FROM record WHERE family = ?1 AND owner = ?2 AND id <> ?3 AND deleted = 0",
        )?
        .query_map([KIND, owner, id], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}
