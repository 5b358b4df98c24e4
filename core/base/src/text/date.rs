//! Dates, times and ages in French and English notation.
//!
//! A business date has no time zone and is never shifted. A timestamp is converted to the display zone first
//! ([`local`]). This module does not read the clock.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time, Weekday};
use jiff::tz::TimeZone;

use super::number::{NO_BREAK_SPACE, integer};
use super::{Lang, MessageArg, Messages};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

pub(crate) const MONTHS: [&str; 12] = [
    "month-january",
    "month-february",
    "month-march",
    "month-april",
    "month-may",
    "month-june",
    "month-july",
    "month-august",
    "month-september",
    "month-october",
    "month-november",
    "month-december",
];

/// Converts a timestamp to the local time of a zone.
#[must_use]
pub fn local(timestamp: Timestamp, zone: &TimeZone) -> DateTime {
    zone.to_datetime(timestamp)
}

/// Formats `09/03/2025`, in both languages.
#[must_use]
pub fn date_short(date: Date) -> String {
    format!("{:02}/{:02}/{:04}", date.day(), date.month(), date.year())
}

/// Formats `03/11`: day and month, if the year is clear.
#[must_use]
pub fn day_month(date: Date) -> String {
    format!("{:02}/{:02}", date.day(), date.month())
}

/// Formats `1er mars 2025`, `1 March 2025`.
#[must_use]
pub fn date_long(lang: Lang, date: Date) -> String {
    format!("{} {}", day_and_month(lang, date), date.year())
}

/// Formats `14:05`, on 24 hours.
#[must_use]
pub fn time_short(time: Time) -> String {
    format!("{:02}:{:02}", time.hour(), time.minute())
}

/// Formats `09:41:07`, for the request log.
#[must_use]
pub fn time_seconds(time: Time) -> String {
    format!("{:02}:{:02}:{:02}", time.hour(), time.minute(), time.second())
}

