//! Conversion of a profile between plain and encrypted files.
//!
//! Each database is copied to a new file beside it. When all copies are on disk, the mark is replaced, which is the one
//! moment of the switch. Then the copies take the names of the originals. A process that is killed before the switch
//! leaves files that the next start removes; after it, the next start completes the renames.
//!
//! The profiles of a key switch together: the first one leads, and the others have a note that names it. The next start
//! after a kill reads the mark of the leader: if it has switched, so does the follower.

use std::fs::{self, File};
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};

use super::{DataKey, Mark, connect, known_key, lacks_mark};
use crate::model::storage_health::DbFile;
use crate::store::files::companion_files::{COPIES, MOVING, companion_path};
use crate::store::files::encryption_problem::EncryptionProblem;
use crate::store::files::error::StoreError;
use crate::store::files::open_private::open_private;
use crate::store::files::process_lock::Presence;
use crate::store::files::quarantine_marks::{QUARANTINE_MARK, has_only_log};
use crate::store::files::{open, private_dir, temp_cleanup};
use crate::store::recovery::{self, PAGE_SIZE, remove};
use crate::store::settings::{backups, sibling_profiles::sibling_dirs};

/// Files that are written again, and would not match the new files.
const REBUILT: [&str; 2] = ["sealed", "deals.columns"];
/// Name of the note in a profile that switches together with another one: the folder of that one, and the key.
const FOLLOWS: &str = "encryption.follows";
/// Endings of the files beside a database.
const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Encrypts the databases of the profiles `dirs`, which are siblings, with `key`. Skips those that are.
///
/// # Errors
/// [`StoreError::Encryption`] with the reason; no profile was changed. The disk fails; the next start completes the work
/// or reverts it.
pub fn encrypt(dirs: &[PathBuf], key: &DataKey) -> Result<(), StoreError> {
    dirs.iter().try_for_each(|dir| super::unlock(dir, key))?;
    convert(dirs, Some(key))
}

/// Decrypts the databases of the profiles `dirs`, which are siblings. Skips those that are plain.
///
/// # Errors
/// See [`encrypt`].
pub fn decrypt(dirs: &[PathBuf]) -> Result<(), StoreError> {
    convert(dirs, None)
}

fn convert(dirs: &[PathBuf], key: Option<&DataKey>) -> Result<(), StoreError> {
    if let Some(dir) = dirs.first().filter(|_| !cfg!(feature = "encryption")) {
        return Err(StoreError::encryption(dir, EncryptionProblem::Unsupported));
    }
    dirs.iter().try_for_each(|dir| prepare(dir))?;
    let _doors = lock_all(dirs)?;
    let target = Mark { key: key.map(DataKey::fingerprint), moving: false };
    let mut moved = Vec::new();
    for dir in dirs {
        if Mark::read(dir)?.key == target.key {
            continue;
        }
        if let Some(leftover) = leftovers(dir)?.into_iter().find(|path| !is_older_format(path)) {
            return Err(StoreError::encryption(dir, EncryptionProblem::Leftover(name(&leftover))));
        }
        recovery::finish(&dir.join(DbFile::Outbox.file_name()))?;
        temp_cleanup::sweep(dir)?;
        backups::sweep(dir)?;
        moved.push(dir);
    }
    for dir in &moved {
        for file in databases(dir)? {
            step()?;
            if let Err(error) = copy(&file, key) {
                moved.iter().try_for_each(|dir| discard_copies(dir))?;
                return Err(not_copied(dir, &file, error));
            }
        }
        sync_dirs(dir)?;
    }
    let [leader, followers @ ..] = moved.as_slice() else { return Ok(()) };
    for follower in followers {
        step()?;
        let text = format!("{} {}", name(leader), target.key.as_deref().unwrap_or("plain"));
        private_dir::replace(follower, FOLLOWS, |file| file.write_all(text.as_bytes()))?;
        sync_dirs(follower)?;
    }
    step()?;
    Mark { moving: true, ..target }.write(leader)?;
    sync_dirs(leader)?;
    step()?;
    followers.iter().try_for_each(|follower| finish(follower))?;
    finish(leader)
}

