//! Numbers in French and English notation.
//!
//! The input is an exact decimal. Rounding is half away from zero and only for display (domain rule: 0.645 shows as
//! 0.65). A rounded zero has no minus sign. Missing values are the caller's texts, never a zero. French groups digits
//! with U+202F and puts U+00A0 before a unit; [`plain_spaces`] turns both into ordinary spaces.

use std::borrow::Cow;

use rust_decimal::{Decimal, RoundingStrategy};

use super::Lang;

/// French group separator, as in CLDR: narrow no-break space.
pub const NARROW_SPACE: char = '\u{202f}';
/// No-break space: before `%`, `€` and between a number and its unit.
pub const NO_BREAK_SPACE: char = '\u{a0}';

/// Minus sign of numbers: as wide as a plus, unlike the hyphen.
pub const MINUS: &str = "−";

/// Formats a count with grouped digits: `8 420`, `8,420`.
#[must_use]
pub fn integer(lang: Lang, count: u64) -> String {
    grouped(lang, &count.to_string())
}

/// Formats a difference with its sign: `+4`, `−12`, and `0` without one.
#[must_use]
pub fn difference(lang: Lang, change: i64) -> String {
    let size = integer(lang, change.unsigned_abs());
    match change {
        0 => size,
        1.. => format!("+{size}"),
        _ => format!("{MINUS}{size}"),
    }
}

/// Formats a decimal with exactly this many decimal places: `1 234,50`, `1,234.50`.
#[must_use]
pub fn decimal(lang: Lang, value: Decimal, digits: u32) -> String {
    let (minus, size) = rounded(lang, value, digits);
    format!("{minus}{size}")
}

/// Formats a decimal with all its digits, without rounding and trailing zeros.
///
/// For tooltips that show the exact value.
#[must_use]
pub fn exact(lang: Lang, value: Decimal) -> String {
    let value = value.normalize();
    decimal(lang, value, value.scale())
}

/// Formats a fraction as a percentage: `0.764` is `76,4 %`, `76.4%`.
#[must_use]
pub fn percent(lang: Lang, fraction: Decimal, digits: u32) -> String {
    let hundredfold = fraction.checked_mul(Decimal::ONE_HUNDRED).unwrap_or(fraction);
    let text = decimal(lang, hundredfold, digits);
    match lang {
        Lang::Fr => format!("{text}{NO_BREAK_SPACE}%"),
        Lang::En => format!("{text}%"),
    }
}

/// Formats a coverage multiple with two decimal places: `1,25x`, `1.25x`.
#[must_use]
pub fn multiple(lang: Lang, value: Decimal) -> String {
    format!("{}x", decimal(lang, value, 2))
}

/// Formats a score out of a hundred, with a decimal only if it has one: `62 / 100`, `62/100`.
#[must_use]
pub fn points(lang: Lang, value: Decimal) -> String {
    let digits = u32::from(!round_half_away(value, 1).fract().is_zero());
    let text = decimal(lang, value, digits);
    match lang {
        Lang::Fr => format!("{text}{NO_BREAK_SPACE}/{NO_BREAK_SPACE}100"),
        Lang::En => format!("{text}/100"),
    }
}

/// Formats a part of a total in whole percent: `25 %`. Empty if the total is zero.
#[must_use]
pub fn share(lang: Lang, part: u64, total: u64) -> String {
    share_with_digits(lang, part, total, 0)
}

/// Like [`share`], with this many decimal places.
#[must_use]
pub fn share_with_digits(lang: Lang, part: u64, total: u64, digits: u32) -> String {
    Decimal::from(part)
        .checked_div(Decimal::from(total))
        .map(|fraction| percent(lang, fraction, digits))
        .unwrap_or_default()
}

/// Formats an amount with two decimal places: `1 234 567,89 €`, `€1,234,567.89`.
///
/// Without a known currency, it is the bare number.
#[must_use]
pub fn money(lang: Lang, amount: Decimal, currency: Option<&str>) -> String {
    let (minus, size) = rounded(lang, amount, 2);
    with_currency(lang, minus, &size, "", currency)
}

