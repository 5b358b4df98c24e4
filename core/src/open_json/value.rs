//! One value of an unknown field as a person reads it, by what it looks like alone.

use std::borrow::Cow;

use jiff::tz::TimeZone;
use serde_json::value::RawValue;

use super::known_fields;
use crate::contract::json::date_or_time::Moment;
use crate::contract::json::num::Num;
use crate::contract::record::text_of;
use crate::text::{Clean, Lang, Words, date, number};

/// Longest nested value that a cell shows, in characters.
const LONGEST: usize = 80;

/// In what manner values are written.
#[derive(Clone, Debug)]
pub struct How {
    /// The language of numbers, dates and words.
    pub lang: Lang,
    /// The zone of moments.
    pub zone: TimeZone,
    /// How fields and codes are called.
    pub called: Called,
    /// The currency of amounts, where the person has said which it is: the contract names none.
    pub currency: Option<String>,
}

/// How fields and codes are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Called {
    /// As they were sent.
    #[default]
    AsSent,
    /// By the words that the dictionary has for them, as those of records of this family.
    InWords(Option<crate::model::resource_kind::Family>),
}

/// A value of a field: a code by its name where names are wanted and there is one.
pub(super) fn value_of(how: &How, field: &str, raw: &RawValue) -> Clean {
    let named = match how.called {
        Called::AsSent => None,
        Called::InWords(of) => known_fields::coded(how, of, field, raw),
    };
    named.unwrap_or_else(|| value(how, raw))
}

/// A value on one line. Digits in a text stay a text: they may be a name.
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
        // Four digits may be a year; a thousand reads as well without its space.
        token if token.len() <= 4 && token.bytes().all(|byte| byte.is_ascii_digit()) => Clean::line(token),
        token => match Num::from_raw(raw).and_then(|num| num.value()) {
            Some(exact) => Clean::line(&number::exact(how.lang, exact)),
            // A number beyond exact decimals stays as it was written.
            None => Clean::line(token),
        },
    }
}

/// Whether it stands at the right of its column.
pub(super) fn is_number(raw: &RawValue) -> bool {
    raw.get().starts_with(|c: char| c == '-' || c.is_ascii_digit())
}

/// Whether it has parts.
pub(super) fn is_nested(raw: &RawValue) -> bool {
    raw.get().starts_with(['{', '['])
}

#[cfg(test)]
mod tests {
    use super::*;

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
