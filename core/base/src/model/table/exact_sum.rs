//! Exact sum of decimals that allows removing numbers again.
//!
//! A running [`Decimal`] would round at its last digit, and neither order nor subtraction would be exact. Here each
//! scale is summed separately, in integers.

use rust_decimal::Decimal;

/// An exact sum.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExactSum {
    /// Sum of the mantissas of each scale, smallest scale first; no entry is zero.
    parts: Vec<(u32, i128)>,
    /// Number of summands.
    count: usize,
    /// Number of values skipped because they are out of range.
    outside: usize,
}

impl ExactSum {
    /// Creates an empty sum.
    pub const fn new() -> Self {
        Self { parts: Vec::new(), count: 0, outside: 0 }
    }

    /// Returns the number of summands.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of values skipped because they are out of range.
    pub fn outside(&self) -> usize {
        self.outside
    }

    /// Counts values that are out of range.
    pub(crate) fn add_outside(&mut self, count: usize) {
        self.outside += count;
    }

    /// Adds a number.
    pub fn add(&mut self, value: Decimal) {
        self.count += 1;
        self.shift(value.scale(), value.mantissa());
    }

    /// Subtracts a number that was added before.
    pub fn subtract(&mut self, value: Decimal) {
        self.count = self.count.saturating_sub(1);
        self.shift(value.scale(), -value.mantissa());
    }

    /// Adds another sum.
    pub fn add_sum(&mut self, other: &Self) {
        self.count += other.count;
        self.outside += other.outside;
        other.parts.iter().for_each(|(scale, mantissas)| self.shift(*scale, *mantissas));
    }

    /// Adds the total of `count` numbers of one scale.
    pub(crate) fn add_part(&mut self, scale: u32, mantissas: i128, count: usize) {
        self.count += count;
        self.shift(scale, mantissas);
    }

    /// Adds to one scale. Mantissas have 96 bits, so two thousand million of them fit into 127 bits.
    fn shift(&mut self, scale: u32, mantissas: i128) {
        match self.parts.binary_search_by_key(&scale, |(scale, _)| *scale) {
            Ok(at) => {
                self.parts[at].1 = self.parts[at].1.saturating_add(mantissas);
                if self.parts[at].1 == 0 {
                    self.parts.remove(at);
                }
            }
            Err(_) if mantissas == 0 => {}
            Err(at) => self.parts.insert(at, (scale, mantissas)),
        }
    }

    /// Returns the sum if a decimal can represent it: exact if possible, else rounded in the last digit.
    pub fn value(&self) -> Option<Decimal> {
        self.exact().or_else(|| {
            self.parts.iter().try_fold(Decimal::ZERO, |sum, (scale, mantissa)| {
                sum.checked_add(Decimal::try_from_i128_with_scale(*mantissa, *scale).ok()?)
            })
        })
    }

    fn exact(&self) -> Option<Decimal> {
        let Some((scale, _)) = self.parts.last() else {
            return Some(Decimal::ZERO);
        };
        let mut sum = 0_i128;
        for (scale_of_part, mantissa) in &self.parts {
            let times = 10_i128.checked_pow(scale - scale_of_part)?;
            sum = sum.checked_add(mantissa.checked_mul(times)?)?;
        }
        Decimal::try_from_i128_with_scale(sum, *scale).ok()
    }

    /// Returns the parts, for storing.
    pub fn parts(&self) -> &[(u32, i128)] {
        &self.parts
    }

    /// Restores a sum from its parts.
    pub fn from_parts(parts: Vec<(u32, i128)>, count: usize) -> Self {
        Self { parts, count, outside: 0 }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_sum_is_exact_across_scales() {
        let mut sum = ExactSum::default();
        for text in ["0.1", "0.20", "1000000000000000000", "-0.3"] {
            sum.add(text.parse().unwrap());
        }
        assert_eq!((sum.value(), sum.count()), (Some(Decimal::from(10_i64.pow(18))), 4));
        let mut huge = ExactSum::default();
        huge.add(Decimal::MAX);
        huge.add(Decimal::MAX);
        assert_eq!(huge.value(), None);
        huge.subtract(Decimal::MAX);
        assert_eq!(huge.value(), Some(Decimal::MAX));
    }

    proptest! {
        #[test]
        fn exact_sum_after_subtraction_equals_a_fresh_sum(
            kept in proptest::collection::vec((any::<i64>(), 0u32..=28), 0..20),
            deleted in proptest::collection::vec((any::<i64>(), 0u32..=28), 0..20),
        ) {
            let decimal = |(mantissa, scale): &(i64, u32)| Decimal::new(*mantissa, *scale);
            let (mut one, mut other) = (ExactSum::default(), ExactSum::default());
            for pair in deleted.iter().chain(&kept) {
                one.add(decimal(pair));
            }
            deleted.iter().rev().for_each(|pair| one.subtract(decimal(pair)));
            kept.iter().rev().for_each(|pair| other.add(decimal(pair)));
            prop_assert_eq!(one, other);
        }
    }
}
