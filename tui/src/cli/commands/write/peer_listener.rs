//! Waits for a signal from another process on the profile, instead of polling.

use std::time::Duration;

use encours_core::store::{Outbox, PeerSignal};
use tokio::net::UdpSocket;
use tokio::time::{sleep, timeout};

/// Polling interval as a fallback: a datagram may be lost, and a killed process sends none.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Listener for the signals of the open store.
pub(super) struct SignalListener {
    /// `None` if the system provides no socket; then only polling is left.
    socket: Option<UdpSocket>,
    name: String,
}

impl SignalListener {
    pub(super) fn bind(outbox: &Outbox) -> Self {
        let bell = outbox.peer_listener();
        Self { socket: bell.socket().and_then(|socket| UdpSocket::from_std(socket).ok()), name: bell.name() }
    }

    /// Waits for a signal from another process or the polling interval, at most `max`.
    pub(super) async fn wait(&self, max: Duration) {
        // A timeout has the same effect as a signal.
        let _rung = timeout(max.min(POLL_INTERVAL), self.recv()).await;
    }

    async fn recv(&self) {
        let Some(socket) = &self.socket else {
            return std::future::pending().await;
        };
        let mut buffer = [0; 128];
        loop {
            match socket.recv(&mut buffer).await {
                Ok(length)
                    if PeerSignal::parse(&self.name, buffer.get(..length).unwrap_or_default()).is_some() =>
                {
                    return;
                }
                Ok(_) => {}
                // An error concerns one datagram, and usually means that a peer's socket has closed.
                Err(_) => sleep(Duration::from_millis(10)).await,
            }
        }
    }
}
