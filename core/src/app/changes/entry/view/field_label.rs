//! What a field is called that a house asks for before a deal enters a status: as the contract calls it, as the service's field
//! definitions do, and else by its key as a person would write it.

use crate::app::changes::entry::entry_fields::is_own_field;
use crate::app::foundation::history::lines;
use crate::app::shell::app::App;
use crate::text::{Clean, sentence};

/// The name of a field, fit for a label.
pub fn label(app: &App, field: &str) -> String {
    let lang = app.cx.lang();
    if !is_own_field(field) {
        return sentence(&crate::app::foundation::history::change::label(lang, field));
    }
    let defined = app.cx.field_labels().name(lang, field);
    if defined.as_str() != Clean::line_of(field, 40).as_str() {
        return sentence(&defined);
    }
    sentence(&in_words(&crate::app::foundation::history::change::label(lang, field)))
}

/// A key as words: `date_comite` is a date of a committee.
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
