//! Integer sums by scale, limited to a key's valid range.

use std::ops::RangeInclusive;

use rust_decimal::Decimal;

use super::exact_sum::ExactSum;

/// Number of scales: a [`Decimal`] has at most `MAX_SCALE` decimal places.
const SCALES: usize = Decimal::MAX_SCALE as usize + 1;

/// A number as a column stores it.
#[derive(Clone, Copy, Debug)]
pub(super) enum ColumnNumber {
    /// Scale and mantissa.
    Short(u8, i64),
    /// A number whose mantissa does not fit.
    Full(Decimal),
}

impl ColumnNumber {
    pub(super) fn value(self) -> Option<Decimal> {
        match self {
            Self::Short(scale, mantissa) => {
                Decimal::try_from_i128_with_scale(i128::from(mantissa), u32::from(scale)).ok()
            }
            Self::Full(value) => Some(value),
        }
    }
}

/// Sum of one scale.
#[derive(Clone, Copy, Debug)]
struct PartialSum {
    min: i64,
    max: i64,
    sum: i128,
    count: usize,
}

/// Sums of all scales.
#[derive(Clone, Debug)]
pub(super) struct PartialSums {
    bounds: Option<(Decimal, Decimal)>,
    by_scale: [PartialSum; SCALES],
    full_sum: ExactSum,
    outside: usize,
}

impl PartialSums {
    /// Creates empty sums. Numbers outside the inclusive bounds are skipped and counted.
    pub(super) fn with_bounds(bounds: Option<(Decimal, Decimal)>) -> Self {
        let mut by_scale = [PartialSum { min: i64::MIN, max: i64::MAX, sum: 0, count: 0 }; SCALES];
        if let Some((low, high)) = bounds {
            for (scale, partial_sum) in (0..).zip(&mut by_scale) {
                (partial_sum.min, partial_sum.max) = (min_mantissa(low, scale), max_mantissa(high, scale));
            }
        }
        Self { bounds, by_scale, full_sum: ExactSum::new(), outside: 0 }
    }

    /// Adds numbers of one scale.
    pub(super) fn add_run<T: Copy + Into<i64>>(&mut self, scale: u8, mantissas: &[T]) {
        let Some(partial_sum) = self.by_scale.get_mut(usize::from(scale)) else {
            return;
        };
        let (mut sum, mut count) = (0_i128, 0);
        for mantissa in mantissas {
            let mantissa: i64 = (*mantissa).into();
            let fits = partial_sum.min <= mantissa && mantissa <= partial_sum.max;
            sum += i128::from(if fits { mantissa } else { 0 });
            count += usize::from(fits);
        }
        partial_sum.sum += sum;
        partial_sum.count += count;
        self.outside += mantissas.len() - count;
    }

    /// Adds one number.
    pub(super) fn add(&mut self, number: ColumnNumber) {
        match number {
            ColumnNumber::Short(scale, mantissa) => self.add_run(scale, &[mantissa]),
            ColumnNumber::Full(value) if self.accepts(number) => self.full_sum.add(value),
            ColumnNumber::Full(_) => self.outside += 1,
        }
    }

    /// Adds one number directly to an exact sum, or counts it there if it is out of bounds.
    pub(super) fn add_one_to(&self, number: ColumnNumber, sum: &mut ExactSum) {
        match number {
            _ if !self.accepts(number) => sum.add_outside(1),
            ColumnNumber::Short(scale, mantissa) => sum.add_part(u32::from(scale), mantissa.into(), 1),
            ColumnNumber::Full(value) => sum.add(value),
        }
    }

    /// Returns whether a number is within the bounds.
    pub(super) fn accepts(&self, number: ColumnNumber) -> bool {
        match number {
            ColumnNumber::Short(scale, mantissa) => self.mantissas_within(scale).contains(&mantissa),
            ColumnNumber::Full(value) => self.bounds.is_none_or(|(low, high)| (low..=high).contains(&value)),
        }
    }

    /// Returns the mantissas of a scale that are within the bounds.
    pub(super) fn mantissas_within(&self, scale: u8) -> RangeInclusive<i64> {
        self.by_scale.get(usize::from(scale)).map_or(RangeInclusive::new(1, 0), |part| part.min..=part.max)
    }

    /// Adds the totals to an exact sum.
    pub(super) fn add_to(&self, sum: &mut ExactSum) {
        sum.add_sum(&self.full_sum);
        sum.add_outside(self.outside);
        for (scale, partial_sum) in (0..).zip(&self.by_scale).filter(|(_, partial_sum)| partial_sum.count > 0)
        {
            sum.add_part(scale, partial_sum.sum, partial_sum.count);
        }
    }
}

/// Returns the least mantissa of that scale that is not below `value`, limited to `i64`.
fn min_mantissa(value: Decimal, scale: u32) -> i64 {
    max_mantissa(-value, scale).saturating_neg()
}

/// Returns the greatest mantissa of that scale that is not above `value`, limited to `i64`.
fn max_mantissa(value: Decimal, scale: u32) -> i64 {
    let beyond = if value.is_sign_negative() { i64::MIN } else { i64::MAX };
    let mantissa = value.mantissa();
    let exact = match scale.checked_sub(value.scale()) {
        Some(more) => 10_i128.checked_pow(more).and_then(|times| mantissa.checked_mul(times)),
        None => 10_i128.checked_pow(value.scale() - scale).map(|times| mantissa.div_euclid(times)),
    };
    exact.and_then(|exact| i64::try_from(exact).ok()).unwrap_or(beyond)
}
