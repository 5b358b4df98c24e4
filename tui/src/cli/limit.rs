//! Enforces `--timeout` from the start of the process, even if a system call blocks.
//!
//! Requests observe the timeout themselves. Other operations may block a thread without limit: a slow file
//! system, a store locked by another process, an open pipe. This guard ends the process in such cases. It is
//! lifted when the command changes something, begins to print or prompts the user. After that the command ends
//! by itself: a write always reports its result, and a late result is better than half of one.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use encours_core::error::{Error, NetworkError};

use super::report::Report;
use super::signals;

/// Extra time for operations that observe the timeout themselves to report it.
const GRACE: Duration = Duration::from_millis(250);

static STARTED: OnceLock<Instant> = OnceLock::new();
static DEADLINE: OnceLock<Instant> = OnceLock::new();
static DISARMED: AtomicBool = AtomicBool::new(false);

/// Returns the start of the process, recorded at the first call.
pub(super) fn started_at() -> Instant {
    *STARTED.get_or_init(Instant::now)
}

/// Ends the process after `timeout`, unless the guard is lifted before.
pub(super) fn start_watchdog(report: Report, timeout: Duration) -> Result<(), Error> {
    let Some(ends) = started_at().checked_add(timeout + GRACE) else {
        return Ok(());
    };
    let ends = *DEADLINE.get_or_init(|| ends);
    let guard = move || {
        std::thread::sleep(ends.saturating_duration_since(Instant::now()));
        if !DISARMED.load(Ordering::SeqCst) {
            signals::restore_terminal();
            std::process::exit(report.error_as(Some("held-up"), &timeout_error()).into());
        }
    };
    std::thread::Builder::new()
        .name("limit".to_owned())
        .spawn(guard)
        .map(drop)
        .map_err(|error| Error::unexpected(format!("the command could not be started: {error}")))
}

/// Returns the remaining time, if the command has a timeout.
pub(super) fn remaining() -> Option<Duration> {
    let ends = DEADLINE.get()?;
    Some(ends.saturating_duration_since(Instant::now()).saturating_sub(GRACE))
}

/// Returns `max`, at most half of the remaining time: the command can still report that it waited in vain.
pub(super) fn share(max: Duration) -> Duration {
    remaining().map_or(max, |left| max.min(left / 2))
}

/// Lifts the guard: the command ends by itself.
pub(super) fn disarm() {
    DISARMED.store(true, Ordering::SeqCst);
}

/// Resolves after the timeout, even if the guard is lifted; never without a timeout.
pub(super) async fn timed_out() {
    match DEADLINE.get() {
        Some(ends) => tokio::time::sleep_until((*ends).into()).await,
        None => std::future::pending().await,
    }
}

/// Returns the error for an expired timeout.
pub(super) fn timeout_error() -> Error {
    let seconds = started_at().elapsed().as_secs();
    Error::unreachable(NetworkError::Timeout, format!("the command was blocked for {seconds} s"))
        .with_message_ref("usage-held-up", &[("s", &seconds.to_string())])
}
