//! Identifiers: validated once, cheap to clone, one type for each kind.
//!
//! An identifier becomes a path segment. URL parsers silently drop `.`, `..` and control characters, and would then
//! address another record. Such values are rejected here.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Reason why a text cannot be an identifier, a key or a request id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdError {
    /// The text is empty.
    #[error("it is empty")]
    Empty,
    /// `.` or `..`, which have a meaning in paths.
    #[error("`.` and `..` are not valid IDs")]
    Dots,
    /// The text contains a control character.
    #[error("it contains a control character")]
    Control,
    /// The text has more than the allowed number of characters.
    #[error("it is longer than {0} characters")]
    TooLong(usize),
    /// The text begins or ends with a blank.
    #[error("it begins or ends with a space")]
    Blank,
    /// The text has a character outside visible ASCII (`^[!-~]+$`).
    #[error("only visible ASCII characters without spaces are allowed")]
    NotVisibleAscii,
}

/// Prefix of this client's temporary identifiers, for deals that the service has not created yet.
///
/// The rest of such an identifier is a UUID.
pub const TEMPORARY_PREFIX: &str = "new-";

/// Returns whether an identifier is one of this client's temporary ones.
///
/// The service does not know it, so it must never be sent. Plain UUIDs and other texts of the service do not match.
pub fn is_temporary(id: &str) -> bool {
    id.strip_prefix(TEMPORARY_PREFIX).is_some_and(|rest| uuid::Uuid::try_parse(rest).is_ok())
}

/// Returns the first temporary identifier among path segments or JSON strings.
pub fn find_temporary<'a>(path: &'a str, body: &'a str) -> Option<&'a str> {
    path.split('/').chain(body.split('"')).find(|text| is_temporary(text))
}

/// Returns the form in which identifiers are compared.
///
/// The hexadecimal digits of a UUID are case-insensitive (RFC 9562 §4); other identifiers are compared exactly. A
/// quoted JSON token is also accepted. The service gets identifiers unchanged.
pub fn canonical(id: &str) -> Cow<'_, str> {
    let without_prefix = id.strip_prefix('"').and_then(|id| id.strip_suffix('"')).unwrap_or(id);
    if without_prefix.len() != 36 {
        return Cow::Borrowed(id);
    }
    // Without an early exit the loop can be vectorised; nearly all identifiers end here.
    let upper = without_prefix.bytes().fold(false, |upper, byte| upper | byte.is_ascii_uppercase());
    let uuid = upper
        && without_prefix.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        });
    if uuid { Cow::Owned(id.to_ascii_lowercase()) } else { Cow::Borrowed(id) }
}

/// Checks that a text is allowed as a path segment.
pub fn check_segment(text: &str) -> Result<(), IdError> {
    match text {
        "" => Err(IdError::Empty),
        "." | ".." => Err(IdError::Dots),
        _ if text.chars().any(char::is_control) => Err(IdError::Control),
        _ => Ok(()),
    }
}

fn check_token(text: &str) -> Result<(), IdError> {
    match text.len() {
        0 => Err(IdError::Empty),
        _ if !text.bytes().all(|byte| (b'!'..=b'~').contains(&byte)) => Err(IdError::NotVisibleAscii),
        1..=IdempotencyKey::MAX_LEN => Ok(()),
        _ => Err(IdError::TooLong(IdempotencyKey::MAX_LEN)),
    }
}

/// Checks that a text can name a user.
///
/// The contract restricts user identifiers only by the header that carries them. A header field (RFC 9110 §5.5) allows
/// no control character and no blank at an end.
fn check_user(text: &str) -> Result<(), IdError> {
    match text.len() {
        0 => Err(IdError::Empty),
        _ if text.chars().any(char::is_control) => Err(IdError::Control),
        _ if text.trim() != text => Err(IdError::Blank),
        1..=IdempotencyKey::MAX_LEN => Ok(()),
        _ => Err(IdError::TooLong(IdempotencyKey::MAX_LEN)),
    }
}

macro_rules! text_newtype {
    ($(#[$doc:meta])* $name:ident, $check:path) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// Validates the text; see [`IdError`] for the rejected ones.
            pub fn new(text: impl AsRef<str>) -> Result<Self, IdError> {
                $check(text.as_ref())?;
                Ok(Self(Arc::from(text.as_ref())))
            }

            /// Returns the text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({:?})", stringify!($name), &*self.0)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                Self::new(text)
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;

            fn try_from(text: String) -> Result<Self, IdError> {
                Self::new(text)
            }
        }

        impl TryFrom<&str> for $name {
            type Error = IdError;

            fn try_from(text: &str) -> Result<Self, IdError> {
                Self::new(text)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                Self::new(text).map_err(serde::de::Error::custom)
            }
        }
    };
}

text_newtype!(
    /// Identifier of a deal.
    DealId, check_segment);