/// Formats `20/11/2026 à 09:38`, `20/11/2026 at 09:38`.
#[must_use]
pub fn date_time(lang: Lang, civil_time: DateTime) -> String {
    let args: [(&str, MessageArg<'_>); 2] =
        [("date", date_short(civil_time.date()).into()), ("time", time_short(civil_time.time()).into())];
    Messages::new(lang).with("date-at-time", &args)
}

/// Formats `19/11 18:02`, for lists and tables.
#[must_use]
pub fn date_time_short(date_time: DateTime) -> String {
    format!("{} {}", day_month(date_time.date()), time_short(date_time.time()))
}

/// Formats the heading of a day in a list.
///
/// Examples: `Aujourd’hui`, `Hier`, `Mercredi 18 novembre`; with the year if it is not the current one.
#[must_use]
pub fn day_heading(lang: Lang, date: Date, today: Date) -> String {
    let messages = Messages::new(lang);
    if date == today {
        return messages.get("day-today").into_owned();
    }
    if today.yesterday().is_ok_and(|yesterday| date == yesterday) {
        return messages.get("day-yesterday").into_owned();
    }
    if today.tomorrow().is_ok_and(|tomorrow| date == tomorrow) {
        return messages.get("day-tomorrow").into_owned();
    }
    let heading = format!("{} {}", messages.get(weekday_key(date.weekday())), day_and_month(lang, date));
    let heading = if date.year() == today.year() { heading } else { format!("{heading} {}", date.year()) };
    capitalize(&heading)
}

/// Formats an age in one unit: `12 s`, `4 min`, `3 h`, `2 j` (English `2 d`).
#[must_use]
pub fn age(lang: Lang, seconds: u64) -> String {
    let messages = Messages::new(lang);
    let (count, unit) = match seconds {
        0..MINUTE => (seconds, messages.get("unit-second")),
        MINUTE..HOUR => (seconds / MINUTE, messages.get("unit-minute")),
        HOUR..DAY => (seconds / HOUR, messages.get("unit-hour")),
        _ => (seconds / DAY, messages.get("unit-day")),
    };
    format!("{}{NO_BREAK_SPACE}{unit}", integer(lang, count))
}

/// Message key of the unit of calendar days.
pub const DAYS: &str = "unit-day";

/// Formats a number of days: `12 j`, `12 d`.
#[must_use]
pub fn days(lang: Lang, count: u64) -> String {
    with_unit(lang, count, DAYS)
}

/// Formats a count with the unit of a message key: `12 j`, `12 wd`.
#[must_use]
pub fn with_unit(lang: Lang, count: u64, unit: &str) -> String {
    format!(
        "{}{NO_BREAK_SPACE}{}",
        integer(lang, count),
        Messages::new(lang).with(unit, &[("n", count.into())])
    )
}

/// Formats a count with bounds: `12 j` if exact, `11–12 j` for a range, `≥ 12 j` if the beginning was not observed.
#[must_use]
pub fn range_with_unit(lang: Lang, min: u64, max: Option<u64>, unit: &str) -> String {
    match max {
        None => format!("≥{NO_BREAK_SPACE}{}", with_unit(lang, min, unit)),
        Some(max) if max == min => with_unit(lang, min, unit),
        Some(max) => format!("{min}–{}", with_unit(lang, max, unit)),
    }
}

/// Formats a duration from now with a useful precision: `38 s`, `12 min`, `2 h 38 min`, `3 j 4 h`.
#[must_use]
pub fn duration(lang: Lang, seconds: u64) -> String {
    /// Duration up to which a countdown shows seconds.
    const MAX_SECONDS_SHOWN: u64 = 2 * MINUTE;
    let messages = Messages::new(lang);
    let part =
        |count: u64, unit: &str| format!("{}{NO_BREAK_SPACE}{}", integer(lang, count), messages.get(unit));
    let two = |count_text: String, remainder: u64, unit: &str| match remainder {
        0 => count_text,
        remainder => format!("{count_text}{NO_BREAK_SPACE}{}", part(remainder, unit)),
    };
    match seconds {
        0..MAX_SECONDS_SHOWN => part(seconds, "unit-second"),
        MAX_SECONDS_SHOWN..HOUR => part(seconds / MINUTE, "unit-minute"),
        HOUR..DAY => two(part(seconds / HOUR, "unit-hour"), seconds % HOUR / MINUTE, "unit-minute"),
        _ => two(days(lang, seconds / DAY), seconds % DAY / HOUR, "unit-hour"),
    }
}

/// Formats a countdown in minutes and seconds: `0:42`, `12:05`.
#[must_use]
pub fn countdown(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Formats `Novembre 2026`, `November 2026`.
#[must_use]
pub fn month_year(lang: Lang, date: Date) -> String {
    capitalize(&format!("{} {}", month_name(lang, date), date.year()))
}

/// Formats `Lun`, `Mon`.
#[must_use]
pub fn weekday_short(lang: Lang, day: Weekday) -> String {
    capitalize(&Messages::new(lang).get(weekday_key(day)).chars().take(3).collect::<String>())
}

fn month_name(lang: Lang, date: Date) -> Cow<'static, str> {
    let month = usize::try_from(date.month() - 1).ok().and_then(|idx| MONTHS.get(idx));
    Messages::new(lang).get(month.copied().unwrap_or_default())
}

/// Formats `18 novembre`, `1er mars`, `18 November`.
fn day_and_month(lang: Lang, date: Date) -> String {
    let name = month_name(lang, date);
    match (lang, date.day()) {
        (Lang::Fr, 1) => format!("1er {name}"),
        (_, day) => format!("{day} {name}"),
    }
}

/// Returns the message key of a weekday.
pub(crate) fn weekday_key(day: Weekday) -> &'static str {
    match day {
        Weekday::Monday => "weekday-monday",
        Weekday::Tuesday => "weekday-tuesday",
        Weekday::Wednesday => "weekday-wednesday",
        Weekday::Thursday => "weekday-thursday",
        Weekday::Friday => "weekday-friday",
        Weekday::Saturday => "weekday-saturday",
        Weekday::Sunday => "weekday-sunday",
    }
}

fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use jiff::civil::{date, datetime};

    use crate::text::plain_spaces;

    use super::*;

    #[test]
    fn dates_and_times() {
        let moment = datetime(2026, 11, 20, 9, 38, 7, 0);
        assert_eq!(date_short(moment.date()), "20/11/2026");
        assert_eq!(day_month(date(2026, 11, 3)), "03/11");
        assert_eq!(time_short(moment.time()), "09:38");
        assert_eq!(time_seconds(moment.time()), "09:38:07");
        assert_eq!(date_time_short(moment), "20/11 09:38");
        assert_eq!(plain_spaces(&date_time(Lang::Fr, moment)), "20/11/2026 à 09:38");
        assert_eq!(date_time(Lang::En, moment), "20/11/2026 at 09:38");
        assert_eq!(date_long(Lang::Fr, date(2025, 3, 1)), "1er mars 2025");
        assert_eq!(date_long(Lang::En, date(2025, 3, 9)), "9 March 2025");
    }

    #[test]
    fn duration_is_shown_with_readable_precision() {
        let told = |seconds| Lang::ALL.map(|lang| plain_spaces(&duration(lang, seconds)).into_owned());
        assert_eq!(told(9), ["9 s", "9 s"]);
        assert_eq!(told(119), ["119 s", "119 s"]);
        assert_eq!(told(600), ["10 min", "10 min"]);
        assert_eq!(told(9_487), ["2 h 38 min", "2 h 38 min"]);
        assert_eq!(told(7_200), ["2 h", "2 h"]);
        assert_eq!(told(100_000), ["1 j 3 h", "1 d 3 h"]);
    }

    #[test]
    fn headers_of_days() {
        let today = date(2026, 11, 20);
        let head = |day| Lang::ALL.map(|lang| day_heading(lang, day, today));
        assert_eq!(head(today), ["Aujourd’hui", "Today"]);
        assert_eq!(head(date(2026, 11, 19)), ["Hier", "Yesterday"]);
        assert_eq!(head(date(2026, 11, 18)), ["Mercredi 18 novembre", "Wednesday 18 November"]);
        assert_eq!(head(date(2026, 11, 1)), ["Dimanche 1er novembre", "Sunday 1 November"]);
        assert_eq!(head(date(2025, 12, 31)), ["Mercredi 31 décembre 2025", "Wednesday 31 December 2025"]);
        // With a wrong clock a day may follow today; it shows its date instead of "yesterday".
        assert_eq!(head(date(2026, 11, 21)), ["Demain", "Tomorrow"]);
        assert_eq!(day_heading(Lang::Fr, Date::MAX, Date::MIN), "Vendredi 31 décembre 9999");
    }

    #[test]
    fn ages_are_shown_in_one_unit() {
        for (seconds, fr, en) in [
            (0, "0 s", "0 s"),
            (12, "12 s", "12 s"),
            (59, "59 s", "59 s"),
            (60, "1 min", "1 min"),
            (1_599, "26 min", "26 min"),
            (3_600, "1 h", "1 h"),
            (86_399, "23 h", "23 h"),
            (2 * 86_400, "2 j", "2 d"),
            (1_500 * 86_400, "1 500 j", "1,500 d"),
        ] {
            assert_eq!(Lang::ALL.map(|l| plain_spaces(&age(l, seconds)).into_owned()), [fr, en]);
        }
        assert_eq!(plain_spaces(&range_with_unit(Lang::Fr, 17, None, DAYS)), "≥ 17 j");
        assert_eq!(countdown(42), "0:42");
        assert_eq!(countdown(725), "12:05");
    }

    #[test]
    fn a_moment_is_read_in_its_zone() {
        let moment: Timestamp = "2026-11-20T08:38:00Z".parse().unwrap();
        let paris = TimeZone::fixed(jiff::tz::offset(1));
        assert_eq!(local(moment, &paris), datetime(2026, 11, 20, 9, 38, 0, 0));
    }
}
