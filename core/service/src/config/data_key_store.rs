//! The place of the key of encrypted data.

use std::path::Path;

use crate::client::auth::keyring::{KeyringEntry, is_keyring_missing};
use crate::client::auth::secret_file::SecretFile;
use crate::error::Error;
use crate::store::{DataKey, EncryptionProblem, StoreError};

/// The place of a data key: the system keyring, or a passphrase file of its own.
#[derive(Debug, Clone)]
pub struct DataKeyStore {
    pub(super) entry: KeyringEntry,
    pub(super) file: SecretFile,
}

impl DataKeyStore {
    /// Returns whether the key is in a passphrase file.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.file.path().exists()
    }

    /// Returns the passphrase file, if it exists.
    pub(super) fn sealed_file(&self) -> Option<&SecretFile> {
        self.is_file().then_some(&self.file)
    }

    /// Returns the display name of the place.
    #[must_use]
    pub fn name(&self) -> String {
        if self.is_file() {
            self.file.path().display().to_string()
        } else {
            format!("keyring: {}", self.entry.account)
        }
    }

    /// Loads the key of the data in `dir`; `None` if there is none, also on a machine without a keyring.
    pub(super) async fn load(&self, dir: &Path) -> Result<Option<DataKey>, Error> {
        let loaded = if self.is_file() { self.file.load().await } else { self.entry.load().await };
        match loaded {
            Ok(text) => Ok(text.as_ref().and_then(DataKey::parse)),
            Err(error) if is_keyring_missing(&error) => Ok(None),
            Err(error) => {
                let reason = error.message().to_owned();
                Err(StoreError::encryption(dir, EncryptionProblem::KeyUnread(reason)).into())
            }
        }
    }

    /// Stores the key in the file or in the keyring, and deletes it from the other place.
    pub(super) async fn store(&self, key: &DataKey, in_file: bool) -> Result<(), Error> {
        if in_file {
            self.file.store(key.text()).await?;
            // A machine without a keyring has no older key there.
            let _deleted = self.entry.delete().await;
        } else {
            self.entry.store(key.text()).await?;
            self.file.delete()?;
        }
        Ok(())
    }

    /// Deletes the key. Data that is encrypted with it is lost.
    ///
    /// # Errors
    /// The file or the keyring refuses.
    pub async fn delete(&self) -> Result<(), Error> {
        let was_in_file = self.file.delete()?;
        match self.entry.delete().await {
            Err(error) if !was_in_file && !is_keyring_missing(&error) => Err(error),
            _ => Ok(()),
        }
    }
}
