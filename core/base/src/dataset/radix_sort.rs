//! Radix sort of rows by key columns.
//!
//! Each row gets an integer per key that sorts as its value does, read column by column. The rows are sorted by the
//! digits of these integers, last key first. No row is built and no two rows are compared.

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;
use crate::model::intern::Code;
use crate::model::table::{DealTable, Ranks, RowIx, Stretch, Text};

use super::collation::Collation;
use super::column::{Column, SortKey};
use super::sort_keys::{Coded, Codes};

/// Marks a missing value, which comes last in either direction.
const MISSING: u64 = u64::MAX;

/// Sorts `rows` by `keys`, most significant first. Rows that are equal under all keys keep their order.
pub(crate) fn sorted(
    table: &DealTable,
    rows: Vec<RowIx>,
    keys: &[SortKey],
    collation: &Collation,
) -> Vec<RowIx> {
    let by = |rows: Vec<RowIx>, key: &SortKey| {
        let mut held = held(table, key.column, collation);
        if key.descending {
            let there = held.iter_mut().filter(|held| **held != MISSING);
            there.for_each(|held| *held = MISSING - 1 - *held);
        }
        by_digits(rows, &held)
    };
    let number = rows.len();
    let rows = keys.iter().rev().fold(rows, by);
    debug_assert_eq!(rows.len(), number, "sorting loses no row");
    rows
}

/// Returns the rows with an accepted number under `key`, in ascending order.
pub(super) fn by_number(table: &DealTable, key: KpiKey) -> Vec<RowIx> {
    let mut rows = Vec::new();
    for stretch in table.stretches() {
        let all = super::bitset::filled(stretch.len());
        stretch.each_number(key, &all, |at, value| {
            if key.accepts(value) {
                rows.push(stretch.ix(at));
            }
        });
    }
    by_digits(rows, &numbers_held(table, key))
}

/// Returns each row's sort value in a column, by row number.
fn held(table: &DealTable, column: Column, collation: &Collation) -> Vec<u64> {
    let coded = |of: Coded| {
        let codes = Codes::of(table, of, collation);
        let rank = |code: usize| codes.rank(code).map_or(MISSING, u64::from);
        filled(
            table,
            |stretch, held| held.extend(of.column(stretch).iter().map(|code| rank(*code as usize))),
            |ix| of.code(table, ix).map(Code::index).map(rank),
        )
    };
    match column {
        Column::Status => coded(Coded::Status),
        Column::Class => coded(Coded::Class),
        Column::Owner => coded(Coded::Owner),
        // Ascending order puts the longest time last, so an earlier time gives a greater value.
        Column::Age => {
            let age = |at: i64| place_of(at.saturating_neg()).min(MISSING - 1);
            filled(
                table,
                |stretch, held| {
                    let since = (0..stretch.len()).map(|at| stretch.since_at(at));
                    held.extend(since.map(|since| since.map_or(MISSING, |since| age(since.at))));
                },
                |ix| table.since(ix).map(|since| age(since.at)),
            )
        }
        Column::Name => texts_held(table, table.ranks(Text::Name), Text::Name),
        Column::Id => texts_held(table, table.ranks(Text::Id), Text::Id),
        Column::Kpi(key) => numbers_held(table, key),
    }
}

