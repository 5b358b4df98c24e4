//! Notifications: read one, mark one as read, and (extended) list them.

use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::rules::paging;

use super::record;

const KIND: &str = "notifications";

/// `GET /notifications/{notification_id}`.
pub(crate) fn get(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.record_id("notification_id")?.to_string();
    record::find(call, KIND, &id, "").map(ApiResponse::ok)
}

/// `POST /notifications/{notification_id}/actions/read`: returns `id` and `read`; it cannot be undone.
pub(crate) fn read(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.record_id("notification_id")?.to_string();
    let mut notification = record::find_object(call, KIND, &id, "")?;
    notification.set("read", "true");
    record::store(call, KIND, &id, "read", &notification)?;
    Ok(ApiResponse::ok(format!("{{\"id\":\"{id}\",\"read\":true}}")))
}

/// `GET /notifications`, newest first; filtered by `read=true|false`.
pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    let code = call.request.query.boolean("read")?.map(|read| if read { "read" } else { "unread" });
    let window = paging::PageWindow::read(
        &call.request.query,
        call.config.spec_gaps.notifications_page,
        &call.config.spec_gaps,
    )?;
    let mut conditions: Vec<record::Condition<'_>> = vec![("family = ?", &KIND)];
    if let Some(code) = &code {
        conditions.push(("code = ?", code));
    }
    let (bodies, total) = record::newest_first(call, &conditions, window)?;
    Ok(record::object_page(&bodies, total, window))
}
