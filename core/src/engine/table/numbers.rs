//! The exact numbers of a row in a few bytes each: key, scale and mantissa. A hundred thousand deals with thirteen
//! numbers each are four megabytes like this, and every value comes out as it went in.

use rust_decimal::Decimal;

use crate::contract::kpi::KpiKey;

/// The mark of a number whose mantissa is not short: its sixteen bytes follow.
const WHOLE: u8 = 0x80;

/// Some of the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys(u32);

impl Keys {
    /// These keys.
    pub fn of(keys: impl IntoIterator<Item = KpiKey>) -> Self {
        Self(keys.into_iter().fold(0, |set, key| set | 1 << key as u32))
    }

    fn has(self, key: KpiKey) -> bool {
        self.has_place(key as u8)
    }

    fn has_place(self, place: u8) -> bool {
        self.0 >> place & 1 == 1
    }
}

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
            Self::Packed(bytes) => Unpack(bytes).wanted(Keys::of([key])).map(|(_, value)| value),
        }
    }

    /// Gives every number of the keys that are wanted.
    pub(in crate::engine) fn each(self, keys: Keys, mut take: impl FnMut(KpiKey, Decimal)) {
        match self {
            Self::Plain(pairs) => pairs
                .iter()
                .filter(|(key, _)| keys.has(*key))
                .for_each(|(key, value)| take(*key, *value)),
            Self::Packed(bytes) => {
                let mut unpack = Unpack(bytes);
                while let Some((key, value)) = unpack.wanted(keys) {
                    take(key, value);
                }
            }
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

    /// The next number of one of these keys. What stands before it is passed over without being made a number.
    fn wanted(&mut self, keys: Keys) -> Option<(KpiKey, Decimal)> {
        loop {
            let (place, scale) = (*self.0.first()?, *self.0.get(1)?);
            if usize::from(place) >= KpiKey::ALL.len() {
                return None;
            }
            if keys.has_place(place) {
                return self.next();
            }
            let rest = self.0.get(2..)?;
            let length = if scale == WHOLE {
                16
            } else {
                rest.iter().position(|byte| *byte < 0x80)? + 1
            };
            self.0 = rest.get(length..)?;
        }
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
            let mut bytes = Vec::new();
            Numbers::Plain(&pairs).pack(&mut bytes);
            let some = Keys::of(KpiKey::ALL.into_iter().step_by(3));
            let of = |numbers: Numbers<'_>| {
                let mut taken = Vec::new();
                numbers.each(some, |key, value| taken.push((key, value)));
                taken
            };
            prop_assert_eq!(of(Numbers::Packed(&bytes)), of(Numbers::Plain(&pairs)));
            for key in KpiKey::ALL {
                prop_assert_eq!(Numbers::Packed(&bytes).get(key), Numbers::Plain(&pairs).get(key));
            }
            for ((_, a), (_, b)) in out.iter().zip(&pairs) {
                prop_assert_eq!(a.serialize(), b.serialize());
            }
        }

        #[test]
        fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            let numbers = Numbers::Packed(&bytes);
            let _ = numbers.to_vec();
            let _ = numbers.get(KpiKey::Noi);
        }
    }
}
