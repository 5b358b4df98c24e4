//! How light a colour is: the relative luminance of WCAG 2.2, and the lightness of CIELAB that it has.

use super::Rgb;

/// The linear light of a channel of sRGB, from 0 to 1.
pub(super) fn linear(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    if c <= 0.04045 {
        c / 12.92
    } else {
        ((c + 0.055) / 1.055).powf(2.4)
    }
}

/// The relative luminance of WCAG 2.2, from 0 to 1.
pub(super) fn luminance(colour: Rgb) -> f64 {
    0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b)
}

/// The lightness of CIELAB that a luminance has, from 0 to 100.
pub(super) fn lightness(luminance: f64) -> f64 {
    if luminance > 216.0 / 24389.0 {
        116.0 * luminance.cbrt() - 16.0
    } else {
        luminance * 24389.0 / 27.0
    }
}

/// The luminance of a lightness.
pub(super) fn of_lightness(lightness: f64) -> f64 {
    if lightness > 8.0 {
        ((lightness + 16.0) / 116.0).powi(3)
    } else {
        lightness.max(0.0) * 27.0 / 24389.0
    }
}
