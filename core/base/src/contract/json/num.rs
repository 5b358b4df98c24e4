//! Exact numbers: the text is stored as received and written back unchanged.
//!
//! The contract sends decimals as JSON numbers or as decimal strings, and asks not to convert them blindly to floating
//! point. A [`Num`] therefore stores the token; [`Num::value`] is its exact value, if there is one.

use std::borrow::Cow;
use std::fmt;

use rust_decimal::Decimal;
use serde_json::value::RawValue;

/// Longest text that [`Num::value`] parses; an exact [`Decimal`] has fewer digits, zeros included.
const MAX_TEXT: usize = 128;

/// Largest power of ten by which an exponent may move the point; larger values exceed [`Decimal`].
const MAX_EXPONENT: i32 = 64;

/// A number as the service sent it: a JSON number, or a JSON string that contains one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Num {
    /// JSON token, with quotes if it is a string.
    token: Box<str>,
    /// True if it was received, and is sent back, as a JSON string.
    as_string: bool,
}

impl Num {
    /// Creates a number from a JSON token; `None` if it is neither a number nor a string.
    ///
    /// A string that is not a decimal is accepted and has no [`value`](Self::value).
    pub fn from_raw(raw: &RawValue) -> Option<Self> {
        Self::from_token(raw.get())
    }

    /// Creates a number from the text of one JSON token; see [`from_raw`](Self::from_raw).
    pub fn parse(json: &str) -> Option<Self> {
        Self::from_raw(serde_json::from_str(json).ok()?)
    }

    fn from_token(token: &str) -> Option<Self> {
        let as_string = match token.bytes().next()? {
            b'"' => true,
            b'-' | b'0'..=b'9' => false,
            _ => return None,
        };
        Some(Self { token: token.into(), as_string })
    }

    /// Creates a JSON number with that value.
    pub fn from_decimal(value: Decimal) -> Self {
        Self { token: value.to_string().into(), as_string: false }
    }

    /// Creates a decimal string with that value.
    pub fn from_decimal_string(value: Decimal) -> Self {
        Self { token: format!("\"{value}\"").into(), as_string: true }
    }

    /// Creates a number with another value in this one's form, number or string.
    #[must_use]
    pub fn with_value(&self, value: Decimal) -> Self {
        if self.as_string { Self::from_decimal_string(value) } else { Self::from_decimal(value) }
    }

    /// Returns the exact value.
    ///
    /// Returns `None` if the text is not a decimal, or needs rounding in a [`Decimal`] (more than 28 fractional digits,
    /// or 2⁹⁶ and above).
    pub fn value(&self) -> Option<Decimal> {
        parse_exact(&self.text())
    }

    /// Returns the exact value of a JSON token without storing the token; see [`value`](Self::value).
    pub(in crate::contract) fn value_of(token: &str) -> Option<Decimal> {
        let inner = token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        match inner {
            None => parse_short(token).or_else(|| Self::from_token(token)?.value()),
            Some(inner) => parse_short(inner).or_else(|| Self::from_token(token)?.value()),
        }
    }

    /// Returns the number's text without quotes, as received.
    pub fn text(&self) -> Cow<'_, str> {
        if !self.as_string {
            return Cow::Borrowed(&self.token);
        }
        match self.token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(inner) if !inner.contains('\\') => Cow::Borrowed(inner),
            // An invalid escape, such as a lone surrogate, gives an empty text.
            _ => Cow::Owned(serde_json::from_str(&self.token).unwrap_or_default()),
        }
    }

    /// Returns the JSON token as received.
    pub fn as_json(&self) -> &str {
        &self.token
    }

    /// Returns whether it was received as a JSON string.
    pub fn as_string(&self) -> bool {
        self.as_string
    }

    /// Returns whether both are the same number in any form: `0.10`, `0.1` and `"0.1"` are.
    ///
    /// Numbers without an exact value are compared as text.
    pub fn same_amount(&self, other: &Self) -> bool {
        match (self.value(), other.value()) {
            (Some(a), Some(b)) => a == b,
            (None, None) => self.text() == other.text(),
            _ => false,
        }
    }
}

