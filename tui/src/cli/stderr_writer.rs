//! Standard error for a service that goes on for hours: lines are handed to a thread that writes them, so that a
//! pipe which nobody reads holds up neither an answer nor the end of the process.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, channel, sync_channel};
use std::time::Duration;

/// Lines that wait to be written; what comes beyond them is counted and left out.
const WAITING: usize = 4_096;

/// How long the end of the process waits for the lines that are left.
const LAST: Duration = Duration::from_millis(200);

enum Piece {
    Line(Vec<u8>),
    End(std::sync::mpsc::Sender<()>),
}

/// A writer that never waits.
#[derive(Clone)]
pub(super) struct Outlet {
    pieces: SyncSender<Piece>,
    left_out: Arc<AtomicU64>,
}

impl Outlet {
    /// An outlet in front of a writer that may be slow.
    pub(super) fn new(to: impl Write + Send + 'static) -> io::Result<Self> {
        let (pieces, waiting) = sync_channel(WAITING);
        let left_out = Arc::new(AtomicU64::new(0));
        let counted = left_out.clone();
        std::thread::Builder::new()
            .name("encours-log".to_owned())
            .spawn(move || drain(&waiting, &counted, to))?;
        Ok(Self { pieces, left_out })
    }

    /// Waits, not for long, until what was handed over is written.
    pub(super) fn end(&self) {
        let (done, ended) = channel();
        if self.pieces.try_send(Piece::End(done)).is_ok() {
            // Nobody reads any more: the rest is left unwritten, as it would be in a full pipe.
            let _ = ended.recv_timeout(LAST);
        }
    }
}

impl Write for Outlet {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        match self.pieces.try_send(Piece::Line(line.to_vec())) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => {
                self.left_out.fetch_add(1, Ordering::Relaxed);
            }
            Err(TrySendError::Disconnected(_)) => return Err(io::ErrorKind::BrokenPipe.into()),
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn drain(waiting: &Receiver<Piece>, left_out: &AtomicU64, mut to: impl Write) {
    for piece in waiting {
        let missing = left_out.swap(0, Ordering::Relaxed);
        let said = match missing {
            0 => Ok(()),
            missing => writeln!(to, "({missing} lines of this log were left out: nobody read it)"),
        };
        let written = said.and_then(|()| match &piece {
            Piece::Line(line) => to.write_all(line),
            Piece::End(_) => to.flush(),
        });
        if written.is_err() {
            // The other end is closed: there is nobody left to tell.
            return;
        }
        if let Piece::End(done) = piece {
            let _ = done.send(());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, MutexGuard};

    use super::*;

    /// A writer that is held up while the test holds its lock.
    #[derive(Clone, Default)]
    struct Slow(Arc<Mutex<Vec<u8>>>);

    impl Slow {
        fn text(&self) -> MutexGuard<'_, Vec<u8>> {
            self.0.lock().unwrap()
        }

        /// The whole text once it ends so; a busy machine may take its time, but not for ever.
        fn ending(&self, end: &str) -> String {
            let begun = std::time::Instant::now();
            while !self.text().ends_with(end.as_bytes()) {
                assert!(begun.elapsed() < Duration::from_secs(30), "no {end:?}");
                std::thread::yield_now();
            }
            String::from_utf8(self.text().clone()).unwrap()
        }
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.text().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_are_written_in_order() {
        let slow = Slow::default();
        let mut outlet = Outlet::new(slow.clone()).unwrap();
        for number in 0..100 {
            writeln!(outlet, "{number}").unwrap();
        }
        outlet.end();
        let expected = (0..100).fold(String::new(), |text, number| text + &format!("{number}\n"));
        assert_eq!(slow.ending("99\n"), expected);
    }

    #[test]
    fn a_reader_that_stands_still_holds_nobody_up_and_is_told_what_it_missed() {
        let slow = Slow::default();
        let mut outlet = Outlet::new(slow.clone()).unwrap();
        let held = slow.text();
        for _ in 0..WAITING + 500 {
            outlet.write_all(b"a line\n").unwrap();
        }
        drop(held);
        // The queue empties once the reader reads again.
        while outlet
            .pieces
            .try_send(Piece::Line(b"the last\n".to_vec()))
            .is_err()
        {
            std::thread::yield_now();
        }
        outlet.end();
        let text = slow.ending("the last\n");
        assert!(text.contains("lines of this log were left out"), "{}", text.len());
    }
}
