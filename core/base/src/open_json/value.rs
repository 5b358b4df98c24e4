//! Display of one value of an unknown field, by its appearance only.

use crate::open_json::format_options::{FormatOptions, NamingStyle};
use std::borrow::Cow;

use serde_json::value::RawValue;

use super::known_fields;
use crate::contract::json::date_or_time::DateOrTime;
use crate::contract::json::num::Num;
use crate::contract::record::raw_text;
use crate::text::{Messages, SafeText, date, number};

/// Longest nested value in a cell, in characters.
const MAX_NESTED_CHARS: usize = 80;

/// Formats a value of a field; a code by its name if requested and known.
pub(super) fn format_field_value(options: &FormatOptions, field: &str, raw: &RawValue) -> SafeText {
    let label = match options.naming {
        NamingStyle::AsSent => None,
        NamingStyle::Localized(kind) => known_fields::code_label(options, kind, field, raw),
    };
    label.unwrap_or_else(|| format_value(options, raw))
}

/// Formats a value on one line. Digits in a text stay text, because they may be a name.
pub fn format_value(options: &FormatOptions, raw: &RawValue) -> SafeText {
    let messages = Messages::new(options.lang);
    match raw.get() {
        "null" => SafeText::line(&messages.get("absent-not-provided-short")),
        "true" => SafeText::line(&messages.get("yes")),
        "false" => SafeText::line(&messages.get("no")),
        token if token.starts_with('"') => {
            let text = raw_text(raw).unwrap_or(Cow::Borrowed(token));
            match DateOrTime::parse(&text) {
                Some(DateOrTime::Day(day)) => SafeText::line(&date::date_short(day)),
                Some(DateOrTime::Instant(at)) => {
                    SafeText::line(&date::date_time(options.lang, date::local(at, &options.zone)))
                }
                None => SafeText::line(&text),
            }
        }
        token if token.starts_with(['{', '[']) => SafeText::line_within(token, MAX_NESTED_CHARS),
        // Four digits may be a year; a thousand is readable without its space.
        token if token.len() <= 4 && token.bytes().all(|byte| byte.is_ascii_digit()) => SafeText::line(token),
        token => match Num::from_raw(raw).and_then(|num| num.value()) {
            Some(exact) => SafeText::line(&number::exact(options.lang, exact)),
            // A number beyond exact decimals stays unchanged.
            None => SafeText::line(token),
        },
    }
}

/// Returns whether it is right-aligned in its column.
pub(super) fn is_number(raw: &RawValue) -> bool {
    raw.get().starts_with(|c: char| c == '-' || c.is_ascii_digit())
}

/// Returns whether it is nested.
pub(super) fn is_nested(raw: &RawValue) -> bool {
    raw.get().starts_with(['{', '['])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;
    use jiff::tz::TimeZone;

    #[test]
    fn values_read_in_the_language() {
        let options =
            |lang| FormatOptions { lang, zone: TimeZone::UTC, naming: NamingStyle::AsSent, currency: None };
        let shown = |lang, json: &str| {
            let raw = RawValue::from_string(json.to_owned()).unwrap();
            format_value(&options(lang), &raw).as_str().to_owned()
        };
        for (json, fr, en) in [
            ("1234.50", "1\u{202f}234,5", "1,234.5"),
            ("1e400", "1e400", "1e400"),
            ("\"1234\"", "1234", "1234"),
            ("true", "oui", "yes"),
            ("null", "n. c.", "n/a"),
            ("\"2026-03-09\"", "09/03/2026", "09/03/2026"),
            ("\"a\\u001b[31m\"", "a^[[31m", "a^[[31m"),
            ("[1, 2]", "[1, 2]", "[1, 2]"),
        ] {
            assert_eq!(shown(Lang::Fr, json).replace('\u{a0}', " "), fr, "{json}");
            assert_eq!(shown(Lang::En, json), en, "{json}");
        }
    }
}
