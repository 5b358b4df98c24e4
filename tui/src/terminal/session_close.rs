//! Closes sources after a switch to another user, in parallel to the screen.

use std::io;
use std::thread::JoinHandle;

use super::{DataSource, Wake};

/// Sources that are being closed.
#[derive(Debug, Default)]
pub(super) struct ClosingSources(Vec<JoinHandle<()>>);

impl ClosingSources {
    /// Closes a source on its own thread and then wakes the screen.
    ///
    /// # Errors
    /// The thread cannot be created. The source then ends as in a crash, which loses nothing.
    pub(super) fn begin(&mut self, source: Box<dyn DataSource>, wake: Wake) -> io::Result<()> {
        let thread = std::thread::Builder::new().name("leaving".to_owned()).spawn(move || {
            source.close_for_switch();
            wake.wake();
        })?;
        self.0.push(thread);
        Ok(())
    }

    /// Returns whether any source has been closed since the last call.
    pub(super) fn any_ended(&mut self) -> bool {
        let before = self.0.len();
        // A thread that panicked was reported by the panic hook, and counts as ended.
        self.0.retain(|thread| !thread.is_finished());
        self.0.len() < before
    }

    /// Waits until all sources are closed.
    pub(super) fn finish(&mut self) {
        for thread in self.0.drain(..) {
            let _reported = thread.join();
        }
    }
}
