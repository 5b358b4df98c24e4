//! Exact numbers of the configuration, which may be written as numbers or texts.

use std::fmt;

use rust_decimal::Decimal;
use serde::de::{DeserializeSeed, Deserializer, Error, Unexpected, Visitor};

/// Deserialiser of an exact number. `read` reads a text, and `fits` tells whether the number is allowed.
pub(super) struct DecimalSeed<R, F> {
    /// Error text for anything else.
    pub(super) expected: &'static str,
    pub(super) read: R,
    pub(super) fits: F,
}

impl<R: Fn(&str) -> Option<Decimal>, F: Fn(&Decimal) -> bool> DecimalSeed<R, F> {
    fn check<E: Error>(&self, value: Option<Decimal>, unexpected: Unexpected<'_>) -> Result<Decimal, E> {
        value.filter(&self.fits).ok_or_else(|| E::invalid_value(unexpected, &self.expected))
    }
}

impl<'de, R: Fn(&str) -> Option<Decimal>, F: Fn(&Decimal) -> bool> DeserializeSeed<'de>
    for DecimalSeed<R, F>
{
    type Value = Decimal;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Decimal, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<R: Fn(&str) -> Option<Decimal>, F: Fn(&Decimal) -> bool> Visitor<'_> for DecimalSeed<R, F> {
    type Value = Decimal;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Decimal, E> {
        self.check(Some(Decimal::from(value)), Unexpected::Signed(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Decimal, E> {
        // The shortest representation of the float has the digits as written.
        self.check(value.to_string().parse().ok(), Unexpected::Float(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Decimal, E> {
        self.check((self.read)(value), Unexpected::Str(value))
    }
}
