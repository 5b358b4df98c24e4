//! Comparison of rows by up to four sort keys.
//!
//! Numbers are compared by exact value, text without case and accents, statuses in board order. Missing values come
//! last in either direction, because they are unknown rather than small.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::model::intern::{InternCode, Interner};
use crate::model::local_deals::LocalDeals;
use crate::model::table::{DealRow, DealTable, RowGroup, RowIdx};
use crate::text::fold;
use crate::vocabulary;

use super::collation::Collation;
use super::column::{DealColumn, SortKey};

/// A row's value under one key, ready for comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
enum SortKeyValue<'a> {
    Number(Decimal),
    Seconds(i64),
    Rank(u32),
    Text(&'a str),
    Missing,
}

impl SortKeyValue<'_> {
    fn compare(&self, right: &Self, descending: bool) -> Ordering {
        let ordering = match (self, right) {
            (Self::Missing, Self::Missing) => Ordering::Equal,
            (Self::Missing, _) => return Ordering::Greater,
            (_, Self::Missing) => return Ordering::Less,
            (Self::Number(left), Self::Number(right)) => left.cmp(right),
            (Self::Seconds(left), Self::Seconds(right)) => left.cmp(right),
            (Self::Rank(left), Self::Rank(right)) => left.cmp(right),
            (Self::Text(left), Self::Text(right)) => left.cmp(right),
            // A key always yields the same variant.
            _ => Ordering::Equal,
        };
        if descending { ordering.reverse() } else { ordering }
    }
}

/// A column of codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeColumn {
    Status,
    Class,
    Owner,
}

impl CodeColumn {
    fn texts(self, table: &DealTable) -> &Interner {
        match self {
            Self::Status => table.statuses(),
            Self::Class => table.classes(),
            Self::Owner => table.owners(),
        }
    }

    /// Returns the codes of a row group, as indexes.
    pub(crate) fn group_codes<'a>(self, stretch: &RowGroup<'a>) -> &'a [u32] {
        match self {
            Self::Status => stretch.statuses(),
            Self::Class => stretch.classes(),
            Self::Owner => stretch.owners(),
        }
    }

    /// Returns the code of a row.
    pub(crate) fn code(self, table: &DealTable, ix: RowIdx) -> Option<InternCode> {
        match self {
            Self::Status => table.status_code(ix),
            Self::Class => table.class_code(ix),
            Self::Owner => table.owner_code(ix),
        }
    }
}

/// The rank of each interned code; `None` for the empty code, which means a missing value.
pub(super) struct CodeRanks(Vec<Option<u32>>);

impl CodeRanks {
    /// Ranks the codes of a table. Statuses are in board order, other codes by label without case and accents.
    pub(crate) fn compute(table: &DealTable, coded: CodeColumn, by: &Collation) -> Self {
        let texts = coded.texts(table);
        let mut ranks = vec![None; texts.len()];
        let mut codes: Vec<(InternCode, &str)> = texts.iter().filter(|(_, text)| !text.is_empty()).collect();
        match coded {
            CodeColumn::Status => codes.sort_by(|(_, one), (_, other)| by.statuses.cmp(one, other)),
            CodeColumn::Class => codes.sort_by_cached_key(|(_, class)| {
                let called = vocabulary::asset_class(by.lang, class);
                (fold(&called), called.into_owned())
            }),
            CodeColumn::Owner => codes.sort_by_cached_key(|(_, owner)| (fold(owner), *owner)),
        }
        for (rank, (code, _)) in (0..).zip(codes) {
            if let Some(rank_slot) = ranks.get_mut(code.index()) {
                *rank_slot = Some(rank);
            }
        }
        Self(ranks)
    }

    /// Returns the rank of a code, by its index.
    pub(crate) fn rank(&self, code: usize) -> Option<u32> {
        self.0.get(code).copied().flatten()
    }
}

/// Accessor for a row's value under one key.
enum KeyReader {
    Name,
    Local(BTreeMap<String, i64>),
    Id,
    Age,
    Number(crate::contract::models::kpi::KpiKey),
    Status(CodeRanks),
    Class(CodeRanks),
    Owner(CodeRanks),
}

impl KeyReader {
    fn for_column(table: &DealTable, column: DealColumn, by: &Collation) -> Self {
        match column {
            DealColumn::Name => Self::Name,
            DealColumn::Id => Self::Id,
            DealColumn::Followup | DealColumn::Star | DealColumn::Labels => {
                Self::Local(local_ranks(column, &by.local_deals))
            }
            DealColumn::Age => Self::Age,
            DealColumn::Kpi(key) => Self::Number(key),
            DealColumn::Status => Self::Status(CodeRanks::compute(table, CodeColumn::Status, by)),
            DealColumn::Class => Self::Class(CodeRanks::compute(table, CodeColumn::Class, by)),
            DealColumn::Owner => Self::Owner(CodeRanks::compute(table, CodeColumn::Owner, by)),
        }
    }

    fn read<'a>(&self, row: &DealRow<'a>) -> SortKeyValue<'a> {
        let rank = |codes: &CodeRanks, code: InternCode| {
            codes.rank(code.index()).map_or(SortKeyValue::Missing, SortKeyValue::Rank)
        };
        match self {
            Self::Name if row.name.is_empty() => SortKeyValue::Missing,
            Self::Name => SortKeyValue::Text(row.folded),
            Self::Id => SortKeyValue::Text(row.id),
            Self::Local(ranks) => {
                ranks.get(row.id).map_or(SortKeyValue::Missing, |rank| SortKeyValue::Seconds(*rank))
            }
            // Ascending order puts the longest time last, so an earlier time gives a greater value.
            Self::Age => row
                .since
                .map_or(SortKeyValue::Missing, |since| SortKeyValue::Seconds(since.at.saturating_neg())),
            Self::Number(key) => row.number(*key).map_or(SortKeyValue::Missing, SortKeyValue::Number),
            Self::Status(ranks) => rank(ranks, row.status_code),
            Self::Class(ranks) => rank(ranks, row.class_code),
            Self::Owner(ranks) => rank(ranks, row.owner_code),
        }
    }
}

