//! Encrypted data of a key: unlocking before a store opens, and conversion.

use std::path::PathBuf;

use crate::client::SecretSource;
use crate::client::auth::secret_file::PassphraseSource;
use crate::contract::UserId;
use crate::contract::base_url::BaseUrl;
use crate::error::Error;
use crate::model::identity::Identity;
use crate::store::{self, DataKey, EncryptionProblem, StoreError};

use super::{Connection, Profile};

/// A change of the encryption of a key's data, planned before a sign-in and applied after it.
#[derive(Debug)]
pub struct DataConversion {
    key: Option<DataKey>,
    to_encrypted: Option<bool>,
}

impl Connection {
    /// Returns whether the data of this profile is encrypted.
    #[must_use]
    pub fn has_encrypted_data(&self) -> bool {
        store::is_encrypted(&self.store_dir) || store::is_encrypted(&self.key_dir())
    }

    /// Returns whether the passphrase is missing, for the secret or for the key of the data.
    #[must_use]
    pub fn needs_passphrase(&self) -> bool {
        let sealed_key =
            || self.data_key.as_ref().is_some_and(|place| place.is_file() && !place.file.can_open());
        matches!(&self.secret, SecretSource::File(file) if !file.can_open())
            || self.has_encrypted_data() && !store::is_unlocked(&self.store_dir) && sealed_key()
    }

    /// Sets the source of the passphrase, for the secret and for the key of the data.
    pub fn set_passphrase(&mut self, passphrase: &PassphraseSource) {
        if let SecretSource::File(file) = &self.secret {
            self.secret = SecretSource::File(file.clone().with_passphrase(passphrase.clone()));
        }
        if let Some(place) = &mut self.data_key {
            place.file = place.file.clone().with_passphrase(passphrase.clone());
        }
    }

    /// Makes the key of encrypted data known, before a store opens. A new profile becomes encrypted like the others of
    /// its key. Does nothing if the data is plain. May ask for the passphrase.
    ///
    /// # Errors
    /// The place of the key cannot be read. If it has no key, the store reports that.
    pub fn unlock_data(&self) -> Result<(), Error> {
        let Some(place) = &self.data_key else { return Ok(()) };
        let key_dir = self.key_dir();
        if !(store::is_unlocked(&self.store_dir) && store::is_unlocked(&key_dir)) {
            let (place, dir) = (place.clone(), self.store_dir.clone());
            let load = move || {
                // Callers may be part of another runtime, which cannot wait here.
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                let runtime = runtime.map_err(|_| Error::unexpected("no runtime for the key"))?;
                runtime.block_on(place.load(&dir))
            };
            let loaded = std::thread::spawn(load).join();
            let loaded = loaded.unwrap_or_else(|_| Err(Error::unexpected("the key could not be read")));
            if let Some(key) = loaded? {
                store::unlock(&self.store_dir, &key)?;
                store::unlock(&key_dir, &key)?;
            }
        }
        Ok(store::inherit(&self.store_dir, &key_dir)?)
    }

    /// Plans to encrypt the data (`Some(true)`), to decrypt it, or to leave it as it is. Loads an existing key, which
    /// may ask for the passphrase.
    ///
    /// # Errors
    /// This program was built without encryption, or the key of encrypted data cannot be read.
    pub async fn plan_conversion(&self, to_encrypted: Option<bool>) -> Result<DataConversion, Error> {
        if to_encrypted == Some(true) && !cfg!(feature = "encryption") {
            return Err(StoreError::encryption(&self.store_dir, EncryptionProblem::Unsupported).into());
        }
        let mut key = None;
        if let Some(place) = self.data_key.as_ref().filter(|_| self.has_encrypted_data()) {
            key = place.load(&self.store_dir).await?;
            if let Some(key) = &key {
                store::unlock(&self.store_dir, key)?;
                store::unlock(&self.key_dir(), key)?;
            }
        }
        Ok(DataConversion { key, to_encrypted })
    }

    /// Applies a plan. The key is stored in a passphrase file if `in_file`, else in the keyring.
    ///
    /// # Errors
    /// The key cannot be stored, or the data not be converted: nothing was changed, or the next start completes it.
    pub async fn convert_data(&self, plan: DataConversion, in_file: bool) -> Result<(), Error> {
        let Some(place) = &self.data_key else { return Ok(()) };
        let DataConversion { key, to_encrypted } = plan;
        // Profiles in the middle of a switch are not recognised as those of the key.
        store::complete_conversion(&self.key_dir())?;
        let dirs = self.data_dirs();
        match (to_encrypted, key) {
            (Some(true), key) => {
                // A key that an interrupted conversion stored is used again.
                let stored = async { place.load(&self.store_dir).await.ok().flatten() };
                let key = if key.is_some() { key } else { stored.await };
                let key = key.or_else(DataKey::generate);
                let key = key.ok_or_else(|| Error::unexpected("the system gives no random numbers"))?;
                place.store(&key, in_file).await?;
                store::encrypt(&dirs, &key)?;
            }
            // An interrupted conversion may have left the key of plain data.
            (Some(false), _) if self.has_encrypted_data() || place.is_file() => {
                store::decrypt(&dirs)?;
                place.delete().await?;
            }
            (_, Some(key)) => place.store(&key, in_file).await?,
            _ => {}
        }
        Ok(())
    }

    /// Plans a new key for data that is encrypted now, to be applied after the data was deleted. `None` if the data is
    /// plain or its key is lost. The second value tells whether the key is in a passphrase file.
    pub async fn plan_renewal(&self) -> Option<(DataConversion, bool)> {
        let in_file = self.data_key.as_ref()?.is_file();
        self.plan_conversion(None).await.ok()?.key?;
        Some((DataConversion { key: DataKey::generate(), to_encrypted: Some(true) }, in_file))
    }

    /// Returns the directory of the key's own profile, without a delegated user.
    pub(super) fn key_dir(&self) -> PathBuf {
        self.for_user(None).store_dir
    }

    /// Returns the directory of a configured profile; `None` if it has another key.
    #[must_use]
    pub fn dir_of_profile(&self, profile: &Profile) -> Option<PathBuf> {
        let url = BaseUrl::parse(profile.base_url.as_deref()?).ok()?;
        let user = profile.as_user.as_deref().and_then(|user| UserId::new(user).ok());
        (url == self.base_url && profile.key_id.as_ref() == Some(&self.key_id))
            .then(|| self.for_user(user.as_ref()).store_dir)
    }

    /// Returns the directories with data of this key: its own profile, then those of delegated users.
    #[must_use]
    pub fn data_dirs(&self) -> Vec<PathBuf> {
        let own = self.key_dir();
        let identity = Identity::new(self.base_url.as_str(), &self.key_id, None);
        let mut dirs = store::stores_of_key(own.parent().unwrap_or(&own), &own, &identity);
        if self.store_dir != own && !dirs.contains(&self.store_dir) && self.store_dir.exists() {
            dirs.push(self.store_dir.clone());
        }
        dirs.insert(0, own);
        dirs
    }
}
