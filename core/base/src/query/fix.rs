//! Corrections of mistakes: the text that was probably meant, in place of the wrong condition.

use std::ops::Range;

use super::completion::{Completions, field_names, flag_words};
use super::field::{QueryField, known_names};
use super::known_values::KnownValues;
use super::local_test::{HAS, MARKS, words_of};
use super::parse::sort_column;
use super::query_errors::condition_span;
use super::{FieldKinds, Query, QueryError};
use crate::text::{Lang, fold};
use crate::vocabulary::METRICS;

impl Query {
    /// Returns the likely correction of the first mistake, if the query is valid up to there with it.
    #[must_use]
    pub fn fix(text: &str, vocabulary: &KnownValues<'_>, lang: Lang) -> Option<Completions> {
        let error = Self::parse_prefix(text, vocabulary.kinds).2?;
        let letters: Vec<char> = text.chars().collect();
        let (start, end) = condition_span(&letters, error.column());
        // What a quote or a bracket opens has no other end than that of the text.
        let is_unclosed = matches!(error.key, "query-unclosed-quote" | "query-unclosed-bracket");
        let end = if is_unclosed { letters.len() } else { end };
        let condition: String = letters.get(start..end)?.iter().collect();
        let fixed = fixed_condition(&error, &condition, vocabulary, lang)?;
        // Another mistake may follow, but this one must be gone.
        let next = Self::parse_prefix(&replace_chars(text, start..end, &fixed), vocabulary.kinds).2;
        if next.is_some_and(|next| next.column() < start + fixed.chars().count()) {
            return None;
        }
        Some(Completions { start, end, items: vec![fixed], is_fix: true, ..Completions::default() })
    }
}

impl Query {
    /// Returns the text with the correction of the first mistake.
    #[must_use]
    pub fn fixed_text(text: &str, kinds: Option<&FieldKinds>, lang: Lang) -> Option<String> {
        let fix = Self::fix(text, &KnownValues { kinds, ..KnownValues::default() }, lang)?;
        Some(replace_chars(text, fix.start..fix.end, &fix.items.concat()))
    }
}

/// Replaces a range of characters in a text.
#[must_use]
pub fn replace_chars(text: &str, range: Range<usize>, replacement: &str) -> String {
    let before = text.chars().take(range.start);
    before.chain(replacement.chars()).chain(text.chars().skip(range.end)).collect()
}

const COMPARISONS: [char; 7] = [':', '<', '>', '=', '≤', '≥', '!'];

fn fixed_condition(
    error: &QueryError,
    condition: &str,
    vocabulary: &KnownValues<'_>,
    lang: Lang,
) -> Option<String> {
    let (value, whole) = (error.arg("value"), error.arg("whole"));
    Some(match error.key {
        "query-unknown-field" => {
            let field = error.arg("field")?;
            let near = near_field(field, vocabulary, lang)?;
            condition.replacen(field, &near, 1)
        }
        "query-bad-received" | "query-kind-text" | "query-kind-flag" => {
            let (field, compared) = condition.split_once(COMPARISONS)?;
            let value = compared.trim_start_matches(COMPARISONS).trim_start();
            let is_text = error.key != "query-kind-flag";
            format!("{}:{}", field.trim_end(), if is_text { value } else { flag_words(lang)[0] })
        }
        "query-bad-range" => whole?.to_owned(),
        "query-percent" | "query-negative" => condition.replacen(value?, &format!("{}%", value?), 1),
        "query-ambiguous" => condition.replacen(value?, &error.arg("candidates")?.replace(", ", ","), 1),
        "query-unclosed-quote" => format!("{condition}\""),
        "query-unclosed-bracket" => format!("{})", condition.trim_end()),
        "query-bad-is" => condition.replacen(value?, &near_values(value?, &words_of(&MARKS, lang))?, 1),
        "query-bad-has" => condition.replacen(value?, &near_values(value?, &words_of(&HAS, lang))?, 1),
        "query-bad-sort" => {
            let columns: Vec<&str> = all_names(lang).filter(|name| sort_column(name).is_some()).collect();
            condition.replacen(value?, &near_values(value?, &columns)?, 1)
        }
        "query-no-sign" => condition.replace(['*', '?', '~', '^', '\\'], ""),
        _ => return None,
    })
}

