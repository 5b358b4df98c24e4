//! A listener whose connections can be cut from inside: an HTTP library always sends some answer, and the fault
//! "no answer at all" needs the line itself to break.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    task::{Context, Poll},
};

use axum::{
    extract::connect_info::Connected,
    serve::{IncomingStream, Listener},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
};

use super::unread::Unread;

const OPEN: u8 = 0;
const CUT: u8 = 1;
const RESET: u8 = 2;

/// Where connections come in.
#[derive(Debug)]
pub(crate) struct Door(pub(crate) TcpListener);

/// What a request knows of its connection.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) from: IpAddr,
    switch: Arc<AtomicU8>,
}

impl Line {
    /// From here on nothing is written; the connection closes.
    pub(crate) fn cut(&self) {
        self.switch.store(CUT, Ordering::SeqCst);
    }

    /// From here on nothing is written; the connection is reset.
    pub(crate) fn reset(&self) {
        self.switch.store(RESET, Ordering::SeqCst);
    }
}

impl Connected<IncomingStream<'_, Door>> for Line {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Self {
        Self {
            from: stream.remote_addr().ip(),
            switch: stream.io().switch.clone(),
        }
    }
}

impl Listener for Door {
    type Io = Wire;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Wire, SocketAddr) {
        let (stream, from) = Listener::accept(&mut self.0).await;
        // Small answers leave at once; a sandbox that cannot ask for that still works.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY was refused");
        }
        (
            Wire {
                stream,
                switch: Arc::new(AtomicU8::new(OPEN)),
                unread: None,
            },
            from,
        )
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// A connection with a switch.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    switch: Arc<AtomicU8>,
    /// The answer to a request that could not be read, while it is being written.
    unread: Option<Unread>,
}

impl Wire {
    fn broken(&self) -> bool {
        self.switch.load(Ordering::SeqCst) != OPEN
    }

    /// Writes the problem that stands in the place of what was to be written, if there is one.
    fn poll_unread(&mut self, cx: &mut Context<'_>, begun: &[u8]) -> Option<Poll<io::Result<usize>>> {
        if self.unread.is_none() {
            self.unread = Unread::instead_of(begun);
        }
        let Self { stream, unread, .. } = self;
        let waiting = unread.as_mut()?;
        while let Some(rest) = waiting.answer.get(waiting.sent..).filter(|rest| !rest.is_empty()) {
            match Pin::new(&mut *stream).poll_write(cx, rest) {
                Poll::Ready(Ok(sent)) => waiting.sent += sent,
                Poll::Ready(Err(error)) => return Some(Poll::Ready(Err(error))),
                Poll::Pending => return Some(Poll::Pending),
            }
        }
        *unread = None;
        Some(Poll::Ready(Ok(begun.len())))
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        if self.switch.load(Ordering::SeqCst) == RESET
            && let Err(error) = self.stream.set_zero_linger()
        {
            tracing::debug!(%error, "the connection is closed, not reset");
        }
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        if self.broken() {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        if let Some(written) = self.poll_unread(cx, buf) {
            return written;
        }
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if self.broken() {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        // An answer of the HTTP library's own is one piece: it has no body.
        if let [only] = bufs
            && let Some(written) = self.poll_unread(cx, only)
        {
            return written;
        }
        Pin::new(&mut self.stream).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
