//! Text matching: exact for filters, fuzzy for the palette.
//!
//! In a filter, a word matches as a substring and a quoted phrase only at word boundaries. Counts and sums must cover
//! exactly the requested deals. In the palette, the letters of a word may be spread over a name (`lprc` for `Le Parc`)
//! and are scored as in fzf. The match starts at the beginning of a word. Its letters are close together or begin
//! words. A place-name abbreviation matches the whole word (`st` for `Sainte-Croix`), although it is short. Text after
//! a line feed (an identifier) never matches spread letters, because its digits would match anything.

use std::cell::RefCell;

use memchr::memmem::Finder;
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::text::search_fold::word_starts_with;

use super::letter_mask::RequiredLetters;

/// Iterates over the offsets at which a folded phrase occurs at word boundaries.
pub fn word_boundary_matches<'a>(text: &'a str, phrase: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_joined = |left: Option<char>, right: Option<char>| {
        left.is_some_and(char::is_alphanumeric) && right.is_some_and(char::is_alphanumeric)
    };
    let (first, last) = (phrase.chars().next(), phrase.chars().next_back());
    // Matches may overlap: `aa-aa-aa` contains the phrase `aa-aa` twice.
    let offsets = text.char_indices().map(|(at, _)| at);
    let offsets = offsets.filter(move |at| text.get(*at..).is_some_and(|rest| rest.starts_with(phrase)));
    offsets.filter(move |at| {
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        let after = text.get(at + phrase.len()..).and_then(|after| after.chars().next());
        !is_joined(before, first) && !is_joined(last, after)
    })
}

/// Returns whether a folded text contains a folded phrase as in [`word_boundary_matches`]. An empty phrase always matches.
#[must_use]
pub fn matches_at_word(text: &str, phrase: &str) -> bool {
    phrase.is_empty() || word_boundary_matches(text, phrase).next().is_some()
}

/// A folded word prepared for searches in many folded texts.
#[derive(Clone, Debug)]
pub struct Needle {
    word: String,
    finder: Finder<'static>,
    required_letters: RequiredLetters,
}

impl Needle {
    /// Prepares a folded word.
    #[must_use]
    pub fn new(word: &str) -> Self {
        Self {
            finder: Finder::new(word).into_owned(),
            required_letters: RequiredLetters::for_word(word),
            word: word.to_owned(),
        }
    }

    /// Returns a finder for the word as a substring.
    #[must_use]
    pub fn finder(&self) -> &Finder<'static> {
        &self.finder
    }

    /// Returns whether the letters may occur in a text with these marks; `false` is certain.
    #[must_use]
    pub fn may_match(&self, mask: u64) -> bool {
        self.required_letters.may_match(mask)
    }

    /// Returns whether the letters occur in order, the first at the beginning of a word.
    ///
    /// If this is false for a word, it is false for every longer word that begins with it.
    #[must_use]
    pub fn matches_in_order(&self, text: &str) -> bool {
        is_in_order(text, &self.word)
    }
}

fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or(text)
}

/// Returns the score of a folded word whose letters are spread over a folded text.
///
/// Returns `None` if the letters are not in order from the beginning of a word, or too far apart. For sorted lists: two
/// letters are enough (`pf` for `Portfolio`).
#[must_use]
pub fn fuzzy_score(text: &str, word: &str) -> Option<u32> {
    let letter_count = word.chars().count();
    if letter_count < 2 || !is_in_order(text, word) {
        return None;
    }
    if is_abbreviated(text, word) {
        return Some(ABBREVIATION_SCORE);
    }
    let score = score(first_line(text), word)?;
    (score >= min_score(letter_count)).then(|| score / u32::try_from(letter_count).unwrap_or(u32::MAX))
}

/// Score of an abbreviation per letter: as if no letter were missing.
const ABBREVIATION_SCORE: u32 = 26;

/// Length from which a word is recognisable with some letters missing.
const MIN_DISTINCTIVE_LEN: usize = 5;

