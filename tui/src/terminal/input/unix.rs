//! Reads the terminal's bytes on a stoppable thread. Crossterm is not used, because it takes terminal replies
//! for keys.

use std::io;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Instant;

use crossterm::event::Event;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::decoder::Decoder;
use crate::terminal::size::size;

/// Bytes per read. The next read waits until they are decoded, so that the system buffers a flood.
const READ_SIZE: usize = 4_096;

/// Bytes with their arrival time.
type InputChunk = (Vec<u8>, Instant);

/// Events of the terminal.
#[derive(Debug)]
pub struct Input {
    decoder: Decoder,
    reader: Option<Reader>,
    resized: Signal,
}

impl Input {
    /// Starts reading. Needs a running tokio runtime.
    ///
    /// # Errors
    /// The thread or the window size signal is not available.
    pub fn start() -> io::Result<Self> {
        Ok(Self {
            decoder: Decoder::new(Instant::now()),
            reader: Some(Reader::start()?),
            resized: signal(SignalKind::window_change())?,
        })
    }

    /// Releases the terminal: nothing is read until [`Input::resume`]. Keys typed before are kept.
    pub fn release(&mut self) {
        for (bytes, at) in self.reader.take().into_iter().flat_map(Reader::end) {
            self.decoder.feed(&bytes, at);
        }
    }

    /// Starts reading again.
    ///
    /// # Errors
    /// The thread cannot be created.
    pub fn resume(&mut self) -> io::Result<()> {
        self.reader = Some(Reader::start()?);
        self.decoder.expect_replies(Instant::now());
        Ok(())
    }

    /// Returns the next event; `None` after the terminal can no longer be read. Pending while the terminal is
    /// released.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.decoder.next_event() {
                return Some(event);
            }
            let Some(reader) = &mut self.reader else {
                return std::future::pending().await;
            };
            let decides = self.decoder.deadline();
            tokio::select! {
                biased;
                Some(()) = self.resized.recv() => {
                    let (columns, rows) = size();
                    return Some(Event::Resize(columns, rows));
                }
                piece = reader.next() => {
                    let (bytes, at) = piece.ok()?;
                    self.decoder.feed(&bytes, at);
                }
                () = tokio::time::sleep_until(decides.unwrap_or_else(Instant::now).into()), if decides.is_some() => {
                    self.decoder.expire(Instant::now());
                }
            }
        }
    }

    /// Returns an event that has already arrived, if any.
    pub fn try_next(&mut self) -> Option<Event> {
        if let Some(event) = self.decoder.next_event() {
            return Some(event);
        }
        let (bytes, at) = self.reader.as_mut()?.try_next()?;
        self.decoder.feed(&bytes, at);
        self.decoder.next_event()
    }
}

/// Input for a prompt, which reads nothing beyond the response.
#[derive(Debug)]
pub struct PromptInput(Decoder);

impl PromptInput {
    /// Creates the input.
    pub fn new() -> Self {
        Self(Decoder::new(Instant::now()))
    }

    /// Waits for the next event.
    ///
    /// # Errors
    /// The terminal can no longer be read.
    pub fn next(&mut self) -> io::Result<Event> {
        let stdin = io::stdin();
        loop {
            if let Some(event) = self.0.next_event() {
                return Ok(event);
            }
            let time_until =
                |at: Instant| Timespec::try_from(at.saturating_duration_since(Instant::now())).ok();
            let wait = self.0.deadline().and_then(time_until);
            match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], wait.as_ref()) {
                Ok(0) => self.0.expire(Instant::now()),
                Ok(_) => {
                    let mut byte = [0];
                    if rustix::io::retry_on_intr(|| rustix::io::read(&stdin, &mut byte))? == 0 {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                    self.0.feed(&byte, Instant::now());
                }
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Thread that waits for bytes.
#[derive(Debug)]
struct Reader {
    requests: Sender<()>,
    is_pending: bool,
    pieces: UnboundedReceiver<io::Result<InputChunk>>,
    /// Dropping this end of the socket pair stops the thread.
    stop_guard: UnixStream,
    thread: JoinHandle<()>,
}

impl Reader {
    fn start() -> io::Result<Self> {
        let (stay, leave) = UnixStream::pair()?;
        let (requests_tx, requests) = channel();
        let (sender, pieces) = unbounded_channel();
        let thread = std::thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || read_pieces(&requests, &sender, &leave))?;
        Ok(Self { requests: requests_tx, is_pending: false, pieces, stop_guard: stay, thread })
    }

    /// Requests the next piece, unless a request is pending.
    fn request(&mut self) {
        // After the thread has ended, no more pieces arrive.
        self.is_pending = self.is_pending || self.requests.send(()).is_ok();
    }

    /// Returns the next piece. Pending after the terminal has hung up, because the signal handlers report that.
    async fn next(&mut self) -> io::Result<InputChunk> {
        self.request();
        match self.pieces.recv().await {
            Some(piece) => {
                self.is_pending = false;
                piece
            }
            None => std::future::pending().await,
        }
    }

    /// Returns a piece that has already arrived, if any.
    fn try_next(&mut self) -> Option<InputChunk> {
        let piece = self.pieces.try_recv().ok()?.ok()?;
        self.is_pending = false;
        self.request();
        Some(piece)
    }

    /// Stops the thread and returns the pieces that it has read.
    fn end(mut self) -> Vec<InputChunk> {
        drop(self.stop_guard);
        drop(self.requests);
        // The panic hook has already reported a panic of the thread.
        let _ended = self.thread.join();
        let pieces = std::iter::from_fn(|| self.pieces.try_recv().ok());
        pieces.filter_map(Result::ok).collect()
    }
}

fn read_pieces(
    requests: &Receiver<()>,
    pieces: &UnboundedSender<io::Result<InputChunk>>,
    leave: &UnixStream,
) {
    while requests.recv().is_ok() {
        match read_piece(leave) {
            Ok(Some(piece)) => {
                if pieces.send(Ok(piece)).is_err() {
                    return;
                }
            }
            Ok(None) => return,
            Err(error) => {
                // After the receiver has gone, the error is of no use.
                let _unheard = pieces.send(Err(error));
                return;
            }
        }
    }
}

/// Waits for bytes and reads them; `None` if the terminal has hung up or is released.
fn read_piece(leave: &UnixStream) -> io::Result<Option<InputChunk>> {
    let stdin = io::stdin();
    let mut ends = [PollFd::new(&stdin, PollFlags::IN), PollFd::new(leave, PollFlags::IN)];
    while let Err(error) = poll(&mut ends, None) {
        if error != rustix::io::Errno::INTR {
            return Err(error.into());
        }
    }
    let (typed, is_stopped) = (ends[0].revents(), ends[1].revents());
    if !is_stopped.is_empty() || typed.contains(PollFlags::HUP) {
        return Ok(None);
    }
    let mut bytes = vec![0; READ_SIZE];
    let read = rustix::io::retry_on_intr(|| rustix::io::read(&stdin, &mut bytes))?;
    bytes.truncate(read);
    Ok((read > 0).then(|| (bytes, Instant::now())))
}
