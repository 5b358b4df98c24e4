//! The reason why no service could be opened, and the input that would help.

use std::path::PathBuf;

use encours_core::error::Why;
use secrecy::SecretString;

/// The reason why no service could be opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Message key of the explanation, if there is one.
    pub key: Option<&'static str>,
    /// The original error.
    pub why: Why,
    /// The input that the user can provide for a retry.
    pub ask: Ask,
    /// The problem with the user's input, if it was tried.
    pub refusal: Option<Refusal>,
    /// Known details that the user need not type.
    pub known: Known,
}

/// Details of the key known before it opens anything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// Address of the server.
    pub base_url: String,
    /// Public key identifier.
    pub key_id: String,
    /// True if cached data can be shown without the secret.
    pub readable: bool,
    /// True if this machine was found to have no keyring. The secret is then stored in a file, and its passphrase is
    /// requested at once.
    pub no_keyring: bool,
    /// The secret file whose passphrase is requested, if any.
    pub sealed: Option<SealedFile>,
}

/// A secret file whose passphrase is requested, as found on disk.
#[derive(Clone, Debug, PartialEq)]
pub struct SealedFile {
    /// Path of the file.
    pub path: PathBuf,
    /// The reason why no passphrase can open it, if it is unreadable or invalid.
    pub unread: Option<Why>,
}

impl Failure {
    /// Creates a failure without a message key.
    #[must_use]
    pub fn of(why: Why) -> Self {
        Self {
            key: None,
            why,
            ask: Ask::Nothing,
            refusal: None,
            known: Known::default(),
        }
    }

    /// Sets the known details of the key.
    #[must_use]
    pub fn knowing(self, known: Known) -> Self {
        Self { known, ..self }
    }

    /// Creates a failure of the user's input, which is then requested again.
    #[must_use]
    pub fn refused(refusal: Refusal, why: Why) -> Self {
        Self {
            key: Some(refusal.key()),
            why,
            ask: refusal.ask(),
            refusal: Some(refusal),
            known: Known::default(),
        }
    }
}

/// The problem with a key or passphrase. Its message tells the user which data were sent and stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The address is invalid; nothing was sent.
    Address,
    /// The secret is invalid; nothing was sent.
    Secret,
    /// Address and secret are invalid; nothing was sent.
    AddressAndSecret,
    /// The machine lacks a keyring, and the passphrase is missing; nothing was sent.
    NoKeyring,
    /// The server rejected the key.
    Key,
    /// The server sent another error response.
    Answer,
    /// No server answered at the address.
    NoAnswer,
    /// The server accepted the key, but it could not be stored here.
    NotKept,
    /// The passphrase does not open the stored key.
    Passphrase,
}

impl Refusal {
    /// All variants.
    pub const ALL: [Self; 9] = [
        Self::Address,
        Self::Secret,
        Self::AddressAndSecret,
        Self::NoKeyring,
        Self::Key,
        Self::Answer,
        Self::NoAnswer,
        Self::NotKept,
        Self::Passphrase,
    ];

    /// Returns the message key, to which `-what` and `-do` are appended.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Address => "sign-in-address",
            Self::Secret => "sign-in-no-secret",
            Self::AddressAndSecret => "sign-in-address-and-secret",
            Self::NoKeyring => "sign-in-no-keyring",
            Self::Key => "sign-in-refused",
            Self::Answer => "sign-in-answered",
            Self::NoAnswer => "sign-in-unanswered",
            Self::NotKept => "sign-in-not-kept",
            Self::Passphrase => "sign-in-wrong-passphrase",
        }
    }

    /// Returns the input to request again.
    #[must_use]
    pub fn ask(self) -> Ask {
        if self == Self::Passphrase {
            Ask::Passphrase
        } else {
            Ask::Key
        }
    }

    /// Returns the field to focus first.
    #[must_use]
    pub fn field(self) -> &'static str {
        match self {
            Self::Address | Self::AddressAndSecret | Self::Answer | Self::NoAnswer => "sign-in-base-url",
            Self::Key | Self::Secret => "sign-in-secret",
            Self::NoKeyring | Self::NotKept => "sign-in-new-passphrase",
            Self::Passphrase => "sign-in-passphrase",
        }
    }

    /// Returns whether a field must be corrected.
    #[must_use]
    pub fn names(self, field: &str) -> bool {
        field == self.field() || self == Self::AddressAndSecret && field == Self::Secret.field()
    }
}

/// Missing input that the user can provide in the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ask {
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
pub enum Given {
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
    },
    /// The passphrase of the stored key.
    Passphrase(SecretString),
}

#[cfg(test)]
mod tests {
    use encours_core::text::{Lang, Words};

    use super::*;

    #[test]
    fn each_refusal_says_what_happened_and_what_to_do_in_both_languages() {
        for (refusal, part) in Refusal::ALL
            .into_iter()
            .flat_map(|refusal| [(refusal, "what"), (refusal, "do")])
        {
            let key = format!("{}-{part}", refusal.key());
            for lang in Lang::ALL {
                assert!(Words::new(lang).has(&key), "{key}");
            }
        }
    }
}
