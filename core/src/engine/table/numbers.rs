//! The exact numbers of a row in a few bytes each: key, scale and mantissa. A hundred thousand deals with thirteen
//! numbers each are four megabytes like this, and every value comes out as it went in.

use rust_decimal::Decimal;

use crate::contract::kpi::KpiKey;

/// The mark of a number whose mantissa is not short: its sixteen bytes follow.
const WHOLE: u8 = 0x80;

/// The numbers of one row.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) enum Numbers<'a> {
    /// As a table keeps them.
    Packed(&'a [u8]),
    /// As a row on its own holds them.
    Plain(&'a [(KpiKey, Decimal)]),
}

impl Numbers<'_> {
    /// The number of a key.
    pub(in crate::engine) fn get(self, key: KpiKey) -> Option<Decimal> {
        match self {
            Self::Plain(pairs) => pairs.iter().find(|(k, _)| *k == key).map(|(_, value)| *value),
            Self::Packed(bytes) => Unpack(bytes).find(|(k, _)| *k == key).map(|(_, value)| value),
        }
    }

    /// Every number, in the order it was put in.
    pub(in crate::engine) fn to_vec(self) -> Vec<(KpiKey, Decimal)> {
        match self {
            Self::Plain(pairs) => pairs.to_vec(),
            Self::Packed(bytes) => Unpack(bytes).collect(),
        }
    }

    /// Appends them to a column.
    pub(in crate::engine) fn pack(self, into: &mut Vec<u8>) {
        match self {
            Self::Plain(pairs) => pairs.iter().for_each(|(key, value)| pack(*key, *value, into)),
            Self::Packed(bytes) => into.extend_from_slice(bytes),
        }
    }
}

/// Appends one number.
pub(in crate::engine) fn pack(key: KpiKey, value: Decimal, into: &mut Vec<u8>) {
    into.push(key as u8);
    let scale = value.scale() as u8;
    let short = i64::try_from(value.mantissa())
        .ok()
        .filter(|mantissa| *mantissa != i64::MIN && (*mantissa != 0 || !value.is_sign_negative()));
    let Some(mantissa) = short else {
        into.push(WHOLE);
        into.extend(value.serialize());
        return;
    };
    into.push(scale);
    let mut left = ((mantissa << 1) ^ (mantissa >> 63)).cast_unsigned();
    while left >= 0x80 {
        into.push(left as u8 | 0x80);
        left >>= 7;
    }
    into.push(left as u8);
}

/// Numbers out of their bytes; ends where the bytes make no sense.
struct Unpack<'a>(&'a [u8]);

impl Unpack<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn mantissa(&mut self) -> Option<i64> {
        let (mut zigzag, mut shift) = (0_u64, 0);
        loop {
            let byte = self.byte()?;
            zigzag |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some((zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed());
            }
            shift += 7;
        }
    }
}

impl Iterator for Unpack<'_> {
    type Item = (KpiKey, Decimal);

    fn next(&mut self) -> Option<Self::Item> {
        let key = *KpiKey::ALL.get(usize::from(self.byte()?))?;
        let scale = self.byte()?;
        if scale == WHOLE {
            let (bytes, rest) = self.0.split_first_chunk::<16>()?;
            self.0 = rest;
            return Some((key, Decimal::deserialize(*bytes)));
        }
        let mantissa = self.mantissa()?;
        let value = Decimal::try_from_i128_with_scale(i128::from(mantissa), u32::from(scale)).ok()?;
        Some((key, value))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn round_trip(pairs: &[(KpiKey, Decimal)]) -> Vec<(KpiKey, Decimal)> {
        let mut bytes = Vec::new();
        Numbers::Plain(pairs).pack(&mut bytes);
        Numbers::Packed(&bytes).to_vec()
    }

    #[test]
    fn keys_are_numbered_as_they_are_listed() {
        for (place, key) in KpiKey::ALL.into_iter().enumerate() {
            assert_eq!(key as usize, place);
        }
    }

    #[test]
    fn the_edges_come_out_as_they_went_in() {
        let mut zero = Decimal::new(0, 2);
        zero.set_sign_negative(true);
        for value in [
            zero,
            Decimal::ZERO,
            Decimal::MAX,
            Decimal::MIN,
            Decimal::new(i64::MIN, 3),
            Decimal::new(i64::MAX, 28),
            Decimal::new(-650, 3),
        ] {
            let out = round_trip(&[(KpiKey::Noi, value), (KpiKey::Ltv, Decimal::ONE)]);
            assert_eq!(out[0].1.serialize(), value.serialize());
            assert_eq!(out[1], (KpiKey::Ltv, Decimal::ONE));
        }
    }

    proptest! {
        #[test]
        fn every_number_keeps_its_value_and_its_scale(
            pairs in proptest::collection::vec((0usize..14, any::<i128>(), 0u32..=28), 0..14)
        ) {
            let pairs: Vec<(KpiKey, Decimal)> = pairs
                .into_iter()
                .map(|(key, mantissa, scale)| {
                    (KpiKey::ALL[key], Decimal::from_i128_with_scale(mantissa >> 32, scale))
                })
                .collect();
            let out = round_trip(&pairs);
            prop_assert_eq!(&out, &pairs);
            for ((_, a), (_, b)) in out.iter().zip(&pairs) {
                prop_assert_eq!(a.serialize(), b.serialize());
            }
        }

        #[test]
        fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            let _ = Numbers::Packed(&bytes).to_vec();
        }
    }
}
