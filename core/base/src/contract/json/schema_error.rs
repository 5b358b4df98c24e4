//! Error for a body that violates the contract.

use std::borrow::Cow;

/// Error for a body, or a required field, with a wrong shape.
///
/// Only required parts fail: an optional field of the wrong type counts as absent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// The bytes are not UTF-8 text.
    #[error("the body is not UTF-8 text")]
    NotUtf8,
    /// The text is not JSON, with reason and position.
    #[error("the body is not JSON: {0}")]
    NotJson(String),
    /// The value is of another kind than required.
    #[error("expected {expected}")]
    Expected {
        /// Required kind of value, such as `an object`.
        expected: &'static str,
    },
    /// Objects and arrays are nested deeper than [`crate::contract::record::MAX_DEPTH`].
    #[error("the body is nested too deeply")]
    TooDeep,
    /// The response is about another record than the requested one.
    #[error("the response is about another record: `{field}` is not the one requested")]
    OtherRecord {
        /// Field that identifies the record.
        field: &'static str,
    },
    /// A required field is absent, null or of another type.
    #[error("field `{field}` must be {expected}")]
    Field {
        /// Name of the field in the contract.
        field: Cow<'static, str>,
        /// Required type or value.
        expected: &'static str,
    },
}

impl ShapeError {
    /// Creates the error for a required field that is absent or of the wrong type.
    pub fn field(field: impl Into<Cow<'static, str>>, expected: &'static str) -> Self {
        Self::Field { field: field.into(), expected }
    }

    /// Converts a `serde_json` error; keeps line and column, but not the text, which may be hostile.
    pub fn json(error: &serde_json::Error) -> Self {
        let problem = match error.classify() {
            serde_json::error::Category::Eof => "it ends too early",
            // Raw values accept any data; they are rejected only for their size.
            serde_json::error::Category::Data => "it holds too much",
            _ => "unexpected text",
        };
        Self::NotJson(format!("{problem} at line {} column {}", error.line(), error.column()))
    }
}
