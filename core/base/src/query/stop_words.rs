//! Stop words: articles and prepositions of both languages.
//!
//! They are ignored in a phrase unless it has no other words. For searches by label; deal names are first matched as
//! typed.

use std::sync::OnceLock;

use crate::text::{Lang, Words, fold};

/// Returns the significant words of a folded phrase, in order.
#[must_use]
pub fn telling(phrase: &str) -> Vec<&str> {
    let all: Vec<&str> = parts(phrase).collect();
    let telling: Vec<&str> = all.iter().copied().filter(|word| !is_small(word)).collect();
    match (telling.is_empty(), all.is_empty()) {
        (false, _) => telling,
        (true, false) => all,
        (true, true) => phrase.split_whitespace().collect(),
    }
}

/// Returns whether a folded word is a stop word: `un`, `de`, `the`.
#[must_use]
pub fn is_small(word: &str) -> bool {
    static SMALL: OnceLock<Vec<String>> = OnceLock::new();
    let small = SMALL.get_or_init(|| {
        let list = |lang| fold(&Words::new(lang).get("palette-small-words"));
        let words = |list: String| list.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut small: Vec<String> = Lang::ALL.into_iter().map(list).flat_map(words).collect();
        small.sort_unstable();
        small
    });
    small.binary_search_by(|one| one.as_str().cmp(word)).is_ok()
}

/// Returns the words without surrounding punctuation, also split at apostrophes.
fn parts(phrase: &str) -> impl Iterator<Item = &str> {
    phrase
        .split(|letter: char| letter.is_whitespace() || letter == '\'')
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_and_prepositions_tell_nothing_beside_other_words() {
        let of = |typed: &str| telling(&fold(typed)).join(" ");
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
