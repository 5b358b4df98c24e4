//! A listener whose connections can be cut from inside.
//!
//! The HTTP library always sends some response. The fault "no response at all" therefore needs to break the connection.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    extract::connect_info::Connected,
    serve::{IncomingStream, Listener},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
};

use super::request_reader::RequestReader;

const OPEN: u8 = 0;
const CUT: u8 = 1;
const RESET: u8 = 2;

/// The listening socket.
#[derive(Debug)]
pub(crate) struct CuttableListener {
    listener: TcpListener,
    /// The time limit for a request's head.
    head_timeout: Duration,
}

impl CuttableListener {
    pub(crate) fn new(listener: TcpListener, head_timeout: Duration) -> Self {
        Self { listener, head_timeout }
    }
}

/// Connection details that a request handler can use.
#[derive(Debug, Clone)]
pub(crate) struct ConnectionHandle {
    pub(crate) from: IpAddr,
    switch: Arc<AtomicU8>,
}

impl ConnectionHandle {
    /// Returns the handle of a request that comes from this process.
    pub(crate) fn local() -> Self {
        Self { from: IpAddr::V4(Ipv4Addr::LOCALHOST), switch: Arc::new(AtomicU8::new(OPEN)) }
    }

    /// Returns whether the connection was cut or reset.
    pub(crate) fn is_cut(&self) -> bool {
        self.switch.load(Ordering::SeqCst) != OPEN
    }

    /// Stops all writing and closes the connection.
    pub(crate) fn cut(&self) {
        self.switch.store(CUT, Ordering::SeqCst);
    }

    /// Stops all writing and resets the connection.
    pub(crate) fn reset(&self) {
        self.switch.store(RESET, Ordering::SeqCst);
    }
}

impl Connected<IncomingStream<'_, CuttableListener>> for ConnectionHandle {
    fn connect_info(stream: IncomingStream<'_, CuttableListener>) -> Self {
        Self { from: stream.remote_addr().ip(), switch: stream.io().switch.clone() }
    }
}

impl Listener for CuttableListener {
    type Io = CuttableStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (CuttableStream, SocketAddr) {
        let (stream, from) = Listener::accept(&mut self.listener).await;
        // Send small responses at once; the sandbox also works without this option.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "failed to set TCP_NODELAY");
        }
        (
            CuttableStream {
                stream: Some(stream),
                switch: Arc::new(AtomicU8::new(OPEN)),
                reader: RequestReader::new(self.head_timeout),
            },
            from,
        )
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that can be cut.
#[derive(Debug)]
pub(crate) struct CuttableStream {
    /// Taken when the connection ends.
    stream: Option<TcpStream>,
    switch: Arc<AtomicU8>,
    reader: RequestReader,
}

impl CuttableStream {
    fn is_cut(&self) -> bool {
        self.switch.load(Ordering::SeqCst) != OPEN
    }

    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }

    /// Returns the stream, unless the connection was cut.
    fn open_stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        if self.is_cut() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.stream()
    }
}

impl Drop for CuttableStream {
    fn drop(&mut self) {
        let Some(stream) = self.stream.take() else { return };
        match self.switch.load(Ordering::SeqCst) {
            OPEN => self.reader.close(stream),
            RESET => {
                if let Err(error) = stream.set_zero_linger() {
                    tracing::debug!(%error, "failed to reset the connection");
                }
            }
            _ => {}
        }
    }
}

impl AsyncRead for CuttableStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Self { stream, reader: intake, .. } = &mut *self;
        match stream {
            Some(stream) => intake.poll(stream, cx, buf),
            None => Poll::Ready(Ok(())),
        }
    }
}

impl AsyncWrite for CuttableStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        self.open_stream()?.poll_write(cx, buf)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.open_stream()?.poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(cx)
    }
}
