//! Response to a token exchange. Only [`TokenResponse::bearer`] exposes the bearer.

use std::borrow::Cow;

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde_json::value::RawValue;

use crate::contract::json::date_or_time::DateOrTime;
use crate::contract::json::num::Num;
use crate::contract::json::schema_error::ShapeError;
use crate::contract::patch::Fields;
use crate::contract::record::{Record, raw_integer, raw_text};

/// Longest accepted bearer; a longer one does not fit a header.
const MAX_BEARER_LEN: usize = 16 * 1024;

/// A token response (contract, "Token response").
#[derive(Debug, Clone)]
pub struct TokenResponse {
    bearer: SecretString,
    other_fields: Fields,
}

impl TokenResponse {
    /// Parses the response.
    ///
    /// # Errors
    /// `access_token` is not a string valid in a header, `token_type` is not `Bearer`, or another member has a wrong
    /// type. As in every response, a member may be absent or `null`.
    pub fn from_record(record: &Record) -> Result<Self, ShapeError> {
        let bearer = record.required_text("access_token")?;
        if bearer.is_empty() || !bearer.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(ShapeError::field("access_token", "visible ASCII"));
        }
        if bearer.len() > MAX_BEARER_LEN {
            return Err(ShapeError::field("access_token", "at most 16 KiB"));
        }
        check_types(record)?;
        let bearer = SecretString::from(bearer.into_owned());
        let mut other_fields = Fields::from_record(record);
        other_fields.remove("access_token");
        // A service may repeat the bearer under another name; remove it, so that only `bearer` exposes it.
        let repeated: Vec<String> = other_fields
            .iter()
            .filter(|(_, raw)| raw.get().contains(bearer.expose_secret()))
            .map(|(name, _)| name.to_owned())
            .filter(|_| bearer.expose_secret().len() >= 6)
            .collect();
        for name in repeated {
            other_fields.remove(&name);
        }
        Ok(Self { bearer, other_fields })
    }

    /// Returns the short-lived bearer.
    pub fn bearer(&self) -> &SecretString {
        &self.bearer
    }

    /// Returns the seconds until expiry, counted from receipt.
    ///
    /// The span from `issued_at` to `expires_at`, both by the service's clock, replaces a missing `expires_in` and
    /// limits a longer one.
    pub fn expires_in(&self) -> Option<u64> {
        // A new bearer that is already expired makes no sense; such a value counts as unknown.
        let useful = |seconds: &u64| *seconds > 0;
        let stated = self.other_fields.get("expires_in").and_then(raw_integer);
        let stated = stated.and_then(|seconds| u64::try_from(seconds).ok()).filter(useful);
        let instant = |name| parse_instant(&self.other_fields.text(name)?);
        let span = instant("expires_at")
            .zip(instant("issued_at"))
            .map(|(end, start)| end.duration_since(start).as_secs());
        let span = span.and_then(|seconds| u64::try_from(seconds).ok()).filter(useful);
        match (stated, span) {
            (Some(stated), Some(span)) => Some(stated.min(span)),
            (stated, span) => stated.or(span),
        }
    }

    /// Returns the public key identifier.
    pub fn key_id(&self) -> Option<Cow<'_, str>> {
        self.other_fields.text("key_id")
    }

    /// Returns the environment; `live` for the live one.
    pub fn environment(&self) -> Option<Cow<'_, str>> {
        self.other_fields.text("environment")
    }

    /// Returns the slug of the entity that owns the key.
    pub fn entity_slug(&self) -> Option<Cow<'_, str>> {
        self.other_fields.text("entity_slug")
    }

    /// Returns the response as JSON without the bearer, safe to show.
    pub fn without_bearer(&self) -> String {
        self.other_fields.to_body()
    }

    /// Returns the response as JSON with the bearer, for explicit requests only.
    pub fn with_bearer(&self) -> SecretString {
        let mut fields = Fields::new();
        fields.set_text("access_token", self.bearer.expose_secret()).merge(&self.other_fields);
        SecretString::from(fields.to_body())
    }
}

fn parse_instant(text: &str) -> Option<Timestamp> {
    match DateOrTime::parse(text)? {
        DateOrTime::Instant(instant) => Some(instant),
        DateOrTime::Day(_) => None,
    }
}

