//! Grouping of several outbox changes in one transaction, with a single sync to disk. Other threads that change the
//! file wait for its end.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use crate::store::{Outbox, StoreError};

/// The lock for changing the file.
#[derive(Debug, Default)]
pub(in crate::store) struct TransactionLock {
    mutex: Mutex<()>,
    /// The thread that runs a grouped transaction.
    owner: Mutex<Option<ThreadId>>,
}

impl TransactionLock {
    /// Waits for the lock.
    pub(super) fn acquire(&self) -> MutexGuard<'_, ()> {
        self.mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether this thread runs a grouped transaction.
    pub(super) fn is_current_thread(&self) -> bool {
        *self.owner() == Some(thread::current().id())
    }

    fn owner(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.owner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A grouped transaction in progress; rolled back when dropped before its end.
struct GroupedTransaction<'a>(&'a Outbox);

impl GroupedTransaction<'_> {
    fn commit(self) -> Result<(), StoreError> {
        debug_assert!(self.0.transaction_lock.is_current_thread(), "another thread ends the group");
        Ok(self.0.lock().execute_batch("COMMIT")?)
    }
}

impl Drop for GroupedTransaction<'_> {
    fn drop(&mut self) {
        let db = self.0.lock();
        if !db.is_autocommit()
            && let Err(error) = db.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "failed to roll back changes of the outbox");
        }
        *self.0.transaction_lock.owner() = None;
    }
}

impl Outbox {
    /// Runs all changes that `work` makes on this thread in one transaction.
    ///
    /// # Errors
    /// The transaction fails; the file is unchanged.
    pub fn grouped<T>(&self, work: impl FnOnce() -> T) -> Result<T, StoreError> {
        self.atomically(|| Ok(work()))
    }

    /// Runs `work` in one transaction, and rolls back if it fails.
    ///
    /// # Errors
    /// That of `work`, or the transaction fails; the file is unchanged.
    pub fn atomically<T>(&self, work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.check_enabled()?;
        let result = self.diagnose(self.run_grouped(work))?;
        self.presence.signal_change();
        Ok(result)
    }

    fn run_grouped<T>(&self, work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
        let _guard = self.transaction_lock.acquire();
        self.checked_connection()?.execute_batch("BEGIN IMMEDIATE")?;
        let before = self.transaction_lock.owner().replace(thread::current().id());
        debug_assert_eq!(before, None, "a group begins inside another");
        let transaction = GroupedTransaction(self);
        let result = work()?;
        transaction.commit()?;
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use crate::store::outbox::tests::{new_write, open};

    #[test]
    fn several_steps_are_on_the_disk_at_once() {
        let tmp = tempfile::tempdir().unwrap();
        let (store, beside) = (open(&tmp), open(&tmp));
        let seen = || beside.outbox().entries().unwrap().len();
        let before = store.outbox().grouped(|| {
            let first = store.outbox().enqueue(&[new_write("a", 10, true)]).unwrap();
            store.outbox().enqueue(&[new_write("b", 10, true)]).unwrap();
            store.outbox().discard(&[first[0].seq], false).unwrap();
            seen()
        });
        assert_eq!((before.unwrap(), seen()), (0, 1));
    }

    #[test]
    fn a_step_that_fails_undoes_itself_alone() {
        let tmp = tempfile::tempdir().unwrap();
        let store = open(&tmp);
        let twice = new_write("a", 10, true);
        let result = store.outbox().grouped(|| {
            store.outbox().enqueue(&[new_write("b", 10, true)]).unwrap();
            store.outbox().enqueue(&[twice.clone(), twice.clone()]).is_err()
        });
        assert!(result.unwrap());
        let rows = store.outbox().entries().unwrap();
        assert_eq!(rows.iter().map(|row| &*row.record).collect::<Vec<_>>(), ["b"]);
    }

    #[test]
    fn failed_atomic_step_rolls_back_all_steps() {
        let tmp = tempfile::tempdir().unwrap();
        let store = open(&tmp);
        let before = store.outbox().enqueue(&[new_write("before", 10, true)]).unwrap();
        let twice = new_write("a", 10, true);
        let result = store.outbox().atomically(|| {
            store.outbox().discard(&[before[0].seq], false)?;
            store.outbox().enqueue(&[new_write("b", 10, true)])?;
            store.outbox().enqueue(&[twice.clone(), twice.clone()])
        });
        assert!(result.is_err());
        assert_eq!(store.outbox().entries().unwrap(), before);
        store.outbox().enqueue(&[new_write("after", 10, true)]).unwrap();
        assert_eq!(open(&tmp).outbox().entries().unwrap().len(), 2);
    }

    #[test]
    fn panic_in_a_grouped_transaction_rolls_back() {
        let tmp = tempfile::tempdir().unwrap();
        let store = open(&tmp);
        let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            store.outbox().grouped(|| {
                store.outbox().enqueue(&[new_write("a", 10, true)]).unwrap();
                panic!("in the middle");
            })
        }));
        assert!(broken.is_err());
        assert_eq!(store.outbox().entries().unwrap(), []);
        store.outbox().enqueue(&[new_write("b", 10, true)]).unwrap();
        assert_eq!(open(&tmp).outbox().entries().unwrap().len(), 1);
    }

    #[test]
    fn other_threads_wait_for_a_grouped_transaction() {
        let tmp = tempfile::tempdir().unwrap();
        let store = &open(&tmp);
        let (begun, wait) = channel();
        std::thread::scope(|scope| {
            let other = scope.spawn(move || {
                wait.recv().unwrap();
                store.outbox().enqueue(&[new_write("other", 10, true)]).unwrap()
            });
            let (early, mine) = store
                .outbox()
                .grouped(|| {
                    begun.send(()).unwrap();
                    let end = std::time::Instant::now() + Duration::from_millis(100);
                    while !other.is_finished() && std::time::Instant::now() < end {
                        std::thread::yield_now();
                    }
                    let mine = store.outbox().enqueue(&[new_write("mine", 10, true)]).unwrap();
                    (other.is_finished(), mine)
                })
                .unwrap();
            assert!(!early);
            assert!(other.join().unwrap()[0].seq > mine[0].seq);
        });
    }
}
