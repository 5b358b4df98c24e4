//! Background syncs to disk during a long transaction. Its commit then waits only for the rest of the data. Only the
//! commit guarantees durability; this module merely makes it faster.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::Scope;

/// Number of bytes written between two syncs.
const BYTES_PER_SYNC: usize = 4 << 20;

/// Syncs a file to disk on another thread.
pub(super) struct BackgroundSync {
    requests: SyncSender<()>,
    written: usize,
}

impl BackgroundSync {
    /// Starts for `file`; ends when dropped.
    pub(super) fn start<'scope>(scope: &'scope Scope<'scope, '_>, file: &'scope File) -> Self {
        // While the disk is busy, one request waits, which covers all data written before it runs.
        let (requests, receiver) = sync_channel(1);
        scope.spawn(move || {
            while receiver.recv().is_ok() {
                if let Err(error) = file.sync_data() {
                    // The commit reports the same error.
                    tracing::debug!(%error, "failed to sync the history to disk in the background");
                    break;
                }
            }
        });
        Self { requests, written: 0 }
    }

    /// Counts written bytes and requests a sync when due.
    pub(super) fn add_written(&mut self, bytes: usize) {
        self.written += bytes;
        if self.written >= BYTES_PER_SYNC {
            self.written = 0;
            // A waiting request suffices; after an error the thread has ended.
            let _requested = self.requests.try_send(());
        }
    }
}

/// Opens the file a second time for syncing. Closing it releases all locks of this process on the file. It is therefore
/// opened and closed only while no transaction is running.
pub(super) fn open(file: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(file)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::store::IncomingRecord;
    use crate::store::files::open::OpenCheck;
    use crate::store::history::History;
    use crate::store::history::append::HistoryPages;

    #[test]
    fn background_sync_never_blocks_the_writer() {
        let file = tempfile::tempfile().unwrap();
        std::thread::scope(|scope| {
            let mut flush = BackgroundSync::start(scope, &file);
            flush.add_written(BYTES_PER_SYNC - 1);
            assert_eq!(flush.written, BYTES_PER_SYNC - 1, "too little to ask for");
            for _ in 0..100 {
                flush.add_written(BYTES_PER_SYNC);
                assert_eq!(flush.written, 0);
            }
        });
    }

    #[test]
    fn only_direct_writes_are_flushed_with_the_log_locked() {
        let tmp = tempfile::tempdir().unwrap();
        let (history, _) = History::open(tmp.path(), OpenCheck::default(), Timestamp::UNIX_EPOCH).unwrap();
        let flushed = || history.read_state().sync_file().is_some();
        assert!(!flushed(), "nothing is to be written yet");
        history.write_direct().unwrap();
        assert!(flushed());
        let deal = IncomingRecord { id: "a", body: r#"{"id":"a"}"#, position: 0, status: None };
        let keep = |pages: &mut HistoryPages<'_>| pages.write(Timestamp::UNIX_EPOCH, &[deal]).map(|_| ());
        history.append_pages(keep).unwrap();
        history.write_to_log().unwrap();
        assert!(!flushed());
        assert_eq!(history.latest().unwrap(), 1);
        #[cfg(target_os = "linux")]
        assert!(crate::store::files::open::tests::is_locked(&tmp.path().join("history.db")));
        assert_eq!(history.latest().unwrap(), 1);
    }
}
