//! One sRGB colour as in the token file: `#RRGGBB` or `#RRGGBBAA`, without premultiplied alpha.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};

/// An sRGB colour with alpha, eight bits each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Rgb {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Alpha: 255 is opaque.
    pub a: u8,
}

impl Rgb {
    /// Creates an opaque colour.
    #[must_use]
    pub const fn opaque(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b, a: u8::MAX }
    }
}

impl fmt::Debug for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}{:02X}", self.r, self.g, self.b, self.a)
    }
}

/// Error for an invalid colour text.
#[derive(Debug, thiserror::Error)]
#[error("a colour is written #RRGGBB or #RRGGBBAA")]
pub struct ColorError;

impl FromStr for Rgb {
    type Err = ColorError;

    fn from_str(text: &str) -> Result<Self, ColorError> {
        let digits = text.strip_prefix('#').ok_or(ColorError)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(ColorError);
        }
        let value = u32::from_str_radix(digits, 16).map_err(|_| ColorError)?;
        let [r, g, b, a] = match digits.len() {
            6 => (value << 8 | 0xFF).to_be_bytes(),
            8 => value.to_be_bytes(),
            _ => return Err(ColorError),
        };
        Ok(Self { r, g, b, a })
    }
}

impl<'de> Deserialize<'de> for Rgb {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_six_or_eight_hex_digits_are_colours() {
        assert_eq!("#5B4BC8".parse::<Rgb>().unwrap(), Rgb::opaque(0x5B, 0x4B, 0xC8));
        assert_eq!("#15151C66".parse::<Rgb>().unwrap(), Rgb { r: 0x15, g: 0x15, b: 0x1C, a: 0x66 });
        for wrong in ["", "#", "5B4BC8", "#5B4BC", "#5B4BC8000", "#+B4BC8", "#5B4BCé", "none"] {
            assert!(wrong.parse::<Rgb>().is_err(), "{wrong}");
        }
    }
}
