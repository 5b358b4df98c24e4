//! What is said of a write that was asked for where nothing can leave: when it will.

use crate::app::App;
use crate::engine::Connection;

/// The key of the words: of those for what can leave now, else of those for what stands in the way.
fn by_connection(app: &App, [now, offline, gate, signed_out, withheld]: [&'static str; 5]) -> &'static str {
    match app.snapshot().connection {
        Connection::Starting | Connection::Online | Connection::Slow { .. } => now,
        Connection::Offline { .. } | Connection::Failing { .. } => offline,
        Connection::RateLimited { .. } => gate,
        Connection::SignInNeeded { .. } => signed_out,
        Connection::Withheld => withheld,
    }
}

/// That a deal is being created; or, where nothing can leave, when it will be.
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

/// That a write is sent again; or, where nothing can leave, when it will be.
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
