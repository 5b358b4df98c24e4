//! Numbers collected for order statistics, as integers of one scale if possible.

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;

use super::partial_sums::{ColumnNumber, PartialSums};

/// Numbers that the contract accepts, in no particular order.
#[derive(Clone, Debug)]
pub struct AcceptedNumbers {
    range: PartialSums,
    /// Mantissas by scale.
    by_scale: Vec<Vec<i64>>,
    /// Numbers from rows outside the columns, or with a longer mantissa.
    full: Vec<Decimal>,
    /// Number of values that the contract does not accept.
    pub outside: usize,
}

impl AcceptedNumbers {
    pub(super) fn new(key: KpiKey) -> Self {
        let by_scale = vec![Vec::new(); Decimal::MAX_SCALE as usize + 1];
        Self { range: PartialSums::with_bounds(key.range()), by_scale, full: Vec::new(), outside: 0 }
    }

    /// Adds numbers of one scale.
    pub(super) fn extend<T: Copy + Into<i64>>(&mut self, scale: u8, mantissas: &[T]) {
        let accepted = self.range.mantissas_within(scale);
        let Some(numbers) = self.by_scale.get_mut(usize::from(scale)) else { return };
        let before = numbers.len();
        let mantissas_within = mantissas.iter().map(|mantissa| (*mantissa).into());
        numbers.extend(mantissas_within.filter(|mantissa: &i64| accepted.contains(mantissa)));
        self.outside += mantissas.len() - (numbers.len() - before);
    }

    /// Adds one number.
    pub(super) fn push(&mut self, number: ColumnNumber) {
        match number {
            ColumnNumber::Short(scale, mantissa) => self.extend(scale, &[mantissa]),
            ColumnNumber::Full(value) if self.range.accepts(number) => self.full.push(value),
            ColumnNumber::Full(_) => self.outside += 1,
        }
    }

    /// Returns the scale, and the numbers as integers of that scale.
    ///
    /// # Errors
    /// Some need more than eight bytes, so all numbers are returned in full.
    pub fn into_integers(mut self) -> Result<(u32, Vec<i64>), Vec<Decimal>> {
        let scales = (0..).zip(&self.by_scale).filter(|(_, numbers)| !numbers.is_empty()).map(|(at, _)| at);
        let scale = scales.chain(self.full.iter().map(Decimal::scale)).max().unwrap_or_default();
        let mut integers = std::mem::take(&mut self.by_scale[scale as usize]);
        let own = integers.len();
        let others = (0..)
            .zip(&self.by_scale)
            .flat_map(|(at, numbers)| numbers.iter().map(move |mantissa| (at, i128::from(*mantissa))));
        let mut others = others.chain(self.full.iter().map(|value| (value.scale(), value.mantissa())));
        let scaled = others.try_for_each(|(at, mantissa)| {
            let times = 10_i128.checked_pow(scale.checked_sub(at)?)?;
            integers.push(i64::try_from(mantissa.checked_mul(times)?).ok()?);
            Some(())
        });
        if scaled.is_some() {
            return Ok((scale, integers));
        }
        integers.truncate(own);
        self.by_scale[scale as usize] = integers;
        let mut numbers = self.full;
        for (at, mantissas) in (0..).zip(self.by_scale) {
            let decimals = mantissas.into_iter().map(|mantissa| Decimal::try_new(mantissa, at).ok());
            numbers.extend(decimals.flatten());
        }
        Err(numbers)
    }
}
