//! Where the secret is looked for, and the one copy a client keeps of it.

use secrecy::SecretString;
use tokio::sync::Mutex;

use super::config::SecretSource;
use super::keyring::KeyringEntry;
use crate::error::Error;

/// What may provide the secret, in the order it is looked for: given directly (environment or standard
/// input), then the profile's command, then the profile's keyring entry. Never a command-line argument.
#[derive(Debug, Clone, Default)]
pub struct SecretLookup {
    /// From `ENCOURS_SECRET` or standard input.
    pub given: Option<SecretString>,
    /// The profile's `credential_command`.
    pub command: Option<String>,
    /// The profile's keyring entry.
    pub keyring: Option<KeyringEntry>,
}

impl SecretLookup {
    /// The first source there is. The keyring is asked only when a token is needed.
    ///
    /// # Errors
    /// [`Auth`](crate::error::ErrorKind::Auth) if there is none.
    pub fn source(self) -> Result<SecretSource, Error> {
        let given = self.given.map(SecretSource::Fixed);
        let command = self
            .command
            .filter(|command| !command.trim().is_empty())
            .map(SecretSource::Command);
        given
            .or(command)
            .or(self.keyring.map(SecretSource::Keyring))
            .ok_or_else(|| {
                Error::auth("no secret: none is given, and the profile has neither command nor keyring entry")
            })
    }
}

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
        let entry = match &self.source {
            SecretSource::Fixed(secret) => return Ok(secret.clone()),
            SecretSource::Command(_) => {
                return Err(Error::unexpected("a credential command gives no secret"));
            }
            SecretSource::Keyring(entry) => entry,
        };
        let mut cached = self.cached.lock().await;
        if let Some(secret) = &*cached {
            return Ok(secret.clone());
        }
        let secret = entry
            .load()
            .await?
            .ok_or_else(|| Error::auth("the system keyring has no secret for this key"))?;
        *cached = Some(secret.clone());
        Ok(secret)
    }

    /// So that a secret corrected in the keyring is seen.
    pub(super) async fn forget(&self) {
        *self.cached.lock().await = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn order_of_lookup() {
        let full = SecretLookup {
            given: Some(SecretString::from("s")),
            command: Some("c".to_owned()),
            keyring: Some(KeyringEntry::new("a")),
        };
        assert!(matches!(full.clone().source(), Ok(SecretSource::Fixed(_))));
        let without = SecretLookup {
            given: None,
            ..full.clone()
        };
        assert!(matches!(without.clone().source(), Ok(SecretSource::Command(_))));
        let blank = SecretLookup {
            command: Some("  ".to_owned()),
            ..without
        };
        assert!(matches!(blank.source(), Ok(SecretSource::Keyring(_))));
        assert_eq!(
            SecretLookup::default().source().unwrap_err().kind(),
            ErrorKind::Auth
        );
    }

    #[test]
    fn debug_shows_no_secret() {
        let lookup = SecretLookup {
            given: Some(SecretString::from("canary")),
            ..SecretLookup::default()
        };
        assert!(!format!("{lookup:?}").contains("canary"));
        assert!(!format!("{:?}", lookup.source().unwrap()).contains("canary"));
    }
}
