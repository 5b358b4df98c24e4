//! Tests with an emptied database file next to a log with the latest data.

use super::tests::{at, filled_outbox, journal_attempt, new_write, reopened};
use super::*;
use crate::model::history::journal_entry::WriteOutcome;
use crate::store::{NewOutboxEntry, Store};

/// Empties `file` after a simulated crash; the latest data is only in the log.
fn emptied(store: Store, file: &Path) {
    let log = companion_path(file, "-wal");
    let logged = fs::read(&log).unwrap();
    assert!(!logged.is_empty());
    drop(store);
    fs::write(file, "").unwrap();
    fs::write(&log, &logged).unwrap();
}

fn two(dir: &Path) -> (Store, Vec<(i64, String)>) {
    filled_outbox(dir, 0);
    let store = Store::open(dir, at(0)).unwrap();
    let rows: Vec<NewOutboxEntry> = (0..2).map(|n| new_write(n, format!(r#"{{"n":{n}}}"#))).collect();
    let rows = store.outbox().enqueue(&rows).unwrap();
    let rows = rows.into_iter().map(|row| (row.seq, row.body)).collect();
    (store, rows)
}

#[test]
fn log_of_an_emptied_outbox_is_recovered_and_quarantined() {
    let tmp = tempfile::tempdir().unwrap();
    let file = tmp.path().join("outbox.db");
    let (store, before) = two(tmp.path());
    emptied(store, &file);
    let logged = fs::read(companion_path(&file, "-wal")).unwrap();
    let (store, rows) = reopened(tmp.path());
    assert_eq!(rows, before);
    let salvaged = store.recovered_outbox().unwrap();
    assert_eq!((salvaged.entries, salvaged.lost), (2, 0));
    assert_eq!(fs::read(companion_path(&salvaged.quarantined, "-wal")).unwrap(), logged);
}

#[test]
fn sibling_listing_preserves_the_log_of_an_emptied_file() {
    let tmp = tempfile::tempdir().unwrap();
    let (own, other) = (tmp.path().join("own"), tmp.path().join("other"));
    let (store, _) = two(&other);
    let file = other.join("outbox.db");
    emptied(store, &file);
    let logged = fs::read(companion_path(&file, "-wal")).unwrap();
    crate::store::sibling_stores(tmp.path(), &own);
    assert_eq!(fs::read(companion_path(&file, "-wal")).unwrap(), logged);
}

#[test]
fn an_emptied_history_is_set_aside_with_its_log() {
    let tmp = tempfile::tempdir().unwrap();
    let file = tmp.path().join("history.db");
    let (store, _) = two(tmp.path());
    // A new history writes its first data directly to the file; from the second start there is a log.
    drop(store);
    let store = Store::open(tmp.path(), at(1)).unwrap();
    let row = store.outbox().entries().unwrap().remove(0);
    journal_attempt(&store, &row, WriteOutcome::RetryLater);
    if !companion_path(&file, "-wal").exists() {
        fs::write(companion_path(&file, "-wal"), "what a crash left").unwrap();
    }
    emptied(store, &file);
    let store = Store::open(tmp.path(), at(77)).unwrap();
    let aside = store.quarantined_history().unwrap();
    assert!(fs::metadata(companion_path(aside, "-wal")).unwrap().len() > 0);
    assert_eq!(store.damaged_at_open().len(), 1);
}

#[test]
fn entry_number_in_the_journal_is_never_reused() {
    for gone in [false, true] {
        let tmp = tempfile::tempdir().unwrap();
        let file = tmp.path().join("outbox.db");
        let (store, _) = two(tmp.path());
        let last = store.outbox().enqueue(&[new_write(9, "{}".into())]).unwrap().remove(0);
        journal_attempt(&store, &last, WriteOutcome::Applied);
        store.outbox().remove_confirmed(last.seq, None).unwrap();
        drop(store);
        if gone {
            fs::remove_file(&file).unwrap();
        } else {
            fs::write(&file, "nothing of it is left").unwrap();
        }
        let (store, _) = reopened(tmp.path());
        let next = store.outbox().enqueue(&[new_write(10, "{}".into())]).unwrap();
        assert_eq!(next[0].seq, last.seq + 1, "gone: {gone}");
    }
}
