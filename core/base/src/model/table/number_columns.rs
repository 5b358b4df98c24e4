//! Exact numbers of a chunk, by key: a presence bit set, mantissas and scales.
//!
//! A hundred thousand deals with thirteen numbers each need about six megabytes. Every value is restored exactly, and a
//! sum over a column is a loop over integers.

use std::ops::Range;

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;

use super::partial_sums::{ColumnNumber, PartialSums};

const KEYS: usize = KpiKey::ALL.len();
/// Words of the bit set of one key.
const WORDS: usize = ROWS / 64;
/// Scale marker for a mantissa that needs more than eight bytes.
const FULL_DECIMAL: u8 = 0x80;

/// Numbers of the rows of a chunk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberColumns {
    /// Presence bits of each key in turn, one per row. Empty if no row has a number.
    present: Vec<u64>,
    /// Number of present values before each non-empty word of its key.
    ranks_before: Vec<u16>,
    columns: [NumberColumn; KEYS],
}

/// Numbers of one key, for the rows that have one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberColumn {
    /// Values without their decimal point.
    pub mantissas: Mantissas,
    /// Scale of each number; a single entry while all are equal.
    pub scales: Vec<u8>,
    /// Positions of the numbers with scale `FULL_DECIMAL`, in order, and these numbers.
    pub full_positions: Vec<u32>,
    /// Values in full.
    pub full_values: Vec<[u8; 16]>,
}

/// Integers of four bytes each if all fit, else of eight.
#[derive(Clone, Debug, PartialEq)]
pub enum Mantissas {
    /// All values fit in four bytes.
    Short(Vec<i32>),
    /// Some values need eight bytes.
    Long(Vec<i64>),
}

impl Default for Mantissas {
    fn default() -> Self {
        Self::Short(Vec::new())
    }
}

impl Mantissas {
    fn len(&self) -> usize {
        match self {
            Self::Short(short) => short.len(),
            Self::Long(long) => long.len(),
        }
    }

    fn get(&self, at: usize) -> Option<i64> {
        match self {
            Self::Short(short) => short.get(at).copied().map(i64::from),
            Self::Long(long) => long.get(at).copied(),
        }
    }

    fn push(&mut self, mantissa: i64) {
        if let Self::Short(short) = self {
            if let Ok(fits) = i32::try_from(mantissa) {
                return short.push(fits);
            }
            let mut long = Vec::with_capacity(short.capacity());
            long.extend(short.iter().copied().map(i64::from));
            *self = Self::Long(long);
        }
        if let Self::Long(long) = self {
            long.push(mantissa);
        }
    }

    fn shrink_to_fit(&mut self) {
        match self {
            Self::Short(short) => short.shrink_to_fit(),
            Self::Long(long) => long.shrink_to_fit(),
        }
    }
}

/// Returns the mantissa if eight bytes represent the number; a negative zero does not fit.
fn short_mantissa(value: Decimal) -> Option<i64> {
    let mantissa = i64::try_from(value.mantissa()).ok()?;
    (mantissa != 0 || !value.is_sign_negative()).then_some(mantissa)
}

impl NumberColumn {
    fn push(&mut self, value: Decimal) {
        let at = self.mantissas.len();
        let mantissa = short_mantissa(value);
        let scale = mantissa.map_or(FULL_DECIMAL, |_| value.scale() as u8);
        if mantissa.is_none() {
            self.full_positions.push(at as u32);
            self.full_values.push(value.serialize());
        }
        match self.scales.as_slice() {
            [all] if *all == scale => {}
            [all] => {
                self.scales = vec![*all; at];
                self.scales.push(scale);
            }
            _ => self.scales.push(scale),
        }
        self.mantissas.push(mantissa.unwrap_or_default());
    }

    fn scale(&self, at: usize) -> Option<u8> {
        match self.scales.as_slice() {
            [all] => Some(*all),
            scales => scales.get(at).copied(),
        }
    }

