//! The answer to a token exchange. The bearer never leaves this type but through [`TokenResponse::bearer`].

use std::borrow::Cow;

use secrecy::{ExposeSecret, SecretString};

use super::moment::Moment;
use super::patch::Fields;
use super::record::Record;
use super::shape::ShapeError;

/// Longest bearer believed; a longer one fits no header.
const LONGEST_BEARER: usize = 16 * 1024;

/// A token response (contract, "Token response").
#[derive(Debug, Clone)]
pub struct TokenResponse {
    bearer: SecretString,
    rest: Fields,
}

impl TokenResponse {
    /// Reads the answer.
    ///
    /// # Errors
    /// If `access_token` is not a string that a header can carry, or `token_type` is another than `Bearer`.
    pub fn from_record(record: &Record) -> Result<Self, ShapeError> {
        let bearer = record.required_text("access_token")?;
        if bearer.is_empty() || !bearer.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(ShapeError::field("access_token", "visible ASCII"));
        }
        if bearer.len() > LONGEST_BEARER {
            return Err(ShapeError::field("access_token", "at most 16 KiB"));
        }
        if record
            .text("token_type")
            .is_some_and(|kind| !kind.eq_ignore_ascii_case("bearer"))
        {
            return Err(ShapeError::field("token_type", "`Bearer`"));
        }
        let bearer = SecretString::from(bearer.into_owned());
        let mut rest = Fields::from_record(record);
        rest.remove("access_token");
        // A service may repeat it under another name; it leaves this type through `bearer` alone.
        let repeated: Vec<String> = rest
            .iter()
            .filter(|(_, raw)| raw.get().contains(bearer.expose_secret()))
            .map(|(name, _)| name.to_owned())
            .filter(|_| bearer.expose_secret().len() >= 6)
            .collect();
        for name in repeated {
            rest.remove(&name);
        }
        Ok(Self { bearer, rest })
    }

    /// The short-lived bearer.
    pub fn bearer(&self) -> &SecretString {
        &self.bearer
    }

    /// Seconds until expiry, counted from receipt.
    ///
    /// Where `expires_in` is missing, the span between `issued_at` and `expires_at`, both on the service's
    /// clock.
    pub fn expires_in(&self) -> Option<u64> {
        let seconds = |raw| super::Num::from_raw(raw)?.value()?.trunc().try_into().ok();
        if let Some(seconds) = self.rest.get("expires_in").and_then(seconds) {
            // A bearer that is given out expired would be of no use to anybody: nothing is known then.
            return Some(seconds).filter(|seconds| *seconds > 0);
        }
        let instant = |name| match Moment::parse(&self.rest.text(name)?)? {
            Moment::Instant(instant) => Some(instant),
            Moment::Day(_) => None,
        };
        u64::try_from(
            instant("expires_at")?
                .duration_since(instant("issued_at")?)
                .as_secs(),
        )
        .ok()
    }

    /// Public key identifier.
    pub fn key_id(&self) -> Option<Cow<'_, str>> {
        self.rest.text("key_id")
    }

    /// `live` for the live environment.
    pub fn environment(&self) -> Option<Cow<'_, str>> {
        self.rest.text("environment")
    }

    /// Slug of the entity that owns the key.
    pub fn entity_slug(&self) -> Option<Cow<'_, str>> {
        self.rest.text("entity_slug")
    }

    /// The response as JSON without the bearer: what may be shown.
    pub fn without_bearer(&self) -> String {
        self.rest.to_body()
    }

    /// The response as JSON with the bearer, for a caller that explicitly asked for it.
    pub fn revealed(&self) -> SecretString {
        let mut whole = Fields::new();
        whole
            .set_text("access_token", self.bearer.expose_secret())
            .merge(&self.rest);
        SecretString::from(whole.to_body())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(json: &str) -> Result<TokenResponse, ShapeError> {
        TokenResponse::from_record(&Record::parse(json).unwrap())
    }

    #[test]
    fn the_bearer_is_shown_only_when_asked_for() {
        let token = token(r#"{"access_token":"canary","token_type":"Bearer","expires_in":900}"#).unwrap();
        assert_eq!(
            token.without_bearer(),
            r#"{"token_type":"Bearer","expires_in":900}"#
        );
        assert!(!format!("{token:?}").contains("canary"));
        assert!(token.revealed().expose_secret().contains("canary"));
        assert_eq!(token.expires_in(), Some(900));
    }

    #[test]
    fn lifetime_from_the_service_clock_if_need_be() {
        let json =
            r#"{"access_token":"t","issued_at":"2026-01-01T00:00:00Z","expires_at":"2026-01-01T00:15:00Z"}"#;
        assert_eq!(token(json).unwrap().expires_in(), Some(900));
        assert_eq!(token(r#"{"access_token":"t"}"#).unwrap().expires_in(), None);
        for odd in ["-5", "0", "null", "\"soon\"", "1e400", "[]"] {
            let json = format!(r#"{{"access_token":"t","expires_in":{odd}}}"#);
            assert_eq!(token(&json).unwrap().expires_in(), None, "{odd}");
        }
        let text = token(r#"{"access_token":"t","expires_in":"900"}"#).unwrap();
        assert_eq!(text.expires_in(), Some(900));
    }

    #[test]
    fn a_bearer_repeated_under_another_name_is_not_shown() {
        let token =
            token(r#"{"access_token":"canary-1","token":"canary-1","note":{"t":"x canary-1"},"key_id":"k"}"#);
        assert_eq!(token.unwrap().without_bearer(), r#"{"key_id":"k"}"#);
    }

    #[test]
    fn what_no_header_can_carry_is_refused() {
        for json in [
            "{}",
            r#"{"access_token":""}"#,
            r#"{"access_token":"a b"}"#,
            r#"{"access_token":"a\r\nb"}"#,
            r#"{"access_token":"é"}"#,
            r#"{"access_token":"t","token_type":"MAC"}"#,
        ] {
            assert!(token(json).is_err(), "{json}");
        }
    }
}
