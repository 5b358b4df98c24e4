//! Console input on Windows, which delivers events instead of bytes.

use std::io;
use std::time::Duration;

use crossterm::event::{self, Event, EventStream};
use futures_util::StreamExt;

/// Wait for an event that has already arrived. With zero, crossterm does not check at all.
const POLL_WAIT: Duration = Duration::from_micros(50);

/// Events of the terminal.
#[derive(Debug)]
pub struct Input(Option<EventStream>);

impl Input {
    /// Starts reading.
    ///
    /// # Errors
    /// None on this platform.
    pub fn start() -> io::Result<Self> {
        Ok(Self(Some(EventStream::new())))
    }

    /// Releases the terminal: nothing is read until [`Input::resume`].
    pub fn release(&mut self) {
        self.0 = None;
        // The stream has woken its reader to end it. If the reader was idle, consume the wake-up here; else it
        // would arrive with the next key, and crossterm would look at nothing else. Keys typed before stay in
        // the queue.
        let _woken = event::poll(POLL_WAIT);
    }

    /// Starts reading again.
    ///
    /// # Errors
    /// None on this platform.
    pub fn resume(&mut self) -> io::Result<()> {
        self.0 = Some(EventStream::new());
        Ok(())
    }

    /// Returns the next event; `None` after the terminal can no longer be read. Pending while the terminal is
    /// released.
    pub async fn next(&mut self) -> Option<Event> {
        match &mut self.0 {
            Some(stream) => stream.next().await?.ok(),
            None => std::future::pending().await,
        }
    }

    /// Returns an event that has already arrived, if any.
    pub fn try_next(&mut self) -> Option<Event> {
        self.0.as_ref()?;
        event::poll(POLL_WAIT).ok()?.then(|| event::read().ok())?
    }
}

/// Input for a prompt.
#[derive(Debug)]
pub struct PromptInput;

impl PromptInput {
    /// Creates the input.
    pub fn new() -> Self {
        Self
    }

    /// Waits for the next event.
    ///
    /// # Errors
    /// The console cannot be read.
    pub fn next(&mut self) -> io::Result<Event> {
        event::read()
    }
}
