//! What can be read of a damaged `history.db`, in a new one: what was observed and what was written cannot be learned again.
//! Each table is read from both ends towards the damage; what is read and makes no sense is left behind. The new history
//! has a token of its own, so that the cache takes nothing for a page of it that lay in the old one, and does not claim
//! that all of it was ever read whole.

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::types::Value;
use rusqlite::{Connection, Transaction};

use super::{beside, remove, taken};
use crate::contract::record::Record;
use crate::store::history::Sighted;
use crate::store::place::private_file;
use crate::store::{StoreError, connect, schema};

/// The bytes of a page of the file: what it holds most of is pages of deals, read and written whole.
pub(in super::super) const PAGE: i64 = 16_384;

/// The tables with what orders them. Entries come first: they are what nobody can tell again.
const TABLES: [(&str, &[&str]); 6] = [
    ("entry", &["seq"]),
    ("journal", &["seq"]),
    ("request", &["seq"]),
    ("missing", &["deal"]),
    ("mark", &["name"]),
    ("point", &["series", "at"]),
];

/// Makes the history at `file` of what can be read of the damaged one, if anything can; how many observations and lines of
/// the journal that are.
pub(in super::super) fn history(damaged: &Path, file: &Path) -> Result<usize, StoreError> {
    if connect::is_empty(damaged) {
        return Ok(0);
    }
    let from = Connection::open(damaged)?;
    // The damaged file stays as it was found.
    from.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    let building = beside(file, ".building");
    remove(&building)?;
    private_file(&building)?;
    let saved = fill(&building, &from)?;
    if saved == 0 {
        remove(&building)?;
        return Ok(0);
    }
    std::fs::rename(&building, file).map_err(|error| StoreError::io(file, error))?;
    Ok(saved)
}

fn fill(building: &Path, from: &Connection) -> Result<usize, StoreError> {
    let mut db = Connection::open(building)?;
    db.pragma_update(None, "page_size", PAGE)?;
    db.pragma_update(None, "journal_mode", "DELETE")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    let step = db.transaction()?;
    for sql in schema::HISTORY {
        step.execute_batch(sql)?;
    }
    step.pragma_update(None, "user_version", connect::newest(schema::HISTORY))?;
    let mut saved = 0;
    for (table, keys) in TABLES {
        let read = copy(from, &step, table, keys)?;
        if matches!(table, "entry" | "journal") {
            saved += read;
        }
    }
    // What is observed from now on comes after all that was told, be it that the newest of it is lost.
    step.execute_batch(
        "DELETE FROM sqlite_sequence WHERE name = 'entry';
         INSERT INTO sqlite_sequence (name, seq) SELECT 'entry', max(
             (SELECT coalesce(max(seq), 0) FROM entry),
             (SELECT coalesce(max(seq), 0) FROM mark WHERE name IN ('visit', 'synced')));",
    )?;
    step.commit()?;
    Ok(saved)
}

/// Copies what can be read of a table; how many rows.
fn copy(from: &Connection, into: &Transaction<'_>, table: &str, keys: &[&str]) -> Result<usize, StoreError> {
    let (mut saved, mut width) = (0, 0);
    into.pragma(None, "table_info", table, |_| {
        width += 1;
        Ok(())
    })?;
    let insert = format!("INSERT INTO {table} VALUES ({})", vec!["?"; width].join(", "));
    for direction in ["ASC", "DESC"] {
        let order: Vec<String> = keys.iter().map(|key| format!("{key} {direction}")).collect();
        let sql = format!("SELECT * FROM {table} ORDER BY {}", order.join(", "));
        let read = each(from, &sql, |mut row| {
            row.resize(width, Value::Null);
            saved += usize::from(is_sound(table, &row) && taken(into, &insert, &row)?);
            Ok(())
        })?;
        if read {
            break;
        }
    }
    Ok(saved)
}

/// Hands over the rows as far as they can be read; whether all of them could.
fn each(
    from: &Connection,
    sql: &str,
    mut take: impl FnMut(Vec<Value>) -> Result<(), StoreError>,
) -> Result<bool, StoreError> {
    let Ok(mut all) = from.prepare(sql) else {
        return Ok(false);
    };
    let columns = all.column_count();
    let Ok(mut rows) = all.query([]) else {
        return Ok(false);
    };
    loop {
        match rows.next() {
            Ok(Some(row)) => {
                let values: Result<Vec<Value>, _> = (0..columns).map(|at| row.get(at)).collect();
                if let Ok(values) = values {
                    take(values)?;
                }
            }
            Ok(None) => return Ok(true),
            Err(_) => return Ok(false),
        }
    }
}

