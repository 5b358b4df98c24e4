//! Grouping of several outbox changes in one transaction, with a single sync to disk. Other threads that change the
//! file wait for its end.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use crate::store::{Outbox, StoreError};

/// The lock for changing the file.
#[derive(Debug, Default)]
pub(in crate::store) struct Turn {
    taken: Mutex<()>,
    /// The thread that runs a grouped transaction.
    by: Mutex<Option<ThreadId>>,
}

impl Turn {
    /// Waits for the lock.
    pub(super) fn wait(&self) -> MutexGuard<'_, ()> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether this thread runs a grouped transaction.
    pub(super) fn is_mine(&self) -> bool {
        *self.by() == Some(thread::current().id())
    }

    fn by(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.by.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A grouped transaction in progress; rolled back when dropped before its end.
struct Several<'a>(&'a Outbox);

impl Several<'_> {
    fn end(self) -> Result<(), StoreError> {
        debug_assert!(self.0.turn.is_mine(), "another thread ends the group");
        Ok(self.0.lock().execute_batch("COMMIT")?)
    }
}

impl Drop for Several<'_> {
    fn drop(&mut self) {
        let db = self.0.lock();
        if !db.is_autocommit()
            && let Err(error) = db.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "failed to roll back changes of the outbox");
        }
        *self.0.turn.by() = None;
    }
}

impl Outbox {
    /// Runs all changes that `work` makes on this thread in one transaction.
    ///
    /// # Errors
    /// The transaction fails; the file is unchanged.
    pub fn together<T>(&self, work: impl FnOnce() -> T) -> Result<T, StoreError> {
        self.all_or_none(|| Ok(work()))
    }

    /// Does the same, and rolls back if `work` fails.
    ///
    /// # Errors
    /// That of `work`, or the transaction fails; the file is unchanged.
    pub fn all_or_none<T>(&self, work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.is_open()?;
        let done = self.told(self.as_one(work))?;
        self.presence.ring();
        Ok(done)
    }

    fn as_one<T>(&self, work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
        let _turn = self.turn.wait();
        self.standing()?.execute_batch("BEGIN IMMEDIATE")?;
        let before = self.turn.by().replace(thread::current().id());
        debug_assert_eq!(before, None, "a group begins inside another");
        let several = Several(self);
        let done = work()?;
        several.end()?;
        Ok(done)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use crate::store::outbox::tests::{new, open};

    #[test]
    fn several_steps_are_on_the_disk_at_once() {
        let tmp = tempfile::tempdir().unwrap();
        let (store, beside) = (open(&tmp), open(&tmp));
        let seen = || beside.outbox().rows().unwrap().len();
        let before = store.outbox().together(|| {
            let first = store.outbox().enqueue(&[new("a", 10, true)]).unwrap();
            store.outbox().enqueue(&[new("b", 10, true)]).unwrap();
            store.outbox().discard(&[first[0].seq], false).unwrap();
            seen()
        });
        assert_eq!((before.unwrap(), seen()), (0, 1));
    }

    #[test]
    fn a_step_that_fails_undoes_itself_alone() {
        let tmp = tempfile::tempdir().unwrap();
        let store = open(&tmp);
        let twice = new("a", 10, true);
        let kept = store.outbox().together(|| {
            store.outbox().enqueue(&[new("b", 10, true)]).unwrap();
            store.outbox().enqueue(&[twice.clone(), twice.clone()]).is_err()
        });
        assert!(kept.unwrap());
        let rows = store.outbox().rows().unwrap();
        assert_eq!(rows.iter().map(|row| &*row.record).collect::<Vec<_>>(), ["b"]);
    }

    #[test]
    fn where_one_step_of_all_or_none_fails_none_is_kept() {
        let tmp = tempfile::tempdir().unwrap();
        let store = open(&tmp);
        let before = store.outbox().enqueue(&[new("before", 10, true)]).unwrap();
        let twice = new("a", 10, true);
        let kept = store.outbox().all_or_none(|| {
            store.outbox().discard(&[before[0].seq], false)?;
            store.outbox().enqueue(&[new("b", 10, true)])?;
            store.outbox().enqueue(&[twice.clone(), twice.clone()])
        });
        assert!(kept.is_err());
        assert_eq!(store.outbox().rows().unwrap(), before);
        store.outbox().enqueue(&[new("after", 10, true)]).unwrap();
        assert_eq!(open(&tmp).outbox().rows().unwrap().len(), 2);
    }

    #[test]
    fn what_does_not_come_to_its_end_leaves_nothing() {
        let tmp = tempfile::tempdir().unwrap();
        let store = open(&tmp);
        let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            store.outbox().together(|| {
                store.outbox().enqueue(&[new("a", 10, true)]).unwrap();
                panic!("in the middle");
            })
        }));
        assert!(broken.is_err());
        assert_eq!(store.outbox().rows().unwrap(), []);
        store.outbox().enqueue(&[new("b", 10, true)]).unwrap();
        assert_eq!(open(&tmp).outbox().rows().unwrap().len(), 1);
    }

    #[test]
    fn another_thread_waits_for_the_end() {
        let tmp = tempfile::tempdir().unwrap();
        let store = &open(&tmp);
        let (begun, wait) = channel();
        std::thread::scope(|scope| {
            let other = scope.spawn(move || {
                wait.recv().unwrap();
                store.outbox().enqueue(&[new("other", 10, true)]).unwrap()
            });
            let (early, mine) = store
                .outbox()
                .together(|| {
                    begun.send(()).unwrap();
                    let end = std::time::Instant::now() + Duration::from_millis(100);
                    while !other.is_finished() && std::time::Instant::now() < end {
                        std::thread::yield_now();
                    }
                    let mine = store.outbox().enqueue(&[new("mine", 10, true)]).unwrap();
                    (other.is_finished(), mine)
                })
                .unwrap();
            assert!(!early);
            assert!(other.join().unwrap()[0].seq > mine[0].seq);
        });
    }
}
