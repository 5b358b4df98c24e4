//! Encryption of a secret with a passphrase.
//!
//! Argon2id derives the key. XChaCha20-Poly1305 encrypts the secret and detects every change, also to the header. The
//! format is one line of JSON. It contains the cost of the derivation, so later versions may raise the cost and still
//! open older files.

use argon2::{Algorithm, Argon2, Params, Version};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

use crate::client::auth::hex::hex;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::error::Error;

/// Name of the format; a different format gets a different name.
const FORMAT_NAME: &str = "encours-secret-1";

/// Cost of the key derivation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KdfCost {
    /// Memory in KiB.
    pub(super) memory: u32,
    /// Passes over the memory.
    pub(super) passes: u32,
}

impl KdfCost {
    /// The second choice of RFC 9106 §4: 64 MiB, three passes.
    pub(super) const DEFAULT: Self = Self { memory: 64 * 1024, passes: 3 };
    /// Limit for files: a higher cost would only keep this device busy.
    const MAX: Self = Self { memory: 1024 * 1024, passes: 32 };

    fn from_record(record: &Record) -> Option<Self> {
        let number = |name| u32::try_from(record.integer(name)?).ok();
        let cost = Self { memory: number("memory_kib")?, passes: number("passes")? };
        (cost.memory <= Self::MAX.memory && cost.passes <= Self::MAX.passes).then_some(cost)
    }
}

/// Encrypts `secret` for `account`, which identifies the key and is not secret.
pub(super) fn seal(
    secret: &SecretString,
    passphrase: &SecretString,
    account: &str,
    cost: KdfCost,
) -> Result<String, Error> {
    let (salt, nonce) = (random_bytes::<16>()?, random_bytes::<24>()?);
    let associated = associated_data(account, cost, &hex(&salt));
    let payload = Payload { msg: secret.expose_secret().as_bytes(), aad: associated.as_bytes() };
    let sealed = derive_cipher(passphrase, &salt, cost)?
        .encrypt(&XNonce::from(nonce), payload)
        .map_err(|_| Error::unexpected("the secret could not be sealed"))?;
    let mut fields = Fields::new();
    fields
        .set_text("form", FORMAT_NAME)
        .set_text("account", account)
        .set_integer("memory_kib", cost.memory.into())
        .set_integer("passes", cost.passes.into())
        .set_text("salt", &hex(&salt))
        .set_text("nonce", &hex(&nonce))
        .set_text("sealed", &hex(&sealed));
    Ok(fields.to_body())
}

/// Decrypts the text that [`seal`] made for the same account.
///
/// # Errors
/// [`Auth`](crate::error::ErrorKind::Auth) for another format or account, a wrong passphrase, or any change.
pub(in crate::client) fn open(
    text: &str,
    passphrase: &SecretString,
    account: &str,
) -> Result<SecretString, Error> {
    let SealedSecret { cost, salt, nonce, ciphertext: sealed } = SealedSecret::parse(text)?;
    let associated = associated_data(account, cost, &hex(&salt));
    let payload = Payload { msg: &sealed, aad: associated.as_bytes() };
    let plaintext = derive_cipher(passphrase, &salt, cost)?
        .decrypt(&XNonce::from(nonce), payload)
        .map(Zeroizing::new)
        .map_err(|_| {
            Error::auth("incorrect passphrase, or the passphrase file was modified")
                .with_message_ref("usage-passphrase-wrong", &[])
        })?;
    std::str::from_utf8(&plaintext).map(SecretString::from).map_err(|_| unreadable_error())
}

/// Checks that [`open`] can decrypt the text with the right passphrase. Decrypts nothing.
///
/// # Errors
/// [`Auth`](crate::error::ErrorKind::Auth) for another format, or if parts are missing.
pub(in crate::client) fn check(text: &str) -> Result<(), Error> {
    SealedSecret::parse(text).map(|_| ())
}

/// Content of a file, still encrypted.
struct SealedSecret {
    cost: KdfCost,
    salt: Vec<u8>,
    nonce: [u8; 24],
    ciphertext: Vec<u8>,
}

impl SealedSecret {
    fn parse(text: &str) -> Result<Self, Error> {
        let malformed = unreadable_error;
        let record = Record::parse(text).map_err(|_| malformed())?;
        if record.text("form").as_deref() != Some(FORMAT_NAME) {
            return Err(malformed());
        }
        let bytes = |name| record.text(name).and_then(|text| from_hex(&text));
        let nonce = bytes("nonce").and_then(|nonce| nonce.try_into().ok());
        Ok(Self {
            cost: KdfCost::from_record(&record).ok_or_else(malformed)?,
            salt: bytes("salt").ok_or_else(malformed)?,
            nonce: nonce.ok_or_else(malformed)?,
            ciphertext: bytes("sealed").ok_or_else(malformed)?,
        })
    }
}

