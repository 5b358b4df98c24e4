//! Alerts: one alert and (extended) the list.

use crate::http_types::{ApiCall, ApiResponse, HandlerResult};

use super::record;

const KIND: &str = "alerts";

/// `GET /alerts/{alert_id}`.
pub(crate) fn get(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.record_id("alert_id")?.to_string();
    record::find(call, KIND, &id, "").map(ApiResponse::ok)
}

/// `GET /alerts`.
pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    record::list_page(call, &[("family = ?", &KIND)], call.config.spec_gaps.lists_page)
}
