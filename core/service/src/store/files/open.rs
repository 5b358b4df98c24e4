//! Opening of database files: connection pragmas, and migrations from older formats. A file of a newer format is
//! rejected before any write.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OptionalExtension as _, ffi};

use super::private_dir::private_file;
use super::{schema, sums};
use crate::files;
use crate::host;
use crate::model::storage_health::DbFile;
use crate::store::files::open_private::open_private;
use crate::store::{StoreError, encryption};

/// Log size in pages above which a migration merges it into the file.
const MAX_LOG_PAGES: i64 = 16_384;

/// SQLite application id of format 0. It grows with the format, so that a flipped bit in either is noticed.
const APPLICATION_ID: i64 = 0x456e_6300;

/// Options for creating a missing file.
pub(in crate::store) struct CreateOptions {
    /// Page size in bytes, if not SQLite's default.
    pub(in crate::store) page_size: Option<i64>,
    /// True to write directly to the file at first, without a log.
    pub(in crate::store) direct: bool,
    /// Inserts the initial rows. Also called for an existing file, which may lack them.
    pub(in crate::store) init: fn(&Connection) -> Result<(), StoreError>,
}

/// An opened file.
pub(in crate::store) struct OpenedFile {
    pub(in crate::store) db: Connection,
    /// True if the file was created.
    pub(in crate::store) is_new: bool,
}

/// Options for checking an existing file when it is opened.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::store) struct OpenCheck {
    /// True to read the whole file and verify its checksums.
    pub(in crate::store) full: bool,
    /// True if another program changed the file; SQLite errors then count as damage.
    pub(in crate::store) changed: bool,
}

/// Pauses between retries of an unreadable file.
const RETRY_PAUSES: [Duration; 3] =
    [Duration::from_millis(10), Duration::from_millis(50), Duration::from_millis(200)];

/// Opens a file with `open`, with retries if it is unreadable, locked or seems damaged.
///
/// A single failed read is not damage; real damage recurs each time. SQLite reports a lock without waiting while another
/// connection that closes removes the log, or recovers it (<https://www.sqlite.org/wal.html>, section 9).
pub(in crate::store) fn open_with_retries<T>(
    open_check: OpenCheck,
    mut open: impl FnMut() -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let mut first_error =
        || open().map_err(|error| if open_check.changed { error.into_damage() } else { error });
    let mut damaged = false;
    for pause in RETRY_PAUSES {
        match first_error() {
            Err(error) if error.is_read_failure() || error.is_busy() => {
                tracing::debug!(%error, "failed to open a file of the store; retrying");
                host::sleep(pause);
            }
            Err(error) if error.is_damage() && !damaged => damaged = true,
            result => return result,
        }
    }
    first_error()
}

/// Opens `file` and migrates it to the newest format. A missing file is created, readable only by its owner. Step `n`
/// of `steps` leads from format `n` to `n + 1`. With `backup`, a file of an older format is copied first.
pub(in crate::store) fn open(file: &Path, steps: &[&str], backup: bool) -> Result<Connection, StoreError> {
    let options = CreateOptions { page_size: None, direct: false, init: |_| Ok(()) };
    Ok(open_or_create(file, steps, backup, &options)?.db)
}

/// Opens or creates a file with the given options.
pub(in crate::store) fn open_or_create(
    file: &Path,
    steps: &[&str],
    backup: bool,
    options: &CreateOptions,
) -> Result<OpenedFile, StoreError> {
    private_file(file)?;
    let mut db = encryption::connect(file)?;
    db.busy_timeout(Duration::from_secs(5))?;
    refuse_newer(&db, file, steps)?;
    sums::register(&db)?;
    // Temporary objects of this connection, its triggers, need no file.
    db.pragma_update(None, "temp_store", "MEMORY")?;
    // Encrypted files have the cipher's own page size.
    if let Some(page) = options.page_size.filter(|_| !encryption::is_encrypted_file(file)) {
        db.pragma_update(None, "page_size", page)?;
    }
    db.pragma_update(None, "trusted_schema", false)?;
    db.pragma_update(None, "cell_size_check", true)?;
    // A new file has no data yet: sync it to disk once at the end, not in each step.
    let new = is_empty(file);
    // FULL: an acknowledged change also survives a power cut.
    db.pragma_update(None, "synchronous", if new { "OFF" } else { "FULL" })?;
    let journal = if new && options.direct { "TRUNCATE" } else { "WAL" };
    db.pragma_update(None, "journal_mode", journal)?;
    db.pragma_update(None, "foreign_keys", true)?;
    // The log can contain a whole full sync; it is merged into the file later, in the background.
    db.pragma_update(None, "wal_autocheckpoint", MAX_LOG_PAGES)?;
    migrate(&mut db, file, steps, backup)?;
    if steps.contains(&schema::SUMS) {
        sums::create_triggers(&db)?;
    }
    (options.init)(&db)?;
    if new {
        db.pragma_update(None, "synchronous", "FULL")?;
        sync_new_file(&db)?;
    }
    Ok(OpenedFile { db, is_new: new })
}

