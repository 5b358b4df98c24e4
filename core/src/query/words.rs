//! Words in a name: as they are, or spread out.
//!
//! A word is looked for as it is first. From three letters it may also be spread over the text (`lprc` for
//! `Le Parc`), scored as fzf does: it begins where a word begins, and its letters keep close together or begin words.
//! What a name of a place is abbreviated to stands for the whole word (`st` for `Sainte-Croix`), short as it is.
//! What stands after a line feed (an identifier) is never spread over: its digits would match anything.

use std::cell::RefCell;

use memchr::memmem::Finder;
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::text::search_fold::word_starts_with;

use super::marks::{Wanted, marks};

/// The shortest word that may be spread out: two letters are spread over almost every name.
const SPREAD_FROM: usize = 3;

/// Whether a folded text holds a folded word. Who asks many texts makes a [`Needle`] first.
pub(super) fn found(text: &str, word: &str) -> bool {
    text.contains(word) || ordered(text, word) && spread(text, word, word.chars().count())
}

/// A folded word made ready to be looked for in many folded texts.
#[derive(Clone, Debug)]
pub struct Needle {
    word: String,
    finder: Finder<'static>,
    wanted: Wanted,
    letters: usize,
}

impl Needle {
    /// For a folded word.
    #[must_use]
    pub fn new(word: &str) -> Self {
        Self {
            finder: Finder::new(word).into_owned(),
            wanted: Wanted::by(word),
            letters: word.chars().count(),
            word: word.to_owned(),
        }
    }

    /// Finds the word as it is in a text.
    #[must_use]
    pub fn finder(&self) -> &Finder<'static> {
        &self.finder
    }

    /// Whether a text holds the word, as it is or spread.
    #[must_use]
    pub fn found(&self, text: &str) -> bool {
        self.finder.find(text.as_bytes()).is_some()
            || self.may_spread(marks(text)) && self.in_order(text) && self.spread(text)
    }

    /// Whether the word's letters may be in a text, going by the text's [`marks`] alone: `false` is certain.
    #[must_use]
    pub fn may_spread(&self, marks: u64) -> bool {
        self.wanted.may_be_in(marks)
    }

    /// Whether the letters come in this order at all, the first at the beginning of a word. What does not hold for a
    /// word does not hold for a longer one that begins with it.
    #[must_use]
    pub fn in_order(&self, text: &str) -> bool {
        ordered(text, &self.word)
    }

    /// Whether letters that are [in order](Self::in_order) are close enough together to be taken for the word.
    #[must_use]
    pub fn spread(&self, text: &str) -> bool {
        spread(text, &self.word, self.letters)
    }
}

impl PartialEq for Needle {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl Eq for Needle {}

fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or(text)
}

/// How well the letters of a folded word, spread over a folded text, keep together: none where they are not in order
/// from the beginning of a word on, or too far apart to be meant. For a list that is put in order by it, so it takes two
/// letters (`pf` for `Portfolio`) and somewhat wider gaps than a filter does, which leaves out what it does not find.
#[must_use]
pub fn closeness(text: &str, word: &str) -> Option<u32> {
    let letters = word.chars().count();
    if letters < 2 || !ordered(text, word) {
        return None;
    }
    if abbreviates(text, word) {
        return Some(AS_MEANT);
    }
    let score = score(first_line(text), word)?;
    (score + WIDER >= least(letters)).then(|| score / u32::try_from(letters).unwrap_or(u32::MAX))
}

/// What an abbreviation is worth a letter: as if no letter were left out.
const AS_MEANT: u32 = 26;

/// How much less than a filter's a score may be where it only puts things in order.
const WIDER: u32 = 4;

/// From so many letters on a word is told by them even if some between them are missing.
const TELLING: usize = 5;

/// The least score of a spread word. A letter found is worth 16, one that begins a word about 10 more, a gap costs 3
/// and 1 for each further letter: four beyond the letters themselves on the average, and eight to begin with, keep
/// `lprc` and refuse three letters picked from three ends of a name. Of a word that is told by its letters half of that is
/// asked, which leaves room for two gaps in five letters (`tolse` for `Toulouse`) and for three in eight.
fn least(letters: usize) -> u32 {
    let each = if letters < TELLING { 20 } else { 18 };
    u32::try_from(letters)
        .unwrap_or(u32::MAX / 32)
        .saturating_mul(each)
        .saturating_add(8)
}

fn ordered(text: &str, word: &str) -> bool {
    let text = first_line(text);
    if text.is_ascii() && word.is_ascii() {
        ascii_in_order(text.as_bytes(), word.as_bytes())
    } else {
        in_order(text, word)
    }
}

fn spread(text: &str, word: &str, letters: usize) -> bool {
    if abbreviates(text, word) {
        return true;
    }
    if letters < SPREAD_FROM || word.contains(' ') {
        return false;
    }
    score(first_line(text), word).is_some_and(|score| score >= least(letters))
}

/// What names of places are written with for short, and what a word then begins with. The letters are in order in it, the
/// first at its beginning.
const SHORT: [(&str, &str); 3] = [("st", "saint"), ("ste", "sainte"), ("bd", "boulevard")];

fn abbreviates(text: &str, word: &str) -> bool {
    let whole = SHORT.iter().find(|(short, _)| *short == word);
    whole.is_some_and(|(_, whole)| word_starts_with(first_line(text), whole))
}

