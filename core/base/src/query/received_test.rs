//! Conditions on any received field of a deal: `.city:lyon`, `.created_at>=2026-11-01`, `.fee:1..2%`.
//!
//! The field definition decides how a value is compared, else the received value: a number with a number, a date with a
//! date or an age. Texts and codes are compared like owners, without case and accents.

use rust_decimal::Decimal;
use serde_json::value::RawValue;

use super::field::{Op, has_word, parse_number, with_unit_of};
use super::field_kind::FieldKind;
use super::time_test::{ReferenceTime, TimeTest};
use crate::contract::json::date_or_time::DateOrTime;
use crate::contract::json::num::{Num, parse_exact};
use crate::contract::record::raw_text;
use crate::text::fold;
use crate::text::search_fold::{fold_cow, word_starts_with};
use crate::vocabulary::MetricUnit;

/// A received value in the form in which it is compared.
#[derive(Clone, Debug, PartialEq)]
pub enum ReceivedValue {
    /// A number.
    Number(Decimal),
    /// Yes or no.
    Flag(bool),
    /// A date or a time.
    Time(DateOrTime),
    /// A text or code, also a number beyond exact decimals and an object.
    Text(Box<str>),
    /// The values of a list.
    List(Vec<Self>),
}

impl ReceivedValue {
    /// Reads a JSON value of a kind, or of its own kind; `None` for `null` and empty texts.
    #[must_use]
    pub fn from_raw(raw: &RawValue, kind: Option<FieldKind>) -> Option<Self> {
        let token = raw.get();
        if let Some(text) = raw_text(raw) {
            let special = match kind {
                Some(FieldKind::Flag) => parse_flag(&fold(&text)).map(Self::Flag),
                Some(FieldKind::Date) | None => DateOrTime::parse(&text).map(Self::Time),
                Some(_) => None,
            };
            return (!text.is_empty()).then(|| special.unwrap_or_else(|| Self::Text((&*text).into())));
        }
        if token.starts_with('[')
            && let Ok(values) = serde_json::from_str::<Vec<Box<RawValue>>>(token)
        {
            return Some(Self::List(values.iter().filter_map(|value| Self::from_raw(value, kind)).collect()));
        }
        match token {
            "null" => None,
            "true" | "false" => Some(Self::Flag(token == "true")),
            _ if kind == Some(FieldKind::Text) => Some(Self::Text(token.into())),
            _ => Num::from_raw(raw)
                .and_then(|num| num.value())
                .map(Self::Number)
                .or_else(|| Some(Self::Text(token.into()))),
        }
    }

    fn is_met(&self, op: Op, typed: &TypedValue, time: ReferenceTime<'_>) -> bool {
        let is_number = |number: &Decimal| typed.number.is_some_and(|limit| op.compare(number, &limit));
        match self {
            Self::Number(number) => is_number(number),
            Self::Flag(flag) => op == Op::Equal && typed.flag == Some(*flag),
            Self::Time(at) => typed.time.as_ref().is_some_and(|test| {
                let at = at.instant(time.zone).as_second();
                test.matches(Some(at), at, time)
            }),
            // Servers send exact decimals as texts, too.
            Self::Text(text) => {
                op == Op::Equal && typed.is_text(text) || parse_exact(text).as_ref().is_some_and(is_number)
            }
            Self::List(values) => values.iter().any(|value| value.is_met(op, typed, time)),
        }
    }

    /// Returns the value as a condition on a field of this kind writes it, for completion; `None` for a list.
    #[must_use]
    pub fn typed_text(&self, kind: Option<FieldKind>) -> Option<String> {
        let number_text = |number| kind.unwrap_or(FieldKind::Number).number_text(number);
        Some(match self {
            Self::Number(number) => number_text(*number),
            Self::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
            Self::Time(DateOrTime::Day(day)) => day.to_string(),
            Self::Time(DateOrTime::Instant(at)) => at.to_string().get(..10)?.to_owned(),
            Self::Text(text) => match parse_exact(text).filter(|_| kind == Some(FieldKind::Percent)) {
                Some(number) => number_text(number),
                None => text.to_string(),
            },
            Self::List(_) => return None,
        })
    }
}

fn parse_flag(folded: &str) -> Option<bool> {
    let flags = [("oui yes true vrai", true), ("non no false faux", false)];
    flags.into_iter().find(|(words, _)| has_word(words, folded)).map(|(_, flag)| flag)
}

