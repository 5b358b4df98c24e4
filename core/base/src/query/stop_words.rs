//! Stop words: articles and prepositions of both languages.
//!
//! They are ignored in a phrase unless it has no other words. For searches by label; deal names are first matched as
//! typed.

use std::sync::OnceLock;

use crate::text::{Lang, Messages, fold};

/// Returns the significant words of a folded phrase, in order.
#[must_use]
pub fn significant_words(phrase: &str) -> Vec<&str> {
    let all: Vec<&str> = split_words(phrase).collect();
    let telling: Vec<&str> = all.iter().copied().filter(|word| !is_stop_word(word)).collect();
    match (telling.is_empty(), all.is_empty()) {
        (false, _) => telling,
        (true, false) => all,
        (true, true) => phrase.split_whitespace().collect(),
    }
}

/// Returns whether a folded word is a stop word: `un`, `de`, `the`.
#[must_use]
pub fn is_stop_word(word: &str) -> bool {
    static STOP_WORDS: OnceLock<Vec<String>> = OnceLock::new();
    let small = STOP_WORDS.get_or_init(|| {
        let list = |lang| fold(&Messages::new(lang).get("palette-small-words"));
        let split_list = |list: String| list.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut small: Vec<String> = Lang::ALL.into_iter().map(list).flat_map(split_list).collect();
        small.sort_unstable();
        small
    });
    small.binary_search_by(|stop_word| stop_word.as_str().cmp(word)).is_ok()
}

/// Returns the words without surrounding punctuation, also split at apostrophes.
fn split_words(phrase: &str) -> impl Iterator<Item = &str> {
    phrase
        .split(|letter: char| letter.is_whitespace() || letter == '\'')
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_are_ignored_beside_other_words() {
        let of = |typed: &str| significant_words(&fold(typed)).join(" ");
        assert_eq!(of("Supprimer un deal"), "supprimer deal");
        assert_eq!(of("la file d’envoi"), "file envoi");
        assert_eq!(of("à l'écran"), "ecran");
        assert_eq!(of("Move to…"), "move");
        assert_eq!(of("mode sombre ?"), "mode sombre");
        assert_eq!(of("X-Request-ID"), "x-request-id");
        assert_eq!(of("de la"), "de la", "nothing else was typed");
        assert_eq!(of("?"), "?");
        assert_eq!(of(" "), "");
    }
}
