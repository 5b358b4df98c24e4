//! Passphrase file: storage of the secret on a machine without a keyring.
//!
//! The file is private to the account, encrypted with a passphrase, and bound to one key. The passphrase comes from the
//! environment or from the user at a terminal, and is never stored.

use super::blocking::{BlockingError, run_blocking};
use super::encrypted_secret::{self, KdfCost};
use crate::client::auth::secret_text::{parse_passphrase, parse_secret};
use crate::error::Error;
use crate::{files, private_file};
use secrecy::{ExposeSecret, SecretString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, fs, io};

/// Environment variable that may contain the passphrase.
pub const PASSPHRASE_VARIABLE: &str = "ENCOURS_PASSPHRASE";

/// Time for the user to type the passphrase.
const PASSPHRASE_TIMEOUT: Duration = Duration::from_mins(5);

/// Function that asks the user for the passphrase and blocks until the response.
pub type PassphrasePrompt = Arc<dyn Fn() -> Result<SecretString, Error> + Send + Sync>;

/// Source of the passphrase.
#[derive(Clone, Default)]
pub enum PassphraseSource {
    /// Known passphrase.
    Known(SecretString),
    /// The user is asked when the file must be opened.
    Prompt(PassphrasePrompt),
    /// No source is available here.
    #[default]
    Missing,
}

impl PassphraseSource {
    fn get(&self) -> Result<SecretString, Error> {
        let passphrase = match self {
            Self::Known(passphrase) => passphrase.clone(),
            Self::Prompt(ask) => ask()?,
            Self::Missing => {
                let message = format!(
                    "the secret is in a passphrase file, and Encours cannot prompt for the passphrase here: set it in \
                     {PASSPHRASE_VARIABLE}"
                );
                let variable = [("variable", PASSPHRASE_VARIABLE)];
                return Err(Error::auth(message).with_message_ref("usage-passphrase-missing", &variable));
            }
        };
        if parse_passphrase(passphrase.expose_secret()).expose_secret().is_empty() {
            return Err(
                Error::auth("the passphrase is empty").with_message_ref("usage-passphrase-empty", &[])
            );
        }
        Ok(passphrase)
    }
}

/// Never prints the passphrase.
impl fmt::Debug for PassphraseSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Known(_) => "Given",
            Self::Prompt(_) => "Asked",
            Self::Missing => "Missing",
        })
    }
}

/// Passphrase file of one key.
#[derive(Debug, Clone)]
pub struct SecretFile {
    path: PathBuf,
    account: String,
    passphrase: PassphraseSource,
}

impl SecretFile {
    /// Creates the file at `path` for `account`, which identifies the key and is not secret. Opens nothing.
    pub fn new(path: PathBuf, account: impl Into<String>, passphrase: PassphraseSource) -> Self {
        Self { path, account: account.into(), passphrase }
    }

    /// Returns the same file with another passphrase source.
    #[must_use]
    pub fn with_passphrase(self, passphrase: PassphraseSource) -> Self {
        Self { passphrase, ..self }
    }

