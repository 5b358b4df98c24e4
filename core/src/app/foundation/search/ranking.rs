//! How well a thing that has a name answers what is typed. A name answers by its beginning, by a word of it, or by
//! holding every word, in any order and whatever small words stand between them (`query::telling`); after that come the
//! other words for it, and its name in the other language; then its words, other words and what goes with it all taken
//! together (`throw the deal away`). Last comes a name over which the letters are spread (`thm` for `Theme`), the closer
//! they are the sooner; it is asked where nothing holds what was typed. Where nothing answers so, what holds the most of the
//! words does.

use crate::query::{closeness, telling};
use crate::text::Lang;
use crate::text::search_fold::word_starts_with;

use super::names::{Called, Kind, begins, same};

/// The rank of what answers by the beginning of a word that is not its first.
pub(in crate::app) const A_WORD: u8 = 1;
/// The rank of what answers by words of its name in another order.
const IN_ANY_ORDER: u8 = 2;
/// The rank of what answers by another word than its name.
const BY_ANOTHER_WORD: u8 = 3;
/// The rank of what answers by words of several of the phrases that are said of it.
const TOGETHER: u8 = 4;
/// The rank of what answers by letters inside a word.
const INSIDE: u8 = 5;
/// The first of the ranks of what answers by letters that are spread over its name.
const SPREAD: u8 = 6;
/// What the letters of a word are worth each where none is left out between them, and how much less makes a rank.
const CLOSE: u32 = 26;
const STEP: u32 = 2;
/// The ranks below this are of deals that hold every word as it is.
pub(in crate::app) const HELD: u8 = BY_ANOTHER_WORD;
/// How many ranks there are.
pub(in crate::app) const RANKS: u8 = 12;
/// Fewer letters than this begin too many words to be one of them.
const LEAST_LETTERS: usize = 3;
/// The first of the ranks of what holds some of the words only, and how many there are for each word that is missing.
pub(in crate::app) const PARTLY: u8 = 2 * RANKS;
const EACH: u8 = 6;
/// More missing words than this are not told apart.
const MOST_MISSING: usize = 30;

/// What is typed, folded, and the words of it that tell something.
#[derive(Debug)]
pub(in crate::app) struct Typed<'a> {
    pub(in crate::app) needle: &'a str,
    words: Vec<&'a str>,
    told: String,
}

impl<'a> Typed<'a> {
    pub(in crate::app) fn new(needle: &'a str) -> Self {
        let words = telling(needle);
        let told = words.join(" ");
        Self { needle, words, told }
    }

    /// The telling words, where small ones stood between them.
    pub(in crate::app) fn without_small_words(&self) -> Option<&str> {
        (self.told != self.needle).then_some(self.told.as_str())
    }
}

/// How well `text` answers `needle`: 0 begins with it, 1 a word of it does, 2 it holds every word, none otherwise.
/// Both are folded.
pub(in crate::app) fn rank(text: &str, needle: &str) -> Option<u8> {
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
pub(in crate::app::foundation) fn spread(text: &str, needle: &str) -> Option<u8> {
    let mut least = CLOSE;
    for word in needle.split_whitespace().filter(|word| !text.contains(word)) {
        least = least.min(closeness(text, word)?);
    }
    let further = u8::try_from((CLOSE - least) / STEP).unwrap_or(u8::MAX);
    Some(SPREAD.saturating_add(further).min(RANKS - 1))
}

/// Whether what has this rank, here or elsewhere, answers without its letters being spread over its name.
pub(in crate::app) fn is_as_typed(rank: u8) -> bool {
    rank >= PARTLY || rank % RANKS < SPREAD
}

/// The first of the ranks whose answers are about as good as one of this rank.
pub(in crate::app) fn comparable(rank: u8) -> u8 {
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

/// Whether enough is typed to tell which word is meant.
pub(in crate::app) fn is_word(needle: &str) -> bool {
    needle.chars().count() >= LEAST_LETTERS
}

/// How well what the locales name under `key` answers what is typed.
pub(in crate::app) fn rank_of(lang: Lang, key: &'static str, kind: Kind, typed: &Typed<'_>) -> Option<u8> {
    rank_called(lang, &Called::by_key(key, kind), typed)
}

/// How well what is called so answers what is typed.
pub(in crate::app) fn rank_called(lang: Lang, called: &Called, typed: &Typed<'_>) -> Option<u8> {
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

/// Whether a name is typed whole, with nothing but what goes with it (`delete the deal` for `Delete`).
fn is_all_typed(name: &str, called: &Called, typed: &Typed<'_>) -> bool {
    let own = telling(name);
    let said = |word: &&str| own.iter().any(|one| same(one, word));
    own.len() < typed.words.len()
        && own
            .iter()
            .all(|one| typed.words.iter().any(|word| same(one, word)))
        && typed.words.iter().all(|word| said(word) || called.takes(word))
}

/// How well what is called so answers where nothing holds every word: by how many of several it holds, then by its name
/// before other words for it.
pub(in crate::app) fn partly(lang: Lang, called: &Called, typed: &Typed<'_>) -> Option<u8> {
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

/// Whether a rank is of what holds as many of the words as the best of them.
pub(in crate::app) fn holds_as_many(rank: u8, best: u8) -> bool {
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
        assert_eq!(of("xprt"), None, "the first letter begins a word");
        let parc = |typed| spread("le parc, lyon", typed).unwrap();
        assert!(parc("lparc") < parc("lprc"));
        assert_eq!(spread("le parc, lyon", "lprc lille"), None, "each word counts");
    }

    #[test]
    fn a_name_beats_another_word_for_it_and_two_letters_are_no_word() {
        let of = |needle| ranked("preferences-title", Kind::Place, needle);
        assert_eq!(of("pref"), Some(0));
        assert_eq!(of("alert"), Some(1));
        let operators = ranked("family-operateurs", Kind::Place, "operators");
        assert_eq!(operators, Some(BY_ANOTHER_WORD), "the other language");
        assert_eq!(of("severity"), Some(BY_ANOTHER_WORD));
        assert_eq!(of("se"), None);
    }

    #[test]
    fn what_is_typed_may_hold_small_words_stand_in_any_order_and_name_what_the_thing_is_done_to() {
        let of = |needle| ranked("action-delete-deal", Kind::Action, needle);
        assert_eq!(
            of("supprimer un dossier"),
            Some(A_WORD),
            "the name and what goes with it"
        );
        assert_eq!(of("dossier a supprimer"), Some(A_WORD));
        assert_eq!(of("delete a deal"), Some(BY_ANOTHER_WORD));
        assert_eq!(of("jeter le deal"), Some(TOGETHER));
        assert_eq!(of("deal"), None, "what it is done to does not name it");
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
            "written otherwise"
        );
        assert_eq!(of("vraiment"), None);
        assert_eq!(of("deal vraiment"), None, "what it is done to does not name it");
    }
}
