//! Radix sort of rows by key columns.
//!
//! Each row gets an integer per key that sorts as its value does, read column by column. The rows are sorted by the
//! digits of these integers, last key first. No row is built and no two rows are compared.

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;
use crate::model::intern::InternCode;
use crate::model::table::{DealTable, RowGroup, RowIdx, SortText, TextRank};

use super::collation::Collation;
use super::column::{DealColumn, SortKey};
use super::row_set::RowSet;
use super::sort_keys::{CodeColumn, CodeRanks, local_ranks};

/// Marks a missing value, which comes last in either direction.
pub(super) const MISSING: u64 = u64::MAX;

/// Sorts `rows` by `keys`, most significant first. Rows that are equal under all keys keep their order.
pub(crate) fn sort_rows(
    table: &DealTable,
    rows: Vec<RowIdx>,
    keys: &[SortKey],
    collation: &Collation,
) -> Vec<RowIdx> {
    let sort_by = |rows, key: &SortKey| radix_sort_rows(rows, &key_values(table, *key, collation));
    let number = rows.len();
    let rows = keys.iter().rev().fold(rows, sort_by);
    debug_assert_eq!(rows.len(), number, "sorting loses no row");
    rows
}

/// Returns each row's value under a sort key, by row number.
pub(super) fn key_values(table: &DealTable, key: SortKey, collation: &Collation) -> Vec<u64> {
    let mut values = sort_values(table, key.column, collation);
    if key.descending {
        let present = values.iter_mut().filter(|values| **values != MISSING);
        present.for_each(|values| *values = MISSING - 1 - *values);
    }
    values
}

/// Returns each row's sort value in a column, by row number.
fn sort_values(table: &DealTable, column: DealColumn, collation: &Collation) -> Vec<u64> {
    let code_values = |code_column: CodeColumn| {
        let codes = CodeRanks::compute(table, code_column, collation);
        let rank = |code: usize| codes.rank(code).map_or(MISSING, u64::from);
        fill_values(
            table,
            |group, values| {
                values.extend(code_column.group_codes(group).iter().map(|code| rank(*code as usize)));
            },
            |ix| code_column.code(table, ix).map(InternCode::index).map(rank),
        )
    };
    match column {
        DealColumn::Status => code_values(CodeColumn::Status),
        DealColumn::Class => code_values(CodeColumn::Class),
        DealColumn::Owner => code_values(CodeColumn::Owner),
        // Ascending order puts the longest time last, so an earlier time gives a greater value.
        DealColumn::Age => {
            let age = |at: i64| sortable(at.saturating_neg()).min(MISSING - 1);
            fill_values(
                table,
                |group, values| {
                    let since = (0..group.len()).map(|at| group.since_at(at));
                    values.extend(since.map(|since| since.map_or(MISSING, |since| age(since.at))));
                },
                |ix| table.status_since(ix).map(|since| age(since.at)),
            )
        }
        DealColumn::Name => text_values(table, table.text_ranks(SortText::Name), SortText::Name),
        DealColumn::Id => text_values(table, table.text_ranks(SortText::Id), SortText::Id),
        DealColumn::Followup | DealColumn::Star | DealColumn::Labels => {
            let missing = |group: &RowGroup<'_>, values: &mut Vec<u64>| {
                values.resize(values.len() + group.len(), MISSING);
            };
            let mut values = fill_values(table, missing, |_| None);
            for (deal, rank) in local_ranks(column, &collation.local_deals) {
                if let Some(ix) = table.find(&deal) {
                    set_value(&mut values, ix, sortable(rank));
                }
            }
            values
        }
        DealColumn::Kpi(key) => number_values(table, key),
    }
}

