//! Non-blocking standard error for the long-running sandbox server.
//!
//! A thread writes the lines, so that a full pipe blocks neither a response nor the end of the process.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, channel, sync_channel};
use std::time::Duration;

/// Maximum number of queued lines; further ones are counted and dropped.
const MAX_QUEUED: usize = 4_096;

/// Maximum wait at exit for the remaining lines.
const MAX_EXIT_WAIT: Duration = Duration::from_millis(200);

enum LinePart {
    Line(Vec<u8>),
    End(std::sync::mpsc::Sender<()>),
}

/// A writer that never blocks.
#[derive(Clone)]
pub(super) struct StderrWriter {
    pieces: SyncSender<LinePart>,
    dropped_lines: Arc<AtomicU64>,
}

impl StderrWriter {
    /// Creates an outlet for a writer that may be slow.
    pub(super) fn new(to: impl Write + Send + 'static) -> io::Result<Self> {
        let (pieces, waiting) = sync_channel(MAX_QUEUED);
        let left_out = Arc::new(AtomicU64::new(0));
        let counted = left_out.clone();
        std::thread::Builder::new()
            .name("encours-log".to_owned())
            .spawn(move || drain(&waiting, &counted, to))?;
        Ok(Self { pieces, dropped_lines: left_out })
    }

    /// Waits a short time until the queued lines are written.
    pub(super) fn flush_at_exit(&self) {
        let (done, ended) = channel();
        if self.pieces.try_send(LinePart::End(done)).is_ok() {
            // With a full pipe, the remaining lines are dropped.
            let _ = ended.recv_timeout(MAX_EXIT_WAIT);
        }
    }
}

impl Write for StderrWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        match self.pieces.try_send(LinePart::Line(line.to_vec())) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => {
                self.dropped_lines.fetch_add(1, Ordering::Relaxed);
            }
            Err(TrySendError::Disconnected(_)) => return Err(io::ErrorKind::BrokenPipe.into()),
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn drain(waiting: &Receiver<LinePart>, left_out: &AtomicU64, mut to: impl Write) {
    for piece in waiting {
        let missing = left_out.swap(0, Ordering::Relaxed);
        let warned = match missing {
            0 => Ok(()),
            missing => writeln!(to, "({missing} lines of this log were left out: nobody read it)"),
        };
        let written = warned.and_then(|()| match &piece {
            LinePart::Line(line) => to.write_all(line),
            LinePart::End(_) => to.flush(),
        });
        if written.is_err() {
            // The reader has closed the pipe, so no output is left for errors.
            return;
        }
        if let LinePart::End(done) = piece {
            let _ = done.send(());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, MutexGuard};

    use super::*;

    /// A writer that blocks while the test holds its lock.
    #[derive(Clone, Default)]
    struct Slow(Arc<Mutex<Vec<u8>>>);

    impl Slow {
        fn text(&self) -> MutexGuard<'_, Vec<u8>> {
            self.0.lock().unwrap()
        }

        /// Waits until the text ends with `end` and returns it. The timeout is long, for busy machines.
        fn ending(&self, end: &str) -> String {
            let started_at = std::time::Instant::now();
            while !self.text().ends_with(end.as_bytes()) {
                assert!(started_at.elapsed() < Duration::from_secs(30), "no {end:?}");
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
        let mut outlet = StderrWriter::new(slow.clone()).unwrap();
        for number in 0..100 {
            writeln!(outlet, "{number}").unwrap();
        }
        outlet.flush_at_exit();
        let expected = (0..100).fold(String::new(), |text, number| text + &format!("{number}\n"));
        assert_eq!(slow.ending("99\n"), expected);
    }

    #[test]
    fn log_lines_lost_to_a_slow_reader_are_reported() {
        let slow = Slow::default();
        let mut outlet = StderrWriter::new(slow.clone()).unwrap();
        let output = slow.text();
        for _ in 0..MAX_QUEUED + 500 {
            outlet.write_all(b"a line\n").unwrap();
        }
        drop(output);
        // The queue has space again after the writer is released.
        while outlet.pieces.try_send(LinePart::Line(b"the last\n".to_vec())).is_err() {
            std::thread::yield_now();
        }
        outlet.flush_at_exit();
        let text = slow.ending("the last\n");
        assert!(text.contains("lines of this log were left out"), "{}", text.len());
    }
}