/// Returns the minimum score of a spread word.
///
/// A matched letter scores 16, and about 10 more if it begins a word. A gap costs 3, and 1 for each further letter. The
/// minimum is 20 per letter plus 4. It accepts `lprc` and rejects three letters from distant parts of a name. For
/// longer words it is 18 per letter. That allows two gaps in five letters (`tolse` for `Toulouse`) and three in eight.
fn min_score(letter_count: usize) -> u32 {
    let per_letter = if letter_count < MIN_DISTINCTIVE_LEN { 20 } else { 18 };
    u32::try_from(letter_count).unwrap_or(u32::MAX / 32).saturating_mul(per_letter).saturating_add(4)
}

fn is_in_order(text: &str, word: &str) -> bool {
    let text = first_line(text);
    if text.is_ascii() && word.is_ascii() {
        letters_in_order(text.bytes(), word.bytes(), |letter| letter.is_ascii_alphanumeric())
    } else {
        letters_in_order(text.chars(), word.chars(), char::is_alphanumeric)
    }
}

/// Abbreviations in place names, and the beginning of the whole word.
///
/// Their letters occur in it in order, the first at its beginning.
const ABBREVIATIONS: [(&str, &str); 3] = [("st", "saint"), ("ste", "sainte"), ("bd", "boulevard")];

fn is_abbreviated(text: &str, word: &str) -> bool {
    let entry = ABBREVIATIONS.iter().find(|(short, _)| *short == word);
    entry.is_some_and(|(_, entry)| word_starts_with(first_line(text), entry))
}

fn score(text: &str, word: &str) -> Option<u32> {
    thread_local! {
        static TOOLS: RefCell<MatchBuffers> = RefCell::new(MatchBuffers::new());
    }
    TOOLS.with_borrow_mut(|tools| tools.score(text, word))
}

fn letters_in_order<T: Copy + PartialEq>(
    mut text: impl Iterator<Item = T>,
    mut word: impl Iterator<Item = T>,
    is_alphanumeric: impl Fn(T) -> bool,
) -> bool {
    let Some(first) = word.next() else { return false };
    let mut inside = false;
    let is_started = text.any(|letter| {
        let is_word_start = !inside && letter == first;
        inside = is_alphanumeric(letter);
        is_word_start
    });
    is_started && word.all(|next_letter| text.any(|letter| letter == next_letter))
}

/// Matcher and buffers, one per thread: they are large and have no state between calls.
struct MatchBuffers {
    matcher: Matcher,
    text: Vec<char>,
    word: Vec<char>,
}

impl MatchBuffers {
    fn new() -> Self {
        // Both texts are already folded.
        let mut config = Config::DEFAULT;
        (config.ignore_case, config.normalize) = (false, false);
        Self { matcher: Matcher::new(config), text: Vec::new(), word: Vec::new() }
    }

