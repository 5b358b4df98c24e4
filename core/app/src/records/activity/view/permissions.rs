//! Permissions of this key as learned from answers: one line per route, with its scope.

use crate::shell::app::App;
use crate::text::{Arg, Clean, Words, date};

/// Latest answer of a route.
#[derive(Clone, Debug, PartialEq)]
pub struct RightView {
    /// Method and path.
    pub route: Clean,
    /// Required scope; empty if neither service nor contract names one.
    pub scope: Clean,
    /// True if access was granted; `None` if the answer does not tell.
    pub granted: Option<bool>,
    /// Short answer and time: `403 · 09:41`.
    pub brief: String,
    /// Full answer and time: `refusé (403), 20/11 09:41`.
    pub state: String,
}

/// Returns all learned permissions: refused ones first, then unknown ones.
pub fn rights(app: &App) -> Vec<RightView> {
    let words = Words::new(app.cx.lang());
    let zone = &app.cx.options().zone;
    let mut lines: Vec<RightView> = app
        .cx
        .snapshot()
        .rights
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
                ("status", Arg::from(u64::from(right.status))),
                ("at", Arg::from(at)),
            ];
            let granted = right.granted();
            let key = match granted {
                Some(true) => "right-granted",
                Some(false) => "right-refused",
                None if right.status == 401 => "right-key-refused",
                None => "right-unknown",
            };
            RightView {
                route: Clean::line_of(&format!("{} {}", right.method, right.path), 120),
                scope: Clean::line_of(right.scope.as_deref().unwrap_or_default(), 60),
                granted,
                brief: format!("{} · {when}", right.status),
                state: words.with(key, &args),
            }
        })
        .collect();
    lines.sort_by_key(|line| line.granted.map_or(1, |granted| if granted { 2 } else { 0 }));
    lines
}
