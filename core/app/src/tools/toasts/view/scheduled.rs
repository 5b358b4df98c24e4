//! Toast texts of writes that are sent later: rescheduled, or waiting for the connection.

use crate::model::pending_write::{WriteKind, WriteState};
use crate::model::snapshot::ConnectionState;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages};
use crate::tools::toasts::view::toast_parts::{SentAtEnd, ToastText};

/// Returns the message key for the current connection.
fn key_by_connection(
    app: &App,
    [now, offline, rate_limited, signed_out, withheld]: [&'static str; 5],
) -> &'static str {
    match app.cx.snapshot().connection {
        ConnectionState::Starting | ConnectionState::Online | ConnectionState::Slow { .. } => now,
        ConnectionState::Offline { .. } | ConnectionState::Failing { .. } => offline,
        ConnectionState::RateLimited { .. } => rate_limited,
        ConnectionState::SignInNeeded { .. } => signed_out,
        ConnectionState::OfflineMode => withheld,
    }
}

/// Returns the message key for a creation, which depends on the connection.
pub(super) fn creation_key(app: &App) -> &'static str {
    key_by_connection(
        app,
        [
            "toast-creating",
            "toast-creating-offline",
            "toast-creating-gate",
            "toast-creating-signed-out",
            "toast-creating-withheld",
        ],
    )
}

/// Returns the message key for a retried write, which depends on the connection.
pub(super) fn retry_key(app: &App) -> &'static str {
    key_by_connection(
        app,
        [
            "toast-resending",
            "toast-resending-offline",
            "toast-resending-gate",
            "toast-resending-signed-out",
            "toast-resending-withheld",
        ],
    )
}

/// Builds the toast of writes rescheduled after a restart. It names a deletion, because a sent deletion cannot be
/// undone.
pub(super) fn rescheduled_text(app: &App, count: usize) -> ToastText<'_> {
    let messages = Messages::new(app.cx.lang());
    let writes = app.cx.snapshot().writes.iter();
    let mut deletions = writes.filter(|write| {
        write.kind == WriteKind::Delete && matches!(write.state, WriteState::Scheduled { .. })
    });
    let (first, more) = (deletions.next(), deletions.count());
    let Some(first) = first else {
        return ToastText::without_subject(
            messages.with("toast-held-again", &[("n", MessageArg::from(count))]),
        )
        .scheduled();
    };
    if more == 0 {
        let rest_args = [("others", MessageArg::from(count.saturating_sub(1)))];
        let text = messages.with("toast-held-again-deletion", &rest_args);
        return ToastText::with_subject(&first.label, text).sending(SentAtEnd::Deletion);
    }
    let args = [("n", MessageArg::from(count)), ("deletions", MessageArg::from(more + 1))];
    ToastText::without_subject(messages.with("toast-held-again-deletions", &args))
        .sending(SentAtEnd::Deletion)
}
