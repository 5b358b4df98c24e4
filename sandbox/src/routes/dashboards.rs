//! Custom dashboards of the delegated user: one, and (extended) the list.

use super::record;
use crate::exchange::{Answer, Call, Outcome};

const FAMILY: &str = "dashboards";

/// `GET /users/me/custom-dashboards/{dashboard_id}`: only the user's own.
pub(crate) fn get(call: &mut Call<'_>) -> Outcome {
    let id = call.uuid("dashboard_id")?.to_string();
    record::find(call, FAMILY, &id, call.user_id()).map(Answer::ok)
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