/// Checks the type of every member except the bearer.
fn check_types(record: &Record) -> Result<(), ShapeError> {
    let value_of = |name: &str| record.raw(name).filter(|raw| raw.get() != "null");
    let text = |name: &'static str, expected: &'static str, is_valid: fn(&str) -> bool| match value_of(name) {
        Some(raw) if !raw_text(raw).is_some_and(|text| is_valid(&text)) => {
            Err(ShapeError::field(name, expected))
        }
        _ => Ok(()),
    };
    text("token_type", "`Bearer`", |kind| kind.eq_ignore_ascii_case("bearer"))?;
    for name in ["issued_at", "expires_at"] {
        text(name, "a date-time", |text| parse_instant(text).is_some())?;
    }
    for name in ["key_id", "environment", "entity_slug"] {
        text(name, "a string", |_| true)?;
    }
    // A JSON number of any size is accepted; a text that contains one is not.
    let is_whole = |raw: &RawValue| {
        raw.get().starts_with(|first: char| first == '-' || first.is_ascii_digit())
            && Num::from_raw(raw)
                .is_some_and(|number| number.value().is_none_or(|value| value.fract().is_zero()))
    };
    match value_of("expires_in") {
        Some(raw) if !is_whole(raw) => Err(ShapeError::field("expires_in", "a whole number")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(json: &str) -> Result<TokenResponse, ShapeError> {
        TokenResponse::from_record(&Record::parse(json).unwrap())
    }

    #[test]
    fn bearer_token_is_exposed_only_on_request() {
        let token = token(r#"{"access_token":"canary","token_type":"Bearer","expires_in":900}"#).unwrap();
        assert_eq!(token.without_bearer(), r#"{"token_type":"Bearer","expires_in":900}"#);
        assert!(!format!("{token:?}").contains("canary"));
        assert!(token.with_bearer().expose_secret().contains("canary"));
        assert_eq!(token.expires_in(), Some(900));
    }

    #[test]
    fn lifetime_from_the_service_clock_if_need_be() {
        let json =
            r#"{"access_token":"t","issued_at":"2026-01-01T00:00:00Z","expires_at":"2026-01-01T00:15:00Z"}"#;
        assert_eq!(token(json).unwrap().expires_in(), Some(900));
        assert_eq!(token(r#"{"access_token":"t"}"#).unwrap().expires_in(), None);
        for odd in ["-5", "0", "null", "1e400"] {
            let json = format!(r#"{{"access_token":"t","expires_in":{odd}}}"#);
            assert_eq!(token(&json).unwrap().expires_in(), None, "{odd}");
        }
        let sooner = json.replace("\"t\"", "\"t\",\"expires_in\":3600");
        assert_eq!(token(&sooner).unwrap().expires_in(), Some(900));
        let past = sooner.replace("2026-01-01T00:15", "2001-01-01T00:15");
        assert_eq!(token(&past).unwrap().expires_in(), Some(3600));
    }

    #[test]
    fn a_member_of_another_type_is_refused() {
        for odd in [
            r#""expires_in":"900""#,
            r#""expires_in":899.5"#,
            r#""expires_in":[]"#,
            r#""token_type":5"#,
            r#""token_type":"MAC""#,
            r#""issued_at":"yesterday""#,
            r#""expires_at":"2026-01-01""#,
            r#""key_id":1"#,
            r#""environment":{}"#,
            r#""entity_slug":false"#,
        ] {
            assert!(token(&format!(r#"{{"access_token":"t",{odd}}}"#)).is_err(), "{odd}");
        }
        let absent = r#"{"access_token":"t","token_type":null,"expires_in":null,"key_id":null,"x":1}"#;
        assert!(token(absent).is_ok());
    }

    #[test]
    fn a_bearer_repeated_under_another_name_is_not_shown() {
        let token =
            token(r#"{"access_token":"canary-1","token":"canary-1","note":{"t":"x canary-1"},"key_id":"k"}"#);
        assert_eq!(token.unwrap().without_bearer(), r#"{"key_id":"k"}"#);
    }

    #[test]
    fn tokens_that_no_header_can_carry_are_rejected() {
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
