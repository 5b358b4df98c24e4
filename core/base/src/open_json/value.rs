//! Display of one value of an unknown field, by its appearance only.

use crate::open_json::format_options::{Called, How};
use std::borrow::Cow;

use serde_json::value::RawValue;

use super::known_fields;
use crate::contract::json::date_or_time::Moment;
use crate::contract::json::num::Num;
use crate::contract::record::text_of;
use crate::text::{Clean, Words, date, number};

/// Longest nested value in a cell, in characters.
const LONGEST: usize = 80;

/// Formats a value of a field; a code by its name if requested and known.
pub(super) fn value_of(how: &How, field: &str, raw: &RawValue) -> Clean {
    let named = match how.called {
        Called::AsSent => None,
        Called::InWords(of) => known_fields::coded(how, of, field, raw),
    };
    named.unwrap_or_else(|| value(how, raw))
}

/// Formats a value on one line. Digits in a text stay text, because they may be a name.
pub fn value(how: &How, raw: &RawValue) -> Clean {
    let words = Words::new(how.lang);
    match raw.get() {
        "null" => Clean::line(&words.get("absent-not-provided-short")),
        "true" => Clean::line(&words.get("yes")),
        "false" => Clean::line(&words.get("no")),
        token if token.starts_with('"') => {
            let text = text_of(raw).unwrap_or(Cow::Borrowed(token));
            match Moment::parse(&text) {
                Some(Moment::Day(day)) => Clean::line(&date::date_short(day)),
                Some(Moment::Instant(at)) => {
                    Clean::line(&date::date_time(how.lang, date::local(at, &how.zone)))
                }
                None => Clean::line(&text),
            }
        }
        token if token.starts_with(['{', '[']) => Clean::line_of(token, LONGEST),
        // Four digits may be a year; a thousand is readable without its space.
        token if token.len() <= 4 && token.bytes().all(|byte| byte.is_ascii_digit()) => Clean::line(token),
        token => match Num::from_raw(raw).and_then(|num| num.value()) {
            Some(exact) => Clean::line(&number::exact(how.lang, exact)),
            // A number beyond exact decimals stays unchanged.
            None => Clean::line(token),
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
        let how = |lang| How {
            lang,
            zone: TimeZone::UTC,
            called: Called::AsSent,
            currency: None,
        };
        let shown = |lang, json: &str| {
            let raw = RawValue::from_string(json.to_owned()).unwrap();
            value(&how(lang), &raw).as_str().to_owned()
        };
        for (json, fr, en) in [
            ("1234.50", "1\u{202f}234,5", "1,234.5"),
            ("1e400", "1e400", "1e400"),
            ("\"1234\"", "1234", "1234"),
            ("true", "oui", "yes"),
            ("null", "n. c.", "n/p"),
            ("\"2026-03-09\"", "09/03/2026", "09/03/2026"),
            ("\"a\\u001b[31m\"", "a^[[31m", "a^[[31m"),
            ("[1, 2]", "[1, 2]", "[1, 2]"),
        ] {
            assert_eq!(shown(Lang::Fr, json).replace('\u{a0}', " "), fr, "{json}");
            assert_eq!(shown(Lang::En, json), en, "{json}");
        }
    }
}
