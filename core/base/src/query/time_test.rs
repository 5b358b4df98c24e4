//! Conditions on a time: an age such as `<7d`, a date such as `>=2026-11-01`, or a range of either.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, civil};

use super::date_input::{parse_date, parse_past_date};
use super::field::{Op, inner_operator, parse_days, with_unit_of};
use super::{AgeClock, AgeDays};

/// Time, day and zone that conditions on times relate to.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceTime<'a> {
    /// Clock for ages in days.
    pub clock: AgeClock<'a>,
    /// The present day.
    pub today: Date,
    /// Time zone of days.
    pub zone: &'a TimeZone,
}

impl ReferenceTime<'_> {
    /// Returns the number of a day since 1970.
    fn day_number(day: Date) -> i64 {
        i64::from((day - civil::date(1970, 1, 1)).get_days())
    }

    fn day_of(&self, second: i64) -> i64 {
        let at = Timestamp::from_second(second).unwrap_or_default();
        Self::day_number(self.zone.to_datetime(at).date())
    }
}

/// One limit of a time.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TimeLimit {
    Days {
        days: i64,
        in_calendar_days: bool,
    },
    /// A date as typed; some texts mean another date each day.
    Date(String),
}

/// A condition on a time: all limits must hold. Without a limit, any time meets it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeTest {
    limits: Vec<(Op, TimeLimit)>,
    /// True if a day without a year is the last one, not the next one.
    is_past: bool,
}

impl TimeTest {
    /// Parses the text after an operator; `None` if it is not a time.
    pub(super) fn parse(text: &str, op: Op, is_past: bool) -> Option<Self> {
        let (text, op) = inner_operator(text).filter(|_| op == Op::Equal).unwrap_or((text, op));
        let limits = match text.split_once("..") {
            Some((low, high)) if op == Op::Equal => {
                let low = with_unit_of(low, high);
                let bounds = [(Op::AtLeast, low.as_str()), (Op::AtMost, high)];
                let bounds = bounds.into_iter().filter(|(_, bound)| !bound.is_empty());
                bounds.map(|(op, bound)| Some((op, parse_limit(bound)?))).collect::<Option<Vec<_>>>()?
            }
            _ => vec![(op, parse_limit(text)?)],
        };
        (!limits.is_empty()).then_some(Self { limits, is_past })
    }

    /// Returns whether a time certainly meets it: in Unix seconds, later than `after` and not later than `at`.
    ///
    /// Without `after`, only the end is known.
    #[must_use]
    pub fn matches(&self, after: Option<i64>, at: i64, time: ReferenceTime<'_>) -> bool {
        self.limits.iter().all(|(op, limit)| match limit {
            TimeLimit::Days { days, in_calendar_days } => {
                let clock = if *in_calendar_days { time.clock.in_calendar_days() } else { time.clock };
                let max = after.map(|after| clock.days_since(after));
                AgeDays { min: clock.days_since(at), max }.certainly_matches(*op, *days)
            }
            TimeLimit::Date(text) => date_of(text, self.is_past, time.today).is_some_and(|limit| {
                let min = after.map_or(i64::MIN, |after| time.day_of(after));
                let days = AgeDays { min, max: Some(time.day_of(at)) };
                days.certainly_matches(*op, ReferenceTime::day_number(limit))
            }),
        })
    }
}

fn parse_limit(text: &str) -> Option<TimeLimit> {
    if let Some((days, in_calendar_days)) = parse_days(text) {
        return Some(TimeLimit::Days { days, in_calendar_days });
    }
    // The date depends on the day, but whether the text is a date does not.
    date_of(text, true, civil::date(2024, 1, 1)).map(|_| TimeLimit::Date(text.to_owned()))
}

fn date_of(text: &str, is_past: bool, today: Date) -> Option<Date> {
    let (past, next) = (|| parse_past_date(text, today), || parse_date(text, today));
    if is_past { past().or_else(next) } else { next().or_else(past) }
}
