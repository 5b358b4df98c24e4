//! Row checksums over all columns.
//!
//! Reading a row verifies its checksum, so changes by other programs are detected. Temporary triggers of each
//! connection write the checksums, so no statement can forget them. The file itself has no triggers, so other programs
//! can open it.

use std::fmt::Write as _;

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, ffi};

use crate::store::StoreError;

/// The table whose damaged rows are neither rewritten nor deleted; the user decides about them.
pub(in crate::store) const OUTBOX: &str = "outbox";
/// The table of observed changes.
const ENTRY_TABLE: &str = "entry";
/// Moves the large column behind the checksum. Otherwise SQLite would copy it in memory instead of writing it in place.
const DEALS_LAST: &str = "
ALTER TABLE entry ADD COLUMN moved BLOB;
UPDATE entry SET moved = deals;
ALTER TABLE entry DROP COLUMN deals;
ALTER TABLE entry RENAME COLUMN moved TO deals;
";
/// Name of the checksum column.
const SUM: &str = "sum";
/// Checksum of a row known to be damaged.
const DAMAGED: i64 = -1;

/// Computes the checksum of a row's values, in column order.
pub(in crate::store) fn checksum<'a>(values: impl IntoIterator<Item = ValueRef<'a>>) -> i64 {
    let mut sum = crc32fast::Hasher::new();
    for value in values {
        match value {
            ValueRef::Null => sum.update(&[0]),
            ValueRef::Integer(number) => {
                sum.update(&[1]);
                sum.update(&number.to_le_bytes());
            }
            ValueRef::Real(number) => {
                sum.update(&[2]);
                sum.update(&number.to_le_bytes());
            }
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                sum.update(&[if matches!(value, ValueRef::Text(_)) { 3 } else { 4 }]);
                sum.update(&(bytes.len() as u64).to_le_bytes());
                sum.update(bytes);
            }
        }
    }
    sum.finalize().into()
}

/// Converts a text to a row value.
pub(in crate::store) fn text_value(text: &str) -> ValueRef<'_> {
    ValueRef::Text(text.as_bytes())
}

/// Registers the SQL functions that compute and verify checksums.
///
/// `row_sum` returns the checksum of its arguments. `whole` fails with a damage error if its first argument is not the
/// checksum of the others.
pub(in crate::store) fn register(db: &Connection) -> Result<(), StoreError> {
    let flags =
        FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_INNOCUOUS;
    let from =
        |context: &Context<'_>, first: usize| checksum((first..context.len()).map(|at| context.get_raw(at)));
    db.create_scalar_function("row_sum", -1, flags, move |context| Ok(from(context, 0)))?;
    db.create_scalar_function("whole", -1, flags, move |context| {
        if context.get_raw(0) == ValueRef::Integer(from(context, 1)) {
            return Ok(true);
        }
        let damaged = ffi::Error::new(ffi::SQLITE_CORRUPT);
        Err(rusqlite::Error::SqliteFailure(damaged, None))
    })?;
    Ok(())
}

/// The columns covered by a table's checksum, and its key columns.
struct SummedColumns {
    all: Vec<String>,
    key: Vec<String>,
}

impl SummedColumns {
    fn for_table(db: &Connection, table: &str) -> Result<Option<Self>, StoreError> {
        let (mut all, mut key, mut summed) = (Vec::new(), Vec::new(), false);
        db.pragma(None, "table_info", table, |row| {
            let (name, position): (String, i64) = (row.get(1)?, row.get(5)?);
            if position > 0 {
                key.push(name.clone());
            }
            if name == SUM {
                summed = true;
            // The sequence number is unknown before the insert; the indices store it a second time.
            } else if name != "seq" || !matches!(table, ENTRY_TABLE | OUTBOX) {
                all.push(name);
            }
            Ok(())
        })?;
        Ok(summed.then_some(Self { all, key }))
    }

    /// Returns SQL for the checksum of a row named `row`.
    fn sum(&self, row: &str) -> String {
        let columns: Vec<String> = self.all.iter().map(|name| format!("{row}.{name}")).collect();
        format!("row_sum({})", columns.join(", "))
    }
}

