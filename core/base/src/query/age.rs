//! Durations in whole days, with bounds.
//!
//! A condition is true only if it is true for every value within the bounds; a mere possibility does not match.
//!
//! The days are calendar days or French working days. A working day is a day from Monday to Friday that is no public
//! holiday in all of France. The working days since a time are those that began after it, up to now: a deal that moves on
//! Friday is one working day old on Monday.

use std::sync::OnceLock;

use jiff::ToSpan as _;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::field::Op;
use crate::text::date;

/// A duration with bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgeDays {
    /// Lower bound.
    pub min: i64,
    /// Upper bound; `None` if it had started before the first observation.
    pub max: Option<i64>,
}

impl AgeDays {
    /// Creates an exact duration.
    #[must_use]
    pub fn exactly(days: i64) -> Self {
        Self { min: days, max: Some(days) }
    }

    /// Returns whether the comparison with `days` is certainly true.
    pub(super) fn certainly_matches(&self, op: Op, days: i64) -> bool {
        let max = self.max;
        match op {
            Op::More | Op::AtLeast => op.compare(&self.min, &days),
            Op::Less | Op::AtMost => max.is_some_and(|max| op.compare(&max, &days)),
            Op::Equal => self.min == days && max == Some(days),
            Op::Different => self.min > days || max.is_some_and(|max| max < days),
        }
    }
}

/// Public holidays on the same date every year, as month and day.
const HOLIDAYS: [(i8, i8); 8] = [(1, 1), (5, 1), (5, 8), (7, 14), (8, 15), (11, 1), (11, 11), (12, 25)];

/// Days from Easter Sunday to Easter Monday, Ascension and Whit Monday.
const EASTER_HOLIDAYS: [i16; 3] = [1, 39, 50];

/// The working days from 1970 to 2099 in one time zone, computed on first use within a few milliseconds.
#[derive(Debug)]
pub struct WorkingDays {
    zone: TimeZone,
    starts: OnceLock<Vec<i64>>,
}

impl PartialEq for WorkingDays {
    fn eq(&self, other: &Self) -> bool {
        self.zone == other.zone
    }
}

impl WorkingDays {
    /// Creates the working days of a time zone.
    #[must_use]
    pub fn new(zone: TimeZone) -> Self {
        Self { zone, starts: OnceLock::new() }
    }

    /// Returns their starts in Unix seconds.
    fn starts(&self) -> &[i64] {
        self.starts.get_or_init(|| {
            let days = Date::constant(1970, 1, 1).series(1.day()).take_while(|day| day.year() < 2100);
            let start = |day: Date| self.zone.to_ambiguous_timestamp(day.into()).compatible().ok();
            let starts = days.filter(|day| is_working_day(*day)).filter_map(start);
            starts.map(jiff::Timestamp::as_second).collect()
        })
    }
}

fn is_working_day(day: Date) -> bool {
    let march_22 = 81 + i16::from(day.in_leap_year());
    let since_easter = day.day_of_year() - march_22 - easter_offset(day.year());
    day.weekday().to_monday_zero_offset() < 5
        && !HOLIDAYS.contains(&(day.month(), day.day()))
        && !EASTER_HOLIDAYS.contains(&since_easter)
}

/// Returns the days from 22 March to Easter Sunday, by Oudin's algorithm for the Gregorian calendar.
fn easter_offset(year: i16) -> i16 {
    let (century, golden) = (year / 100, year % 19);
    let epact = (century - century / 4 - (8 * century + 13) / 25 + 19 * golden + 15) % 30;
    let full_moon = epact - epact / 28 * (1 - 29 / (epact + 1) * ((21 - golden) / 11));
    let weekday = (year + year / 4 + full_moon + 2 - century + century / 4) % 7;
    full_moon - weekday + 6
}

/// The time to which ages are counted, and the days that count.
#[derive(Clone, Copy, Debug, Default)]
pub struct AgeClock<'a> {
    now: i64,
    /// Starts of the working days up to now; `None` if all days count.
    working_days: Option<&'a [i64]>,
}

impl<'a> AgeClock<'a> {
    /// Counts calendar days of 24 hours up to `now`, in Unix seconds.
    #[must_use]
    pub fn calendar(now: i64) -> Self {
        Self { now, working_days: None }
    }

