//! Tests of undo windows that are extended, restarted and ended.

use super::super::tests::{at, new_write, open};
use super::*;
use crate::model::identity::Identity;

fn ends(outbox: &Outbox) -> Vec<(EntryState, i64)> {
    outbox.entries().unwrap().into_iter().map(|row| (row.state, row.not_before.as_second())).collect()
}

#[test]
fn only_open_undo_windows_are_extended() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    let rows = [("ended", 5, true), ("open", 10, true), ("longer", 20, true), ("waiting", 10, false)];
    outbox.enqueue(&rows.map(|(record, until, scheduled)| new_write(record, until, scheduled))).unwrap();
    let changed = outbox.extend_undo_windows(at(5), at(15)).unwrap();
    assert_eq!(changed.iter().map(|row| row.record.as_str()).collect::<Vec<_>>(), ["open"]);
    let until: Vec<_> = ends(outbox).into_iter().map(|(_, until)| until).collect();
    assert_eq!(until, [5, 15, 20, 10]);
}

#[test]
fn restarted_undo_windows_end_together() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    assert_eq!(outbox.restart_undo_windows(at(100)).unwrap(), 0);
    let rows = [("a", 8, true), ("b", 5, true), ("c", 12, false)];
    outbox.enqueue(&rows.map(|(record, until, scheduled)| new_write(record, until, scheduled))).unwrap();
    assert_eq!(outbox.restart_undo_windows(at(100)).unwrap(), 2);
    let until: Vec<_> = ends(outbox).into_iter().map(|(_, until)| until).collect();
    assert_eq!(until, [100, 100, 12], "a waiting write has no window");
}

#[test]
fn ended_undo_windows_do_not_restart() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    let rows = [("a", 5, true), ("b", 6, true), ("c", 7, true)];
    outbox.enqueue(&rows.map(|(record, until, scheduled)| new_write(record, until, scheduled))).unwrap();
    assert_eq!(outbox.end_undo_windows(at(6)).unwrap(), 2);
    let expected = [(EntryState::Waiting, 5), (EntryState::Waiting, 6), (EntryState::Scheduled, 7)];
    assert_eq!(ends(outbox), expected);
    assert_eq!(outbox.restart_undo_windows(at(9)).unwrap(), 1);
}

#[test]
fn undo_windows_of_another_identity_do_not_restart() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    let identity = |key_id| Identity::new("https://service.example", key_id, None);
    outbox.set_identity(&identity("first")).unwrap();
    outbox.enqueue(&[new_write("a", 5, true)]).unwrap();
    outbox.set_identity(&identity("second")).unwrap();
    outbox.enqueue(&[new_write("b", 8, true)]).unwrap();
    assert_eq!(outbox.restart_undo_windows(at(100)).unwrap(), 1);
    let until: Vec<_> = ends(outbox).into_iter().map(|(_, until)| until).collect();
    assert_eq!(until, [5, 100]);
}