text_newtype!(
    /// Identifier of the entity a key belongs to.
    EntityId, check_segment);
text_newtype!(
    /// Identifier of a deal note.
    NoteId, check_segment);
text_newtype!(
    /// Identifier of a task.
    TaskId, check_segment);
text_newtype!(
    /// Identifier of a saved view.
    ViewId, check_segment);
text_newtype!(
    /// Identifier of a custom dashboard.
    DashboardId, check_segment);
text_newtype!(
    /// Identifier of a field definition.
    FieldId, check_segment);
text_newtype!(
    /// Business key of a field definition (`field_key`).
    FieldKey, check_segment);
text_newtype!(
    /// Identifier of an alert.
    AlertId, check_segment);
text_newtype!(
    /// Identifier of a notification.
    NotificationId, check_segment);
text_newtype!(
    /// Identifier of a delegated user; not necessarily a UUID. Sent in a header.
    UserId, check_user);
text_newtype!(
    /// `Idempotency-Key`: 1 to 255 visible ASCII characters, `^[!-~]{1,255}$` (contract, "Write rules").
    ///
    /// It does not use the quoted syntax of the RFC draft: quotes would be part of the key.
    IdempotencyKey, check_token);
text_newtype!(
    /// `X-Request-ID`: correlation identifier chosen by the partner, repeated in logs and problems.
    RequestId, check_token);

impl IdempotencyKey {
    /// Longest key that the contract allows, in characters.
    pub const MAX_LEN: usize = 255;
}

impl From<uuid::Uuid> for IdempotencyKey {
    fn from(uuid: uuid::Uuid) -> Self {
        Self(uuid.hyphenated().to_string().into())
    }
}

impl From<uuid::Uuid> for RequestId {
    fn from(uuid: uuid::Uuid) -> Self {
        Self(uuid.hyphenated().to_string().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hostile_segments_are_refused() {
        assert_eq!(DealId::new(""), Err(IdError::Empty));
        assert_eq!(DealId::new("."), Err(IdError::Dots));
        assert_eq!(DealId::new(".."), Err(IdError::Dots));
        for text in ["a\nb", "a\tb", "a\rb", "\0", "a\u{7f}", "a\u{85}b"] {
            assert_eq!(DealId::new(text), Err(IdError::Control), "{text:?}");
        }
        for text in ["a/b", "é", "a?b#c", "...", "a b", "%2e%2e"] {
            assert_eq!(DealId::new(text).unwrap().as_str(), text);
        }
    }

    #[test]
    fn temporary_ids_are_recognised_in_path_and_body() {
        let own = "new-2606a7b0-7c52-4d1b-9c55-1f0e6a1d2b3c";
        for id in [own, "new-2606a7b07c524d1b9c551f0e6a1d2b3c"] {
            assert!(is_temporary(id));
            assert_eq!(find_temporary(&format!("/deals/{id}/notes"), ""), Some(id));
            assert_eq!(find_temporary("/deals", &format!("{{\"of\":[\"{id}\"]}}")), Some(id));
        }
        let bare = own.trim_start_matches("new-");
        for id in ["new-", "new-1", "new-york", bare, "New-Tour"] {
            assert!(!is_temporary(id), "{id}");
        }
        let spoken = format!("{{\"name\":\"wie {own}\"}}");
        assert_eq!(find_temporary("/deals/new-1", &spoken), None);
    }

    #[test]
    fn key_length_is_bounded() {
        assert_eq!(IdempotencyKey::new(""), Err(IdError::Empty));
        assert!(IdempotencyKey::new("k").is_ok());
        assert!(IdempotencyKey::new("k".repeat(255)).is_ok());
        assert_eq!(IdempotencyKey::new("k".repeat(256)), Err(IdError::TooLong(255)));
    }

    #[test]
    fn uuids_are_keys() {
        let uuid = uuid::Uuid::from_u128(0x1234_5678_9abc_def0_1234_5678_9abc_def0);
        assert_eq!(IdempotencyKey::from(uuid).as_str(), "12345678-9abc-def0-1234-56789abcdef0");
        assert!(IdempotencyKey::new(IdempotencyKey::from(uuid)).is_ok());
    }

    proptest! {
        #[test]
        fn keys_are_exactly_visible_ascii(text in "\\PC{1,40}|[ -~]{1,40}") {
            let allowed = text.chars().all(|c| ('!'..='~').contains(&c));
            prop_assert_eq!(IdempotencyKey::new(&text).is_ok(), allowed);
        }

        #[test]
        fn serde_round_trip(text in "[a-z/é]{1,20}") {
            let id = DealId::new(&text).unwrap();
            let json = serde_json::to_string(&id).unwrap();
            prop_assert_eq!(serde_json::from_str::<DealId>(&json).unwrap(), id);
        }
    }
}
