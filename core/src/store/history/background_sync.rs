//! A long step goes to the disk while it is written, so that its end waits for the last of it alone. That it is there is
//! still said by the step itself, when it ends: what is done here makes it sooner, and nothing else.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::Scope;

/// So many bytes are written before the disk is asked again.
const SLICE: usize = 4 << 20;

/// Asks the disk, beside whoever writes.
pub(super) struct Flush {
    asks: SyncSender<()>,
    written: usize,
}

impl Flush {
    /// Begins for what is written to `file`; it ends when this is dropped.
    pub(super) fn start<'scope>(scope: &'scope Scope<'scope, '_>, file: &'scope File) -> Self {
        // While the disk is busy one question waits, and takes in what comes until it is asked.
        let (asks, asked) = sync_channel(1);
        scope.spawn(move || {
            while asked.recv().is_ok() {
                if let Err(error) = file.sync_data() {
                    // The end of the step is told the same.
                    tracing::debug!(%error, "what is being written is not on its way to the disk");
                    break;
                }
            }
        });
        Self { asks, written: 0 }
    }

    /// So many bytes more were written.
    pub(super) fn wrote(&mut self, bytes: usize) {
        self.written += bytes;
        if self.written >= SLICE {
            self.written = 0;
            // One that waits already will do; after an error there is nobody to ask.
            let _asked = self.asks.try_send(());
        }
    }
}

/// Opens the file a second time, to be flushed. When this is closed the system takes away every lock that this program
/// has on the file: it is opened and closed while no step is under way and none is held between steps.
pub(super) fn open(file: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(file)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::store::Incoming;
    use crate::store::files::open::Look;
    use crate::store::history::History;
    use crate::store::history::append::Pages;

    #[test]
    fn the_disk_is_asked_after_so_many_bytes_and_whoever_writes_does_not_wait_for_it() {
        let file = tempfile::tempfile().unwrap();
        std::thread::scope(|scope| {
            let mut flush = Flush::start(scope, &file);
            flush.wrote(SLICE - 1);
            assert_eq!(flush.written, SLICE - 1, "too little to ask for");
            for _ in 0..100 {
                flush.wrote(SLICE);
                assert_eq!(flush.written, 0);
            }
        });
    }

    #[test]
    fn only_what_is_written_straight_is_flushed_and_the_log_keeps_its_lock() {
        let tmp = tempfile::tempdir().unwrap();
        let (history, _) = History::open(tmp.path(), Look::default(), Timestamp::UNIX_EPOCH).unwrap();
        let flushed = || history.reading().flushed().is_some();
        assert!(!flushed(), "nothing is to be written yet");
        history.write_straight().unwrap();
        assert!(flushed());
        let deal = Incoming {
            id: "a",
            body: r#"{"id":"a"}"#,
            position: 0,
            status: None,
        };
        let keep = |pages: &mut Pages<'_>| pages.write(Timestamp::UNIX_EPOCH, &[deal]).map(|_| ());
        history.keep_pages(keep).unwrap();
        history.write_ahead().unwrap();
        assert!(!flushed());
        assert_eq!(history.latest().unwrap(), 1);
        #[cfg(target_os = "linux")]
        assert!(crate::store::files::open::tests::is_locked(
            &tmp.path().join("history.db")
        ));
        assert_eq!(history.latest().unwrap(), 1);
    }
}
