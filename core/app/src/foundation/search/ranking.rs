//! Ranking of named entries against the typed text. Matches from best to worst:
//!
//! - The name, or a word of it, begins with the text.
//! - The name contains every word, in any order and ignoring small words (`query::telling`).
//! - A synonym, or the name in the other language, matches.
//! - Names, synonyms and related words together contain every word (`throw the deal away`).
//! - Words occur inside words of the name.
//! - The name contains the letters in order (`thm` for `Theme`); closer letters rank higher. This is tried only if
//!   nothing contains the text.
//!
//! If nothing matches in these ways, the entries with the most words match.

use crate::query::{closeness, telling};
use crate::text::Lang;
use crate::text::search_fold::word_starts_with;

use super::names::{Called, Kind, begins, same};

/// Rank of a match at the beginning of a later word.
pub(crate) const A_WORD: u8 = 1;
/// Rank of a match by words of the name in another order.
const IN_ANY_ORDER: u8 = 2;
/// Rank of a match by a synonym.
const BY_ANOTHER_WORD: u8 = 3;
/// Rank of a match by words from several search terms together.
const TOGETHER: u8 = 4;
/// Rank of a match by letters inside a word.
const INSIDE: u8 = 5;
/// First rank of a match by letters in order with gaps.
const SPREAD: u8 = 6;
/// Closeness of letters without gaps, and the decrease that makes one rank.
const CLOSE: u32 = 26;
const STEP: u32 = 2;
/// Ranks below this belong to deals whose names contain every word.
pub(crate) const HELD: u8 = BY_ANOTHER_WORD;
/// Number of ranks.
pub(crate) const RANKS: u8 = 12;
/// Minimum number of letters of a word. Fewer letters begin too many words.
const LEAST_LETTERS: usize = 3;
/// First rank of a partial match, and the number of ranks for each missing word.
pub(crate) const PARTLY: u8 = 2 * RANKS;
const EACH: u8 = 6;
/// Maximum number of missing words that is distinguished.
const MOST_MISSING: usize = 30;

/// The typed text, folded, and its significant words.
#[derive(Debug)]
pub(crate) struct Typed<'a> {
    pub(crate) needle: &'a str,
    words: Vec<&'a str>,
    told: String,
}

impl<'a> Typed<'a> {
    pub(crate) fn new(needle: &'a str) -> Self {
        let words = telling(needle);
        let told = words.join(" ");
        Self { needle, words, told }
    }

    /// Returns the significant words, if the text also contains small words.
    pub(crate) fn without_small_words(&self) -> Option<&str> {
        (self.told != self.needle).then_some(self.told.as_str())
    }
}

