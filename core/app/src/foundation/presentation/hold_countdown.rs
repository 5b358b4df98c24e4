//! Texts for the end of an undo window: the seconds left or, with reduced motion, the time.

use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::frame::key_text;
use jiff::Timestamp;

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::presentation::connection_fault::Failing;
use crate::model::snapshot::Connection;
use crate::text::{Arg, Words, date};

/// Returns the text for when a write scheduled until `until` is sent. If `deletes` is true, it says that undo ends
/// then. While nothing can be sent, it gives the reason instead of a countdown.
pub fn leaves(cx: &AppCx, until: Timestamp, deletes: bool) -> String {
    let words = Words::new(cx.lang());
    if let Some(key) = stopped(cx).or((until <= cx.now()).then_some("write-waiting")) {
        return words.get(key).into_owned();
    }
    if cx.options().still {
        let key = if deletes {
            "hold-no-return-at"
        } else {
            "hold-leaves-at"
        };
        return words.with(key, &[("at", Arg::from(moment(cx, until)))]);
    }
    // Show at least one second: undo works until the last second ends.
    let left = seconds(cx, until).max(1);
    let key = if deletes {
        "hold-no-return-in"
    } else {
        "hold-leaves-in"
    };
    words.with(key, &[("left", Arg::from(date::span(cx.lang(), left)))])
}

/// Returns the locale key of the reason why nothing can be sent now, if any.
pub fn stopped(cx: &AppCx) -> Option<&'static str> {
    match &cx.snapshot().connection {
        Connection::Offline { .. } => Some("write-waiting-offline"),
        Connection::Withheld => Some("write-waiting-withheld"),
        Connection::Failing { error, .. } => Some(Failing::of(error).waiting_key()),
        Connection::RateLimited { .. } => Some("write-waiting-gate"),
        Connection::SignInNeeded { .. } => Some("write-waiting-signed-out"),
        Connection::Starting | Connection::Online | Connection::Slow { .. } => None,
    }
}

/// Returns the text for when an armed action disarms by itself.
pub fn disarms(cx: &AppCx, until: Timestamp) -> String {
    if cx.options().still {
        return disarms_at(cx, until);
    }
    let left = date::span(cx.lang(), seconds(cx, until));
    Words::new(cx.lang()).with("armed-disarms", &[("left", Arg::from(left))])
}

/// Returns the same text with an absolute time.
pub fn disarms_at(cx: &AppCx, until: Timestamp) -> String {
    Words::new(cx.lang()).with("armed-disarms-at", &[("at", Arg::from(moment(cx, until)))])
}

fn seconds(cx: &AppCx, until: Timestamp) -> u64 {
    (until.as_second() - cx.now().as_second()).max(0) as u64
}

fn moment(cx: &AppCx, at: Timestamp) -> String {
    date::time_seconds(date::local(at, &cx.options().zone).time())
}

/// Returns the text on a deletion's undo window and its finality.
pub(crate) fn deletion_is_held(cx: &AppCx) -> String {
    let keys = cx.options().keymap.keys(Context::Screens, ActionId::Undo);
    let key = keys.first().map(|key| key_text(cx, &key.to_string()));
    let args = [
        ("s", Arg::from(cx.options().hold_delete.as_secs())),
        ("key", Arg::from(key.unwrap_or_default())),
    ];
    Words::new(cx.lang()).with("delete-final", &args)
}
