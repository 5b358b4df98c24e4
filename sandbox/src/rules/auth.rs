//! The token exchange's checks, in their order (contract, "Token exchange").
//!
//! The order is: shape (422), key and signature (401), clock skew (401), nonce (401).

use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use sha2::Sha256;

use super::api_key::ApiKey;
use super::problem::ApiProblem;
use crate::json::{JsonKind, Object, kind};

/// The literal first part of the signed message.
const PREFIX: &str = "SERVICE-EXTERNAL-API-TOKEN-V1";

/// A well-formed token request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TokenRequest {
    pub(crate) key_id: String,
    /// The digits as sent, because the signature covers them.
    timestamp: String,
    pub(crate) nonce: String,
    signature: [u8; 32],
}

impl TokenRequest {
    /// Parses the four fields; 422 names the wrong one.
    pub(crate) fn read(body: &Object) -> Result<Self, ApiProblem> {
        let invalid = |detail: &str| ApiProblem::invalid(detail).with_reason("invalid_payload");
        let text = |name: &str| {
            body.text(name)
                .filter(|text| !text.is_empty())
                .ok_or_else(|| invalid(&format!("`{name}` must be a non-empty string")))
        };
        let timestamp = body
            .get("timestamp")
            .filter(|raw| kind(raw) == JsonKind::Number && !raw.contains(['.', 'e', 'E']))
            .map(str::to_owned)
            .ok_or_else(|| invalid("`timestamp` must be an integer, Unix time in seconds"))?;
        let signature = digest(&text("signature")?)
            .ok_or_else(|| invalid("`signature` must be 64 hexadecimal digits"))?;
        Ok(Self { key_id: text("key_id")?, timestamp, nonce: text("nonce")?, signature })
    }

    /// Answers 401 unless the key is known, its signature matches and the timestamp is current.
    pub(crate) fn check(&self, key: &ApiKey, now: Timestamp, skew: u64) -> Result<(), ApiProblem> {
        // An unknown key and a wrong signature get the same response, so that it does not reveal which keys exist.
        let invalid_signature = || {
            ApiProblem::unauthorized("unknown key, or the signature does not match")
                .with_reason("invalid_signature")
        };
        if self.key_id != key.id {
            return Err(invalid_signature());
        }
        let mut mac = Hmac::<Sha256>::new_from_slice(key.secret.expose().as_bytes())
            .map_err(|_| invalid_signature())?;
        mac.update(format!("{PREFIX}\n{}\n{}\n{}", self.key_id, self.timestamp, self.nonce).as_bytes());
        mac.verify_slice(&self.signature).map_err(|_| invalid_signature())?;
        let distance = self.timestamp.parse::<i64>().map(|timestamp| timestamp.abs_diff(now.as_second()));
        let offset_text = match distance {
            Ok(distance) if distance <= skew => return Ok(()),
            Ok(distance) => format!("{distance} s away from the service's clock"),
            Err(_) => "beyond what any clock shows".to_owned(),
        };
        let detail = format!("the timestamp is {offset_text}; {skew} s are accepted");
        Err(ApiProblem::unauthorized(detail).with_reason("clock_skew"))
    }
}

fn digest(hex: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if hex.len() != 64 {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks_exact(2)) {
        let digit = |index: usize| pair.get(index).and_then(|b| char::from(*b).to_digit(16));
        *byte = u8::try_from(digit(0)? * 16 + digit(1)?).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    const SIGNATURE: &str = "eee4846fd0408b1c212e0d502a340df160f378cb5e56884a32c73fd086dba53e";

    fn request(signature: &str) -> String {
        format!(
            r#"{{"key_id":"key_demo_0001","timestamp":1700000000,"nonce":"3f6c2b1e-8a4d-4c1e-9b7a-2d5e6f708192","signature":"{signature}"}}"#
        )
    }

    fn read(json: &str) -> Result<TokenRequest, ApiProblem> {
        TokenRequest::read(&Object::parse(json.as_bytes()).unwrap())
    }

    fn check(json: &str, now: i64) -> Option<&'static str> {
        let key =
            ApiKey::new("key_demo_0001".into(), "demo-secret-do-not-use".into(), false, &Config::default());
        let now = Timestamp::from_second(now).unwrap();
        read(json).unwrap().check(&key, now, 300).err().and_then(|problem| problem.reason_code)
    }

    #[test]
    fn the_signature_vector_is_accepted_in_either_case() {
        assert_eq!(check(&request(SIGNATURE), 1_700_000_000), None);
        assert_eq!(check(&request(&SIGNATURE.to_uppercase()), 1_700_000_000), None);
    }

    #[test]
    fn skew_is_symmetric_and_its_bound_is_inside() {
        for (now, expected) in
            [(300, None), (-300, None), (301, Some("clock_skew")), (-301, Some("clock_skew"))]
        {
            assert_eq!(check(&request(SIGNATURE), 1_700_000_000 + now), expected, "{now}");
        }
    }

    #[test]
    fn an_integer_beyond_every_clock_is_away_from_it() {
        let far_timestamp = "123456789012345678901234567890";
        let mut mac = Hmac::<Sha256>::new_from_slice(b"demo-secret-do-not-use").unwrap();
        mac.update(format!("{PREFIX}\nkey_demo_0001\n{far_timestamp}\nn").as_bytes());
        let signature =
            mac.finalize().into_bytes().iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
        let body = format!(
            r#"{{"key_id":"key_demo_0001","timestamp":{far_timestamp},"nonce":"n","signature":"{signature}"}}"#
        );
        assert_eq!(check(&body, 1_700_000_000), Some("clock_skew"));
    }

    #[test]
    fn strangers_and_forgers_hear_the_same() {
        let forged = SIGNATURE.replace("eee", "eef");
        let stranger = request(SIGNATURE).replace("key_demo_0001", "key_demo_0002");
        assert_eq!(check(&request(&forged), 1_700_000_000), Some("invalid_signature"));
        assert_eq!(check(&stranger, 1_700_000_000), Some("invalid_signature"));
    }

    #[test]
    fn the_shape_is_checked_field_by_field() {
        let good = request(SIGNATURE);
        for (from, to) in [
            ("\"key_demo_0001\"", "\"\""),
            ("\"key_demo_0001\"", "7"),
            ("1700000000", "\"1700000000\""),
            ("1700000000", "1700000000.5"),
            ("1700000000", "1e9"),
            ("1700000000", "null"),
            ("\"nonce\"", "\"once\""),
            ("eee4", "eee"),
            ("eee4", "eeg4"),
            ("eee4", "+ee4"),
            ("eee4", "éé"),
        ] {
            let bad = good.replacen(from, to, 1);
            assert_ne!(bad, good);
            assert_eq!(read(&bad).unwrap_err().status, 422, "{bad}");
        }
    }
}
