//! Encryption of a profile by `SQLCipher`, and the one place that opens database files.
//!
//! A file in the directory of the profile, the mark, names the key by its fingerprint. The key itself comes from the
//! caller ([`unlock`]) and stays in memory. Every page of a database and of its log is encrypted and authenticated.
//! Copies of a database have the same key. Other files have no content of the server or the user.

pub(super) mod convert;
pub(super) mod page_image;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use super::files::companion_files::COPIES;
use super::files::encryption_problem::EncryptionProblem;
use super::files::error::StoreError;
use super::files::private_dir;
use crate::files;
use crate::model::storage_health::DbFile;

/// File name of the mark.
const MARK: &str = "encryption";
/// Format of the mark and of the encrypted files: `SQLCipher` 4 with its defaults.
const FORMAT: &str = "sqlcipher-4";
/// First bytes of a database that is not encrypted.
const PLAIN_HEADER: &[u8] = b"SQLite format 3\0";

/// Keys that this process knows, by fingerprint.
static KEYS: Mutex<BTreeMap<String, DataKey>> = Mutex::new(BTreeMap::new());

/// Directories whose database files were examined without a mark. While a database is open, its file must not be opened
/// by other means: closing it would release the locks of SQLite.
static EXAMINED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The key of an encrypted profile: 32 random bytes.
#[derive(Clone, Debug)]
pub struct DataKey {
    /// 64 hexadecimal digits.
    hex: SecretString,
}

impl DataKey {
    /// Creates a random key; `None` if the system has no random numbers.
    pub fn generate() -> Option<Self> {
        let mut bytes = Zeroizing::new([0_u8; 32]);
        getrandom::fill(&mut *bytes).ok()?;
        Some(Self { hex: hex(&*bytes).into() })
    }

    /// Reads a key from its text; `None` if it is none.
    pub fn parse(text: &SecretString) -> Option<Self> {
        let digits = text.expose_secret();
        (digits.len() == 64 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .then(|| Self { hex: text.clone() })
    }

    /// Returns the text to store in a keyring or a passphrase file.
    pub fn text(&self) -> &SecretString {
        &self.hex
    }

    /// Returns the key in the form that `SQLCipher` uses without derivation; without `salt`, an existing file has it.
    fn raw(&self, salt: &str) -> Zeroizing<String> {
        Zeroizing::new(format!("x'{}{salt}'", self.hex.expose_secret()))
    }

    /// Returns the salt of new files. It makes a file readable whose first bytes, which repeat it, are damaged.
    fn salt(&self) -> String {
        let digest = Sha256::new().chain_update("encours data salt").chain_update(self.hex.expose_secret());
        hex(digest.finalize().get(..16).unwrap_or_default())
    }

    /// Returns a name that does not reveal the key.
    fn fingerprint(&self) -> String {
        let digest = Sha256::new().chain_update("encours data key").chain_update(self.hex.expose_secret());
        hex(digest.finalize().get(..8).unwrap_or_default())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _cannot_fail = write!(text, "{byte:02x}");
        text
    })
}

/// The state of a profile's files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Mark {
    /// Fingerprint of the key; `None` if the files are plain.
    key: Option<String>,
    /// True while new files take the place of the old ones.
    moving: bool,
}

impl Mark {
    fn read(dir: &Path) -> Result<Self, StoreError> {
        let file = dir.join(MARK);
        let text = match files::read(&file, 1 << 10) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(StoreError::io(&file, error)),
        };
        let parsed = match text.split_whitespace().collect::<Vec<_>>().as_slice() {
            [FORMAT, state @ ("stable" | "moving"), key, sum] if *sum == checksum(state, key) => {
                let key = (*key != "plain").then(|| (*key).to_owned());
                Some(Self { key, moving: *state == "moving" })
            }
            _ => None,
        };
        parsed.ok_or_else(|| StoreError::encryption(dir, EncryptionProblem::MarkDamaged))
    }

    /// Replaces the mark and syncs it to disk.
    fn write(&self, dir: &Path) -> Result<(), StoreError> {
        let (state, key) =
            (if self.moving { "moving" } else { "stable" }, self.key.as_deref().unwrap_or("plain"));
        EXAMINED.lock().unwrap_or_else(PoisonError::into_inner).remove(dir);
        let text = format!("{FORMAT} {state} {key} {}\n", checksum(state, key));
        private_dir::replace(dir, MARK, |file| std::io::Write::write_all(file, text.as_bytes()))
    }
}

fn checksum(state: &str, key: &str) -> String {
    format!("{:08x}", crc32fast::hash(format!("{state} {key}").as_bytes()))
}

/// Returns the directory of the profile that a database or a copy of it belongs to.
fn profile_of(file: &Path) -> &Path {
    let dir = file.parent().unwrap_or(file);
    if dir.ends_with(COPIES) { dir.parent().unwrap_or(dir) } else { dir }
}

fn known_key(fingerprint: &str) -> Option<DataKey> {
    KEYS.lock().unwrap_or_else(PoisonError::into_inner).get(fingerprint).cloned()
}

/// Opens a database file of a store to read and write. Creates it if it is missing.
pub(super) fn connect(file: &Path) -> Result<Connection, StoreError> {
    connect_with(file, OpenFlags::default())
}

/// Opens a database file of a store with other flags.
pub(super) fn connect_with(file: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    // The first time, before a database of the directory is open.
    lacks_mark(profile_of(file));
    let db = Connection::open_with_flags(file, flags)?;
    apply_key(&db, file)?;
    Ok(db)
}

