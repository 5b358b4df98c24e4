//! The board's order: per status, oldest status time first, then by name.
//!
//! It is computed once for a table's columns and shared by all users of them. A change moves one row of a copy.

use std::cmp::Ordering;
use std::sync::Arc;

use super::chunk::Chunk;
use super::exact_sum::ExactSum;
use super::{DealRow, RowIdx, TimePrecision};
use crate::contract::models::kpi::KpiKey;
use crate::model::table::number_columns::{ROWS, SHIFT};

/// Sorted rows of one status.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatusRows {
    /// Rows, oldest status time first, unknown times last, then by name.
    pub rows: Arc<Vec<RowIdx>>,
    /// Outstanding principal of all rows that have one.
    pub principal: ExactSum,
    /// Number of rows whose status time lies in an interval.
    pub intervals: usize,
    /// Known status times, oldest first, in Unix seconds.
    ///
    /// A first screen counts with the times, so that it needs no row.
    pub entry_times: Arc<Vec<i64>>,
    /// Times of the rows with only a lower bound of the age, oldest first, in Unix seconds.
    pub lower_bounds: Arc<Vec<i64>>,
}

/// Most rows of each status on a first screen.
pub(super) const MAX_SHOWN: usize = 32;

/// Compares by status time, oldest first and unknown last, then by name.
pub fn by_age_order(a: &DealRow<'_>, b: &DealRow<'_>) -> Ordering {
    let age = |row: &DealRow<'_>| row.since.map_or(i64::MAX, |since| since.at);
    age(a).cmp(&age(b)).then_with(|| a.folded.cmp(b.folded)).then_with(|| a.ix.cmp(&b.ix))
}

/// Sort key of a row: most pairs are decided without reading a text.
struct RowSortKey {
    age: i64,
    /// First eight bytes of the folded name, and the next eight.
    name_head: u64,
    name_next: u64,
    ix: RowIdx,
    dated: bool,
}

impl RowSortKey {
    /// Returns age and first bytes as one sortable number, for a branch-free comparison.
    fn leading_bits(&self) -> u128 {
        let age = self.age.cast_unsigned() ^ (1 << 63);
        u128::from(age) << 64 | u128::from(self.name_head)
    }
}

/// Returns the orders of all statuses, by code.
pub(super) fn rows_by_status(chunks: &[Arc<Chunk>], statuses: usize) -> Vec<StatusRows> {
    debug_assert!(chunks.iter().all(|chunk| chunk.is_even()));
    let mut counts = vec![0; statuses];
    for status in chunks.iter().flat_map(|chunk| &chunk.status) {
        counts[*status as usize] += 1;
    }
    let mut keys: Vec<Vec<RowSortKey>> = counts.into_iter().map(Vec::with_capacity).collect();
    let mut sums = vec![ExactSum::default(); statuses];
    let mut intervals = vec![0; statuses];
    for (number, chunk) in chunks.iter().enumerate() {
        for at in 0..chunk.len() {
            let status = chunk.status[at] as usize;
            let since = chunk.since(at);
            let dated = since.is_some_and(|since| since.precision != TimePrecision::AtLeast);
            intervals[status] += usize::from(chunk.has_interval(at));
            keys[status].push(RowSortKey {
                age: since.map_or(i64::MAX, |since| since.at),
                name_head: bytes_at(chunk.folded(at), 0),
                name_next: bytes_at(chunk.folded(at), 8),
                ix: (number << SHIFT | at) as RowIdx,
                dated,
            });
            if let Some(principal) = chunk.numbers(at).get(KpiKey::CrdTotal) {
                sums[status].add(principal);
            }
        }
    }
    let folded = |ix: RowIdx| {
        let chunk = chunks.get((ix >> SHIFT) as usize);
        chunk.map_or("", |chunk| chunk.folded(ix as usize & (ROWS - 1)))
    };
    keys.into_iter()
        .zip(sums)
        .zip(intervals)
        .map(|((mut keys, principal), intervals)| {
            keys.sort_unstable_by_key(RowSortKey::leading_bits);
            for equal_keys in keys.chunk_by_mut(|a, b| a.leading_bits() == b.leading_bits()) {
                equal_keys.sort_unstable_by(|a, b| {
                    a.name_next
                        .cmp(&b.name_next)
                        .then_with(|| folded(a.ix).cmp(folded(b.ix)))
                        .then(a.ix.cmp(&b.ix))
                });
            }
            let times = |dated| {
                let of_kind = keys.iter().filter(|key| key.age != i64::MAX && key.dated == dated);
                Arc::new(of_kind.map(|key| key.age).collect())
            };
            StatusRows {
                intervals,
                entry_times: times(true),
                lower_bounds: times(false),
                rows: Arc::new(keys.into_iter().map(|key| key.ix).collect()),
                principal,
            }
        })
        .collect()
}

/// Returns eight bytes as a sortable number, padded with zeros.
fn bytes_at(text: &str, from: usize) -> u64 {
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    if let Some(eight) = rest.first_chunk::<8>() {
        return u64::from_be_bytes(*eight);
    }
    let mut bytes = [0; 8];
    for (to, from) in bytes.iter_mut().zip(rest) {
        *to = *from;
    }
    u64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::table::columns::ColumnStoreBuilder;
    use crate::model::table::row::{RowData, StatusSince};

    proptest! {
        /// Names with common prefixes of and beyond the compared length, and ages around the epoch.
        #[test]
        fn rows_are_ordered_by_age_name_and_arrival(
            rows in proptest::collection::vec(
                (proptest::option::of(-2_i64..2), "(eight by|eight by eight by)?[ab\u{0}]{0,2}", "[st]"), 0..60,
            )
        ) {
            let mut builder = ColumnStoreBuilder::default();
            for (number, (at, name, status)) in rows.iter().enumerate() {
                builder.push(&RowData {
                    id: number.to_string(),
                    name: name.clone(),
                    status: status.clone(),
                    since: at.map(|at| StatusSince { at, precision: TimePrecision::Exact }),
                    ..RowData::default()
                });
            }
            let table = builder.finish();
            for (code, order) in table.rows_by_status().iter().enumerate() {
                let mut wanted: Vec<DealRow<'_>> =
                    table.rows().filter(|row| row.status_code.index() == code).collect();
                wanted.sort_by(by_age_order);
                let wanted: Vec<RowIdx> = wanted.into_iter().map(|row| row.ix).collect();
                prop_assert_eq!(&*order.rows, &wanted);
            }
        }
    }
}
