//! `GET /users/me/alert-preferences`: an array with one preference per alert type.

use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::rules::paging::PageWindow;

use crate::routes::record;

pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    let owner = call.user_id();
    let all = PageWindow { limit: u32::MAX, offset: 0 };
    let (bodies, _) =
        record::page(call, "record", &[("family = ?", &"alert_preferences"), ("owner = ?", &owner)], all)?;
    Ok(ApiResponse::ok(format!("[{}]", bodies.join(","))))
}