/// Returns whether a file could be a database: a regular, non-empty file.
pub(in crate::store) fn is_filled(file: &Path) -> bool {
    files::exists(file) && !is_empty(file)
}

/// Returns whether a file exists and is empty. SQLite deletes the log of an empty file when it is opened, even for
/// reading. Callers that need the log check this first.
pub(in crate::store) fn is_empty(file: &Path) -> bool {
    std::fs::metadata(file).is_ok_and(|metadata| metadata.len() == 0)
}

/// Merges the log into a new file and syncs both, with their directory entries. A log next to an empty file would be
/// lost. SQLite must do it: opening and closing the file separately would release its locks. Data written directly to
/// the file is synced with the first transaction that is.
fn sync_new_file(db: &Connection) -> Result<(), StoreError> {
    Ok(db.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?)
}

/// Opens another read connection to an already open file, without changing its mode.
pub(in crate::store) fn open_reader(file: &Path) -> Result<Connection, StoreError> {
    let db = encryption::connect(file)?;
    db.busy_timeout(Duration::from_secs(5))?;
    db.pragma_update(None, "trusted_schema", false)?;
    db.pragma_update(None, "cell_size_check", true)?;
    sums::register(&db)?;
    Ok(db)
}

/// Creates the tables of the newest format, to be filled from a damaged file.
pub(in crate::store) fn create_tables(db: &Connection, steps: &[&str]) -> Result<(), StoreError> {
    sums::register(db)?;
    run_steps(db, steps, 0)?;
    sums::create_triggers(db)
}

fn version(db: &Connection) -> rusqlite::Result<i64> {
    db.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Rejects a file of a newer version; other problems appear when it is opened.
pub(in crate::store) fn refuse_newer_file(file: &Path, steps: &[&str]) -> Result<(), StoreError> {
    if !file.exists()
        || is_empty(file)
        || header_format(file).is_some_and(|format| format <= newest_format(steps))
    {
        return Ok(());
    }
    let looked = encryption::connect(file).and_then(|db| refuse_newer(&db, file, steps));
    match looked {
        Err(error @ (StoreError::Newer { .. } | StoreError::Misplaced { .. })) => Err(error),
        _ => Ok(()),
    }
}

/// Reads the format from the header (<https://www.sqlite.org/fileformat2.html#the_database_header>). `None` if a log or
/// journal may contain a newer one. Opening the file instead would create its log and index and remove them again.
fn header_format(file: &Path) -> Option<i64> {
    let companion = |ending: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        std::fs::metadata(name).is_ok_and(|metadata| metadata.len() > 0)
    };
    if companion("-wal") || companion("-journal") {
        return None;
    }
    let mut header = [0; 64];
    files::open(file).and_then(|mut opened| opened.read_exact(&mut header)).ok()?;
    let [.., a, b, c, d] = header;
    let format = i64::from(i32::from_be_bytes([a, b, c, d]));
    header.starts_with(b"SQLite format 3\0").then_some(format)
}

