use std::time::Duration;

use super::*;
use crate::contract::OperationId;
use crate::contract::ids::IdempotencyKey;
use crate::store::{EntryRewrite, Store};

pub(in crate::store) const TERM: Duration = Duration::from_mins(1);

pub(in crate::store) fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

pub(in crate::store) fn open(tmp: &tempfile::TempDir) -> Store {
    Store::open(tmp.path(), at(0)).unwrap()
}

pub(in crate::store) fn new_write(record: &str, not_before: i64, scheduled: bool) -> NewOutboxEntry {
    NewOutboxEntry {
        operation: OperationId::DealsUpdate,
        record: record.into(),
        body: "{\"status\":\"ic\"}".into(),
        key: uuid::Uuid::new_v4().into(),
        base: "{\"status\":\"sourcing\"}".into(),
        label: "Le Parc".into(),
        created_at: at(1),
        not_before: at(not_before),
        scheduled,
    }
}

pub(in crate::store) fn enqueue_one(outbox: &Outbox) -> OutboxEntry {
    outbox.enqueue(&[new_write("a", 10, false)]).unwrap().remove(0)
}

/// Returns a write without changes, in its undo window until 20.
fn unchanged_rewrite(key: &IdempotencyKey) -> EntryRewrite<'_> {
    EntryRewrite { body: "{}", base: "{}", key, not_before: at(20), scheduled: true }
}

#[test]
fn rows_survive_and_keep_their_order_and_numbers() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let entries = store.outbox().enqueue(&[new_write("a", 10, true), new_write("b", 10, false)]).unwrap();
    assert_eq!((entries[0].state, entries[1].state), (EntryState::Scheduled, EntryState::Waiting));
    drop(store);
    let store = open(&tmp);
    assert_eq!(store.outbox().entries().unwrap(), entries);
    store.outbox().discard(&[entries[1].seq], false).unwrap();
    let next = store.outbox().enqueue(&[new_write("c", 10, false)]).unwrap();
    assert!(next[0].seq > entries[1].seq, "a number is never used twice");
}

#[test]
fn enqueue_stores_all_entries_or_none() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let twice = new_write("a", 10, false);
    assert!(store.outbox().enqueue(&[twice.clone(), twice]).is_err(), "a key is never used twice");
    assert!(store.outbox().entries().unwrap().is_empty());
}

#[test]
fn entry_is_claimed_only_with_the_lease_when_due() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    let row = enqueue_one(outbox);
    assert_eq!(outbox.claim(row.seq, at(10), TERM).unwrap(), None, "no lease");
    assert_eq!(outbox.lease(at(9), TERM, true).unwrap(), None);
    assert_eq!(outbox.claim(row.seq, at(9), TERM).unwrap(), None, "too early");
    let claimed = outbox.claim(row.seq, at(10), TERM).unwrap().unwrap();
    assert_eq!((claimed.state, claimed.ever_sent), (EntryState::Sending, false));
    assert_eq!(outbox.claim(row.seq, at(10), TERM).unwrap(), None, "twice");
    assert!(outbox.mark_sent(row.seq, at(10), TERM).unwrap());
    let sent = outbox.get(row.seq).unwrap().unwrap();
    assert_eq!((sent.ever_sent, sent.attempts), (true, 1));
}

#[test]
fn sent_entry_is_neither_rewritten_nor_discarded() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    let row = enqueue_one(outbox);
    let key: IdempotencyKey = uuid::Uuid::new_v4().into();
    let rewritten = outbox.rewrite(&row, &unchanged_rewrite(&key)).unwrap().unwrap();
    assert_eq!(
        (rewritten.state, rewritten.not_before, rewritten.key.clone()),
        (EntryState::Scheduled, at(20), key.clone())
    );
    outbox.lease(at(20), TERM, true).unwrap();
    outbox.claim(row.seq, at(20), TERM).unwrap().unwrap();
    assert_eq!(outbox.rewrite(&rewritten, &unchanged_rewrite(&key)).unwrap(), None);
    assert!(outbox.discard(&[row.seq], true).unwrap().is_empty());
    outbox.mark_sent(row.seq, at(20), TERM).unwrap();
    let back = outbox.requeue(row.seq, at(30), (true, true), Some("{}")).unwrap().unwrap();
    assert_eq!((back.state, back.outcome_unknown, back.ever_sent), (EntryState::Waiting, true, true));
    assert!(outbox.discard(&[row.seq], false).unwrap().is_empty(), "it may have been applied");
    assert_eq!(outbox.discard(&[row.seq], true).unwrap(), [row.seq], "but a person may forget it");
}

