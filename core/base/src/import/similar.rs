//! Values that differ by a typing mistake.

use crate::query::letter_mask;
use crate::text::fold;

/// Shortest name in which one other letter is a likely mistake.
const MIN_NAME: usize = 8;

/// Returns the known value that a folded value was probably meant to be. Other digits are no mistake.
pub(super) fn nearest<'a>(folded: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (folded.chars().count() / 4).clamp(1, 2);
    let distances = known.filter(|known| !known.is_empty() && digits(folded) == digits(known)).map(|known| {
        let distance = strsim::levenshtein(folded, &fold(known));
        (distance, known)
    });
    let nearest = distances.filter(|(distance, _)| *distance <= limit).min_by_key(|(distance, _)| *distance);
    nearest.map(|(_, known)| known)
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// A folded name, prepared for comparison with many others.
pub(super) struct NameShape {
    letters: u64,
    words: Vec<String>,
    digits: String,
    text: String,
}

impl NameShape {
    /// Prepares a folded name.
    pub(super) fn new(folded: &str) -> Self {
        let words = folded.split(|letter: char| !letter.is_alphanumeric());
        let mut words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
        words.sort_unstable();
        Self { letters: letter_mask(folded), words, digits: digits(folded), text: folded.to_owned() }
    }

    /// Returns whether another folded name probably means the same: other order or punctuation, or one other letter.
    ///
    /// Names with other digits or another single letter, such as `Lot A` and `Lot B`, are different on purpose.
    /// `letters` is the letter mask of the other name.
    pub(super) fn resembles(&self, other: &str, letters: u64) -> bool {
        // One other letter changes two bits, and two more if it begins a word. This rejects nearly all names.
        if (self.letters ^ letters).count_ones() > 4 {
            return false;
        }
        let other = Self::new(other);
        if self.digits != other.digits {
            return false;
        }
        let is_letter = |word: &&String| word.chars().count() == 1;
        self.words == other.words
            || self.text.chars().count() >= MIN_NAME
                && self.words.iter().filter(is_letter).eq(other.words.iter().filter(is_letter))
                && strsim::levenshtein(&self.text, &other.text) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_typing_mistakes_resemble() {
        let like = |one: &str, other: &str| NameShape::new(one).resembles(other, letter_mask(other));
        assert!(like("le parc, lyon", "lyon - le parc"));
        assert!(like("le parc, lyon", "le parc, lyonn"));
        assert!(!like("lot 1 nantes", "lot 2 nantes"));
        assert!(!like("immeuble a", "immeuble b"));
        assert!(!like("tour sud", "tour nord"));
        assert!(!like("parc", "part"), "short names differ by one letter");
    }

    #[test]
    fn nearest_code_is_a_suggestion_only_if_close() {
        let known = ["sourcing", "closing", "ic", ""];
        assert_eq!(nearest("sorcing", known.into_iter()), Some("sourcing"));
        assert_eq!(nearest("xyz", known.into_iter()), None);
        assert_eq!(nearest("phase 2", ["phase 1"].into_iter()), None, "another number is meant");
    }
}
