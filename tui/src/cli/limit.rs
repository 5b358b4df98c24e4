//! Enforces `--timeout` from the start of the process, even if a system call blocks.
//!
//! Requests observe the timeout themselves. Other operations may block a thread without limit: a slow file
//! system, a store locked by another process, an open pipe. This guard ends the process in such cases. It is
//! lifted when the command changes something, begins to print or prompts the user. After that the command ends
//! by itself: a write always reports its result, and a late result is better than half of one.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use encours_core::error::{Error, Fault};

use super::report::Report;
use super::signals;

/// Extra time for operations that observe the timeout themselves to report it.
const GRACE: Duration = Duration::from_millis(250);

static BEGAN: OnceLock<Instant> = OnceLock::new();
static ENDS: OnceLock<Instant> = OnceLock::new();
static LIFTED: AtomicBool = AtomicBool::new(false);

/// Returns the start of the process, recorded at the first call.
pub(super) fn began() -> Instant {
    *BEGAN.get_or_init(Instant::now)
}

/// Ends the process after `timeout`, unless the guard is lifted before.
pub(super) fn hold(report: Report, timeout: Duration) -> Result<(), Error> {
    let Some(ends) = began().checked_add(timeout + GRACE) else {
        return Ok(());
    };
    let ends = *ENDS.get_or_init(|| ends);
    let guard = move || {
        std::thread::sleep(ends.saturating_duration_since(Instant::now()));
        if !LIFTED.load(Ordering::SeqCst) {
            signals::terminal_back();
            std::process::exit(report.error_as("held-up", &over()).into());
        }
    };
    std::thread::Builder::new()
        .name("limit".to_owned())
        .spawn(guard)
        .map(drop)
        .map_err(|error| Error::unexpected(format!("the command could not be started: {error}")))
}

/// Returns the remaining time, if the command has a timeout.
pub(super) fn left() -> Option<Duration> {
    let ends = ENDS.get()?;
    Some(
        ends.saturating_duration_since(Instant::now())
            .saturating_sub(GRACE),
    )
}

/// Returns `most`, at most half of the remaining time: the command can still report that it waited in vain.
pub(super) fn share(most: Duration) -> Duration {
    left().map_or(most, |left| most.min(left / 2))
}

/// Lifts the guard: the command ends by itself.
pub(super) fn lift() {
    LIFTED.store(true, Ordering::SeqCst);
}

/// Resolves after the timeout, even if the guard is lifted; never without a timeout.
pub(super) async fn passed() {
    match ENDS.get() {
        Some(ends) => tokio::time::sleep_until((*ends).into()).await,
        None => std::future::pending().await,
    }
}

/// Returns the error for an expired timeout.
pub(super) fn over() -> Error {
    let seconds = began().elapsed().as_secs();
    Error::unreachable(Fault::Timeout, format!("the command was blocked for {seconds} s"))
        .with_said("usage-held-up", &[("s", &seconds.to_string())])
}
