//! Labels of the fields that an entry rule requires.
//!
//! The name comes from the contract, else from the service's field definitions, else from the key split into words.

use crate::changes::entry::entry_fields::is_own_field;
use crate::shell::app::App;
use crate::text::{Clean, sentence};

/// Returns the name of a field, as a label.
pub fn label(app: &App, field: &str) -> String {
    let lang = app.cx.lang();
    if !is_own_field(field) {
        return sentence(&crate::foundation::history::change::label(lang, field));
    }
    let defined = app.cx.field_labels().name(lang, field);
    if defined.as_str() != Clean::line_of(field, 40).as_str() {
        return sentence(&defined);
    }
    sentence(&in_words(&crate::foundation::history::change::label(lang, field)))
}

/// Splits a key into words: `date_comite` becomes "date comite".
fn in_words(key: &str) -> String {
    let words: Vec<&str> = key
        .split(['_', '-', ' '])
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() {
        key.to_owned()
    } else {
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn a_key_reads_as_words_and_never_as_nothing() {
        assert_eq!(in_words("date_comite"), "date comite");
        assert_eq!(in_words("__note--juridique_"), "note juridique");
        assert_eq!(in_words("_"), "_");
    }
}
