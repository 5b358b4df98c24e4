//! Sums over many rows, column by column.
//!
//! Only delta rows with different values are read one by one; the other values are added within their columns.

use std::borrow::Cow;

use crate::contract::models::kpi::KpiKey;

use super::partial_sums::{ColumnNumber, PartialSums};
use super::{DealTable, DeltaRow, DeltaSlot, ExactSum, RowIdx, StatusSince};
use crate::model::table::number_columns::ROWS;

/// Words per chunk in a bit set of rows.
const WORDS_PER_CHUNK: usize = ROWS / 64;

impl DealTable {
    /// Returns the sum of one number of `rows`, a bit set of row numbers.
    ///
    /// Values outside the contract's range are skipped and counted separately.
    pub fn accepted_sum(&self, rows: &[u64], key: KpiKey) -> ExactSum {
        let (confirmed, delta_rows) = split_rows(rows, self.delta.with_own_values());
        let mut sum = PartialSums::with_bounds(key.range());
        for (chunk, rows) in self.columns.chunks.iter().zip(confirmed.chunks(WORDS_PER_CHUNK)) {
            chunk.numbers.add_up(key, rows, &mut sum);
        }
        let values = delta_rows.iter().filter_map(|(_, row)| row.numbers()?.get(key));
        values.for_each(|value| sum.add(ColumnNumber::Full(value)));
        sum.total()
    }

    /// Calls `f` with each number of `rows`, a bit set of row numbers, under a key.
    pub(crate) fn for_each_number(&self, rows: &[u64], key: KpiKey, mut f: impl FnMut(RowIdx, ColumnNumber)) {
        let (confirmed, delta_rows) = split_rows(rows, self.delta.with_own_values());
        let chunks = self.columns.chunks.iter().zip(confirmed.chunks(WORDS_PER_CHUNK));
        for (first, (chunk, rows)) in (0..).step_by(ROWS).zip(chunks) {
            chunk.numbers.for_each(key, rows, |at, number| f(first + at as RowIdx, number));
        }
        let numbers = delta_rows.into_iter().filter_map(|(ix, _)| Some((ix, self.number(ix, key)?)));
        numbers.for_each(|(ix, value)| f(ix, ColumnNumber::Full(value)));
    }

    /// Calls `f` with each known status time of `rows`, a bit set of row numbers.
    pub fn for_each_status_since(&self, rows: &[u64], mut f: impl FnMut(RowIdx, StatusSince)) {
        let (confirmed, delta_rows) = split_rows(rows, self.delta.iter());
        let chunks = self.columns.chunks.iter().zip(confirmed.chunks(WORDS_PER_CHUNK));
        for (first, (chunk, rows)) in (0..).step_by(ROWS).zip(chunks) {
            for (word, bits) in rows.iter().enumerate() {
                let mut remaining = *bits;
                while remaining != 0 {
                    let at = word * 64 + remaining.trailing_zeros() as usize;
                    chunk.since(at).into_iter().for_each(|since| f(first + at as RowIdx, since));
                    remaining &= remaining - 1;
                }
            }
        }
        let times = delta_rows.into_iter().filter_map(|(ix, row)| Some((ix, row.since?)));
        times.for_each(|(ix, since)| f(ix, since));
    }
}

