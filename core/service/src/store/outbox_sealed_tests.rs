//! Tests of rows that must not be sent: of a later version, of another identity, damaged.

use super::tests::{TERM, at, enqueue_one, new_write, open};
use super::*;
use crate::store::Store;

#[test]
fn unknown_operation_is_sealed_without_blocking_other_entries() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    let odd = enqueue_one(outbox);
    let ours = outbox.enqueue(&[new_write("b", 10, false)]).unwrap().remove(0);
    outbox.lock().execute("UPDATE outbox SET operation = 'deals_merge' WHERE seq = ?1", [odd.seq]).unwrap();
    let (rows, sealed) = outbox.all_entries().unwrap();
    assert_eq!(rows, [ours]);
    assert_eq!((sealed[0].seq, &*sealed[0].operation), (odd.seq, "deals_merge"));
    assert!(sealed[0].reason.contains("unknown operation"), "{}", sealed[0].reason);
    assert_eq!(outbox.discard(&[odd.seq], false).unwrap(), [odd.seq], "but a person may give it up");
}

#[test]
fn entries_of_another_identity_stay_locked_until_it_returns() {
    let tmp = tempfile::tempdir().unwrap();
    let who = |user: &str| Identity {
        base_url: "https://api.example.com/v1".into(),
        key_id: "k".into(),
        user: user.into(),
        entity: String::new(),
    };
    let store = open(&tmp);
    let outbox = store.outbox();
    let before = enqueue_one(outbox);
    outbox.set_identity(&who("")).unwrap();
    assert!(!outbox.set_entity("acme").unwrap(), "it was not known before");
    let row = enqueue_one(outbox);
    assert!(outbox.set_entity("other").unwrap());
    let theirs = outbox.get(row.seq).unwrap().unwrap();
    assert_eq!(theirs.locked_by.as_ref().map(|who| &*who.entity), Some("acme"));
    assert!(outbox.get(before.seq).unwrap().unwrap().locked_by.is_some(), "adopted at first");
    outbox.lease(at(10), TERM, true).unwrap();
    assert_eq!(outbox.claim(row.seq, at(10), TERM).unwrap(), None);
    assert_eq!(outbox.release(row.seq, at(10)).unwrap(), None);
    let mine = enqueue_one(outbox);
    assert!(outbox.claim(mine.seq, at(10), TERM).unwrap().is_some(), "it waits behind no other identity");
    drop(store);
    // After a restart, the last entity is assumed until the token tells the real one.
    let store = open(&tmp);
    store.outbox().set_identity(&who("")).unwrap();
    assert!(store.outbox().get(row.seq).unwrap().unwrap().locked_by.is_some());
    assert!(store.outbox().set_entity("acme").unwrap());
    assert!(store.outbox().get(row.seq).unwrap().unwrap().locked_by.is_none());
    store.outbox().set_identity(&who("u-1")).unwrap();
    assert!(store.outbox().get(row.seq).unwrap().unwrap().locked_by.is_some());
}

#[test]
fn damaged_body_is_sealed_without_blocking_other_entries() {
    let tmp = tempfile::tempdir().unwrap();
    let store = Store::open(tmp.path(), at(0)).unwrap();
    let entries = store.outbox().enqueue(&[new_write("a", 0, false), new_write("b", 0, false)]).unwrap();
    let db = rusqlite::Connection::open(tmp.path().join("outbox.db")).unwrap();
    db.execute("UPDATE outbox SET body = '{\"status\":?}' WHERE seq = ?1", [entries[0].seq]).unwrap();
    let (rows, sealed) = store.outbox().all_entries().unwrap();
    assert_eq!(rows.iter().map(|row| row.seq).collect::<Vec<_>>(), [entries[1].seq]);
    assert!(sealed.len() == 1 && sealed[0].damaged && sealed[0].seq == entries[0].seq);
    assert_eq!(store.outbox().discard(&[entries[0].seq], true).unwrap(), [entries[0].seq]);
}
