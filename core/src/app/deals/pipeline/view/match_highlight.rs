//! Which letters of a name a filter found, so that a fuzzy match can be believed.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::query::{Kind, Query, Value, closeness, is_small};
use crate::text::search_fold::word_starts_with;
use crate::text::{Clean, fold};

/// The letters of `text` that `word`, folded, is found in: where it stands as it is, else where its letters stand one
/// after the other, each as close to the beginning of a word as can be. As bytes of `text`.
#[must_use]
pub fn letters(text: &str, word: &str) -> Vec<Range<usize>> {
    // Folding may give a letter more than one sign, so each is folded for itself.
    let graphemes: Vec<(Range<usize>, String)> = text
        .grapheme_indices(true)
        .map(|(at, grapheme)| (at..at + grapheme.len(), fold(grapheme)))
        .collect();
    let starts = |start: usize| {
        let mut left = word;
        for (_, folded) in &graphemes[start..] {
            if left.is_empty() {
                break;
            }
            if let Some(rest) = left.strip_prefix(folded.as_str()) {
                left = rest;
            } else {
                return folded.starts_with(left);
            }
        }
        left.is_empty()
    };
    if word.is_empty() {
        return Vec::new();
    }
    if let Some(start) = (0..graphemes.len()).find(|start| starts(*start)) {
        let mut taken = 0;
        let shown = graphemes[start..].iter().take_while(|(_, folded)| {
            let more = taken < word.len();
            taken += folded.len();
            more
        });
        return joined(shown.map(|(range, _)| range.clone()));
    }
    spread(&graphemes, word)
}

/// The letters one after the other: each where a word begins if one does, else at the first place that is left.
fn spread(graphemes: &[(Range<usize>, String)], word: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    for letter in word.chars() {
        let is = |place: &usize| graphemes[*place].1.starts_with(letter);
        let begins = |place: &usize| {
            place
                .checked_sub(1)
                .is_none_or(|before| graphemes[before].1.chars().all(|sign| !sign.is_alphanumeric()))
        };
        let next = if at < graphemes.len() && is(&at) {
            Some(at)
        } else {
            let rest = at..graphemes.len();
            rest.clone()
                .find(|place| is(place) && begins(place))
                .or_else(|| rest.clone().find(is))
        };
        let Some(next) = next else {
            return Vec::new();
        };
        found.push(graphemes[next].0.clone());
        at = next + 1;
    }
    joined(found.into_iter())
}

fn joined(ranges: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => joined.push(range),
        }
    }
    joined
}

fn all(text: &str, words: impl Iterator<Item = String>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = words.flat_map(|word| letters(text, &word)).collect();
    found.sort_by_key(|range| (range.start, range.end));
    let mut apart: Vec<Range<usize>> = Vec::new();
    for range in found {
        match apart.last_mut() {
            Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
            _ => apart.push(range),
        }
    }
    apart
}

/// The letters of a label that the words of `needle`, folded, are found in, as they are or spread over it. A word that
/// is not in it marks nothing: the label may answer by another name.
#[must_use]
pub fn in_label(label: &Clean, needle: &str) -> Vec<Range<usize>> {
    let folded = fold(label);
    let held = |word: &&str| {
        // An article stands in the middle of too many words.
        if is_small(word) {
            return word_starts_with(&folded, word);
        }
        folded.contains(*word) || closeness(&folded, word).is_some()
    };
    let words = needle.split_whitespace().filter(held);
    all(label, words.map(str::to_owned))
}

/// The letters of a name that a filter's words found.
#[must_use]
pub fn in_name(query: &Query, name: &Clean) -> Vec<Range<usize>> {
    let words = query.terms().iter().filter(|term| !term.negated);
    let words = words.filter_map(|term| match &term.kind {
        Kind::Word(word) => Some(word.clone()),
        _ => None,
    });
    all(name, words)
}

/// The letters of an owner's name that a filter found.
#[must_use]
pub fn in_owner(query: &Query, owner: &Clean) -> Vec<Range<usize>> {
    let words = query.terms().iter().filter(|term| !term.negated);
    let words = words.flat_map(|term| match &term.kind {
        Kind::Owner(values) => values.as_slice(),
        _ => &[],
    });
    let words = words.filter_map(|value| match value {
        Value::Text(text) => Some(text.clone()),
        Value::Empty | Value::Code(_) => None,
    });
    all(owner, words)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn marked(text: &str, word: &str) -> String {
        shown(text, letters(text, &fold(word)))
    }

    fn shown(text: &str, found: Vec<Range<usize>>) -> String {
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
    fn a_label_is_marked_where_it_holds_what_was_typed_and_nowhere_else() {
        let of = |label: &str, typed: &str| shown(label, in_label(&Clean::line(label), &fold(typed)));
        assert_eq!(of("Déplacer vers…", "vers dé"), "[Dé]placer [vers]…");
        assert_eq!(of("Regrouper", "un group"), "Re[group]er");
        assert_eq!(
            of("Vue commune", "un"),
            "Vue commune",
            "inside a word it is no article"
        );
        assert_eq!(of("Œuvre", "oe"), "[Œ]uvre");
        assert_eq!(of("Exporter", "exprt"), "[Exp]o[rt]er");
        assert_eq!(of("Changer de thème", "thm"), "Changer de [th]è[m]e");
        assert_eq!(of("Activité", "outbox"), "Activité");
        assert_eq!(of("", "x"), "");
    }

    #[test]
    fn what_was_found_is_marked_through_accents_and_capitals() {
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
    fn each_word_of_a_filter_is_marked_and_what_it_excludes_is_not() {
        let query = Query::parse("parc -lyon ly").unwrap();
        assert_eq!(in_name(&query, &Clean::line("Le Parc, Lyon")), [3..7, 9..11]);
        let query = Query::parse("responsable:martin").unwrap();
        assert_eq!(in_owner(&query, &Clean::line("A. Martin")).first(), Some(&(3..9)));
    }

    proptest! {
        #[test]
        fn ranges_are_in_the_text_in_order_and_apart(text in "\\PC{0,30}", word in "\\PC{0,6}") {
            let mut end = 0;
            for range in letters(&text, &fold(&word)) {
                prop_assert!(range.start >= end && text.get(range.clone()).is_some());
                end = range.end;
            }
        }
    }
}
