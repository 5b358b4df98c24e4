//! The one copy of the secret that a client keeps.

use secrecy::SecretString;
use tokio::sync::Mutex;

use super::config::SecretSource;
use crate::error::Error;

/// Fetches the secret when first needed and keeps it until told to forget it.
#[derive(Debug)]
pub(super) struct SecretKeeper {
    source: SecretSource,
    cached: Mutex<Option<SecretString>>,
}

impl SecretKeeper {
    pub(super) fn new(source: SecretSource) -> Self {
        Self {
            source,
            cached: Mutex::default(),
        }
    }

    pub(super) async fn get(&self) -> Result<SecretString, Error> {
        if let SecretSource::Fixed(secret) = &self.source {
            return Ok(secret.clone());
        }
        let mut cached = self.cached.lock().await;
        if let Some(secret) = &*cached {
            return Ok(secret.clone());
        }
        let found = match &self.source {
            SecretSource::Fixed(secret) => Some(secret.clone()),
            SecretSource::Command(_) => {
                return Err(Error::unexpected("a credential command gives no secret"));
            }
            SecretSource::Keyring(entry) => entry.load().await?,
            SecretSource::File(file) => file.load().await?,
        };
        let secret = found.ok_or_else(|| match &self.source {
            SecretSource::File(_) => Error::auth("the passphrase file of this key is not there")
                .with_said("usage-passphrase-none", &[]),
            _ => Error::auth("the system keyring has no secret for this key")
                .with_said("usage-keyring-nothing", &[]),
        })?;
        *cached = Some(secret.clone());
        Ok(secret)
    }

    /// So that a secret corrected in the keyring or the file is seen.
    pub(super) async fn forget(&self) {
        *self.cached.lock().await = None;
    }
}
