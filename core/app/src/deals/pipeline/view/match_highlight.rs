//! Highlights the letters that a filter or the palette matched in a name.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::query::{
    ConditionKind, FieldMatch, Query, Term, fuzzy_score, is_stop_word, word_boundary_matches,
};
use crate::text::search_fold::{fold_onto, word_starts_with};
use crate::text::{SafeText, fold};

/// A text, its folded form, and where each letter is in both; folding may yield several characters.
struct FoldedLetters {
    folded: String,
    letters: Vec<Letter>,
}

/// Byte ranges of one letter.
struct Letter {
    in_text: Range<usize>,
    in_folded: Range<usize>,
}

impl FoldedLetters {
    fn new(text: &str) -> Self {
        let mut folded = String::with_capacity(text.len());
        let letters = text.grapheme_indices(true).map(|(at, letter)| {
            let start = folded.len();
            fold_onto(letter, &mut folded);
            Letter { in_text: at..at + letter.len(), in_folded: start..folded.len() }
        });
        let letters = letters.collect();
        Self { folded, letters }
    }

    /// Returns the byte range of a folded word in the text. `find` locates the word in the folded text.
    fn find_range(&self, word: &str, find: impl Fn(&str) -> Option<usize>) -> Option<Range<usize>> {
        let at = find(&self.folded).filter(|_| !word.is_empty())?;
        let found = at..at + word.len();
        let mut covered = self
            .letters
            .iter()
            .filter(|letter| letter.in_folded.start < found.end && letter.in_folded.end > found.start);
        let first = covered.next()?;
        Some(first.in_text.start..covered.next_back().unwrap_or(first).in_text.end)
    }

    /// Returns the folded form of the letter at `position`.
    fn folded_letter(&self, position: usize) -> &str {
        let letter = self.letters.get(position);
        letter.and_then(|letter| self.folded.get(letter.in_folded.clone())).unwrap_or_default()
    }

    /// Matches the letters of a word in sequence: each at the beginning of a word, else at the first remaining position.
    fn find_in_order(&self, word: &str) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        let mut at = 0;
        for letter in word.chars() {
            let matches = |position: &usize| self.folded_letter(*position).starts_with(letter);
            let starts_word = |position: &usize| {
                let before = position.checked_sub(1);
                before.is_none_or(|before| !self.folded_letter(before).chars().any(char::is_alphanumeric))
            };
            let mut remaining = at..self.letters.len();
            let next_position = if matches(&at) {
                Some(at)
            } else {
                let at_start = remaining.clone().find(|position| matches(position) && starts_word(position));
                at_start.or_else(|| remaining.find(matches))
            };
            let Some(position) = next_position else {
                return Vec::new();
            };
            ranges.extend(self.letters.get(position).map(|letter| letter.in_text.clone()));
            at = position + 1;
        }
        merge_ranges(ranges)
    }

    /// Returns the range of a folded word inside the text.
    fn find_word(&self, word: &str) -> Option<Range<usize>> {
        self.find_range(word, |folded| folded.find(word))
    }

    /// Returns the range where a word of the text begins with a folded word.
    fn find_word_start(&self, word: &str) -> Option<Range<usize>> {
        self.find_range(word, |folded| {
            let before = |at: usize| folded.get(..at).and_then(|before| before.chars().next_back());
            let starts_word = |at: &usize| before(*at).is_none_or(|letter| !letter.is_alphanumeric());
            folded.match_indices(word).map(|(at, _)| at).find(starts_word)
        })
    }

    /// Returns the range of a folded phrase between word boundaries.
    fn find_phrase(&self, phrase: &str) -> Option<Range<usize>> {
        self.find_range(phrase, |folded| word_boundary_matches(folded, phrase).next())
    }
}

/// Returns the byte ranges of `text` that match `word`, folded, by the palette's rules. If `word` is not a substring,
/// its letters are matched in sequence, each as close to the beginning of a word as possible.
#[must_use]
pub fn matched_ranges(text: &str, word: &str) -> Vec<Range<usize>> {
    let letters = FoldedLetters::new(text);
    match letters.find_word(word) {
        Some(range) => vec![range],
        None => letters.find_in_order(word),
    }
}

/// Sorts ranges and merges those that overlap.
fn merge_ranges(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut result: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match result.last_mut() {
            Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
            _ => result.push(range),
        }
    }
    result
}

/// Returns the ranges of a label that match the words of `needle`, folded. A word that does not match marks nothing,
/// because the label may have been found by another name.
#[must_use]
pub fn label_matches(label: &SafeText, needle: &str) -> Vec<Range<usize>> {
    let folded = fold(label);
    let is_match = |word: &&str| {
        // Match a small word such as an article only at the beginning of a word.
        if is_stop_word(word) {
            return word_starts_with(&folded, word);
        }
        folded.contains(*word) || fuzzy_score(&folded, word).is_some()
    };
    let words = needle.split_whitespace().filter(is_match);
    merge_ranges(words.flat_map(|word| matched_ranges(label, word)).collect())
}