fn score(text: &str, word: &str) -> Option<u32> {
    thread_local! {
        static TOOLS: RefCell<Tools> = RefCell::new(Tools::new());
    }
    TOOLS.with_borrow_mut(|tools| tools.score(text, word))
}

fn in_order(text: &str, word: &str) -> bool {
    let mut letters = word.chars();
    let Some(first) = letters.next() else { return false };
    let mut inside = false;
    let mut rest = text.chars();
    let begun = rest.any(|letter| {
        let begins = !inside && letter == first;
        inside = letter.is_alphanumeric();
        begins
    });
    begun && letters.all(|wanted| rest.any(|letter| letter == wanted))
}

fn ascii_in_order(text: &[u8], word: &[u8]) -> bool {
    let Some((first, letters)) = word.split_first() else {
        return false;
    };
    let mut inside = false;
    let mut rest = text.iter();
    let begun = rest.any(|letter| {
        let begins = !inside && letter == first;
        inside = letter.is_ascii_alphanumeric();
        begins
    });
    begun && letters.iter().all(|wanted| rest.any(|letter| letter == wanted))
}

/// The matcher and its buffers, one of each per thread: they are large and hold nothing between calls.
struct Tools {
    matcher: Matcher,
    text: Vec<char>,
    word: Vec<char>,
}

impl Tools {
    fn new() -> Self {
        let mut config = Config::DEFAULT;
        // Both sides are folded already.
        config.ignore_case = false;
        config.normalize = false;
        Self {
            matcher: Matcher::new(config),
            text: Vec::new(),
            word: Vec::new(),
        }
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

    use super::*;

    fn found(text: &str, word: &str) -> bool {
        Needle::new(word).found(text)
    }

    #[test]
    fn a_word_is_found_as_it_is_or_spread() {
        for (text, word) in [
            ("le parc, lyon", "parc"),
            ("le parc, lyon", "rc"),
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
            assert!(found(text, word), "{word} in {text}");
        }
    }

    #[test]
    fn an_abbreviation_stands_for_its_word_alone() {
        for (text, word) in [
            ("ilot sainte-croix, metz", "st"),
            ("ilot sainte-croix, metz", "ste"),
            ("quai saint-michel", "st"),
            ("boulevard vivier", "bd"),
        ] {
            assert!(found(text, word), "{word} in {text}");
            assert_eq!(closeness(text, word), Some(AS_MEANT), "{word} in {text}");
        }
        for (text, word) in [
            ("quai saint-michel", "ste"),
            ("toussaint", "st"),
            ("sud-loire, tours", "st"),
            ("le parc\nsaint", "st"),
        ] {
            assert!(!found(text, word), "{word} in {text}");
        }
    }

    #[test]
    fn letters_from_all_over_are_not_a_word() {
        for (text, word) in [
            ("maison theodora, nice", "mar"),
            ("residence cassiopee, montpellier", "rot"),
            ("logistique et activites sud-loire", "lad"),
            ("le parc, lyon", "ly n"),
            ("le parc, lyon", "ln"),
            ("le parc, lyon", "parcs"),
            ("", "abc"),
            ("le parc, lyon", "arlyon"),
            ("le parc, toulouse", "tlse"),
            ("logistique et activites sud-loire", "lgtqe"),
            ("residence cassiopee, montpellier", "rdcop"),
            ("le parc\n6f1cabc2", "lpabc"),
        ] {
            assert!(!found(text, word), "{word} in {text}");
        }
    }

    #[test]
    fn letters_that_keep_together_are_closer() {
        let of = |text, word| closeness(text, word);
        assert!(of("exporter", "exprt") > of("exposition de parts en retrait", "exprt"));
        for (text, word) in [
            ("changer de theme", "thm"),
            ("portfolio", "pf"),
            ("portefeuille", "pf"),
        ] {
            assert!(of(text, word).is_some(), "{word} in {text}");
        }
        for (text, word) in [
            ("portfolio", "p"),
            ("portfolio", "fo"),
            ("logistique et activites", "lv"),
        ] {
            assert_eq!(of(text, word), None, "{word} in {text}");
        }
    }

    #[test]
    fn letters_beyond_ascii_are_compared_too() {
        assert!(found("東京 タワー", "京"));
        assert!(found("афины парк", "афпарк"));
        assert!(!found("афины парк", "крап"));
    }

    proptest! {
        #[test]
        fn what_refuses_early_refuses_rightly(text in "[a-e é京 ,0-3]{0,14}", word in "[a-eé京0-3]{1,5}") {
            let needle = Needle::new(&word);
            prop_assert_eq!(needle.in_order(&text), in_order(&text, &word));
            if in_order(&text, &word) {
                prop_assert!(needle.may_spread(marks(&text)), "{} in {}", word, text);
            }
            prop_assert_eq!(needle.found(&text), super::found(&text, &word));
        }

        #[test]
        fn a_longer_word_is_never_in_order_where_its_beginning_is_not(
            text in "[a-d ]{0,14}", word in "[a-d]{2,6}", shorter in 1usize..5
        ) {
            let beginning: String = word.chars().take(shorter).collect();
            if Needle::new(&word).in_order(&text) {
                prop_assert!(Needle::new(&beginning).in_order(&text));
            }
        }
    }
}
