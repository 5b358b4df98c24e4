//! The order of the table: up to four keys, numbers by their exact value, text without case and accents, statuses in
//! board order. What is missing comes last in either direction: it is not the smallest, it is not known.

use std::cmp::Ordering;

use rust_decimal::Decimal;

use crate::engine::{DealRow, DealTable, Interner, RowIx};
use crate::view::text::{Lang, fold};
use crate::view::vocabulary::{self, status_cmp};

use super::column::{Column, SortKey};

/// What one row holds under one key, ready to be compared.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Held<'a> {
    Number(Decimal),
    Seconds(i64),
    Rank(u32),
    Text(&'a str),
    Missing,
}

impl Held<'_> {
    fn compare(&self, other: &Self, descending: bool) -> Ordering {
        let held = match (self, other) {
            (Self::Missing, Self::Missing) => Ordering::Equal,
            (Self::Missing, _) => return Ordering::Greater,
            (_, Self::Missing) => return Ordering::Less,
            (Self::Number(one), Self::Number(other)) => one.cmp(other),
            (Self::Seconds(one), Self::Seconds(other)) => one.cmp(other),
            (Self::Rank(one), Self::Rank(other)) => one.cmp(other),
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            // A key always gives one kind.
            _ => Ordering::Equal,
        };
        if descending { held.reverse() } else { held }
    }
}

/// The rank of each interned code; `None` for the empty one, which means that nothing was sent.
type Ranks = Vec<Option<u32>>;

fn ranks(interner: &Interner, compare: impl Fn(&str, &str) -> Ordering) -> Ranks {
    let mut codes: Vec<(usize, &str)> = interner
        .iter()
        .map(|(code, text)| (code.index(), text))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    codes.sort_by(|(_, one), (_, other)| compare(one, other));
    let mut ranks = vec![None; interner.iter().count()];
    for (rank, (at, _)) in codes.into_iter().enumerate() {
        if let Some(place) = ranks.get_mut(at) {
            *place = u32::try_from(rank).ok();
        }
    }
    ranks
}

/// How a key reads a row.
enum Reader {
    Name,
    Id,
    Age,
    Number(crate::contract::kpi::KpiKey),
    Status(Ranks),
    Class(Ranks),
    Owner(Ranks),
}

impl Reader {
    fn of(table: &DealTable, column: Column, lang: Lang) -> Self {
        let folded = |one: &str, other: &str| fold(one).cmp(&fold(other)).then_with(|| one.cmp(other));
        match column {
            Column::Name => Self::Name,
            Column::Id => Self::Id,
            Column::Age => Self::Age,
            Column::Kpi(key) => Self::Number(key),
            Column::Status => Self::Status(ranks(table.statuses(), status_cmp)),
            Column::Class => Self::Class(ranks(table.classes(), |one, other| {
                folded(
                    &vocabulary::asset_class(lang, one),
                    &vocabulary::asset_class(lang, other),
                )
            })),
            Column::Owner => Self::Owner(ranks(table.owners(), folded)),
        }
    }

    fn read<'a>(&self, row: &DealRow<'a>) -> Held<'a> {
        let rank = |ranks: &Ranks, at: usize| {
            let rank = ranks.get(at).copied().flatten();
            rank.map_or(Held::Missing, Held::Rank)
        };
        match self {
            Self::Name if row.name.is_empty() => Held::Missing,
            Self::Name => Held::Text(row.folded),
            Self::Id => Held::Text(row.id),
            // The longest time comes last in rising order: the age grows as the moment lies further back.
            Self::Age => row
                .since
                .map_or(Held::Missing, |since| Held::Seconds(since.at.saturating_neg())),
            Self::Number(key) => row.number(*key).map_or(Held::Missing, Held::Number),
            Self::Status(ranks) => rank(ranks, row.status_code.index()),
            Self::Class(ranks) => rank(ranks, row.class_code.index()),
            Self::Owner(ranks) => rank(ranks, row.owner_code.index()),
        }
    }
}

