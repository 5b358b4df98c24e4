//! Permissions of this key as learned from answers: one line per route, with its scope.

use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date};

/// Latest answer of a route.
#[derive(Clone, Debug, PartialEq)]
pub struct PermissionView {
    /// Method and path.
    pub route: SafeText,
    /// Required scope; empty if neither service nor contract names one.
    pub scope: SafeText,
    /// True if access was granted; `None` if the answer does not tell.
    pub is_granted: Option<bool>,
    /// Short answer and time: `403 · 09:41`.
    pub brief: String,
    /// Full answer and time: `refusé (403), 20/11 09:41`.
    pub state: String,
}

/// Returns all learned permissions: refused ones first, then unknown ones.
pub fn permissions(app: &App) -> Vec<PermissionView> {
    let words = Messages::new(app.cx.lang());
    let zone = &app.cx.options().zone;
    let mut lines: Vec<PermissionView> = app
        .cx
        .snapshot()
        .permissions
        .iter()
        .map(|right| {
            let (moment, today) = (
                date::local(right.at, zone),
                date::local(app.cx.now(), zone).date(),
            );
            let when = if moment.date() == today {
                date::time_short(moment.time())
            } else {
                date::date_time_short(moment)
            };
            let at = date::date_time_short(moment);
            let args = [
                ("status", MessageArg::from(u64::from(right.status))),
                ("at", MessageArg::from(at)),
            ];
            let granted = right.is_granted();
            let key = match granted {
                Some(true) => "right-granted",
                Some(false) => "right-refused",
                None if right.status == 401 => "right-key-refused",
                None => "right-unknown",
            };
            PermissionView {
                route: SafeText::line_within(&format!("{} {}", right.method, right.path), 120),
                scope: SafeText::line_within(right.scope.as_deref().unwrap_or_default(), 60),
                is_granted: granted,
                brief: format!("{} · {when}", right.status),
                state: words.with(key, &args),
            }
        })
        .collect();
    lines.sort_by_key(|line| line.is_granted.map_or(1, |granted| if granted { 2 } else { 0 }));
    lines
}
