//! Keys, secrets and tokens.

mod blocking;
mod credential_command;
mod encrypted_secret;
pub mod hex;
pub mod keyring;
pub mod random_id;
pub(super) mod secret;
pub mod secret_file;
pub mod secret_source;
pub mod secret_text;
mod signer;
pub(super) mod token;
mod token_exchange;
