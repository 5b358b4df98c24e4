//! The reasons why an encrypted profile cannot be opened or converted.

/// The reason why an encrypted profile cannot be opened, or a profile not be converted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncryptionProblem {
    /// This program was built without encryption.
    #[error(
        "the data is encrypted, and this program was built without encryption. Nothing was changed: use the program \
         of the package, or build it with --features encryption"
    )]
    Unsupported,
    /// The key is not in the keyring or the passphrase file, or it is another one.
    #[error(
        "the data is encrypted, and its key is missing. Nothing was changed: restore the keyring or the passphrase \
         file from a backup, or delete the data with `encours logout --purge`"
    )]
    KeyMissing,
    /// The keyring or the passphrase file does not give the key.
    #[error("the data is encrypted, and its key could not be read ({0}). Nothing was changed")]
    KeyUnread(String),
    /// The mark is damaged or missing.
    #[error(
        "the data is encrypted, and the file \"encryption\" beside it is missing or damaged. Nothing was changed: \
         restore the file from a backup"
    )]
    MarkDamaged,
    /// Another process has the profile open.
    #[error("the data is in use. Nothing was changed: close every other window and command of this profile")]
    InUse,
    /// Copies that were moved aside would stay as they are.
    #[error("{0} would stay readable. Nothing was changed: move it away, or run `encours purge --leftovers`")]
    Leftover(String),
    /// A file cannot be copied.
    #[error("a copy failed ({0}). Nothing was changed: run `encours doctor --repair`, then try again")]
    NotCopied(String),
}

impl EncryptionProblem {
    /// Returns the message key and its only argument.
    pub(super) fn message(&self) -> (&'static str, &str) {
        match self {
            Self::Unsupported => ("store-encryption-unsupported", ""),
            Self::KeyMissing => ("store-encryption-key", ""),
            Self::KeyUnread(reason) => ("store-encryption-unread", reason),
            Self::MarkDamaged => ("store-encryption-mark", ""),
            Self::InUse => ("store-encryption-in-use", ""),
            Self::Leftover(name) => ("store-encryption-leftover", name),
            Self::NotCopied(reason) => ("store-encryption-copy", reason),
        }
    }
}
