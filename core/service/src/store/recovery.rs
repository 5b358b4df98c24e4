//! Recovery of the user's changes from a damaged `outbox.db`. The damaged file is quarantined unchanged, and every
//! readable row is copied to a new file.
//!
//! Rows that SQLite no longer finds are searched page by page (`page_scan`). Such a row may be an old one, so it is in
//! doubt and compared with the server before it is sent. A row found only in the remains of a page, or without a base
//! for the comparison, waits for the user. Rows that the journal knows as completed are dropped; discarded and
//! cancelled ones stay discarded. Lost rows are counted (`cross_check`).
//!
//! A crash at any time loses nothing: the new file is complete before the old one is replaced.

mod cross_check;
mod history;
mod merge;
mod page_scan;
mod record_format;
mod settings;

use crate::store::files::companion_files::companion_path;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::config::DbConfig;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, params_from_iter};

use super::files::private_dir::private_file;
use super::files::{open, schema, sums};
use super::{EntryState, StoreError, encryption};
use crate::store::files::open_private::open_private;
use cross_check::Evidence;
pub(super) use history::{PAGE_SIZE, recover_history};
pub(super) use merge::copy_waiting;
pub(super) use settings::recover_settings;

/// The result of a recovery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveredOutbox {
    /// Number of recovered writes.
    pub entries: usize,
    /// Number of further writes known to have waited that cannot be read; 0 if none are known.
    pub lost: usize,
    /// The quarantined file, unchanged.
    pub quarantined: PathBuf,
}

/// The stored problem of a row found in the remains of a damaged file.
pub const RECOVERED_PROBLEM: &str = r#"{"kind":"salvaged"}"#;

/// Number of columns in the first format of the outbox; later formats only add some.
const FIRST_FORMAT_COLUMNS: usize = 16;
/// Index of the column with the sequence number.
const SEQ: usize = 0;
/// Index of the column with the operation.
const OPERATION: usize = 1;
/// Index of the column with the idempotency key.
const KEY: usize = 4;
/// Index of the column with the values that the user saw.
const BASE: usize = 5;
/// Index of the column with the state.
const STATE: usize = 10;
/// Index of the column that tells whether the row was sent.
const EVER_SENT: usize = 11;
/// Index of the column that tells whether the outcome is unknown.
const IN_DOUBT: usize = 12;
/// Index of the column with the problem.
const PROBLEM: usize = 15;

/// Index of the column with the checksum.
const SUM: usize = FIRST_FORMAT_COLUMNS + 1;

/// Verifies a row's columns from `first` against the checksum at `sum`. A row of an older format has none and is
/// accepted.
fn is_intact(row: &[Value], first: usize, sum: usize) -> bool {
    let columns = row.get(first..sum).unwrap_or_default();
    match row.get(sum) {
        Some(Value::Integer(sum)) => *sum == sums::checksum(columns.iter().map(ValueRef::from)),
        Some(_) => false,
        None => true,
    }
}

/// Prepares a row for a change: it gets a new checksum, unless it is damaged.
fn with_new_sum(mut row: Vec<Value>) -> Vec<Value> {
    if is_intact(&row, OPERATION, SUM) {
        row.truncate(SUM);
    } else {
        row[SUM] = Value::Null;
    }
    row
}

/// Completes a recovery that was interrupted after the new file was complete.
pub(super) fn finish(file: &Path) -> Result<(), StoreError> {
    let ready = companion_path(file, ".salvaged");
    if ready.exists() {
        put_in_place(file, &ready)?;
    }
    Ok(())
}

/// Returns how many writes waited in a file that is lost completely. `history` is the file with the journal.
pub(super) fn count_waiting(history: &Path) -> usize {
    let nothing = BTreeMap::new();
    Evidence::collect(history, &nothing).count_missing([], &nothing)
}