/// Returns the columns of a table, with the checksum last.
pub(in crate::store) fn columns(db: &Connection, table: &str) -> Result<Vec<String>, StoreError> {
    let mut column_names = Vec::new();
    db.pragma(None, "table_info", table, |row| {
        column_names.push(row.get(1)?);
        Ok(())
    })?;
    column_names.sort_by_key(|name: &String| name == SUM);
    Ok(column_names)
}

fn tables(db: &Connection) -> Result<Vec<String>, StoreError> {
    let mut statement = db.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
    )?;
    let names = statement.query_map([], |row| row.get(0))?;
    Ok(names.collect::<Result<_, _>>()?)
}

/// Adds checksums to all rows of an older format.
pub(in crate::store) fn add_checksums(tx: &Connection) -> Result<(), StoreError> {
    for table in tables(tx)? {
        if SummedColumns::for_table(tx, &table)?.is_none() {
            tx.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN {SUM} INTEGER"))?;
            if table == ENTRY_TABLE {
                tx.execute_batch(DEALS_LAST)?;
            }
        }
        if let Some(columns) = SummedColumns::for_table(tx, &table)? {
            tx.execute_batch(&format!("UPDATE {table} SET {SUM} = {}", columns.sum(&table)))?;
        }
    }
    Ok(())
}

/// Creates the triggers that write checksums on this connection.
///
/// A damaged row of the outbox is not updated: with a new checksum it would look valid and be sent.
pub(in crate::store) fn create_triggers(db: &Connection) -> Result<(), StoreError> {
    // One savepoint for all triggers: a transaction for each took most of the time.
    let mut triggers = String::from("SAVEPOINT triggers;");
    for table in tables(db)? {
        let Some(columns) = SummedColumns::for_table(db, &table)? else {
            continue;
        };
        let (names, sum) = (columns.all.join(", "), columns.sum("new"));
        let key: Vec<String> = columns.key.iter().map(|name| format!("{name} = new.{name}")).collect();
        let trigger = format!("BEGIN UPDATE {table} SET {SUM} = {sum} WHERE {}; END", key.join(" AND "));
        let _ = write!(
            triggers,
            "CREATE TEMP TRIGGER {table}_new AFTER INSERT ON main.{table} WHEN new.{SUM} IS NULL {trigger};
             CREATE TEMP TRIGGER {table}_changed AFTER UPDATE OF {names} ON main.{table}
                 WHEN new.{SUM} IS old.{SUM} {trigger};"
        );
        if table == OUTBOX {
            let _ = write!(
                triggers,
                "CREATE TEMP TRIGGER {table}_damaged BEFORE UPDATE OF {names} ON main.{table}
                 WHEN old.{SUM} IS NOT {} BEGIN SELECT RAISE(IGNORE); END;",
                columns.sum("old")
            );
        }
    }
    triggers.push_str("RELEASE triggers;");
    Ok(db.execute_batch(&triggers)?)
}

/// Returns SQL that is true for the intact rows of `table`.
///
/// For a table without checksums it is always true.
pub(in crate::store) fn intact_condition(db: &Connection, table: &str) -> Result<String, StoreError> {
    Ok(SummedColumns::for_table(db, table)?
        .map_or("1".to_owned(), |columns| format!("({table}.{SUM} IS {})", columns.sum(table))))
}

/// Counts the damaged rows of each table.
pub(in crate::store) fn count_damaged(db: &Connection) -> Result<Vec<(String, u64)>, StoreError> {
    let mut counts = Vec::new();
    for table in tables(db)? {
        let intact = intact_condition(db, &table)?;
        let broken: i64 = db
            .query_row(&format!("SELECT count(*) FROM {table} WHERE NOT {intact}"), [], |row| row.get(0))
            .optional()?
            .unwrap_or_default();
        if broken > 0 {
            counts.push((table, broken.unsigned_abs()));
        }
    }
    Ok(counts)
}

/// Marks a row of the outbox as damaged.
pub(in crate::store) fn mark_damaged(db: &Connection, seq: i64) -> Result<(), StoreError> {
    db.execute(&format!("UPDATE {OUTBOX} SET {SUM} = ?2 WHERE seq = ?1"), [seq, DAMAGED])?;
    Ok(())
}
