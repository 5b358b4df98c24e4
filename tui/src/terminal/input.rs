//! What is typed, clicked and pasted, read on a thread of its own.
//!
//! Crossterm 0.29 reads for ever, and fast, from a terminal that has hung up. So nobody waits for this
//! thread and it holds nothing: the process ends beside it.

use std::io;
use std::thread;

use crossterm::event::Event;
use tokio::sync::mpsc::{Receiver, channel};

/// More events than a person or a paste brings in one frame; a flood waits in the terminal.
const QUEUE: usize = 4_096;

/// Starts reading. The channel closes when the terminal can't be read any more.
///
/// # Errors
/// The system gives no thread.
pub fn start() -> io::Result<Receiver<Event>> {
    let (events, receiver) = channel(QUEUE);
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        while let Ok(event) = crossterm::event::read() {
            if events.blocking_send(event).is_err() {
                return;
            }
        }
    })?;
    Ok(receiver)
}
