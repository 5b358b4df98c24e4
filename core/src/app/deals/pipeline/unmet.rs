//! What a filter asks for and no deal has: a status or a class that nobody knows, an owner of nothing. An empty list alone
//! would be taken for an answer.

use crate::app::foundation::search::nearness::nearness;
use crate::model::intern::Interner;
use crate::model::table::DealTable;
use crate::query::{Kind, Query, Value};
use crate::text::{Lang, fold};
use crate::vocabulary::{self, Family};

/// At most so many are told to be near.
const MOST: usize = 3;

/// A value that no deal has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// Whether it is an owner, and no code.
    pub owner: bool,
    /// As it was typed, folded.
    pub text: String,
    /// What it may have been meant to be, the nearest first.
    pub near: Vec<String>,
}

/// The values of a query that no deal of the table has and that are no usual codes either.
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

/// What is met or usual and looks or is called nearly so.
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
            "a name is near as a whole"
        );
        assert_eq!(
            told("owner:\"m ferrant\""),
            [(true, "m ferrant".into(), vec!["M. Ferrand".into()])]
        );
        assert_eq!(told("status:none owner:ferrand class:bureaux -ltv>3%"), []);
    }
}
