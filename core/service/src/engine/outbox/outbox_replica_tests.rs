use jiff::Timestamp;

use super::*;
use crate::contract::OperationId;
use crate::contract::ids::IdempotencyKey;
use crate::store::EntryState;

fn row(seq: i64, record: &str) -> OutboxEntry {
    OutboxEntry {
        seq,
        operation: OperationId::DealsUpdate,
        record: record.into(),
        body: r#"{"status":"ic"}"#.into(),
        key: IdempotencyKey::new(format!("k{seq}")).unwrap(),
        base: r#"{"status":"sourcing"}"#.into(),
        label: String::new(),
        created_at: Timestamp::UNIX_EPOCH,
        attempts: 0,
        not_before: Timestamp::UNIX_EPOCH,
        state: EntryState::Scheduled,
        ever_sent: false,
        outcome_unknown: false,
        last_problem: None,
        locked_by: None,
    }
}

fn replica(rows: &[(i64, &str)]) -> OutboxReplica {
    let mut outbox = OutboxReplica::default();
    for (seq, record) in rows {
        outbox.put(row(*seq, record));
    }
    outbox
}

fn seqs<'a>(rows: impl Iterator<Item = &'a OutboxEntry>) -> Vec<i64> {
    rows.map(|row| row.seq).collect()
}

#[test]
fn entries_are_found_by_number_and_record_after_removals() {
    let mut outbox = replica(&[(3, "a"), (1, "a"), (2, "b")]);
    assert_eq!(seqs(outbox.entries()), [1, 2, 3]);
    assert_eq!(seqs(outbox.entries_of("a")), [3, 1]);
    let dropped = outbox.remove_all([1, 9]);
    assert_eq!(seqs(dropped.iter()), [1]);
    assert_eq!((seqs(outbox.entries_of("a")), seqs(outbox.entries_of("b"))), (vec![3], vec![2]));
    // After the server answers a creation, its rows belong to another record.
    outbox.put(row(2, "a"));
    assert_eq!((seqs(outbox.entries_of("a")), seqs(outbox.entries_of("b"))), (vec![3, 2], vec![]));
}

#[test]
fn replica_counts_changes_and_lists_entries_being_sent() {
    let mut outbox = replica(&[(1, "a"), (2, "b")]);
    let sending = OutboxEntry { state: EntryState::Sending, ..row(2, "b") };
    let mut last = outbox.changes();
    let mut changed =
        |outbox: &OutboxReplica| std::mem::replace(&mut last, outbox.changes()) != outbox.changes();
    outbox.put(sending.clone());
    assert!(changed(&outbox));
    assert_eq!(outbox.sending().collect::<Vec<_>>(), [2]);
    outbox.replace(vec![row(1, "a"), sending], Vec::new());
    assert!(!changed(&outbox), "the file holds the same");
    outbox.replace(vec![row(1, "a"), row(2, "b")], Vec::new());
    assert!(changed(&outbox));
    assert_eq!(outbox.sending().count(), 0);
    outbox.remove_all([2, 7]);
    assert!(changed(&outbox));
    outbox.remove_all([7]);
    assert!(!changed(&outbox), "there was none");
}

#[test]
fn outbox_reload_reuses_unchanged_writes() {
    let mut outbox = replica(&[(1, "a"), (2, "b"), (3, "c")]);
    let before = outbox.writes();
    let waiting = OutboxEntry { state: EntryState::Waiting, ..row(2, "b") };
    let deleted = outbox.replace(vec![row(1, "a"), waiting], Vec::new()).removed;
    assert_eq!(seqs(deleted.iter().map(|deleted| &deleted.entry)), [3]);
    let after = outbox.writes();
    let changed = before.changed_writes(&after);
    let changed: Vec<i64> = changed.into_iter().map(|write| write.id.0).collect();
    assert_eq!(changed, [2, 2, 3], "as it was and as it is, and the one that is gone");
}

#[test]
fn entries_with_equal_bodies_each_report_their_fields() {
    let mut outbox = replica(&[(1, "a"), (2, "b")]);
    let other = OutboxEntry { body: r#"{"status":"lost"}"#.into(), ..row(3, "c") };
    outbox.put(other);
    let written: Vec<String> = outbox.writes().iter().map(|write| write.fields.to_body()).collect();
    assert_eq!(written, [r#"{"status":"ic"}"#, r#"{"status":"ic"}"#, r#"{"status":"lost"}"#]);
}
