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

use crate::query::{fuzzy_score, significant_words};
use crate::text::Lang;
use crate::text::search_fold::word_starts_with;

use super::names::{SearchTerms, TermKind, has_word_prefix, same_word};

/// Rank of a match at the beginning of a later word.
pub(crate) const WORD_START: u8 = 1;
/// Rank of a match by words of the name in another order.
const IN_ANY_ORDER: u8 = 2;
/// Rank of a match by a synonym.
const BY_SYNONYM: u8 = 3;
/// Rank of a match by words from several search terms together.
const COMBINED_TERMS: u8 = 4;
/// Rank of a match by letters inside a word.
const INSIDE_WORD: u8 = 5;
/// First rank of a match by letters in order with gaps.
const FUZZY: u8 = 6;
/// Closeness of letters without gaps, and the decrease that makes one rank.
const MAX_CLOSENESS: u32 = 26;
const CLOSENESS_STEP: u32 = 2;
/// Ranks below this belong to deals whose names contain every word.
pub(crate) const CONTAINS_ALL: u8 = BY_SYNONYM;
/// Number of ranks.
pub(crate) const RANK_COUNT: u8 = 12;
/// Minimum number of letters of a word. Fewer letters begin too many words.
const MIN_LETTERS: usize = 3;
/// First rank of a partial match, and the number of ranks for each missing word.
pub(crate) const PARTIAL: u8 = 2 * RANK_COUNT;
const RANKS_PER_MISSING: u8 = 6;
/// Maximum number of missing words that is distinguished.
const MAX_MISSING: usize = 30;

/// The typed text, folded, and its significant words.
#[derive(Debug)]
pub(crate) struct SearchInput<'a> {
    pub(crate) needle: &'a str,
    words: Vec<&'a str>,
    significant: String,
}

impl<'a> SearchInput<'a> {
    pub(crate) fn new(needle: &'a str) -> Self {
        let significant_words = significant_words(needle);
        let significant = significant_words.join(" ");
        Self { needle, words: significant_words, significant }
    }

    /// Returns the significant words, if the text also contains small words.
    pub(crate) fn without_small_words(&self) -> Option<&str> {
        (self.significant != self.needle).then_some(self.significant.as_str())
    }
}

/// Ranks `text` against `needle`; both are folded. Returns 0 if it begins with `needle`, 1 if a word does, 2 if it
/// contains every word. Otherwise returns `None`.
#[must_use]
pub fn rank(text: &str, needle: &str) -> Option<u8> {
    if text.starts_with(needle) {
        return Some(0);
    }
    if word_starts_with(text, needle) {
        return Some(WORD_START);
    }
    needle.split_whitespace().all(|word| text.contains(word)).then_some(2)
}

/// Ranks `text` if it contains the letters of `needle` in order; both are folded. Every word must match in this way or
/// be contained.
pub(in crate::foundation) fn fuzzy_rank(text: &str, needle: &str) -> Option<u8> {
    let mut min = MAX_CLOSENESS;
    for word in needle.split_whitespace().filter(|word| !text.contains(word)) {
        min = min.min(fuzzy_score(text, word)?);
    }
    let gap_ranks = u8::try_from((MAX_CLOSENESS - min) / CLOSENESS_STEP).unwrap_or(u8::MAX);
    Some(FUZZY.saturating_add(gap_ranks).min(RANK_COUNT - 1))
}

/// Returns whether a match of this rank needs no letters with gaps. The rank may also be that of an entry elsewhere.
pub(crate) fn is_exact(rank: u8) -> bool {
    rank >= PARTIAL || rank % RANK_COUNT < FUZZY
}

/// Returns the first rank whose matches are about as good as this one's.
pub(crate) fn comparable_rank(rank: u8) -> u8 {
    if rank >= PARTIAL {
        return rank - rank % RANKS_PER_MISSING;
    }
    let rank_in_block = rank % RANK_COUNT;
    rank - rank_in_block
        + match rank_in_block {
            0..=IN_ANY_ORDER => 0,
            BY_SYNONYM | COMBINED_TERMS => BY_SYNONYM,
            rank_within => rank_within,
        }
}

/// Returns whether the text is long enough to identify a word.
pub(crate) fn is_word(needle: &str) -> bool {
    needle.chars().count() >= MIN_LETTERS
}

/// Ranks the entry of a locale key against the typed text.
pub(crate) fn rank_key(lang: Lang, key: &'static str, kind: TermKind, typed: &SearchInput<'_>) -> Option<u8> {
    rank_terms(lang, &SearchTerms::from_key(key, kind), typed)
}

/// Ranks an entry with these search terms against the typed text.
pub(crate) fn rank_terms(lang: Lang, terms: &SearchTerms, typed: &SearchInput<'_>) -> Option<u8> {
    let name = terms.name(lang);
    // With its small words, `act for` means a synonym of `Switch user`, not the beginning of `Activity`.
    let is_phrase = typed.without_small_words().is_some()
        && terms.all_synonyms(lang).any(|phrase| phrase.starts_with(typed.needle));
    if name.starts_with(typed.needle) || is_phrase {
        return Some(0);
    }
    let is_word_start = name.starts_with(&typed.significant)
        || word_starts_with(name, typed.needle)
        || word_starts_with(name, &typed.significant);
    if is_word_start || is_name_typed(name, terms, typed) {
        return Some(WORD_START);
    }
    if typed.words.iter().all(|word| has_word_prefix(name, word)) {
        return Some(IN_ANY_ORDER);
    }
    let is_long_enough = is_word(&typed.significant);
    let is_synonym = |phrase: &str| {
        let is_prefix = phrase.starts_with(typed.needle) || phrase.starts_with(&typed.significant);
        phrase == typed.needle || (is_long_enough && is_prefix)
    };
    let is_translated = |name: &str| is_name_typed(name, terms, typed);
    if terms.all_synonyms(lang).any(is_synonym) || terms.other_names(lang).any(is_translated) {
        return Some(BY_SYNONYM);
    }
    let is_named = |word: &&str| is_word(word) && terms.matches_name(word);
    if is_long_enough
        && typed.words.iter().all(|word| terms.matches(word))
        && typed.words.iter().any(is_named)
    {
        return Some(COMBINED_TERMS);
    }
    if typed.words.iter().all(|word| name.contains(word)) {
        return Some(INSIDE_WORD);
    }
    fuzzy_rank(name, &typed.significant)
}