    fn number_at(&self, at: usize) -> Option<ColumnNumber> {
        match self.scale(at)? {
            FULL_DECIMAL => {
                let pos = self.full_positions.binary_search(&u32::try_from(at).ok()?).ok()?;
                let bytes = self.full_values.get(pos)?;
                Some(ColumnNumber::Full(Decimal::deserialize(*bytes)))
            }
            scale => Some(ColumnNumber::Short(scale, self.mantissas.get(at)?)),
        }
    }

    fn add_up(&self, run: Range<usize>, partial_sums: &mut PartialSums) {
        match (self.scales.as_slice(), &self.mantissas) {
            ([scale @ ..FULL_DECIMAL], Mantissas::Short(short)) => {
                partial_sums.add_run(*scale, short.get(run).unwrap_or_default());
            }
            ([scale @ ..FULL_DECIMAL], Mantissas::Long(long)) => {
                partial_sums.add_run(*scale, long.get(run).unwrap_or_default());
            }
            _ => run.filter_map(|at| self.number_at(at)).for_each(|number| partial_sums.add(number)),
        }
    }

    /// Creates an empty column with the same capacity.
    fn with_capacity_of(&self) -> Self {
        let capacity = self.mantissas.len() + self.mantissas.len() / 16;
        Self { mantissas: Mantissas::Short(Vec::with_capacity(capacity)), ..Self::default() }
    }

    fn shrink_to_fit(&mut self) {
        self.mantissas.shrink_to_fit();
        self.scales.shrink_to_fit();
        self.full_positions.shrink_to_fit();
        self.full_values.shrink_to_fit();
    }
}

impl NumberColumns {
    /// Restores stored numbers, see [`present`](Self::present) and [`columns`](Self::columns).
    pub fn restore(present: Vec<u64>, columns: [NumberColumn; KEYS]) -> Self {
        let mut ranks_before = vec![0; present.len()];
        for (present, before) in present.chunks(WORDS).zip(ranks_before.chunks_mut(WORDS)) {
            let mut count = 0;
            for (bits, before) in present.iter().zip(before).filter(|(bits, _)| **bits != 0) {
                *before = count;
                count += bits.count_ones() as u16;
            }
        }
        Self { present, ranks_before, columns }
    }

    /// Returns the presence bits of each key in turn, one per row. Empty if no row has a number.
    pub fn present(&self) -> &[u64] {
        &self.present
    }

    /// Returns the numbers of each key.
    pub fn columns(&self) -> &[NumberColumn; KEYS] {
        &self.columns
    }

    /// Adds the numbers of the row at `at`, which must be the last row. Of repeated keys the first counts.
    pub(crate) fn push(&mut self, at: usize, numbers: Numbers<'_>) {
        match numbers {
            Numbers::Plain(pairs) => pairs.iter().for_each(|(key, value)| self.insert(at, *key, *value)),
            Numbers::InColumns(..) => {
                for &key in KpiKey::ALL {
                    if let Some(value) = numbers.get(key) {
                        self.insert(at, key, value);
                    }
                }
            }
        }
    }

    fn insert(&mut self, at: usize, key: KpiKey, value: Decimal) {
        if self.present.is_empty() {
            self.present = vec![0; KEYS * WORDS];
            self.ranks_before = vec![0; KEYS * WORDS];
        }
        let (word, bit) = (key as usize * WORDS + at / 64, 1 << (at % 64));
        let (Some(present), Some(before)) = (self.present.get_mut(word), self.ranks_before.get_mut(word))
        else {
            return;
        };
        if *present & bit != 0 {
            return;
        }
        let column = &mut self.columns[key as usize];
        if *present == 0 {
            *before = column.mantissas.len() as u16;
        }
        *present |= bit;
        column.push(value);
    }

    /// Returns the number of a key in the row at `at`.
    pub(crate) fn get(&self, key: KpiKey, at: usize) -> Option<Decimal> {
        let word = key as usize * WORDS + at / 64;
        let (present, bit) = (*self.present.get(word)?, 1 << (at % 64));
        if present & bit == 0 {
            return None;
        }
        let rank = usize::from(*self.ranks_before.get(word)?) + ones_below(present, bit);
        self.columns[key as usize].number_at(rank)?.value()
    }

