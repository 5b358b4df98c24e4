//! Words in a name: as they are, or spread out.
//!
//! A word is looked for as it is first. From three letters it may also be spread over the text (`lprc` for
//! `Le Parc`), scored as fzf does: it begins where a word begins, and its letters keep close together or begin words.
//! What stands after a line feed (an identifier) is never spread over: its digits would match anything.

use std::cell::RefCell;

use nucleo_matcher::{Config, Matcher, Utf32Str};

/// The shortest word that may be spread out: two letters are spread over almost every name.
const SPREAD_FROM: usize = 3;

/// Whether a folded text holds a folded word.
pub(super) fn found(text: &str, word: &str) -> bool {
    text.contains(word) || spread(text, word)
}

fn spread(text: &str, word: &str) -> bool {
    let text = text.split('\n').next().unwrap_or(text);
    if word.chars().count() < SPREAD_FROM || word.contains(' ') || !in_order(text, word) {
        return false;
    }
    thread_local! {
        static TOOLS: RefCell<Tools> = RefCell::new(Tools::new());
    }
    TOOLS
        .with_borrow_mut(|tools| tools.score(text, word))
        .is_some_and(|score| score >= least(word))
}

/// The least score of a spread word. A letter found is worth 16, one that begins a word about 10 more, a gap costs 3
/// and 1 for each further letter: four beyond the letters themselves on the average, and eight to begin with, keep
/// `lprc` and refuse three letters picked from three ends of a name.
fn least(word: &str) -> u32 {
    u32::try_from(word.chars().count())
        .unwrap_or(u32::MAX / 32)
        .saturating_mul(20)
        .saturating_add(8)
}

/// Whether the letters come in this order at all, the first at the beginning of a word: refuses most rows before
/// anything is scored.
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
    use super::*;

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
        ] {
            assert!(found(text, word), "{word} in {text}");
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
            ("le parc\n6f1cabc2", "lpabc"),
        ] {
            assert!(!found(text, word), "{word} in {text}");
        }
    }

    #[test]
    fn letters_beyond_ascii_are_compared_too() {
        assert!(found("東京 タワー", "京"));
        assert!(found("афины парк", "афпарк"));
        assert!(!found("афины парк", "крап"));
    }
}
