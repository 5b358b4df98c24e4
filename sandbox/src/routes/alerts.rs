//! Alerts: one alert and (extended) the list.

use crate::http_types::{Answer, Call, Outcome};

use super::record;

const FAMILY: &str = "alerts";

/// `GET /alerts/{alert_id}`.
pub(crate) fn get(call: &mut Call<'_>) -> Outcome {
    let id = call.record_id("alert_id")?.to_string();
    record::find(call, FAMILY, &id, "").map(Answer::ok)
}

/// `GET /alerts`.
pub(crate) fn list(call: &mut Call<'_>) -> Outcome {
    record::items(call, &[("family = ?", &FAMILY)], call.config.open.lists_page)
}
