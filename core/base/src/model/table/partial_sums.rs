//! Integer sums by scale, limited to a key's valid range.

use rust_decimal::Decimal;

use super::exact_sum::ExactSum;

/// Number of scales: a [`Decimal`] has at most `MAX_SCALE` decimal places.
const SCALES: usize = Decimal::MAX_SCALE as usize + 1;

/// A number as a column stores it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ColumnNumber {
    /// Scale and mantissa.
    Short(u8, i64),
    /// A number whose mantissa does not fit.
    Full(Decimal),
}

impl ColumnNumber {
    pub(crate) fn value(self) -> Option<Decimal> {
        match self {
            Self::Short(scale, mantissa) => {
                Decimal::try_from_i128_with_scale(i128::from(mantissa), u32::from(scale)).ok()
            }
            Self::Full(value) => Some(value),
        }
    }

    /// Returns the number of decimal places.
    pub(crate) fn scale(self) -> u32 {
        match self {
            Self::Short(scale, _) => scale.into(),
            Self::Full(value) => value.scale(),
        }
    }

    /// Returns the number as an integer with that many decimal places; `None` if eight bytes are too few.
    pub(crate) fn at_scale(self, scale: u32) -> Option<i64> {
        let more = scale.checked_sub(self.scale())?;
        match self {
            Self::Short(_, mantissa) if more == 0 => Some(mantissa),
            Self::Short(_, mantissa) => mantissa.checked_mul(10_i64.checked_pow(more)?),
            Self::Full(value) => {
                i64::try_from(value.mantissa().checked_mul(10_i128.checked_pow(more)?)?).ok()
            }
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
pub(crate) struct PartialSums {
    bounds: Option<(Decimal, Decimal)>,
    by_scale: [PartialSum; SCALES],
    full_sum: ExactSum,
    outside: usize,
}

impl PartialSums {
    /// Creates empty sums. Numbers outside the inclusive bounds are skipped and counted.
    pub(crate) fn with_bounds(bounds: Option<(Decimal, Decimal)>) -> Self {
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

    /// Returns whether a number is within the bounds.
    pub(crate) fn accepts(&self, number: ColumnNumber) -> bool {
        match number {
            ColumnNumber::Short(scale, mantissa) => {
                let part = self.by_scale.get(usize::from(scale));
                part.is_some_and(|part| (part.min..=part.max).contains(&mantissa))
            }
            ColumnNumber::Full(value) => self.bounds.is_none_or(|(low, high)| (low..=high).contains(&value)),
        }
    }

    /// Returns the exact sum of all scales.
    pub(super) fn total(&self) -> ExactSum {
        let mut sum = self.full_sum.clone();
        sum.add_outside(self.outside);
        for (scale, partial_sum) in (0..).zip(&self.by_scale).filter(|(_, partial_sum)| partial_sum.count > 0)
        {
            sum.add_part(scale, partial_sum.sum, partial_sum.count);
        }
        sum
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
