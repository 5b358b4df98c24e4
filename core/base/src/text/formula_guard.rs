//! Protection against text that a spreadsheet would run as a formula.

use std::borrow::Cow;

/// Returns text that no spreadsheet runs: a possible formula gets a leading apostrophe.
///
/// Numbers, including negative ones, stay unchanged.
#[must_use]
pub fn guard_formula(text: Cow<'_, str>) -> Cow<'_, str> {
    let may_run = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if may_run && !is_number(&text) { Cow::Owned(format!("'{text}")) } else { text }
}

/// Returns whether the text is a decimal number of any size.
fn is_number(text: &str) -> bool {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let digits = mantissa.strip_prefix(['+', '-']).unwrap_or(mantissa);
    let (integer, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_digits =
        |digits_part: &str| !digits_part.is_empty() && digits_part.bytes().all(|byte| byte.is_ascii_digit());
    is_digits(integer)
        && is_digits(fraction)
        && is_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))
}