/// Returns why a file was not copied. A full disk needs no repair of the file.
fn not_copied(dir: &Path, file: &Path, error: StoreError) -> StoreError {
    if matches!(error, StoreError::Io { .. }) || error.is_full() {
        return error;
    }
    let reason = format!("{}: {error}", file.display());
    StoreError::encryption(dir, EncryptionProblem::NotCopied(reason))
}

/// Deletes the copies of a conversion that was not made.
fn discard_copies(dir: &Path) -> Result<(), StoreError> {
    all_files(dir)?.iter().filter(|path| name(path).contains(MOVING)).try_for_each(|path| wipe(path))
}

/// Deletes the profiles `dirs` with all their files, which are overwritten first.
///
/// # Errors
/// Another process has one of them open, in which case nothing was changed; the disk fails.
pub fn purge(dirs: &[PathBuf]) -> Result<(), StoreError> {
    let existing: Vec<PathBuf> = dirs.iter().filter(|dir| dir.exists()).cloned().collect();
    let _doors = lock_all(&existing)?;
    for dir in existing {
        all_files(&dir)?.iter().try_for_each(|file| wipe(file))?;
        fs::remove_dir_all(&dir).map_err(|error| StoreError::io(&dir, error))?;
    }
    Ok(())
}

/// Deletes files that the profile no longer uses, copies of the settings, and the content of freed pages.
///
/// # Errors
/// See [`purge`]; a database is damaged.
pub fn purge_leftovers(dir: &Path) -> Result<(), StoreError> {
    if !dir.exists() {
        return Ok(());
    }
    prepare(dir)?;
    let _door = lock(dir)?;
    temp_cleanup::sweep(dir)?;
    backups::sweep(dir)?;
    for file in leftovers(dir)?.into_iter().chain(backups::list(dir).into_iter().map(|copy| copy.path)) {
        wipe(&file)?;
    }
    for file in databases(dir)? {
        let db = connect(&file)?;
        db.execute_batch("PRAGMA temp_store = MEMORY; PRAGMA busy_timeout = 5000; VACUUM")?;
        db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    }
    remove(&dir.join(REBUILT[0]))
}

/// Completes an interrupted conversion, and rejects a profile that cannot be decrypted. Runs before a store opens.
pub(in crate::store) fn prepare(dir: &Path) -> Result<(), StoreError> {
    if lacks_mark(dir) {
        return Err(StoreError::encryption(dir, EncryptionProblem::MarkDamaged));
    }
    complete(dir)?;
    match Mark::read(dir)?.key {
        Some(_) if !cfg!(feature = "encryption") => {
            Err(StoreError::encryption(dir, EncryptionProblem::Unsupported))
        }
        Some(key) if known_key(&key).is_none() => {
            Err(StoreError::encryption(dir, EncryptionProblem::KeyMissing))
        }
        _ => Ok(()),
    }
}

/// Locks other processes out of `dir`, which is created if missing.
fn lock(dir: &Path) -> Result<File, StoreError> {
    private_dir::prepare(dir)?;
    private_dir::prepare(&dir.join("open"))?;
    Presence::lock_out_others(dir)?.ok_or_else(|| StoreError::encryption(dir, EncryptionProblem::InUse))
}

/// Locks other processes out of all `dirs`.
fn lock_all(dirs: &[PathBuf]) -> Result<Vec<File>, StoreError> {
    dirs.iter().map(|dir| lock(dir)).collect()
}

/// Completes an interrupted conversion of a profile and of those that follow it, also those whose key is unknown.
///
/// # Errors
/// Another process has one of them open; the disk fails.
pub fn complete(dir: &Path) -> Result<(), StoreError> {
    let leads = Mark::read(dir)?.moving;
    if !leads && !dir.join(FOLLOWS).exists() {
        return Ok(());
    }
    let _door = lock(dir)?;
    let siblings = sibling_dirs(dir.parent().unwrap_or(dir), dir).filter(|_| leads);
    for sibling in siblings.filter(|sibling| sibling.is_dir()) {
        if leader_of(&sibling)?.is_some_and(|(leader, _)| leader == name(dir)) {
            let _door = lock(&sibling)?;
            finish(&sibling)?;
        }
    }
    finish(dir)
}

