//! Completions for a query that is being typed.

use std::collections::BTreeMap;

use super::field::{ChangeKind, FIELDS, QueryField};
use super::local_test::{HAS, MARKS, followup_words, words_of};
use super::suggest::{self, Suggestions};
use super::{FieldKind, Query, value};
use crate::query::condition_text::quote_value;
use crate::query::known_values::KnownValues;
use crate::query::parse::sort_column;
use crate::text::search_fold::{fold, word_starts_with};
use crate::text::{Lang, Messages};
use crate::vocabulary::kpi_checks::CHECKED_METRICS;
use crate::vocabulary::{self, Band, CodeKind};

/// Completions for the term under the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// Start of the replaced part, in characters.
    pub start: usize,
    /// End of the replaced part, in characters.
    pub end: usize,
    /// Suggested texts, most likely first.
    pub items: Vec<String>,
    /// Code family of the items, if they are codes.
    pub kind: Option<CodeKind>,
    /// Number of deals of items that are received fields or their values.
    pub counts: BTreeMap<String, usize>,
    /// True if the items are owners.
    pub is_owner: bool,
    /// True if the item corrects a mistake.
    pub is_fix: bool,
}

impl Completions {
    /// Returns the code of a status or class item; a known display name gives its code.
    #[must_use]
    pub fn code<'a>(&self, lang: Lang, item: &'a str) -> Option<&'a str> {
        let kind = self.kind?;
        let name = fold(item.trim_matches('"'));
        let mut codes = kind.codes().iter().map(|code| code.code);
        codes.find(|code| fold(&vocabulary::label(lang, kind, code)) == name).or(Some(item))
    }

    /// Returns an additional label of an item.
    ///
    /// It is the code, unless it equals the name, or the name of a condition.
    #[must_use]
    pub fn label(&self, lang: Lang, item: &str) -> Option<String> {
        let Some(code) = self.code(lang, item) else {
            return suggest::code_name(lang, item);
        };
        (fold(item.trim_matches('"')) != fold(code).replace('_', " ")).then(|| code.to_owned())
    }
}

/// Returns the label of a field name whose meaning is unclear: `crd>` is the outstanding principal.
#[must_use]
pub fn field_label(lang: Lang, item: &str) -> Option<String> {
    let name = item.trim_start_matches('-').strip_suffix([':', '<', '>'])?;
    let field = QueryField::by_name(name)?;
    if let QueryField::Number(key, _) = field {
        return Some(vocabulary::kpi_label(lang, key).into_owned());
    }
    let (_, _, label_key, _) = FIELDS.iter().find(|(known, ..)| *known == field)?;
    Some(Messages::new(lang).get(label_key).into_owned())
}

impl Query {
    /// Returns the start of the word at `cursor`, in characters.
    #[must_use]
    pub fn word_start(text: &str, cursor: usize) -> usize {
        let letters: Vec<char> = text.chars().collect();
        word_start(&letters, cursor.min(letters.len()))
    }

