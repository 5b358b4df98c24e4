//! Conditions that a plain word may mean.
//!
//! It may be, or begin, the name of an owner, a status or a class. A plain word searches only names and identifiers, so
//! the matching conditions are suggested.

use super::KnownValues;
use super::field::{ChangeKind, QueryField};
use crate::query::condition_text::{condition, quote_value};
use crate::text::search_fold::{starts_with, word_starts_with};
use crate::text::{Lang, fold};
use crate::vocabulary::{self, CodeKind};

/// Shortest beginning of a name that counts; a complete code may be shorter.
const MIN_PREFIX_LEN: usize = 3;

/// Owners, statuses and classes that match a word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suggestions<'a> {
    owners: Vec<&'a str>,
    statuses: Vec<&'a str>,
    classes: Vec<&'a str>,
}

impl<'a> Suggestions<'a> {
    /// Finds the matches by name in the displayed language, or by code. `word` is folded.
    #[must_use]
    pub fn for_word(lang: Lang, vocabulary: &KnownValues<'a>, word: &str) -> Self {
        let is_prefix = word.chars().count() >= MIN_PREFIX_LEN;
        let owners = vocabulary.owners.iter().copied();
        Self {
            owners: owners
                .filter(|name| is_prefix && !name.is_empty() && word_starts_with(name, word))
                .collect(),
            statuses: matching_codes(lang, CodeKind::DealStatus, vocabulary.statuses, word, is_prefix),
            classes: matching_codes(lang, CodeKind::AssetClass, vocabulary.classes, word, is_prefix),
        }
    }

    /// Returns one condition for each match.
    #[must_use]
    pub fn conditions(&self, lang: Lang) -> Vec<String> {
        let [owner, status, class] = field_names(lang);
        [(owner, &self.owners), (status, &self.statuses), (class, &self.classes)]
            .into_iter()
            .flat_map(|(field, values)| values.iter().map(move |value| condition(lang, field, value)))
            .collect()
    }

    /// Returns one condition for all matches of each kind.
    ///
    /// Several owners share the word; several codes need one condition each.
    #[must_use]
    pub fn combined_conditions(&self, lang: Lang, word: &str) -> Vec<String> {
        let [owner, status, class] = field_names(lang);
        let combine = |field, values: &[&str], several: Option<&str>| match values {
            [] => None,
            [one] => Some(condition(lang, field, one)),
            _ => several.map(|word| condition(lang, field, word)),
        };
        let owner = combine(owner, &self.owners, Some(word));
        let codes = [combine(status, &self.statuses, None), combine(class, &self.classes, None)];
        owner.into_iter().chain(codes.into_iter().flatten()).collect()
    }
}

/// Returns the matching codes; an exact match excludes the others.
fn matching_codes<'a>(
    lang: Lang,
    kind: CodeKind,
    used: &[&'a str],
    word: &str,
    is_prefix: bool,
) -> Vec<&'a str> {
    let label = |code: &str| vocabulary::label(lang, kind, code);
    let used = || used.iter().copied().filter(|code| !code.is_empty());
    if let Some(exact) = used().find(|code| fold(code) == word || fold(&label(code)) == word) {
        return vec![exact];
    }
    used()
        .filter(|code| is_prefix && (starts_with(code, word) || word_starts_with(&label(code), word)))
        .collect()
}

fn field_names(lang: Lang) -> [&'static str; 3] {
    lang.choose(["responsable", "statut", "classe"], ["owner", "status", "class"])
}

/// Returns the display name of a condition's code, if it differs from the code.
pub(super) fn code_name(lang: Lang, condition: &str) -> Option<String> {
    let (name, code) = condition.trim_start_matches('-').split_once(':')?;
    let label = vocabulary::label(lang, code_kind(name)?, code);
    (!code.is_empty() && fold(&label) != fold(code).replace('_', " ")).then(|| label.into_owned())
}

/// Returns a condition with the display name in place of the code, if they differ.
#[must_use]
pub fn display_condition(lang: Lang, condition: &str) -> String {
    let display = condition.split_once(':').and_then(|(field, code)| {
        let name = vocabulary::label(lang, code_kind(field)?, code);
        (!code.is_empty() && fold(&name) != fold(code)).then(|| format!("{field}:{}", quote_value(&name)))
    });
    display.unwrap_or_else(|| condition.to_owned())
}

/// Returns the code family of a field.
pub(super) fn code_kind(field: &str) -> Option<CodeKind> {
    match QueryField::by_name(field)? {
        QueryField::Status | QueryField::Change(ChangeKind::Was | ChangeKind::Entered) => {
            Some(CodeKind::DealStatus)
        }
        QueryField::Class => Some(CodeKind::AssetClass),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: KnownValues<'_> = KnownValues {
        kinds: None,
        statuses: &["sourcing", "ic", "due_diligence", "lost"],
        classes: &["bureaux", ""],
        owners: &["A. Martin", "M. Ferrand", "P. Martin", ""],
        fields: &[],
        values: None,
        labels: &[],
    };

    fn suggestions(word: &str) -> (Vec<String>, Vec<String>) {
        let meant = Suggestions::for_word(Lang::Fr, &KNOWN, word);
        (meant.conditions(Lang::Fr), meant.combined_conditions(Lang::Fr, word))
    }

    #[test]
    fn word_suggests_matching_owners_statuses_and_classes() {
        assert_eq!(suggestions("ferrand").1, ["responsable:\"M. Ferrand\""]);
        assert_eq!(
            suggestions("martin"),
            (
                vec!["responsable:\"A. Martin\"".into(), "responsable:\"P. Martin\"".into()],
                vec!["responsable:martin".into()]
            )
        );
        assert_eq!(suggestions("comite").1, ["statut:ic"], "its name, without accents");
        assert_eq!(suggestions("ic").1, ["statut:ic"], "a whole code");
        assert_eq!(suggestions("sans").1, ["statut:lost"]);
        assert_eq!(suggestions("bur").1, ["classe:bureaux"]);
        assert_eq!(suggestions("fe"), (vec![], vec![]), "too little to be a name");
        assert_eq!(suggestions("lyon"), (vec![], vec![]));
        assert_eq!(code_name(Lang::Fr, "statut:lost").as_deref(), Some("Sans suite"));
        assert_eq!(code_name(Lang::Fr, "responsable:\"M. Ferrand\""), None);
        assert_eq!(display_condition(Lang::Fr, "statut:lost"), "statut:\"Sans suite\"");
        assert_eq!(display_condition(Lang::Fr, "statut:due_diligence"), "statut:\"Due diligence\"");
        assert_eq!(display_condition(Lang::En, "status:lost"), "status:lost", "its name in other letters");
        assert_eq!(display_condition(Lang::En, "owner:\"M. Ferrand\""), "owner:\"M. Ferrand\"");
    }
}
