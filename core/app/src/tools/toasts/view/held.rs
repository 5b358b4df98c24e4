//! Toast texts of writes that are sent later: rescheduled, or waiting for the connection.

use crate::model::pending_write::{WriteKind, WriteState};
use crate::model::snapshot::Connection;
use crate::shell::app::App;
use crate::text::{Arg, Words};
use crate::tools::toasts::view::said::{Leaves, Said};

/// Returns the message key for the current connection.
fn by_connection(app: &App, [now, offline, gate, signed_out, withheld]: [&'static str; 5]) -> &'static str {
    match app.cx.snapshot().connection {
        Connection::Starting | Connection::Online | Connection::Slow { .. } => now,
        Connection::Offline { .. } | Connection::Failing { .. } => offline,
        Connection::RateLimited { .. } => gate,
        Connection::SignInNeeded { .. } => signed_out,
        Connection::Withheld => withheld,
    }
}

/// Returns the message key for a creation, which depends on the connection.
pub(super) fn creating(app: &App) -> &'static str {
    by_connection(
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
pub(super) fn resending(app: &App) -> &'static str {
    by_connection(
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
pub(super) fn held_again(app: &App, count: usize) -> Said<'_> {
    let words = Words::new(app.cx.lang());
    let writes = app.cx.snapshot().writes.iter();
    let mut deletions = writes
        .filter(|write| write.kind == WriteKind::Delete && matches!(write.state, WriteState::Held { .. }));
    let (first, more) = (deletions.next(), deletions.count());
    let Some(first) = first else {
        return Said::text(words.with("toast-held-again", &[("n", Arg::from(count))])).held();
    };
    if more == 0 {
        let others = [("others", Arg::from(count.saturating_sub(1)))];
        let text = words.with("toast-held-again-deletion", &others);
        return Said::about(&first.label, text).leaving(Leaves::Deletion);
    }
    let args = [("n", Arg::from(count)), ("deletions", Arg::from(more + 1))];
    Said::text(words.with("toast-held-again-deletions", &args)).leaving(Leaves::Deletion)
}
