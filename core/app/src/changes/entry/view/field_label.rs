//! Labels of the fields that an entry rule requires.
//!
//! The name comes from the contract, else from the service's field definitions, else from the key split into words.

use crate::changes::entry::entry_values::is_custom_field;
use crate::shell::app::App;
use crate::text::{SafeText, sentence};

/// Returns the name of a field, as a label.
pub fn field_label(app: &App, field: &str) -> String {
    let lang = app.cx.lang();
    if !is_custom_field(field) {
        return sentence(&crate::foundation::history::change::field_label(lang, field));
    }
    let defined = app.cx.field_labels().localized_name(lang, field);
    if defined.as_str() != SafeText::line_within(field, 40).as_str() {
        return sentence(&defined);
    }
    sentence(&split_key(&crate::foundation::history::change::field_label(lang, field)))
}

/// Splits a key into words: `date_comite` becomes "date comite".
fn split_key(key: &str) -> String {
    let parts: Vec<&str> = key.split(['_', '-', ' ']).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { key.to_owned() } else { parts.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::split_key;

    #[test]
    fn split_key_yields_words_and_never_an_empty_text() {
        assert_eq!(split_key("date_comite"), "date comite");
        assert_eq!(split_key("__note--juridique_"), "note juridique");
        assert_eq!(split_key("_"), "_");
    }
}
