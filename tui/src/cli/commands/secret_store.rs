//! Where `login` puts a secret and `logout` takes it from: the system keyring, or a passphrase file.
//!
//! The keyring is tried first, by writing, reading and deleting an entry of its own. Where it does not work and a
//! passphrase can be had, the file takes its place, and the person is told. A secret is never kept in both, and never
//! in plain text.

use encours_core::client::auth::keyring::{KeyringEntry, is_absent, probe};
use encours_core::client::auth::secret_file::{PASSPHRASE_VARIABLE, Passphrase, SecretFile};
use encours_core::config::{Connection, Paths, keyring_entry, secret_file};
use encours_core::contract::base_url::BaseUrl;
use encours_core::error::{Error, ErrorKind};
use secrecy::{ExposeSecret as _, SecretString};

use super::super::args::LoginArgs;
use super::super::context::Context;
use super::super::{Failure, error_message, prompt};

/// Where the secret of one key goes, and the other place, which must not keep an older one.
pub(super) enum Vault {
    /// The system keyring.
    Keyring(KeyringEntry, SecretFile),
    /// A file that a passphrase opens; `keyring` tells whether there is one to be emptied.
    File {
        file: SecretFile,
        entry: KeyringEntry,
        keyring: bool,
        /// The passphrase, where the person has just set it.
        set: Option<SecretString>,
    },
}

impl Vault {
    /// Finds the place that works here. Nothing is kept yet.
    pub(super) async fn choose(
        context: &Context,
        args: &LoginArgs,
        paths: &Paths,
        base_url: &BaseUrl,
        key_id: &str,
    ) -> Result<Self, Failure> {
        let entry = keyring_entry(base_url, key_id);
        let file = secret_file(paths, base_url, key_id, &context.env);
        let why = match probe().await {
            Ok(()) if !args.passphrase_file => return Ok(Self::Keyring(entry, file)),
            Ok(()) => None,
            Err(error) => Some(error),
        };
        let keyring = why.is_none();
        if !file.can_open() && !prompt::can_ask() {
            let error = why.filter(|_| !args.passphrase_file).unwrap_or_else(|| {
                error_message::of(
                    ErrorKind::Auth,
                    "usage-passphrase-nobody",
                    &[("variable", PASSPHRASE_VARIABLE)],
                )
            });
            context.report.error_as("keyring", &error);
            return Err(Failure::Reported(error.kind()));
        }
        if why.is_some() && !args.passphrase_file {
            let words = context.report.words();
            context.report.remark(&words.get("cli-login-no-keyring"));
        }
        let set = if file.can_open() {
            None
        } else {
            Some(new_passphrase(context)?)
        };
        let file = match set.clone() {
            Some(passphrase) => file.with_passphrase(Passphrase::Given(passphrase)),
            None => file,
        };
        Ok(Self::File {
            file,
            entry,
            keyring,
            set,
        })
    }

    /// The passphrase that the person has just set, if they were asked for one.
    pub(super) fn into_passphrase(self) -> Option<SecretString> {
        match self {
            Self::Keyring(..) => None,
            Self::File { set, .. } => set,
        }
    }

    /// Keeps the secret, and takes an older one out of the other place.
    pub(super) async fn store(&self, context: &Context, secret: &SecretString) -> Result<(), Failure> {
        let kept = match self {
            Self::Keyring(entry, _) => entry.store(secret).await,
            Self::File { file, .. } => file.store(secret).await,
        };
        if let Err(error) = kept {
            context.report.error_as("keyring", &error);
            return Err(Failure::Reported(error.kind()));
        }
        match self {
            Self::Keyring(_, file) => file.delete()?,
            Self::File {
                entry, keyring: true, ..
            } => entry.delete().await?,
            Self::File { .. } => false,
        };
        Ok(())
    }

    /// What to call the place.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Keyring(entry, _) => format!("keyring: {}", entry.account),
            Self::File { file, .. } => file.path().display().to_string(),
        }
    }
}

/// Asked for twice, since nobody sees what is typed.
fn new_passphrase(context: &Context) -> Result<SecretString, Error> {
    let words = context.report.words();
    let first = prompt::secret(&words.get("cli-type-new-passphrase"))?;
    let again = prompt::secret(&words.get("cli-type-passphrase-again"))?;
    if first.expose_secret() != again.expose_secret() {
        return Err(error_message::usage("usage-passphrases-differ", &[]));
    }
    Ok(first)
}

/// Takes the secret of a connection out of both places; whether there was one. A machine without a keyring keeps none
/// in it; one that does not answer may, and that is the second value.
pub(super) async fn forget(
    context: &Context,
    paths: &Paths,
    connection: &Connection,
) -> Result<(bool, Option<Error>), Error> {
    let file = secret_file(paths, &connection.base_url, &connection.key_id, &context.env);
    let sealed = file.delete()?;
    let entry = keyring_entry(&connection.base_url, &connection.key_id);
    Ok(match entry.delete().await {
        Ok(kept) => (kept || sealed, None),
        Err(error) if sealed || is_absent(&error) => (sealed, None),
        Err(error) => (false, Some(error)),
    })
}
