//! Notifications: read one, mark one as read, and (extended) list them.

use crate::http_types::{Answer, Call, Outcome};
use crate::rules::paging;

use super::record;

const FAMILY: &str = "notifications";

/// `GET /notifications/{notification_id}`.
pub(crate) fn get(call: &mut Call<'_>) -> Outcome {
    let id = call.record_id("notification_id")?.to_string();
    record::find(call, FAMILY, &id, "").map(Answer::ok)
}

/// `POST /notifications/{notification_id}/actions/read`: returns `id` and `read`; it cannot be undone.
pub(crate) fn read(call: &mut Call<'_>) -> Outcome {
    let id = call.record_id("notification_id")?.to_string();
    let mut notification = record::object(call, FAMILY, &id, "")?;
    notification.set("read", "true");
    record::store(call, FAMILY, &id, "read", &notification)?;
    Ok(Answer::ok(format!("{{\"id\":\"{id}\",\"read\":true}}")))
}

/// `GET /notifications`, newest first; filtered by `read=true|false`.
pub(crate) fn list(call: &mut Call<'_>) -> Outcome {
    let code = call
        .received
        .query
        .boolean("read")?
        .map(|read| if read { "read" } else { "unread" });
    let window = paging::Window::read(
        &call.received.query,
        call.config.open.notifications_page,
        &call.config.open,
    )?;
    let mut conditions: Vec<record::Condition<'_>> = vec![("family = ?", &FAMILY)];
    if let Some(code) = &code {
        conditions.push(("code = ?", code));
    }
    let (bodies, total) = record::newest_first(call, &conditions, window)?;
    Ok(record::object_page(&bodies, total, window))
}