/// Where a row would stand among `rows`, which are in the order of `key`: after those that are alike.
pub(super) fn place(table: &DealTable, rows: &[RowIx], row: &DealRow<'_>, key: SortKey, lang: Lang) -> usize {
    let reader = Reader::of(table, key.column, lang);
    let held = reader.read(row);
    rows.partition_point(|ix| {
        let before = |other: DealRow<'_>| reader.read(&other).compare(&held, key.descending).is_le();
        table.row(*ix).is_some_and(before)
    })
}

/// Sorts `rows` by `keys`, the first of which counts most. Rows that no key tells apart keep their order, so a list
/// that was sorted before is sorted again in about one pass.
pub(super) fn sorted(table: &DealTable, rows: Vec<RowIx>, keys: &[SortKey], lang: Lang) -> Vec<RowIx> {
    if keys.is_empty() {
        return rows;
    }
    let readers: Vec<(Reader, bool)> = keys
        .iter()
        .map(|key| (Reader::of(table, key.column, lang), key.descending))
        .collect();
    let mut held: Vec<(RowIx, Vec<Held<'_>>)> = Vec::new();
    let mut single: Vec<(RowIx, Held<'_>)> = Vec::new();
    if let [(reader, descending)] = readers.as_slice() {
        single.extend(
            rows.into_iter()
                .filter_map(|ix| Some((ix, reader.read(&table.row(ix)?)))),
        );
        single.sort_by(|(_, one), (_, other)| one.compare(other, *descending));
        return single.into_iter().map(|(ix, _)| ix).collect();
    }
    held.extend(rows.into_iter().filter_map(|ix| {
        let row = table.row(ix)?;
        Some((ix, readers.iter().map(|(reader, _)| reader.read(&row)).collect()))
    }));
    held.sort_by(|(_, one), (_, other)| {
        one.iter()
            .zip(other)
            .zip(&readers)
            .map(|((one, other), (_, descending))| one.compare(other, *descending))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    });
    held.into_iter().map(|(ix, _)| ix).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::kpi::KpiKey;
    use crate::engine::{Bound, ColumnsBuilder, RowData, StageSince};

    fn table() -> DealTable {
        let mut builder = ColumnsBuilder::default();
        for (id, name, status, owner, days, ltv) in [
            ("a", "Zénith", "ic", "b. roux", Some(3), Some("0.7504")),
            ("b", "Îlot", "lost", "", None, None),
            ("c", "halle", "sourcing", "A. Martin", Some(9), Some("0.75")),
            (
                "d",
                "Érable",
                "ic",
                "Ç. Delaunay",
                Some(1),
                Some("0.75039999999999999999"),
            ),
        ] {
            builder.push(&RowData {
                id: id.into(),
                name: name.into(),
                status: status.into(),
                owner: owner.into(),
                since: days.map(|days: i64| StageSince {
                    at: -days * 86_400,
                    bound: Bound::AtLeast,
                }),
                numbers: ltv
                    .map(|value| (KpiKey::Ltv, value.parse().unwrap()))
                    .into_iter()
                    .collect(),
                ..RowData::default()
            });
        }
        builder.finish()
    }

    fn order(keys: &str) -> String {
        let table = table();
        let keys: Vec<SortKey> = keys.split_whitespace().map(|key| key.parse().unwrap()).collect();
        sorted(&table, vec![0, 1, 2, 3], &keys, Lang::Fr)
            .into_iter()
            .map(|ix| table.row(ix).unwrap().id.to_owned())
            .collect()
    }

    #[test]
    fn numbers_are_compared_exactly_and_what_is_missing_is_last_both_ways() {
        assert_eq!(order("ltv"), "cdab");
        assert_eq!(order("ltv:desc"), "adcb");
        assert_eq!(order("age"), "dacb");
        assert_eq!(order("age:desc"), "cadb");
        assert_eq!(order("responsable"), "cadb");
        assert_eq!(order("responsable:desc"), "dacb");
    }

    #[test]
    fn names_are_compared_without_case_and_accents_and_statuses_in_board_order() {
        assert_eq!(order("name"), "dcba");
        assert_eq!(order("status"), "cadb");
    }

    #[test]
    fn a_further_key_tells_apart_what_the_first_does_not() {
        assert_eq!(order("status ltv:desc"), "cadb");
        assert_eq!(order("status ltv"), "cdab");
        assert_eq!(order(""), "abcd");
    }
}
