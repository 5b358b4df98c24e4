//! Values that differ by a typing mistake.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::text::fold;

/// Shortest name in which one other letter is a likely mistake.
const MIN_NAME: usize = 8;

/// Cells of spreadsheets that are no name.
const NO_NAMES: [&str; 11] =
    ["true", "false", "vrai", "faux", "null", "none", "nan", "n/a", "na", "neant", "inconnu"];
/// Names of months and days in both languages, folded.
const TIME_WORDS: &str = "january february march april may june july august september october november december \
    janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre \
    monday tuesday wednesday thursday friday saturday sunday lundi mardi mercredi jeudi vendredi samedi dimanche";

/// Returns the known value that a folded value was probably meant to be. Other digits are no mistake.
pub(super) fn nearest<'a>(folded: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let folded = &without_punctuation(folded);
    let limit = (folded.chars().count() / 4).clamp(1, 2);
    let distances = known.filter(|known| !known.is_empty() && digits(folded) == digits(known)).map(|known| {
        let distance = strsim::levenshtein(folded, &without_punctuation(&fold(known)));
        (distance, known)
    });
    let nearest = distances.filter(|(distance, _)| *distance <= limit).min_by_key(|(distance, _)| *distance);
    nearest.map(|(_, known)| known)
}

fn without_punctuation(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric() || letter.is_whitespace()).collect()
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Returns whether two folded names probably mean the same: other order or punctuation, or one other letter.
///
/// Names with other digits or another single letter, such as `Lot A` and `Lot B`, are different on purpose.
pub(super) fn resembles(one: &str, other: &str) -> bool {
    if digits(one) != digits(other) {
        return false;
    }
    let (words, other_words) = (sorted_words(one), sorted_words(other));
    let is_letter = |word: &&&str| word.chars().count() == 1;
    words == other_words
        || one.chars().count() >= MIN_NAME
            && words.iter().filter(is_letter).eq(other_words.iter().filter(is_letter))
            && strsim::levenshtein(one, other) == 1
}

/// Returns hashes of a folded name. Names that resemble each other share one, so that not every pair is compared.
///
/// They are of its words in order, of the name, and of the name without each of its letters.
pub(super) fn similarity_keys(name: &str) -> Vec<u64> {
    let digits = digits(name);
    let key = |text: &str| {
        let mut hasher = DefaultHasher::new();
        (&digits, text).hash(&mut hasher);
        hasher.finish()
    };
    let without = name.char_indices().map(|(at, letter)| {
        let (before, after) = name.split_at(at);
        key(&[before, after.strip_prefix(letter).unwrap_or_default()].concat())
    });
    without.chain([key(name), key(&sorted_words(name).join("\n"))]).collect()
}

/// Returns whether two folded names of owners probably mean the same person: one has no word that the other lacks.
pub(super) fn is_same_person(one: &str, other: &str) -> bool {
    let (words, other_words) = (sorted_words(one), sorted_words(other));
    let contains =
        |all: &[&str], some: &[&str]| !some.is_empty() && some.iter().all(|word| all.contains(word));
    contains(&words, &other_words) || contains(&other_words, &words)
}

/// Returns whether a text is probably no name: a number, a date, a sum, the word for a missing value, half a quotation.
pub(super) fn is_unusual(name: &str) -> bool {
    let folded = fold(name);
    let words = || folded.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty());
    let is_time = |word: &str| {
        word.len() < 2 || word.len() > 2 && TIME_WORDS.split(' ').any(|full| full.starts_with(word))
    };
    NO_NAMES.contains(&&*folded)
        || matches!(words().next(), Some("total" | "totaux" | "subtotal"))
        || (folded.contains(|letter: char| letter.is_ascii_digit()) || words().next().is_none())
            && words().all(is_time)
        || name.matches('"').count() % 2 == 1
}

/// Returns whether names with these letter masks may resemble each other. It rejects nearly all pairs.
///
/// One other letter changes two bits, and two more if it begins a word.
pub(super) fn may_resemble(letters: u64, other: u64) -> bool {
    (letters ^ other).count_ones() <= 4
}

fn sorted_words(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let mut words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::letter_mask;

    #[test]
    fn only_typing_mistakes_resemble() {
        let like = |one: &str, other: &str| {
            let is_like = resembles(one, other);
            let shares_key = similarity_keys(one).iter().any(|key| similarity_keys(other).contains(key));
            assert!(!is_like || shares_key && may_resemble(letter_mask(one), letter_mask(other)), "{one}");
            is_like
        };
        assert!(like("le parc, lyon", "lyon - le parc"));
        assert!(like("le parc, lyon", "le parc, lyonn"));
        assert!(like("le parc, lyon", "le parc, lion"));
        assert!(!like("lot 1 nantes", "lot 2 nantes"));
        assert!(!like("immeuble a", "immeuble b"));
        assert!(!like("tour sud", "tour nord"));
        assert!(!like("parc", "part"), "short names differ by one letter");
    }

    #[test]
    fn numbers_dates_and_missing_values_are_unusual_names() {
        for text in [
            "12",
            "-",
            "12 nov. 2026",
            "12-nov-26",
            "lundi 3 mars 2025",
            "2026-11-12T10:00:00Z",
            "1,2E+10",
            "VRAI",
            "NULL",
            "n/a",
            "Total",
            "Total général : 12",
            "Guillemet, Laval\"",
            "05/11/2026 10:00",
        ] {
            assert!(is_unusual(text), "{text}");
        }
        for text in ["Lot 3 A", "Marseille 2025", "Tour 12", "Le \"Parc\"", "A", "Totem", "Mars, Lyon"] {
            assert!(!is_unusual(text), "{text}");
        }
    }

    #[test]
    fn owners_with_the_same_words_are_the_same_person() {
        assert!(is_same_person("martin a.", "a. martin") && is_same_person("martin", "a. martin"));
        assert!(!is_same_person("b. martin", "a. martin") && !is_same_person("-", "a. martin"));
    }

    #[test]
    fn nearest_code_is_a_suggestion_only_if_close() {
        let known = ["sourcing", "closing", "ic", ""];
        assert_eq!(nearest("sorcing", known.into_iter()), Some("sourcing"));
        assert_eq!(nearest("xyz", known.into_iter()), None);
        assert_eq!(nearest("a martn", ["P. Roux", "A. Martin"].into_iter()), Some("A. Martin"));
        assert_eq!(nearest("phase 2", ["phase 1"].into_iter()), None, "another number is meant");
    }
}
