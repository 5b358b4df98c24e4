//! Why no service could be opened, and what a person can give so that one is.

use std::path::PathBuf;

use encours_core::error::Why;
use secrecy::SecretString;

/// Why no service could be opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The key of the sentences that say it, where there are some.
    pub key: Option<&'static str>,
    /// The same in the words of whatever failed.
    pub why: Why,
    /// What the person can give so that it is tried again.
    pub ask: Ask,
    /// What was wrong with what the person had given, if that was tried.
    pub refusal: Option<Refusal>,
    /// What need not be typed, for it is known.
    pub known: Known,
}

/// What is known of the key before anything opens with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// The address of the service.
    pub base_url: String,
    /// The public identifier.
    pub key_id: String,
    /// Whether what was read with it can be shown without its secret.
    pub readable: bool,
    /// Whether this machine was seen to have no keyring: the secret is then kept under a passphrase, which is asked for at once.
    pub no_keyring: bool,
    /// The file that keeps the secret under a passphrase, where that is what is asked for.
    pub sealed: Option<SealedFile>,
}

/// A file whose passphrase is asked for, as it was found before.
#[derive(Clone, Debug, PartialEq)]
pub struct SealedFile {
    /// Where it is.
    pub path: PathBuf,
    /// Why no passphrase would open it, where it could not be read or is none.
    pub unread: Option<Why>,
}

impl Failure {
    /// A failure that only its own words describe.
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

    /// The same with what is known of the key.
    #[must_use]
    pub fn knowing(self, known: Known) -> Self {
        Self { known, ..self }
    }

    /// A failure of what the person gave: it is asked for again.
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

/// What was wrong with a key or a passphrase. Each says by its sentences what was sent and what was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The address is none; nothing was sent.
    Address,
    /// The secret is none; nothing was sent.
    Secret,
    /// Neither the address nor the secret is one; nothing was sent.
    AddressAndSecret,
    /// There is no keyring here, and no passphrase was given; nothing was sent.
    NoKeyring,
    /// The service refused the key.
    Key,
    /// The service answered something else.
    Answer,
    /// Nobody answered at the address.
    NoAnswer,
    /// The service took the key, but it could not be kept here.
    NotKept,
    /// The passphrase does not open the key that is kept here.
    Passphrase,
}

impl Refusal {
    /// Every one of them.
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

    /// The key of its sentences, which go on with `-what` and `-do`.
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

    /// What is asked for again.
    #[must_use]
    pub fn ask(self) -> Ask {
        if self == Self::Passphrase {
            Ask::Passphrase
        } else {
            Ask::Key
        }
    }

    /// The field that is to be looked at first.
    #[must_use]
    pub fn field(self) -> &'static str {
        match self {
            Self::Address | Self::AddressAndSecret | Self::Answer | Self::NoAnswer => "sign-in-base-url",
            Self::Key | Self::Secret => "sign-in-secret",
            Self::NoKeyring | Self::NotKept => "sign-in-new-passphrase",
            Self::Passphrase => "sign-in-passphrase",
        }
    }

    /// Whether a field is to be corrected.
    #[must_use]
    pub fn names(self, field: &str) -> bool {
        field == self.field() || self == Self::AddressAndSecret && field == Self::Secret.field()
    }
}

/// What is missing, and can be given in the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ask {
    /// Nothing that can be given here.
    #[default]
    Nothing,
    /// The address of the service and a key.
    Key,
    /// The passphrase of the key that is kept here.
    Passphrase,
}

/// What the person has given.
#[derive(Clone, Debug)]
pub enum Given {
    /// A key, with the passphrase under which to keep it where there is no keyring.
    Key {
        /// The address of the service.
        base_url: String,
        /// The public identifier.
        key_id: String,
        /// The secret.
        secret: SecretString,
        /// For a machine without a keyring.
        passphrase: Option<SecretString>,
    },
    /// The passphrase of the key that is kept here.
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
