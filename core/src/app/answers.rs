//! How well a thing that has a name answers what is typed. A name answers by its beginning, by a word of it, or by
//! holding every word; after that come the other words for it, and its name in the other language: habits outlive a
//! switch, and nobody knows which word was chosen here.

use crate::query::fold;
use crate::view::text::fold::word_starts_with;
use crate::view::text::{Lang, Words};

/// The rank of what answers by another word than its name.
const BY_ANOTHER_WORD: u8 = 3;
/// Fewer letters than this begin too many words to be one of them.
const LEAST_LETTERS: usize = 3;

/// How well `text` answers `needle`: 0 begins with it, 1 a word of it does, 2 it holds every word, none otherwise.
/// Both are folded.
pub(super) fn rank(text: &str, needle: &str) -> Option<u8> {
    if text.starts_with(needle) {
        return Some(0);
    }
    if word_starts_with(text, needle) {
        return Some(1);
    }
    needle
        .split_whitespace()
        .all(|word| text.contains(word))
        .then_some(2)
}

/// Whether enough is typed to tell which word is meant.
pub(super) fn is_word(needle: &str) -> bool {
    needle.chars().count() >= LEAST_LETTERS
}

/// How well what the locales name under `key` answers `needle`, which is folded.
pub(super) fn rank_of(lang: Lang, key: &str, needle: &str) -> Option<u8> {
    let name = |lang| fold(&Words::new(lang).get(key));
    rank(&name(lang), needle).or_else(|| {
        let other = |phrase: &str| {
            let mut words = needle.split_whitespace();
            phrase == needle || (is_word(needle) && words.all(|word| word_starts_with(phrase, word)))
        };
        let answers = Lang::ALL.into_iter().any(|one| {
            let also = Words::new(one).part(key, "also").map(|also| fold(&also));
            other(&name(one)) || also.is_some_and(|also| also.split(", ").any(other))
        });
        answers.then_some(BY_ANOTHER_WORD)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_beats_a_word_beats_a_part() {
        assert_eq!(rank("deplacer vers", "dep"), Some(0));
        assert_eq!(rank("deplacer vers", "ver"), Some(1));
        assert_eq!(rank("file d'envoi", "envoi"), Some(1));
        assert_eq!(rank("deplacer vers", "place"), Some(2));
        assert_eq!(rank("deplacer vers", "xyz"), None);
    }

    #[test]
    fn a_name_beats_another_word_for_it_and_two_letters_are_no_word() {
        let of = |needle| rank_of(Lang::Fr, "preferences-title", needle);
        assert_eq!(of("pref"), Some(0));
        assert_eq!(of("alert"), Some(1));
        let operators = rank_of(Lang::Fr, "family-operateurs", "operators");
        assert_eq!(operators, Some(BY_ANOTHER_WORD), "the other language");
        assert_eq!(of("severity"), Some(BY_ANOTHER_WORD));
        assert_eq!(of("se"), None);
    }
}