    /// Returns the passphrase source.
    pub fn passphrase(&self) -> &PassphraseSource {
        &self.passphrase
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the passphrase is known or can be asked for.
    pub fn can_open(&self) -> bool {
        !matches!(self.passphrase, PassphraseSource::Missing)
    }

    /// Returns the secret, if there is a file.
    ///
    /// # Errors
    /// [`Auth`](crate::error::ErrorKind::Auth) if the file cannot be read or the passphrase does not open it.
    pub async fn load(&self) -> Result<Option<SecretString>, Error> {
        let this = self.clone();
        self.run(move || {
            let Some(text) = read_file(&this.path)? else {
                return Ok(None);
            };
            let passphrase_text = this.passphrase.get()?;
            let passphrase = parse_passphrase(passphrase_text.expose_secret());
            let open = |passphrase| encrypted_secret::open(&text, passphrase, &this.account);
            let secret = match open(&passphrase) {
                // Earlier versions may have sealed with the line end as part of the passphrase.
                Err(_) if passphrase_text.expose_secret() != passphrase.expose_secret() => {
                    open(&passphrase_text)
                }
                secret => secret,
            };
            parse_secret(secret?.expose_secret()).map(Some)
        })
        .await
    }

    /// Returns whether there is a file that the right passphrase would open. Decrypts nothing.
    ///
    /// # Errors
    /// [`Auth`](crate::error::ErrorKind::Auth) if the file cannot be read, or this version cannot open its format.
    pub fn check(&self) -> Result<bool, Error> {
        match read_file(&self.path)? {
            Some(text) => encrypted_secret::check(&text).map(|()| true),
            None => Ok(false),
        }
    }

    /// Stores a secret and replaces an older one.
    ///
    /// # Errors
    /// [`Auth`](crate::error::ErrorKind::Auth) without a passphrase, or if the file cannot be written.
    pub async fn store(&self, secret: &SecretString) -> Result<(), Error> {
        let (this, secret) = (self.clone(), secret.clone());
        self.run(move || {
            let passphrase = parse_passphrase(this.passphrase.get()?.expose_secret());
            let text = encrypted_secret::seal(&secret, &passphrase, &this.account, KdfCost::DEFAULT)?;
            private_file::replace(&this.path, text.as_bytes()).map_err(|error| {
                let done = ("could not be written", "usage-passphrase-write");
                file_error(&this.path, done, &error)
            })
        })
        .await
    }

    /// Deletes the file and returns whether there was one.
    ///
    /// # Errors
    /// [`Auth`](crate::error::ErrorKind::Auth) if it cannot be deleted.
    pub fn delete(&self) -> Result<bool, Error> {
        match fs::remove_file(&self.path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => {
                let done = ("could not be deleted", "usage-passphrase-delete");
                Err(file_error(&self.path, done, &error))
            }
        }
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        match run_blocking("passphrase file", PASSPHRASE_TIMEOUT, work).await? {
            Ok(done) => done,
            Err(BlockingError::Panicked) => {
                Err(Error::unexpected("the passphrase file could not be worked on"))
            }
            Err(BlockingError::TimedOut) => Err(Error::auth("no passphrase was entered in time")
                .with_message_ref("usage-passphrase-late", &[])),
        }
    }
}

/// Builds an error for a failed file operation: a text for scripts, and the message key for the user.
fn file_error(path: &Path, (message, key): (&str, &'static str), error: &io::Error) -> Error {
    let (file, reason) = (path.display().to_string(), error.to_string());
    Error::auth(format!("the passphrase file {file} {message}: {reason}"))
        .with_message_ref(key, &[("file", &file), ("why", &reason)])
}

fn read_file(path: &Path) -> Result<Option<String>, Error> {
    let unreadable = |error: io::Error| {
        // If a parent is not a directory, the error names that parent.
        let above = path.parent().filter(|_| error.kind() == io::ErrorKind::NotADirectory);
        file_error(above.unwrap_or(path), ("cannot be read", "usage-passphrase-read"), &error)
    };
    match files::read_text(path, files::MAX_USER_FILE) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    fn known_passphrase(text: &str) -> PassphraseSource {
        PassphraseSource::Known(SecretString::from(text))
    }

    #[tokio::test]
    async fn secret_file_stores_replaces_and_deletes_a_secret() {
        let dir = tempfile::tempdir().unwrap();
        let file =
            SecretFile::new(dir.path().join("new/secret"), "k@https://a/v1", known_passphrase("canary pass"));
        assert!(file.load().await.unwrap().is_none() && !file.delete().unwrap());
        assert!(!file.check().unwrap(), "there is none yet");
        for secret in ["canary one", "canary two é\n"] {
            file.store(&SecretString::from(secret)).await.unwrap();
            assert_eq!(file.load().await.unwrap().unwrap().expose_secret(), secret.trim_end());
        }
        let text = fs::read_to_string(file.path()).unwrap();
        assert!(!text.contains("canary"), "{text}");
        let closed = SecretFile::new(file.path().to_owned(), "k@https://a/v1", PassphraseSource::Missing);
        assert!(closed.check().unwrap(), "it is read without its passphrase");
        assert_eq!(fs::read_dir(file.path().parent().unwrap()).unwrap().count(), 1);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(file.path()).unwrap().permissions().mode() & 0o777, 0o600);
        }
        assert!(file.delete().unwrap());
        fs::create_dir(file.path()).unwrap();
        assert_eq!(file.delete().unwrap_err().kind(), ErrorKind::Auth, "a failure is not an absence");
    }

    #[tokio::test]
    async fn wrong_or_missing_passphrase_fails_with_an_explanation() {
        let dir = tempfile::tempdir().unwrap();
        let file = SecretFile::new(dir.path().join("secret"), "k", known_passphrase("right"));
        file.store(&SecretString::from("s")).await.unwrap();
        for (passphrase, said) in [
            (known_passphrase("wrong"), "incorrect passphrase"),
            (known_passphrase(""), "empty"),
            (PassphraseSource::Missing, PASSPHRASE_VARIABLE),
        ] {
            let error = file.clone().with_passphrase(passphrase).load().await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Auth);
            assert!(error.to_string().contains(said), "{error}");
        }
        let asked = PassphraseSource::Prompt(Arc::new(|| Ok(SecretString::from("right"))));
        assert!(file.clone().with_passphrase(asked).load().await.unwrap().is_some());
        let stopped = PassphraseSource::Prompt(Arc::new(|| Err(Error::interrupted())));
        assert_eq!(file.with_passphrase(stopped).load().await.unwrap_err().kind(), ErrorKind::Interrupted);
    }

    #[tokio::test]
    async fn passphrase_ignores_its_trailing_line_end() {
        let dir = tempfile::tempdir().unwrap();
        let file = SecretFile::new(dir.path().join("secret"), "k", known_passphrase(" two words\r\n"));
        file.store(&SecretString::from("s")).await.unwrap();
        for (passphrase, opens) in [(" two words", true), (" two words\n", true), ("two words", false)] {
            let opened = file.clone().with_passphrase(known_passphrase(passphrase)).load().await;
            assert_eq!(opened.is_ok(), opens, "{passphrase:?}");
        }
        assert!(file.clone().with_passphrase(known_passphrase("\n")).load().await.is_err());
        // File sealed by an earlier version, with the line end in the passphrase.
        let text =
            encrypted_secret::seal(&SecretString::from("s"), &"old\n".into(), "k", KdfCost::DEFAULT).unwrap();
        fs::write(file.path(), text).unwrap();
        assert!(file.with_passphrase(known_passphrase("old\n")).load().await.unwrap().is_some());
    }

    #[test]
    fn debug_never_shows_the_passphrase() {
        let file = SecretFile::new("/x".into(), "k", known_passphrase("canary"));
        assert!(!format!("{file:?}").contains("canary"));
    }
}
