//! Recovery of a damaged `history.db` into a new one. Observed changes and own writes cannot be fetched again. Each
//! table is read from both ends towards the damage, and invalid rows are skipped. Without a first page, SQLite reads no
//! table; then rows whose checksum fits are read page by page. The new history has its own token, so
//! that the cache drops references to old pages. It does not take over the mark of the last full sync, because it may
//! be incomplete.

use std::path::Path;

use jiff::Timestamp;
use rusqlite::config::DbConfig;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Transaction};

use super::{page_scan, remove, try_execute};
use crate::contract::record::Record;
use crate::store::files::companion_files::companion_path;
use crate::store::files::private_dir::private_file;
use crate::store::files::{open, schema, sums};
use crate::store::history::{FirstSeen, FirstSeenPage};
use crate::store::{StoreError, encryption};

/// Page size of the file, for pages of deals that are read and written whole.
pub(in crate::store) const PAGE_SIZE: i64 = 16_384;

/// The tables with their sort keys. Entries come first, because they cannot be obtained again.
const TABLES: [(&str, &[&str]); 6] = [
    ("entry", &["seq"]),
    ("journal", &["seq"]),
    ("request", &["seq"]),
    ("missing", &["deal"]),
    ("mark", &["name"]),
    ("point", &["series", "at"]),
];

/// Recovers the damaged history into `file`, if anything is readable. Returns the numbers of recovered entries and
/// journal entries, and of those known to be lost.
pub(in crate::store) fn recover_history(
    damaged: &Path,
    file: &Path,
    now: Timestamp,
) -> Result<(usize, usize), StoreError> {
    if open::is_empty(damaged) {
        return Ok((0, 0));
    }
    let building = companion_path(file, ".building");
    remove(&building)?;
    private_file(&building)?;
    let (copied, lost) = copy_tables(&building, damaged, now)?;
    if copied == 0 {
        remove(&building)?;
        return Ok((0, lost));
    }
    std::fs::rename(&building, file).map_err(|error| StoreError::io(file, error))?;
    Ok((copied, lost))
}

/// Opens the damaged file, which must stay unchanged.
fn open_damaged(file: &Path) -> Result<Connection, StoreError> {
    let db = encryption::connect(file)?;
    sums::register(&db)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(db)
}

fn copy_tables(building: &Path, damaged: &Path, now: Timestamp) -> Result<(usize, usize), StoreError> {
    let mut db = encryption::connect(building)?;
    if !encryption::is_encrypted_file(building) {
        db.pragma_update(None, "page_size", PAGE_SIZE)?;
    }
    db.pragma_update(None, "journal_mode", "DELETE")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    let tx = db.transaction()?;
    open::create_tables(&tx, schema::HISTORY)?;
    let (mut copied, mut lost) = (0, 0);
    for (table, keys) in TABLES {
        let (read, damaged_rows) = copy_table(damaged, &tx, (table, keys), now)?;
        if matches!(table, "entry" | "journal") {
            copied += read;
            lost += damaged_rows;
        }
    }
    if copied == 0 {
        copied = copy_pages(damaged, &tx)?;
    }
    // New entries must get higher numbers than all earlier ones, even if the newest are lost.
    tx.execute_batch(
        "DELETE FROM sqlite_sequence WHERE name = 'entry';
         INSERT INTO sqlite_sequence (name, seq) SELECT 'entry', max(
             (SELECT coalesce(max(seq), 0) FROM entry),
             (SELECT coalesce(max(seq), 0) FROM mark WHERE name IN ('visit', 'synced')));",
    )?;
    tx.commit()?;
    Ok((copied, lost))
}