/// Returns the folder of the profile that `dir` follows, and the key after the switch; `plain` for none.
fn leader_of(dir: &Path) -> Result<Option<(String, String)>, StoreError> {
    let note = dir.join(FOLLOWS);
    match crate::files::read(&note, 1 << 10) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let (leader, key) = text.rsplit_once(' ').unwrap_or_default();
            Ok(Some((leader.to_owned(), key.to_owned())))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StoreError::io(&note, error)),
    }
}

/// Switches a follower if its leader has switched, and discards its copies otherwise.
fn follow(dir: &Path) -> Result<(), StoreError> {
    let Some((leader, key)) = leader_of(dir)? else { return Ok(()) };
    let key = (key != "plain").then_some(key);
    let leader = Mark::read(&dir.parent().unwrap_or(dir).join(leader))?;
    // A leader is moving until all others have switched.
    if leader.moving && leader.key == key {
        Mark { key, moving: true }.write(dir)?;
    } else {
        discard_copies(dir)?;
    }
    sync_dirs(dir)?;
    step()?;
    remove(&dir.join(FOLLOWS))
}

/// Gives the copies the names of the originals, if the switch was made.
fn finish(dir: &Path) -> Result<(), StoreError> {
    follow(dir)?;
    let mark = Mark::read(dir)?;
    if !mark.moving {
        return Ok(());
    }
    for copy in all_files(dir)? {
        let Some(file) = copy.to_str().and_then(|name| name.strip_suffix(MOVING)).map(PathBuf::from) else {
            continue;
        };
        step()?;
        for companion in COMPANIONS {
            wipe(&companion_path(&file, companion))?;
        }
        overwrite(&file)?;
        step()?;
        fs::rename(&copy, &file).map_err(|error| StoreError::io(&file, error))?;
    }
    for name in REBUILT {
        wipe(&dir.join(name))?;
    }
    sync_dirs(dir)?;
    step()?;
    match mark.key {
        Some(_) => Mark { moving: false, ..mark }.write(dir)?,
        None => remove(&dir.join(super::MARK))?,
    }
    sync_dirs(dir)
}

/// Returns the databases in `dir` and the copies of earlier states.
fn databases(dir: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let mut all = Vec::new();
    for part in DbFile::ALL {
        let file = dir.join(part.file_name());
        if has_only_log(&file)? {
            let reason = format!("{} is empty", file.display());
            return Err(StoreError::encryption(dir, EncryptionProblem::NotCopied(reason)));
        }
        all.extend(open::is_filled(&file).then_some(file));
    }
    all.extend(backups::list(dir).into_iter().map(|copy| copy.path));
    all.extend(leftovers(dir)?.into_iter().filter(|path| is_older_format(path) && open::is_filled(path)));
    Ok(all)
}