    /// Returns the presence bits of a key; empty if no row has a number.
    pub(super) fn present_of(&self, key: KpiKey) -> &[u64] {
        let key_words = key as usize * WORDS..(key as usize + 1) * WORDS;
        self.present.get(key_words).unwrap_or_default()
    }

    /// Sums the numbers of a key over `rows`, a bit per row.
    pub(super) fn add_up(&self, key: KpiKey, rows: &[u64], partial_sums: &mut PartialSums) {
        let column = &self.columns[key as usize];
        for (_, present, before, rows) in self.present_words(key, rows) {
            if present & rows == present {
                column.add_up(before..before + present.count_ones() as usize, partial_sums);
            } else {
                ones(present & rows)
                    .filter_map(|bit| column.number_at(before + ones_below(present, bit)))
                    .for_each(|number| partial_sums.add(number));
            }
        }
    }

    /// Calls `f` with position and number of each of `rows` that has the key.
    ///
    /// `rows` is a bit set.
    pub(super) fn for_each(&self, key: KpiKey, rows: &[u64], mut f: impl FnMut(usize, ColumnNumber)) {
        let column = &self.columns[key as usize];
        for (word, present, before, rows) in self.present_words(key, rows) {
            // Without gaps, a number follows the previous one.
            let is_whole = present & rows == present;
            for (nth, bit) in ones(present & rows).enumerate() {
                let rank = if is_whole { nth } else { ones_below(present, bit) };
                if let Some(number) = column.number_at(before + rank) {
                    f(word * 64 + bit.trailing_zeros() as usize, number);
                }
            }
        }
    }

    /// Iterates over the relevant words of a key: index, presence bits, number of values before, wanted bits.
    fn present_words(&self, key: KpiKey, rows: &[u64]) -> impl Iterator<Item = (usize, u64, usize, u64)> {
        let before = self.ranks_before.get(key as usize * WORDS..).unwrap_or_default();
        let indexed = self.present_of(key).iter().zip(before).zip(rows).enumerate();
        indexed
            .map(|(word, ((present, before), rows))| (word, *present, usize::from(*before), *rows))
            .filter(|(_, present, _, rows)| present & rows != 0)
    }

    /// Creates empty columns with the same capacities.
    pub(super) fn with_capacity_of(&self) -> Self {
        Self { columns: self.columns.each_ref().map(NumberColumn::with_capacity_of), ..Self::default() }
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.columns.iter_mut().for_each(NumberColumn::shrink_to_fit);
    }
}

/// Returns the number of set bits below `bit`.
fn ones_below(bits: u64, bit: u64) -> usize {
    (bits & (bit - 1)).count_ones() as usize
}

