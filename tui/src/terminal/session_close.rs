//! What was left because somebody else is acted for: it closes its store beside the screen, which waits for none of it.

use std::io;
use std::thread::JoinHandle;

use super::{Source, Wake};

/// The sources that are being closed.
#[derive(Debug, Default)]
pub(super) struct Leaving(Vec<JoinHandle<()>>);

impl Leaving {
    /// Closes a source on a thread of its own, and wakes the screen when that is done.
    ///
    /// # Errors
    /// The system gives no thread; then the source ends as it would in a crash, which loses nothing.
    pub(super) fn begin(&mut self, source: Box<dyn Source>, wake: Wake) -> io::Result<()> {
        let thread = std::thread::Builder::new()
            .name("leaving".to_owned())
            .spawn(move || {
                source.leave();
                wake.wake();
            })?;
        self.0.push(thread);
        Ok(())
    }

    /// Whether any has been closed since this was asked last.
    pub(super) fn any_ended(&mut self) -> bool {
        let before = self.0.len();
        // One that panicked has been reported by the panic hook, and has ended too.
        self.0.retain(|thread| !thread.is_finished());
        self.0.len() < before
    }

    /// Waits until all are closed.
    pub(super) fn finish(&mut self) {
        for thread in self.0.drain(..) {
            let _reported = thread.join();
        }
    }
}
