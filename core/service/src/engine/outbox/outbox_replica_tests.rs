use jiff::Timestamp;

use super::*;
use crate::contract::OperationId;
use crate::contract::ids::IdempotencyKey;
use crate::model::conflict_context::ConflictContext;
use crate::model::pending_write::WriteKind;
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

#[test]
fn entry_is_own_until_another_process_rewrites_it() {
    let mut outbox = replica(&[(2, "b")]);
    outbox.put_own(row(1, "a"));
    assert!(outbox.is_own(1) && !outbox.is_own(2));
    outbox.put(OutboxEntry { state: EntryState::Waiting, ..row(1, "a") });
    assert!(outbox.is_own(1), "the same key");
    outbox.put(OutboxEntry { key: IdempotencyKey::new("other").unwrap(), ..row(1, "a") });
    assert!(!outbox.is_own(1));
    let removed = outbox.replace(Vec::new(), Vec::new()).removed;
    let started: Vec<_> = removed.iter().map(|removed| (removed.entry.seq, removed.started_here)).collect();
    assert_eq!(started, [(1, true), (2, false)]);
}

#[test]
fn reload_reports_entries_that_a_peer_blocked_or_resolved() {
    let mut outbox = replica(&[(2, "b"), (3, "c")]);
    outbox.put_own(row(1, "a"));
    outbox.put_own(row(4, "d"));
    let conflict = |seq, record| OutboxEntry {
        state: EntryState::Conflict,
        last_problem: Some("{}".into()),
        ..row(seq, record)
    };
    let with_conflicts = || vec![conflict(1, "a"), conflict(2, "b"), row(3, "c"), conflict(4, "d")];
    let diff = outbox.replace(with_conflicts(), Vec::new());
    assert_eq!((diff.blocked, diff.resolved.len()), (vec![1, 2, 4], 0));
    let mut again = with_conflicts();
    again[3].last_problem = Some(r#"{"title":"T"}"#.into());
    assert!(outbox.replace(again, Vec::new()).blocked.is_empty(), "they were blocked before");
    let other_key = |seq, record| OutboxEntry {
        key: IdempotencyKey::new(format!("new{seq}")).unwrap(),
        ..row(seq, record)
    };
    // The entry 4 is tried again as it is; the entry 3 was never in conflict.
    let resolved = vec![other_key(1, "a"), other_key(2, "b"), other_key(3, "c"), row(4, "d")];
    let diff = outbox.replace(resolved, Vec::new());
    assert_eq!(seqs(diff.resolved.iter().map(|(before, _)| before)), [1], "of those started here");
}

#[test]
fn conflict_of_an_entry_is_shown_with_its_context() {
    let mut outbox = replica(&[(1, "a")]);
    let context = ConflictContext { theirs_received_at: Some(Timestamp::UNIX_EPOCH), ..Default::default() };
    let problem = Some(context.other_changes("{}"));
    outbox.put(OutboxEntry { state: EntryState::Conflict, last_problem: problem.clone(), ..row(1, "a") });
    outbox.put(OutboxEntry { state: EntryState::Rejected, last_problem: problem, ..row(2, "b") });
    let shown: Vec<_> = outbox.writes().iter().map(|write| write.conflict_context.clone()).collect();
    assert_eq!(shown, [Some(Box::new(context)), None]);
    assert!(outbox.writes().iter().all(|write| write.kind == WriteKind::Update));
}