/// Fills the sort values: confirmed rows by row group, then delta rows one by one.
fn fill_values(
    table: &DealTable,
    fill: impl Fn(&RowGroup<'_>, &mut Vec<u64>),
    delta_value: impl Fn(RowIdx) -> Option<u64>,
) -> Vec<u64> {
    let mut values = Vec::with_capacity(table.len());
    for group in table.row_groups() {
        values.resize(group.ix(0) as usize, MISSING);
        fill(&group, &mut values);
    }
    for (ix, _) in table.delta_slots() {
        set_value(&mut values, ix, delta_value(ix).unwrap_or(MISSING));
    }
    values
}

fn set_value(values: &mut Vec<u64>, ix: RowIdx, value: u64) {
    let at = ix as usize;
    if values.len() <= at {
        values.resize(at + 1, MISSING);
    }
    values[at] = value;
}

/// Maps a signed integer to an unsigned one that sorts the same.
const fn sortable(value: i64) -> u64 {
    value.cast_unsigned() ^ (1 << 63)
}

/// Returns the sort values of a text column. The high bits are the rank among the confirmed rows. The low bits order
/// delta texts that sort between two ranks.
fn text_values(table: &DealTable, ranks: &TextRank, text: SortText) -> Vec<u64> {
    /// Low bits of a confirmed row. Delta texts between the previous rank and this one get smaller values.
    const CONFIRMED_LOW_BITS: u64 = 1 << 31;
    let combine = |rank: usize, delta_index: u64| (rank as u64) << 32 | delta_index;
    let end = table.row_groups().last();
    let end = end.map_or(0, |last| last.ix(0) + last.len() as RowIdx);
    // Without renamed rows, the ranks alone suffice and have fewer digits.
    if table.renamed_rows().next().is_none() {
        return (0..end).map(|ix| ranks.rank(ix).map_or(MISSING, u64::from)).collect();
    }
    let confirmed_value =
        |ix: RowIdx| ranks.rank(ix).map_or(MISSING, |rank| combine(rank as usize, CONFIRMED_LOW_BITS));
    let mut values: Vec<u64> = (0..end).map(confirmed_value).collect();
    let confirmed = table.without_delta();
    let read = |ix: RowIdx| {
        let row = confirmed.row(ix);
        row.map_or("", |row| if text == SortText::Id { row.id } else { row.folded })
    };
    let row = |ix: RowIdx| {
        let row = table.row(ix)?;
        match text {
            SortText::Id => Some((row.id, ix)),
            SortText::Name => (!row.name.is_empty()).then_some((row.folded, ix)),
        }
    };
    let delta_rows: Vec<RowIdx> = table.renamed_rows().collect();
    for ix in &delta_rows {
        set_value(&mut values, *ix, MISSING);
    }
    let mut delta_rows: Vec<(&str, RowIdx)> = delta_rows.into_iter().filter_map(row).collect();
    delta_rows.sort_unstable();
    for (delta_index, equal_texts) in (0..).zip(delta_rows.chunk_by(|left, right| left.0 == right.0)) {
        for (text, ix) in equal_texts {
            let (rank, same) = ranks.ranks_before(text, read);
            set_value(&mut values, *ix, combine(rank, if same { CONFIRMED_LOW_BITS } else { delta_index }));
        }
    }
    values
}

/// Returns the sort values of a number column. If all values fit into eight bytes as integers of one scale, these are
/// used; otherwise the ranks are.
fn number_values(table: &DealTable, key: KpiKey) -> Vec<u64> {
    let mut rows = RowSet::all_confirmed(table);
    table.delta_slots().for_each(|(ix, exists)| rows.set(ix, exists));
    let mut scale = 0;
    table.for_each_number(&rows.0, key, |_, number| scale = number.scale().max(scale));
    let (mut row_values, mut all_fit) = (Vec::with_capacity(table.len()), true);
    table.for_each_number(&rows.0, key, |ix, number| {
        let value = number.at_scale(scale).map(sortable).filter(|value| *value < MISSING);
        all_fit &= value.is_some();
        set_value(&mut row_values, ix, value.unwrap_or(MISSING));
    });
    if all_fit {
        return row_values;
    }
    let mut numbers: Vec<(RowIdx, Decimal)> = Vec::new();
    table.for_each_number(&rows.0, key, |ix, number| {
        numbers.extend(number.value().map(|value| (ix, value)));
    });
    let mut values: Vec<Decimal> = numbers.iter().map(|(_, value)| *value).collect();
    values.sort_unstable();
    values.dedup();
    for (ix, value) in numbers {
        let rank = values.partition_point(|other| *other < value) as u64;
        set_value(&mut row_values, ix, rank);
    }
    row_values
}

/// Bits per digit.
const DIGIT_BITS: u32 = 11;

/// Sorts rows by their sort values. Rows with equal values keep their order.
pub(super) fn radix_sort_rows(rows: Vec<RowIdx>, values: &[u64]) -> Vec<RowIdx> {
    let value = |ix: RowIdx| values.get(ix as usize).copied().unwrap_or(MISSING);
    let present = || rows.iter().map(|ix| value(*ix)).filter(|value| *value != MISSING);
    let (Some(min), Some(max)) = (present().min(), present().max()) else {
        return rows;
    };
    // Missing values come right after the greatest one.
    let last = max - min + 1;
    let from_least = |ix: RowIdx| match value(ix) {
        MISSING => last,
        present => present - min,
    };
    // Values that fit into 32 bits halve the memory that is moved.
    if u32::try_from(last).is_ok() {
        let short_value = |ix: RowIdx| from_least(ix) as u32;
        return radix_sort_pairs(rows.into_iter().map(|ix| (short_value(ix), ix)).collect(), last);
    }
    radix_sort_pairs(rows.into_iter().map(|ix| (from_least(ix), ix)).collect(), last)
}

/// Sorts rows paired with their values, which are at most `last`.
fn radix_sort_pairs<V: Copy + Into<u64>>(mut pairs: Vec<(V, RowIdx)>, last: u64) -> Vec<RowIdx> {
    let mut buffer = pairs.clone();
    let bits = u64::BITS - last.leading_zeros();
    for shift in (0..bits).step_by(DIGIT_BITS as usize) {
        let digit = |value: V| (value.into() >> shift) as usize & ((1 << DIGIT_BITS) - 1);
        let mut offsets = [0_usize; 1 << DIGIT_BITS];
        for (value, _) in &pairs {
            offsets[digit(*value)] += 1;
        }
        let mut next = 0;
        for offset in &mut offsets {
            next += std::mem::replace(offset, next);
        }
        for pair in &pairs {
            let offset = &mut offsets[digit(pair.0)];
            buffer[*offset] = *pair;
            *offset += 1;
        }
        std::mem::swap(&mut pairs, &mut buffer);
    }
    pairs.into_iter().map(|(_, ix)| ix).collect()
}

#[cfg(test)]
#[path = "radix_sort_tests.rs"]
mod tests;
