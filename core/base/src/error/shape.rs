//! Conversion of schema errors into errors with localised messages.

use crate::contract::json::schema_error::ShapeError;
use crate::contract::paging::pager::PagerError;

use super::Error;

impl From<ShapeError> for Error {
    fn from(error: ShapeError) -> Self {
        let error_value = Self::protocol(error.to_string());
        match error {
            ShapeError::NotUtf8 => error_value.with_message_ref("shape-not-utf8", &[]),
            ShapeError::NotJson(_) => error_value.with_message_ref("shape-not-json", &[]),
            ShapeError::TooDeep => error_value.with_message_ref("shape-too-deep", &[]),
            ShapeError::Expected { expected } => error_value.with_message_ref(
                "shape-expected",
                &[("expected", expected), ("kind", &catalog_selector(expected))],
            ),
            ShapeError::OtherRecord { field } => {
                error_value.with_message_ref("shape-another", &[("field", field)])
            }
            ShapeError::Field { field, expected } => error_value.with_message_ref(
                "shape-field",
                &[("field", &field), ("expected", expected), ("kind", &catalog_selector(expected))],
            ),
        }
    }
}

impl From<PagerError> for Error {
    fn from(error: PagerError) -> Self {
        let error_value = Self::protocol(error.to_string());
        match error {
            PagerError::Stuck => error_value.with_message_ref("list-does-not-advance", &[]),
            PagerError::TooManyPages => error_value.with_message_ref("list-does-not-end", &[]),
        }
    }
}

/// Converts `an object of whole numbers` to `an-object-of-whole-numbers`, the selector of the catalogs.
fn catalog_selector(expected: &str) -> String {
    let words = expected.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}
