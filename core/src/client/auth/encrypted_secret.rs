//! A secret sealed with a passphrase: Argon2id makes the key, XChaCha20-Poly1305 keeps the secret and notices every
//! change, to the header as well.
//!
//! The form is one line of JSON. How costly the derivation was is written in it, so that later versions may ask for
//! more and still open what was sealed before.

use argon2::{Algorithm, Argon2, Params, Version};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

use super::signer::hex;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::error::Error;

/// Name of the form; another form gets another name.
const FORM: &str = "encours-secret-1";

/// What the derivation costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cost {
    /// KiB of memory.
    pub(super) memory: u32,
    /// Passes over it.
    pub(super) passes: u32,
}

impl Cost {
    /// The second choice of RFC 9106 §4: 64 MiB, three passes.
    pub(super) const USUAL: Self = Self {
        memory: 64 * 1024,
        passes: 3,
    };
    /// Beyond this a file would only keep this machine busy.
    const MOST: Self = Self {
        memory: 1024 * 1024,
        passes: 32,
    };

    fn of(record: &Record) -> Option<Self> {
        let number = |name| u32::try_from(record.integer(name)?).ok();
        let cost = Self {
            memory: number("memory_kib")?,
            passes: number("passes")?,
        };
        (cost.memory <= Self::MOST.memory && cost.passes <= Self::MOST.passes).then_some(cost)
    }
}

/// Seals `secret` for `account`, which says whose it is and is not secret.
pub(super) fn seal(
    secret: &SecretString,
    passphrase: &SecretString,
    account: &str,
    cost: Cost,
) -> Result<String, Error> {
    let (salt, nonce) = (random::<16>()?, random::<24>()?);
    let bound = header(account, cost, &hex(&salt));
    let payload = Payload {
        msg: secret.expose_secret().as_bytes(),
        aad: bound.as_bytes(),
    };
    let sealed = cipher(passphrase, &salt, cost)?
        .encrypt(&XNonce::from(nonce), payload)
        .map_err(|_| Error::unexpected("the secret could not be sealed"))?;
    let mut fields = Fields::new();
    fields
        .set_text("form", FORM)
        .set_text("account", account)
        .set_integer("memory_kib", cost.memory.into())
        .set_integer("passes", cost.passes.into())
        .set_text("salt", &hex(&salt))
        .set_text("nonce", &hex(&nonce))
        .set_text("sealed", &hex(&sealed));
    Ok(fields.to_body())
}

/// Opens what [`seal`] made for the same account.
///
/// # Errors
/// [`Auth`](crate::error::ErrorKind::Auth) for another form, another account, a wrong passphrase, any change.
pub(in crate::client) fn open(
    text: &str,
    passphrase: &SecretString,
    account: &str,
) -> Result<SecretString, Error> {
    let Closed {
        cost,
        salt,
        nonce,
        sealed,
    } = Closed::read(text)?;
    let bound = header(account, cost, &hex(&salt));
    let payload = Payload {
        msg: &sealed,
        aad: bound.as_bytes(),
    };
    let opened = cipher(passphrase, &salt, cost)?
        .decrypt(&XNonce::from(nonce), payload)
        .map(Zeroizing::new)
        .map_err(|_| {
            Error::auth("incorrect passphrase, or the passphrase file was modified")
                .with_said("usage-passphrase-wrong", &[])
        })?;
    std::str::from_utf8(&opened)
        .map(SecretString::from)
        .map_err(|_| unreadable())
}

/// Whether [`open`] can open it with the right passphrase; nothing is opened.
///
/// # Errors
/// [`Auth`](crate::error::ErrorKind::Auth) for another form, and where parts of it are missing.
pub(in crate::client) fn check(text: &str) -> Result<(), Error> {
    Closed::read(text).map(|_| ())
}

/// What a file holds, still closed.
struct Closed {
    cost: Cost,
    salt: Vec<u8>,
    nonce: [u8; 24],
    sealed: Vec<u8>,
}

impl Closed {
    fn read(text: &str) -> Result<Self, Error> {
        let other = unreadable;
        let record = Record::parse(text).map_err(|_| other())?;
        if record.text("form").as_deref() != Some(FORM) {
            return Err(other());
        }
        let bytes = |name| record.text(name).and_then(|text| from_hex(&text));
        let nonce = bytes("nonce").and_then(|nonce| nonce.try_into().ok());
        Ok(Self {
            cost: Cost::of(&record).ok_or_else(other)?,
            salt: bytes("salt").ok_or_else(other)?,
            nonce: nonce.ok_or_else(other)?,
            sealed: bytes("sealed").ok_or_else(other)?,
        })
    }
}

/// A file of another form, or one that was damaged.
fn unreadable() -> Error {
    Error::auth("this version cannot read the passphrase file")
        .with_said("usage-passphrase-unreadable", &[])
}

fn cipher(passphrase: &SecretString, salt: &[u8], cost: Cost) -> Result<XChaCha20Poly1305, Error> {
    let unusable = |_| unreadable();
    let parameters = Params::new(cost.memory, cost.passes, 1, Some(32)).map_err(unusable)?;
    let mut key = Zeroizing::new([0_u8; 32]);
    Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters)
        .hash_password_into(passphrase.expose_secret().as_bytes(), salt, &mut *key)
        .map_err(unusable)?;
    Ok(XChaCha20Poly1305::new(&Key::from(*key)))
}

/// What the cipher vouches for beside the secret.
fn header(account: &str, cost: Cost, salt: &str) -> String {
    format!("{FORM}\n{account}\n{}\n{}\n{salt}", cost.memory, cost.passes)
}

fn random<const N: usize>() -> Result<[u8; N], Error> {
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
            let pair = std::str::from_utf8(pair)
                .ok()
                .filter(|pair| !pair.starts_with('+'))?;
            u8::from_str_radix(pair, 16).ok()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    const CHEAP: Cost = Cost {
        memory: 16,
        passes: 1,
    };

    fn text(text: &str) -> SecretString {
        SecretString::from(text)
    }

    fn sealed() -> String {
        seal(
            &text("canary é\n"),
            &text("correct horse"),
            "k@https://a/v1",
            CHEAP,
        )
        .unwrap()
    }

    #[test]
    fn what_is_sealed_opens_with_the_passphrase_alone() {
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
    fn two_seals_of_one_secret_have_nothing_in_common() {
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
            // The account in the file is for people; the one that counts is the caller's.
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
        for odd in ["", "{}", "[]", r#"{"form":"encours-secret-2"}"#, "\u{0}"] {
            assert_eq!(
                open(odd, &text("p"), "a").unwrap_err().kind(),
                ErrorKind::Auth,
                "{odd}"
            );
        }
    }
}
