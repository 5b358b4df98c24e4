//! The board's order: per status, oldest status time first, then by name.
//!
//! It is computed once for a table's columns and shared by all users of them. A change moves one row of a copy.

use std::cmp::Ordering;
use std::sync::Arc;

use super::chunk::Chunk;
use super::exact_sum::Sum;
use super::{Bound, DealRow, RowIx};
use crate::contract::models::kpi::KpiKey;
use crate::model::table::number_columns::{ROWS, SHIFT};

/// Sorted rows of one status.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Order {
    /// Rows, oldest status time first, unknown times last, then by name.
    pub rows: Arc<Vec<RowIx>>,
    /// Outstanding principal of all rows that have one.
    pub principal: Sum,
    /// Number of rows with a known status time, excluding mere lower bounds.
    pub dated: usize,
    /// Number of rows with only a lower bound of the age.
    pub bounded: usize,
    /// Cumulative number of dated rows by status time, for the times of the first rows.
    ///
    /// A first screen compares with these counts, because thousands of deals may share a day.
    pub entered: Arc<Vec<(i64, u64)>>,
}

/// Most rows of each status on a first screen.
pub(super) const SHOWN: usize = 32;

/// Compares by status time, oldest first and unknown last, then by name.
pub fn by_age_order(a: &DealRow<'_>, b: &DealRow<'_>) -> Ordering {
    let age = |row: &DealRow<'_>| row.since.map_or(i64::MAX, |since| since.at);
    age(a)
        .cmp(&age(b))
        .then_with(|| a.folded.cmp(b.folded))
        .then_with(|| a.ix.cmp(&b.ix))
}

/// Sort key of a row: most pairs are decided without reading a text.
struct Key {
    age: i64,
    /// First eight bytes of the folded name, and the next eight.
    head: u64,
    next: u64,
    ix: RowIx,
    dated: bool,
}

impl Key {
    /// Returns age and first bytes as one sortable number, for a branch-free comparison.
    fn first(&self) -> u128 {
        let age = self.age.cast_unsigned() ^ (1 << 63);
        u128::from(age) << 64 | u128::from(self.head)
    }
}

/// Returns the orders of all statuses, by code.
pub(super) fn orders(chunks: &[Arc<Chunk>], statuses: usize) -> Vec<Order> {
    debug_assert!(chunks.iter().all(|chunk| chunk.is_even()));
    let mut counts = vec![0; statuses];
    for status in chunks.iter().flat_map(|chunk| &chunk.status) {
        counts[*status as usize] += 1;
    }
    let mut keys: Vec<Vec<Key>> = counts.into_iter().map(Vec::with_capacity).collect();
    let mut sums = vec![Sum::default(); statuses];
    let mut ages = vec![(0, 0); statuses];
    for (number, chunk) in chunks.iter().enumerate() {
        for at in 0..chunk.len() {
            let status = chunk.status[at] as usize;
            let since = chunk.since(at);
            let dated = since.is_some_and(|since| since.bound != Bound::AtLeast);
            ages[status].0 += usize::from(dated);
            ages[status].1 += usize::from(since.is_some() && !dated);
            keys[status].push(Key {
                age: since.map_or(i64::MAX, |since| since.at),
                head: bytes_of(chunk.folded(at), 0),
                next: bytes_of(chunk.folded(at), 8),
                ix: (number << SHIFT | at) as RowIx,
                dated,
            });
            if let Some(principal) = chunk.numbers(at).get(KpiKey::CrdTotal) {
                sums[status].add(principal);
            }
        }
    }
    let folded = |ix: RowIx| {
        let chunk = chunks.get((ix >> SHIFT) as usize);
        chunk.map_or("", |chunk| chunk.folded(ix as usize & (ROWS - 1)))
    };
    keys.into_iter()
        .zip(sums)
        .zip(ages)
        .map(|((mut keys, principal), (dated, bounded))| {
            keys.sort_unstable_by_key(Key::first);
            for alike in keys.chunk_by_mut(|a, b| a.first() == b.first()) {
                alike.sort_unstable_by(|a, b| {
                    a.next
                        .cmp(&b.next)
                        .then_with(|| folded(a.ix).cmp(folded(b.ix)))
                        .then(a.ix.cmp(&b.ix))
                });
            }
            Order {
                entered: Arc::new(entered(&keys)),
                rows: Arc::new(keys.into_iter().map(|key| key.ix).collect()),
                principal,
                dated,
                bounded,
            }
        })
        .collect()
}

/// Computes [`Order::entered`].
fn entered(keys: &[Key]) -> Vec<(i64, u64)> {
    let mut entered: Vec<(i64, u64)> = Vec::new();
    let (mut from, mut dated) = (0, 0);
    for key in keys.iter().take(SHOWN) {
        // Rows with an unknown time come last.
        if key.age == i64::MAX || entered.last().is_some_and(|(at, _)| *at == key.age) {
            continue;
        }
        let end = keys.partition_point(|other| other.age <= key.age);
        let more = keys.get(from..end).unwrap_or_default();
        dated += more.iter().filter(|key| key.dated).count() as u64;
        from = end;
        entered.push((key.age, dated));
    }
    debug_assert!(entered.is_sorted_by(|one, next| one.0 < next.0 && one.1 <= next.1));
    entered
}

/// Returns eight bytes as a sortable number, padded with zeros.
fn bytes_of(text: &str, from: usize) -> u64 {
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
    use crate::model::table::columns::ColumnsBuilder;
    use crate::model::table::row::{RowData, StageSince};

    proptest! {
        /// Names with common prefixes of and beyond the compared length, and ages around the epoch.
        #[test]
        fn rows_stand_by_age_then_by_name_then_as_they_came(
            rows in proptest::collection::vec(
                (proptest::option::of(-2_i64..2), "(eight by|eight by eight by)?[ab\u{0}]{0,2}", "[st]"), 0..60,
            )
        ) {
            let mut builder = ColumnsBuilder::default();
            for (number, (at, name, status)) in rows.iter().enumerate() {
                builder.push(&RowData {
                    id: number.to_string(),
                    name: name.clone(),
                    status: status.clone(),
                    since: at.map(|at| StageSince { at, bound: Bound::Exact }),
                    ..RowData::default()
                });
            }
            let table = builder.finish();
            for (code, order) in table.orders().iter().enumerate() {
                let mut wanted: Vec<DealRow<'_>> =
                    table.rows().filter(|row| row.status_code.index() == code).collect();
                wanted.sort_by(by_age_order);
                let wanted: Vec<RowIx> = wanted.into_iter().map(|row| row.ix).collect();
                prop_assert_eq!(&*order.rows, &wanted);
            }
        }
    }
}
