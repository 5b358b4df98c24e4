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

use super::request_head::{self, BodyLength, HeadError, RequestHead};

/// The most bytes read from the socket at once.
const READ_SIZE: usize = 16 * 1024;

/// The position in the stream of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReadPhase {
    /// Before or inside the head of a request.
    Head,
    /// Inside a body, with that many bytes left.
    Body(u64),
    /// In the connection's last body.
    LastBody,
    /// After a request that could not be read.
    Rejected,
}

/// The incoming half of a connection.
#[derive(Debug)]
pub(super) struct RequestReader {
    phase: ReadPhase,
    /// Received bytes.
    raw: BytesMut,
    /// The number of bytes of the head already searched for its end.
    searched: usize,
    /// Bytes ready for the HTTP library.
    ready: BytesMut,
    head_timeout: Duration,
    timer: Option<Pin<Box<Sleep>>>,
}

impl RequestReader {
    /// Creates the reader of a new connection, with a time limit for each head.
    pub(super) fn new(head_timeout: Duration) -> Self {
        Self {
            phase: ReadPhase::Head,
            raw: BytesMut::new(),
            searched: 0,
            ready: BytesMut::new(),
            head_timeout,
            timer: None,
        }
    }

    /// Returns whether the client may still be sending data that will not be used.
    fn is_unfinished(&self) -> bool {
        self.phase != ReadPhase::Head || !self.raw.is_empty()
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
            if self.phase == ReadPhase::Rejected {
                // The response closes the connection. If the stream ended here, the library would drop the response.
                return Poll::Pending;
            }
            let mut buffer = [0; READ_SIZE];
            let mut read = ReadBuf::new(&mut buffer);
            match Pin::new(&mut *stream).poll_read(cx, &mut read) {
                Poll::Ready(Ok(())) if read.filled().is_empty() => {
                    if self.phase != ReadPhase::Head || self.raw.is_empty() {
                        return Poll::Ready(Ok(()));
                    }
                    self.refuse(HeadError::NotHttp);
                }
                Poll::Ready(Ok(())) => self.raw.extend_from_slice(read.filled()),
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {
                    if self.phase != ReadPhase::Head || self.raw.is_empty() || !self.is_late(cx) {
                        return Poll::Pending;
                    }
                    self.refuse(HeadError::Stalled);
                }
            }
        }
    }

    /// Prepares received bytes for the library; returns `false` if there are too few.
    fn advance(&mut self) -> bool {
        match self.phase {
            ReadPhase::Head => self.advance_head(),
            ReadPhase::Body(_) | ReadPhase::LastBody if self.raw.is_empty() => false,
            ReadPhase::Body(remaining) => {
                let length = usize::try_from(remaining).unwrap_or(usize::MAX).min(self.raw.len());
                self.ready = self.raw.split_to(length);
                self.phase = phase_after(BodyLength::Bytes(remaining - length as u64));
                true
            }
            ReadPhase::LastBody => {
                self.ready = self.raw.split();
                true
            }
            ReadPhase::Rejected => false,
        }
    }

    fn advance_head(&mut self) -> bool {
        // Empty lines before a request are ignored (RFC 9112, 2.2).
        let empty = self.raw.iter().take_while(|byte| [b'\r', b'\n'].contains(byte)).count();
        if empty > 0 {
            drop(self.raw.split_to(empty));
            self.searched = 0;
        }
        if let Some(end) = head_end(&self.raw, self.searched) {
            let raw = self.raw.split_to(end);
            match request_head::normalise(&raw) {
                Ok(head) => self.pass_on(&head),
                Err(head_error) => self.pass_on_rejection(head_error, &raw),
            }
            return true;
        }
        self.searched = self.raw.len();
        if self.raw.len() > request_head::MAX_HEAD {
            self.refuse(HeadError::TooLong);
            return true;
        }
        false
    }

    fn pass_on(&mut self, head: &RequestHead) {
        self.ready.extend_from_slice(&head.bytes);
        self.phase = phase_after(head.body);
        self.searched = 0;
        self.timer = None;
    }

    fn pass_on_rejection(&mut self, head_error: HeadError, raw: &[u8]) {
        self.pass_on(&request_head::rejected_head(head_error, raw));
        self.phase = ReadPhase::Rejected;
    }

    /// Replaces the received bytes with a rejection.
    fn refuse(&mut self, head_error: HeadError) {
        let raw = self.raw.split();
        self.pass_on_rejection(head_error, &raw);
    }

    /// Returns whether a head that has begun is past its time limit.
    fn is_late(&mut self, cx: &mut Context<'_>) -> bool {
        let head_timeout = self.head_timeout;
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep(head_timeout)));
        timer.as_mut().poll(cx).is_ready()
    }

    /// Closes a connection so that its response arrives.
    ///
    /// If the socket closed while the client still writes, the client would lose the response. Its data is therefore
    /// read and dropped until the time limit.
    pub(super) fn close(&self, mut stream: TcpStream) {
        if !self.is_unfinished() {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let head_timeout = self.head_timeout;
        runtime.spawn(async move {
            let drain = async {
                stream.shutdown().await?;
                let mut buffer = vec![0; READ_SIZE];
                while stream.read(&mut buffer).await? > 0 {}
                io::Result::Ok(())
            };
            match tokio::time::timeout(head_timeout, drain).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::debug!(%error, "failed to drain the connection"),
                Err(_) => tracing::debug!("failed to drain the connection in time"),
            }
        });
    }
}

fn phase_after(length: BodyLength) -> ReadPhase {
    match length {
        BodyLength::Bytes(0) => ReadPhase::Head,
        BodyLength::Bytes(remaining) => ReadPhase::Body(remaining),
        BodyLength::UntilClose => ReadPhase::LastBody,
    }
}

/// Returns the end of the empty line that ends a head.
fn head_end(raw: &[u8], searched: usize) -> Option<usize> {
    let from = searched.saturating_sub(3);
    let tail = raw.get(from..)?;
    tail.iter().enumerate().find_map(|(at, byte)| {
        let following = tail.get(at + 1..)?;
        match byte {
            b'\n' if following.starts_with(b"\n") => Some(from + at + 2),
            b'\n' if following.starts_with(b"\r\n") => Some(from + at + 3),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn head_end_is_found_after_every_split() {
        for head in ["a\r\nb\r\n\r\n", "a\nb\n\n", "a\r\nb\n\r\n"] {
            let full = format!("{head}body");
            for cut in 0..head.len() {
                let prefix = full.get(..cut).unwrap();
                assert_eq!(head_end(prefix.as_bytes(), 0), None, "{prefix:?}");
                assert_eq!(head_end(full.as_bytes(), cut), Some(head.len()), "{head:?} {cut}");
            }
        }
    }
}