    /// Counts working days up to `now` (Unix seconds), or calendar days if there are none.
    #[must_use]
    pub fn new(now: i64, working_days: Option<&'a WorkingDays>) -> Self {
        let begun = |days: &'a WorkingDays| {
            let starts = days.starts();
            starts.get(..starts.partition_point(|start| *start <= now)).unwrap_or_default()
        };
        Self { now, working_days: working_days.map(begun) }
    }

    /// Returns the same time, with all days counted.
    #[must_use]
    pub fn in_calendar_days(self) -> Self {
        Self::calendar(self.now)
    }

    /// Returns the time to which ages are counted, in Unix seconds.
    #[must_use]
    pub fn now(self) -> i64 {
        self.now
    }

    /// Returns whether only working days count.
    #[must_use]
    pub fn counts_working_days(self) -> bool {
        self.working_days.is_some()
    }

    /// Returns the message key of the unit after a number of days.
    #[must_use]
    pub fn unit(self) -> &'static str {
        if self.counts_working_days() { "unit-working-day" } else { date::DAYS }
    }

    /// Returns the days since a time (Unix seconds), never negative.
    #[must_use]
    pub fn days_since(self, at: i64) -> i64 {
        let Some(starts) = self.working_days else {
            return self.now.saturating_sub(at).max(0) / 86_400;
        };
        i64::try_from(starts.len() - starts.partition_point(|start| *start <= at)).unwrap_or(i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    fn easter(year: i16) -> Date {
        date(year, 3, 22) + i64::from(easter_offset(year)).days()
    }

    #[test]
    fn easter_sunday_of_known_years() {
        for (year, month, day) in [
            (1900, 4, 15),
            (1943, 4, 25),
            (1954, 4, 18),
            (1981, 4, 19),
            (2000, 4, 23),
            (2008, 3, 23),
            (2019, 4, 21),
            (2024, 3, 31),
            (2025, 4, 20),
            (2026, 4, 5),
            (2027, 3, 28),
            (2038, 4, 25),
            (2049, 4, 18),
            (2076, 4, 19),
            (2100, 3, 28),
        ] {
            assert_eq!(easter(year), date(year, month, day));
        }
    }

    #[test]
    fn easter_is_a_sunday_of_its_five_weeks() {
        for year in 1900..=2200 {
            let weekday = easter(year).weekday();
            assert!(weekday == jiff::civil::Weekday::Sunday, "{year}: {weekday:?}");
            assert!((date(year, 3, 22)..=date(year, 4, 25)).contains(&easter(year)), "{year}");
        }
    }

    #[test]
    fn french_holidays_of_known_years() {
        let holidays = |year: i16| {
            let days = date(year, 1, 1).series(1.day()).take_while(|day| day.year() == year);
            let weekdays = days.filter(|day| day.weekday().to_monday_zero_offset() < 5);
            let holidays = weekdays.filter(|day| !is_working_day(*day));
            holidays.map(|day| format!("{:02}-{:02}", day.month(), day.day())).collect::<Vec<_>>().join(" ")
        };
        // All that fall on a weekday, from the official calendars; in 2008, Ascension was on 1 May.
        assert_eq!(holidays(2008), "01-01 03-24 05-01 05-08 05-12 07-14 08-15 11-11 12-25");
        assert_eq!(holidays(2024), "01-01 04-01 05-01 05-08 05-09 05-20 08-15 11-01 11-11 12-25");
        assert_eq!(holidays(2025), "01-01 04-21 05-01 05-08 05-29 06-09 07-14 08-15 11-11 12-25");
        assert_eq!(holidays(2026), "01-01 04-06 05-01 05-08 05-14 05-25 07-14 11-11 12-25");
    }

    fn second(text: &str) -> i64 {
        text.parse::<jiff::Timestamp>().unwrap().as_second()
    }

    #[test]
    fn working_days_begin_after_the_time_up_to_now() {
        let days = WorkingDays::new(TimeZone::get("Europe/Paris").unwrap());
        let age = |since: &str, now: &str| AgeClock::new(second(now), Some(&days)).days_since(second(since));
        // Friday 27 November 2026, 23:59 in Paris.
        let friday = "2026-11-27T22:59:00Z";
        assert_eq!(age(friday, "2026-11-29T22:59:59Z"), 0, "until Sunday");
        assert_eq!(age(friday, "2026-11-29T23:00:00Z"), 1, "Monday begins in Paris");
        assert_eq!(age(friday, "2026-12-04T12:00:00Z"), 5);
        assert_eq!(age("2026-12-04T12:00:00Z", friday), 0, "never negative");
        assert_eq!(age("2025-12-31T12:00:00Z", "2026-01-02T12:00:00Z"), 1, "without 1 January");
    }

    static ZONES: LazyLock<Vec<(TimeZone, WorkingDays)>> = LazyLock::new(|| {
        let zones = ["Europe/Paris", "America/Sao_Paulo", "Asia/Kathmandu"].map(TimeZone::get);
        zones
            .into_iter()
            .map(|zone| zone.map(|zone| (zone.clone(), WorkingDays::new(zone))).unwrap())
            .collect()
    });

    proptest! {
        #[test]
        fn working_age_equals_a_count_of_dates(
            since in second("2000-01-01T00:00:00Z")..second("2040-01-01T00:00:00Z"),
            length in 0..86_400_i64 * 400,
            zone in 0..3_usize,
        ) {
            let (zone, days) = &ZONES[zone];
            let date_at = |at: i64| zone.to_datetime(jiff::Timestamp::from_second(at).unwrap()).date();
            let (first, last) = (date_at(since), date_at(since + length));
            let counted = first.series(1.day()).skip(1).take_while(|day| *day <= last);
            let clock = AgeClock::new(since + length, Some(days));
            let count = counted.filter(|day| is_working_day(*day)).count();
            prop_assert_eq!(clock.days_since(since), i64::try_from(count).unwrap());
            prop_assert_eq!(clock.in_calendar_days().days_since(since), length / 86_400);
        }
    }

    #[test]
    fn age_condition_matches_only_if_certain_within_both_bounds() {
        let between = AgeDays { min: 0, max: Some(9) };
        for (op, days) in [(Op::Less, 2), (Op::More, 2), (Op::Equal, 0), (Op::Equal, 9)] {
            assert!(!between.certainly_matches(op, days), "{op:?} {days}");
        }
        for (op, days) in [(Op::Less, 10), (Op::AtMost, 9), (Op::AtLeast, 0), (Op::Different, 10)] {
            assert!(between.certainly_matches(op, days), "{op:?} {days}");
        }
        let censored = AgeDays { min: 3, max: None };
        assert!(censored.certainly_matches(Op::More, 2) && censored.certainly_matches(Op::Different, 2));
        for (op, days) in [(Op::Less, 1_000), (Op::Equal, 3), (Op::Different, 3)] {
            assert!(!censored.certainly_matches(op, days), "{op:?} {days}");
        }
        assert!(AgeDays::exactly(3).certainly_matches(Op::Equal, 3));
    }
}
