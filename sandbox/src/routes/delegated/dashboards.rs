//! Custom dashboards of the delegated user: one dashboard and (extended) the list.

use rusqlite::OptionalExtension;

use crate::http_types::{Answer, Call, Outcome};

use crate::routes::record;

const FAMILY: &str = "dashboards";

/// `GET /users/me/custom-dashboards/{dashboard_id}`: one of the user's dashboards.
///
/// If `shared_dashboards` is set, another user's shared dashboard is served too.
pub(crate) fn get(call: &mut Call<'_>) -> Outcome {
    let id = call.record_id("dashboard_id")?.to_string();
    let own = record::find(call, FAMILY, &id, call.user_id());
    if own.is_ok() || !call.config.open.shared_dashboards {
        return own.map(Answer::ok);
    }
    let shared = call
        .db
        .prepare_cached(
            "SELECT body FROM record WHERE family = ?1 AND id = ?2 AND code = 'shared' AND deleted = 0",
        )?
        .query_row([FAMILY, &*id], |row| row.get::<_, String>(0))
        .optional()?;
    shared.map_or(own, Ok).map(Answer::ok)
}

/// `GET /users/me/custom-dashboards`.
pub(crate) fn list(call: &mut Call<'_>) -> Outcome {
    let owner = call.user_id();
    record::items(
        call,
        &[("family = ?", &FAMILY), ("owner = ?", &owner)],
        call.config.open.lists_page,
    )
}
