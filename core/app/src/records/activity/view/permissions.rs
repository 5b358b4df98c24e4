//! Permissions of this key as learned from responses: one line per route, with its scope.

use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date};

/// Latest response of a route.
#[derive(Clone, Debug, PartialEq)]
pub struct PermissionView {
    /// Method and path.
    pub route: SafeText,
    /// Required scope; empty if neither service nor contract names one.
    pub scope: SafeText,
    /// True if access was granted; `None` if the response does not tell.
    pub is_granted: Option<bool>,
    /// Short response and time: `403 · 09:41`.
    pub brief: String,
    /// Full response and time: `refusé (403), 20/11 09:41`.
    pub state: String,
}

/// Returns all learned permissions: rejected ones first, then unknown ones.
pub fn permissions(app: &App) -> Vec<PermissionView> {
    let messages = Messages::new(app.cx.lang());
    let zone = &app.cx.options().zone;
    let mut lines: Vec<PermissionView> = app
        .cx
        .snapshot()
        .permissions
        .iter()
        .map(|permission| {
            let (local_time, today) =
                (date::local(permission.at, zone), date::local(app.cx.now(), zone).date());
            let when = if local_time.date() == today {
                date::time_short(local_time.time())
            } else {
                date::date_time_short(local_time)
            };
            let at = date::date_time_short(local_time);
            let args =
                [("status", MessageArg::from(u64::from(permission.status))), ("at", MessageArg::from(at))];
            let is_granted = permission.is_granted();
            let key = match is_granted {
                Some(true) => "right-granted",
                Some(false) => "right-refused",
                None if permission.status == 401 => "right-key-refused",
                None => "right-unknown",
            };
            PermissionView {
                route: SafeText::line_within(&format!("{} {}", permission.method, permission.path), 120),
                scope: SafeText::line_within(permission.scope.as_deref().unwrap_or_default(), 60),
                is_granted,
                brief: format!("{} · {when}", permission.status),
                state: messages.with(key, &args),
            }
        })
        .collect();
    lines.sort_by_key(|line| line.is_granted.map_or(1, |is_granted| if is_granted { 2 } else { 0 }));
    lines
}
