//! Order statistics per status, such as the median of one number.
//!
//! The confirmed rows are ranked by their number once per full sync; a bit set marks the requested rows. Counting bits
//! finds the middle, so a change costs only what changed. Delta rows are merged in at each query.

use std::sync::Arc;

use rust_decimal::Decimal;

use super::bitset::Bits;
use super::radix_sort::by_number;
use crate::contract::models::kpi::KpiKey;
use crate::model::table::{DealTable, RowIx};

/// Marks a row without a number.
const NONE: u32 = u32::MAX;

/// The confirmed rows with a number, in ascending order.
#[derive(Debug, Default)]
struct Ranks {
    /// Row at each rank.
    rows: Vec<RowIx>,
    /// Rank of each row.
    places: Vec<u32>,
}

impl Ranks {
    fn of(table: &DealTable, key: KpiKey) -> Self {
        let rows = by_number(table, key);
        let most = rows.iter().max().map_or(0, |ix| *ix as usize + 1);
        let mut places = vec![NONE; most];
        for (place, ix) in (0..).zip(&rows) {
            places[*ix as usize] = place;
        }
        Self { rows, places }
    }
}

/// The requested rows of one status.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// Ranks of the confirmed rows.
    places: Bits,
    /// Numbers of the delta rows, in ascending order.
    over: Vec<Decimal>,
}

/// Rows ranked by one number.
#[derive(Clone, Debug, Default)]
pub struct Ranked {
    /// Table without its delta.
    of: DealTable,
    key: Option<KpiKey>,
    ranks: Arc<Ranks>,
    /// Requested confirmed rows.
    rows: Bits,
    asked: Vec<Asked>,
}

impl Ranked {
    /// Selects `rows` of `table` under `key`. Numbers that the contract does not accept are left out.
    pub fn follow(&mut self, table: &DealTable, key: KpiKey, rows: &Bits) {
        if !self.of.same_columns(table) || self.key != Some(key) {
            self.of = table.without_patches();
            self.key = Some(key);
            self.ranks = Arc::new(Ranks::of(&self.of, key));
            self.asked.clear();
        }
        let statuses = table.statuses().len();
        let mut plain = rows.clone();
        table.patched().for_each(|(ix, _)| {
            plain.remove(ix);
        });
        if self.asked.len() != statuses || plain.apart(&self.rows) > plain.count() {
            self.rows = Bits::default();
            self.asked = vec![Asked::default(); statuses];
        }
        for changed in [self.rows.without(&plain), plain.without(&self.rows)] {
            changed.each(|ix| self.turn(ix));
        }
        self.rows = plain;
        self.lay(table, key, rows);
    }

    /// Adds a confirmed row, or removes it if it was selected.
    fn turn(&mut self, ix: RowIx) {
        let place = self.ranks.places.get(ix as usize).filter(|place| **place != NONE);
        let status = self.of.status_of(ix);
        let asked = status.and_then(|status| self.asked.get_mut(status.index()));
        if let Some((asked, place)) = asked.zip(place)
            && !asked.places.insert(*place)
        {
            asked.places.remove(*place);
        }
    }

    /// Collects the numbers of the delta rows.
    fn lay(&mut self, table: &DealTable, key: KpiKey, rows: &Bits) {
        self.asked.iter_mut().for_each(|asked| asked.over.clear());
        for (ix, _) in table.patched().filter(|(ix, there)| *there && rows.has(*ix)) {
            let value = table.number(ix, key).filter(|value| key.accepts(*value));
            let status = table.status_of(ix);
            let asked = status.and_then(|status| self.asked.get_mut(status.index()));
            if let Some((asked, value)) = asked.zip(value) {
                asked.over.push(value);
            }
        }
        self.asked.iter_mut().for_each(|asked| asked.over.sort_unstable());
    }

    /// Returns the number of values of the status with that code.
    pub fn count(&self, status: usize) -> usize {
        let asked = self.asked.get(status);
        asked.map_or(0, |asked| asked.places.count() + asked.over.len())
    }

