//! The exact numbers of a few thousand rows, key by key: which rows have one, and of each its mantissa and its scale. A
//! hundred thousand deals with thirteen numbers each are some six megabytes like this, every value comes out as it went in,
//! and a sum over a column is a pass over integers.

use std::ops::Range;

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;

use super::chunk::ROWS;
use super::numbers::Numbers;
use super::partial_sums::{Held, Parts};

const KEYS: usize = KpiKey::ALL.len();
/// The bits of one key, in words.
const WORDS: usize = ROWS / 64;
/// Stands in the place of a scale where the mantissa fits no eight bytes.
const WHOLE: u8 = 0x80;

/// The numbers of the rows of a chunk.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NumberColumns {
    /// For each key one after another, a bit for each row that has a number. Empty while none has.
    there: Vec<u64>,
    /// Beside each word of these with a bit in it: how many rows before it have a number of the key.
    before: Vec<u16>,
    columns: [NumberColumn; KEYS],
}

/// The numbers of one key, of the rows that have one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NumberColumn {
    pub(crate) mantissas: Mantissas,
    /// The scale of each; one for all while they are alike.
    pub(crate) scales: Vec<u8>,
    /// The places of those whose scale is [`WHOLE`], in order, and the numbers themselves.
    pub(crate) whole: Vec<u32>,
    pub(crate) values: Vec<[u8; 16]>,
}

/// Integers in four bytes each while all of them fit, else in eight.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mantissas {
    Short(Vec<i32>),
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

/// The mantissa, where eight bytes hold it and it says all: there is a zero with a sign.
fn short(value: Decimal) -> Option<i64> {
    let mantissa = i64::try_from(value.mantissa()).ok()?;
    (mantissa != 0 || !value.is_sign_negative()).then_some(mantissa)
}

impl NumberColumn {
    fn push(&mut self, value: Decimal) {
        let at = self.mantissas.len();
        let mantissa = short(value);
        let scale = mantissa.map_or(WHOLE, |_| value.scale() as u8);
        if mantissa.is_none() {
            self.whole.push(at as u32);
            self.values.push(value.serialize());
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
            each => each.get(at).copied(),
        }
    }

    fn held(&self, at: usize) -> Option<Held> {
        match self.scale(at)? {
            WHOLE => {
                let place = self.whole.binary_search(&u32::try_from(at).ok()?).ok()?;
                let bytes = self.values.get(place)?;
                Some(Held::Whole(Decimal::deserialize(*bytes)))
            }
            scale => Some(Held::Short(scale, self.mantissas.get(at)?)),
        }
    }

    fn add_up(&self, run: Range<usize>, parts: &mut Parts) {
        match (self.scales.as_slice(), &self.mantissas) {
            ([scale @ ..WHOLE], Mantissas::Short(short)) => {
                parts.run(*scale, short.get(run).unwrap_or_default());
            }
            ([scale @ ..WHOLE], Mantissas::Long(long)) => {
                parts.run(*scale, long.get(run).unwrap_or_default());
            }
            _ => run
                .filter_map(|at| self.held(at))
                .for_each(|held| parts.add(held)),
        }
    }

    /// None yet, with room for as many.
    fn like(&self) -> Self {
        let room = self.mantissas.len() + self.mantissas.len() / 16;
        Self {
            mantissas: Mantissas::Short(Vec::with_capacity(room)),
            ..Self::default()
        }
    }

    fn shrink_to_fit(&mut self) {
        self.mantissas.shrink_to_fit();
        self.scales.shrink_to_fit();
        self.whole.shrink_to_fit();
        self.values.shrink_to_fit();
    }
}

impl NumberColumns {
    /// From what a file kept: see [`there`](Self::there) and [`columns`](Self::columns).
    pub(crate) fn restore(there: Vec<u64>, columns: [NumberColumn; KEYS]) -> Self {
        let mut before = vec![0; there.len()];
        for (there, before) in there.chunks(WORDS).zip(before.chunks_mut(WORDS)) {
            let mut count = 0;
            for (bits, before) in there.iter().zip(before).filter(|(bits, _)| **bits != 0) {
                *before = count;
                count += bits.count_ones() as u16;
            }
        }
        Self {
            there,
            before,
            columns,
        }
    }

    /// For each key one after another, a bit for each row that has a number. Empty where none has.
    pub(crate) fn there(&self) -> &[u64] {
        &self.there
    }

    /// The numbers of each key.
    pub(crate) fn columns(&self) -> &[NumberColumn; KEYS] {
        &self.columns
    }

    /// Adds the numbers of the row at `at`, which comes after all that have any. Of two of one key the first counts.
    pub(crate) fn push(&mut self, at: usize, numbers: Numbers<'_>) {
        match numbers {
            Numbers::Plain(pairs) => pairs.iter().for_each(|(key, value)| self.put(at, *key, *value)),
            Numbers::Held(..) => {
                for key in KpiKey::ALL {
                    if let Some(value) = numbers.get(key) {
                        self.put(at, key, value);
                    }
                }
            }
        }
    }

    fn put(&mut self, at: usize, key: KpiKey, value: Decimal) {
        if self.there.is_empty() {
            self.there = vec![0; KEYS * WORDS];
            self.before = vec![0; KEYS * WORDS];
        }
        let (word, bit) = (key as usize * WORDS + at / 64, 1 << (at % 64));
        let (Some(there), Some(before)) = (self.there.get_mut(word), self.before.get_mut(word)) else {
            return;
        };
        if *there & bit != 0 {
            return;
        }
        let column = &mut self.columns[key as usize];
        if *there == 0 {
            *before = column.mantissas.len() as u16;
        }
        *there |= bit;
        column.push(value);
    }

