//! Signals between the processes of a profile. Each open store has a UDP socket on loopback. After a change it signals
//! all others, which then check the files. A signal says only "look", or that the server answers or has stopped
//! answering.
//!
//! A datagram needs no server, no polling and no file watcher, and works the same on every system. A lost one only
//! costs time: the files are authoritative and also checked periodically. A sender must know the store's name, which
//! only the owner of the directory can read.

use std::net::{Ipv4Addr, UdpSocket};

use crate::host;

/// Suffix after the store's name for "the server answers".
const RESPONSES: &[u8] = b" answers";

/// Suffix after the store's name for "the server has stopped answering".
const SILENT: &[u8] = b" silent";

/// The meaning of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerSignal {
    /// The files have changed.
    FilesChanged,
    /// The server has answered another process.
    ServerUp,
    /// The server has stopped answering another process.
    ServerDown,
}

impl PeerSignal {
    /// Parses a datagram to the store called `name`. `None` if it is for another store, or of a later version.
    pub fn parse(name: &str, datagram: &[u8]) -> Option<Self> {
        match datagram.strip_prefix(name.as_bytes())? {
            [] => Some(Self::FilesChanged),
            RESPONSES => Some(Self::ServerUp),
            SILENT => Some(Self::ServerDown),
            _ => None,
        }
    }

    /// Returns the suffix after the store's name.
    const fn suffix(self) -> &'static [u8] {
        match self {
            Self::FilesChanged => b"",
            Self::ServerUp => RESPONSES,
            Self::ServerDown => SILENT,
        }
    }
}

/// A store's endpoint for signals.
#[derive(Debug)]
pub struct PeerListener {
    /// The socket; `None` if the system provides none. Changes are then noticed later, but not missed.
    socket: Option<UdpSocket>,
    name: String,
}

impl PeerListener {
    /// Creates an endpoint at a free port, with a name that contains the port.
    pub(in crate::store) fn bind() -> Self {
        let bind = || {
            let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).ok()?;
            socket.set_nonblocking(true).ok().map(|()| socket)
        };
        let socket = if host::replaced().is_some() { None } else { bind() };
        let port =
            socket.as_ref().and_then(|socket| socket.local_addr().ok()).map_or(0, |address| address.port());
        Self { socket, name: format!("{}-{port}", host::uuid().simple()) }
    }

    /// Returns the store's name: unguessable, and ending with its port.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Returns a second handle of the socket for receiving. [`PeerSignal::parse`] parses the datagrams.
    pub fn socket(&self) -> Option<UdpSocket> {
        self.socket.as_ref().and_then(|socket| socket.try_clone().ok())
    }

    /// Sends a signal to the store called `name`.
    pub(in crate::store) fn send(&self, name: &str, peer_signal: PeerSignal) {
        let mut datagram = name.as_bytes().to_vec();
        datagram.extend_from_slice(peer_signal.suffix());
        if let Some(host) = host::replaced() {
            return host.send_signal(&datagram);
        }
        let port = name.rsplit_once('-').and_then(|(_, port)| port.parse::<u16>().ok());
        if let (Some(socket), Some(port)) = (&self.socket, port.filter(|port| *port != 0)) {
            // A store that misses it checks later.
            let _sent = socket.send_to(&datagram, (Ipv4Addr::LOCALHOST, port));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn signal_is_received_only_by_its_addressee() {
        let (one, two) = (PeerListener::bind(), PeerListener::bind());
        let door = two.socket().unwrap();
        door.set_nonblocking(false).unwrap();
        door.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let mut heard = [0; 128];
        for said in [PeerSignal::FilesChanged, PeerSignal::ServerUp, PeerSignal::ServerDown] {
            one.send(&two.name(), said);
            one.send("nobody-0", said);
            one.send("a-crash-left-this", said);
            let length = door.recv(&mut heard).unwrap();
            assert_eq!(PeerSignal::parse(&two.name(), &heard[..length]), Some(said));
            assert_eq!(PeerSignal::parse(&one.name(), &heard[..length]), None);
        }
        let later = format!("{} something else", two.name());
        assert_eq!(PeerSignal::parse(&two.name(), later.as_bytes()), None);
    }
}
