//! Saving what a person wrote from a damaged `outbox.db`. The damaged file is kept beside as it was; every row that can
//! still be read goes into a new one. Rows that SQLite no longer finds are looked for page by page (`pages`); such a row
//! may be one that was done long ago, so it comes back in doubt, to be compared with the service before it is sent.
//!
//! A crash at any moment of this loses nothing: the new file is whole before the old one goes.

mod pages;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::place::{open_private, private_file};
use super::{StoreError, connect, schema};

/// What was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Salvaged {
    /// How many writes were saved.
    pub rows: usize,
    /// The damaged file, as it was.
    pub aside: PathBuf,
}

/// How many columns a row of the outbox had in its first format; later ones only add to them.
const FIRST: usize = 16;
/// The column that says which row it is.
const SEQ: usize = 0;
/// The column that says that a row has left.
const EVER_SENT: usize = 11;
/// The column that says that its outcome is not known.
const DOUBTFUL: usize = 12;

/// Finishes a salvage that was cut short after the new file was whole.
pub(super) fn finish(file: &Path) -> Result<(), StoreError> {
    let ready = beside(file, ".salvaged");
    if ready.exists() {
        put_in_place(file, &ready)?;
    }
    Ok(())
}

/// Makes a new file of what can be read of a damaged one.
pub(super) fn salvage(file: &Path, stamp: Timestamp) -> Result<Salvaged, StoreError> {
    let aside = beside(file, &format!(".damaged-{}", stamp.as_second()));
    for suffix in ["", "-wal"] {
        copy(&beside(file, suffix), &beside(&aside, suffix))?;
    }
    let bytes = |path: &Path| match fs::read(path) {
        Ok(bytes) => Ok(bytes),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(StoreError::io(path, error)),
    };
    let (database, log) = (bytes(file)?, bytes(&beside(file, "-wal"))?);
    let (mut rows, whole) = by_query(file);
    if !whole {
        for (seq, mut row) in pages::rows(&database, &log) {
            rows.entry(seq).or_insert_with(|| {
                // The page it was found on may be an old one.
                row[EVER_SENT] = Value::Integer(1);
                row[DOUBTFUL] = Value::Integer(1);
                row
            });
        }
    }
    let building = beside(file, ".building");
    remove(&building)?;
    private_file(&building)?;
    let saved = write(&building, file, rows)?;
    sync(&building)?;
    let ready = beside(file, ".salvaged");
    fs::rename(&building, &ready).map_err(|error| StoreError::io(&ready, error))?;
    put_in_place(file, &ready)?;
    Ok(Salvaged { rows: saved, aside })
}

/// The rows that SQLite finds, from both ends of the table towards the damage; whether it met none.
fn by_query(file: &Path) -> (BTreeMap<i64, Vec<Value>>, bool) {
    let mut rows = BTreeMap::new();
    let whole = ["ASC", "DESC"].map(|order| read_until_damage(file, order, &mut rows).is_ok());
    (rows, whole[0])
}

fn read_until_damage(
    file: &Path,
    order: &str,
    into: &mut BTreeMap<i64, Vec<Value>>,
) -> Result<(), rusqlite::Error> {
    let db = Connection::open(file)?;
    let mut all = db.prepare(&format!("SELECT * FROM outbox ORDER BY seq {order}"))?;
    let columns = all.column_count();
    let mut found = all.query([])?;
    while let Some(row) = found.next()? {
        let values = (0..columns)
            .map(|at| row.get(at))
            .collect::<Result<Vec<Value>, _>>()?;
        if let Some(Value::Integer(seq)) = values.get(SEQ) {
            into.entry(*seq).or_insert(values);
        }
    }
    Ok(())
}

/// Writes the rows into a new file of the newest format; how many it took. What does not fit stays in the old file.
fn write(building: &Path, damaged: &Path, rows: BTreeMap<i64, Vec<Value>>) -> Result<usize, StoreError> {
    let mut db = Connection::open(building)?;
    db.pragma_update(None, "journal_mode", "DELETE")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    let step = db.transaction()?;
    for sql in schema::OUTBOX {
        step.execute_batch(sql)?;
    }
    step.pragma_update(None, "user_version", connect::newest(schema::OUTBOX))?;
    for table in ["identity", "gate", "born", "watch", "view"] {
        copy_table(&step, damaged, table)?;
    }
    let mut saved = 0;
    for mut row in rows.into_values() {
        row.truncate(FIRST + 1);
        let wrote = insert(&step, &row)?;
        // Who wrote it may be among what is lost.
        if wrote || (row.len() > FIRST && insert(&step, row.get(..FIRST).unwrap_or_default())?) {
            saved += 1;
        }
    }
    // Nobody is sending any more.
    step.execute(
        "UPDATE outbox SET state = 'waiting', doubtful = max(doubtful, ever_sent), lease_owner = NULL,
             lease_until = NULL WHERE state = 'sending'",
        [],
    )?;
    step.commit()?;
    Ok(saved)
}

/// Whether the row was taken: one that breaks a rule of the table is not, and hinders nobody.
fn insert(db: &Connection, row: &[Value]) -> Result<bool, StoreError> {
    let places = vec!["?"; row.len()].join(", ");
    let columns = COLUMNS.get(..row.len()).unwrap_or_default().join(", ");
    let sql = format!("INSERT INTO outbox ({columns}) VALUES ({places})");
    match db.execute(&sql, params_from_iter(row)) {
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

/// The columns in the order of the file.
const COLUMNS: [&str; FIRST + 1] = [
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

/// Copies what can be read of a small table. What cannot is not worth losing the rest for.
fn copy_table(into: &Connection, damaged: &Path, table: &str) -> Result<(), StoreError> {
    let Ok(from) = Connection::open(damaged) else {
        return Ok(());
    };
    let Ok(mut all) = from.prepare(&format!("SELECT * FROM {table}")) else {
        return Ok(());
    };
    let places = vec!["?"; all.column_count()].join(", ");
    let columns = all.column_count();
    let Ok(mut found) = all.query([]) else {
        return Ok(());
    };
    while let Ok(Some(row)) = found.next() {
        let values: Result<Vec<Value>, _> = (0..columns).map(|at| row.get(at)).collect();
        if let Ok(values) = values {
            into.execute(
                &format!("INSERT OR IGNORE INTO {table} VALUES ({places})"),
                params_from_iter(values),
            )?;
        }
    }
    Ok(())
}

fn put_in_place(file: &Path, ready: &Path) -> Result<(), StoreError> {
    // A log of the damaged file must never be taken for one of the new file.
    for suffix in ["-wal", "-shm"] {
        remove(&beside(file, suffix))?;
    }
    fs::rename(ready, file).map_err(|error| StoreError::io(file, error))
}

fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
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

fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(StoreError::io(path, error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
#[path = "salvage_tests.rs"]
mod tests;
