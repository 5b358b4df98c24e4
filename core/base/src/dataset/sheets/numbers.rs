//! Numbers of a column, for order statistics.

use rust_decimal::Decimal;

use crate::dataset::column::DealColumn;
use crate::dataset::row_set::RowSet;
use crate::model::table::DealTable;
use crate::query::AgeClock;

/// Bits of a bucket number.
const BUCKET_BITS: u32 = 12;

/// Minimum, quartiles and maximum. A quartile between two values is interpolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quartiles {
    /// Least value.
    pub min: Decimal,
    /// First quartile.
    pub lower: Decimal,
    /// Median.
    pub median: Decimal,
    /// Third quartile.
    pub upper: Decimal,
    /// Greatest value.
    pub max: Decimal,
}

/// The numbers of a column that the contract accepts; ages are in days.
#[derive(Debug)]
pub(super) enum ColumnNumbers {
    /// Integers of one scale.
    Integers(u32, Vec<i64>),
    /// Numbers that need more digits.
    Decimals(Vec<Decimal>),
}

impl ColumnNumbers {
    /// Collects the numbers of `rows`. Also returns how many of them the contract does not accept.
    pub(super) fn collect(
        table: &DealTable,
        rows: &RowSet,
        column: DealColumn,
        clock: AgeClock<'_>,
    ) -> (Self, usize) {
        let DealColumn::Kpi(key) = column else {
            let mut days = Vec::new();
            table.for_each_status_since(&rows.0, |since| days.push(clock.days_since(since.at)));
            return (Self::Integers(0, days), 0);
        };
        let accepted = table.accepted_numbers(&rows.0, key);
        let outside = accepted.outside;
        let numbers = accepted.into_integers();
        (numbers.map_or_else(Self::Decimals, |(scale, values)| Self::Integers(scale, values)), outside)
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Integers(_, values) => values.len(),
            Self::Decimals(values) => values.len(),
        }
    }

    pub(super) fn sort(&mut self) {
        match self {
            Self::Integers(_, values) => values.sort_unstable(),
            Self::Decimals(values) => values.sort_unstable(),
        }
    }

    /// Returns the number at a position.
    pub(super) fn get(&self, at: usize) -> Option<Decimal> {
        match self {
            Self::Integers(scale, values) => Decimal::try_new(*values.get(at)?, *scale).ok(),
            Self::Decimals(values) => values.get(at).copied(),
        }
    }

    /// Returns the position after the sorted numbers that satisfy a condition.
    pub(super) fn partition_point(&self, is_before: impl Fn(Decimal) -> bool) -> usize {
        match self {
            Self::Integers(scale, values) => {
                values.partition_point(|value| Decimal::try_new(*value, *scale).is_ok_and(&is_before))
            }
            Self::Decimals(values) => values.partition_point(|value| is_before(*value)),
        }
    }

    /// Returns the quartiles; `None` without numbers.
    pub(super) fn quartiles(mut self) -> Option<Quartiles> {
        let last = self.len().checked_sub(1)?;
        // Position, and quarters of the way to the next one.
        let quarters = |part: usize| (last * part / 4, last * part % 4);
        let positions: Vec<usize> =
            (0..=4).flat_map(|part| [quarters(part).0, (quarters(part).0 + 1).min(last)]).collect();
        let values: Vec<Decimal> = match &mut self {
            Self::Integers(scale, values) => {
                let values = values_at(values, &positions).into_iter();
                values.filter_map(|value| Decimal::try_new(value, *scale).ok()).collect()
            }
            Self::Decimals(values) => {
                values.sort_unstable();
                positions.iter().filter_map(|at| values.get(*at).copied()).collect()
            }
        };
        let quartile = |part: usize| {
            let (below, above) = (*values.get(2 * part)?, *values.get(2 * part + 1)?);
            let way = Decimal::from(quarters(part).1).checked_div(Decimal::from(4))?;
            // Of each value a part, because their difference may overflow.
            let below = below.checked_mul(Decimal::ONE - way)?;
            below.checked_add(above.checked_mul(way)?)
        };
        Some(Quartiles {
            min: quartile(0)?,
            lower: quartile(1)?,
            median: quartile(2)?,
            upper: quartile(3)?,
            max: quartile(4)?,
        })
    }
}

/// Returns the values at `positions` of their ascending order.
///
/// A count by leading bits finds the buckets of these positions; only their values are put in order.
fn values_at(values: &[i64], positions: &[usize]) -> Vec<i64> {
    let (Some(min), Some(max)) = (values.iter().min().copied(), values.iter().max()) else {
        return Vec::new();
    };
    let shift = (u64::BITS - max.abs_diff(min).leading_zeros()).saturating_sub(BUCKET_BITS);
    let bucket = |value: i64| (value.abs_diff(min) >> shift) as usize;
    let mut counts = vec![0_usize; 1 << BUCKET_BITS];
    for value in values {
        counts[bucket(*value)] += 1;
    }
    // End of each bucket.
    let ends: Vec<usize> = counts
        .iter()
        .scan(0, |end, count| {
            *end += count;
            Some(*end)
        })
        .collect();
    let bucket_at = |position: usize| ends.partition_point(|end| *end <= position);
    let mut wanted: Vec<usize> = positions.iter().map(|position| bucket_at(*position)).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let mut slots = vec![usize::MAX; ends.len()];
    wanted.iter().enumerate().for_each(|(slot, bucket)| slots[*bucket] = slot);
    let mut members: Vec<Vec<i64>> =
        wanted.iter().map(|bucket| Vec::with_capacity(counts[*bucket])).collect();
    for value in values {
        if let Some(members) = members.get_mut(slots[bucket(*value)]) {
            members.push(*value);
        }
    }
    let value = |position: &usize| {
        let bucket = bucket_at(*position);
        let members = members.get_mut(slots[bucket])?;
        let at = position - (ends[bucket] - counts[bucket]);
        (at < members.len()).then(|| *members.select_nth_unstable(at).1)
    };
    positions.iter().filter_map(value).collect()
}
