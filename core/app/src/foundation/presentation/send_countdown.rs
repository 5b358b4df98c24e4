//! Texts for the end of an undo window: the seconds left or, with reduced motion, the time.

use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::chrome::key_text;
use jiff::Timestamp;

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::presentation::connection_fault::ConnectionFault;
use crate::model::snapshot::ConnectionState;
use crate::text::{MessageArg, Messages, date};

/// Returns the text for when a write scheduled until `until` is sent. If `deletes` is true, it says that undo ends
/// then. While nothing can be sent, it gives the reason instead of a countdown.
pub fn sends_in_text(cx: &AppCx, until: Timestamp, deletes: bool) -> String {
    let messages = Messages::new(cx.lang());
    if let Some(key) = cannot_send_key(cx).or((until <= cx.now()).then_some("write-waiting")) {
        return messages.get(key).into_owned();
    }
    if cx.options().reduced_motion {
        let key = if deletes { "undo-window-permanent-at" } else { "undo-window-sends-at" };
        return messages.with(key, &[("at", MessageArg::from(clock_time(cx, until)))]);
    }
    // Show at least one second: undo works until the last second ends.
    let remaining = seconds_until(cx, until).max(1);
    let key = if deletes { "undo-window-permanent-in" } else { "undo-window-sends-in" };
    messages.with(key, &[("left", MessageArg::from(date::duration(cx.lang(), remaining)))])
}

/// Returns the locale key of the reason why nothing can be sent now, if any.
pub fn cannot_send_key(cx: &AppCx) -> Option<&'static str> {
    match &cx.snapshot().connection {
        ConnectionState::Offline { .. } => Some("write-waiting-offline"),
        ConnectionState::OfflineMode => Some("write-waiting-withheld"),
        ConnectionState::Failing { error, .. } => Some(ConnectionFault::from_error(error).waiting_key()),
        ConnectionState::RateLimited { .. } => Some("write-waiting-gate"),
        ConnectionState::SignInNeeded { .. } => Some("write-waiting-signed-out"),
        ConnectionState::Starting | ConnectionState::Online | ConnectionState::Slow { .. } => None,
    }
}

/// Returns the text for when an armed action disarms by itself.
pub fn disarm_text(cx: &AppCx, until: Timestamp) -> String {
    if cx.options().reduced_motion {
        return disarm_text_at(cx, until);
    }
    let remaining = date::duration(cx.lang(), seconds_until(cx, until));
    Messages::new(cx.lang()).with("armed-disarms", &[("left", MessageArg::from(remaining))])
}

/// Returns the same text with an absolute time.
pub fn disarm_text_at(cx: &AppCx, until: Timestamp) -> String {
    Messages::new(cx.lang()).with("armed-disarms-at", &[("at", MessageArg::from(clock_time(cx, until)))])
}

fn seconds_until(cx: &AppCx, until: Timestamp) -> u64 {
    (until.as_second() - cx.now().as_second()).max(0) as u64
}

fn clock_time(cx: &AppCx, at: Timestamp) -> String {
    date::time_seconds(date::local(at, &cx.options().zone).time())
}

/// Returns the text on a deletion's undo window and its finality.
pub(crate) fn deletion_undo_text(cx: &AppCx) -> String {
    let keys = cx.options().keymap.keys(Context::Screens, ActionId::Undo);
    let key = keys.first().map(|key| key_text(cx, &key.to_string()));
    let args = [
        ("s", MessageArg::from(cx.options().delete_undo_delay.as_secs())),
        ("key", MessageArg::from(key.unwrap_or_default())),
    ];
    Messages::new(cx.lang()).with("delete-final", &args)
}
