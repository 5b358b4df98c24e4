//! Tests of cancelling writes with other writes of the record behind them.

use uuid::Uuid;

use super::super::tests::{TERM, at, new_write, open};
use super::*;
use crate::contract::OperationId;
use crate::store::NewOutboxEntry;

fn row(operation: OperationId, body: &str, base: &str) -> NewOutboxEntry {
    NewOutboxEntry { operation, body: body.into(), base: base.into(), ..new_write("d", 20, true) }
}

fn update(body: &str, base: &str) -> NewOutboxEntry {
    row(OperationId::DealsUpdate, body, base)
}

fn bases(outbox: &Outbox) -> Vec<String> {
    outbox.entries().unwrap().into_iter().map(|row| row.base).collect()
}

fn other_key(key: &IdempotencyKey) -> EntryRewrite<'_> {
    EntryRewrite { body: r#"{"status":"ic"}"#, base: "{}", key, not_before: at(30), scheduled: true }
}

#[test]
fn cancelling_a_write_rebases_the_writes_behind_it() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    let rows = [
        update(r#"{"status":"screening","responsable":"A"}"#, r#"{"status":"sourcing"}"#),
        update(r#"{"name":"N"}"#, r#"{"name":"M","responsable":"A"}"#),
        update(r#"{"status":"lost"}"#, r#"{"status":"screening"}"#),
        // Back to the value before the first: a write of its own, not a part of the first.
        update(r#"{"status":"screening"}"#, r#"{"status":"lost"}"#),
        row(OperationId::DealsDelete, "", r#"{"status":"screening","name":"N"}"#),
    ];
    let entries = outbox.enqueue(&rows).unwrap();
    assert_eq!(outbox.cancel(&[&entries[0]]).unwrap(), [entries[0].seq]);
    assert_eq!(
        bases(outbox),
        [
            r#"{"name":"M"}"#,
            r#"{"status":"sourcing"}"#,
            r#"{"status":"lost"}"#,
            r#"{"status":"screening","name":"N"}"#
        ]
    );
    let key: IdempotencyKey = Uuid::new_v4().into();
    let part =
        EntryRewrite { body: r#"{"status":"ic"}"#, base: r#"{"status":"sourcing"}"#, ..other_key(&key) };
    let second = outbox.get(entries[2].seq).unwrap().unwrap();
    let part = outbox.cancel_part(&second, &part).unwrap().unwrap();
    assert_eq!((&*part.body, &part.key), (r#"{"status":"ic"}"#, &key));
    assert_eq!(bases(outbox)[2], r#"{"status":"ic"}"#);
}

#[test]
fn cancel_requires_the_expected_unsent_write() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    let was = outbox.enqueue(&[new_write("d", 10, true)]).unwrap().remove(0);
    let key: IdempotencyKey = Uuid::new_v4().into();
    let now = outbox.rewrite(&was, &other_key(&key)).unwrap().unwrap();
    assert!(outbox.cancel(&[&was]).unwrap().is_empty(), "it is another write");
    let again: IdempotencyKey = Uuid::new_v4().into();
    assert_eq!(outbox.rewrite(&was, &other_key(&again)).unwrap(), None);
    assert_eq!(outbox.cancel_part(&was, &other_key(&again)).unwrap(), None);
    outbox.lease(at(30), TERM, true).unwrap();
    outbox.claim(now.seq, at(30), TERM).unwrap().unwrap();
    assert!(outbox.cancel(&[&now]).unwrap().is_empty(), "it is leaving");
    assert_eq!(outbox.entries().unwrap().len(), 1);
}

#[test]
fn cancelling_rebases_only_equal_values_of_the_same_subject() {
    let tmp = tempfile::tempdir().unwrap();
    let store = open(&tmp);
    let outbox = store.outbox();
    let rows = [
        update(r#"{"status":"ic","responsable":null}"#, r#"{"status":"sourcing","responsable":"A"}"#),
        update(r#"{"name":"N"}"#, r#"{"status":"lost","responsable":null}"#),
        row(OperationId::TasksUpdate, r#"{"title":"T"}"#, r#"{"status":"ic"}"#),
    ];
    let entries = outbox.enqueue(&rows).unwrap();
    assert_eq!(outbox.cancel(&[&entries[0]]).unwrap(), [entries[0].seq]);
    assert_eq!(bases(outbox), [r#"{"status":"lost","responsable":"A"}"#, r#"{"status":"ic"}"#]);
}
