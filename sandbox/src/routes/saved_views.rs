//! Saved views of the delegated user: the documented update, and (extended) one view and the list.

use super::record;
use crate::{
    exchange::{Answer, Call, Outcome},
    rules::saved_view,
};

const FAMILY: &str = "saved_views";

/// `PUT /users/me/saved-views/{view_id}`. A view made the default takes that from the user's others.
pub(crate) fn update(call: &mut Call<'_>) -> Outcome {
    let id = call.uuid("view_id")?.to_string();
    let change = call.object()?;
    let owner = call.user_id().to_owned();
    let view = saved_view::apply(&record::object(call, FAMILY, &id, &owner)?, &change)?;
    if change.get("is_default") == Some("true") {
        for other in others(call, &id, &owner)? {
            let mut view = record::object(call, FAMILY, &other, &owner)?;
            view.set("is_default", "false");
            record::store(call, FAMILY, &other, "", &view)?;
        }
    }
    record::store(call, FAMILY, &id, "", &view).map(Answer::ok)
}

/// `GET /users/me/saved-views/{view_id}`.
pub(crate) fn get(call: &mut Call<'_>) -> Outcome {
    let id = call.uuid("view_id")?.to_string();
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

fn others(call: &Call<'_>, id: &str, owner: &str) -> rusqlite::Result<Vec<String>> {
    call.db
        .prepare_cached(
            "SELECT id FROM record WHERE family = ?1 AND owner = ?2 AND id <> ?3 AND deleted = 0",
        )?
        .query_map([FAMILY, owner, id], |row| row.get(0))?
        .collect()
}