/// Splits `rows` into those read from the columns and those of `delta`, a selection of the delta rows.
///
/// Deleted rows are in neither part.
fn split_rows<'a, 'b>(
    rows: &'a [u64],
    delta: impl Iterator<Item = (RowIdx, &'b DeltaSlot)>,
) -> (Cow<'a, [u64]>, Vec<(RowIdx, &'b DeltaRow)>) {
    let mut from_columns = Cow::Borrowed(rows);
    let mut delta_rows = Vec::new();
    for (ix, slot) in delta {
        let (word, bit) = (ix as usize / 64, 1 << (ix % 64));
        if rows.get(word).is_some_and(|bits| bits & bit != 0) {
            delta_rows.extend(slot.as_deref().map(|row| (ix, row)));
            if let Some(bits) = from_columns.to_mut().get_mut(word) {
                *bits &= !bit;
            }
        }
    }
    (from_columns, delta_rows)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_decimal::Decimal;

    use super::*;
    use crate::model::table::columns::ColumnStoreBuilder;
    use crate::model::table::delta_row::RowEdit;
    use crate::model::table::row::{RowData, TimePrecision};

    const KEYS: [KpiKey; 3] = [KpiKey::Ltv, KpiKey::RiskScoreSimple, KpiKey::CrdTotal];

    fn number() -> impl Strategy<Value = Decimal> {
        let long =
            (any::<i128>(), 0_u32..=28).prop_map(|(m, scale)| Decimal::from_i128_with_scale(m >> 32, scale));
        let short = (-30_000_i64..3_000_000, 0_u32..=6).prop_map(|(m, scale)| Decimal::new(m, scale));
        let alike = (0_i64..300).prop_map(|m| Decimal::new(m, 2));
        prop_oneof![1 => long, 2 => short, 7 => alike]
    }

    fn row() -> impl Strategy<Value = RowData> {
        let numbers = proptest::array::uniform3(proptest::option::of(number()));
        (0_u32..150, "[a-c]?", numbers).prop_map(|(id, status, numbers)| RowData {
            id: id.to_string(),
            since: (id % 3 > 0).then_some(StatusSince { at: i64::from(id), precision: TimePrecision::Exact }),
            status,
            numbers: KEYS.into_iter().zip(numbers).filter_map(|(key, value)| Some((key, value?))).collect(),
            ..RowData::default()
        })
    }

    fn bits(rows: &[RowIdx]) -> Vec<u64> {
        let mut bits = vec![0; 3];
        for ix in rows {
            bits[*ix as usize / 64] |= 1 << (ix % 64);
        }
        bits
    }

    proptest! {
        #[test]
        fn aggregated_sums_match_a_row_by_row_sum(
            rows in proptest::collection::vec(row(), 0..200),
            over in proptest::collection::vec(row(), 0..4),
            laid in proptest::collection::vec((0_u32..150, "[a-c]?"), 0..40),
            deleted in proptest::option::of(0_u32..150),
            wanted in proptest::collection::btree_set(0_u32..160, 0..160),
        ) {
            let mut builder = ColumnStoreBuilder::default();
            for row in &rows {
                builder.push(row);
            }
            let mut table = builder.finish();
            for row in over {
                table.set_row(row, None);
            }
            for (id, status) in laid {
                let over = RowEdit { status: Some(status), ..RowEdit::default() };
                if let Some(ix) = table.find(&id.to_string()) {
                    table.edit_row(ix, over, None);
                }
            }
            if let Some(id) = deleted {
                table.remove(&id.to_string());
            }
            let wanted: Vec<RowIdx> = wanted.into_iter().collect();

            let sums = KEYS.map(|key| table.accepted_sum(&bits(&wanted), key));
            let mut one_by_one = KEYS.map(|_| ExactSum::new());
            for row in wanted.iter().filter_map(|ix| table.row(*ix)) {
                for (sum, key) in one_by_one.iter_mut().zip(KEYS) {
                    match row.number(key) {
                        Some(value) if key.accepts(value) => sum.add(value),
                        Some(_) => sum.add_outside(1),
                        None => {}
                    }
                }
            }
            prop_assert_eq!(sums, one_by_one);
            let mut since = Vec::new();
            table.for_each_status_since(&bits(&wanted), |ix, one| since.push((ix, one.at)));
            since.sort_unstable();
            let one_by_one: Vec<_> = wanted.iter().filter_map(|ix| Some((*ix, table.status_since(*ix)?.at))).collect();
            prop_assert_eq!(since, one_by_one);
        }
    }
}
