//! The console hands over events, not bytes: nothing of it has to be told apart.

use std::io;
use std::time::Duration;

use crossterm::event::{self, Event, EventStream};
use futures_util::StreamExt;

/// How long is looked for what has come already. Crossterm looks at nothing in no time at all.
const GLANCE: Duration = Duration::from_micros(50);

/// The events of the terminal.
#[derive(Debug)]
pub struct Input(Option<EventStream>);

impl Input {
    /// Starts to read.
    ///
    /// # Errors
    /// None here.
    pub fn start() -> io::Result<Self> {
        Ok(Self(Some(EventStream::new())))
    }

    /// Lets go of the terminal: nothing is read until [`Input::take_up`].
    pub fn let_go(&mut self) {
        self.0 = None;
        // The stream woke its own reader to end it. Where that was not reading, the wake-up would come with the first
        // key after, and crossterm would look at nothing else. Keys typed ahead stay in its queue.
        let _woken = event::poll(GLANCE);
    }

    /// Reads again.
    ///
    /// # Errors
    /// None here.
    pub fn take_up(&mut self) -> io::Result<()> {
        self.0 = Some(EventStream::new());
        Ok(())
    }

    /// The next event; `None` once the terminal can't be read any more. Never answers while the terminal is let go of.
    pub async fn next(&mut self) -> Option<Event> {
        match &mut self.0 {
            Some(stream) => stream.next().await?.ok(),
            None => std::future::pending().await,
        }
    }

    /// An event that has come already, if one has.
    pub fn waiting(&mut self) -> Option<Event> {
        self.0.as_ref()?;
        event::poll(GLANCE).ok()?.then(|| event::read().ok())?
    }
}

/// What is typed in answer to a question.
#[derive(Debug)]
pub struct Typed;

impl Typed {
    /// Begins.
    pub fn new() -> Self {
        Self
    }

    /// The next event, waited for.
    ///
    /// # Errors
    /// The console can't be read.
    pub fn next(&mut self) -> io::Result<Event> {
        event::read()
    }
}
