//! How the windows of one profile hear of each other's changes at once: each open store has a door on loopback, a change
//! rings at all the others, and whoever is rung looks at the file. Nothing is said but "look", and, by whoever has had an
//! answer of the service or has one no more, that it answers or is silent.
//!
//! A datagram needs no server, no polling and no file watcher, and is the same on every system. One that is lost costs
//! nothing but time: the files are the truth, and are looked at now and then anyway. Whoever rings must know the store's
//! own name, which only the owner of the directory can read.

use std::net::{Ipv4Addr, UdpSocket};

/// What follows the name of the store that is rung where the service has answered.
const ANSWERS: &[u8] = b" answers";

/// What follows it where the service has stopped answering.
const SILENT: &[u8] = b" silent";

/// What a ring says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ring {
    /// Something has changed in the files.
    Look,
    /// The service has answered another program.
    Answers,
    /// The service has stopped answering another program.
    Silent,
}

impl Ring {
    /// What a datagram says to the store called `name`; `None` if it is not for it, or of a later version.
    pub fn of(name: &str, datagram: &[u8]) -> Option<Self> {
        match datagram.strip_prefix(name.as_bytes())? {
            [] => Some(Self::Look),
            ANSWERS => Some(Self::Answers),
            SILENT => Some(Self::Silent),
            _ => None,
        }
    }

    /// What follows the name of the store that is rung.
    const fn suffix(self) -> &'static [u8] {
        match self {
            Self::Look => b"",
            Self::Answers => ANSWERS,
            Self::Silent => SILENT,
        }
    }
}

/// A store's own door.
#[derive(Debug)]
pub struct Bell {
    /// `None` where the system gives no socket: then changes are seen later, and none is missed.
    socket: Option<UdpSocket>,
    name: String,
}

impl Bell {
    /// A door at a free port, and a name that says where it is.
    pub(in crate::store) fn hang() -> Self {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))
            .and_then(|socket| socket.set_nonblocking(true).map(|()| socket))
            .ok();
        let port = socket
            .as_ref()
            .and_then(|socket| socket.local_addr().ok())
            .map_or(0, |at| at.port());
        Self {
            socket,
            name: format!("{}-{port}", uuid::Uuid::new_v4().simple()),
        }
    }

    /// What the store is called: unguessable, and ending with its port.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// A second handle of the door, to wait at. What a datagram means, [`Ring::of`] says.
    pub fn socket(&self) -> Option<UdpSocket> {
        self.socket.as_ref().and_then(|socket| socket.try_clone().ok())
    }

    /// Rings at the door of the store called `name`.
    pub(in crate::store) fn ring(&self, name: &str, ring: Ring) {
        let port = name
            .rsplit_once('-')
            .and_then(|(_, port)| port.parse::<u16>().ok());
        if let (Some(socket), Some(port)) = (&self.socket, port.filter(|port| *port != 0)) {
            let mut said = name.as_bytes().to_vec();
            said.extend_from_slice(ring.suffix());
            // A store that does not hear it looks later.
            let _heard = socket.send_to(&said, (Ipv4Addr::LOCALHOST, port));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_ring_is_heard_by_the_one_it_is_for() {
        let (one, two) = (Bell::hang(), Bell::hang());
        let door = two.socket().unwrap();
        door.set_nonblocking(false).unwrap();
        door.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let mut heard = [0; 128];
        for said in [Ring::Look, Ring::Answers, Ring::Silent] {
            one.ring(&two.name(), said);
            one.ring("nobody-0", said);
            one.ring("a-crash-left-this", said);
            let length = door.recv(&mut heard).unwrap();
            assert_eq!(Ring::of(&two.name(), &heard[..length]), Some(said));
            assert_eq!(Ring::of(&one.name(), &heard[..length]), None);
        }
        let later = format!("{} something else", two.name());
        assert_eq!(Ring::of(&two.name(), later.as_bytes()), None);
    }
}
