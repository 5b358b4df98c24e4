//! Opening a database file: the pragmas every connection gets, and the steps from an older format to this one.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use super::StoreError;
use super::place::private_file;

/// The pages of the log above which a step moves it into the file.
const LOG: i64 = 16_384;

/// Opens `file`, which is made for its owner alone if it is missing, and brings it to the newest format. Step `n` of
/// `steps` leads from format `n` to `n + 1`.
pub(super) fn open(file: &Path, steps: &[&str]) -> Result<Connection, StoreError> {
    private_file(file)?;
    let mut db = Connection::open(file)?;
    db.busy_timeout(Duration::from_secs(5))?;
    db.pragma_update(None, "trusted_schema", false)?;
    db.pragma_update(None, "cell_size_check", true)?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    // An acknowledged edit survives a power cut, not only a crash.
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "foreign_keys", true)?;
    // A whole reading fits in the log; it is moved into the file afterwards, beside whatever else goes on.
    db.pragma_update(None, "wal_autocheckpoint", LOG)?;
    migrate(&mut db, file, steps)?;
    Ok(db)
}

fn version(db: &Connection) -> rusqlite::Result<i64> {
    db.pragma_query_value(None, "user_version", |row| row.get(0))
}

fn migrate(db: &mut Connection, file: &Path, steps: &[&str]) -> Result<(), StoreError> {
    let known = i64::try_from(steps.len()).unwrap_or(i64::MAX);
    let found = version(db)?;
    if found > known {
        return Err(StoreError::Newer {
            path: file.to_owned(),
            found,
            known,
        });
    }
    if found == known {
        return Ok(());
    }
    // Immediate, and the version read again inside: another process may be doing the same.
    let step = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let from = version(&step)?;
    for sql in steps.iter().skip(from as usize) {
        step.execute_batch(sql)?;
    }
    if from < known {
        step.pragma_update(None, "user_version", known)?;
    }
    step.commit()?;
    Ok(())
}

/// Moves the log into the file, as far as nobody reads it, and gives memory back.
pub(super) fn settle(db: &Connection) -> Result<(), StoreError> {
    db.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?;
    db.execute_batch("PRAGMA shrink_memory")?;
    Ok(())
}

/// Reads every page of the file; the first thing wrong, if anything is.
pub(super) fn damage(db: &Connection) -> Result<Option<String>, StoreError> {
    let said: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((said != "ok").then_some(said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_taken_once_and_a_newer_file_is_left_alone() {
        let tmp = tempfile::tempdir().unwrap();
        let file = tmp.path().join("t.db");
        let first = "CREATE TABLE a(x) STRICT";
        assert!(open(&file, &["CREATE TABLE a(x INTEGER) STRICT"]).is_ok());
        let db = open(&file, &[first, "ALTER TABLE a ADD COLUMN y INTEGER"]).unwrap();
        assert_eq!(version(&db).unwrap(), 2);
        db.execute("INSERT INTO a(x, y) VALUES (1, 2)", []).unwrap();
        drop(db);
        let refused = open(&file, &[first]).unwrap_err();
        assert!(
            matches!(
                refused,
                StoreError::Newer {
                    found: 2,
                    known: 1,
                    ..
                }
            ),
            "{refused}"
        );
        assert!(refused.to_string().contains("nothing was changed"));
    }

    #[test]
    fn every_connection_gets_its_pragmas() {
        let tmp = tempfile::tempdir().unwrap();
        let db = open(&tmp.path().join("t.db"), &[]).unwrap();
        let text = |name| {
            db.pragma_query_value(None, name, |row| row.get::<_, String>(0))
                .unwrap()
        };
        let number = |name| {
            db.pragma_query_value(None, name, |row| row.get::<_, i64>(0))
                .unwrap()
        };
        assert_eq!(text("journal_mode"), "wal");
        assert_eq!(number("synchronous"), 2);
        assert_eq!(number("foreign_keys"), 1);
        assert_eq!(number("busy_timeout"), 5000);
        assert_eq!(number("trusted_schema"), 0);
        assert_eq!(number("cell_size_check"), 1);
    }
}
