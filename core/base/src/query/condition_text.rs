//! Writes a condition of the filter language as text.

use crate::query::value;
use crate::text::Lang;

/// Returns the condition that a field has a value; for an empty value, that it has none.
#[must_use]
pub fn condition(lang: Lang, name: &str, value: &str) -> String {
    let value = match value {
        "" => value::none_word(lang).to_owned(),
        value => quote_value(&value.replace('"', "")),
    };
    format!("{name}:{value}")
}

/// Returns a value for a query, quoted if it contains special characters.
#[must_use]
pub fn quote_value(value: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '_' | '-' | '\'' | '’');
    if value.chars().all(is_plain) || value.contains('"') { value.to_owned() } else { format!("\"{value}\"") }
}