/// Returns the error for another format or a damaged file.
fn unreadable_error() -> Error {
    Error::auth("this version cannot read the passphrase file")
        .with_message_ref("usage-passphrase-unreadable", &[])
}

fn derive_cipher(passphrase: &SecretString, salt: &[u8], cost: KdfCost) -> Result<XChaCha20Poly1305, Error> {
    let unusable = |_| unreadable_error();
    let parameters = Params::new(cost.memory, cost.passes, 1, Some(32)).map_err(unusable)?;
    let mut key = Zeroizing::new([0_u8; 32]);
    Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters)
        .hash_password_into(passphrase.expose_secret().as_bytes(), salt, &mut *key)
        .map_err(unusable)?;
    Ok(XChaCha20Poly1305::new(&Key::from(*key)))
}

/// Returns the text that the cipher authenticates together with the secret.
fn associated_data(account: &str, cost: KdfCost, salt: &str) -> String {
    format!("{FORMAT_NAME}\n{account}\n{}\n{}\n{salt}", cost.memory, cost.passes)
}

fn random_bytes<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes).map_err(|_| Error::unexpected("the system gives no random numbers"))?;
    Ok(bytes)
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    digits
        .chunks_exact(2)
        .map(|pair| {
            let pair = std::str::from_utf8(pair).ok().filter(|pair| !pair.starts_with('+'))?;
            u8::from_str_radix(pair, 16).ok()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    const CHEAP: KdfCost = KdfCost { memory: 16, passes: 1 };

    fn text(text: &str) -> SecretString {
        SecretString::from(text)
    }

    fn sealed() -> String {
        seal(&text("canary é\n"), &text("correct horse"), "k@https://a/v1", CHEAP).unwrap()
    }

    #[test]
    fn encrypted_secret_opens_only_with_passphrase_and_account() {
        let file = sealed();
        assert!(!file.contains("canary") && !file.contains('\n'), "{file}");
        let opened = open(&file, &text("correct horse"), "k@https://a/v1").unwrap();
        assert_eq!(opened.expose_secret(), "canary é\n");
        for (passphrase, account) in [("wrong", "k@https://a/v1"), ("correct horse", "k2@https://a/v1")] {
            let error = open(&file, &text(passphrase), account).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Auth);
            assert!(!error.to_string().contains(passphrase) && !error.to_string().contains("canary"));
        }
    }

    #[test]
    fn sealing_twice_shares_no_salt_nonce_or_ciphertext() {
        let (one, other) = (Record::parse(sealed()).unwrap(), Record::parse(sealed()).unwrap());
        for field in ["salt", "nonce", "sealed"] {
            assert_ne!(one.text(field), other.text(field), "{field}");
        }
    }

    #[test]
    fn every_change_is_noticed() {
        let file = sealed();
        for at in 0..file.len() {
            let mut changed = file.clone().into_bytes();
            changed[at] ^= 1;
            let changed = String::from_utf8(changed).unwrap();
            // The account in the file is informational; `open` uses the caller's account.
            if Record::parse(&changed)
                .is_ok_and(|record| record.text("account").as_deref() != Some("k@https://a/v1"))
            {
                continue;
            }
            let same = open(&changed, &text("correct horse"), "k@https://a/v1");
            assert!(same.is_err(), "{at}: {changed}");
        }
    }

    #[test]
    fn a_file_cannot_keep_the_machine_busy() {
        let greedy = sealed().replace("\"memory_kib\":16", "\"memory_kib\":4294967295");
        assert!(open(&greedy, &text("correct horse"), "k@https://a/v1").is_err());
        for (memory, passes, accepted) in [(1 << 20, 32, true), (1 << 21, 1, false), (16, 33, false)] {
            let mut fields = Fields::new();
            fields.set_integer("memory_kib", memory).set_integer("passes", passes);
            let cost = KdfCost::from_record(&Record::parse(fields.to_body()).unwrap());
            assert_eq!(cost.is_some(), accepted, "{memory} KiB, {passes} passes");
        }
        check(&sealed()).unwrap();
        for odd in ["", "{}", "[]", r#"{"form":"encours-secret-2"}"#, "\u{0}"] {
            assert_eq!(check(odd).unwrap_err().kind(), ErrorKind::Auth, "{odd}");
            assert_eq!(open(odd, &text("p"), "a").unwrap_err().kind(), ErrorKind::Auth, "{odd}");
        }
    }
}
