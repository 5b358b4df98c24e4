//! Return of free memory to the system after long work. A full sync or a bulk write frees much memory, which the
//! allocator retains for reuse. Once the engine is at rest, that memory is returned. This never happens during the
//! work, which would request it again.

use std::time::Duration;

use tokio::time::Instant;

use super::Actor;

/// Time without long work after which memory is returned; front ends have dropped older snapshots by then.
const IDLE_BEFORE_TRIM: Duration = Duration::from_secs(2);

/// Schedules the return of memory.
#[derive(Debug, Default)]
pub(in crate::engine) struct MemoryTrim {
    at: Option<Instant>,
}

impl MemoryTrim {
    /// Notes that long work is running or has just ended.
    pub(in crate::engine) fn note_work(&mut self, now: Instant) {
        self.at = Some(now + IDLE_BEFORE_TRIM);
    }

    /// Returns when the next return of memory is due.
    pub(in crate::engine) fn due_at(&self) -> Option<Instant> {
        self.at
    }

    /// Returns whether memory is due to be returned; true once after each spell of work.
    fn take_due(&mut self, now: Instant) -> bool {
        self.at.take_if(|at| *at <= now).is_some()
    }
}

impl Actor {
    /// Returns free memory to the system, if due.
    pub(super) fn trim_memory_if_due(&mut self) {
        if self.memory_trim.take_due(Instant::now()) {
            // This runs in the background, because it takes time and its result is not needed.
            drop(crate::host::spawn_blocking(|| {
                let started_at = Instant::now();
                let any = encours_heap::release_free_memory();
                tracing::debug!(any, took = ?started_at.elapsed(), "free memory given back");
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_trimmed_once_after_the_last_work() {
        let (began, mut tidy) = (Instant::now(), MemoryTrim::default());
        assert!(!tidy.take_due(began), "nothing was done");
        tidy.note_work(began);
        tidy.note_work(began + IDLE_BEFORE_TRIM / 2);
        assert!(!tidy.take_due(began + IDLE_BEFORE_TRIM), "it went on");
        assert_eq!(tidy.due_at(), Some(began + IDLE_BEFORE_TRIM / 2 + IDLE_BEFORE_TRIM));
        assert!(tidy.take_due(began + IDLE_BEFORE_TRIM / 2 + IDLE_BEFORE_TRIM));
        assert_eq!(tidy.due_at(), None, "nothing wakes an engine that has done nothing since");
        assert!(!tidy.take_due(began + 10 * IDLE_BEFORE_TRIM));
    }
}