/// Rejects a file of a newer version or another part of the store. Closing it must not even merge its log.
fn refuse_newer(db: &Connection, file: &Path, steps: &[&str]) -> Result<(), StoreError> {
    let known = newest_format(steps);
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    refuse_misplaced(db, file)?;
    let format = version(db)?;
    let application_id: i64 = db.pragma_query_value(None, "application_id", |row| row.get(0))?;
    // Files of older versions have no application id.
    let flipped = (format ^ (application_id - APPLICATION_ID)).count_ones() == 1;
    if format != known && application_id != 0 && flipped {
        return Err(StoreError::damaged(&format!("its format {format} is none of ours")));
    }
    if format > known {
        return Err(StoreError::Newer { path: file.to_owned(), found: format, known });
    }
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    Ok(())
}

/// Rejects a file with the name of another part of the store, without changing it.
fn refuse_misplaced(db: &Connection, file: &Path) -> Result<(), StoreError> {
    let Some(part) = DbFile::ALL.into_iter().find(|part| file.ends_with(part.file_name())) else {
        return Ok(());
    };
    let has = |table: &str| {
        db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1")?
            .query_row([table], |_| Ok(()))
            .optional()
    };
    if version(db)? == 0 || has(part.marker_table())?.is_some() {
        return Ok(());
    }
    for holds in DbFile::ALL {
        if has(holds.marker_table())?.is_some() {
            let path = file.to_owned();
            return Err(StoreError::Misplaced { path, content: holds });
        }
    }
    Err(StoreError::damaged("it holds no table of ours"))
}

/// Returns the number of the newest format.
pub(in crate::store) fn newest_format(steps: &[&str]) -> i64 {
    i64::try_from(steps.len()).unwrap_or(i64::MAX)
}

fn migrate(db: &mut Connection, file: &Path, steps: &[&str], backup: bool) -> Result<(), StoreError> {
    let known = newest_format(steps);
    let format = version(db)?;
    if format == known {
        return Ok(());
    }
    if backup && format > 0 {
        back_up(db, file, format)?;
    }
    // Immediate, with the version read again inside: another process may be migrating too.
    let tx = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let from = version(&tx)?;
    if from < known {
        // If a step fails, the file's format differs from its number.
        run_steps(&tx, steps, from).map_err(StoreError::into_damage)?;
    }
    tx.commit()?;
    Ok(())
}

/// Runs the steps from format `from` to the newest.
fn run_steps(db: &Connection, steps: &[&str], from: i64) -> Result<(), StoreError> {
    if let (0, Some(full_schema)) = (from, schema::schema_of(steps)) {
        db.execute_batch(full_schema)?;
    } else {
        run_each_step(db, steps, from)?;
    }
    db.pragma_update(None, "application_id", APPLICATION_ID + newest_format(steps))?;
    Ok(db.pragma_update(None, "user_version", newest_format(steps))?)
}

fn run_each_step(db: &Connection, steps: &[&str], from: i64) -> Result<(), StoreError> {
    for sql in steps.iter().skip(from as usize) {
        db.execute_batch(sql)?;
        if *sql == schema::SUMS {
            sums::add_checksums(db)?;
        }
    }
    Ok(())
}

/// Merges the log into the file, as far as readers permit, and frees memory.
pub(in crate::store) fn checkpoint(db: &Connection) -> Result<(), StoreError> {
    db.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?;
    db.execute_batch("PRAGMA shrink_memory")?;
    Ok(())
}

/// Copies the file to a name with its format, unless an earlier attempt did.
fn back_up(db: &Connection, file: &Path, format: i64) -> Result<(), StoreError> {
    let mut copy = file.as_os_str().to_owned();
    copy.push(format!(".format-{format}"));
    let copy = PathBuf::from(copy);
    match open_private(&copy, true) {
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => return Ok(()),
        Err(error) => return Err(StoreError::io(&copy, error)),
    }
    // An empty file may be filled; it was created readable only by its owner.
    let name = copy.to_string_lossy();
    if let Err(error) = db.execute("VACUUM INTO ?1", [&*name]) {
        std::fs::remove_file(&copy).map_err(|error| StoreError::io(&copy, error))?;
        return Err(error.into());
    }
    Ok(())
}