/// Returns whether a file is a copy from before a change of format.
fn is_older_format(path: &Path) -> bool {
    name(path).contains(".format-")
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the files in `dir` that no store uses any more: damaged, of another version, of an older format.
fn leftovers(dir: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let mut all = all_files(dir)?;
    all.retain(|path| {
        let name = name(path);
        [QUARANTINE_MARK, ".newer", ".format-"].iter().any(|mark| {
            DbFile::ALL.iter().any(|part| name.starts_with(&format!("{}{mark}", part.file_name())))
        })
    });
    Ok(all)
}

/// Returns the files in `dir` and among the copies of the settings.
fn all_files(dir: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let mut all = Vec::new();
    for dir in [dir.to_owned(), dir.join(COPIES)].into_iter().filter(|dir| dir.is_dir()) {
        for entry in fs::read_dir(&dir).map_err(|error| StoreError::io(&dir, error))? {
            let entry = entry.map_err(|error| StoreError::io(&dir, error))?;
            all.extend(entry.file_type().is_ok_and(|kind| kind.is_file()).then(|| entry.path()));
        }
    }
    Ok(all)
}

/// Copies a database to a new file, encrypted with `key` or plain.
fn copy(file: &Path, key: Option<&DataKey>) -> Result<(), StoreError> {
    let new = companion_path(file, MOVING);
    remove(&new)?;
    private_dir::private_file(&new)?;
    let db = connect(file)?;
    db.execute_batch("PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = OFF; PRAGMA busy_timeout = 5000")?;
    let message: String = db.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if message != "ok" {
        return Err(StoreError::damaged(&message));
    }
    let key = key.map(|key| key.raw(&key.salt()));
    let key = key.as_ref().map_or("", |key| key.as_str());
    db.execute("ATTACH DATABASE ?1 AS moved KEY ?2", params![new.to_string_lossy(), key])?;
    // Encrypted files have the cipher's own page size.
    if key.is_empty() && name(file).starts_with(DbFile::History.file_name()) {
        db.execute_batch(&format!("PRAGMA moved.page_size = {PAGE_SIZE}"))?;
    }
    db.query_row("SELECT sqlcipher_export('moved')", [], |_| Ok(()))?;
    for pragma in ["application_id", "user_version"] {
        let value: i64 = db.pragma_query_value(None, pragma, |row| row.get(0))?;
        db.pragma_update(Some("moved"), pragma, value)?;
    }
    compare(&db)?;
    db.execute_batch("DETACH DATABASE moved")?;
    drop(db);
    let synced = open_private(&new, false).and_then(|file| file.sync_all());
    synced.map_err(|error| StoreError::io(&new, error))
}

/// Compares the numbers of rows of the copy with those of the original.
fn compare(db: &Connection) -> Result<(), StoreError> {
    let mut tables = db.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'")?;
    let tables: Vec<String> = tables.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for table in tables {
        let count = |of: &str| {
            let sql = format!("SELECT count(*) FROM {of}.\"{table}\"");
            db.query_row(&sql, [], |row| row.get::<_, i64>(0))
        };
        if count("main")? != count("moved")? {
            return Err(StoreError::damaged(&format!("rows of {table} are missing in the copy")));
        }
    }
    Ok(())
}

/// Overwrites a file with zeros and deletes it.
pub(in crate::store) fn wipe(file: &Path) -> Result<(), StoreError> {
    overwrite(file)?;
    remove(file)
}

/// Overwrites a file with zeros, so that freed blocks of a simple file system have no content.
fn overwrite(file: &Path) -> Result<(), StoreError> {
    let written = fs::OpenOptions::new().write(true).open(file).and_then(|mut file| {
        let length = file.metadata()?.len();
        file.rewind()?;
        io::copy(&mut io::Read::take(io::repeat(0), length), &mut file)?;
        file.flush()?;
        file.sync_all()
    });
    match written {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(StoreError::io(file, error)),
        _ => Ok(()),
    }
}

/// Syncs the directory entries, on systems where a directory can be opened.
fn sync_dirs(dir: &Path) -> Result<(), StoreError> {
    for dir in [dir.to_owned(), dir.join(COPIES)].into_iter().filter(|dir| dir.is_dir()) {
        if cfg!(unix) {
            let synced = File::open(&dir).and_then(|dir| dir.sync_all());
            synced.map_err(|error| StoreError::io(&dir, error))?;
        }
    }
    Ok(())
}

/// A point at which tests stop the conversion.
#[cfg(not(test))]
#[expect(clippy::unnecessary_wraps, reason = "tests stop here with an error")]
fn step() -> Result<(), StoreError> {
    Ok(())
}

#[cfg(test)]
thread_local! {
    /// Number of steps until a conversion stops.
    pub(super) static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(usize::MAX) };
}

#[cfg(test)]
fn step() -> Result<(), StoreError> {
    let left = STEPS.get();
    STEPS.set(left.saturating_sub(1));
    if left == 0 { Err(StoreError::Unreadable("stopped".to_owned())) } else { Ok(()) }
}
