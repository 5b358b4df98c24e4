use crate::store::outbox::tests::{new_write, open};
use crate::store::{Store, recovery};

/// Deletes the outbox files while a process has them open.
fn delete(tmp: &tempfile::TempDir) {
    for suffix in ["", "-wal", "-shm"] {
        recovery::remove(&crate::store::files::companion_files::companion_path(
            &tmp.path().join("outbox.db"),
            suffix,
        ))
        .unwrap();
    }
}

fn records(store: &Store) -> Vec<String> {
    let rows = store.outbox().entries().unwrap();
    rows.into_iter().map(|row| row.record).collect()
}

#[test]
fn pending_writes_survive_deletion_of_the_open_outbox_file() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    store.outbox().enqueue(&[new_write("a", 10, true)]).unwrap();
    let before = store.outbox().version().unwrap();
    delete(&tmp);
    store.outbox().enqueue(&[new_write("b", 10, false)]).unwrap();
    assert_ne!(store.outbox().version().unwrap(), before, "whoever compares looks");
    assert_eq!(records(&store), ["a", "b"]);
    // The new file's log has the deleted one's name; closing the old file leaves it.
    let beside = open(&tmp);
    assert_eq!(records(&beside), ["a", "b"]);
    std::mem::forget(store);
    drop(beside);
    assert_eq!(records(&open(&tmp)), ["a", "b"], "a crash loses nothing of it");
}

#[test]
fn processes_agree_on_one_file_after_its_deletion() {
    let tmp = tempfile::tempdir().unwrap();
    let (one, two) = (open(&tmp), open(&tmp));
    let first = one.outbox().enqueue(&[new_write("a", 10, false)]).unwrap().remove(0);
    delete(&tmp);
    one.outbox().enqueue(&[new_write("b", 10, false)]).unwrap();
    assert_eq!(records(&two), ["a", "b"], "each write once, whoever looks");
    two.outbox().discard(&[first.seq], false).unwrap();
    assert_eq!(records(&one), ["b"]);
    drop(one);
    drop(two);
    assert_eq!(records(&open(&tmp)), ["b"]);
}

#[test]
fn pending_writes_move_into_the_outbox_of_a_peer() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    store.outbox().enqueue(&[new_write("a", 10, true), new_write("b", 10, false)]).unwrap();
    delete(&tmp);
    // Another process that does not know the first file uses the same numbers.
    let other_dir = tempfile::tempdir().unwrap();
    let other = open(&other_dir);
    other.outbox().enqueue(&[new_write("c", 10, false)]).unwrap();
    drop(other);
    std::fs::copy(other_dir.path().join("outbox.db"), tmp.path().join("outbox.db")).unwrap();
    let mut all = records(&store);
    all.sort();
    assert_eq!(all, ["a", "b", "c"]);
    store.outbox().enqueue(&[new_write("d", 10, false)]).unwrap();
    drop(store);
    assert_eq!(records(&open(&tmp)).len(), 4);
}

#[test]
fn enqueue_fails_while_the_directory_is_missing() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    store.outbox().enqueue(&[new_write("a", 10, true)]).unwrap();
    let away = tempfile::tempdir().unwrap();
    std::fs::rename(tmp.path(), away.path().join("gone")).unwrap();
    assert!(store.outbox().enqueue(&[new_write("b", 10, true)]).is_err());
    std::fs::rename(away.path().join("gone"), tmp.path()).unwrap();
    assert_eq!(records(&store), ["a"]);
}