/// Ranks `text` against `needle`; both are folded. Returns 0 if it begins with `needle`, 1 if a word does, 2 if it
/// contains every word. Otherwise returns `None`.
pub(crate) fn rank(text: &str, needle: &str) -> Option<u8> {
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

/// Ranks `text` if it contains the letters of `needle` in order; both are folded. Every word must match in this way or
/// be contained.
pub(in crate::foundation) fn spread(text: &str, needle: &str) -> Option<u8> {
    let mut least = CLOSE;
    for word in needle.split_whitespace().filter(|word| !text.contains(word)) {
        least = least.min(closeness(text, word)?);
    }
    let further = u8::try_from((CLOSE - least) / STEP).unwrap_or(u8::MAX);
    Some(SPREAD.saturating_add(further).min(RANKS - 1))
}

/// Returns whether a match of this rank needs no letters with gaps. The rank may also be that of an entry elsewhere.
pub(crate) fn is_as_typed(rank: u8) -> bool {
    rank >= PARTLY || rank % RANKS < SPREAD
}

/// Returns the first rank whose matches are about as good as this one's.
pub(crate) fn comparable(rank: u8) -> u8 {
    if rank >= PARTLY {
        return rank - rank % EACH;
    }
    let within = rank % RANKS;
    rank - within
        + match within {
            0..=IN_ANY_ORDER => 0,
            BY_ANOTHER_WORD | TOGETHER => BY_ANOTHER_WORD,
            other => other,
        }
}

/// Returns whether the text is long enough to identify a word.
pub(crate) fn is_word(needle: &str) -> bool {
    needle.chars().count() >= LEAST_LETTERS
}

/// Ranks the entry of a locale key against the typed text.
pub(crate) fn rank_of(lang: Lang, key: &'static str, kind: Kind, typed: &Typed<'_>) -> Option<u8> {
    rank_called(lang, &Called::by_key(key, kind), typed)
}

/// Ranks an entry with these search terms against the typed text.
pub(crate) fn rank_called(lang: Lang, called: &Called, typed: &Typed<'_>) -> Option<u8> {
    let name = called.name(lang);
    if name.starts_with(typed.needle) || name.starts_with(&typed.told) {
        return Some(0);
    }
    let by_a_word = word_starts_with(name, typed.needle) || word_starts_with(name, &typed.told);
    if by_a_word || is_all_typed(name, called, typed) {
        return Some(A_WORD);
    }
    if typed.words.iter().all(|word| begins(name, word)) {
        return Some(IN_ANY_ORDER);
    }
    let enough = is_word(&typed.told);
    let other = |phrase: &str| {
        let begun = phrase.starts_with(typed.needle) || phrase.starts_with(&typed.told);
        phrase == typed.needle || (enough && begun)
    };
    let translated = |name: &str| is_all_typed(name, called, typed);
    if called.other_words(lang).any(other) || called.other_names(lang).any(translated) {
        return Some(BY_ANOTHER_WORD);
    }
    let named = |word: &&str| is_word(word) && called.is_called(word);
    if enough && typed.words.iter().all(|word| called.takes(word)) && typed.words.iter().any(named) {
        return Some(TOGETHER);
    }
    if typed.words.iter().all(|word| name.contains(word)) {
        return Some(INSIDE);
    }
    spread(name, &typed.told)
}

/// Returns whether the whole name is typed, with related words only (`delete the deal` for `Delete`).
fn is_all_typed(name: &str, called: &Called, typed: &Typed<'_>) -> bool {
    let own = telling(name);
    let said = |word: &&str| own.iter().any(|one| same(one, word));
    own.len() < typed.words.len()
        && own
            .iter()
            .all(|one| typed.words.iter().any(|word| same(one, word)))
        && typed.words.iter().all(|word| said(word) || called.takes(word))
}

/// Ranks a partial match by the number of missing words, then by name before synonyms.
pub(crate) fn partly(lang: Lang, called: &Called, typed: &Typed<'_>) -> Option<u8> {
    let words = &typed.words;
    if words.len() < 2 || !words.iter().any(|word| called.is_surely_called(word)) {
        return None;
    }
    let held = |word: &&&str| called.takes(word) || called.is_surely_called(word);
    let missing = (words.len() - words.iter().filter(held).count()).min(MOST_MISSING);
    let name = called.name(lang);
    let manner = if telling(name)
        .iter()
        .all(|one| words.iter().any(|word| same(one, word)))
    {
        0
    } else {
        1 + u8::from(!words.iter().any(|word| is_word(word) && begins(name, word)))
    };
    let missing = u8::try_from(missing).unwrap_or(u8::MAX / EACH);
    Some(PARTLY + missing * EACH + manner)
}

/// Returns whether a match of this rank has as many words as the best one.
pub(crate) fn holds_as_many(rank: u8, best: u8) -> bool {
    rank < PARTLY || rank / EACH == best / EACH
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(key: &'static str, kind: Kind, needle: &str) -> Option<u8> {
        rank_of(Lang::Fr, key, kind, &Typed::new(needle))
    }

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
        let of = |needle| ranked("action-export", Kind::Action, needle);
        assert_eq!(of("exp"), Some(0));
        assert!((SPREAD..RANKS).contains(&of("exprt").unwrap()));
        assert_eq!(of("xprt"), None, "the first letter must begin a word");
        let parc = |typed| spread("le parc, lyon", typed).unwrap();
        assert!(parc("lparc") < parc("lprc"));
        assert_eq!(
            spread("le parc, lyon", "lprc lille"),
            None,
            "every word must match"
        );
    }

    #[test]
    fn a_name_beats_another_word_for_it_and_two_letters_are_no_word() {
        let of = |needle| ranked("preferences-title", Kind::Place, needle);
        assert_eq!(of("pref"), Some(0));
        assert_eq!(of("alert"), Some(1));
        let operators = ranked("family-operateurs", Kind::Place, "operators");
        assert_eq!(operators, Some(BY_ANOTHER_WORD), "the name in the other language");
        assert_eq!(of("severity"), Some(BY_ANOTHER_WORD));
        assert_eq!(of("se"), None);
    }

    #[test]
    fn what_is_typed_may_hold_small_words_stand_in_any_order_and_name_what_the_thing_is_done_to() {
        let of = |needle| ranked("action-delete-deal", Kind::Action, needle);
        assert_eq!(
            of("supprimer un dossier"),
            Some(A_WORD),
            "the name with a related word"
        );
        assert_eq!(of("dossier a supprimer"), Some(A_WORD));
        assert_eq!(of("delete a deal"), Some(BY_ANOTHER_WORD));
        assert_eq!(of("jeter le deal"), Some(TOGETHER));
        assert_eq!(of("deal"), None, "a related word alone does not match");
        let language = |needle| ranked("action-switch-language", Kind::Action, needle);
        assert_eq!(language("langue changer"), Some(IN_ANY_ORDER));
    }

    #[test]
    fn of_several_words_the_more_are_held_the_better_and_one_unknown_word_leads_to_nothing() {
        let of = |needle: &str| {
            let called = Called::by_key("action-delete-deal", Kind::Action);
            partly(Lang::Fr, &called, &Typed::new(needle))
        };
        let best = of("supprimer le deal vraiment").unwrap();
        assert!(best < of("supprimer vraiment tout").unwrap());
        assert!(
            holds_as_many(of("suprimer deal vraiment").unwrap(), best),
            "a misspelt word counts"
        );
        assert_eq!(of("vraiment"), None);
        assert_eq!(of("deal vraiment"), None, "a related word alone does not match");
    }
}