/// Copies the readable rows of a table. Returns the numbers of copied rows and of damaged rows read.
fn copy_table(
    damaged: &Path,
    into: &Transaction<'_>,
    (table, keys): (&str, &[&str]),
    now: Timestamp,
) -> Result<(usize, usize), StoreError> {
    let (mut copied, mut lost) = (0, 0);
    let from = open_damaged(damaged)?;
    // If even the columns are unreadable, the query fails later.
    let sound = sums::intact_condition(&from, table).unwrap_or_else(|_| "1".to_owned());
    let columns = sums::columns(into, table)?;
    let existing_columns = sums::columns(&from, table).unwrap_or_default();
    let selected: Vec<&str> =
        columns.iter().map(|name| if existing_columns.contains(name) { name } else { "NULL" }).collect();
    let insert = insert_into(table, &columns);
    for direction in ["ASC", "DESC"] {
        // A connection that met a damaged encrypted page reads no more.
        let from = open_damaged(damaged)?;
        let order: Vec<String> = keys.iter().map(|key| format!("{key} {direction}")).collect();
        let sql =
            format!("SELECT {}, {sound} FROM {table} ORDER BY {}", selected.join(", "), order.join(", "));
        let read = for_each_row(&from, &sql, |mut row| {
            if row.pop() != Some(Value::Integer(1)) {
                lost += 1;
                let at = indexed_time(&from, &row).unwrap_or(now);
                match recover_page(table, &row, at) {
                    Some(page) => row = page,
                    None => return Ok(()),
                }
            }
            row.resize(columns.len(), Value::Null);
            copied += usize::from(is_sound(table, &row) && try_execute(into, &insert, &row)?);
            Ok(())
        })?;
        if read {
            break;
        }
    }
    Ok((copied, lost))
}

/// Copies the entries and journal entries found without SQLite. Returns their number.
fn copy_pages(damaged: &Path, into: &Transaction<'_>) -> Result<usize, StoreError> {
    let raw = page_scan::RawPages::read(damaged).map_err(|error| StoreError::io(damaged, error))?;
    let mut copied = 0;
    for (number, mut row) in page_scan::table_rows(&raw) {
        // The table, and the place of its checksum. An entry's checksum does not cover its number.
        let (table, sum, first) = match row.len() {
            12 => ("entry", 10, 1),
            17 => ("journal", 16, 0),
            _ => continue,
        };
        row[0] = Value::Integer(number);
        let sum = row.remove(sum);
        if sum != Value::Integer(sums::checksum(row[first..].iter().map(ValueRef::from))) {
            continue;
        }
        row.push(sum);
        let insert = insert_into(table, &sums::columns(into, table)?);
        copied += usize::from(is_sound(table, &row) && try_execute(into, &insert, &row)?);
    }
    Ok(copied)
}

fn insert_into(table: &str, columns: &[String]) -> String {
    format!("INSERT INTO {table} ({}) VALUES ({})", columns.join(", "), vec!["?"; columns.len()].join(", "))
}

/// Calls `visit` for the readable rows; returns whether all were readable.
fn for_each_row(
    from: &Connection,
    sql: &str,
    mut visit: impl FnMut(Vec<Value>) -> Result<(), StoreError>,
) -> Result<bool, StoreError> {
    let Ok(mut statement) = from.prepare(sql) else {
        return Ok(false);
    };
    let columns = statement.column_count();
    let Ok(mut rows) = statement.query([]) else {
        return Ok(false);
    };
    loop {
        match rows.next() {
            Ok(Some(row)) => {
                // Invalid UTF-8 is taken as bytes, because other columns may be recoverable.
                let value = |value: ValueRef<'_>| match value {
                    ValueRef::Text(bytes) => {
                        Value::try_from(value).unwrap_or_else(|_| Value::Blob(bytes.to_vec()))
                    }
                    value => Value::try_from(value).unwrap_or(Value::Null),
                };
                let values: Result<Vec<Value>, _> =
                    (0..columns).map(|at| row.get_ref(at).map(value)).collect();
                if let Ok(values) = values {
                    visit(values)?;
                }
            }
            Ok(None) => return Ok(true),
            Err(_) => return Ok(false),
        }
    }
}