/// Iterates over the set bits.
fn ones(mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = bits & bits.wrapping_neg();
        bits ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Most rows of a chunk.
pub(crate) const ROWS: usize = 1 << SHIFT;

/// Numbers of one row.
#[derive(Clone, Copy, Debug)]
pub enum Numbers<'a> {
    /// Numbers of the row at a position in columns.
    InColumns(&'a NumberColumns, usize),
    /// Numbers stored with the row, in the order of [`KpiKey::ALL`].
    Plain(&'a [(KpiKey, Decimal)]),
}

impl Numbers<'_> {
    /// Returns the number of a key.
    pub(crate) fn get(self, key: KpiKey) -> Option<Decimal> {
        match self {
            Self::Plain(pairs) => pairs.iter().find(|(k, _)| *k == key).map(|(_, value)| *value),
            Self::InColumns(columns, at) => columns.get(key, at),
        }
    }

    /// Returns every number, in the order of [`KpiKey::ALL`].
    pub(crate) fn to_vec(self) -> Vec<(KpiKey, Decimal)> {
        match self {
            Self::Plain(pairs) => pairs.to_vec(),
            Self::InColumns(columns, at) => {
                KpiKey::ALL.iter().copied().filter_map(|key| Some((key, columns.get(key, at)?))).collect()
            }
        }
    }
}

/// Bits of a row number that are the position in the chunk; the rest is the chunk's number.
pub(crate) const SHIFT: u32 = 12;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type TestRow = Vec<(KpiKey, Decimal)>;

    fn columns_of(rows: &[TestRow]) -> NumberColumns {
        let mut columns = NumberColumns::default();
        for (at, row) in rows.iter().enumerate() {
            columns.push(at, Numbers::Plain(row));
        }
        columns
    }

    #[test]
    fn keys_are_numbered_as_they_are_listed() {
        assert!(KpiKey::ALL.iter().copied().enumerate().all(|(at, key)| key as usize == at));
    }

    #[test]
    fn the_edges_come_out_as_they_went_in() {
        let mut zero = Decimal::new(0, 2);
        zero.set_sign_negative(true);
        let edges = [
            zero,
            Decimal::ZERO,
            Decimal::MAX,
            Decimal::MIN,
            Decimal::new(i64::MIN, 3),
            Decimal::new(i64::MAX, 28),
            Decimal::new(-650, 3),
        ];
        let rows: Vec<TestRow> =
            edges.into_iter().map(|value| vec![(KpiKey::Noi, value), (KpiKey::Ltv, Decimal::ONE)]).collect();
        let columns = columns_of(&rows);
        for (at, value) in edges.into_iter().enumerate() {
            let out = columns.get(KpiKey::Noi, at).unwrap();
            assert_eq!(out.serialize(), value.serialize());
            assert_eq!(columns.get(KpiKey::Ltv, at), Some(Decimal::ONE));
        }
        assert_eq!(columns.get(KpiKey::Ltv, edges.len()), None);
        assert_eq!(columns.get(KpiKey::Dscr, 0), None);
    }

    #[test]
    fn number_columns_share_scales_and_use_short_mantissas() {
        let rows: Vec<TestRow> = (0..200).map(|n| vec![(KpiKey::Ltv, Decimal::new(n, 4))]).collect();
        let mut columns = columns_of(&rows);
        let column = |columns: &NumberColumns| columns.columns[KpiKey::Ltv as usize].clone();
        assert_eq!(column(&columns).scales, [4]);
        assert!(matches!(column(&columns).mantissas, Mantissas::Short(_)));
        columns.push(200, Numbers::Plain(&[(KpiKey::Ltv, Decimal::new(1 << 40, 2))]));
        assert_eq!(column(&columns).scales.len(), 201);
        assert!(matches!(column(&columns).mantissas, Mantissas::Long(_)));
        assert_eq!(columns.get(KpiKey::Ltv, 199), Some(Decimal::new(199, 4)));
        assert_eq!(columns.get(KpiKey::Ltv, 200), Some(Decimal::new(1 << 40, 2)));
    }

    proptest! {
        #[test]
        fn every_number_keeps_its_value_and_scale(
            rows in proptest::collection::vec(
                proptest::collection::btree_map(0_usize..14, (any::<i128>(), 0_u32..=28, 32_u32..128), 0..4),
                0..150,
            )
        ) {
            let rows: Vec<TestRow> = rows
                .into_iter()
                .map(|row| {
                    row.into_iter()
                        .map(|(key, (mantissa, scale, less))| {
                            (KpiKey::ALL[key], Decimal::from_i128_with_scale(mantissa >> less, scale))
                        })
                        .collect()
                })
                .collect();
            let columns = columns_of(&rows);
            for (at, row) in rows.iter().enumerate() {
                let out = Numbers::InColumns(&columns, at).to_vec();
                let bytes = |row: &TestRow| row.iter().map(|(key, value)| (*key, value.serialize())).collect::<Vec<_>>();
                prop_assert_eq!(bytes(&out), bytes(row));
            }
            prop_assert_eq!(NumberColumns::restore(columns.present.clone(), columns.columns.clone()), columns);
        }
    }
}
