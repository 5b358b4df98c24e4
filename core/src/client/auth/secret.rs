//! The one copy of the secret that a client keeps.

use std::sync::Arc;

use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::Mutex;

use crate::client::config::SecretSource;
use crate::error::Error;

/// The secret of a text, whichever way it came: its one line, without byte order mark and white space around it.
///
/// # Errors
/// [`Auth`](crate::error::ErrorKind::Auth) if nothing is left, or more than a line.
pub fn secret_of(text: &str) -> Result<SecretString, Error> {
    let line = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if line.is_empty() {
        return Err(Error::auth("the secret is empty").with_said("usage-secret-empty", &[]));
    }
    if line.contains(char::is_control) {
        let what = "the secret has more than one line, or control characters. A secret is one line of text";
        return Err(Error::auth(what).with_said("usage-secret-lines", &[]));
    }
    Ok(SecretString::from(line))
}

/// The passphrase of a text: without byte order mark and line end. Spaces may be a part of it.
pub(super) fn passphrase_of(text: &str) -> SecretString {
    SecretString::from(text.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n']))
}

/// Fetches the secret when first needed and keeps it until told to forget it.
#[derive(Debug)]
pub(in crate::client) struct SecretKeeper {
    source: SecretSource,
    cached: Mutex<Option<Arc<SecretString>>>,
}

impl SecretKeeper {
    pub(in crate::client) fn new(source: SecretSource) -> Self {
        Self {
            source,
            cached: Mutex::default(),
        }
    }

    pub(in crate::client) async fn get(&self) -> Result<Arc<SecretString>, Error> {
        let mut cached = self.cached.lock().await;
        if let Some(secret) = &*cached {
            return Ok(secret.clone());
        }
        let found = match &self.source {
            SecretSource::Fixed(secret) => Some(secret.clone()),
            SecretSource::Command(_) => {
                return Err(Error::unexpected("a credential command gives no secret"));
            }
            SecretSource::Keyring(entry) => entry.load().await?.map(Arc::new),
            SecretSource::File(file) => file.load().await?.map(Arc::new),
        };
        let secret = found.ok_or_else(|| match &self.source {
            SecretSource::File(_) => Error::auth("the passphrase file of this key does not exist")
                .with_said("usage-passphrase-none", &[]),
            _ => Error::auth("the system keyring has no secret for this key")
                .with_said("usage-keyring-nothing", &[]),
        })?;
        let read = secret_of(secret.expose_secret())?;
        // Most secrets come as they are: then there is one copy in memory.
        let secret = if read.expose_secret() == secret.expose_secret() {
            secret
        } else {
            Arc::new(read)
        };
        *cached = Some(secret.clone());
        Ok(secret)
    }

    /// So that a secret corrected in the keyring or the file is seen.
    pub(in crate::client) async fn forget(&self) {
        *self.cached.lock().await = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_surrounds_a_secret_is_none_of_it() {
        for text in [
            "s é=",
            "s é=\n",
            "s é=\r\n",
            "\u{feff}s é=\r\n\r\n",
            " \ts é= \n",
            "\n\u{feff}s é=",
        ] {
            assert_eq!(secret_of(text).unwrap().expose_secret(), "s é=", "{text:?}");
        }
        for text in [
            "",
            "\n",
            "\u{feff}\r\n",
            "a\nb",
            "a\r\nb\r\n",
            "a\0",
            "a\u{1b}[0m",
        ] {
            let error = secret_of(text).unwrap_err();
            assert_eq!(error.kind(), crate::error::ErrorKind::Auth, "{text:?}");
        }
        assert_eq!(
            passphrase_of("\u{feff} two words \r\n").expose_secret(),
            " two words "
        );
    }
}
