//! Tests with files in which another program changed bytes.
//!
//! The store must return the same data as before, or report the loss; it must never return different data.

use crate::model::history::journal_entry::WriteOutcome;
use crate::model::identity::Identity;
use crate::model::storage_health::DbFile;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use jiff::Timestamp;
use proptest::prelude::*;

use super::*;
use crate::contract::OperationId;

pub(super) fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn body(id: usize, status: &str) -> String {
    let name = "é".repeat(id % 5 * 300);
    format!(r#"{{"id":"d{id}","name":"{name}","status":"{status}","ltv":"0.54{id}"}}"#)
}

fn received(id: usize, status: &str) -> ReceivedRecord {
    ReceivedRecord {
        id: format!("d{id}"),
        body: body(id, status),
        position: i64::try_from(id).unwrap(),
        status: Some(status.to_owned()),
    }
}

fn write(id: usize) -> NewOutboxEntry {
    NewOutboxEntry {
        operation: OperationId::DealsUpdate,
        record: format!("d{id}"),
        body: format!(r#"{{"status":"ic","note":"{}"}}"#, "n".repeat(id % 4 * 900)),
        key: uuid::Uuid::from_u128(id as u128).into(),
        base: r#"{"status":"sourcing"}"#.into(),
        label: format!("Deal {id}"),
        created_at: at(30),
        not_before: at(30),
        scheduled: false,
    }
}

/// Creates a profile with data in every file: a first sync, changes, a journal, pending writes, settings.
pub(super) fn filled(dir: &Path) {
    let store = Store::open(dir, at(0)).unwrap();
    store.outbox().set_identity(&Identity::new("https://api.example.com/v1", "k", None)).unwrap();
    let cache = store.cache();
    let first: Vec<ReceivedRecord> = (0..40).map(|id| received(id, "sourcing")).collect();
    let mut first_sync = cache.begin_full_sync().unwrap();
    let leaf = CachePage {
        request_seq: cache.write_seq().unwrap(),
        received_at: at(10),
        records: first.iter().map(ReceivedRecord::as_incoming).collect(),
        repeats: false,
    };
    let pass = cache.begin_pass().unwrap();
    cache.save_pages(RecordKind::Deal, "", pass, &[leaf], &mut first_sync).unwrap();
    cache.end_full_sync().unwrap();
    let changed: Vec<ReceivedRecord> = (0..12).map(|id| received(id, "ic")).collect();
    let request_seq = cache.write_seq().unwrap();
    cache.save_page(RecordKind::Deal, "", pass + 1, request_seq, at(20), &changed).unwrap();
    cache.save_page(RecordKind::Notification, "", pass + 1, request_seq, at(20), &changed).unwrap();
    cache.put_single("portfolio", r#"{"ltv":"0.51"}"#, at(20)).unwrap();
    let rows: Vec<NewOutboxEntry> = (0..8).map(write).collect();
    let enqueued = store.outbox().enqueue(&rows).unwrap();
    store
        .history()
        .add_journal_entry(&NewJournalEntry::new(&enqueued[0], WriteOutcome::Rejected, at(31)))
        .unwrap();
    for n in 0..10 {
        let note = format!("note {n} {}", "t".repeat(n * 150));
        store.settings().set(&format!("note/d{n}"), Some(&note), at(32)).unwrap();
    }
}

/// Collects everything that a store returns, by query name, with its file.
pub(super) fn query_all(store: &Store) -> Result<BTreeMap<String, (DbFile, String)>, StoreError> {
    let mut all = BTreeMap::new();
    let mut put = |part, name: String, response: String| all.insert(name, (part, response));
    for kind in [RecordKind::Deal, RecordKind::Notification] {
        store.cache().for_each(kind, "", |record| {
            put(DbFile::Cache, format!("{kind:?} {}", record.id), record.body);
        })?;
    }
    if let Some((body, _)) = store.cache().single("portfolio")? {
        put(DbFile::Cache, "portfolio".into(), body);
    }
    for id in 0..40 {
        let id = format!("d{id}");
        if let Some(deal) = store.cache().get(RecordKind::Deal, "", &id)? {
            put(DbFile::Cache, format!("one {id}"), deal.body);
        }
        for entry in store.history().entries_of(&id)? {
            put(DbFile::History, format!("history {entry:?}"), String::new());
        }
    }
    for line in store.history().journal(100)? {
        put(DbFile::History, format!("journal {}", line.seq), format!("{line:?}"));
    }
    for row in store.outbox().entries()? {
        put(DbFile::Outbox, format!("write {}", row.seq), format!("{row:?}"));
    }
    for (name, value) in store.settings().all()? {
        if is_personal(&name) {
            put(DbFile::Settings, format!("setting {name}"), value);
        }
    }
    Ok(all)
}

/// Compares responses; a recovered row may be marked as sent.
fn is_same(before: &str, after: &str) -> bool {
    before == after
        || after.contains("outcome_unknown: true")
            && before.split("state").next() == after.split("state").next()
}

/// Returns whether the user was informed of a loss.
fn is_reported(store: &Store, part: DbFile) -> bool {
    let sealed = !store.outbox().all_entries().unwrap().1.is_empty();
    store.damaged_at_open().iter().any(|file| file.file == part)
        // The cache is partly stored in the history.
        || part == DbFile::Cache && store.damaged_at_open().iter().any(|file| file.file == DbFile::History)
        || part == DbFile::Outbox && sealed
}

/// Flips bits of a file in a copy of the profile and compares the results.
pub(super) fn test_flips(
    original: &Path,
    before: &BTreeMap<String, (DbFile, String)>,
    part: DbFile,
    bits: &[(u64, u8)],
) {
    let tmp = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(original).unwrap().flatten() {
        if entry.file_type().unwrap().is_file() {
            fs::copy(entry.path(), tmp.path().join(entry.file_name())).unwrap();
        }
    }
    let file = tmp.path().join(part.file_name());
    let mut bytes = fs::read(&file).unwrap();
    for (offset, bit) in bits {
        let offset = (*offset % bytes.len() as u64) as usize;
        bytes[offset] ^= 1 << (bit % 8);
    }
    fs::write(&file, bytes).unwrap();
    let store = Store::open(tmp.path(), at(100)).unwrap();
    let after = query_all(&store).unwrap();
    for (name, (of, said)) in before {
        match after.get(name) {
            Some((_, now)) => {
                assert!(is_same(said, now), "{name} of {part:?} {bits:?}: {said} is told as {now}");
            }
            None => assert!(is_reported(&store, *of), "{name} is lost in silence: {part:?} {bits:?}"),
        }
    }
    for (name, (of, _)) in &after {
        // A history with losses starts again from the known state.
        let again = *of == DbFile::History && is_reported(&store, *of);
        assert!(before.contains_key(name) || again, "{name} is made up: {part:?} {bits:?}");
    }
    let found = store.examine(u64::MAX).unwrap();
    assert!(found.iter().all(|file| file.damage.is_none()), "{found:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn store_survives_bit_flips_or_reports_the_loss(
        part in prop::sample::select(DbFile::ALL.to_vec()),
        bits in prop::collection::vec((any::<u64>(), any::<u8>()), 1..17),
    ) {
        thread_local! {
            static WHOLE: (tempfile::TempDir, BTreeMap<String, (DbFile, String)>) = {
                let tmp = tempfile::tempdir().unwrap();
                filled(tmp.path());
                let before = query_all(&Store::open(tmp.path(), at(50)).unwrap()).unwrap();
                (tmp, before)
            };
        }
        WHOLE.with(|(tmp, before)| test_flips(tmp.path(), before, part, &bits));
    }
}

#[test]
fn header_bit_flips_are_repaired_or_reported() {
    let tmp = tempfile::tempdir().unwrap();
    filled(tmp.path());
    let before = query_all(&Store::open(tmp.path(), at(50)).unwrap()).unwrap();
    for part in DbFile::ALL {
        for place in (0..100).step_by(3) {
            test_flips(tmp.path(), &before, part, &[(place, (place % 8) as u8)]);
        }
    }
}

/// Writes SQL into a file like a program that does not know the checksums.
fn execute_foreign(dir: &Path, part: DbFile, sql: &str) {
    let db = rusqlite::Connection::open(dir.join(part.file_name())).unwrap();
    db.execute_batch(sql).unwrap();
}

#[test]
fn altered_write_is_reported_and_never_sent_or_repaired() {
    let tmp = tempfile::tempdir().unwrap();
    filled(tmp.path());
    for altered in [
        r#"body = '{"status":"lost"}'"#,
        "idem_key = '0e4eaf1c-7b6f-4f1c-8a55-2f1f6c1d0a11'",
        "identity = NULL",
        "record = 'd9'",
        "ever_sent = 1",
    ] {
        execute_foreign(tmp.path(), DbFile::Outbox, &format!("UPDATE outbox SET {altered} WHERE seq = 1"));
        let store = Store::open(tmp.path(), at(50)).unwrap();
        let outbox = store.outbox();
        let (rows, sealed) = outbox.all_entries().unwrap();
        assert!(!rows.iter().any(|row| row.seq == 1), "{altered}");
        assert!(sealed.len() == 1 && sealed[0].damaged, "{altered}: {sealed:?}");
        let term = std::time::Duration::from_secs(30);
        assert_eq!(outbox.lease(at(60), term, true).unwrap(), None);
        assert_eq!(outbox.claim(1, at(60), term).unwrap(), None, "{altered}");
        outbox.close_undo_windows(&[1], at(60)).unwrap();
        outbox.retry_now(at(60)).unwrap();
        assert!(outbox.get(1).is_err(), "{altered}: nothing makes it right");
        let found = store.examine(u64::MAX).unwrap();
        assert_eq!((found[0].damaged_writes, &found[0].damage), (1, &None));
    }
    let store = Store::open(tmp.path(), at(70)).unwrap();
    assert_eq!(store.outbox().discard(&[1], true).unwrap(), [1], "a person may give it up");
    assert_eq!(store.outbox().restore(1, at(80), false).unwrap(), [], "and it does not come back");
}

#[test]
fn wrong_format_number_loses_no_stored_data() {
    // The other numbers are the real one with one bit flipped.
    for number in [None, Some(1), Some(2), Some(4), Some(32), Some(1 << 19)] {
        for part in DbFile::ALL {
            let tmp = tempfile::tempdir().unwrap();
            filled(tmp.path());
            let before = query_all(&Store::open(tmp.path(), at(50)).unwrap()).unwrap();
            let file = rusqlite::Connection::open(tmp.path().join(part.file_name())).unwrap();
            let format: i64 = file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
            drop(file);
            let number = number.map_or(0, |bit: i64| format ^ bit);
            execute_foreign(tmp.path(), part, &format!("PRAGMA user_version = {number}"));
            let store = Store::open(tmp.path(), at(100)).unwrap();
            let after = query_all(&store).unwrap();
            for (name, (of, said)) in &before {
                match after.get(name) {
                    Some((_, now)) => assert!(is_same(said, now), "{name}: {said} is told as {now}"),
                    None => assert!(
                        *of == DbFile::Cache && is_reported(&store, part),
                        "{name} of {part:?} {number}"
                    ),
                }
            }
        }
    }
}

#[test]
fn swapped_store_files_are_reported_and_left_unchanged() {
    let tmp = tempfile::tempdir().unwrap();
    filled(tmp.path());
    for (one, other) in [
        (DbFile::Cache, DbFile::Outbox),
        (DbFile::History, DbFile::Settings),
        (DbFile::Settings, DbFile::Cache),
    ] {
        let [a, b] = [one, other].map(|part| tmp.path().join(part.file_name()));
        let swap = || {
            let away = tmp.path().join("away");
            fs::rename(&a, &away).unwrap();
            fs::rename(&b, &a).unwrap();
            fs::rename(&away, &b).unwrap();
        };
        swap();
        let bytes = || [&a, &b].map(|file| fs::read(file).unwrap());
        let before = bytes();
        let rejected = Store::open(tmp.path(), at(100)).unwrap_err();
        assert!(matches!(rejected, StoreError::Misplaced { .. }), "{rejected}");
        assert!(bytes() == before, "nothing was touched");
        swap();
        let store = Store::open(tmp.path(), at(101)).unwrap();
        assert_eq!(store.damaged_at_open(), []);
        assert_eq!(store.outbox().entries().unwrap().len(), 8);
    }
}

#[test]
fn previous_format_files_keep_their_data_and_get_checksums() {
    let tmp = tempfile::tempdir().unwrap();
    filled(tmp.path());
    let before = query_all(&Store::open(tmp.path(), at(50)).unwrap()).unwrap();
    for part in DbFile::ALL {
        let db = rusqlite::Connection::open(tmp.path().join(part.file_name())).unwrap();
        let tables: Vec<String> = db
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
            .unwrap()
            .query_map([], |row| row.get(0))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        // Later formats added tables without checksums.
        let mut later = 0;
        for table in tables {
            if db.execute_batch(&format!("ALTER TABLE {table} DROP COLUMN sum")).is_err() {
                db.execute_batch(&format!("DROP TABLE {table}")).unwrap();
                later = 1;
            }
        }
        let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        db.pragma_update(None, "user_version", version - 1 - later).unwrap();
        db.pragma_update(None, "application_id", 0).unwrap();
    }
    let store = Store::open(tmp.path(), at(100)).unwrap();
    assert_eq!(query_all(&store).unwrap(), before);
    assert_eq!(store.damaged_at_open(), []);
    assert!(store.examine(u64::MAX).unwrap().iter().all(ExaminedFile::is_intact));
}

#[test]
fn damaged_table_definition_is_rebuilt_with_its_data() {
    let tmp = tempfile::tempdir().unwrap();
    filled(tmp.path());
    let file = tmp.path().join(DbFile::Cache.file_name());
    let mut bytes = fs::read(&file).unwrap();
    let making = b"pass       INTEGER NOT NULL";
    let place = bytes.windows(making.len()).position(|part| part == making).unwrap();
    bytes[place + 3] ^= 1;
    fs::write(&file, bytes).unwrap();
    let store = Store::open(tmp.path(), at(50)).unwrap();
    assert!(is_reported(&store, DbFile::Cache));
    assert_eq!(store.cache().get(RecordKind::Deal, "", "d1").unwrap().unwrap().body, body(1, "ic"));
}

#[test]
fn recovery_keeps_the_intact_deals_of_a_damaged_page() {
    let tmp = tempfile::tempdir().unwrap();
    filled(tmp.path());
    let file = tmp.path().join(DbFile::History.file_name());
    let mut bytes = fs::read(&file).unwrap();
    let text = br#""ltv":"0.5433""#;
    let place = bytes.windows(text.len()).position(|part| part == text).unwrap();
    bytes[place + 8] ^= 4;
    fs::write(&file, bytes).unwrap();
    let store = Store::open(tmp.path(), at(100)).unwrap();
    assert!(is_reported(&store, DbFile::History));
    let cached = |id: usize| store.cache().get(RecordKind::Deal, "", &format!("d{id}")).unwrap();
    assert_eq!(cached(33), None);
    for id in 12..40 {
        assert!(id == 33 || cached(id).unwrap().body == body(id, "sourcing"), "{id}");
    }
}

#[test]
fn sealed_files_skip_the_full_check_unless_changed() {
    let tmp = tempfile::tempdir().unwrap();
    filled(tmp.path());
    let how = |part| files::seal::Seal::check(tmp.path(), true).open_check(part);
    for part in DbFile::ALL {
        assert!(!how(part).full, "{part:?}");
    }
    let file = tmp.path().join(DbFile::History.file_name());
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&file, bytes).unwrap();
    assert!(how(DbFile::History).full && how(DbFile::History).changed);
    assert!(!how(DbFile::Outbox).full);
    let open = Store::open(tmp.path(), at(50)).unwrap();
    assert!(how(DbFile::Outbox).full, "a program that is killed leaves no seal");
    drop(open);
}