/// Recovers a damaged file into a new one; `history` is the file with the journal.
pub(super) fn recover(file: &Path, history: &Path, stamp: Timestamp) -> Result<RecoveredOutbox, StoreError> {
    let stamped = companion_path(
        file,
        &format!("{}{}", crate::store::files::quarantine_marks::QUARANTINE_MARK, stamp.as_second()),
    );
    // An interrupted recovery has already quarantined the same file: do not copy it twice.
    let quarantined = earlier_quarantine(file).unwrap_or(stamped);
    for suffix in ["", "-wal", "-shm"] {
        copy(&companion_path(file, suffix), &companion_path(&quarantined, suffix))?;
    }
    let raw = page_scan::RawPages::read(file).map_err(|error| StoreError::io(file, error))?;
    // Opening an empty file would delete its log.
    let (mut rows, is_complete) =
        if open::is_empty(file) { (BTreeMap::new(), false) } else { by_query(file) };
    let (mut lost_count, mut discarded) = (0, BTreeMap::new());
    if !is_complete {
        let scanned = page_scan::find(&raw);
        let evidence = Evidence::collect(history, &scanned.discarded);
        for (seq, row) in scanned.rows {
            if !rows.contains_key(&seq) && !evidence.is_completed(&row) {
                rows.insert(seq, mark_in_doubt(row));
            }
        }
        // Of the remains, only rows with a valid checksum are used.
        let remnants = scanned.remnants.into_iter().filter(|(_, row)| is_intact(row, OPERATION, SUM));
        for (seq, row) in remnants {
            if !rows.contains_key(&seq) && !evidence.is_completed(&row) {
                rows.insert(seq, block(row));
            }
        }
        lost_count = evidence.count_missing(scanned.known_seqs, &rows);
        discarded = scanned.discarded;
        discarded.retain(|seq, _| !rows.contains_key(seq));
    }
    let building = companion_path(file, ".building");
    remove(&building)?;
    private_file(&building)?;
    let (accepted, rejected) = write(&building, file, rows, discarded)?;
    install(file, &building)?;
    Ok(RecoveredOutbox { entries: accepted, lost: lost_count + rejected, quarantined })
}

/// Marks a recovered row as in doubt, to be compared before it is sent. Its page may be outdated. A row without a base
/// cannot be compared, so it is blocked.
fn mark_in_doubt(row: Vec<Value>) -> Vec<Value> {
    let mut row = with_new_sum(row);
    let text = |column: usize| match row.get(column) {
        Some(Value::Text(text)) => text.as_str(),
        _ => "",
    };
    if text(BASE) == "{}" && text(OPERATION) == crate::contract::OperationId::DealsUpdate.name() {
        return block(row);
    }
    row[EVER_SENT] = Value::Integer(1);
    row[IN_DOUBT] = Value::Integer(1);
    row
}

/// Blocks a row that may have been discarded or sent; the user decides.
fn block(row: Vec<Value>) -> Vec<Value> {
    let mut row = with_new_sum(row);
    row[EVER_SENT] = Value::Integer(1);
    row[IN_DOUBT] = Value::Integer(1);
    row[STATE] = Value::Text(EntryState::Rejected.name().to_owned());
    row[PROBLEM] = Value::Text(RECOVERED_PROBLEM.to_owned());
    row
}

/// Returns the rows that SQLite finds, and whether no damage was met. They are read from both ends of the table.
fn by_query(file: &Path) -> (BTreeMap<i64, Vec<Value>>, bool) {
    let mut rows = BTreeMap::new();
    let is_complete = ["ASC", "DESC"].map(|order| read_until_damage(file, order, &mut rows).is_ok());
    (rows, is_complete[0])
}

fn read_until_damage(
    file: &Path,
    order: &str,
    rows_by_seq: &mut BTreeMap<i64, Vec<Value>>,
) -> Result<(), StoreError> {
    let db = encryption::connect(file)?;
    let mut statement = db.prepare(&format!("SELECT * FROM outbox ORDER BY seq {order}"))?;
    let columns = statement.column_count();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let values = (0..columns).map(|at| row.get(at)).collect::<Result<Vec<Value>, _>>()?;
        if let Some(seq) = cross_check::seq(&values) {
            rows_by_seq.entry(seq).or_insert(values);
        }
    }
    Ok(())
}

