//! Merging of waiting rows from a deleted, still open file into its replacement. Completed writes are dropped. Sent
//! writes are marked as in doubt, to be compared with the server.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::store::StoreError;
use crate::store::files::sums;

use super::cross_check::Evidence;
use super::{COLUMNS, EVER_SENT, FIRST_FORMAT_COLUMNS, KEY, OPERATION, SEQ, SUM, insert, is_intact};

/// Index of the column with the author's identity.
const IDENTITY: usize = FIRST_FORMAT_COLUMNS;

/// Copies the waiting rows from one file to the other; `history` is the file with the journal.
pub(in crate::store) fn copy_waiting(
    from: &Connection,
    to: &Connection,
    history: &Path,
) -> Result<(), StoreError> {
    let evidence = Evidence::collect(history, &BTreeMap::new());
    let mut statement =
        from.prepare(&format!("SELECT {}, sum FROM outbox ORDER BY seq", COLUMNS.join(", ")))?;
    let mut rows = statement.query([])?;
    let tx = to.unchecked_transaction()?;
    while let Some(row) = rows.next()? {
        let values: Result<Vec<Value>, _> = (0..=COLUMNS.len()).map(|at| row.get(at)).collect();
        let mut values = values?;
        let sound = is_intact(&values, OPERATION, SUM);
        values.truncate(COLUMNS.len());
        if evidence.is_completed(&values) || exists(&tx, &values)? {
            continue;
        }
        if values[EVER_SENT] == Value::Integer(1) {
            values = super::mark_in_doubt(values);
        }
        values[IDENTITY] = same_identity(from, &tx, &values[IDENTITY])?;
        if !insert(&tx, "outbox", &COLUMNS, values.clone())? {
            // Another write has its number there.
            values[SEQ] = Value::Null;
            insert(&tx, "outbox", &COLUMNS, values)?;
        }
        if !sound {
            sums::mark_damaged(&tx, tx.last_insert_rowid())?;
        }
    }
    tx.execute(
        "UPDATE outbox SET state = 'waiting', doubtful = max(doubtful, ever_sent), lease_owner = NULL,
             lease_until = NULL WHERE state = 'sending' AND lease_owner IS NOT NULL",
        [],
    )?;
    tx.commit()?;
    Ok(())
}

fn exists(to: &Connection, row: &[Value]) -> Result<bool, StoreError> {
    Ok(to.prepare_cached("SELECT 1 FROM outbox WHERE idem_key = ?1")?.exists([&row[KEY]])?)
}

/// Returns the number of the same identity in the other file.
fn same_identity(from: &Connection, to: &Connection, id: &Value) -> Result<Value, StoreError> {
    let existing = from
        .query_row("SELECT base_url, key_id, user, entity, used FROM identity WHERE id = ?1", [id], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, String>(2)?,
                row.get::<_, String>(3)?,
                row.get::<_, i64>(4)?,
            ))
        })
        .optional()?;
    let Some((url, key, user, entity, used)) = existing else {
        return Ok(Value::Null);
    };
    to.execute(
        "INSERT OR IGNORE INTO identity (base_url, key_id, user, entity, used) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![url, key, user, entity, used],
    )?;
    let id = to.query_row(
        "SELECT id FROM identity WHERE base_url = ?1 AND key_id = ?2 AND user = ?3 AND entity = ?4",
        params![url, key, user, entity],
        |row| row.get(0),
    )?;
    Ok(Value::Integer(id))
}
