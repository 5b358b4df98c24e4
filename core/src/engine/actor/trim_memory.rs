//! Giving back what long work took. A reading of everything, or many writes kept at once, frees more than is held when it is
//! done, and the allocator keeps it in case it is wanted again: once the engine rests, it goes back to the system. Rule:
//! never while the work goes on, which would ask for it again.

use std::time::Duration;

use tokio::time::Instant;

use super::Actor;

/// After so long without long work it is over, with what front ends still held of the state before it.
const REST: Duration = Duration::from_secs(2);

/// When to give back.
#[derive(Debug, Default)]
pub(in crate::engine) struct Tidy {
    at: Option<Instant>,
}

impl Tidy {
    /// Long work goes on, or has ended.
    pub(in crate::engine) fn worked(&mut self, now: Instant) {
        self.at = Some(now + REST);
    }

    /// When to look again.
    pub(in crate::engine) fn at(&self) -> Option<Instant> {
        self.at
    }

    /// Whether it is time; once for each time there was work.
    fn take(&mut self, now: Instant) -> bool {
        self.at.take_if(|at| *at <= now).is_some()
    }
}

impl Actor {
    /// Gives back what is free, if that is due.
    pub(super) fn tidy_due(&mut self) {
        if self.tidy.take(Instant::now()) {
            // Beside the loop, which nothing is to wait for; nobody waits for the end of it.
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
