//! `--timeout` from the first instruction on: a command that something outside holds up ends, whatever it is waiting for.
//!
//! Requests keep to the time by themselves. What may hold up a command beside them (a file system that does not answer, a
//! store that another program keeps locked, a pipe that stays open) knows of no bound, and may block its thread. The bound
//! here holds until the command changes something, has begun to print or asks a person: from there on it ends by itself,
//! for a write is never left without a word, and half a result is worse than a late one.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use encours_core::error::{Error, Fault};

use super::report::Report;
use super::signals;

/// Time to tell what has kept to the bound by itself.
const GRACE: Duration = Duration::from_millis(250);

static BEGAN: OnceLock<Instant> = OnceLock::new();
static ENDS: OnceLock<Instant> = OnceLock::new();
static LIFTED: AtomicBool = AtomicBool::new(false);

/// When the process began: as it is asked first.
pub(super) fn began() -> Instant {
    *BEGAN.get_or_init(Instant::now)
}

/// Ends the process once `timeout` is over, unless the bound is lifted before.
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

/// The time that is left, if the command has a bound.
pub(super) fn left() -> Option<Duration> {
    let ends = ENDS.get()?;
    Some(
        ends.saturating_duration_since(Instant::now())
            .saturating_sub(GRACE),
    )
}

/// Leaves the command to end by itself.
pub(super) fn lift() {
    LIFTED.store(true, Ordering::SeqCst);
}

/// Resolves once the time is over, lifted or not; never, where the command has no bound.
pub(super) async fn passed() {
    match ENDS.get() {
        Some(ends) => tokio::time::sleep_until((*ends).into()).await,
        None => std::future::pending().await,
    }
}

/// That the time was over before the command was done.
pub(super) fn over() -> Error {
    let seconds = began().elapsed().as_secs();
    Error::unreachable(Fault::Timeout, format!("the command was blocked for {seconds} s"))
        .with_said("usage-held-up", &[("s", &seconds.to_string())])
}
