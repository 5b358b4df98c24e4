//! A checksum beside each row, over all of its columns.
//!
//! Reading a row compares its checksum, so that bytes changed by anything else are noticed. Temporary triggers of each
//! connection write the sums, so that no statement can forget one. The file itself has no triggers: other programs can
//! open it.

use std::fmt::Write as _;

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, ffi};

use crate::store::StoreError;

/// The table whose rows are never rewritten once they are damaged, nor thrown away: a person decides about them.
pub(in crate::store) const OUTBOX: &str = "outbox";
/// The table of what was observed.
const ENTRY: &str = "entry";
/// Puts its large column behind the sum: in front of another one SQLite would copy it whole to make room for it, instead of
/// having it written in its place.
const DEALS_LAST: &str = "
ALTER TABLE entry ADD COLUMN moved BLOB;
UPDATE entry SET moved = deals;
ALTER TABLE entry DROP COLUMN deals;
ALTER TABLE entry RENAME COLUMN moved TO deals;
";
/// The column.
const SUM: &str = "sum";
/// The sum of a row that is known to be damaged.
const NONE: i64 = -1;

/// The sum over the values of a row, in the order of its columns.
pub(in crate::store) fn of<'a>(values: impl IntoIterator<Item = ValueRef<'a>>) -> i64 {
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

/// A text as a value of a row.
pub(in crate::store) fn text(text: &str) -> ValueRef<'_> {
    ValueRef::Text(text.as_bytes())
}

/// Gives a connection the functions of SQL that make and compare sums.
///
/// `row_sum` is the sum of its values; `whole` fails as damage does where the first value is not the sum of the others.
pub(in crate::store) fn register(db: &Connection) -> Result<(), StoreError> {
    let flags =
        FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_INNOCUOUS;
    let from = |context: &Context<'_>, first: usize| of((first..context.len()).map(|at| context.get_raw(at)));
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

/// The columns of a table that its sum is over, and those of its key; none where it has no sums.
struct Columns {
    all: Vec<String>,
    key: Vec<String>,
}

impl Columns {
    fn of(db: &Connection, table: &str) -> Result<Option<Self>, StoreError> {
        let (mut all, mut key, mut summed) = (Vec::new(), Vec::new(), false);
        db.pragma(None, "table_info", table, |row| {
            let (name, place): (String, i64) = (row.get(1)?, row.get(5)?);
            if place > 0 {
                key.push(name.clone());
            }
            if name == SUM {
                summed = true;
            // The number of an entry or a write is not known before it lies in the file. The indices hold it a second time.
            } else if name != "seq" || !matches!(table, ENTRY | OUTBOX) {
                all.push(name);
            }
            Ok(())
        })?;
        Ok(summed.then_some(Self { all, key }))
    }

    /// The sum of a row called `row`, in SQL.
    fn sum(&self, row: &str) -> String {
        let columns: Vec<String> = self.all.iter().map(|name| format!("{row}.{name}")).collect();
        format!("row_sum({})", columns.join(", "))
    }
}

/// The columns of a table, that of the sum last, whichever place it has in the file.
pub(in crate::store) fn columns(db: &Connection, table: &str) -> Result<Vec<String>, StoreError> {
    let mut names = Vec::new();
    db.pragma(None, "table_info", table, |row| {
        names.push(row.get(1)?);
        Ok(())
    })?;
    names.sort_by_key(|name: &String| name == SUM);
    Ok(names)
}

fn tables(db: &Connection) -> Result<Vec<String>, StoreError> {
    let mut all = db.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
    )?;
    let names = all.query_map([], |row| row.get(0))?;
    Ok(names.collect::<Result<_, _>>()?)
}

/// Gives every row of a file of an older format its sum.
pub(in crate::store) fn begin(step: &Connection) -> Result<(), StoreError> {
    for table in tables(step)? {
        if Columns::of(step, &table)?.is_none() {
            step.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN {SUM} INTEGER"))?;
            if table == ENTRY {
                step.execute_batch(DEALS_LAST)?;
            }
        }
        if let Some(columns) = Columns::of(step, &table)? {
            step.execute_batch(&format!("UPDATE {table} SET {SUM} = {}", columns.sum(&table)))?;
        }
    }
    Ok(())
}

/// Has this connection write the sum of every row that it writes.
///
/// A damaged row of the outbox is left as it is: under a new sum it would pass as right, and be sent.
pub(in crate::store) fn keep(db: &Connection) -> Result<(), StoreError> {
    // One step of the temporary schema for all triggers: a step for each took most of the time.
    let mut triggers = String::from("SAVEPOINT triggers;");
    for table in tables(db)? {
        let Some(columns) = Columns::of(db, &table)? else {
            continue;
        };
        let (names, sum) = (columns.all.join(", "), columns.sum("new"));
        let key: Vec<String> = columns
            .key
            .iter()
            .map(|name| format!("{name} = new.{name}"))
            .collect();
        let put = format!(
            "BEGIN UPDATE {table} SET {SUM} = {sum} WHERE {}; END",
            key.join(" AND ")
        );
        let _ = write!(
            triggers,
            "CREATE TEMP TRIGGER {table}_new AFTER INSERT ON main.{table} WHEN new.{SUM} IS NULL {put};
             CREATE TEMP TRIGGER {table}_changed AFTER UPDATE OF {names} ON main.{table}
                 WHEN new.{SUM} IS old.{SUM} {put};"
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

/// SQL that is true of the rows of `table` that are as they were written.
///
/// Of a table without sums it is true of all.
pub(in crate::store) fn as_written(db: &Connection, table: &str) -> Result<String, StoreError> {
    Ok(Columns::of(db, table)?.map_or("1".to_owned(), |columns| {
        format!("({table}.{SUM} IS {})", columns.sum(table))
    }))
}

/// Counts the rows of each table that are not as they were written.
pub(in crate::store) fn broken(db: &Connection) -> Result<Vec<(String, u64)>, StoreError> {
    let mut found = Vec::new();
    for table in tables(db)? {
        let sound = as_written(db, &table)?;
        let broken: i64 = db
            .query_row(
                &format!("SELECT count(*) FROM {table} WHERE NOT {sound}"),
                [],
                |row| row.get(0),
            )
            .optional()?
            .unwrap_or_default();
        if broken > 0 {
            found.push((table, broken.unsigned_abs()));
        }
    }
    Ok(found)
}

/// Says of a row of the outbox that it is damaged, whatever its columns hold.
pub(in crate::store) fn condemn(db: &Connection, seq: i64) -> Result<(), StoreError> {
    db.execute(
        &format!("UPDATE {OUTBOX} SET {SUM} = ?2 WHERE seq = ?1"),
        [seq, NONE],
    )?;
    Ok(())
}
