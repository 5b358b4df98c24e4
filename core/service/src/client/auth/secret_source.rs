//! The places a secret may come from.

use crate::client::auth::keyring::KeyringEntry;
use crate::client::auth::secret_file::SecretFile;
use secrecy::SecretString;
use std::sync::Arc;

/// Source of the secret or token.
#[derive(Debug, Clone)]
pub enum SecretSource {
    /// Raw secret from the environment or standard input.
    Fixed(Arc<SecretString>),
    /// Command that prints a token response, so that the secret can stay on a server.
    Command(String),
    /// Raw secret in the system keyring.
    Keyring(KeyringEntry),
    /// Raw secret in a file encrypted with a passphrase.
    File(SecretFile),
}

impl SecretSource {
    /// Creates a source with a known raw secret.
    pub fn fixed(secret: impl Into<SecretString>) -> Self {
        Self::Fixed(Arc::new(secret.into()))
    }
}