/// Checks the whole file, its indices and row checksums; returns the first problem.
///
/// Damaged rows of the outbox are not damage of the file; they are reported singly.
pub(in crate::store) fn find_damage(db: &Connection, steps: &[&str]) -> Result<Option<String>, StoreError> {
    let message: String = db.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if message != "ok" {
        return if is_read_failure(&message) { Err(read_failure(&message)) } else { Ok(Some(message)) };
    }
    if !has_tables(db, steps)? {
        return Ok(Some("its tables are not as they were made".to_owned()));
    }
    let broken = sums::count_damaged(db)?.into_iter().find(|(table, _)| table != sums::OUTBOX);
    Ok(broken.map(|(table, rows)| format!("{rows} rows of {table} are not as they were written")))
}

/// Compares the tables and indices of a file with those that the steps create.
fn has_tables(db: &Connection, steps: &[&str]) -> Result<bool, StoreError> {
    let reference = Connection::open_in_memory()?;
    sums::register(&reference)?;
    run_steps(&reference, steps, 0)?;
    let all = |db: &Connection| -> Result<BTreeSet<(String, String)>, StoreError> {
        let mut all = db.prepare(
            "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'index') AND name NOT LIKE 'sqlite%'",
        )?;
        let rows = all.query_map([], |row| {
            // SQLite versions differ in quotes and spaces after ALTER.
            let sql: String = row.get(1)?;
            Ok((row.get(0)?, sql.replace(|letter: char| letter == '"' || letter.is_whitespace(), "")))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    };
    Ok(all(&reference)?.is_subset(&all(db)?))
}

/// Rejects a damaged file, if a complete check is requested.
pub(in crate::store) fn run_requested_check(
    db: &Connection,
    steps: &[&str],
    open_check: OpenCheck,
) -> Result<(), StoreError> {
    match open_check.full.then(|| find_damage(db, steps)).transpose()?.flatten() {
        None => Ok(()),
        Some(reason) => Err(StoreError::damaged(&reason)),
    }
}

/// Returns whether the check failed on an unreadable page. SQLite reports that in the message text, like damage.
fn is_read_failure(message: &str) -> bool {
    let code = message.split_once("error code=").and_then(|(_, tail)| {
        tail.split(|letter: char| !letter.is_ascii_digit()).next()?.parse::<i32>().ok()
    });
    let of_the_system = [ffi::SQLITE_IOERR, ffi::SQLITE_NOMEM, ffi::SQLITE_BUSY, ffi::SQLITE_CANTOPEN];
    code.is_some_and(|code| of_the_system.contains(&(code & 0xff))) || message.contains("failed to get page")
}

fn read_failure(message: &str) -> StoreError {
    let failed = ffi::Error::new(ffi::SQLITE_IOERR);
    StoreError::Sql(rusqlite::Error::SqliteFailure(failed, Some(message.to_owned())))
}

#[cfg(test)]
pub(in crate::store) mod tests {
    use super::*;

    /// Returns whether any process has a lock on a file.
    #[cfg(target_os = "linux")]
    pub(in crate::store) fn is_locked(file: &Path) -> bool {
        use std::os::unix::fs::MetadataExt as _;
        let inode = format!(":{} ", std::fs::metadata(file).unwrap().ino());
        let locks = std::fs::read_to_string("/proc/locks").unwrap();
        locks.lines().any(|lock| lock.contains(&inode))
    }

    #[test]
    fn new_file_schema_equals_the_migrated_schema() {
        for (steps, whole, name) in schema::SCHEMAS {
            let db = Connection::open_in_memory().unwrap();
            sums::register(&db).unwrap();
            run_each_step(&db, steps, 0).unwrap();
            let mut all = db
                .prepare(
                    "SELECT sql || ';\n' FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY rowid",
                )
                .unwrap();
            let options: Result<String, _> =
                all.query_map([], |row| row.get::<_, String>(0)).unwrap().collect();
            let options = options.unwrap();
            if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
                let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/files").join(name);
                std::fs::write(file, &options).unwrap();
            } else {
                assert_eq!(options, *whole, "{name} differs: UPDATE_SNAPSHOTS=1 writes it again");
            }
        }
    }

    #[test]
    fn migrations_run_once_and_newer_files_stay_unchanged() {
        let tmp = tempfile::tempdir().unwrap();
        let file = tmp.path().join("t.db");
        let first = "CREATE TABLE a(x INTEGER) STRICT";
        assert!(open(&file, &[first], true).is_ok());
        let db = open(&file, &[first, "ALTER TABLE a ADD COLUMN y INTEGER"], true).unwrap();
        assert_eq!(version(&db).unwrap(), 2);
        db.execute("INSERT INTO a(x, y) VALUES (1, 2)", []).unwrap();
        // Like after a crash: the data is in the log only.
        db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).unwrap();
        drop(db);
        let log = tmp.path().join("t.db-wal");
        let bytes = || [&file, &log].map(|path| std::fs::read(path).unwrap());
        let before = bytes();
        let refused = open(&file, &[first], true).unwrap_err();
        assert!(bytes() == before, "not one byte was touched");
        assert!(matches!(refused, StoreError::Newer { found: 2, known: 1, .. }), "{refused}");
        assert!(refused.to_string().contains("Nothing was changed"));
        assert_eq!(header_format(&file), None, "the log says more than the file");
        let steps = [first, "SELECT 1"];
        let alone =
            |known: usize| refuse_newer_file(&file, &steps[..known]).map_err(|error| error.to_string());
        assert!(alone(1).is_err_and(|said| said.contains("Nothing was changed")));
        // The last connection merges the log into the file when it closes.
        let last = Connection::open(&file).unwrap();
        assert_eq!(version(&last).unwrap(), 2);
        drop(last);
        assert_eq!(header_format(&file), Some(2));
        assert!(alone(1).is_err_and(|said| said.contains("Nothing was changed")));
        assert_eq!(alone(2), Ok(()));
    }

    #[test]
    fn migration_copies_the_older_format_first() {
        let tmp = tempfile::tempdir().unwrap();
        let file = tmp.path().join("t.db");
        let first = "CREATE TABLE a(x INTEGER) STRICT";
        let db = open(&file, &[first], true).unwrap();
        db.execute("INSERT INTO a VALUES (7)", []).unwrap();
        drop(db);
        assert!(!tmp.path().join("t.db.format-0").exists(), "a new file has no older format");
        drop(open(&file, &[first, "DELETE FROM a"], true).unwrap());
        let copy = Connection::open(tmp.path().join("t.db.format-1")).unwrap();
        let copied: i64 = copy.query_row("SELECT x FROM a", [], |row| row.get(0)).unwrap();
        assert_eq!((copied, version(&copy).unwrap()), (7, 1));
    }

    #[test]
    fn only_passing_failures_are_retried() {
        use rusqlite::ffi;
        let check = OpenCheck { full: true, changed: false };
        for (code, attempts) in [
            (ffi::SQLITE_BUSY, 2),
            (ffi::SQLITE_IOERR_READ, 2),
            (ffi::SQLITE_CORRUPT, 2),
            (ffi::SQLITE_FULL, 1),
            (ffi::SQLITE_CANTOPEN, 1),
        ] {
            let mut count = 0;
            let opened = open_with_retries(check, || {
                count += 1;
                let failure = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
                if count == 1 { Err(failure.into()) } else { Ok(()) }
            });
            assert_eq!((opened.is_ok(), count), (attempts == 2, attempts), "{code}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn new_file_is_locked_while_it_is_open() {
        let tmp = tempfile::tempdir().unwrap();
        let file = tmp.path().join("t.db");
        let db = open(&file, &["CREATE TABLE a(x INTEGER) STRICT"], true).unwrap();
        assert!(is_locked(&file), "while it is open nobody else closes it as the last");
        drop(db);
        assert!(!is_locked(&file));
    }

    #[test]
    fn every_connection_gets_its_pragmas() {
        let tmp = tempfile::tempdir().unwrap();
        let db = open(&tmp.path().join("t.db"), &[], false).unwrap();
        let text = |name| db.pragma_query_value(None, name, |row| row.get::<_, String>(0)).unwrap();
        let number = |name| db.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(text("journal_mode"), "wal");
        assert_eq!(number("synchronous"), 2);
        assert_eq!(number("foreign_keys"), 1);
        assert_eq!(number("busy_timeout"), 5000);
        assert_eq!(number("trusted_schema"), 0);
        assert_eq!(number("cell_size_check"), 1);
    }
}
