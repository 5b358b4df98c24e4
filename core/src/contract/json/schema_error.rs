//! Why a body is not what the contract allows.

use std::borrow::Cow;

/// A body, or a required field of it, has another shape than the contract states.
///
/// Only required things fail: an optional field of the wrong type reads as absent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// The bytes are not UTF-8 text.
    #[error("the body is not UTF-8 text")]
    NotUtf8,
    /// The text is not JSON; where and why.
    #[error("the body is not JSON: {0}")]
    NotJson(String),
    /// Something else stands where the named kind of JSON value must stand.
    #[error("expected {expected}")]
    Expected {
        /// The kind of value the contract asks for, such as `an object`.
        expected: &'static str,
    },
    /// Objects and arrays are nested deeper than [`crate::contract::record::MAX_DEPTH`].
    #[error("the body is nested too deeply")]
    TooDeep,
    /// The answer is about another record than the one it was asked for.
    #[error("the answer is about another record: `{field}` is not the one requested")]
    Another {
        /// The field that identifies the record.
        field: &'static str,
    },
    /// A required field is absent, null or of another type.
    #[error("field `{field}` must be {expected}")]
    Field {
        /// The field's name in the contract.
        field: Cow<'static, str>,
        /// What it must be.
        expected: &'static str,
    },
}

impl ShapeError {
    /// A required field that is absent or of the wrong type.
    pub fn field(field: impl Into<Cow<'static, str>>, expected: &'static str) -> Self {
        Self::Field {
            field: field.into(),
            expected,
        }
    }

    /// From `serde_json`, keeping line and column but never the offending text, which may be long or hostile.
    pub(crate) fn json(error: &serde_json::Error) -> Self {
        let what = match error.classify() {
            serde_json::error::Category::Eof => "it ends too early",
            // The only data that is refused is too much of it.
            serde_json::error::Category::Data => "it holds too much",
            _ => "unexpected text",
        };
        Self::NotJson(format!(
            "{what} at line {} column {}",
            error.line(),
            error.column()
        ))
    }
}