#[test]
fn undelivered_entry_counts_as_unsent_again() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    let row = enqueue_one(outbox);
    outbox.lease(at(10), TERM, true).unwrap();
    outbox.claim(row.seq, at(10), TERM).unwrap().unwrap();
    outbox.mark_sent(row.seq, at(10), TERM).unwrap();
    let back = outbox.requeue(row.seq, at(10), (false, false), None).unwrap().unwrap();
    assert!(back.is_unsent() && back.attempts == 1);
}

#[test]
fn a_hold_before_a_later_write_is_shortened() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    store
        .outbox()
        .enqueue(&[new_write("a", 100, true), new_write("a", 5, true), new_write("b", 100, true)])
        .unwrap();
    let shortened = store.outbox().shorten_undo_windows("a", at(10)).unwrap();
    let told: Vec<_> = shortened.iter().map(|row| (&*row.record, row.not_before)).collect();
    assert_eq!(told, [("a", at(10))]);
    let due: Vec<_> = store.outbox().entries().unwrap().into_iter().map(|row| row.not_before).collect();
    assert_eq!(due, [at(10), at(5), at(100)]);
}

#[test]
fn the_lease_ends_with_its_time_or_its_owner() {
    let tmp = tempfile::tempdir().unwrap();
    let (first, second) = (open(&tmp), open(&tmp));
    let row = enqueue_one(first.outbox());
    assert_eq!(first.outbox().lease(at(10), TERM, true).unwrap(), None);
    assert_eq!(second.outbox().lease(at(11), TERM, true).unwrap(), Some(at(70)));
    assert_eq!(second.outbox().claim(row.seq, at(11), TERM).unwrap(), None, "it has no lease");
    assert_eq!(first.outbox().claim(row.seq, at(70), TERM).unwrap(), None, "its lease has ended");
    first.outbox().claim(row.seq, at(11), TERM).unwrap().unwrap();
    first.outbox().mark_sent(row.seq, at(11), TERM).unwrap();
    // A process that was suspended past its lease finds its row taken.
    assert_eq!(second.outbox().lease(at(72), TERM, true).unwrap(), None);
    let revived = second.outbox().get(row.seq).unwrap().unwrap();
    assert_eq!((revived.state, revived.outcome_unknown), (EntryState::Waiting, true));
    assert!(!first.outbox().mark_sent(row.seq, at(73), TERM).unwrap());
    assert_eq!(first.outbox().requeue(row.seq, at(73), (true, true), None).unwrap(), None);
    assert_eq!(first.outbox().lease(at(73), TERM, true).unwrap(), Some(at(132)));
    drop(second);
    assert_eq!(first.outbox().lease(at(74), TERM, true).unwrap(), None, "its owner is gone");
    first.outbox().yield_lease().unwrap();
    let third = open(&tmp);
    assert_eq!(third.outbox().lease(at(75), TERM, true).unwrap(), None, "it was given back");
}

#[test]
fn entry_of_a_dead_process_is_requeued_in_doubt() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let rows = store.outbox().enqueue(&[new_write("a", 1, false), new_write("b", 1, false)]).unwrap();
    store.outbox().lease(at(1), TERM, true).unwrap();
    for row in &rows {
        store.outbox().claim(row.seq, at(1), TERM).unwrap().unwrap();
    }
    store.outbox().mark_sent(rows[0].seq, at(1), TERM).unwrap();
    drop(store);
    let store = open(&tmp);
    store.outbox().lease(at(2), TERM, true).unwrap();
    let after: Vec<_> =
        store.outbox().entries().unwrap().into_iter().map(|row| (row.state, row.outcome_unknown)).collect();
    assert_eq!(after, [(EntryState::Waiting, true), (EntryState::Waiting, false)]);
}

