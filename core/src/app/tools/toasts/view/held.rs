//! What is said of a write that leaves later: that it is held again, or, where nothing can leave, when it will.

use crate::app::shell::app::App;
use crate::engine::{Connection, WriteKind, WriteState};
use crate::text::{Arg, Words};

use crate::app::tools::toasts::view::said::Leaves;
use crate::app::tools::toasts::view::said::Said;

/// The key of the words: of those for what can leave now, else of those for what stands in the way.
fn by_connection(app: &App, [now, offline, gate, signed_out, withheld]: [&'static str; 5]) -> &'static str {
    match app.cx.snapshot().connection {
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

/// What was held when the program ended. A deletion among it cannot be taken back once it has left, so that it is named.
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
