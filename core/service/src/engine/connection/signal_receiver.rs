//! Receiver of the signals that other processes on the profile send, for the engine and the command line.

use std::time::Duration;

use tokio::net::UdpSocket;
use tokio::time::sleep;

use crate::store::{Outbox, PeerSignal};

/// Pause after an error, so that a permanent one costs no processor time.
const ERROR_PAUSE: Duration = Duration::from_millis(10);

/// The receiving end of an open store.
#[derive(Debug)]
pub struct SignalReceiver {
    socket: UdpSocket,
    name: String,
}

impl SignalReceiver {
    /// Creates the receiver; `None` if the system provides no socket.
    pub fn bind(outbox: &Outbox) -> Option<Self> {
        let listener = outbox.peer_listener();
        match UdpSocket::from_std(listener.socket()?) {
            Ok(socket) => Some(Self { socket, name: listener.name() }),
            Err(error) => {
                tracing::warn!(%error, "failed to listen for signals of other processes");
                None
            }
        }
    }

    /// Waits for the next signal to this store.
    pub async fn recv(&self) -> PeerSignal {
        let mut buffer = [0; 128];
        loop {
            match self.socket.recv(&mut buffer).await {
                Ok(length) => {
                    let datagram = buffer.get(..length).unwrap_or_default();
                    if let Some(signal) = PeerSignal::parse(&self.name, datagram) {
                        return signal;
                    }
                }
                // An error concerns a single datagram; usually a peer that was signalled has ended.
                Err(_) => sleep(ERROR_PAUSE).await,
            }
        }
    }
}