impl fmt::Debug for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Num({})", self.token)
    }
}

/// Number of digits that always fit into an `i64`.
const MAX_SHORT_DIGITS: usize = 18;

/// Returns the exact value of plain digits with or without a point, the usual form.
///
/// Other forms, and a negative zero, are for [`parse_exact`].
fn parse_short(text: &str) -> Option<Decimal> {
    let (digits, negative) = match text.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    if digits.len() > MAX_SHORT_DIGITS {
        return None;
    }
    let (mut mantissa, mut point, mut count) = (0_i64, None, 0_u32);
    for byte in digits.bytes() {
        match byte {
            b'0'..=b'9' => {
                mantissa = mantissa * 10 + i64::from(byte - b'0');
                count += 1;
            }
            b'.' if point.is_none() && count > 0 => point = Some(count),
            _ => return None,
        }
    }
    let scale = point.map_or(0, |point| count - point);
    if count == 0 || point == Some(count) || (negative && mantissa == 0) {
        return None;
    }
    Some(Decimal::new(if negative { -mantissa } else { mantissa }, scale))
}

/// Returns the exact value of `[+-]digits[.digits][e[+-]digits]`, without rounding.
///
/// One digit before or after the point is required. Separators and spaces are rejected.
pub fn parse_exact(text: &str) -> Option<Decimal> {
    if text.len() > MAX_TEXT {
        return None;
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => {
            (mantissa, exponent.parse::<i32>().ok().filter(|_| is_plain_exponent(exponent))?)
        }
        None => (text, 0),
    };
    let (sign, digits) = match mantissa.as_bytes().first()? {
        b'-' => ("-", mantissa.strip_prefix('-')?),
        b'+' => ("", mantissa.strip_prefix('+')?),
        _ => ("", mantissa),
    };
    let (integer, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let only_digits = |digits_text: &str| digits_text.bytes().all(|byte| byte.is_ascii_digit());
    if (integer.is_empty() && fraction.is_empty()) || !only_digits(integer) || !only_digits(fraction) {
        return None;
    }
    if digits.ends_with('.') {
        return None;
    }
    if exponent == 0 {
        return parse_plain(sign, integer, fraction);
    }
    let zero = |digits_text: &str| digits_text.bytes().all(|byte| byte == b'0');
    if zero(integer) && zero(fraction) {
        return Some(Decimal::ZERO);
    }
    if exponent.abs() > MAX_EXPONENT {
        return None;
    }
    let mut digits = format!("{integer}{fraction}");
    let point = i32::try_from(integer.len()).ok()? + exponent;
    if point <= 0 {
        return parse_plain(sign, "", &format!("{}{digits}", "0".repeat(point.unsigned_abs() as usize)));
    }
    let point = point as usize;
    while digits.len() < point {
        digits.push('0');
    }
    let (integer, fraction) = digits.split_at(point);
    parse_plain(sign, integer, fraction)
}

fn is_plain_exponent(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_plain(sign: &str, integer: &str, fraction: &str) -> Option<Decimal> {
    let integer = match integer.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    // Zeros beyond the maximal scale have no value; dropping them is exact.
    let fraction =
        if fraction.len() > Decimal::MAX_SCALE as usize { fraction.trim_end_matches('0') } else { fraction };
    if fraction.is_empty() {
        return Decimal::from_str_exact(&format!("{sign}{integer}")).ok();
    }
    let text = format!("{sign}{integer}.{fraction}");
    Decimal::from_str_exact(&text).ok().or_else(|| {
        let trimmed = fraction.trim_end_matches('0');
        (trimmed.len() < fraction.len())
            .then(|| Decimal::from_str_exact(&format!("{sign}{integer}.{trimmed}")).ok())?
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value(json: &str) -> Option<String> {
        Num::parse(json).unwrap().value().map(|value| value.to_string())
    }

    #[test]
    fn num_values_are_exact_or_none() {
        assert_eq!(value("0.10").unwrap(), "0.10");
        assert_eq!(value("\"0.10\"").unwrap(), "0.10");
        assert_eq!(value("12345678901234567.89").unwrap(), "12345678901234567.89");
        assert_eq!(value("0.1234567890123456789012345678901234"), None);
        assert_eq!(value("79228162514264337593543950335").unwrap(), "79228162514264337593543950335");
        assert_eq!(value("79228162514264337593543950336"), None);
        assert_eq!(value("1e400"), None);
        assert_eq!(value("\"1_000\""), None);
        assert_eq!(value("\"1 000\""), None);
        assert_eq!(value("\"\""), None);
        assert_eq!(value("\"-\""), None);
        assert_eq!(value("\"1.\""), None);
        assert_eq!(value("1.2E3").unwrap(), "1200");
        assert_eq!(value("12e-3").unwrap(), "0.012");
        assert_eq!(value("0e999").unwrap(), "0");
        assert_eq!(value("1.00000000000000000000000000000000").unwrap().parse::<Decimal>(), Ok(Decimal::ONE));
        assert_eq!(value("\"\\u0031.5\"").unwrap(), "1.5");
        assert_eq!(Num::parse("-0.0").unwrap().as_json(), "-0.0");
        assert_eq!(Num::parse("-0.0").unwrap().value(), Some(Decimal::ZERO));
    }

    #[test]
    fn only_numbers_and_strings() {
        for json in ["null", "true", "{}", "[]"] {
            assert_eq!(Num::parse(json), None, "{json}");
        }
        assert_eq!(Num::parse("01"), None);
        assert_eq!(Num::parse("\"\\ud800\"").and_then(|num| num.value()), None);
    }

    #[test]
    fn number_keeps_its_form_when_the_value_changes() {
        let half = Decimal::new(5, 1);
        assert_eq!(Num::parse("\"1.25\"").unwrap().with_value(half).as_json(), "\"0.5\"");
        assert_eq!(Num::parse("1.25").unwrap().with_value(half).as_json(), "0.5");
    }

    #[test]
    fn amounts_compare_across_forms() {
        let num = |json| Num::parse(json).unwrap();
        assert!(num("0.10").same_amount(&num("\"0.1\"")));
        assert!(num("1e400").same_amount(&num("\"1e400\"")));
        assert!(!num("1e400").same_amount(&num("1")));
    }

    proptest! {
        #[test]
        fn tokens_survive_byte_for_byte(
            token in "-?(0|[1-9][0-9]{0,40})(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,4})?", quoted: bool
        ) {
            let json = if quoted { format!("\"{token}\"") } else { token.clone() };
            let num = Num::parse(&json).unwrap();
            prop_assert_eq!(num.as_json(), &json);
            prop_assert_eq!(num.text(), token.as_str());
        }

        #[test]
        fn values_are_exact(mantissa in any::<i64>(), scale in 0u32..=28, quoted: bool) {
            let wanted = Decimal::new(mantissa, scale);
            let num = if quoted { Num::from_decimal_string(wanted) } else { Num::from_decimal(wanted) };
            prop_assert_eq!(Num::parse(num.as_json()).unwrap().value(), Some(wanted));
        }

        #[test]
        fn exponents_move_the_point_exactly(mantissa in 1i64..1_000_000, shift in -20i32..=20) {
            let num = parse_exact(&format!("{mantissa}e{shift}")).unwrap();
            let ten = Decimal::TEN;
            let mut back = num;
            for _ in 0..shift.abs() {
                back = if shift > 0 { back / ten } else { back * ten };
            }
            prop_assert_eq!(back.normalize(), Decimal::from(mantissa).normalize());
        }

        #[test]
        fn short_number_parser_matches_the_exact_parser(text in "-?[0-9]{0,20}\\.?[0-9]{0,8}") {
            if let Some(value) = parse_short(&text) {
                prop_assert_eq!(Some(value.serialize()), parse_exact(&text).map(|value| value.serialize()));
            }
            let token = format!("\"{text}\"");
            let num = Num::parse(&token).unwrap().value();
            prop_assert_eq!(Num::value_of(&token), num);
        }

        #[test]
        fn any_text_is_safe(text in ".{0,60}") {
            let _ = parse_exact(&text);
        }
    }
}