    /// Returns completions of the word at `cursor` (in characters).
    ///
    /// Field names come first, or the values of a typed field. For a word that is not a field name, these are
    /// conditions that it may mean. The text already typed is omitted.
    #[must_use]
    pub fn completions(text: &str, cursor: usize, vocabulary: &KnownValues<'_>, lang: Lang) -> Completions {
        let letters: Vec<char> = text.chars().collect();
        let cursor = cursor.min(letters.len());
        let start = word_start(&letters, cursor);
        let typed: String = letters.get(start..cursor).unwrap_or_default().iter().collect();
        let (minus, body) = typed.strip_prefix('-').map_or(("", typed.as_str()), |body| ("-", body));
        if let Some(path) = body.strip_prefix('.') {
            return received_completions(lang, (minus, path), (start, cursor), vocabulary);
        }
        if let Some((name, prefix)) = body.split_once(['<', '>']) {
            let prefix = prefix.trim_start_matches('=');
            return Completions {
                start: cursor - prefix.chars().count(),
                end: cursor,
                items: common_limits(lang, name, prefix),
                ..Completions::default()
            };
        }
        let Some((field, values)) = body.split_once(':') else {
            let folded = fold(body);
            // Names of the current language first, then those of the contract and of the other language, which work
            // too.
            let lists = [field_names(lang), CONTRACT_NAMES, field_names(lang.other())];
            let matching = lists
                .map(|names| names.split(' ').filter(|name| name.starts_with(&folded)).collect::<Vec<_>>());
            let names = matching.into_iter().find(|names| !names.is_empty()).unwrap_or_default();
            // A plain word searches names only; other meanings need a condition.
            let called = Suggestions::for_word(lang, vocabulary, &folded).conditions(lang);
            let items = names
                .into_iter()
                .map(str::to_owned)
                .chain(called)
                .map(|item| format!("{minus}{item}"))
                .filter(|item| *item != typed)
                .collect();
            return Completions { start, end: cursor, items, ..Completions::default() };
        };
        let prefix = values.rsplit(',').next().unwrap_or(values);
        let begun_collapsed = fold(prefix.trim_start_matches('"'));
        let kind = suggest::code_kind(field);
        let none = value::none_word(lang);
        let mut items = match QueryField::by_name(field) {
            Some(QueryField::Status | QueryField::Change(ChangeKind::Was | ChangeKind::Entered)) => {
                matching_codes(lang, CodeKind::DealStatus, vocabulary.statuses, &begun_collapsed)
            }
            Some(QueryField::Class) => {
                let codes = matching_codes(lang, CodeKind::AssetClass, vocabulary.classes, &begun_collapsed);
                add_special_words(&[none], codes, &begun_collapsed)
            }
            Some(QueryField::Owner) => {
                let owners = matching_owners(vocabulary.owners, &begun_collapsed);
                add_special_words(&[value::me_word(lang), none], owners, &begun_collapsed)
            }
            Some(QueryField::Followup) => words_from(&followup_words(lang), &begun_collapsed),
            Some(QueryField::Has) => words_from(&words_of(&HAS, lang), &begun_collapsed),
            Some(QueryField::Sort) => {
                let names = field_names(lang).split(' ').map(|name| name.trim_end_matches([':', '<', '>']));
                let is_column = |name: &&str| sort_column(name).is_some();
                words_from(&names.filter(is_column).collect::<Vec<_>>(), &begun_collapsed)
            }
            Some(QueryField::Is) => words_from(&words_of(&MARKS, lang), &begun_collapsed),
            Some(QueryField::Change(ChangeKind::Changed)) => {
                words_from(change_fields(lang), &begun_collapsed)
            }
            Some(QueryField::Label) => matching_owners(vocabulary.labels, &begun_collapsed),
            Some(QueryField::Check) => words_from(&CHECKED_METRICS, &begun_collapsed),
            field => band_names(lang, field, &begun_collapsed),
        };
        // Omit values already listed before a comma.
        let fold_value = |value: &str| fold(value.trim_matches('"'));
        let taken: Vec<String> = values.rsplit(',').skip(1).map(fold_value).collect();
        items.retain(|item| item != prefix && !taken.contains(&fold_value(item)));
        // Display names instead of codes; codes are accepted too.
        if let Some(kind) = kind {
            items = items.into_iter().map(|item| display_name(lang, kind, item)).collect();
            items.retain(|item| fold_value(item) != fold_value(prefix) && !taken.contains(&fold_value(item)));
        }
        let is_owner = QueryField::by_name(field) == Some(QueryField::Owner);
        let start = cursor - prefix.chars().count();
        Completions { start, end: cursor, items, kind, is_owner, ..Completions::default() }
    }
}

/// Maximum number of values of a received field that are offered.
const MAX_VALUES: usize = 50;

/// Returns the received fields that begin with the typed path, or the values of a complete one.
fn received_completions(
    lang: Lang,
    (minus, typed): (&str, &str),
    (start, cursor): (usize, usize),
    vocabulary: &KnownValues<'_>,
) -> Completions {
    let kind = |path: &str| vocabulary.kinds?.get(path).copied();
    let Some((path, values)) = typed.split_once([':', '=']) else {
        let begun = fold(typed);
        let operator = |path: &str| kind(path).map_or(":", FieldKind::operator);
        let named = vocabulary.fields.iter().filter(|(name, _)| fold(name).starts_with(&begun));
        let counts: Vec<(String, usize)> =
            named.map(|(name, count)| (format!("{minus}.{name}{}", operator(name)), *count)).collect();
        let items = counts.iter().map(|(item, _)| item.clone()).collect();
        return Completions {
            start,
            end: cursor,
            items,
            counts: counts.into_iter().collect(),
            ..Completions::default()
        };
    };
    let prefix = values.rsplit(',').next().unwrap_or(values);
    let begun = fold(prefix.trim_start_matches('"'));
    let known = vocabulary.values.map(|values| values(path)).unwrap_or_default();
    let matching = known.iter().filter(|(value, _)| word_starts_with(value, &begun)).take(MAX_VALUES);
    let counts: Vec<(String, usize)> = matching.map(|(value, count)| (quote_value(value), *count)).collect();
    let mut items: Vec<String> = counts.iter().map(|(item, _)| item.clone()).collect();
    let words = match kind(path) {
        Some(FieldKind::Flag) => flag_words(lang),
        Some(FieldKind::Date) => lang.choose(&["<7j", "<30j", ">hier"], &["<7d", "<30d", ">yesterday"]),
        _ => &[],
    };
    items.extend(
        words_from(words, &begun).into_iter().filter(|word| !counts.iter().any(|(item, _)| item == word)),
    );
    items.retain(|item| item != prefix);
    let start = cursor - prefix.chars().count();
    Completions { start, end: cursor, items, counts: counts.into_iter().collect(), ..Completions::default() }
}

