//! Signature of a token exchange (contract, "Token exchange").

use crate::client::auth::hex::hex;

use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;

use crate::contract::patch::Fields;
use crate::error::Error;

/// First part of the canonical message.
const MESSAGE_PREFIX: &str = "SERVICE-EXTERNAL-API-TOKEN-V1";

/// Returns the HMAC-SHA256 of an exchange, in lower-case hexadecimal.
///
/// The message is prefix, key id, timestamp and nonce, joined by line feeds. The secret's bytes are used as given.
pub(in crate::client) fn sign(
    secret: &SecretString,
    key_id: &str,
    timestamp: u64,
    nonce: &str,
) -> Result<String, Error> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.expose_secret().as_bytes())
        .map_err(|_| Error::unexpected("the secret cannot be used as a key"))?;
    mac.update(format!("{MESSAGE_PREFIX}\n{key_id}\n{timestamp}\n{nonce}").as_bytes());
    Ok(hex(&mac.finalize().into_bytes()))
}

/// Returns the body of one exchange. It is never sent twice, since a nonce is valid once.
pub(super) fn exchange_body(secret: &SecretString, key_id: &str, timestamp: u64) -> Result<String, Error> {
    let nonce = super::random_id::nonce()?;
    let signature = sign(secret, key_id, timestamp, &nonce)?;
    let timestamp = i64::try_from(timestamp).map_err(|_| Error::unexpected("the clock is far off"))?;
    let mut body = Fields::new();
    body.set_text("key_id", key_id)
        .set_integer("timestamp", timestamp)
        .set_text("nonce", &nonce)
        .set_text("signature", &signature);
    Ok(body.to_body())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::record::Record;

    #[test]
    fn the_vector_that_other_implementations_agree_on() {
        let signature = sign(
            &SecretString::from("demo-secret-do-not-use"),
            "key_demo_0001",
            1_700_000_000,
            "3f6c2b1e-8a4d-4c1e-9b7a-2d5e6f708192",
        );
        assert_eq!(signature.unwrap(), "eee4846fd0408b1c212e0d502a340df160f378cb5e56884a32c73fd086dba53e");
    }

    #[test]
    fn every_body_has_its_own_nonce_and_no_secret() {
        let secret = SecretString::from("canary-secret");
        let body = || exchange_body(&secret, "k", 1_700_000_000).unwrap();
        let (first, second) = (Record::parse(body()).unwrap(), Record::parse(body()).unwrap());
        assert_ne!(first.text("nonce"), second.text("nonce"));
        assert_ne!(first.text("signature"), second.text("signature"));
        assert_eq!(first.integer("timestamp"), Some(1_700_000_000));
        assert!(!first.as_str().contains("canary"));
    }
}
