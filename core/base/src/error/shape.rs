//! Conversion of schema errors into errors with localised messages.

use crate::contract::json::schema_error::ShapeError;
use crate::contract::paging::pager::PagerError;

use super::Error;

impl From<ShapeError> for Error {
    fn from(error: ShapeError) -> Self {
        let told = Self::protocol(error.to_string());
        match error {
            ShapeError::NotUtf8 => told.with_message_ref("shape-not-utf8", &[]),
            ShapeError::NotJson(_) => told.with_message_ref("shape-not-json", &[]),
            ShapeError::TooDeep => told.with_message_ref("shape-too-deep", &[]),
            ShapeError::Expected { expected } => told.with_message_ref(
                "shape-expected",
                &[("expected", expected), ("kind", &catalog_selector(expected))],
            ),
            ShapeError::OtherRecord { field } => told.with_message_ref("shape-another", &[("field", field)]),
            ShapeError::Field { field, expected } => told.with_message_ref(
                "shape-field",
                &[
                    ("field", &field),
                    ("expected", expected),
                    ("kind", &catalog_selector(expected)),
                ],
            ),
        }
    }
}

impl From<PagerError> for Error {
    fn from(error: PagerError) -> Self {
        let told = Self::protocol(error.to_string());
        match error {
            PagerError::Stuck => told.with_message_ref("list-does-not-advance", &[]),
            PagerError::TooManyPages => told.with_message_ref("list-does-not-end", &[]),
        }
    }
}

/// Converts `an object of whole numbers` to `an-object-of-whole-numbers`, the selector of the catalogs.
fn catalog_selector(expected: &str) -> String {
    let words = expected.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}
