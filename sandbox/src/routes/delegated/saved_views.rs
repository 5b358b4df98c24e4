//! Saved views of the delegated user: the documented update, and (extended) one view and the list.

use crate::http_types::{Answer, Call, Outcome};
use crate::rules::saved_view;

use crate::routes::record;

const FAMILY: &str = "saved_views";

/// The fields of a view that a write may contain when unknown fields are refused.
const KNOWN: [&str; 9] = [
    "id",
    "type",
    "name",
    "is_default",
    "filters",
    "columns",
    "sort",
    "sort_by",
    "sort_order",
];

/// `PUT /users/me/saved-views/{view_id}`. A new default view replaces the user's previous default.
pub(crate) fn update(call: &mut Call<'_>) -> Outcome {
    let id = call.record_id("view_id")?.to_string();
    let change = call.object_of_single_names()?;
    let owner = call.user_id().to_owned();
    let stored = record::object(call, FAMILY, &id, &owner)?;
    call.known_fields(&change, &KNOWN)?;
    let kind = record::code(call, FAMILY, &id)?;
    let view = saved_view::apply(&stored, &kind, &change, &call.config.open.view_fields)?;
    if change.get("is_default") == Some("true") {
        for (other, kind) in others(call, &id, &owner)? {
            let mut view = record::object(call, FAMILY, &other, &owner)?;
            view.set("is_default", "false");
            record::store(call, FAMILY, &other, &kind, &view)?;
        }
    }
    record::store(call, FAMILY, &id, &kind, &view).map(Answer::ok)
}

/// `GET /users/me/saved-views/{view_id}`.
pub(crate) fn get(call: &mut Call<'_>) -> Outcome {
    let id = call.record_id("view_id")?.to_string();
    record::find(call, FAMILY, &id, call.user_id()).map(Answer::ok)
}

/// `GET /users/me/saved-views`.
pub(crate) fn list(call: &mut Call<'_>) -> Outcome {
    let owner = call.user_id();
    record::items(
        call,
        &[("family = ?", &FAMILY), ("owner = ?", &owner)],
        call.config.open.lists_page,
    )
}

/// Returns the user's other views with their types.
fn others(call: &Call<'_>, id: &str, owner: &str) -> rusqlite::Result<Vec<(String, String)>> {
    call.db
        .prepare_cached(
            "SELECT id, code FROM record WHERE family = ?1 AND owner = ?2 AND id <> ?3 AND deleted = 0",
        )?
        .query_map([FAMILY, owner, id], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}