/// Formats an amount in compact form for a card: `1,2 M€`, `€1.2m`, `850 k€`, `€2.5bn`.
///
/// Millions and larger have one decimal place, thousands and units none. A value that rounds up to the next unit uses
/// it.
#[must_use]
pub fn money_compact(lang: Lang, amount: Decimal, currency: Option<&str>) -> String {
    let size = AmountSize::for_amount(amount);
    let unit = AmountUnit { size, digits: size.digits };
    unit.format_with_currency(lang, amount, currency)
}

/// Common unit and number of decimal places for several amounts on one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AmountUnit {
    size: &'static AmountSize,
    digits: u32,
}

impl AmountUnit {
    /// Returns the unit of the greatest amount, with enough decimal places to distinguish all amounts.
    #[must_use]
    pub fn distinguishing(lang: Lang, max: Decimal, amounts: &[Decimal]) -> Self {
        let size = AmountSize::for_amount(max);
        let are_distinct = |unit: &Self| {
            let texts: std::collections::BTreeSet<String> =
                amounts.iter().map(|amount| unit.format(lang, *amount)).collect();
            let different: std::collections::BTreeSet<Decimal> = amounts.iter().copied().collect();
            texts.len() == different.len()
        };
        (size.digits..MAX_AXIS_DIGITS)
            .map(|digits| Self { size, digits })
            .find(are_distinct)
            .unwrap_or(Self { size, digits: MAX_AXIS_DIGITS })
    }

    /// Formats an amount in this unit.
    #[must_use]
    pub fn format(self, lang: Lang, amount: Decimal) -> String {
        self.format_with_currency(lang, amount, None)
    }

    fn format_with_currency(self, lang: Lang, amount: Decimal, currency: Option<&str>) -> String {
        let (minus, digits) = rounded(lang, self.size.scale(amount), self.digits);
        let suffix = lang.choose(self.size.fr, self.size.en);
        with_currency(lang, minus, &digits, suffix, currency)
    }
}

/// Most decimal places on an axis: the cents of a billion.
const MAX_AXIS_DIGITS: u32 = 11;

/// Unit of a compact amount.
#[derive(Debug, PartialEq, Eq)]
struct AmountSize {
    units: u32,
    digits: u32,
    fr: &'static str,
    en: &'static str,
}

impl AmountSize {
    const UNIT: Self = Self { units: 1, digits: 0, fr: "", en: "" };

    /// Returns the unit of an amount; a value that rounds up to the next unit uses it.
    fn for_amount(amount: Decimal) -> &'static Self {
        let matched = SIZES.windows(2).find_map(|pair| match pair {
            [size, smaller] => {
                let rounded = round_half_away(smaller.scale(amount), smaller.digits);
                (rounded.abs() >= Decimal::ONE_THOUSAND).then_some(size)
            }
            _ => None,
        });
        matched.unwrap_or(&Self::UNIT)
    }

    fn scale(&self, amount: Decimal) -> Decimal {
        amount.checked_div(Decimal::from(self.units)).unwrap_or(amount)
    }
}

static SIZES: [AmountSize; 4] = [
    AmountSize { units: 1_000_000_000, digits: 1, fr: "Md", en: "bn" },
    AmountSize { units: 1_000_000, digits: 1, fr: "M", en: "m" },
    AmountSize { units: 1_000, digits: 0, fr: "k", en: "k" },
    AmountSize::UNIT,
];

/// Formats a SIREN number in groups of three, `732 829 320`; other texts stay unchanged.
#[must_use]
pub fn siren(number: &str) -> Cow<'_, str> {
    if number.len() == 9 && number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Cow::Owned(grouped(Lang::Fr, number));
    }
    Cow::Borrowed(number)
}