/// Returns whether the whole name is typed, with related words only (`delete the deal` for `Delete`).
fn is_name_typed(name: &str, terms: &SearchTerms, typed: &SearchInput<'_>) -> bool {
    let name_words = significant_words(name);
    let is_typed = |word: &&str| name_words.iter().any(|name_word| same_word(name_word, word));
    name_words.len() < typed.words.len()
        && name_words.iter().all(|name_word| typed.words.iter().any(|word| same_word(name_word, word)))
        && typed.words.iter().all(|word| is_typed(word) || terms.matches(word))
}

/// Ranks a partial match by the number of missing words, then by name before synonyms.
pub(crate) fn partial_rank(lang: Lang, terms: &SearchTerms, typed: &SearchInput<'_>) -> Option<u8> {
    let words = &typed.words;
    if words.len() < 2 || !words.iter().any(|word| terms.matches_surely(word)) {
        return None;
    }
    let is_matched = |word: &&&str| terms.matches(word) || terms.matches_surely(word);
    let missing = (words.len() - words.iter().filter(is_matched).count()).min(MAX_MISSING);
    let name = terms.name(lang);
    let quality = if significant_words(name)
        .iter()
        .all(|name_word| words.iter().any(|word| same_word(name_word, word)))
    {
        0
    } else {
        1 + u8::from(!words.iter().any(|word| is_word(word) && has_word_prefix(name, word)))
    };
    let missing = u8::try_from(missing).unwrap_or(u8::MAX / RANKS_PER_MISSING);
    Some(PARTIAL + missing * RANKS_PER_MISSING + quality)
}

/// Returns whether a match of this rank has as many words as the best one.
pub(crate) fn matches_as_many(rank: u8, best: u8) -> bool {
    rank < PARTIAL || rank / RANKS_PER_MISSING == best / RANKS_PER_MISSING
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank_typed(key: &'static str, kind: TermKind, needle: &str) -> Option<u8> {
        rank_key(Lang::Fr, key, kind, &SearchInput::new(needle))
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
    fn fuzzy_matches_rank_last_and_closest_first() {
        let of = |needle| rank_typed("action-export", TermKind::Action, needle);
        assert_eq!(of("exp"), Some(0));
        assert!((FUZZY..RANK_COUNT).contains(&of("exprt").unwrap()));
        assert_eq!(of("xprt"), None, "the first letter must begin a word");
        let parc = |typed| fuzzy_rank("le parc, lyon", typed).unwrap();
        assert!(parc("lparc") < parc("lprc"));
        assert_eq!(fuzzy_rank("le parc, lyon", "lprc lille"), None, "every word must match");
    }

    #[test]
    fn names_rank_above_synonyms_which_ignore_two_letters() {
        let of = |needle| rank_typed("preferences-title", TermKind::Screen, needle);
        assert_eq!(of("pref"), Some(0));
        assert_eq!(of("alert"), Some(1));
        let operators = rank_typed("family-operateurs", TermKind::Screen, "operators");
        assert_eq!(operators, Some(BY_SYNONYM), "the name in the other language");
        assert_eq!(of("severity"), Some(BY_SYNONYM));
        assert_eq!(of("se"), None);
    }

    #[test]
    fn ranking_accepts_stop_words_any_order_and_object_nouns() {
        let of = |needle| rank_typed("action-delete-deal", TermKind::Action, needle);
        assert_eq!(of("supprimer un dossier"), Some(WORD_START), "the name with a related word");
        assert_eq!(of("dossier a supprimer"), Some(WORD_START));
        assert_eq!(of("delete a deal"), Some(BY_SYNONYM));
        assert_eq!(of("jeter le deal"), Some(COMBINED_TERMS));
        assert_eq!(of("deal"), None, "a related word alone does not match");
        let language = |needle| rank_typed("action-switch-language", TermKind::Action, needle);
        assert_eq!(language("langue changer"), Some(IN_ANY_ORDER));
    }

    #[test]
    fn partial_rank_prefers_more_matches_and_needs_a_name() {
        let of = |needle: &str| {
            let called = SearchTerms::from_key("action-delete-deal", TermKind::Action);
            partial_rank(Lang::Fr, &called, &SearchInput::new(needle))
        };
        let best = of("supprimer le deal vraiment").unwrap();
        assert!(best < of("supprimer vraiment tout").unwrap());
        assert!(matches_as_many(of("suprimer deal vraiment").unwrap(), best), "a misspelt word counts");
        assert_eq!(of("vraiment"), None);
        assert_eq!(of("deal vraiment"), None, "a related word alone does not match");
    }
}