/// Gives a new connection the key of the profile of `file`.
pub(super) fn apply_key(db: &Connection, file: &Path) -> Result<(), StoreError> {
    let dir = profile_of(file);
    if let Some(fingerprint) = Mark::read(dir)?.key {
        let key = known_key(&fingerprint)
            .ok_or_else(|| StoreError::encryption(dir, EncryptionProblem::KeyMissing))?;
        let is_new = std::fs::metadata(file).map_or(true, |metadata| metadata.len() == 0);
        let salt = if is_new { key.salt() } else { String::new() };
        set_key(db, &key, &salt)?;
    }
    Ok(())
}

fn set_key(db: &Connection, key: &DataKey, salt: &str) -> Result<(), StoreError> {
    // The library would print failures on standard error, over the screen.
    let sql = format!("PRAGMA cipher_log_level = NONE; PRAGMA key = \"{}\"", *key.raw(salt));
    // The error could quote the statement.
    db.execute_batch(&Zeroizing::new(sql)).map_err(|_| StoreError::damaged("the key was not accepted"))
}

/// Returns whether the databases in `dir` are encrypted. True if their mark is damaged.
pub fn is_encrypted(dir: &Path) -> bool {
    Mark::read(dir).map_or(true, |mark| mark.key.is_some()) || lacks_mark(dir)
}

/// Returns whether a database of a store is encrypted.
pub(super) fn is_encrypted_file(file: &Path) -> bool {
    is_encrypted(profile_of(file))
}

/// Returns whether no database in `dir` has the header of a plain one, although there is no mark.
fn lacks_mark(dir: &Path) -> bool {
    let examined = || EXAMINED.lock().unwrap_or_else(PoisonError::into_inner);
    if dir.join(MARK).exists() || examined().contains(dir) {
        return false;
    }
    let headers = |part: DbFile| {
        let mut header = [0; PLAIN_HEADER.len()];
        let mut file = files::open(&dir.join(part.file_name())).ok()?;
        std::io::Read::read_exact(&mut file, &mut header).ok()?;
        Some(header == PLAIN_HEADER)
    };
    let plain: Vec<bool> = DbFile::ALL.into_iter().filter_map(headers).collect();
    let is_lost = plain.len() == DbFile::ALL.len() && !plain.contains(&true);
    if !is_lost {
        examined().insert(dir.to_owned());
    }
    is_lost
}

/// Returns whether this process already has the key of `dir`, or needs none.
pub fn is_unlocked(dir: &Path) -> bool {
    !is_encrypted(dir)
        || Mark::read(dir).is_ok_and(|mark| mark.key.is_some_and(|key| known_key(&key).is_some()))
}

/// Makes a key known to this process. If the mark in `dir` is lost and the key opens the data, the mark is written
/// again.
///
/// # Errors
/// The disk fails.
pub fn unlock(dir: &Path, key: &DataKey) -> Result<(), StoreError> {
    let fingerprint = key.fingerprint();
    KEYS.lock().unwrap_or_else(PoisonError::into_inner).insert(fingerprint.clone(), key.clone());
    if (Mark::read(dir).is_err() || lacks_mark(dir)) && DbFile::ALL.iter().any(|part| opens(dir, *part, key))
    {
        return Mark { key: Some(fingerprint), moving: false }.write(dir);
    }
    Ok(())
}

fn opens(dir: &Path, part: DbFile, key: &DataKey) -> bool {
    let file = dir.join(part.file_name());
    let read = |db: Connection| {
        set_key(&db, key, "")?;
        Ok::<_, StoreError>(
            db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?,
        )
    };
    file.is_file()
        && Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_ONLY)
            .map_err(StoreError::from)
            .and_then(read)
            .is_ok()
}

/// Marks a new profile, which has no databases yet, as encrypted like `other`, another profile of the same key.
///
/// # Errors
/// The disk fails.
pub fn inherit(dir: &Path, other: &Path) -> Result<(), StoreError> {
    let mark = Mark::read(other)?;
    if mark.key.is_some() && !DbFile::ALL.iter().any(|part| dir.join(part.file_name()).exists()) {
        private_dir::prepare(dir)?;
        return Mark { moving: false, ..mark }.write(dir);
    }
    Ok(())
}

/// Returns whether two profiles are encrypted with the same key.
pub(super) fn have_same_key(a: &Path, b: &Path) -> bool {
    matches!((Mark::read(a), Mark::read(b)), (Ok(a), Ok(b)) if a.key.is_some() && a.key == b.key)
}

/// Copies the mark to a copy of the profile.
pub(super) fn copy_mark(from: &Path, to: &Path) -> Result<(), StoreError> {
    match Mark::read(from)? {
        Mark { key: None, .. } => Ok(()),
        mark => mark.write(to),
    }
}

/// Returns the versions of the cipher and of its library; `None` if this program was built without encryption.
pub fn cipher_version() -> Option<String> {
    let db = Connection::open_in_memory().ok()?;
    // The library is named only with a key.
    db.execute_batch("PRAGMA cipher_log_level = NONE; PRAGMA key = 'version'").ok()?;
    let version = |name| db.pragma_query_value(None, name, |row| row.get::<_, String>(0)).ok();
    Some(format!("SQLCipher {}, {}", version("cipher_version")?, version("cipher_provider_version")?))
}

#[cfg(all(test, target_os = "linux"))]
mod lock_tests;
#[cfg(feature = "encryption")]
#[cfg(test)]
mod tests;
