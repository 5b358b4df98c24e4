//! Encrypted profiles of tests, which all have the same key.

use std::path::Path;

use encours_core::store::{DataKey, encrypt, unlock};

/// 64 hexadecimal digits.
const KEY: &str = "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a";

fn key() -> Option<DataKey> {
    DataKey::parse(&KEY.to_owned().into())
}

/// Returns the statement that gives a connection of SQLite the key; empty if the profiles are plain.
pub fn key_statement() -> String {
    if cfg!(feature = "encryption") { format!("PRAGMA key = \"x'{KEY}'\"") } else { String::new() }
}

/// Creates an encrypted profile in `dir`, if the tests were built with the feature `encryption`.
///
/// # Panics
/// It cannot be created.
pub fn create_if_built(dir: &Path) {
    if cfg!(feature = "encryption") {
        let encrypted = key().map(|key| encrypt(&[dir.to_owned()], &key));
        assert!(matches!(encrypted, Some(Ok(()))), "{encrypted:?}");
    }
}

/// Makes the key of such profiles known to this process.
///
/// # Panics
/// The profile cannot be read.
pub fn unlock_profile(dir: &Path) {
    let unlocked = key().map(|key| unlock(dir, &key));
    assert!(matches!(unlocked, Some(Ok(()))), "{unlocked:?}");
}