/// Returns the received field of that name, or the known field with the most similar name.
fn near_field(field: &str, vocabulary: &KnownValues<'_>, lang: Lang) -> Option<String> {
    let folded = fold(field);
    let defined = vocabulary.kinds.into_iter().flat_map(|kinds| kinds.keys().map(String::as_str));
    let mut received = vocabulary.fields.iter().map(|(name, _)| *name).chain(defined).chain(USUAL_FIELDS);
    if received.any(|name| fold(name) == folded) {
        return Some(format!(".{field}"));
    }
    near_word(all_names(lang).filter(|name| QueryField::by_name(name).is_some()), field).map(str::to_owned)
}

/// Received fields without another name that deals usually have, offered before any deal is loaded.
const USUAL_FIELDS: [&str; 2] = ["created_at", "updated_at"];

/// Returns the names of all fields, those of the language first.
fn all_names(lang: Lang) -> impl Iterator<Item = &'static str> {
    let here = field_names(lang).split(' ').map(|name| name.trim_end_matches([':', '<', '>']));
    here.chain(known_names()).chain(METRICS.iter().map(|kpi| kpi.key))
}

/// Returns the values with the most similar word for each; a sort key keeps its direction.
fn near_values(values: &str, words: &[&str]) -> Option<String> {
    let near = |value: &str| {
        let typed = value.trim_start_matches(['-', '−']).split(':').next()?;
        Some(value.replacen(typed, near_word(words.iter().copied(), typed)?, 1))
    };
    Some(values.split(',').map(near).collect::<Option<Vec<_>>>()?.join(","))
}

/// Returns the most similar word, if it is close.
fn near_word<'a>(words: impl Iterator<Item = &'a str>, typed: &str) -> Option<&'a str> {
    let folded = fold(typed);
    let distance = |word: &&str| strsim::damerau_levenshtein(&fold(word), &folded);
    let near = words.min_by_key(distance)?;
    let is_close = distance(&near) <= (folded.chars().count() / 3).max(1);
    (is_close && folded.chars().count() > 2).then_some(near)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_offer_what_was_probably_meant() {
        let vocabulary = KnownValues { fields: &[("created_at", 3)], ..KnownValues::default() };
        let fix = |text: &str| Query::fix(text, &vocabulary, Lang::En).map(|fix| fix.items.concat());
        for (text, fixed) in [
            ("parc statu:ic", Some("status:ic")),
            ("-owenr:martin", Some("-owner:martin")),
            ("created_at>=2026-11-01", Some(".created_at>=2026-11-01")),
            ("ltv>65 parc", Some("ltv>65%")),
            ("ltv:70..60%", Some("ltv:60%..70%")),
            ("owner:\"A. Martin", Some("owner:\"A. Martin\"")),
            ("parc*", Some("parc")),
            ("status:c", Some("status:ic,closing")),
            ("updated_at>=2026-11-01", Some(".updated_at>=2026-11-01")),
            ("-is:stared,unread", Some("-is:starred,unread")),
            ("has:nte", Some("has:note")),
            ("sort:-lvt,status", Some("sort:-ltv,status")),
            ("parc (lyon or (ic or pau", None),
            ("(lyon or pau", Some("(lyon or pau)")),
            ("is:foo", None),
            ("(", None),
            (".created_at>=2026-13-01", None),
            ("foo:bar", None),
            ("status:ic", None),
        ] {
            assert_eq!(fix(text).as_deref(), fixed, "{text}");
        }
    }
}
