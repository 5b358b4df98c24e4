//! The incoming half of a connection.
//!
//! Heads are made readable before the HTTP library sees them, and bodies pass through unchanged. A head that does not
//! end in time is answered.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::BytesMut;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, ReadBuf},
    net::TcpStream,
    time::Sleep,
};

use super::request_head::{self, Behind, Head, Trouble};

/// The most bytes read from the socket at once.
const PIECE: usize = 16 * 1024;

/// The position in the stream of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Before or inside the head of a request.
    Head,
    /// Inside a body, with that many bytes left.
    Body(u64),
    /// In the connection's last body.
    Last,
    /// After a request that could not be read.
    Refused,
}

/// The incoming half of a connection.
#[derive(Debug)]
pub(super) struct Intake {
    phase: Phase,
    /// Received bytes.
    raw: BytesMut,
    /// The number of bytes of the head already searched for its end.
    searched: usize,
    /// Bytes ready for the HTTP library.
    ready: BytesMut,
    patience: Duration,
    alarm: Option<Pin<Box<Sleep>>>,
}

impl Intake {
    /// Creates the reader of a new connection, with a time limit for each head.
    pub(super) fn new(patience: Duration) -> Self {
        Self {
            phase: Phase::Head,
            raw: BytesMut::new(),
            searched: 0,
            ready: BytesMut::new(),
            patience,
            alarm: None,
        }
    }

    /// Returns whether the client may still be sending data that will not be used.
    fn is_unfinished(&self) -> bool {
        self.phase != Phase::Head || !self.raw.is_empty()
    }

    /// Passes on the bytes that have arrived.
    pub(super) fn poll(
        &mut self,
        stream: &mut TcpStream,
        cx: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            if !self.ready.is_empty() {
                let length = self.ready.len().min(out.remaining());
                out.put_slice(&self.ready.split_to(length));
                return Poll::Ready(Ok(()));
            }
            if self.advance() {
                continue;
            }
            if self.phase == Phase::Refused {
                // The answer closes the connection. If the stream ended here, the library would drop the answer.
                return Poll::Pending;
            }
            let mut piece = [0; PIECE];
            let mut read = ReadBuf::new(&mut piece);
            match Pin::new(&mut *stream).poll_read(cx, &mut read) {
                Poll::Ready(Ok(())) if read.filled().is_empty() => {
                    if self.phase != Phase::Head || self.raw.is_empty() {
                        return Poll::Ready(Ok(()));
                    }
                    self.refuse(Trouble::NoHttp);
                }
                Poll::Ready(Ok(())) => self.raw.extend_from_slice(read.filled()),
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {
                    if self.phase != Phase::Head || self.raw.is_empty() || !self.is_late(cx) {
                        return Poll::Pending;
                    }
                    self.refuse(Trouble::Stalled);
                }
            }
        }
    }

    /// Prepares received bytes for the library; returns `false` if there are too few.
    fn advance(&mut self) -> bool {
        match self.phase {
            Phase::Head => self.advance_head(),
            Phase::Body(_) | Phase::Last if self.raw.is_empty() => false,
            Phase::Body(left) => {
                let length = usize::try_from(left).unwrap_or(usize::MAX).min(self.raw.len());
                self.ready = self.raw.split_to(length);
                self.phase = behind(Behind::Bytes(left - length as u64));
                true
            }
            Phase::Last => {
                self.ready = self.raw.split();
                true
            }
            Phase::Refused => false,
        }
    }

    fn advance_head(&mut self) -> bool {
        // Empty lines before a request are ignored (RFC 9112, 2.2).
        let empty = self
            .raw
            .iter()
            .take_while(|byte| [b'\r', b'\n'].contains(byte))
            .count();
        if empty > 0 {
            drop(self.raw.split_to(empty));
            self.searched = 0;
        }
        if let Some(end) = end(&self.raw, self.searched) {
            let raw = self.raw.split_to(end);
            match request_head::readable(&raw) {
                Ok(head) => self.hand_on(&head),
                Err(trouble) => self.hand_on_refused(trouble, &raw),
            }
            return true;
        }
        self.searched = self.raw.len();
        if self.raw.len() > request_head::LONGEST {
            self.refuse(Trouble::TooLong);
            return true;
        }
        false
    }

    fn hand_on(&mut self, head: &Head) {
        self.ready.extend_from_slice(&head.bytes);
        self.phase = behind(head.behind);
        self.searched = 0;
        self.alarm = None;
    }

    fn hand_on_refused(&mut self, trouble: Trouble, raw: &[u8]) {
        self.hand_on(&request_head::refused(trouble, raw));
        self.phase = Phase::Refused;
    }

    /// Replaces the received bytes with a refusal.
    fn refuse(&mut self, trouble: Trouble) {
        let raw = self.raw.split();
        self.hand_on_refused(trouble, &raw);
    }

    /// Returns whether a head that has begun is past its time limit.
    fn is_late(&mut self, cx: &mut Context<'_>) -> bool {
        let patience = self.patience;
        let alarm = self
            .alarm
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        alarm.as_mut().poll(cx).is_ready()
    }

    /// Closes a connection so that its answer arrives.
    ///
    /// If the socket closed while the client still writes, the client would lose the answer. Its data is therefore
    /// read and dropped until the time limit.
    pub(super) fn close(&self, mut stream: TcpStream) {
        if !self.is_unfinished() {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let patience = self.patience;
        runtime.spawn(async move {
            let drain = async {
                stream.shutdown().await?;
                let mut piece = vec![0; PIECE];
                while stream.read(&mut piece).await? > 0 {}
                io::Result::Ok(())
            };
            match tokio::time::timeout(patience, drain).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::debug!(%error, "failed to drain the connection"),
                Err(_) => tracing::debug!("failed to drain the connection in time"),
            }
        });
    }
}

fn behind(behind: Behind) -> Phase {
    match behind {
        Behind::Bytes(0) => Phase::Head,
        Behind::Bytes(left) => Phase::Body(left),
        Behind::Everything => Phase::Last,
    }
}

/// Returns the end of the empty line that ends a head.
fn end(raw: &[u8], searched: usize) -> Option<usize> {
    let from = searched.saturating_sub(3);
    let rest = raw.get(from..)?;
    rest.iter().enumerate().find_map(|(at, byte)| {
        let behind = rest.get(at + 1..)?;
        match byte {
            b'\n' if behind.starts_with(b"\n") => Some(from + at + 2),
            b'\n' if behind.starts_with(b"\r\n") => Some(from + at + 3),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_head_is_found_wherever_it_was_cut() {
        for head in ["a\r\nb\r\n\r\n", "a\nb\n\n", "a\r\nb\n\r\n"] {
            let whole = format!("{head}body");
            for cut in 0..head.len() {
                let begun = whole.get(..cut).unwrap();
                assert_eq!(end(begun.as_bytes(), 0), None, "{begun:?}");
                assert_eq!(end(whole.as_bytes(), cut), Some(head.len()), "{head:?} {cut}");
            }
        }
    }
}
