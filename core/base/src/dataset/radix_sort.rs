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
use super::sort_keys::{CodeColumn, CodeRanks};

/// Marks a missing value, which comes last in either direction.
const MISSING: u64 = u64::MAX;

/// Sorts `rows` by `keys`, most significant first. Rows that are equal under all keys keep their order.
pub(crate) fn sort_rows(
    table: &DealTable,
    rows: Vec<RowIdx>,
    keys: &[SortKey],
    collation: &Collation,
) -> Vec<RowIdx> {
    let by = |rows: Vec<RowIdx>, key: &SortKey| {
        let mut held = sort_values(table, key.column, collation);
        if key.descending {
            let there = held.iter_mut().filter(|held| **held != MISSING);
            there.for_each(|held| *held = MISSING - 1 - *held);
        }
        radix_sort_rows(rows, &held)
    };
    let number = rows.len();
    let rows = keys.iter().rev().fold(rows, by);
    debug_assert_eq!(rows.len(), number, "sorting loses no row");
    rows
}

/// Returns the rows with an accepted number under `key`, in ascending order.
pub(super) fn rows_by_number(table: &DealTable, key: KpiKey) -> Vec<RowIdx> {
    let mut rows = Vec::new();
    for stretch in table.row_groups() {
        let all = super::bitset::first_rows(stretch.len());
        stretch.for_each_number(key, &all, |at, value| {
            if key.accepts(value) {
                rows.push(stretch.ix(at));
            }
        });
    }
    radix_sort_rows(rows, &number_values(table, key))
}

/// Returns each row's sort value in a column, by row number.
fn sort_values(table: &DealTable, column: DealColumn, collation: &Collation) -> Vec<u64> {
    let coded = |of: CodeColumn| {
        let codes = CodeRanks::compute(table, of, collation);
        let rank = |code: usize| codes.rank(code).map_or(MISSING, u64::from);
        fill_values(
            table,
            |stretch, held| held.extend(of.group_codes(stretch).iter().map(|code| rank(*code as usize))),
            |ix| of.code(table, ix).map(InternCode::index).map(rank),
        )
    };
    match column {
        DealColumn::Status => coded(CodeColumn::Status),
        DealColumn::Class => coded(CodeColumn::Class),
        DealColumn::Owner => coded(CodeColumn::Owner),
        // Ascending order puts the longest time last, so an earlier time gives a greater value.
        DealColumn::Age => {
            let age = |at: i64| sortable(at.saturating_neg()).min(MISSING - 1);
            fill_values(
                table,
                |stretch, held| {
                    let since = (0..stretch.len()).map(|at| stretch.since_at(at));
                    held.extend(since.map(|since| since.map_or(MISSING, |since| age(since.at))));
                },
                |ix| table.status_since(ix).map(|since| age(since.at)),
            )
        }
        DealColumn::Name => text_values(table, table.text_ranks(SortText::Name), SortText::Name),
        DealColumn::Id => text_values(table, table.text_ranks(SortText::Id), SortText::Id),
        DealColumn::Kpi(key) => number_values(table, key),
    }
}