    /// The number of a key of the row at `at`.
    pub(crate) fn get(&self, key: KpiKey, at: usize) -> Option<Decimal> {
        let word = key as usize * WORDS + at / 64;
        let (there, bit) = (*self.there.get(word)?, 1 << (at % 64));
        if there & bit == 0 {
            return None;
        }
        let place = usize::from(*self.before.get(word)?) + ones_below(there, bit);
        self.columns[key as usize].held(place)?.value()
    }

    /// A bit for each row that has a number of a key; empty where none has.
    pub(super) fn there_of(&self, key: KpiKey) -> &[u64] {
        let own = key as usize * WORDS..(key as usize + 1) * WORDS;
        self.there.get(own).unwrap_or_default()
    }

    /// Adds up the numbers of a key of `rows`, a bit each.
    pub(super) fn add_up(&self, key: KpiKey, rows: &[u64], parts: &mut Parts) {
        let column = &self.columns[key as usize];
        for (_, there, before, rows) in self.words(key, rows) {
            if there & rows == there {
                column.add_up(before..before + there.count_ones() as usize, parts);
            } else {
                ones(there & rows)
                    .filter_map(|bit| column.held(before + ones_below(there, bit)))
                    .for_each(|held| parts.add(held));
            }
        }
    }

    /// Gives the number of a key of each of `rows`, a bit each, and its place.
    pub(super) fn each(&self, key: KpiKey, rows: &[u64], mut give: impl FnMut(usize, Held)) {
        let column = &self.columns[key as usize];
        for (word, there, before, rows) in self.words(key, rows) {
            for bit in ones(there & rows) {
                if let Some(held) = column.held(before + ones_below(there, bit)) {
                    give(word * 64 + bit.trailing_zeros() as usize, held);
                }
            }
        }
    }

    /// The words of a key with a bit in them: which they are, what is there, how many before, and what is wanted of them.
    fn words(&self, key: KpiKey, rows: &[u64]) -> impl Iterator<Item = (usize, u64, usize, u64)> {
        let before = self.before.get(key as usize * WORDS..).unwrap_or_default();
        let words = self.there_of(key).iter().zip(before).zip(rows).enumerate();
        words
            .map(|(word, ((there, before), rows))| (word, *there, usize::from(*before), *rows))
            .filter(|(_, there, _, rows)| there & rows != 0)
    }

    /// None yet, with room for as many of each key.
    pub(super) fn like(&self) -> Self {
        Self {
            columns: self.columns.each_ref().map(NumberColumn::like),
            ..Self::default()
        }
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.columns.iter_mut().for_each(NumberColumn::shrink_to_fit);
    }
}

/// How many bits are set below `bit`.
fn ones_below(bits: u64, bit: u64) -> usize {
    (bits & (bit - 1)).count_ones() as usize
}

/// The bits that are set, one by one.
fn ones(mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = bits & bits.wrapping_neg();
        bits ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Row = Vec<(KpiKey, Decimal)>;

    fn held(rows: &[Row]) -> NumberColumns {
        let mut columns = NumberColumns::default();
        for (at, row) in rows.iter().enumerate() {
            columns.push(at, Numbers::Plain(row));
        }
        columns
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
        let rows: Vec<Row> = edges
            .into_iter()
            .map(|value| vec![(KpiKey::Noi, value), (KpiKey::Ltv, Decimal::ONE)])
            .collect();
        let columns = held(&rows);
        for (at, value) in edges.into_iter().enumerate() {
            let out = columns.get(KpiKey::Noi, at).unwrap();
            assert_eq!(out.serialize(), value.serialize());
            assert_eq!(columns.get(KpiKey::Ltv, at), Some(Decimal::ONE));
        }
        assert_eq!(columns.get(KpiKey::Ltv, edges.len()), None);
        assert_eq!(columns.get(KpiKey::Dscr, 0), None);
    }

    #[test]
    fn what_is_alike_is_held_once_and_what_is_small_is_held_small() {
        let rows: Vec<Row> = (0..200)
            .map(|n| vec![(KpiKey::Ltv, Decimal::new(n, 4))])
            .collect();
        let mut columns = held(&rows);
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
        fn every_number_keeps_its_value_and_its_scale(
            rows in proptest::collection::vec(
                proptest::collection::btree_map(0_usize..14, (any::<i128>(), 0_u32..=28, 32_u32..128), 0..4),
                0..150,
            )
        ) {
            let rows: Vec<Row> = rows
                .into_iter()
                .map(|row| {
                    row.into_iter()
                        .map(|(key, (mantissa, scale, less))| {
                            (KpiKey::ALL[key], Decimal::from_i128_with_scale(mantissa >> less, scale))
                        })
                        .collect()
                })
                .collect();
            let columns = held(&rows);
            for (at, row) in rows.iter().enumerate() {
                let out = Numbers::Held(&columns, at).to_vec();
                let bytes = |row: &Row| row.iter().map(|(key, value)| (*key, value.serialize())).collect::<Vec<_>>();
                prop_assert_eq!(bytes(&out), bytes(row));
            }
            prop_assert_eq!(NumberColumns::restore(columns.there.clone(), columns.columns.clone()), columns);
        }
    }
}