    fn score(&mut self, text: &str, word: &str) -> Option<u32> {
        let text = Utf32Str::new(text, &mut self.text);
        let word = Utf32Str::new(word, &mut self.word);
        self.matcher.fuzzy_match(text, word).map(u32::from)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::query::letter_mask;

    use super::*;

    #[test]
    fn phrase_matches_only_at_word_boundaries() {
        for (text, phrase) in [
            ("le parc, lyon", "parc"),
            ("le parc, lyon", "parc, lyon"),
            ("le parc, lyon", "le parc, lyon"),
            ("halle (est), metz", "(est)"),
            ("r&d and co", "and"),
            ("xaa-aa-aa", "aa-aa"),
            ("東京 タワー", "東京"),
            ("le parc", ""),
        ] {
            assert!(matches_at_word(text, phrase), "{phrase} in {text}");
        }
        for (text, phrase) in [
            ("le parc, lyon", "par"),
            ("le parc, lyon", "arc"),
            ("le grand parc", "and"),
            ("le parc, lyon", "parc lyon"),
            ("le parc, lyon", "parc, ly"),
            ("東京 タワー", "東"),
            ("", "parc"),
        ] {
            assert!(!matches_at_word(text, phrase), "{phrase} in {text}");
        }
    }

    #[test]
    fn a_word_is_found_spread_over_a_name() {
        for (text, word) in [
            ("le parc, lyon", "lprc"),
            ("le parc, lyon", "lpl"),
            ("ilot saint-michel, toulouse", "ism"),
            ("ilot saint-michel, toulouse", "smichel"),
            ("residence cassiopee, montpellier", "rescas"),
            ("ateliers gambetta, paris 20e", "gambta"),
            ("tour meridienne, courbevoie", "tourmer"),
            ("le parc, toulouse", "tolse"),
            ("residence cassiopee, montpellier", "monplir"),
            ("clinique des alpilles, salon", "clniqe"),
        ] {
            assert!(fuzzy_score(text, word).is_some(), "{word} in {text}");
        }
    }

    #[test]
    fn abbreviation_matches_only_its_own_word() {
        for (text, word) in [
            ("ilot sainte-croix, metz", "st"),
            ("ilot sainte-croix, metz", "ste"),
            ("quai saint-michel", "st"),
            ("boulevard vivier", "bd"),
        ] {
            assert_eq!(fuzzy_score(text, word), Some(ABBREVIATION_SCORE), "{word} in {text}");
        }
        for (text, word) in [
            ("quai saint-michel", "ste"),
            ("toussaint", "st"),
            ("sud-loire, tours", "st"),
            ("le parc\nsaint", "st"),
        ] {
            assert_ne!(fuzzy_score(text, word), Some(ABBREVIATION_SCORE), "{word} in {text}");
        }
    }

    #[test]
    fn letters_from_all_over_are_not_a_word() {
        for (text, word) in [
            ("residence cassiopee, montpellier", "rot"),
            ("logistique et activites sud-loire", "lad"),
            ("le parc, lyon", "ly n"),
            ("le parc, lyon", "parcs"),
            ("", "abc"),
            ("le parc, lyon", "arlyon"),
            ("le parc, toulouse", "tlse"),
            ("le parc\n6f1cabc2", "lpabc"),
        ] {
            assert_eq!(fuzzy_score(text, word), None, "{word} in {text}");
        }
    }

    #[test]
    fn letters_that_keep_together_are_closer() {
        let of = |text, word| fuzzy_score(text, word);
        assert!(of("exporter", "exprt") > of("exposition de parts en retrait", "exprt"));
        for (text, word) in [("changer de theme", "thm"), ("portfolio", "pf"), ("portefeuille", "pf")] {
            assert!(of(text, word).is_some(), "{word} in {text}");
        }
        for (text, word) in [("portfolio", "p"), ("portfolio", "fo"), ("logistique et activites", "lv")] {
            assert_eq!(of(text, word), None, "{word} in {text}");
        }
    }

    #[test]
    fn letters_beyond_ascii_are_compared_too() {
        assert!(fuzzy_score("афины парк", "афпарк").is_some());
        assert_eq!(fuzzy_score("афины парк", "крап"), None);
    }

    proptest! {
        #[test]
        fn fuzzy_prefilter_never_rejects_a_match(text in "[a-e é京 ,0-3]{0,14}", word in "[a-eé京0-3]{1,5}") {
            let needle = Needle::new(&word);
            prop_assert_eq!(needle.matches_in_order(&text), letters_in_order(text.chars(), word.chars(), char::is_alphanumeric));
            if letters_in_order(text.chars(), word.chars(), char::is_alphanumeric) {
                prop_assert!(needle.may_match(letter_mask(&text)), "{} in {}", word, text);
            }
        }

        #[test]
        fn longer_word_matches_only_where_its_prefix_does(
            text in "[a-d ]{0,14}", word in "[a-d]{2,6}", shorter in 1usize..5
        ) {
            let beginning: String = word.chars().take(shorter).collect();
            if Needle::new(&word).matches_in_order(&text) {
                prop_assert!(Needle::new(&beginning).matches_in_order(&text));
            }
        }
    }
}