/// Writes the rows to a new file; returns the numbers of accepted and rejected ones. Rejected rows remain in the old
/// file.
fn write(
    building: &Path,
    damaged: &Path,
    rows: BTreeMap<i64, Vec<Value>>,
    discarded: BTreeMap<i64, Vec<Value>>,
) -> Result<(usize, usize), StoreError> {
    let mut db = encryption::connect(building)?;
    db.pragma_update(None, "journal_mode", "DELETE")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    let tx = db.transaction()?;
    open::create_tables(&tx, schema::OUTBOX)?;
    for table in ["identity", "gate", "born", "watch", "dropped"] {
        copy_table(&tx, damaged, table)?;
    }
    let (mut accepted, mut rejected) = (0, 0);
    for (seq, mut row) in rows {
        let sound = is_intact(&row, OPERATION, SUM);
        row.truncate(SUM);
        if !sound && !has_state(&row) {
            row[STATE] = Value::Text(EntryState::Rejected.name().to_owned());
        }
        if !insert(&tx, "outbox", &COLUMNS, row)? {
            rejected += 1;
            continue;
        }
        accepted += 1;
        // It is shown and never sent.
        if !sound {
            sums::mark_damaged(&tx, seq)?;
        }
    }
    for mut row in discarded.into_values() {
        if !is_intact(&row, SEQ, DISCARDED_COLUMNS.len()) {
            continue;
        }
        row.truncate(DISCARDED_COLUMNS.len());
        // Most of them were copied above; a row that does not fit could not be restored anyway.
        let _taken = insert(&tx, "dropped", &DISCARDED_COLUMNS, row)?;
    }
    // No process is sending any more.
    tx.execute(
        "UPDATE outbox SET state = 'waiting', doubtful = max(doubtful, ever_sent), lease_owner = NULL,
             lease_until = NULL WHERE state = 'sending'",
        [],
    )?;
    tx.commit()?;
    Ok((accepted, rejected))
}

fn has_state(row: &[Value]) -> bool {
    matches!(row.get(STATE), Some(Value::Text(name)) if EntryState::by_name(name).is_some())
}

/// Inserts a row and returns whether it was accepted. A row that violates a constraint is skipped. Its last column, the
/// identity, is dropped if that identity is lost.
fn insert(db: &Connection, table: &str, columns: &[&str], mut row: Vec<Value>) -> Result<bool, StoreError> {
    if insert_whole(db, table, columns, &row)? {
        return Ok(true);
    }
    let named = row.len() == columns.len() && row.pop().is_some();
    Ok(named && insert_whole(db, table, columns, &row)?)
}

fn insert_whole(db: &Connection, table: &str, columns: &[&str], row: &[Value]) -> Result<bool, StoreError> {
    let placeholders = vec!["?"; row.len()].join(", ");
    let columns = columns.get(..row.len()).unwrap_or_default().join(", ");
    try_execute(db, &format!("INSERT INTO {table} ({columns}) VALUES ({placeholders})"), row)
}

