use std::os::unix::fs::FileExt;

use super::*;
use crate::contract::OperationId;
use crate::model::history::journal_entry::WriteOutcome;
use crate::store::{EntryState, NewJournalEntry, NewOutboxEntry, OutboxEntry, Store, is_personal};

pub(super) fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

pub(super) fn new_write(record: usize, body: String) -> NewOutboxEntry {
    NewOutboxEntry {
        operation: OperationId::DealsUpdate,
        record: format!("deal-{record}"),
        body,
        key: uuid::Uuid::new_v4().into(),
        base: r#"{"status":"sourcing"}"#.into(),
        label: format!("Îlot {record}"),
        created_at: at(1),
        not_before: at(1),
        scheduled: false,
    }
}

/// Creates an outbox of `rows` writes, some of which span several pages.
pub(super) fn filled_outbox(dir: &Path, rows: usize) -> Vec<(i64, String)> {
    let store = Store::open(dir, at(0)).unwrap();
    let rows: Vec<NewOutboxEntry> =
        (0..rows).map(|n| new_write(n, format!(r#"{{"note":"{}"}}"#, "é".repeat(n % 7 * 1_500)))).collect();
    let enqueued = store.outbox().enqueue(&rows).unwrap();
    enqueued.into_iter().map(|row| (row.seq, row.body)).collect()
}

fn overwrite(file: &Path, from: u64, bytes: usize) {
    let file = fs::OpenOptions::new().write(true).open(file).unwrap();
    file.write_all_at(&vec![0xa5; bytes], from).unwrap();
}

pub(super) fn reopened(dir: &Path) -> (Store, Vec<(i64, String)>) {
    let store = Store::open(dir, at(77)).unwrap();
    let rows = store.outbox().entries().unwrap();
    let rows = rows.into_iter().map(|row| (row.seq, row.body)).collect();
    (store, rows)
}

/// Journals an attempt of a write with this outcome.
pub(super) fn journal_attempt(store: &Store, row: &OutboxEntry, outcome: WriteOutcome) {
    let line = NewJournalEntry::new(row, outcome, at(2));
    store.history().add_journal_entry(&line).unwrap();
}

#[test]
fn lost_page_loses_only_its_own_entries() {
    let tmp = tempfile::tempdir().unwrap();
    let before = filled_outbox(tmp.path(), 60);
    let file = tmp.path().join("outbox.db");
    let length = fs::metadata(&file).unwrap().len();
    let damaged = fs::read(&file).unwrap();
    let mut worst = before.len();
    for page in 1..length / 4096 {
        fs::write(&file, &damaged).unwrap();
        overwrite(&file, page * 4096, 4096);
        let broken = fs::read(&file).unwrap();
        let (store, rows) = reopened(tmp.path());
        assert!(rows.iter().all(|row| before.contains(row)), "page {page}: nothing is made up");
        worst = worst.min(rows.len());
        if let Some(salvaged) = store.recovered_outbox() {
            assert_eq!(salvaged.entries, rows.len());
            assert_eq!(fs::read(&salvaged.quarantined).unwrap(), broken, "the old file is kept as it was");
        } else {
            assert_eq!(rows.len(), before.len(), "page {page}: what is lost is said");
        }
    }
    // A page has a few rows, or a part of a large one.
    assert!(worst >= 40, "{worst} of {}", before.len());
}

#[test]
fn without_its_head_every_row_is_found_again() {
    let tmp = tempfile::tempdir().unwrap();
    let before = filled_outbox(tmp.path(), 60);
    overwrite(&tmp.path().join("outbox.db"), 0, 100);
    let (store, rows) = reopened(tmp.path());
    assert_eq!(rows, before);
    let rows = store.outbox().entries().unwrap();
    assert!(
        rows.iter().all(|row| row.outcome_unknown && row.state == EntryState::Waiting),
        "each is compared before it is sent"
    );
    let next = store.outbox().enqueue(&[new_write(99, "{}".into())]).unwrap();
    assert!(next[0].seq > before.last().unwrap().0, "no number is used twice");
}

#[test]
fn recovery_includes_entries_of_the_log() {
    let tmp = tempfile::tempdir().unwrap();
    filled_outbox(tmp.path(), 3);
    // A crash: the log remains, because a second connection never closes.
    let store = Store::open(tmp.path(), at(0)).unwrap();
    let late = store.outbox().enqueue(&[new_write(50, r#"{"late":1}"#.into())]).unwrap();
    let (file, log) = (tmp.path().join("outbox.db"), tmp.path().join("outbox.db-wal"));
    let (bytes, logged) = (fs::read(&file).unwrap(), fs::read(&log).unwrap());
    drop(store);
    fs::write(&file, &bytes).unwrap();
    fs::write(&log, &logged).unwrap();
    overwrite(&file, 0, 100);
    let (_store, rows) = reopened(tmp.path());
    assert_eq!(rows.len(), 4);
    assert_eq!(rows.last().unwrap(), &(late[0].seq, late[0].body.clone()));
}

#[test]
fn a_salvage_cut_short_is_finished() {
    let tmp = tempfile::tempdir().unwrap();
    let before = filled_outbox(tmp.path(), 5);
    let file = tmp.path().join("outbox.db");
    fs::rename(&file, tmp.path().join("outbox.db.salvaged")).unwrap();
    fs::write(&file, "what a crash left of the damaged one").unwrap();
    let (_store, rows) = reopened(tmp.path());
    assert_eq!(rows, before);
}

#[test]
fn damaged_store_open_in_a_peer_is_not_repaired() {
    let tmp = tempfile::tempdir().unwrap();
    filled_outbox(tmp.path(), 60);
    let open = Store::open(tmp.path(), at(0)).unwrap();
    overwrite(&tmp.path().join("outbox.db"), 4096, 4096);
    let rejected = Store::open(tmp.path(), at(1)).unwrap_err();
    assert!(rejected.to_string().contains("close every other window"), "{rejected}");
    drop(open);
}

/// Creates an outbox of `rows` short writes with a base. Each is stored separately, as by the command line.
fn enqueue_singly(dir: &Path, rows: usize) -> Vec<(i64, String)> {
    let store = Store::open(dir, at(0)).unwrap();
    let keep = |n| {
        let body = format!(r#"{{"responsable":"{}{n}"}}"#, "R".repeat(40));
        let enqueued = store.outbox().enqueue(&[new_write(n, body)]).unwrap();
        (enqueued[0].seq, enqueued[0].body.clone())
    };
    (0..rows).map(keep).collect()
}

#[test]
fn truncated_outbox_recovers_intact_rows_and_counts_the_lost() {
    let tmp = tempfile::tempdir().unwrap();
    let before = enqueue_singly(tmp.path(), 40);
    let file = tmp.path().join("outbox.db");
    let whole = fs::read(&file).unwrap();
    for pages in 1..whole.len() / 4096 {
        fs::write(&file, &whole[..pages * 4096]).unwrap();
        let still = before
            .iter()
            .filter(|(_, body)| {
                let text = &whole[..pages * 4096];
                text.windows(body.len()).any(|window| window == body.as_bytes())
            })
            .count();
        let (store, rows) = reopened(tmp.path());
        assert!(rows.iter().all(|row| before.contains(row)), "{pages}: nothing is made up");
        // On a rewritten page, the beginning of one remaining row is overwritten.
        assert!(still - rows.len() <= 1, "{pages} pages: {} of {still}", rows.len());
        let saved = store.recovered_outbox().unwrap();
        assert_eq!(saved.entries, rows.len());
        assert!(saved.lost <= 40 - saved.entries, "{pages} pages: {} lost", saved.lost);
        let reported = &store.damaged_at_open()[0];
        let recovered = Some(saved.entries as u64);
        assert_eq!(
            (reported.file, reported.recovered_rows),
            (crate::model::storage_health::DbFile::Outbox, recovered)
        );
        drop(store);
        fs::remove_file(quarantined_path(tmp.path())).unwrap();
    }
}

fn quarantined_path(dir: &Path) -> PathBuf {
    dir.join("outbox.db.damaged-77")
}

#[test]
fn recovery_counts_entries_lost_to_truncation() {
    let tmp = tempfile::tempdir().unwrap();
    enqueue_singly(tmp.path(), 40);
    let file = tmp.path().join("outbox.db");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() - 4096]).unwrap();
    let (store, rows) = reopened(tmp.path());
    let lost = store.recovered_outbox().unwrap().lost;
    assert_eq!((rows.len() + lost, lost > 0), (40, true));
}

#[test]
fn entries_recovered_from_free_space_are_blocked() {
    let tmp = tempfile::tempdir().unwrap();
    enqueue_singly(tmp.path(), 40);
    let file = tmp.path().join("outbox.db");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..4096 * 3]).unwrap();
    let (store, rows) = reopened(tmp.path());
    assert!(!rows.is_empty());
    for row in store.outbox().entries().unwrap() {
        assert_eq!(row.state, EntryState::Rejected);
        assert_eq!(row.last_problem.as_deref(), Some(RECOVERED_PROBLEM));
        assert!(row.outcome_unknown, "sent after all, it is compared first");
    }
}

#[test]
fn recovery_drops_entries_settled_in_the_journal() {
    let tmp = tempfile::tempdir().unwrap();
    enqueue_singly(tmp.path(), 40);
    let store = Store::open(tmp.path(), at(1)).unwrap();
    let over = store.outbox().entries().unwrap().remove(0);
    journal_attempt(&store, &over, WriteOutcome::Applied);
    drop(store);
    overwrite(&tmp.path().join("outbox.db"), 0, 100);
    let (store, rows) = reopened(tmp.path());
    assert!(rows.iter().all(|(seq, _)| *seq != over.seq));
    assert_eq!((rows.len(), store.recovered_outbox().unwrap().lost), (39, 0));
}

#[test]
fn emptied_outbox_counts_journalled_pending_writes_as_lost() {
    let tmp = tempfile::tempdir().unwrap();
    enqueue_singly(tmp.path(), 3);
    let store = Store::open(tmp.path(), at(1)).unwrap();
    let tried = store.outbox().entries().unwrap().remove(1);
    journal_attempt(&store, &tried, WriteOutcome::RetryLater);
    drop(store);
    fs::write(tmp.path().join("outbox.db"), "").unwrap();
    let (store, rows) = reopened(tmp.path());
    let saved = store.recovered_outbox().unwrap();
    assert_eq!((rows.len(), saved.entries, saved.lost), (0, 0, 1));
    assert!(saved.quarantined.exists());
}

#[test]
fn missing_outbox_counts_journalled_pending_writes_as_lost() {
    let tmp = tempfile::tempdir().unwrap();
    filled_outbox(tmp.path(), 4);
    let store = Store::open(tmp.path(), at(2)).unwrap();
    let rows = store.outbox().entries().unwrap();
    for (row, outcome) in
        rows.iter().zip([WriteOutcome::Conflict, WriteOutcome::RetryLater, WriteOutcome::Applied])
    {
        journal_attempt(&store, row, outcome);
    }
    drop(store);
    for suffix in ["", "-wal", "-shm"] {
        remove(&companion_path(&tmp.path().join("outbox.db"), suffix)).unwrap();
    }
    let store = Store::open(tmp.path(), at(9)).unwrap();
    let reported = store.damaged_at_open();
    assert!(reported.len() == 1 && reported[0].was_missing, "{reported:?}");
    assert_eq!(reported[0].lost_rows, 2, "one in conflict, one that was tried and waited");
}

#[test]
fn recovery_does_not_count_discarded_rejections_as_lost() {
    let tmp = tempfile::tempdir().unwrap();
    enqueue_singly(tmp.path(), 3);
    let store = Store::open(tmp.path(), at(1)).unwrap();
    let rejected = store.outbox().entries().unwrap().remove(0);
    journal_attempt(&store, &rejected, WriteOutcome::Rejected);
    store.outbox().discard(&[rejected.seq], true).unwrap();
    drop(store);
    fs::write(tmp.path().join("outbox.db"), "").unwrap();
    let (store, _) = reopened(tmp.path());
    assert_eq!(store.recovered_outbox().unwrap().lost, 0);
}

#[test]
fn loss_is_reported_until_the_damaged_file_is_removed() {
    let tmp = tempfile::tempdir().unwrap();
    enqueue_singly(tmp.path(), 5);
    fs::write(tmp.path().join("outbox.db"), "").unwrap();
    let (store, _) = reopened(tmp.path());
    assert_eq!(store.damaged_at_open().len(), 1);
    drop(store);
    let store = Store::open(tmp.path(), at(78)).unwrap();
    assert_eq!(store.damaged_at_open().len(), 0, "it was found before");
    let reported = store.damaged().unwrap().remove(0);
    assert_eq!((reported.recovered_rows, reported.lost_rows, reported.detected_at), (Some(0), 0, at(77)));
    let path = reported.path;
    drop(store);
    fs::remove_file(path).unwrap();
    let store = Store::open(tmp.path(), at(79)).unwrap();
    assert_eq!(store.damaged().unwrap(), []);
    let left =
        store.settings().all().unwrap().into_keys().find(|name| is_personal(name) || name.contains('/'));
    assert_eq!(left, None, "nothing of it is left behind");
}

/// Creates an outbox with some cancelled writes, merged into its file.
fn outbox_with_cancelled(dir: &Path) -> Vec<i64> {
    enqueue_singly(dir, 40);
    let store = Store::open(dir, at(1)).unwrap();
    let seqs: Vec<i64> = store.outbox().entries().unwrap().iter().map(|row| row.seq).collect();
    let undone: Vec<i64> = seqs.into_iter().step_by(3).collect();
    store.outbox().discard(&undone, false).unwrap();
    undone
}

#[test]
fn recovery_keeps_cancelled_entries_cancelled() {
    let tmp = tempfile::tempdir().unwrap();
    let undone = outbox_with_cancelled(tmp.path());
    overwrite(&tmp.path().join("outbox.db"), 0, 100);
    let (store, rows) = reopened(tmp.path());
    assert!(rows.iter().all(|(seq, _)| !undone.contains(seq)), "{rows:?}");
    assert_eq!((rows.len(), store.recovered_outbox().unwrap().lost), (26, 0));
    let back = store.outbox().restore(undone[0], at(90), true).unwrap();
    assert_eq!(back.len(), 1, "and can still be taken up again");
    assert!(!back[0].ever_sent, "as it stood");
}

#[test]
fn recovery_honours_discards_and_restores_of_the_log() {
    let tmp = tempfile::tempdir().unwrap();
    enqueue_singly(tmp.path(), 40);
    let (file, log) = (tmp.path().join("outbox.db"), tmp.path().join("outbox.db-wal"));
    let store = Store::open(tmp.path(), at(1)).unwrap();
    let seqs: Vec<i64> = store.outbox().entries().unwrap().iter().map(|row| row.seq).collect();
    let undone: Vec<i64> = seqs.into_iter().step_by(3).collect();
    store.outbox().discard(&undone, false).unwrap();
    let again = undone[4];
    store.outbox().restore(again, at(9), false).unwrap();
    let (bytes, logged) = (fs::read(&file).unwrap(), fs::read(&log).unwrap());
    drop(store);
    fs::write(&file, &bytes).unwrap();
    fs::write(&log, &logged).unwrap();
    overwrite(&file, 0, 100);
    let (store, rows) = reopened(tmp.path());
    assert_eq!((rows.len(), store.recovered_outbox().unwrap().lost), (27, 0));
    let back = |seq: &i64| rows.iter().any(|(row, _)| row == seq);
    let came: Vec<&i64> = undone.iter().filter(|seq| back(seq)).collect();
    assert_eq!(came, [&again]);
}

#[test]
fn remains_of_many_discarded_entries_are_few_and_marked() {
    let tmp = tempfile::tempdir().unwrap();
    enqueue_singly(tmp.path(), 1_200);
    let store = Store::open(tmp.path(), at(1)).unwrap();
    let seqs: Vec<i64> = store.outbox().entries().unwrap().iter().map(|row| row.seq).collect();
    store.outbox().discard(&seqs, false).unwrap();
    drop(store);
    // More than are stored for restoring. The first page may contain copies of the others: it became the root of a tree
    // when it was full, and SQLite does not erase old content.
    overwrite(&tmp.path().join("outbox.db"), 0, 100);
    let (store, rows) = reopened(tmp.path());
    assert!(rows.len() < 10, "{}", rows.len());
    assert_eq!(store.recovered_outbox().unwrap().lost, 0);
    for row in store.outbox().entries().unwrap() {
        assert_eq!(row.last_problem.as_deref(), Some(RECOVERED_PROBLEM));
    }
}