#[test]
fn confirmed_creation_passes_its_id_to_dependents() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let rows = store
        .outbox()
        .enqueue(&[new_write("new-1", 1, false), new_write("new-1", 1, false), new_write("b", 1, false)])
        .unwrap();
    store.outbox().remove_confirmed(rows[0].seq, Some("real")).unwrap();
    let records: Vec<String> = store.outbox().entries().unwrap().into_iter().map(|row| row.record).collect();
    assert_eq!(records, ["real", "b"]);
}

#[test]
fn conflict_resolution_changes_the_key_but_retry_does_not() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    let row = enqueue_one(outbox);
    outbox.lease(at(10), TERM, true).unwrap();
    for (state, anew) in [(EntryState::Rejected, false), (EntryState::Conflict, true)] {
        outbox.claim(row.seq, at(10), TERM).unwrap().unwrap();
        outbox.mark_sent(row.seq, at(10), TERM).unwrap();
        let blocked = outbox.block(row.seq, state, at(10), "{\"status\":422}").unwrap().unwrap();
        assert_eq!(blocked.state, state);
        let key: IdempotencyKey = uuid::Uuid::new_v4().into();
        let released = if anew {
            outbox.resolve(row.seq, (&row.body, "{}"), &key, at(10), None)
        } else {
            outbox.release(row.seq, at(10))
        };
        let released = released.unwrap().unwrap();
        assert_eq!((released.state, released.ever_sent), (EntryState::Waiting, !anew));
        assert_eq!(released.key, if anew { key } else { blocked.key });
        assert_eq!(released.body, row.body);
    }
}

#[test]
fn undo_windows_close_and_the_rate_limit_is_stored() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let rows = [new_write("a", 100, true), new_write("b", 100, true)];
    let seq = store.outbox().enqueue(&rows).unwrap()[0].seq;
    assert_eq!(store.outbox().close_undo_windows(&[seq], at(5)).unwrap(), 1);
    let rows = store.outbox().entries().unwrap();
    assert_eq!((rows[0].state, rows[0].not_before), (EntryState::Waiting, at(5)));
    assert_eq!(
        (rows[1].state, rows[1].not_before),
        (EntryState::Scheduled, at(100)),
        "another's window goes on"
    );
    store.outbox().set_rate_limit(Some(at(99))).unwrap();
    drop(store);
    let store = open(&tmp);
    assert_eq!(store.outbox().rate_limit().unwrap(), Some(at(99)));
    store.outbox().set_rate_limit(None).unwrap();
    assert_eq!(store.outbox().rate_limit().unwrap(), None);
}

#[test]
fn outbox_version_changes_for_writes_of_peers() {
    let tmp = tempfile::tempdir().unwrap();
    let (first, second) = (open(&tmp), open(&tmp));
    let before = first.outbox().version().unwrap();
    enqueue_one(first.outbox());
    assert_eq!(first.outbox().version().unwrap(), before, "our own writes are known");
    enqueue_one(second.outbox());
    assert_ne!(first.outbox().version().unwrap(), before);
}

#[test]
fn entry_never_overtakes_an_earlier_entry_of_its_record() {
    let tmp = tempfile::tempdir().unwrap();
    let (first, second) = (open(&tmp), open(&tmp));
    let early = enqueue_one(second.outbox());
    let late = enqueue_one(first.outbox());
    first.outbox().lease(at(10), TERM, true).unwrap();
    assert_eq!(first.outbox().claim(late.seq, at(10), TERM).unwrap(), None);
    let key: IdempotencyKey = uuid::Uuid::new_v4().into();
    assert_eq!(
        first.outbox().rewrite(&early, &unchanged_rewrite(&key)).unwrap(),
        None,
        "nor is an earlier one given what was asked later"
    );
    assert!(first.outbox().claim(early.seq, at(10), TERM).unwrap().is_some());
}

