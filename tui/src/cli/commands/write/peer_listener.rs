//! Where a command hears that another program on the profile has changed something, instead of looking again and again.

use std::time::Duration;

use encours_core::store::{Outbox, Ring};
use tokio::net::UdpSocket;
use tokio::time::{sleep, timeout};

/// How soon is looked anyway: a ring may be lost, and a program that was killed rings nobody.
const LOOK: Duration = Duration::from_secs(1);

/// The door of the store that is open here.
pub(super) struct Door {
    /// `None` where the system gives no socket: then what has changed is seen at the next look.
    socket: Option<UdpSocket>,
    name: String,
}

impl Door {
    pub(super) fn of(outbox: &Outbox) -> Self {
        let bell = outbox.bell();
        Self {
            socket: bell.socket().and_then(|socket| UdpSocket::from_std(socket).ok()),
            name: bell.name(),
        }
    }

    /// Waits until another program has changed something, or it is time to look anyway; `most` at the longest.
    pub(super) async fn rung(&self, most: Duration) {
        // That it is time to look is as good as a ring.
        let _rung = timeout(most.min(LOOK), self.heard()).await;
    }

    async fn heard(&self) {
        let Some(socket) = &self.socket else {
            return std::future::pending().await;
        };
        let mut heard = [0; 128];
        loop {
            match socket.recv(&mut heard).await {
                Ok(length) if Ring::of(&self.name, heard.get(..length).unwrap_or_default()).is_some() => {
                    return;
                }
                Ok(_) => {}
                // An error is about one datagram, and most often that a store rung at is gone.
                Err(_) => sleep(Duration::from_millis(10)).await,
            }
        }
    }
}
