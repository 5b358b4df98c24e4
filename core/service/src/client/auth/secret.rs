//! The client's only copy of the secret.

use crate::client::auth::secret_text::parse_secret;
use std::sync::Arc;

use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::Mutex;

use crate::client::auth::secret_source::SecretSource;
use crate::error::Error;

/// Loads the secret on first use and caches it until `forget`.
#[derive(Debug)]
pub(in crate::client) struct SecretCache {
    source: SecretSource,
    cached: Mutex<Option<Arc<SecretString>>>,
}

impl SecretCache {
    pub(in crate::client) fn new(source: SecretSource) -> Self {
        Self { source, cached: Mutex::default() }
    }

    pub(in crate::client) async fn load(&self) -> Result<Arc<SecretString>, Error> {
        let mut cached = self.cached.lock().await;
        if let Some(secret) = &*cached {
            return Ok(secret.clone());
        }
        let loaded = match &self.source {
            SecretSource::Fixed(secret) => Some(secret.clone()),
            SecretSource::Command(_) => {
                return Err(Error::unexpected("a credential command gives no secret"));
            }
            SecretSource::Keyring(entry) => entry.load().await?.map(Arc::new),
            SecretSource::File(file) => file.load().await?.map(Arc::new),
        };
        let secret = loaded.ok_or_else(|| match &self.source {
            SecretSource::File(_) => Error::auth("the passphrase file of this key does not exist")
                .with_message_ref("usage-passphrase-none", &[]),
            _ => Error::auth("the system keyring has no secret for this key")
                .with_message_ref("usage-keyring-nothing", &[]),
        })?;
        let read = parse_secret(secret.expose_secret())?;
        // `parse_secret` usually changes nothing; then memory has only one copy.
        let secret = if read.expose_secret() == secret.expose_secret() { secret } else { Arc::new(read) };
        *cached = Some(secret.clone());
        Ok(secret)
    }

    /// Drops the cached secret, so that a corrected one is loaded.
    pub(in crate::client) async fn forget(&self) {
        *self.cached.lock().await = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::auth::secret_text::parse_passphrase;

    #[test]
    fn secret_is_trimmed_and_control_characters_are_rejected() {
        for text in ["s é=", "s é=\n", "s é=\r\n", "\u{feff}s é=\r\n\r\n", " \ts é= \n", "\n\u{feff}s é="]
        {
            assert_eq!(parse_secret(text).unwrap().expose_secret(), "s é=", "{text:?}");
        }
        for text in ["", "\n", "\u{feff}\r\n", "a\nb", "a\r\nb\r\n", "a\0", "a\u{1b}[0m"] {
            let error = parse_secret(text).unwrap_err();
            assert_eq!(error.kind(), crate::error::ErrorKind::Auth, "{text:?}");
        }
        assert_eq!(parse_passphrase("\u{feff} two words \r\n").expose_secret(), " two words ");
    }
}
