//! Relative luminance of WCAG 2.2, and lightness of CIELAB.

use super::Rgb;

/// Returns the linear light of an sRGB channel, from 0 to 1.
pub(super) fn linear_channel(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

/// Returns the relative luminance of WCAG 2.2, from 0 to 1.
pub(super) fn luminance(colour: Rgb) -> f64 {
    0.2126 * linear_channel(colour.r) + 0.7152 * linear_channel(colour.g) + 0.0722 * linear_channel(colour.b)
}

/// Returns the CIELAB lightness of a luminance, from 0 to 100.
pub(super) fn lightness(luminance: f64) -> f64 {
    if luminance > 216.0 / 24389.0 { 116.0 * luminance.cbrt() - 16.0 } else { luminance * 24389.0 / 27.0 }
}

/// Returns the luminance of a CIELAB lightness.
pub(super) fn luminance_from_lightness(lightness: f64) -> f64 {
    if lightness > 8.0 { ((lightness + 16.0) / 116.0).powi(3) } else { lightness.max(0.0) * 27.0 / 24389.0 }
}
