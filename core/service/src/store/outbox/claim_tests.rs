//! Tests of leases and claims of two stores.

use std::net::UdpSocket;

use super::super::tests::{TERM, at, enqueue_one, new_write, open};
use super::*;
use crate::store::PeerSignal;

/// Returns the socket on which a store receives signals.
fn receiver(outbox: &Outbox) -> UdpSocket {
    let socket = outbox.peer_listener().socket().unwrap();
    socket.set_nonblocking(false).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    socket
}

fn receive(outbox: &Outbox, socket: &UdpSocket) -> PeerSignal {
    let mut datagram = [0; 128];
    let length = socket.recv(&mut datagram).unwrap();
    PeerSignal::parse(&outbox.peer_listener().name(), &datagram[..length]).unwrap()
}

#[test]
fn renewed_lease_also_renews_the_claims() {
    for renew in [
        (|outbox: &Outbox| outbox.lease(at(60), TERM, false).map(|until| until.is_none()))
            as fn(&Outbox) -> Result<bool, StoreError>,
        |outbox| outbox.renew_lease(at(60), TERM),
    ] {
        let tmp = tempfile::tempdir().unwrap();
        let (sending, other) = (open(&tmp), open(&tmp));
        let row = enqueue_one(sending.outbox());
        sending.outbox().lease(at(10), TERM, true).unwrap();
        sending.outbox().claim(row.seq, at(10), TERM).unwrap().unwrap();
        assert!(sending.outbox().mark_sent(row.seq, at(10), TERM).unwrap());
        assert!(renew(sending.outbox()).unwrap());
        sending.outbox().yield_lease().unwrap();
        // Its own idleness says nothing about the rows of the other store.
        let lease = other.outbox().lease_and_revive(at(100), TERM, true).unwrap();
        assert_eq!(lease, LeaseResult { theirs_until: None, entries_changed: false });
        assert_eq!(other.outbox().get(row.seq).unwrap().unwrap().state, EntryState::Sending);
        // After the renewed term, the sender counts as suspended.
        let lease = other.outbox().lease_and_revive(at(120), TERM, false).unwrap();
        assert!(lease.entries_changed);
        assert!(other.outbox().get(row.seq).unwrap().unwrap().in_doubt());
    }
}

#[test]
fn revived_rows_are_counted_and_signalled() {
    let tmp = tempfile::tempdir().unwrap();
    let (ending, watching) = (open(&tmp), open(&tmp));
    ending.outbox().enqueue(&[new_write("a", 1, false), new_write("b", 1, false)]).unwrap();
    ending.outbox().lease(at(1), TERM, true).unwrap();
    for row in ending.outbox().entries().unwrap() {
        ending.outbox().claim(row.seq, at(1), TERM).unwrap().unwrap();
    }
    drop(ending);
    let reviving = open(&tmp);
    let socket = receiver(watching.outbox());
    socket.set_nonblocking(true).unwrap();
    while socket.recv(&mut [0; 128]).is_ok() {}
    let socket = receiver(watching.outbox());
    let revive = |second| reviving.outbox().lease_and_revive(at(second), TERM, true).unwrap().entries_changed;
    assert!(revive(2));
    assert_eq!(receive(watching.outbox(), &socket), PeerSignal::FilesChanged);
    assert!(!revive(3), "nothing is left to revive");
    socket.set_nonblocking(true).unwrap();
    assert!(socket.recv(&mut [0; 128]).is_err(), "a lease alone changes nothing that others show");
}

#[test]
fn only_an_unsent_claim_is_released() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    let row = enqueue_one(outbox);
    assert!(!outbox.release_claim(row.seq, 0).unwrap(), "it is not claimed");
    outbox.lease(at(10), TERM, true).unwrap();
    outbox.claim(row.seq, at(10), TERM).unwrap().unwrap();
    assert!(outbox.release_claim(row.seq, 0).unwrap());
    assert_eq!(outbox.get(row.seq).unwrap().unwrap().state, EntryState::Waiting);
    outbox.claim(row.seq, at(10), TERM).unwrap().unwrap();
    assert!(outbox.mark_sent(row.seq, at(10), TERM).unwrap());
    assert!(!outbox.release_claim(row.seq, 0).unwrap(), "it was sent since");
}

#[test]
fn peers_learn_whether_the_server_responds() {
    let tmp = tempfile::tempdir().unwrap();
    let first = open(&tmp);
    assert!(!first.outbox().has_peers());
    let second = open(&tmp);
    assert!(first.outbox().has_peers());
    let socket = receiver(second.outbox());
    first.outbox().signal_up();
    assert_eq!(receive(second.outbox(), &socket), PeerSignal::ServerUp);
    first.outbox().signal_down();
    assert_eq!(receive(second.outbox(), &socket), PeerSignal::ServerDown);
    first.outbox().signal_peers();
    assert_eq!(receive(second.outbox(), &socket), PeerSignal::FilesChanged);
}
