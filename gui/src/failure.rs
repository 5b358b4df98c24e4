//! Why no service could be opened, and what a person can give so that one is.

use secrecy::SecretString;

/// Why no service could be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The key of the sentences that say it, where there are some.
    pub key: Option<&'static str>,
    /// The same in the words of whatever failed.
    pub detail: String,
    /// What the person can give so that it is tried again.
    pub ask: Ask,
}

impl Failure {
    /// A failure that only its own words describe.
    #[must_use]
    pub fn of(detail: String) -> Self {
        Self {
            key: None,
            detail,
            ask: Ask::Nothing,
        }
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
