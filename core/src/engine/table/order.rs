//! The board's order: per status, oldest stage first, then by name. It is made once for a table's columns and shared by
//! whatever shows them; a change moves one row of a copy.

use std::cmp::Ordering;
use std::sync::Arc;

use super::chunk::{Chunk, ROWS, SHIFT};
use super::sum::Sum;
use super::{Bound, DealRow, RowIx};
use crate::contract::kpi::KpiKey;

/// The rows of one status.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Order {
    /// Oldest stage first, unknown stages last, then by name.
    pub rows: Arc<Vec<RowIx>>,
    /// The outstanding principal of all of them, as far as it was received.
    pub principal: Sum,
    /// Of how many of them it is known since when they have the status, and not only at least since when.
    pub dated: usize,
    /// Of how many it is known at least since when.
    pub bounded: usize,
    /// Of each moment at which one of the first rows entered the status: how many of those that are dated had entered it
    /// by then. A first screen compares with these, and thousands of deals may share a day.
    pub entered: Arc<Vec<(i64, u64)>>,
}

/// How many rows of each status a first screen may show.
pub(super) const SHOWN: usize = 32;

/// Oldest stage first, unknown stages last, then by name.
pub fn by_age_order(a: &DealRow<'_>, b: &DealRow<'_>) -> Ordering {
    let age = |row: &DealRow<'_>| row.since.map_or(i64::MAX, |since| since.at);
    age(a)
        .cmp(&age(b))
        .then_with(|| a.folded.cmp(b.folded))
        .then_with(|| a.ix.cmp(&b.ix))
}

/// A row as it is sorted: most pairs are told apart without looking at a text.
struct Key {
    age: i64,
    head: u64,
    ix: RowIx,
    dated: bool,
}

/// The orders of all statuses, by code.
pub(super) fn orders(chunks: &[Arc<Chunk>], statuses: usize) -> Vec<Order> {
    let mut keys: Vec<Vec<Key>> = (0..statuses).map(|_| Vec::new()).collect();
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
                head: head(chunk.folded(at)),
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
            keys.sort_unstable_by(|a, b| {
                a.age
                    .cmp(&b.age)
                    .then(a.head.cmp(&b.head))
                    .then_with(|| folded(a.ix).cmp(folded(b.ix)))
                    .then(a.ix.cmp(&b.ix))
            });
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

/// See [`Order::entered`].
fn entered(keys: &[Key]) -> Vec<(i64, u64)> {
    let mut entered: Vec<(i64, u64)> = Vec::new();
    let (mut from, mut dated) = (0, 0);
    for key in keys.iter().take(SHOWN) {
        // Rows of which nothing is known come last.
        if key.age == i64::MAX || entered.last().is_some_and(|(at, _)| *at == key.age) {
            continue;
        }
        let end = keys.partition_point(|other| other.age <= key.age);
        let more = keys.get(from..end).unwrap_or_default();
        dated += more.iter().filter(|key| key.dated).count() as u64;
        from = end;
        entered.push((key.age, dated));
    }
    entered
}

/// The first eight bytes as a number that sorts as they do.
fn head(text: &str) -> u64 {
    let mut bytes = [0; 8];
    for (to, from) in bytes.iter_mut().zip(text.bytes()) {
        *to = from;
    }
    u64::from_be_bytes(bytes)
}
