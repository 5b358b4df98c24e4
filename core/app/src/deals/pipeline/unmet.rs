//! Filter values that no deal has: an unknown status, class or owner.
//!
//! Without a message, an empty list would look like a result.

use crate::foundation::search::nearness::nearness;
use crate::model::intern::Interner;
use crate::model::table::DealTable;
use crate::query::{Kind, Query, Value};
use crate::text::{Lang, fold};
use crate::vocabulary::{self, Family};

/// Maximum number of similar values suggested.
const MOST: usize = 3;

/// A filter value that no deal has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// True for an owner, false for a code.
    pub owner: bool,
    /// The typed text, folded.
    pub text: String,
    /// Similar values, nearest first.
    pub near: Vec<String>,
}

/// Returns the query values that no deal has, except standard codes.
#[must_use]
pub fn unmet(query: &Query, table: &DealTable) -> Vec<Unmet> {
    let of_term = |kind: &Kind| match kind {
        Kind::Status(values) => of(values, table.statuses(), Some(Family::DealStatus)),
        Kind::Class(values) => of(values, table.classes(), Some(Family::AssetClass)),
        Kind::Owner(values) => of(values, table.owners(), None),
        _ => Vec::new(),
    };
    query
        .terms()
        .iter()
        .flat_map(|term| of_term(&term.kind))
        .collect()
}

fn of(values: &[Value], seen: &Interner, family: Option<Family>) -> Vec<Unmet> {
    let texts = || seen.iter().map(|(_, text)| text);
    let met = |value: &Value| match family {
        Some(_) => texts().any(|code| value.is_code(code)),
        None => texts().any(|name| value.is_name(name)),
    };
    let one = |value: &Value| match value {
        Value::Text(text) | Value::Exact(text) if !met(value) => Some(Unmet {
            owner: family.is_none(),
            text: text.clone(),
            near: near(text, texts(), family),
        }),
        _ => None,
    };
    values.iter().filter_map(one).collect()
}

/// Returns known or standard values whose code or name is similar to the text.
fn near<'a>(text: &str, seen: impl Iterator<Item = &'a str>, family: Option<Family>) -> Vec<String> {
    let usual = family.map(Family::codes).unwrap_or_default();
    let all = usual.iter().map(|code| code.code).chain(seen);
    let far = |value: &str| {
        let names = Lang::ALL.into_iter().filter_map(|lang| {
            let name = vocabulary::label(lang, family?, value);
            nearness(text, &fold(&name))
        });
        names.chain(nearness(text, &fold(value))).min()
    };
    let mut found: Vec<(usize, &str)> = all
        .filter(|value| !value.is_empty())
        .filter_map(|value| Some((far(value)?, value)))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
        .into_iter()
        .take(MOST)
        .map(|(_, value)| value.to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::table::{ColumnsBuilder, RowData};

    #[test]
    fn what_no_deal_has_is_told_with_what_is_near_to_it() {
        let mut builder = ColumnsBuilder::default();
        builder.push(&RowData {
            id: "a".into(),
            status: "gel".into(),
            owner: "M. Ferrand".into(),
            ..RowData::default()
        });
        let table = builder.finish();
        let told = |text: &str| -> Vec<(bool, String, Vec<String>)> {
            let found = unmet(&Query::parse(text).unwrap(), &table);
            found
                .into_iter()
                .map(|one| (one.owner, one.text, one.near))
                .collect()
        };
        assert_eq!(told("status:foo"), [(false, "foo".into(), vec![])]);
        assert_eq!(
            told("status:closimg,gel,ic"),
            [(false, "closimg".into(), vec!["closing".into()])]
        );
        assert_eq!(
            told("parc owner:ferrant status:gel"),
            [(true, "ferrant".into(), vec![])],
            "only a whole name is similar"
        );
        assert_eq!(
            told("owner:\"m ferrant\""),
            [(true, "m ferrant".into(), vec!["M. Ferrand".into()])]
        );
        assert_eq!(told("status:none owner:ferrand class:bureaux -ltv>3%"), []);
    }
}