/// Parses a typed number: `1 234,5`, `1,234.5`, `0.65`, `-3`.
///
/// Spaces of any kind group digits. Of `,` and `.` the last one is the decimal mark, unless it appears twice; the
/// others separate groups of three. Returns `None` for other texts.
#[must_use]
pub fn parse(text: &str) -> Option<Decimal> {
    let digits: String = text.trim().chars().filter(|letter| !letter.is_whitespace()).collect();
    let (commas, points) = (digits.matches(',').count(), digits.matches('.').count());
    let mark = match (commas, points) {
        (0, 1) => Some('.'),
        (1, 0) => Some(','),
        (0, _) | (_, 0) => None,
        _ if digits.rfind(',') > digits.rfind('.') => (commas == 1).then_some(','),
        _ => (points == 1).then_some('.'),
    };
    if mark.is_none() && commas > 0 && points > 0 {
        return None;
    }
    let (integer, fraction) = mark.and_then(|mark| digits.split_once(mark)).unwrap_or((&digits, ""));
    let mut groups = integer.trim_start_matches(['-', '−']).split([',', '.']);
    let first = groups.next().unwrap_or_default().len();
    let mut groups_after = groups.peekable();
    let grouped = groups_after.peek().is_none()
        || (1..=3).contains(&first) && groups_after.all(|group| group.len() == 3);
    if !grouped || fraction.contains([',', '.']) {
        return None;
    }
    let digits_only: String = digits
        .chars()
        .filter(|letter| Some(*letter) == mark || !matches!(letter, ',' | '.'))
        .map(|letter| {
            if Some(letter) == mark {
                '.'
            } else if letter == '−' {
                '-'
            } else {
                letter
            }
        })
        .collect();
    let (sign, size) = digits_only.strip_prefix('-').map_or(("", digits_only.as_str()), |size| ("-", size));
    if !size.bytes().any(|byte| byte.is_ascii_digit())
        || !size.bytes().all(|b| b.is_ascii_digit() || b == b'.')
    {
        return None;
    }
    format!("{sign}{}{size}", if size.starts_with('.') { "0" } else { "" }).parse().ok()
}

/// Replaces special spaces (U+202F, U+00A0, U+2009) by ordinary ones of the same width.
///
/// For terminals and fonts without them.
#[must_use]
pub fn plain_spaces(text: &str) -> Cow<'_, str> {
    const SPECIAL: [char; 3] = [NARROW_SPACE, NO_BREAK_SPACE, '\u{2009}'];
    if text.contains(SPECIAL) { Cow::Owned(text.replace(SPECIAL, " ")) } else { Cow::Borrowed(text) }
}

fn round_half_away(value: Decimal, digits: u32) -> Decimal {
    value.round_dp_with_strategy(digits, RoundingStrategy::MidpointAwayFromZero)
}

/// Returns the minus sign of the rounded value, if needed, and its formatted magnitude.
fn rounded(lang: Lang, value: Decimal, digits: u32) -> (&'static str, String) {
    let value = round_half_away(value, digits);
    let minus = if value.is_sign_negative() && !value.is_zero() { MINUS } else { "" };
    let text = value.abs().to_string();
    let (integer, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut size = grouped(lang, integer);
    let digits = digits as usize;
    if digits > 0 {
        size.push(match lang {
            Lang::Fr => ',',
            Lang::En => '.',
        });
        size.push_str(fraction);
        size.extend(std::iter::repeat_n('0', digits.saturating_sub(fraction.len())));
    }
    (minus, size)
}

fn grouped(lang: Lang, digits: &str) -> String {
    let separator = match lang {
        Lang::Fr => NARROW_SPACE,
        Lang::En => ',',
    };
    let mut text = String::with_capacity(digits.len() * 2);
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

fn with_currency(lang: Lang, minus: &str, size: &str, suffix: &str, currency: Option<&str>) -> String {
    let sign = currency.unwrap_or_default();
    match lang {
        Lang::Fr if sign.is_empty() && suffix.is_empty() => format!("{minus}{size}"),
        Lang::Fr => {
            // A currency code needs a space after the unit: "1,2 M€" but "1,2 M EUR".
            let space = if suffix.is_empty() || !has_letters(sign) { "" } else { "\u{a0}" };
            format!("{minus}{size}{NO_BREAK_SPACE}{suffix}{space}{sign}")
        }
        Lang::En => {
            let space = if has_letters(sign) { "\u{a0}" } else { "" };
            format!("{minus}{sign}{space}{size}{suffix}")
        }
    }
}

/// Returns the sign of an ISO 4217 currency code, or the code itself.
#[must_use]
pub fn currency_sign(code: &str) -> String {
    match code.to_ascii_uppercase().as_str() {
        "EUR" => "€".to_owned(),
        "GBP" => "£".to_owned(),
        "USD" => "$".to_owned(),
        code_text => code_text.to_owned(),
    }
}

fn has_letters(sign: &str) -> bool {
    sign.chars().next_back().is_some_and(char::is_alphabetic)
}

#[cfg(test)]
#[path = "number_tests.rs"]
mod tests;