/// Returns the start of the word under the cursor; a space inside quotes does not end a word.
fn word_start(letters: &[char], cursor: usize) -> usize {
    let mut start = 0;
    let mut quoted = false;
    for (at, letter) in letters.iter().enumerate().take(cursor) {
        match letter {
            '"' => quoted = !quoted,
            _ if (letter.is_whitespace() || *letter == '(') && !quoted => start = at + 1,
            _ => {}
        }
    }
    start
}

/// Contract names of fields that the filter accepts.
const CONTRACT_NAMES: &str = "status: classe_actif: responsable:";

pub(super) fn field_names(lang: Lang) -> &'static str {
    lang.choose(
        "statut: classe: responsable: ltv> ltc> dscr< icr< age> crd> relance: avec: est: étiquette: contrôle: etait: entre: deplace: modifie: tri: limite:",
        "status: class: owner: ltv> ltc> dscr< icr< age> crd> followup: has: is: label: check: was: entered: moved: changed: sort: limit:",
    )
}

/// Returns the words of a language for yes and no.
pub(super) fn flag_words(lang: Lang) -> &'static [&'static str] {
    lang.choose(&["oui", "non"], &["yes", "no"])
}

fn change_fields(lang: Lang) -> &'static [&'static str] {
    lang.choose(
        &["responsable", "classe", "nom", "ltv", "dscr", "crd"],
        &["owner", "class", "name", "ltv", "dscr", "crd"],
    )
}

/// Returns common limits of a number, so that one can be chosen without typing.
fn common_limits(lang: Lang, name: &str, prefix: &str) -> Vec<String> {
    let numbers = match QueryField::by_name(name) {
        Some(QueryField::Age) => "7 14 21 28 60 90",
        Some(QueryField::Number("ltv" | "ltc", _)) => "60% 65% 70% 75% 80%",
        Some(QueryField::Number("dscr" | "icr", _)) => "1 1.1 1.2 1.25 1.5 2",
        Some(QueryField::Number("crd_total", _)) => "1M 5M 10M 25M 50M",
        _ => return Vec::new(),
    };
    let localized = numbers.split(' ').map(|text| text.replace('.', lang.choose(",", ".")));
    localized.filter(|text| text.starts_with(prefix) && text != prefix).collect()
}

pub(crate) fn matching_codes(lang: Lang, kind: CodeKind, used: &[&str], prefix: &str) -> Vec<String> {
    let documented = kind.codes().iter().map(|code| code.code);
    let new_codes = used.iter().copied().filter(|code| !code.is_empty() && kind.find(code).is_none());
    let all: Vec<&str> = documented.chain(new_codes).collect();
    let names = |code: &str| [code.to_owned(), vocabulary::label(lang, kind, code).into_owned()];
    best_matches(all, prefix, names)
}

/// Returns the display name of a known code; other values stay unchanged.
fn display_name(lang: Lang, kind: CodeKind, value: String) -> String {
    match kind.find(&value) {
        Some(_) => quote_value(&vocabulary::label(lang, kind, &value)),
        None => value,
    }
}

/// Returns the values with a word that starts with `prefix`. `names` returns the names of a value.
fn best_matches<const N: usize>(
    values: Vec<&str>,
    prefix: &str,
    names: impl Fn(&str) -> [String; N],
) -> Vec<String> {
    let starts = |value: &&str| names(value).iter().any(|text| word_starts_with(text, prefix));
    values.into_iter().filter(starts).map(quote_value).collect()
}

/// Adds the special words to the values.
///
/// They come first while nothing is typed, because they are hard to guess; after the first letter they come last.
fn add_special_words(special: &[&str], values: Vec<String>, prefix: &str) -> Vec<String> {
    let special = special.iter().filter(|word| word.starts_with(prefix));
    let special = special.map(|word| (*word).to_owned());
    if prefix.is_empty() {
        special.chain(values).collect()
    } else {
        values.into_iter().chain(special).collect()
    }
}

/// Returns the words that start with `prefix`.
fn words_from(words: &[&str], prefix: &str) -> Vec<String> {
    words.iter().filter(|word| fold(word).starts_with(prefix)).map(|word| (*word).to_owned()).collect()
}

/// Returns the band names of a number with thresholds, plus the word for absent values.
fn band_names(lang: Lang, field: Option<QueryField>, prefix: &str) -> Vec<String> {
    if !matches!(field, Some(QueryField::Number(key, _)) if vocabulary::may_have_thresholds(key)) {
        return Vec::new();
    }
    let messages = Messages::new(lang);
    [Band::Alert, Band::Watch, Band::Ok]
        .into_iter()
        .map(|band| messages.get(band.key()).into_owned())
        .chain(std::iter::once(value::none_word(lang).to_owned()))
        .filter(|word| word_starts_with(word, prefix))
        .collect()
}

pub(crate) fn matching_owners(used: &[&str], prefix: &str) -> Vec<String> {
    let known_owners = used.iter().copied().filter(|name| !name.is_empty());
    best_matches(known_owners.collect(), prefix, |name| [name.to_owned()])
}