    /// Returns the value at a position in the ascending order of a status.
    pub fn at(&self, status: usize, place: usize) -> Option<Decimal> {
        let asked = self.asked.get(status)?;
        let mut before = 0;
        for value in &asked.over {
            let among = self
                .ranks
                .rows
                .partition_point(|ix| self.number(*ix) < Some(*value));
            let own = asked.places.count_below(among as RowIx) + before;
            if own >= place {
                if own == place {
                    return Some(*value);
                }
                break;
            }
            before += 1;
        }
        let place = asked.places.nth(place.checked_sub(before)?)?;
        self.number(*self.ranks.rows.get(place as usize)?)
    }

    fn number(&self, ix: RowIx) -> Option<Decimal> {
        self.of.number(ix, self.key?)
    }

    /// Returns the median of a status. For an even count, this is the mean of the two middle values.
    pub fn median(&self, status: usize) -> Option<Decimal> {
        let count = self.count(status);
        let upper = self.at(status, count / 2)?;
        if count % 2 == 1 {
            return Some(upper);
        }
        middle(self.at(status, count / 2 - 1)?, upper)
    }
}

/// Returns the mean of two numbers, even if their sum overflows.
pub fn middle(lower: Decimal, upper: Decimal) -> Option<Decimal> {
    let halved = |value: Decimal| value.checked_div(Decimal::TWO);
    match lower.checked_add(upper) {
        Some(sum) => halved(sum),
        // A sum overflows only if both have the same sign. Their difference then does not.
        None => lower.checked_add(halved(upper.checked_sub(lower)?)?),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::table::{ColumnsBuilder, RowData};

    const KEY: KpiKey = KpiKey::Ltv;

    fn row() -> impl Strategy<Value = RowData> {
        let number = prop_oneof![
            5 => (0_i64..30).prop_map(|m| Decimal::new(m, 1)),
            1 => (0_i64..4_000_000_000_000).prop_map(|m| Decimal::new(m, 12)),
        ];
        (0_u32..120, "[a-c]?", proptest::option::of(number)).prop_map(|(id, status, number)| RowData {
            id: id.to_string(),
            status,
            numbers: number.into_iter().map(|number| (KEY, number)).collect(),
            ..RowData::default()
        })
    }

    fn one_by_one(table: &DealTable, rows: &Bits, status: &str) -> Vec<Decimal> {
        let mut values = Vec::new();
        rows.each(|ix| {
            let row = table.row(ix).filter(|row| row.status == status);
            let value = row.and_then(|row| row.number(KEY));
            values.extend(value.filter(|value| KEY.accepts(*value)));
        });
        values.sort_unstable();
        values
    }

    proptest! {
        #[test]
        fn whatever_was_asked_before_the_places_are_those_of_a_sorted_list(
            rows in proptest::collection::vec(row(), 0..150),
            over in proptest::collection::vec(row(), 0..6),
            gone in proptest::option::of(0_u32..120),
            asked in proptest::collection::vec(proptest::collection::vec(0_u32..130, 0..130), 1..5),
        ) {
            let mut builder = ColumnsBuilder::default();
            for row in &rows {
                builder.push(row);
            }
            let before = builder.finish();
            let mut after = before.clone();
            for row in over {
                after.patch(row, None);
            }
            if let Some(id) = gone {
                after.remove(&id.to_string());
            }
            let mut ranked = Ranked::default();
            for (turn, rows) in asked.iter().enumerate() {
                let table = if turn % 2 == 0 { &before } else { &after };
                let rows = Bits::of(rows);
                ranked.follow(table, KEY, &rows);
                for (code, status) in table.statuses().iter() {
                    let values = one_by_one(table, &rows, status);
                    prop_assert_eq!(ranked.count(code.index()), values.len());
                    for (place, value) in values.iter().enumerate() {
                        prop_assert_eq!(ranked.at(code.index(), place), Some(*value));
                    }
                    prop_assert_eq!(ranked.at(code.index(), values.len()), None);
                    let half = values.len() / 2;
                    let median = match values.len() {
                        0 => None,
                        n if n % 2 == 1 => Some(values[half]),
                        _ => Some((values[half - 1] + values[half]) / Decimal::TWO),
                    };
                    prop_assert_eq!(ranked.median(code.index()), median);
                }
            }
        }
    }

    #[test]
    fn the_middle_of_two_numbers_is_found_where_their_sum_is_none() {
        assert_eq!(middle(Decimal::MAX, Decimal::MAX), Some(Decimal::MAX));
        assert_eq!(middle(Decimal::ONE, Decimal::TWO), Some(Decimal::new(15, 1)));
    }
}