/// Whether a row can be what it says: the pages of a file have no sums of their own.
fn is_sound(table: &str, row: &[Value]) -> bool {
    match (table, row) {
        ("mark", [Value::Text(name), ..]) => !matches!(name.as_str(), "pages" | "read"),
        ("entry", [_, _, _, _, before, after, _, _, _, ids, deals]) => {
            let token = |value: &Value| match value {
                Value::Text(text) => serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok(),
                value => *value == Value::Null,
            };
            let page = match (ids, deals) {
                (Value::Text(_), Value::Blob(deals)) => Sighted::each(deals, |deal| {
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

    use jiff::Timestamp;
    use rusqlite::params;

    use super::*;
    use crate::store::Store;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    /// A history of so many changes of as many deals, each on the disk.
    fn filled(dir: &Path, changes: i64) -> PathBuf {
        let store = Store::open(dir, at(0)).unwrap();
        store
            .history()
            .step(|step| {
                for seq in 1..=changes {
                    step.execute(
                        "INSERT INTO entry (kind, deal, field, before, after, at) VALUES ('field', ?1, 'status', ?2, ?3, ?4)",
                        params![format!("deal-{seq}-"), "\"sourcing\"", "\"ic\"", seq],
                    )?;
                }
                Ok(step.execute(
                    "INSERT INTO journal (outbox_id, idem_key, operation, record, label, attempts, outcome, asked_at, at)
                     VALUES (1, 'k', 'deals_update', 'a', 'A', 1, 'applied', 1, 2)",
                    [],
                )?)
            })
            .unwrap();
        store.history().end_sync(changes, at(1)).unwrap();
        store.history().settle().unwrap();
        drop(store);
        dir.join("history.db")
    }

    /// Overwrites the leaf of the entries that holds the change of this deal.
    fn break_leaf(file: &Path, deal: &str) {
        let mut bytes = std::fs::read(file).unwrap();
        let size = PAGE as usize;
        let holds =
            |page: &[u8]| page[0] == 0x0d && page.windows(deal.len()).any(|part| part == deal.as_bytes());
        let page = bytes.chunks_exact(size).position(holds).unwrap();
        bytes[page * size..(page + 1) * size].fill(0xa5);
        std::fs::write(file, bytes).unwrap();
    }

    #[test]
    fn what_can_be_read_on_both_sides_of_a_bad_page_is_kept_and_the_file_is_set_aside() {
        let tmp = tempfile::tempdir().unwrap();
        let file = filled(tmp.path(), 4_000);
        break_leaf(&file, "deal-2000-");
        let broken = std::fs::read(&file).unwrap();
        Store::suspect_cache_in(tmp.path()).unwrap();
        let store = Store::open(tmp.path(), at(77)).unwrap();
        let of = |deal: &str| store.history().of(deal).unwrap().len();
        assert_eq!((of("deal-1-"), of("deal-2000-"), of("deal-4000-")), (1, 0, 1));
        assert_eq!(store.history().journal_of_write(1).unwrap().len(), 1);
        assert_eq!(store.history().synced().unwrap(), Some(4_000));
        let told = store.damaged_now().to_vec();
        let kept = told[0].kept.unwrap();
        assert!((3_000..4_001).contains(&kept), "{kept}");
        // Opening it may have told its header of a log.
        let (found, first) = (std::fs::read(&told[0].path).unwrap(), PAGE as usize);
        assert!(found[first..] == broken[first..], "as it was found");
        drop(store);
        // It is whole, and found again so.
        Store::suspect_cache_in(tmp.path()).unwrap();
        let store = Store::open(tmp.path(), at(78)).unwrap();
        assert!(store.damaged_now().is_empty());
        assert_eq!(store.history().of("deal-4000-").unwrap().len(), 1);
    }

    #[test]
    fn what_comes_after_the_newest_was_lost_is_still_news() {
        let tmp = tempfile::tempdir().unwrap();
        let file = filled(tmp.path(), 4_000);
        break_leaf(&file, "deal-4000-");
        Store::suspect_cache_in(tmp.path()).unwrap();
        let store = Store::open(tmp.path(), at(77)).unwrap();
        let history = store.history();
        assert_eq!(history.of("deal-4000-").unwrap().len(), 0);
        let insert = "INSERT INTO entry (kind, deal, field, at) VALUES ('field', 'new', 'status', 9)";
        history.step(|step| Ok(step.execute(insert, [])?)).unwrap();
        assert!(history.latest().unwrap() > history.synced().unwrap().unwrap());
    }

    #[test]
    fn what_makes_no_sense_is_left_behind() {
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