/// Builds a page from the intact deals of a damaged one.
///
/// All other columns are untrusted; the deals become first-seen entries.
fn recover_page(table: &str, row: &[Value], at: Timestamp) -> Option<Vec<Value>> {
    let [seq @ Value::Integer(_), .., Value::Blob(damaged), _] = row else {
        return None;
    };
    let sound = FirstSeen::intact(damaged);
    if table != "entry" || sound.is_empty() {
        return None;
    }
    let page = FirstSeenPage::from_deals(sound);
    let text = |text: &str| Value::Text(text.to_owned());
    Some(vec![
        seq.clone(),
        text("seen"),
        text(""),
        text(""),
        Value::Null,
        Value::Null,
        Value::Null,
        Value::Integer(at.as_microsecond()),
        Value::Integer(0),
        Value::Text(page.ids),
        Value::Blob(page.deals),
    ])
}

/// Returns the time of a damaged entry, if the index confirms it.
fn indexed_time(from: &Connection, row: &[Value]) -> Option<Timestamp> {
    let (Some(Value::Integer(seq)), Some(Value::Integer(at))) = (row.first(), row.get(7)) else {
        return None;
    };
    let indexed = "SELECT count(*) FROM entry INDEXED BY entry_at WHERE at = ?1 AND seq = ?2";
    let confirmed_at: i64 = from.query_row(indexed, [at, seq], |row| row.get(0)).ok()?;
    Timestamp::from_microsecond(*at).ok().filter(|_| confirmed_at == 1)
}