/// Fills the sort values: confirmed rows by row group, then delta rows one by one.
fn fill_values(
    table: &DealTable,
    fill: impl Fn(&RowGroup<'_>, &mut Vec<u64>),
    over: impl Fn(RowIdx) -> Option<u64>,
) -> Vec<u64> {
    let mut held = Vec::with_capacity(table.len());
    for stretch in table.row_groups() {
        held.resize(stretch.ix(0) as usize, MISSING);
        fill(&stretch, &mut held);
    }
    for (ix, _) in table.delta_slots() {
        set_value(&mut held, ix, over(ix).unwrap_or(MISSING));
    }
    held
}

fn set_value(held: &mut Vec<u64>, ix: RowIdx, value: u64) {
    let at = ix as usize;
    if held.len() <= at {
        held.resize(at + 1, MISSING);
    }
    held[at] = value;
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
    let place = |rank: usize, among: u64| (rank as u64) << 32 | among;
    let end = table.row_groups().last();
    let end = end.map_or(0, |last| last.ix(0) + last.len() as RowIdx);
    // Without renamed rows, the ranks alone suffice and have fewer digits.
    if table.renamed_rows().next().is_none() {
        return (0..end)
            .map(|ix| ranks.rank(ix).map_or(MISSING, u64::from))
            .collect();
    }
    let own = |ix: RowIdx| {
        ranks
            .rank(ix)
            .map_or(MISSING, |rank| place(rank as usize, CONFIRMED_LOW_BITS))
    };
    let mut held: Vec<u64> = (0..end).map(own).collect();
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
    let others: Vec<RowIdx> = table.renamed_rows().collect();
    for ix in &others {
        set_value(&mut held, *ix, MISSING);
    }
    let mut others: Vec<(&str, RowIdx)> = others.into_iter().filter_map(row).collect();
    others.sort_unstable();
    for (among, alike) in (0..).zip(others.chunk_by(|one, other| one.0 == other.0)) {
        for (text, ix) in alike {
            let (rank, same) = ranks.ranks_before(text, read);
            set_value(
                &mut held,
                *ix,
                place(rank, if same { CONFIRMED_LOW_BITS } else { among }),
            );
        }
    }
    held
}

/// Returns the sort values of a number column. If all values fit into eight bytes as integers of one scale, these are
/// used; otherwise the ranks are.
fn number_values(table: &DealTable, key: KpiKey) -> Vec<u64> {
    let mut numbers: Vec<(RowIdx, Option<Decimal>)> = Vec::with_capacity(table.len());
    for stretch in table.row_groups() {
        let all = super::bitset::first_rows(stretch.len());
        stretch.for_each_number(key, &all, |at, value| numbers.push((stretch.ix(at), Some(value))));
    }
    numbers.extend(table.delta_slots().map(|(ix, _)| (ix, table.number(ix, key))));
    let there = || numbers.iter().filter_map(|(_, value)| *value);
    let scale = there().map(|value| value.scale()).max().unwrap_or_default();
    let integer = |value: Decimal| {
        let times = 10_i128.checked_pow(scale - value.scale())?;
        let whole = i64::try_from(value.mantissa().checked_mul(times)?).ok()?;
        Some(sortable(whole)).filter(|place| *place < MISSING)
    };
    let mut held = Vec::with_capacity(table.len());
    if there().all(|value| integer(value).is_some()) {
        for (ix, value) in &numbers {
            set_value(&mut held, *ix, value.and_then(integer).unwrap_or(MISSING));
        }
        return held;
    }
    let mut values: Vec<Decimal> = there().collect();
    values.sort_unstable();
    values.dedup();
    for (ix, value) in &numbers {
        let place = value.map(|value| values.partition_point(|other| *other < value) as u64);
        set_value(&mut held, *ix, place.unwrap_or(MISSING));
    }
    held
}

/// Bits per digit.
const DIGIT_BITS: u32 = 11;

/// Sorts rows by their sort values. Rows with equal values keep their order.
fn radix_sort_rows(rows: Vec<RowIdx>, held: &[u64]) -> Vec<RowIdx> {
    let value = |ix: RowIdx| held.get(ix as usize).copied().unwrap_or(MISSING);
    let there = || rows.iter().map(|ix| value(*ix)).filter(|value| *value != MISSING);
    let (Some(least), Some(most)) = (there().min(), there().max()) else {
        return rows;
    };
    // Missing values come right after the greatest one.
    let last = most - least + 1;
    let from_least = |ix: RowIdx| match value(ix) {
        MISSING => last,
        there => there - least,
    };
    // Values that fit into 32 bits halve the memory that is moved.
    if u32::try_from(last).is_ok() {
        let short = |ix: RowIdx| from_least(ix) as u32;
        return radix_sort_pairs(rows.into_iter().map(|ix| (short(ix), ix)).collect(), last);
    }
    radix_sort_pairs(rows.into_iter().map(|ix| (from_least(ix), ix)).collect(), last)
}

/// Sorts rows paired with their values, which are at most `last`.
fn radix_sort_pairs<V: Copy + Into<u64>>(mut pairs: Vec<(V, RowIdx)>, last: u64) -> Vec<RowIdx> {
    let mut other = pairs.clone();
    let bits = u64::BITS - last.leading_zeros();
    for shift in (0..bits).step_by(DIGIT_BITS as usize) {
        let digit = |value: V| (value.into() >> shift) as usize & ((1 << DIGIT_BITS) - 1);
        let mut places = [0_usize; 1 << DIGIT_BITS];
        for (value, _) in &pairs {
            places[digit(*value)] += 1;
        }
        let mut next = 0;
        for place in &mut places {
            next += std::mem::replace(place, next);
        }
        for pair in &pairs {
            let place = &mut places[digit(pair.0)];
            other[*place] = *pair;
            *place += 1;
        }
        std::mem::swap(&mut pairs, &mut other);
    }
    pairs.into_iter().map(|(_, ix)| ix).collect()
}

#[cfg(test)]
#[path = "radix_sort_tests.rs"]
mod tests;