#[test]
fn a_change_rings_at_the_other_windows() {
    let tmp = tempfile::tempdir().unwrap();
    let (first, second) = (open(&tmp), open(&tmp));
    let door = second.outbox().peer_listener().socket().unwrap();
    door.set_nonblocking(false).unwrap();
    door.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    enqueue_one(first.outbox());
    let mut heard = [0; 128];
    let length = door.recv(&mut heard).unwrap();
    assert_eq!(std::str::from_utf8(&heard[..length]).unwrap(), second.outbox().peer_listener().name());
}

#[test]
fn a_temporary_id_is_known_for_ever() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let row = store.outbox().enqueue(&[new_write("new-1", 1, false)]).unwrap().remove(0);
    store.outbox().remove_confirmed(row.seq, Some("real")).unwrap();
    drop(store);
    let store = open(&tmp);
    assert_eq!(store.outbox().resolve_temp_id("new-1").unwrap().as_deref(), Some("real"));
    let late = store.outbox().enqueue(&[new_write("new-1", 1, false)]).unwrap();
    assert_eq!(late[0].record, "real");
}

#[test]
fn entry_is_in_doubt_from_sending_to_its_outcome() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    let seq = enqueue_one(outbox).seq;
    let in_doubt = || outbox.get(seq).unwrap().unwrap().in_doubt();
    outbox.lease(at(10), TERM, true).unwrap();
    outbox.claim(seq, at(10), TERM).unwrap().unwrap();
    assert!(!in_doubt(), "claimed, not yet sent");
    outbox.mark_sent(seq, at(10), TERM).unwrap();
    assert!(in_doubt(), "no response yet");
    outbox.requeue(seq, at(11), (true, false), None).unwrap();
    assert!(!in_doubt(), "a response says that it was not applied");
    outbox.claim(seq, at(11), TERM).unwrap().unwrap();
    outbox.requeue(seq, at(12), (true, true), None).unwrap();
    assert!(in_doubt(), "the response was lost");
}

#[test]
fn same_write_has_the_same_key_and_bytes() {
    let tmp = tempfile::tempdir().unwrap();
    let row = enqueue_one(open(&tmp).outbox());
    let later = OutboxEntry { state: EntryState::Sending, attempts: 3, ..row.clone() };
    assert!(row.is_same_write(&later));
    let other_bytes = OutboxEntry { body: "{}".into(), ..row.clone() };
    let other_key = OutboxEntry { key: uuid::Uuid::new_v4().into(), ..row.clone() };
    assert!(!row.is_same_write(&other_bytes) && !row.is_same_write(&other_key));
}

#[test]
fn manual_retry_ends_delays_but_no_undo_window() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let rows = [new_write("a", 100, false), new_write("b", 100, true), new_write("c", 3, false)];
    store.outbox().enqueue(&rows).unwrap();
    assert_eq!(store.outbox().retry_now(at(5)).unwrap(), 1);
    let due: Vec<_> = store.outbox().entries().unwrap().into_iter().map(|row| row.not_before).collect();
    assert_eq!(due, [at(5), at(100), at(3)]);
}

#[test]
fn entity_of_the_identity_is_known_once_it_is_stored() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    assert_eq!(outbox.entity(), None, "no identity");
    outbox.set_identity(&Identity::new("https://service.example", "key", None)).unwrap();
    assert_eq!(outbox.entity(), None);
    assert!(!outbox.set_entity("acme").unwrap(), "it completes the identity");
    assert_eq!(outbox.entity().as_deref(), Some("acme"));
    assert!(outbox.set_entity("other").unwrap(), "it is another identity");
    assert_eq!(outbox.entity().as_deref(), Some("other"));
}