/// Returns whether a row without a checksum is plausible.
fn is_sound(table: &str, row: &[Value]) -> bool {
    match (table, row) {
        ("mark", [Value::Text(name), ..]) => !matches!(name.as_str(), "pages" | "read"),
        ("entry", [_, _, _, _, before, after, _, _, _, ids, deals, ..]) => {
            let token = |value: &Value| match value {
                Value::Text(text) => serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok(),
                value => *value == Value::Null,
            };
            let page = match (ids, deals) {
                (Value::Text(_), Value::Blob(deals)) => FirstSeen::for_each(deals, |deal| {
                    Record::parse(deal.body)
                        .map(|_| ())
                        .map_err(|error| StoreError::damaged(&error.to_string()))
                })
                .is_ok(),
                (ids, deals) => *ids == Value::Null && *deals == Value::Null,
            };
            token(before) && token(after) && page
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use rusqlite::params;

    use super::*;
    use crate::store::Store;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    /// Creates a history with `changes` changes of as many deals, each synced to disk.
    fn filled(dir: &Path, changes: i64) -> PathBuf {
        let store = Store::open(dir, at(0)).unwrap();
        store
            .history()
            .transact(|tx| {
                for seq in 1..=changes {
                    tx.execute(
                        "INSERT INTO entry (kind, deal, field, before, after, at) VALUES ('field', ?1, 'status', ?2, ?3, ?4)",
                        params![format!("deal-{seq}-"), "\"sourcing\"", "\"ic\"", seq],
                    )?;
                }
                Ok(tx.execute(
                    "INSERT INTO journal (outbox_id, idem_key, operation, record, label, attempts, outcome, asked_at, at)
                     VALUES (1, 'k', 'deals_update', 'a', 'A', 1, 'applied', 1, 2)",
                    [],
                )?)
            })
            .unwrap();
        store.history().end_sync(changes, at(1)).unwrap();
        store.history().checkpoint().unwrap();
        drop(store);
        dir.join("history.db")
    }

    /// Overwrites the page with the change of this deal.
    fn break_leaf(file: &Path, deal: &str) {
        let mut bytes = std::fs::read(file).unwrap();
        let size = PAGE_SIZE as usize;
        let holds =
            |page: &[u8]| page[0] == 0x0d && page.windows(deal.len()).any(|part| part == deal.as_bytes());
        let page = bytes.chunks_exact(size).position(holds).unwrap();
        bytes[page * size..(page + 1) * size].fill(0xa5);
        std::fs::write(file, bytes).unwrap();
    }

    #[test]
    fn history_recovery_keeps_rows_around_a_damaged_page() {
        let tmp = tempfile::tempdir().unwrap();
        let file = filled(tmp.path(), 4_000);
        break_leaf(&file, "deal-2000-");
        let broken = std::fs::read(&file).unwrap();
        Store::mark_suspect_in(tmp.path()).unwrap();
        let store = Store::open(tmp.path(), at(77)).unwrap();
        let of = |deal: &str| store.history().entries_of(deal).unwrap().len();
        assert_eq!((of("deal-1-"), of("deal-2000-"), of("deal-4000-")), (1, 0, 1));
        assert_eq!(store.history().journal_of_write(1).unwrap().len(), 1);
        assert_eq!(store.history().synced().unwrap(), Some(4_000));
        let reported = store.damaged_at_open().to_vec();
        let recovered = reported[0].recovered_rows.unwrap();
        assert!((3_000..4_001).contains(&recovered), "{recovered}");
        // Opening the file may have changed the log flag in its header.
        let (found, first) = (std::fs::read(&reported[0].path).unwrap(), PAGE_SIZE as usize);
        assert!(found[first..] == broken[first..], "as it was found");
        drop(store);
        // The new file is intact at the next check too.
        Store::mark_suspect_in(tmp.path()).unwrap();
        let store = Store::open(tmp.path(), at(78)).unwrap();
        assert!(store.damaged_at_open().is_empty());
        assert_eq!(store.history().entries_of("deal-4000-").unwrap().len(), 1);
    }

    #[test]
    fn damaged_first_page_of_the_history_loses_no_change() {
        let tmp = tempfile::tempdir().unwrap();
        let file = filled(tmp.path(), 4_000);
        let mut bytes = std::fs::read(&file).unwrap();
        bytes[100..4_000].fill(0xa5);
        std::fs::write(&file, bytes).unwrap();
        Store::mark_suspect_in(tmp.path()).unwrap();
        let store = Store::open(tmp.path(), at(77)).unwrap();
        assert_eq!(store.damaged_at_open()[0].recovered_rows, Some(4_001));
        assert_eq!(store.history().entries_of("deal-4000-").unwrap().len(), 1);
        assert_eq!(store.history().journal_of_write(1).unwrap().len(), 1);
    }

    #[test]
    fn history_entries_after_lost_newest_rows_are_still_unsynced() {
        let tmp = tempfile::tempdir().unwrap();
        let file = filled(tmp.path(), 4_000);
        break_leaf(&file, "deal-4000-");
        Store::mark_suspect_in(tmp.path()).unwrap();
        let store = Store::open(tmp.path(), at(77)).unwrap();
        let history = store.history();
        assert_eq!(history.entries_of("deal-4000-").unwrap().len(), 0);
        let insert = "INSERT INTO entry (kind, deal, field, at) VALUES ('field', 'new', 'status', 9)";
        history.transact(|tx| Ok(tx.execute(insert, [])?)).unwrap();
        assert!(history.latest().unwrap() > history.synced().unwrap().unwrap());
    }

    #[test]
    fn history_recovery_drops_malformed_rows() {
        let row = |after: &str| {
            let mut row = vec![Value::Null; 11];
            row[5] = Value::Text(after.to_owned());
            row
        };
        assert!(is_sound("entry", &row("\"ic\"")) && !is_sound("entry", &row("\"i")));
        let mark = |name: &str| vec![Value::Text(name.to_owned()), Value::Integer(1), Value::Integer(1)];
        assert!(is_sound("mark", &mark("visit")) && !is_sound("mark", &mark("read")));
    }
}
