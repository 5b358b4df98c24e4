//! The system keyring: Keychain, Credential Manager, Secret Service.
//!
//! Its calls block, talk to other processes and may ask the user to unlock. Each call runs on its own thread with a
//! time limit. A keyring that never answers then blocks neither the program nor its exit.

use std::time::Duration;

use ::keyring::{Entry, Error as KeyringError};
use secrecy::{ExposeSecret, SecretString};

use super::blocking::{BlockingError, run_blocking};
use crate::error::{Error, NO_KEYRING};

/// Time for the user to answer an unlock prompt.
const UNLOCK_TIMEOUT: Duration = Duration::from_mins(1);

/// Service name of all keyring entries of this product.
pub const SERVICE: &str = "encours";

/// Entry of the system keyring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyringEntry {
    /// Service name: the application.
    pub service: String,
    /// Account name within the service, such as the profile's name and key id.
    pub account: String,
}

impl KeyringEntry {
    /// Creates an entry of this product.
    pub fn new(account: impl Into<String>) -> Self {
        Self { service: SERVICE.to_owned(), account: account.into() }
    }

    /// Returns the secret, if there is one.
    ///
    /// # Errors
    /// [`Auth`](crate::error::ErrorKind::Auth) if the keyring is missing, locked or does not answer.
    pub async fn load(&self) -> Result<Option<SecretString>, Error> {
        self.run(|entry| match entry.get_password() {
            Ok(secret) => Ok(Some(SecretString::from(secret))),
            Err(KeyringError::NoEntry) => Ok(None),
            Err(error) => Err(error),
        })
        .await
    }

    /// Stores a secret and replaces an older one.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub async fn store(&self, secret: &SecretString) -> Result<(), Error> {
        let secret = secret.clone();
        self.run(move |entry| entry.set_password(secret.expose_secret())).await
    }

    /// Deletes the entry and returns whether there was one.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub async fn delete(&self) -> Result<bool, Error> {
        self.run(|entry| match entry.delete_credential() {
            Ok(()) => Ok(true),
            Err(KeyringError::NoEntry) => Ok(false),
            Err(error) => Err(error),
        })
        .await
    }

    /// Returns whether there is an entry; false on a machine without a keyring.
    ///
    /// # Errors
    /// A keyring exists but cannot be read.
    pub async fn exists(&self) -> Result<bool, Error> {
        match self.load().await {
            Ok(entry) => Ok(entry.is_some()),
            Err(error) if is_keyring_missing(&error) => Ok(false),
            Err(error) => Err(error),
        }
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Entry) -> Result<T, KeyringError> + Send + 'static,
    ) -> Result<T, Error> {
        let (service, account) = (self.service.clone(), self.account.clone());
        run_with_timeout(UNLOCK_TIMEOUT, move || work(&Entry::new(&service, &account)?)).await
    }
}

/// Checks that the keyring works by writing, reading and deleting a probe entry.
///
/// # Errors
/// [`Auth`](crate::error::ErrorKind::Auth) with the step that failed.
pub async fn check_keyring() -> Result<(), Error> {
    let entry = KeyringEntry::new(format!("probe-{}", super::random_id::request_id()));
    let canary = SecretString::from(super::random_id::request_id().to_string());
    entry.store(&canary).await?;
    let loaded = entry.load().await;
    entry.delete().await?;
    match loaded? {
        Some(secret) if secret.expose_secret() == canary.expose_secret() => Ok(()),
        _ => Err(Error::auth("the system keyring did not save the secret")
            .with_message_ref("usage-keyring-loses", &[])),
    }
}

/// Returns whether an error means that this device has no keyring.
pub fn is_keyring_missing(error: &Error) -> bool {
    error.lacks_keyring()
}

/// Runs blocking work on its own thread, limited by `timeout`.
async fn run_with_timeout<T: Send + 'static>(
    timeout: Duration,
    work: impl FnOnce() -> Result<T, KeyringError> + Send + 'static,
) -> Result<T, Error> {
    match run_blocking("keyring", timeout, work).await? {
        Ok(result) => result.map_err(|error| keyring_error(&error)),
        Err(BlockingError::Panicked) => {
            Err(Error::auth("the system keyring failed").with_message_ref("usage-keyring-failed", &[]))
        }
        Err(BlockingError::TimedOut) => Err(timeout_error()),
    }
}

/// Returns the error for a keyring that has not answered.
pub fn timeout_error() -> Error {
    Error::auth("the system keyring did not respond. It may be waiting to be unlocked")
        .with_message_ref("usage-keyring-silent", &[])
}

/// Returns the error without the keyring's own text: some texts contain the secret's bytes.
fn keyring_error(error: &KeyringError) -> Error {
    let (message, key) = match error {
        KeyringError::NoDefaultStore => ("there is no system keyring on this device", NO_KEYRING),
        KeyringError::NoStorageAccess(_) => {
            ("the system keyring is locked or refuses access", "usage-keyring-locked")
        }
        KeyringError::BadEncoding(_) | KeyringError::BadDataFormat(..) => {
            ("the keyring's entry is not a text", "usage-keyring-entry")
        }
        KeyringError::TooLong(..) => ("the keyring does not take an entry this long", "usage-keyring-entry"),
        KeyringError::Ambiguous(_) => {
            ("the keyring has several entries under this name", "usage-keyring-entry")
        }
        _ => ("the system keyring failed", "usage-keyring-failed"),
    };
    Error::auth(message).with_message_ref(key, &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[tokio::test]
    async fn unresponsive_keyring_times_out_with_an_error() {
        let (release, blocked) = std::sync::mpsc::channel::<()>();
        let result = run_with_timeout(Duration::from_millis(20), move || {
            let _ = blocked.recv();
            Ok(())
        });
        let error = result.await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Auth);
        drop(release);
    }

    #[tokio::test]
    async fn a_panic_inside_is_an_error() {
        let result: Result<(), _> = run_with_timeout(UNLOCK_TIMEOUT, || panic!("inside the keyring")).await;
        assert_eq!(result.unwrap_err().kind(), ErrorKind::Auth);
    }

    #[test]
    fn errors_do_not_show_the_secret() {
        let error = keyring_error(&KeyringError::BadEncoding(b"canary-secret".to_vec()));
        assert!(!format!("{error:?}{error}").contains("canary"));
    }
}