/// Returns numbers that sort as the values of a column with data of this device, by deal.
pub(super) fn local_ranks(column: DealColumn, local: &LocalDeals) -> BTreeMap<String, i64> {
    if column == DealColumn::Star {
        return local.stars().iter().map(|deal| (deal.clone(), 0)).collect();
    }
    if column == DealColumn::Followup {
        let open = local.followups().iter().filter(|(_, followup)| followup.done.is_none());
        return open.map(|(deal, followup)| (deal.clone(), day_rank(followup.date))).collect();
    }
    let folded = |labels: &[String]| fold(&labels.join(", "));
    let texts: BTreeSet<String> = local.labels().values().map(|labels| folded(labels)).collect();
    let ranks: BTreeMap<String, i64> = texts.into_iter().zip(0..).collect();
    let rank = |labels: &[String]| ranks.get(&folded(labels)).copied().unwrap_or_default();
    local.labels().iter().map(|(deal, labels)| (deal.clone(), rank(labels))).collect()
}

/// Returns a number that sorts as the date.
fn day_rank(date: Date) -> i64 {
    i64::from(date.year()) * 512 + i64::from(date.day_of_year())
}

/// Returns the insertion position of a row in `rows`, sorted by `key`, after equal rows.
pub fn insertion_index(
    table: &DealTable,
    rows: &[RowIdx],
    row: &DealRow<'_>,
    key: SortKey,
    collation: &Collation,
) -> usize {
    let order = RowComparison::by_keys(table, &[key], collation);
    rows.partition_point(|ix| {
        let before = |candidate: DealRow<'_>| order.compare(&candidate, row).is_le();
        table.row(*ix).is_some_and(before)
    })
}

/// A comparison of rows by several keys.
pub(super) struct RowComparison(Vec<(KeyReader, bool)>);

impl RowComparison {
    /// Builds a comparison by `keys`, most significant first.
    pub(crate) fn by_keys(table: &DealTable, keys: &[SortKey], collation: &Collation) -> Self {
        let reader = |key: &SortKey| (KeyReader::for_column(table, key.column, collation), key.descending);
        Self(keys.iter().map(reader).collect())
    }

    pub(super) fn compare(&self, left: &DealRow<'_>, right: &DealRow<'_>) -> Ordering {
        let keys = self.0.iter();
        let mut orders =
            keys.map(|(reader, descending)| reader.read(left).compare(&reader.read(right), *descending));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::models::kpi::KpiKey;
    use crate::model::table::{ColumnStoreBuilder, RowData, StatusSince, TimePrecision};
    use crate::text::Lang;
    use crate::vocabulary::StatusOrder;

    fn table() -> DealTable {
        let mut builder = ColumnStoreBuilder::default();
        for (id, name, status, owner, days, ltv) in [
            ("a", "Zénith", "ic", "b. roux", Some(3), Some("0.7504")),
            ("b", "Îlot", "lost", "", None, None),
            ("c", "halle", "sourcing", "A. Martin", Some(9), Some("0.75")),
            ("d", "Érable", "ic", "Ç. Delaunay", Some(1), Some("0.75039999999999999999")),
        ] {
            builder.push(&RowData {
                id: id.into(),
                name: name.into(),
                status: status.into(),
                owner: owner.into(),
                since: days
                    .map(|days: i64| StatusSince { at: -days * 86_400, precision: TimePrecision::AtLeast }),
                numbers: ltv.map(|value| (KpiKey::Ltv, value.parse().unwrap())).into_iter().collect(),
                ..RowData::default()
            });
        }
        builder.finish()
    }

    fn order(keys: &str) -> String {
        let table = table();
        let keys: Vec<SortKey> = keys.split_whitespace().map(|key| key.parse().unwrap()).collect();
        let by = Collation {
            lang: Lang::Fr,
            statuses: StatusOrder::default(),
            local_deals: std::sync::Arc::default(),
        };
        crate::dataset::radix_sort::sort_rows(&table, vec![0, 1, 2, 3], &keys, &by)
            .into_iter()
            .map(|ix| table.row(ix).unwrap().id.to_owned())
            .collect()
    }

    #[test]
    fn numbers_compare_exactly_and_missing_values_sort_last() {
        assert_eq!(order("ltv"), "cdab");
        assert_eq!(order("ltv:desc"), "adcb");
        assert_eq!(order("age"), "dacb");
        assert_eq!(order("age:desc"), "cadb");
        assert_eq!(order("responsable"), "cadb");
        assert_eq!(order("responsable:desc"), "dacb");
    }

    #[test]
    fn names_sort_without_accents_and_statuses_by_board() {
        assert_eq!(order("name"), "dcba");
        assert_eq!(order("status"), "cadb");
    }

    #[test]
    fn further_sort_key_orders_ties_of_the_first() {
        assert_eq!(order("status ltv:desc"), "cadb");
        assert_eq!(order("status ltv"), "cdab");
        assert_eq!(order(""), "abcd");
    }
}
