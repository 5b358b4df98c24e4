//! Dates, times and ages as French and English readers write them.
//!
//! A business date has no zone and is never shifted. A moment is given in the zone it should be read in
//! ([`local`]); nothing here asks what time it is.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time, Weekday};
use jiff::tz::TimeZone;

use super::number::{NO_BREAK_SPACE, integer};
use super::{Arg, Lang, Words};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

const MONTHS: [&str; 12] = [
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

/// A moment as the clock on the wall of that zone shows it.
#[must_use]
pub fn local(moment: Timestamp, zone: &TimeZone) -> DateTime {
    zone.to_datetime(moment)
}

/// `09/03/2025`, in both languages.
#[must_use]
pub fn date_short(date: Date) -> String {
    format!("{:02}/{:02}/{:04}", date.day(), date.month(), date.year())
}

/// `03/11`: day and month where the year is plain.
#[must_use]
pub fn day_month(date: Date) -> String {
    format!("{:02}/{:02}", date.day(), date.month())
}

/// `1er mars 2025`, `1 March 2025`.
#[must_use]
pub fn date_long(lang: Lang, date: Date) -> String {
    format!("{} {}", day_and_month(lang, date), date.year())
}

/// `14:05`, on 24 hours.
#[must_use]
pub fn time_short(time: Time) -> String {
    format!("{:02}:{:02}", time.hour(), time.minute())
}

/// `09:41:07`: for the request log.
#[must_use]
pub fn time_seconds(time: Time) -> String {
    format!("{:02}:{:02}:{:02}", time.hour(), time.minute(), time.second())
}

/// `20/11/2026 à 09:38`, `20/11/2026 at 09:38`.
#[must_use]
pub fn date_time(lang: Lang, moment: DateTime) -> String {
    let args: [(&str, Arg<'_>); 2] = [
        ("date", date_short(moment.date()).into()),
        ("time", time_short(moment.time()).into()),
    ];
    Words::new(lang).with("date-at-time", &args)
}

/// `19/11 18:02`: for lists and tables.
#[must_use]
pub fn date_time_short(moment: DateTime) -> String {
    format!("{} {}", day_month(moment.date()), time_short(moment.time()))
}

/// `19/11 18:02:07`: where two moments lie within one minute.
#[must_use]
pub fn date_time_to_the_second(moment: DateTime) -> String {
    format!("{} {}", day_month(moment.date()), time_seconds(moment.time()))
}

/// The head of one day in a list: `Aujourd’hui`, `Hier`, `Mercredi 18 novembre`, and the year where it is another.
#[must_use]
pub fn day_head(lang: Lang, date: Date, today: Date) -> String {
    let w = Words::new(lang);
    if date == today {
        return w.get("day-today").into_owned();
    }
    if today.yesterday().is_ok_and(|yesterday| date == yesterday) {
        return w.get("day-yesterday").into_owned();
    }
    let head = format!("{} {}", w.get(weekday(date.weekday())), day_and_month(lang, date));
    let head = if date.year() == today.year() {
        head
    } else {
        format!("{head} {}", date.year())
    };
    capital(&head)
}

/// How long ago, in one unit: `12 s`, `4 min`, `3 h`, `2 j` (en `2 d`).
#[must_use]
pub fn ago(lang: Lang, seconds: u64) -> String {
    let w = Words::new(lang);
    let (count, unit) = match seconds {
        0..MINUTE => (seconds, w.get("unit-second")),
        MINUTE..HOUR => (seconds / MINUTE, w.get("unit-minute")),
        HOUR..DAY => (seconds / HOUR, w.get("unit-hour")),
        _ => (seconds / DAY, w.get("unit-day")),
    };
    format!("{}{NO_BREAK_SPACE}{unit}", integer(lang, count))
}

/// So many days: `12 j`, `12 d`.
#[must_use]
pub fn days(lang: Lang, count: u64) -> String {
    format!(
        "{}{NO_BREAK_SPACE}{}",
        integer(lang, count),
        Words::new(lang).get("unit-day")
    )
}

/// So many days as far as they are known: `12 j` to the day, `11–12 j` between two bounds, `≥ 12 j` above one.
#[must_use]
pub fn between_days(lang: Lang, least: u64, most: Option<u64>) -> String {
    match most {
        None => at_least_days(lang, least),
        Some(most) if most == least => days(lang, least),
        Some(most) => format!("{least}–{}", days(lang, most)),
    }
}

/// A lower bound in days: `≥ 12 j`. Said where the beginning was never observed.
#[must_use]
pub fn at_least_days(lang: Lang, count: u64) -> String {
    format!("≥{NO_BREAK_SPACE}{}", days(lang, count))
}

/// How long something takes from now on, as exactly as one reads it: `38 s`, `12 min`, `2 h 38 min`, `3 j 4 h`.
#[must_use]
pub fn span(lang: Lang, seconds: u64) -> String {
    /// Up to here a countdown is followed second by second.
    const IN_SECONDS: u64 = 2 * MINUTE;
    let words = Words::new(lang);
    let part =
        |count: u64, unit: &str| format!("{}{NO_BREAK_SPACE}{}", integer(lang, count), words.get(unit));
    let two = |whole: String, rest: u64, unit: &str| match rest {
        0 => whole,
        rest => format!("{whole}{NO_BREAK_SPACE}{}", part(rest, unit)),
    };
    match seconds {
        0..IN_SECONDS => part(seconds, "unit-second"),
        IN_SECONDS..HOUR => part(seconds / MINUTE, "unit-minute"),
        HOUR..DAY => two(
            part(seconds / HOUR, "unit-hour"),
            seconds % HOUR / MINUTE,
            "unit-minute",
        ),
        _ => two(days(lang, seconds / DAY), seconds % DAY / HOUR, "unit-hour"),
    }
}

/// A countdown in minutes and seconds: `0:42`, `12:05`.
#[must_use]
pub fn countdown(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// `18 novembre`, `1er mars`, `18 November`.
fn day_and_month(lang: Lang, date: Date) -> String {
    let month = usize::try_from(date.month() - 1)
        .ok()
        .and_then(|place| MONTHS.get(place));
    let name = Words::new(lang).get(month.copied().unwrap_or_default());
    match (lang, date.day()) {
        (Lang::Fr, 1) => format!("1er {name}"),
        (_, day) => format!("{day} {name}"),
    }
}

fn weekday(day: Weekday) -> &'static str {
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

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
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
        assert_eq!(date_time_to_the_second(moment), "20/11 09:38:07");
        assert_eq!(plain_spaces(&date_time(Lang::Fr, moment)), "20/11/2026 à 09:38");
        assert_eq!(date_time(Lang::En, moment), "20/11/2026 at 09:38");
        assert_eq!(date_long(Lang::Fr, date(2025, 3, 1)), "1er mars 2025");
        assert_eq!(date_long(Lang::En, date(2025, 3, 9)), "9 March 2025");
    }

    #[test]
    fn a_span_is_told_as_exactly_as_one_reads_it() {
        let told = |seconds| Lang::ALL.map(|lang| plain_spaces(&span(lang, seconds)).into_owned());
        assert_eq!(told(9), ["9 s", "9 s"]);
        assert_eq!(told(119), ["119 s", "119 s"]);
        assert_eq!(told(600), ["10 min", "10 min"]);
        assert_eq!(told(9_487), ["2 h 38 min", "2 h 38 min"]);
        assert_eq!(told(7_200), ["2 h", "2 h"]);
        assert_eq!(told(100_000), ["1 j 3 h", "1 d 3 h"]);
    }

    #[test]
    fn heads_of_days() {
        let today = date(2026, 11, 20);
        let head = |day| Lang::ALL.map(|lang| day_head(lang, day, today));
        assert_eq!(head(today), ["Aujourd’hui", "Today"]);
        assert_eq!(head(date(2026, 11, 19)), ["Hier", "Yesterday"]);
        assert_eq!(
            head(date(2026, 11, 18)),
            ["Mercredi 18 novembre", "Wednesday 18 November"]
        );
        assert_eq!(
            head(date(2026, 11, 1)),
            ["Dimanche 1er novembre", "Sunday 1 November"]
        );
        assert_eq!(
            head(date(2025, 12, 31)),
            ["Mercredi 31 décembre 2025", "Wednesday 31 December 2025"]
        );
        // A clock that runs ahead puts a day after today; it is named, not called yesterday.
        assert_eq!(
            head(date(2026, 11, 21)),
            ["Samedi 21 novembre", "Saturday 21 November"]
        );
        assert_eq!(
            day_head(Lang::Fr, Date::MAX, Date::MIN),
            "Vendredi 31 décembre 9999"
        );
    }

    #[test]
    fn ages_keep_one_unit() {
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
            assert_eq!(
                Lang::ALL.map(|l| plain_spaces(&ago(l, seconds)).into_owned()),
                [fr, en]
            );
        }
        assert_eq!(plain_spaces(&at_least_days(Lang::Fr, 17)), "≥ 17 j");
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