/// Fills the sort values: confirmed rows by row group, then delta rows one by one.
fn filled(
    table: &DealTable,
    fill: impl Fn(&Stretch<'_>, &mut Vec<u64>),
    over: impl Fn(RowIx) -> Option<u64>,
) -> Vec<u64> {
    let mut held = Vec::with_capacity(table.len());
    for stretch in table.stretches() {
        held.resize(stretch.ix(0) as usize, MISSING);
        fill(&stretch, &mut held);
    }
    for (ix, _) in table.patched() {
        put(&mut held, ix, over(ix).unwrap_or(MISSING));
    }
    held
}

fn put(held: &mut Vec<u64>, ix: RowIx, value: u64) {
    let at = ix as usize;
    if held.len() <= at {
        held.resize(at + 1, MISSING);
    }
    held[at] = value;
}

/// Maps a signed integer to an unsigned one that sorts the same.
const fn place_of(value: i64) -> u64 {
    value.cast_unsigned() ^ (1 << 63)
}

/// Returns the sort values of a text column. The high bits are the rank among the confirmed rows. The low bits order
/// delta texts that sort between two ranks.
fn texts_held(table: &DealTable, ranks: &Ranks, text: Text) -> Vec<u64> {
    /// Low bits of a confirmed row. Delta texts between the previous rank and this one get smaller values.
    const OWN: u64 = 1 << 31;
    let place = |rank: usize, among: u64| (rank as u64) << 32 | among;
    let end = table.stretches().last();
    let end = end.map_or(0, |last| last.ix(0) + last.len() as RowIx);
    // Without renamed rows, the ranks alone suffice and have fewer digits.
    if table.renamed().next().is_none() {
        return (0..end)
            .map(|ix| ranks.rank(ix).map_or(MISSING, u64::from))
            .collect();
    }
    let own = |ix: RowIx| ranks.rank(ix).map_or(MISSING, |rank| place(rank as usize, OWN));
    let mut held: Vec<u64> = (0..end).map(own).collect();
    let confirmed = table.without_patches();
    let read = |ix: RowIx| {
        let row = confirmed.row(ix);
        row.map_or("", |row| if text == Text::Id { row.id } else { row.folded })
    };
    let row = |ix: RowIx| {
        let row = table.row(ix)?;
        match text {
            Text::Id => Some((row.id, ix)),
            Text::Name => (!row.name.is_empty()).then_some((row.folded, ix)),
        }
    };
    let others: Vec<RowIx> = table.renamed().collect();
    for ix in &others {
        put(&mut held, *ix, MISSING);
    }
    let mut others: Vec<(&str, RowIx)> = others.into_iter().filter_map(row).collect();
    others.sort_unstable();
    for (among, alike) in (0..).zip(others.chunk_by(|one, other| one.0 == other.0)) {
        for (text, ix) in alike {
            let (rank, same) = ranks.before(text, read);
            put(&mut held, *ix, place(rank, if same { OWN } else { among }));
        }
    }
    held
}

/// Returns the sort values of a number column. If all values fit into eight bytes as integers of one scale, these are
/// used; otherwise the ranks are.
fn numbers_held(table: &DealTable, key: KpiKey) -> Vec<u64> {
    let mut numbers: Vec<(RowIx, Option<Decimal>)> = Vec::with_capacity(table.len());
    for stretch in table.stretches() {
        let all = super::bitset::filled(stretch.len());
        stretch.each_number(key, &all, |at, value| numbers.push((stretch.ix(at), Some(value))));
    }
    numbers.extend(table.patched().map(|(ix, _)| (ix, table.number(ix, key))));
    let there = || numbers.iter().filter_map(|(_, value)| *value);
    let scale = there().map(|value| value.scale()).max().unwrap_or_default();
    let integer = |value: Decimal| {
        let times = 10_i128.checked_pow(scale - value.scale())?;
        let whole = i64::try_from(value.mantissa().checked_mul(times)?).ok()?;
        Some(place_of(whole)).filter(|place| *place < MISSING)
    };
    let mut held = Vec::with_capacity(table.len());
    if there().all(|value| integer(value).is_some()) {
        for (ix, value) in &numbers {
            put(&mut held, *ix, value.and_then(integer).unwrap_or(MISSING));
        }
        return held;
    }
    let mut values: Vec<Decimal> = there().collect();
    values.sort_unstable();
    values.dedup();
    for (ix, value) in &numbers {
        let place = value.map(|value| values.partition_point(|other| *other < value) as u64);
        put(&mut held, *ix, place.unwrap_or(MISSING));
    }
    held
}

/// Bits per digit.
const DIGIT: u32 = 11;

/// Sorts rows by their sort values. Rows with equal values keep their order.
fn by_digits(rows: Vec<RowIx>, held: &[u64]) -> Vec<RowIx> {
    let value = |ix: RowIx| held.get(ix as usize).copied().unwrap_or(MISSING);
    let there = || rows.iter().map(|ix| value(*ix)).filter(|value| *value != MISSING);
    let (Some(least), Some(most)) = (there().min(), there().max()) else {
        return rows;
    };
    // Missing values come right after the greatest one.
    let last = most - least + 1;
    let from_least = |ix: RowIx| match value(ix) {
        MISSING => last,
        there => there - least,
    };
    // Values that fit into 32 bits halve the memory that is moved.
    if u32::try_from(last).is_ok() {
        let short = |ix: RowIx| from_least(ix) as u32;
        return by_digits_of(rows.into_iter().map(|ix| (short(ix), ix)).collect(), last);
    }
    by_digits_of(rows.into_iter().map(|ix| (from_least(ix), ix)).collect(), last)
}

/// Sorts rows paired with their values, which are at most `last`.
fn by_digits_of<V: Copy + Into<u64>>(mut pairs: Vec<(V, RowIx)>, last: u64) -> Vec<RowIx> {
    let mut other = pairs.clone();
    let bits = u64::BITS - last.leading_zeros();
    for shift in (0..bits).step_by(DIGIT as usize) {
        let digit = |value: V| (value.into() >> shift) as usize & ((1 << DIGIT) - 1);
        let mut places = [0_usize; 1 << DIGIT];
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