/// Returns the terms that must be true, with those inside groups.
fn wanted_terms(query: &Query) -> impl Iterator<Item = &Term> {
    query.all_terms().into_iter().filter_map(|(term, negated)| (!negated).then_some(term))
}

/// Returns the ranges of a name that match a filter's words and phrases.
#[must_use]
pub fn name_matches(query: &Query, name: &SafeText) -> Vec<Range<usize>> {
    let mut texts = wanted_terms(query)
        .filter(|term| matches!(term.kind, ConditionKind::Word(_) | ConditionKind::Phrase(_)))
        .peekable();
    // Most cards are drawn without a filter.
    if texts.peek().is_none() {
        return Vec::new();
    }
    let letters = FoldedLetters::new(name);
    let ranges = texts.filter_map(|term| match &term.kind {
        ConditionKind::Word(word) => letters.find_word(word),
        ConditionKind::Phrase(phrase) => letters.find_phrase(phrase),
        _ => None,
    });
    merge_ranges(ranges.collect())
}

/// Returns the ranges of an owner's name that match a filter.
#[must_use]
pub fn owner_matches(query: &Query, owner: &SafeText) -> Vec<Range<usize>> {
    let values = wanted_terms(query).flat_map(|term| match &term.kind {
        ConditionKind::Owner(values) => values.as_slice(),
        _ => &[],
    });
    let mut values = values.peekable();
    if values.peek().is_none() {
        return Vec::new();
    }
    let letters = FoldedLetters::new(owner);
    let ranges = values.filter_map(|value| match value {
        FieldMatch::Text(text) => letters.find_word_start(text),
        FieldMatch::Exact(text) => letters.find_phrase(text),
        FieldMatch::Empty | FieldMatch::Code(_) => None,
    });
    merge_ranges(ranges.collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn marked(text: &str, word: &str) -> String {
        with_brackets(text, matched_ranges(text, &fold(word)))
    }

    fn with_brackets(text: &str, found: Vec<Range<usize>>) -> String {
        let mut out = String::new();
        let mut end = 0;
        for range in found {
            out += text.get(end..range.start).unwrap();
            out = [&out, "[", text.get(range.clone()).unwrap(), "]"].concat();
            end = range.end;
        }
        out + text.get(end..).unwrap()
    }

    #[test]
    fn label_highlights_only_the_typed_matches() {
        let of = |label: &str, typed: &str| {
            with_brackets(label, label_matches(&SafeText::line(label), &fold(typed)))
        };
        assert_eq!(of("Déplacer vers…", "vers dé"), "[Dé]placer [vers]…");
        assert_eq!(of("Regrouper", "un group"), "Re[group]er");
        assert_eq!(of("Vue commune", "un"), "Vue commune", "a small word does not match inside a word");
        assert_eq!(of("Œuvre", "oe"), "[Œ]uvre");
        assert_eq!(of("Exporter", "exprt"), "[Exp]o[rt]er");
        assert_eq!(of("Changer de thème", "thm"), "Changer de [th]è[m]e");
        assert_eq!(of("Activité", "outbox"), "Activité");
        assert_eq!(of("", "x"), "");
    }

    #[test]
    fn match_highlight_ignores_accents_and_case() {
        assert_eq!(marked("Déplacer vers…", "dep"), "[Dép]lacer vers…");
        assert_eq!(marked("Œuvre", "oe"), "[Œ]uvre");
        assert_eq!(marked("Île-de-France", "de-fr"), "Île-[de-Fr]ance");
        assert_eq!(marked("Le Parc, Lyon", "lprc"), "[L]e [P]a[rc], Lyon");
        assert_eq!(marked("Îlot Saint-Michel", "ism"), "[Î]lot [S]aint-[M]ichel");
        assert_eq!(marked("Le Parc", "xyz"), "Le Parc");
        assert_eq!(marked("", "x"), "");
        assert_eq!(marked("Le Parc", ""), "Le Parc");
    }

    #[test]
    fn filter_highlights_each_word_but_no_excluded_word() {
        let query = Query::parse("parc -lyon ly").unwrap();
        assert_eq!(name_matches(&query, &SafeText::line("Le Parc, Lyon")), [3..7, 9..11]);
        let marked = |filter: &str| {
            with_brackets(
                "Le Grand Parc",
                name_matches(&Query::parse(filter).unwrap(), &SafeText::line("Le Grand Parc")),
            )
        };
        assert_eq!(marked("ran"), "Le G[ran]d Parc");
        assert_eq!(marked("\"parc\" \"gran\""), "Le Grand [Parc]");
        assert_eq!(marked("lgp"), "Le Grand Parc", "a filter matches whole substrings");
        let query = Query::parse("responsable:martin").unwrap();
        assert_eq!(owner_matches(&query, &SafeText::line("A. Martin")).first(), Some(&(3..9)));
    }

    proptest! {
        #[test]
        fn ranges_are_in_the_text_in_order_and_apart(text in "\\PC{0,30}", word in "\\PC{0,6}") {
            let mut end = 0;
            for range in matched_ranges(&text, &fold(&word)) {
                prop_assert!(range.start >= end && text.get(range.clone()).is_some());
                end = range.end;
            }
        }
    }
}