/// Executes a statement for a row and returns whether it was accepted.
fn try_execute(db: &Connection, sql: &str, row: &[Value]) -> Result<bool, StoreError> {
    match db.prepare_cached(sql)?.execute(params_from_iter(row)) {
        Ok(_) => Ok(true),
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) => {
            Ok(false)
        }
        Err(rusqlite::Error::SqliteFailure(error, _)) if error.code == rusqlite::ErrorCode::TypeMismatch => {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

/// The columns in file order.
const COLUMNS: [&str; FIRST_FORMAT_COLUMNS + 1] = [
    "seq",
    "operation",
    "record",
    "body",
    "idem_key",
    "base",
    "label",
    "created_at",
    "attempts",
    "not_before",
    "state",
    "ever_sent",
    "doubtful",
    "lease_owner",
    "lease_until",
    "last_problem",
    "identity",
];

/// The columns of discarded writes in file order.
const DISCARDED_COLUMNS: [&str; 16] = [
    "seq",
    "gone_with",
    "operation",
    "record",
    "body",
    "idem_key",
    "base",
    "label",
    "created_at",
    "attempts",
    "not_before",
    "state",
    "ever_sent",
    "doubtful",
    "last_problem",
    "identity",
];

/// Copies the readable rows of a small table; unreadable ones are skipped.
pub(super) fn copy_table(into: &Connection, damaged: &Path, table: &str) -> Result<(), StoreError> {
    if open::is_empty(damaged) {
        return Ok(());
    }
    let Ok(from) = encryption::connect(damaged) else {
        return Ok(());
    };
    sums::register(&from)?;
    // The damaged file must stay unchanged.
    from.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    let Ok(sound) = sums::intact_condition(&from, table) else {
        return Ok(());
    };
    let Ok(mut statement) = from.prepare(&format!("SELECT * FROM {table} WHERE {sound}")) else {
        return Ok(());
    };
    let placeholders = vec!["?"; statement.column_count()].join(", ");
    let columns = statement.column_count();
    let Ok(mut rows) = statement.query([]) else {
        return Ok(());
    };
    while let Ok(Some(row)) = rows.next() {
        let values: Result<Vec<Value>, _> = (0..columns).map(|at| row.get(at)).collect();
        if let Ok(values) = values {
            into.execute(
                &format!("INSERT OR IGNORE INTO {table} VALUES ({placeholders})"),
                params_from_iter(values),
            )?;
        }
    }
    Ok(())
}

/// Installs a new, complete file.
pub(super) fn install(file: &Path, building: &Path) -> Result<(), StoreError> {
    sync(building)?;
    let ready = companion_path(file, ".salvaged");
    fs::rename(building, &ready).map_err(|error| StoreError::io(&ready, error))?;
    put_in_place(file, &ready)
}

fn put_in_place(file: &Path, ready: &Path) -> Result<(), StoreError> {
    // The log of the damaged file must never be applied to the new one.
    for suffix in ["-wal", "-shm"] {
        remove(&companion_path(file, suffix))?;
    }
    fs::rename(ready, file).map_err(|error| StoreError::io(file, error))
}

/// Returns an existing quarantined copy of the damaged file.
fn earlier_quarantine(file: &Path) -> Option<PathBuf> {
    let contents = |path: &Path| ["", "-wal"].map(|suffix| fs::read(companion_path(path, suffix)).ok());
    let now = contents(file);
    let prefix =
        format!("{}{}", file.file_name()?.to_str()?, crate::store::files::quarantine_marks::QUARANTINE_MARK);
    let entries = fs::read_dir(file.parent()?).ok()?;
    entries.flatten().map(|entry| entry.path()).find(|path| {
        let name = path.file_name().and_then(|name| name.to_str());
        let stamp = name.and_then(|name| name.strip_prefix(&prefix));
        stamp.is_some_and(|stamp| stamp.bytes().all(|byte| byte.is_ascii_digit())) && contents(path) == now
    })
}

fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let mut source = match File::open(from) {
        Ok(source) => source,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(StoreError::io(from, error)),
    };
    let copied = open_private(to, false).and_then(|mut target| {
        target.set_len(0)?;
        std::io::copy(&mut source, &mut target)?;
        target.sync_all()
    });
    copied.map_err(|error| StoreError::io(to, error))
}

fn sync(path: &Path) -> Result<(), StoreError> {
    let synced = open_private(path, false).and_then(|file| file.sync_all());
    synced.map_err(|error| StoreError::io(path, error))
}

pub(super) fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(StoreError::io(path, error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
#[path = "recovery_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "recovery_log_tests.rs"]
mod log_tests;
