//! What the machine gives to a process: the clock, random numbers, threads, signals. A simulation replaces all of
//! them on its own thread, so that a run depends on its seed alone. No other module reads the system clock or draws
//! random identifiers.

use std::cell::RefCell;
use std::rc::Rc;
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use tokio::task::JoinHandle;
use uuid::Uuid;

/// A replacement for the machine.
pub trait Host {
    /// Returns the time of the wall clock.
    fn now(&self) -> SystemTime;
    /// Fills `bytes` with random numbers.
    fn fill_random(&self, bytes: &mut [u8]);
    /// Passes a signal to another store; the datagram begins with its name.
    fn send_signal(&self, datagram: &[u8]);
}

thread_local! {
    static REPLACED: RefCell<Option<Rc<dyn Host>>> = const { RefCell::new(None) };
}

/// Replaces the machine for everything that runs on this thread; `None` ends that. Work that otherwise has a thread of
/// its own then runs on this thread, too.
pub fn replace(host: Option<Rc<dyn Host>>) {
    REPLACED.set(host);
}

/// Returns the replacement for this thread.
pub(crate) fn replaced() -> Option<Rc<dyn Host>> {
    REPLACED.with_borrow(Clone::clone)
}

/// Returns the time of the wall clock.
pub(crate) fn now() -> SystemTime {
    replaced().map_or_else(SystemTime::now, |host| host.now())
}

/// Returns the time of the wall clock as a timestamp.
pub(crate) fn timestamp() -> Timestamp {
    replaced().map_or_else(Timestamp::now, |host| Timestamp::try_from(host.now()).unwrap_or_default())
}

/// Returns a random identifier (UUID version 4).
pub(crate) fn uuid() -> Uuid {
    replaced().map_or_else(Uuid::new_v4, |host| {
        let mut bytes = [0; 16];
        host.fill_random(&mut bytes);
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    })
}

/// Returns an identifier that begins with the time (UUID version 7).
pub(crate) fn timed_uuid() -> Uuid {
    replaced().map_or_else(Uuid::now_v7, |host| {
        let mut bytes = [0; 10];
        host.fill_random(&mut bytes);
        let since_epoch = host.now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let millis = u64::try_from(since_epoch.as_millis()).unwrap_or_default();
        uuid::Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
    })
}

/// Fills `bytes` with random numbers.
///
/// # Errors
/// The system gives none.
pub(crate) fn fill_random(bytes: &mut [u8]) -> Result<(), getrandom::Error> {
    match replaced() {
        Some(host) => {
            host.fill_random(bytes);
            Ok(())
        }
        None => getrandom::fill(bytes),
    }
}

/// Blocks the thread for `pause`; a simulation does not wait.
pub(crate) fn sleep(pause: Duration) {
    if replaced().is_none() {
        std::thread::sleep(pause);
    }
}

/// Runs `work` where it may block: on a thread of the runtime, or as a task of a simulation.
pub(crate) fn spawn_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    if replaced().is_some() { tokio::spawn(async move { work() }) } else { tokio::task::spawn_blocking(work) }
}

/// Work of a scope, with a thread of its own or done.
pub(crate) enum ScopedWork<'scope, T> {
    Running(ScopedJoinHandle<'scope, T>),
    Done(T),
}

impl<T> ScopedWork<'_, T> {
    /// Waits for the result, or for the panic of the thread.
    pub(crate) fn join(self) -> std::thread::Result<T> {
        match self {
            Self::Running(thread) => thread.join(),
            Self::Done(result) => Ok(result),
        }
    }
}

/// Runs `work` on a thread of `scope`; in a simulation, before it returns.
pub(crate) fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> ScopedWork<'scope, T> {
    if replaced().is_some() { ScopedWork::Done(work()) } else { ScopedWork::Running(scope.spawn(work)) }
}
