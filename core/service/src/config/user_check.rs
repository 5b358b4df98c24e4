//! The check of the user at the keyboard, which opens an idle lock.

use secrecy::SecretString;

use crate::client::SecretSource;
use crate::client::auth::keyring::KeyringEntry;
use crate::client::auth::secret_file::{PassphraseSource, SecretFile};
use crate::error::Error;

use super::Connection;

/// The way in which a user proves their identity.
#[derive(Debug, Clone)]
pub enum UserCheck {
    /// The passphrase opens this file.
    Passphrase(SecretFile),
    /// The keyring gives its secret, after it has asked for its own password if it is locked.
    Keyring(KeyringEntry),
    /// Nothing protects the secret, which comes from the environment or a command.
    Nothing,
}

impl Connection {
    /// Returns the check for this key.
    #[must_use]
    pub fn user_check(&self) -> UserCheck {
        let sealed_key = self.data_key.as_ref().and_then(super::DataKeyStore::sealed_file);
        match (&self.secret, sealed_key) {
            (SecretSource::File(file), _) | (_, Some(file)) => UserCheck::Passphrase(file.clone()),
            (SecretSource::Keyring(entry), None) => UserCheck::Keyring(entry.clone()),
            _ => UserCheck::Nothing,
        }
    }
}

impl UserCheck {
    /// Returns whether a passphrase is needed.
    #[must_use]
    pub fn asks_passphrase(&self) -> bool {
        matches!(self, Self::Passphrase(_))
    }

    /// Checks the user. Blocks for a key derivation, or until the keyring answers.
    ///
    /// # Errors
    /// [`Auth`](crate::error::ErrorKind::Auth) if the passphrase is wrong, or the keyring is locked or missing.
    pub fn run(&self, passphrase: &SecretString) -> Result<(), Error> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|_| Error::unexpected("no runtime for the check"))?;
        let found = match self {
            Self::Passphrase(file) => {
                let known = PassphraseSource::Known(passphrase.clone());
                runtime.block_on(file.clone().with_passphrase(known).load())?
            }
            Self::Keyring(entry) => runtime.block_on(entry.load())?,
            Self::Nothing => return Ok(()),
        };
        found.map(drop).ok_or_else(|| {
            Error::auth("the secret of this key is no longer on this device")
                .with_message_ref("usage-keyring-nothing", &[])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_passphrase_of_the_file_passes() {
        let dir = tempfile::tempdir().unwrap();
        let known = PassphraseSource::Known("right".into());
        let file = SecretFile::new(dir.path().join("s.json"), "k", known);
        file.store(&"secret".into()).await.unwrap();
        let check = UserCheck::Passphrase(file);
        let run = move |text: &'static str| {
            let check = check.clone();
            std::thread::spawn(move || check.run(&text.into())).join().unwrap()
        };
        assert!(run("right").is_ok() && run("wrong").is_err() && run("").is_err());
    }
}
