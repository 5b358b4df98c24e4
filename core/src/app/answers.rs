//! How well a thing that has a name answers what is typed. A name answers by its beginning, by a word of it, or by
//! holding every word; after that come the other words for it, and its name in the other language: habits outlive a
//! switch, and nobody knows which word was chosen here. Last comes a name over which the letters are spread (`thm` for
//! `Theme`), the closer they are the sooner.

use crate::query::{closeness, fold};
use crate::view::text::fold::word_starts_with;
use crate::view::text::{Lang, Words};

/// The rank of what answers by the beginning of a word that is not its first.
pub(super) const A_WORD: u8 = 1;
/// The rank of what answers by another word than its name.
const BY_ANOTHER_WORD: u8 = 3;
/// The first of the ranks of what answers by letters that are spread over its name.
const SPREAD: u8 = 4;
/// What the letters of a word are worth each where none is left out between them, and how much less makes a rank.
const CLOSE: u32 = 26;
const STEP: u32 = 2;
/// The ranks below this are of what holds every word as it is.
pub(super) const HELD: u8 = BY_ANOTHER_WORD;
/// How many ranks there are.
pub(super) const RANKS: u8 = 10;
/// Fewer letters than this begin too many words to be one of them.
const LEAST_LETTERS: usize = 3;

/// How well `text` answers `needle`: 0 begins with it, 1 a word of it does, 2 it holds every word, none otherwise.
/// Both are folded.
pub(super) fn rank(text: &str, needle: &str) -> Option<u8> {
    if text.starts_with(needle) {
        return Some(0);
    }
    if word_starts_with(text, needle) {
        return Some(A_WORD);
    }
    needle
        .split_whitespace()
        .all(|word| text.contains(word))
        .then_some(2)
}

/// How well `text` answers `needle` where its letters are only spread over it; every word must be in it so, or as it is.
/// Both are folded.
pub(super) fn spread(text: &str, needle: &str) -> Option<u8> {
    let mut least = CLOSE;
    for word in needle.split_whitespace().filter(|word| !text.contains(word)) {
        least = least.min(closeness(text, word)?);
    }
    let further = u8::try_from((CLOSE - least) / STEP).unwrap_or(u8::MAX);
    Some(SPREAD.saturating_add(further).min(RANKS - 1))
}

/// Whether enough is typed to tell which word is meant.
pub(super) fn is_word(needle: &str) -> bool {
    needle.chars().count() >= LEAST_LETTERS
}

/// How well what the locales name under `key` answers `needle`, which is folded.
pub(super) fn rank_of(lang: Lang, key: &str, needle: &str) -> Option<u8> {
    let name = |lang| fold(&Words::new(lang).get(key));
    let named = name(lang);
    let by_another_word = || {
        let other = |phrase: &str| {
            let mut words = needle.split_whitespace();
            phrase == needle || (is_word(needle) && words.all(|word| word_starts_with(phrase, word)))
        };
        let answers = Lang::ALL.into_iter().any(|one| {
            let also = Words::new(one).part(key, "also").map(|also| fold(&also));
            other(&name(one)) || also.is_some_and(|also| also.split(", ").any(other))
        });
        answers.then_some(BY_ANOTHER_WORD)
    };
    rank(&named, needle)
        .or_else(by_another_word)
        .or_else(|| spread(&named, needle))
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
    fn letters_spread_over_a_name_answer_last_and_the_closest_first() {
        let of = |needle| rank_of(Lang::Fr, "action-export", needle);
        assert_eq!(of("exp"), Some(0));
        assert!((SPREAD..RANKS).contains(&of("exprt").unwrap()));
        assert_eq!(of("xprt"), None, "the first letter begins a word");
        let parc = |typed| spread("le parc, lyon", typed).unwrap();
        assert!(parc("lparc") < parc("lprc"));
        assert_eq!(spread("le parc, lyon", "lprc lille"), None, "each word counts");
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
