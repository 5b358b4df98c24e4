//! Storage of secrets for `login` and `logout`: the system keyring, or a passphrase file.
//!
//! The keyring is tried first, by writing, reading and deleting a test entry. If it does not work and a
//! passphrase is available, the file is used and the user gets a message. A secret is never stored in both, and
//! never in plain text.

use std::time::Duration;

use encours_core::client::auth::keyring::{KeyringEntry, check_keyring, is_keyring_missing, timeout_error};
use encours_core::client::auth::secret_file::{PASSPHRASE_VARIABLE, PassphraseSource, SecretFile};
use encours_core::config::{Connection, Paths, keyring_entry, secret_file};
use encours_core::contract::base_url::BaseUrl;
use encours_core::error::{Error, ErrorKind};
use secrecy::{ExposeSecret as _, SecretString};

use crate::cli::args::LoginArgs;
use crate::cli::context::CommandContext;
use crate::cli::{CommandFailure, CommandResult, error_message, limit, prompt};

/// Storage of a key's secret, and the other storage, from which older secrets are deleted.
pub(super) enum SecretStore {
    /// The system keyring.
    Keyring(KeyringEntry, SecretFile),
    /// A file encrypted with a passphrase; `keyring` is true if a keyring exists that may have an older secret.
    File {
        file: SecretFile,
        entry: KeyringEntry,
        keyring: bool,
        /// Passphrase, if the user has just set it.
        set: Option<SecretString>,
    },
}

impl SecretStore {
    /// Chooses the storage that works on this device. Stores nothing.
    pub(super) async fn choose(
        context: &CommandContext,
        args: &LoginArgs,
        paths: &Paths,
        base_url: &BaseUrl,
        key_id: &str,
    ) -> CommandResult<Self> {
        let entry = keyring_entry(base_url, key_id);
        let file = secret_file(paths, base_url, key_id, &context.env);
        let reason = match in_time(check_keyring()).await {
            Ok(()) if !args.passphrase_file => return Ok(Self::Keyring(entry, file)),
            Ok(()) => None,
            Err(error) => Some(error),
        };
        let keyring = reason.is_none();
        if !file.can_open() && !prompt::can_ask() {
            let error = reason.filter(|_| !args.passphrase_file).unwrap_or_else(|| {
                error_message::localized(
                    ErrorKind::Auth,
                    "usage-passphrase-no-prompt",
                    &[("variable", PASSPHRASE_VARIABLE)],
                )
            });
            context.report.error_as(Some("keyring"), &error);
            return Err(CommandFailure::Reported(error.kind()));
        }
        if reason.is_some() && !args.passphrase_file {
            let messages = context.report.messages();
            context.report.remark(&messages.get("cli-login-no-keyring"));
        }
        let set = if file.can_open() { None } else { Some(new_passphrase(context)?) };
        let file = match set.clone() {
            Some(passphrase) => file.with_passphrase(PassphraseSource::Known(passphrase)),
            None => file,
        };
        Ok(Self::File { file, entry, keyring, set })
    }

    /// Returns the passphrase that the user has just set, if they were asked for one.
    pub(super) fn into_passphrase(self) -> Option<SecretString> {
        match self {
            Self::Keyring(..) => None,
            Self::File { set, .. } => set,
        }
    }

    /// Returns the passphrase of the file, if the secret is stored in one.
    pub(super) fn passphrase(&self) -> Option<PassphraseSource> {
        match self {
            Self::Keyring(..) => None,
            Self::File { file, .. } => Some(file.passphrase().clone()),
        }
    }

    /// Stores the secret and deletes an older one from the other storage.
    pub(super) async fn store(&self, context: &CommandContext, secret: &SecretString) -> CommandResult {
        let stored = match self {
            Self::Keyring(entry, _) => entry.store(secret).await,
            Self::File { file, .. } => file.store(secret).await,
        };
        if let Err(error) = stored {
            context.report.error_as(Some("keyring"), &error);
            return Err(CommandFailure::Reported(error.kind()));
        }
        match self {
            Self::Keyring(_, file) => file.delete()?,
            Self::File { entry, keyring: true, .. } => entry.delete().await?,
            Self::File { .. } => false,
        };
        Ok(())
    }

    /// Returns the display name of the storage.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Keyring(entry, _) => format!("keyring: {}", entry.account),
            Self::File { file, .. } => file.path().display().to_string(),
        }
    }
}

/// Waits for the keyring within the command's time, so that the error names the keyring.
pub(super) async fn in_time<T>(request: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let response = tokio::time::timeout(limit::share(Duration::MAX), request).await;
    response.unwrap_or_else(|_| Err(timeout_error()))
}

/// Prompts twice, because the input is not echoed.
fn new_passphrase(context: &CommandContext) -> Result<SecretString, Error> {
    let messages = context.report.messages();
    let first = prompt::read_secret(&messages.get("cli-type-new-passphrase"))?;
    let again = prompt::read_secret(&messages.get("cli-type-passphrase-again"))?;
    if first.expose_secret() != again.expose_secret() {
        return Err(error_message::usage("usage-passphrases-differ", &[]));
    }
    Ok(first)
}

/// Deletes the secret of a connection from both storages. Returns whether there was one.
///
/// The second value is the error of a keyring that does not answer and may still contain the secret. A machine
/// without a keyring gives no error.
pub(super) async fn forget(
    context: &CommandContext,
    paths: &Paths,
    connection: &Connection,
) -> Result<(bool, Option<Error>), Error> {
    let file = secret_file(paths, &connection.base_url, &connection.key_id, &context.env);
    let sealed = file.delete()?;
    let entry = keyring_entry(&connection.base_url, &connection.key_id);
    Ok(match in_time(entry.delete()).await {
        Ok(stored) => (stored || sealed, None),
        Err(error) if sealed || is_keyring_missing(&error) => (sealed, None),
        Err(error) => (false, Some(error)),
    })
}
