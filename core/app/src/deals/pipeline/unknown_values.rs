//! Filter values that no deal has: an unknown status, class or owner.
//!
//! Without a message, an empty list would look like a result.

use crate::foundation::search::edit_distance::name_distance;
use crate::model::intern::Interner;
use crate::model::table::DealTable;
use crate::query::{Completions, ConditionKind, FieldMatch, Query, quote_value};
use crate::text::{Lang, fold};
use crate::vocabulary::{self, CodeKind};

/// Maximum number of similar values suggested.
const MAX_SIMILAR: usize = 3;

/// A filter value that no deal has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownValue {
    /// True for an owner, false for a code.
    pub is_owner: bool,
    /// The typed text, folded.
    pub text: String,
    /// Similar values, nearest first.
    pub similar: Vec<String>,
}

/// Returns the query values that no deal has, except standard codes.
#[must_use]
pub fn unknown_values(query: &Query, table: &DealTable) -> Vec<UnknownValue> {
    query.all_terms().into_iter().flat_map(|(term, _)| unknown_of(&term.kind, table)).collect()
}

/// Returns the unknown values of a condition.
fn unknown_of(kind: &ConditionKind, table: &DealTable) -> Vec<UnknownValue> {
    match kind {
        ConditionKind::Status(values) => unknown_among(values, table.statuses(), Some(CodeKind::DealStatus)),
        ConditionKind::Class(values) => unknown_among(values, table.classes(), Some(CodeKind::AssetClass)),
        ConditionKind::Owner(values) => unknown_among(values, table.owners(), None),
        _ => Vec::new(),
    }
}

/// Returns the correction of the first value in a filter that no deal has: the most similar one.
#[must_use]
pub fn value_fix(filter: &str, table: &DealTable) -> Option<Completions> {
    let query = Query::parse(filter).ok()?;
    query.all_terms().into_iter().find_map(|(term, _)| {
        let unknown = unknown_of(&term.kind, table).into_iter().next()?;
        let similar = quote_value(unknown.similar.first()?);
        let condition: String = filter.chars().take(term.end).skip(term.start).collect();
        let mut values = condition.split([':', '=', ',']).skip(1).map(str::trim);
        let wrong = values.find(|value| fold(value.trim_matches('"')) == unknown.text)?;
        let (before, after) = condition.split_at(condition.rfind(wrong)?);
        let fixed = format!("{before}{similar}{}", after.strip_prefix(wrong)?);
        let (start, end) = (term.start, term.end);
        Some(Completions { start, end, items: vec![fixed], is_fix: true, ..Completions::default() })
    })
}

fn unknown_among(values: &[FieldMatch], known: &Interner, code_kind: Option<CodeKind>) -> Vec<UnknownValue> {
    let texts = || known.iter().map(|(_, text)| text);
    let is_known = |value: &FieldMatch| match code_kind {
        Some(_) => texts().any(|code| value.is_code(code)),
        None => texts().any(|name| value.is_name(name)),
    };
    let to_unknown = |value: &FieldMatch| match value {
        FieldMatch::Text(text) | FieldMatch::Exact(text) if !is_known(value) => Some(UnknownValue {
            is_owner: code_kind.is_none(),
            text: text.clone(),
            similar: similar_values(text, texts(), code_kind),
        }),
        _ => None,
    };
    values.iter().filter_map(to_unknown).collect()
}

/// Returns known or standard values whose code or name is similar to the text.
fn similar_values<'a>(
    text: &str,
    known: impl Iterator<Item = &'a str>,
    code_kind: Option<CodeKind>,
) -> Vec<String> {
    let standard = code_kind.map(CodeKind::codes).unwrap_or_default();
    let candidates = standard.iter().map(|code| code.code).chain(known);
    let distance = |value: &str| {
        let names = Lang::ALL.into_iter().filter_map(|lang| {
            let name = vocabulary::label(lang, code_kind?, value);
            name_distance(text, &fold(&name))
        });
        names.chain(name_distance(text, &fold(value))).min()
    };
    let mut by_distance: Vec<(usize, &str)> = candidates
        .filter(|value| !value.is_empty())
        .filter_map(|value| Some((distance(value)?, value)))
        .collect();
    by_distance.sort_unstable();
    by_distance.dedup();
    by_distance.into_iter().take(MAX_SIMILAR).map(|(_, value)| value.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::table::{ColumnStoreBuilder, RowData};

    #[test]
    fn unknown_filter_values_are_reported_with_similar_ones() {
        let mut builder = ColumnStoreBuilder::default();
        builder.push(&RowData {
            id: "a".into(),
            status: "gel".into(),
            owner: "M. Ferrand".into(),
            ..RowData::default()
        });
        let table = builder.finish();
        let message = |text: &str| -> Vec<(bool, String, Vec<String>)> {
            let found = unknown_values(&Query::parse(text).unwrap(), &table);
            found.into_iter().map(|one| (one.is_owner, one.text, one.similar)).collect()
        };
        assert_eq!(message("status:foo"), [(false, "foo".into(), vec![])]);
        assert_eq!(message("status:closimg,gel,ic"), [(false, "closimg".into(), vec!["closing".into()])]);
        assert_eq!(
            message("parc owner:ferrant status:gel"),
            [(true, "ferrant".into(), vec!["M. Ferrand".into()])],
            "a word of the name is similar"
        );
        assert_eq!(message("owner:\"m ferrant\""), [(true, "m ferrant".into(), vec!["M. Ferrand".into()])]);
        assert_eq!(message("status:none owner:ferrand class:bureaux -ltv>3%"), []);
    }
}