/// One value as typed, read as each kind that it may be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TypedValue {
    text: String,
    quoted: bool,
    number: Option<Decimal>,
    flag: Option<bool>,
    /// The comparison with a time.
    time: Option<TimeTest>,
}

impl TypedValue {
    fn parse(text: &str, quoted: bool, op: Op) -> Self {
        let folded = fold(text.trim());
        let units = [MetricUnit::Money, MetricUnit::Multiple, MetricUnit::Points];
        let number = match text.trim().strip_suffix('%') {
            Some(_) => parse_number(text, MetricUnit::Fraction { digits: 0 }).ok(),
            None => units.into_iter().find_map(|unit| parse_number(text, unit).ok()),
        };
        Self {
            flag: parse_flag(&folded),
            time: TimeTest::parse(text.trim(), op, false),
            text: folded,
            quoted,
            number,
        }
    }

    fn is_text(&self, value: &str) -> bool {
        if self.quoted { fold_cow(value) == self.text } else { word_starts_with(value, &self.text) }
    }

    fn is_ordered(&self) -> bool {
        self.number.is_some() || self.time.is_some()
    }
}

/// A condition on a received field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedTest {
    /// Path of the field: `city`, or `kpi_snapshot.crd_total_source`.
    pub path: String,
    /// Alternatives, each with comparisons that must all hold. Without any, each value meets it.
    alternatives: Vec<Vec<(Op, TypedValue)>>,
}

impl ReceivedTest {
    /// Creates the condition that a field has a value.
    pub(super) fn present(path: String) -> Self {
        Self { path, alternatives: Vec::new() }
    }

    /// Parses a value, range or list; `None` if its values have no order, but the comparison needs one.
    pub(super) fn parse(path: String, op: Op, text: &str, quoted: bool) -> Option<Self> {
        let compare = |op, text: &str| (op, TypedValue::parse(text, quoted, op));
        let ordered = |terms: Vec<(Op, TypedValue)>| {
            (!terms.is_empty() && terms.iter().all(|(_, typed)| typed.is_ordered())).then(|| vec![terms])
        };
        let range = text.split_once("..").filter(|_| op == Op::Equal && !quoted);
        let alternatives = if let Some((low, high)) = range {
            let low = with_unit_of(low, high);
            let bounds = [(Op::AtLeast, low.as_str()), (Op::AtMost, high)].into_iter();
            ordered(
                bounds.filter(|(_, text)| !text.is_empty()).map(|(op, text)| compare(op, text)).collect(),
            )?
        } else if op == Op::Equal {
            let whole = compare(op, text);
            // A comma in a number is a decimal comma.
            let one = quoted || whole.1.number.is_some();
            if one {
                vec![vec![whole]]
            } else {
                text.split(',').map(|text| vec![compare(op, text)]).collect()
            }
        } else {
            ordered(vec![compare(op, text)])?
        };
        Some(Self { path, alternatives })
    }

    /// Returns the message key of a mistake: a comparison or a value that a field of this kind cannot have.
    pub(super) fn mistake(&self, kind: FieldKind, is_percent: bool) -> Option<&'static str> {
        let all = self.alternatives.iter().flatten();
        let mut mistakes = all.filter_map(|(op, typed)| match kind {
            FieldKind::Text => (*op != Op::Equal).then_some("query-kind-text"),
            FieldKind::Flag => (*op != Op::Equal || typed.flag.is_none()).then_some("query-kind-flag"),
            FieldKind::Date => typed.time.is_none().then_some("query-bad-time"),
            FieldKind::Number | FieldKind::Amount | FieldKind::Percent => match typed.number {
                None => Some("query-kind-number"),
                Some(number) if kind == FieldKind::Percent && !is_percent && number.abs() > Decimal::TWO => {
                    Some("query-percent")
                }
                Some(_) => None,
            },
        });
        mistakes.next()
    }

    /// Returns whether a value meets the condition.
    #[must_use]
    pub fn matches(&self, value: &ReceivedValue, time: ReferenceTime<'_>) -> bool {
        let all =
            |terms: &Vec<(Op, TypedValue)>| terms.iter().all(|(op, typed)| value.is_met(*op, typed, time));
        self.alternatives.is_empty() || self.alternatives.iter().any(all)
    }
}
