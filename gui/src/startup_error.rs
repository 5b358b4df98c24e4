//! The reason why no service could be opened, and the input that would help.

use std::path::PathBuf;

use encours_core::error::Reason;
use secrecy::SecretString;

/// The reason why no service could be opened.
#[derive(Clone, Debug, PartialEq)]
pub struct StartupFailure {
    /// Message key of the explanation, if there is one.
    pub message_key: Option<&'static str>,
    /// The original error.
    pub cause: Reason,
    /// The input that the user can provide for a retry.
    pub needed_input: NeededInput,
    /// The problem with the user's input, if it was tried.
    pub input_error: Option<InputError>,
    /// Known details that the user need not type.
    pub known_key: KnownKey,
}

/// Details of the key known before it opens anything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownKey {
    /// Address of the server.
    pub base_url: String,
    /// Public key identifier.
    pub key_id: String,
    /// True if cached data can be shown without the secret.
    pub has_cached_data: bool,
    /// True if this device was found to have no keyring. The secret is then stored in a file, and its passphrase is
    /// requested at once.
    pub no_keyring: bool,
    /// The secret file whose passphrase is requested, if any.
    pub sealed_file: Option<SealedFile>,
    /// True if the data on this device is encrypted; `None` if this program cannot encrypt.
    pub encrypted: Option<bool>,
}

/// A secret file whose passphrase is requested, as found on disk.
#[derive(Clone, Debug, PartialEq)]
pub struct SealedFile {
    /// Path of the file.
    pub path: PathBuf,
    /// The reason why no passphrase can open it, if it is unreadable or invalid.
    pub read_error: Option<Reason>,
}

impl StartupFailure {
    /// Creates a failure without a message key.
    #[must_use]
    pub fn from_cause(cause: Reason) -> Self {
        Self {
            message_key: None,
            cause,
            needed_input: NeededInput::Nothing,
            input_error: None,
            known_key: KnownKey::default(),
        }
    }

    /// Sets the known details of the key.
    #[must_use]
    pub fn with_known_key(self, known_key: KnownKey) -> Self {
        Self { known_key, ..self }
    }

    /// Creates a failure of the user's input, which is then requested again.
    #[must_use]
    pub fn from_input_error(input_error: InputError, cause: Reason) -> Self {
        Self {
            message_key: Some(input_error.message_key()),
            needed_input: input_error.needed_input(),
            input_error: Some(input_error),
            ..Self::from_cause(cause)
        }
    }
}

/// The problem with a key or passphrase. Its message tells the user which data were sent and stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case", prefix = "sign-in-")]
pub enum InputError {
    /// The address is invalid; nothing was sent.
    InvalidAddress,
    /// The secret is invalid; nothing was sent.
    InvalidSecret,
    /// Address and secret are invalid; nothing was sent.
    InvalidBoth,
    /// The machine lacks a keyring, and the passphrase is missing; nothing was sent.
    NoKeyring,
    /// The server rejected the key.
    KeyRejected,
    /// The server sent another error response.
    ErrorResponse,
    /// No server answered at the address.
    NoResponse,
    /// The server accepted the key, but it could not be stored here.
    NotStored,
    /// The passphrase does not open the stored key.
    WrongPassphrase,
}

impl InputError {
    /// Returns the message key, to which `-what` and `-do` are appended.
    #[must_use]
    pub fn message_key(self) -> &'static str {
        self.into()
    }

    /// Returns the input to request again.
    #[must_use]
    pub fn needed_input(self) -> NeededInput {
        if self == Self::WrongPassphrase { NeededInput::Passphrase } else { NeededInput::Key }
    }

    /// Returns the field to focus first.
    #[must_use]
    pub fn first_field(self) -> &'static str {
        match self {
            Self::InvalidAddress | Self::InvalidBoth | Self::ErrorResponse | Self::NoResponse => {
                "sign-in-base-url"
            }
            Self::KeyRejected | Self::InvalidSecret => "sign-in-secret",
            Self::NoKeyring | Self::NotStored => "sign-in-new-passphrase",
            Self::WrongPassphrase => "sign-in-passphrase",
        }
    }

    /// Returns whether a field must be corrected.
    #[must_use]
    pub fn concerns_field(self, field: &str) -> bool {
        field == self.first_field() || self == Self::InvalidBoth && field == Self::InvalidSecret.first_field()
    }
}

/// Missing input that the user can provide in the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NeededInput {
    /// Nothing.
    #[default]
    Nothing,
    /// The address of the server and a key.
    Key,
    /// The passphrase of the stored key.
    Passphrase,
}

/// Input of the user.
#[derive(Clone, Debug)]
pub enum Credentials {
    /// A key, with the passphrase to store it under on a machine without a keyring.
    Key {
        /// Address of the server.
        base_url: String,
        /// Public key identifier.
        key_id: String,
        /// The secret.
        secret: SecretString,
        /// For a machine without a keyring.
        passphrase: Option<SecretString>,
        /// True to encrypt the data on this device, false to decrypt it; `None` to leave it as it is.
        to_encrypted: Option<bool>,
    },
    /// The passphrase of the stored key.
    Passphrase(SecretString),
}

#[cfg(test)]
mod tests {
    use encours_core::text::{Lang, Messages};

    use strum::VariantArray as _;

    use super::*;

    #[test]
    fn input_errors_have_cause_and_remedy_in_both_languages() {
        for (input_error, part) in InputError::VARIANTS
            .iter()
            .copied()
            .flat_map(|input_error| [(input_error, "what"), (input_error, "do")])
        {
            let key = format!("{}-{part}", input_error.message_key());
            for lang in Lang::ALL {
                assert!(Messages::new(lang).has(&key), "{key}");
            }
        }
    }
}
