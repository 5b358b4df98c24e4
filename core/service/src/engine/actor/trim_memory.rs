//! Return of free memory to the system after long work. A full sync or a bulk write frees much memory, which the
//! allocator retains for reuse. Once the engine is at rest, that memory is returned. This never happens during the
//! work, which would request it again.

use std::time::Duration;

use tokio::time::Instant;

use super::Actor;

/// Time without long work after which memory is returned; front ends have dropped older snapshots by then.
const REST: Duration = Duration::from_secs(2);

/// Schedules the return of memory.
#[derive(Debug, Default)]
pub(in crate::engine) struct Tidy {
    at: Option<Instant>,
}

impl Tidy {
    /// Notes that long work is running or has just ended.
    pub(in crate::engine) fn worked(&mut self, now: Instant) {
        self.at = Some(now + REST);
    }

    /// Returns when the next return of memory is due.
    pub(in crate::engine) fn at(&self) -> Option<Instant> {
        self.at
    }

    /// Returns whether memory is due to be returned; true once after each spell of work.
    fn take(&mut self, now: Instant) -> bool {
        self.at.take_if(|at| *at <= now).is_some()
    }
}

impl Actor {
    /// Returns free memory to the system, if due.
    pub(super) fn tidy_due(&mut self) {
        if self.tidy.take(Instant::now()) {
            // This runs in the background, because it takes time and its result is not needed.
            drop(tokio::task::spawn_blocking(|| {
                let began = Instant::now();
                let any = encours_heap::give_back();
                tracing::debug!(any, took = ?began.elapsed(), "free memory given back");
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_given_back_once_after_the_last_of_the_work() {
        let (began, mut tidy) = (Instant::now(), Tidy::default());
        assert!(!tidy.take(began), "nothing was done");
        tidy.worked(began);
        tidy.worked(began + REST / 2);
        assert!(!tidy.take(began + REST), "it went on");
        assert_eq!(tidy.at(), Some(began + REST / 2 + REST));
        assert!(tidy.take(began + REST / 2 + REST));
        assert_eq!(
            tidy.at(),
            None,
            "nothing wakes an engine that has done nothing since"
        );
        assert!(!tidy.take(began + 10 * REST));
    }
}
