//! Dates as users type them: `tomorrow`, `lundi`, `+3d`, `12/12`, `2026-12-12`.
//!
//! The day comes before the month in both languages, as everywhere on the screens.

use jiff::civil::{Date, Weekday};
use jiff::{Span, ToSpan};

use super::field::{has_word, parse_span};
use crate::text::date::{MONTHS, weekday_key};
use crate::text::{Lang, Messages, fold};

/// Words of both languages, by the days until that date.
const RELATIVE_DAYS: [&str; 3] = ["today aujourd'hui aujourdhui", "tomorrow demain", "apres-demain"];

/// Returns the date that a word means on the day `today`.
///
/// `+1m` is one calendar month, at most to the last day of that month. A weekday is the next one after today. A day
/// without a year is the next one from today on.
#[must_use]
pub fn parse_date(word: &str, today: Date) -> Option<Date> {
    let folded = fold(word.trim());
    if let Some(days) = RELATIVE_DAYS.iter().position(|words| has_word(words, &folded)) {
        return today.checked_add(i64::try_from(days).ok()?.days()).ok();
    }
    if let Some(span) = folded.strip_prefix('+') {
        return today.checked_add(offset(span)?).ok();
    }
    parse_weekday(&folded, today).or_else(|| parse_calendar_date(&folded, today))
}

/// Returns the past date that a text means on the day `today`: `yesterday`, `-3d`, `1 November`, `12/12`.
///
/// A weekday or a day without a year is the last one before today.
#[must_use]
pub fn parse_past_date(text: &str, today: Date) -> Option<Date> {
    let folded = fold(text.trim());
    if matches!(folded.as_str(), "yesterday" | "hier") {
        return today.yesterday().ok();
    }
    if let Some(span) = folded.strip_prefix('-') {
        return today.checked_sub(offset(span)?).ok();
    }
    if let Some(day) = weekday_named(&folded) {
        return today.nth_weekday(-1, day).ok();
    }
    let numeric = with_month_number(&folded).unwrap_or(folded);
    let is_past = |date: &Date| *date < today;
    (0..=8).find_map(|years: i16| {
        let start = today.checked_sub(years.years()).ok()?;
        parse_calendar_date(&numeric, start.first_of_year()).filter(is_past)
    })
}

/// Parses the time between two dates: `3d`, `2w`, `1m`.
fn offset(text: &str) -> Option<Span> {
    let (months, days) = parse_span(text)?;
    Span::new().try_months(months).ok()?.try_days(days).ok()
}

/// Replaces the name of a month: `1er novembre 2026` becomes `1/11/2026`.
fn with_month_number(folded: &str) -> Option<String> {
    let parts: Vec<&str> = folded.split_whitespace().collect();
    let (day, name, year) = match parts.as_slice() {
        [day, name] => (day, name, None),
        [day, name, year] => (day, name, Some(year)),
        _ => return None,
    };
    let day = day.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let is_named = |key: &&str| {
        Lang::ALL.into_iter().any(|lang| {
            let month = fold(&Messages::new(lang).get(key));
            month == *name || (name.len() >= 3 && month.starts_with(name.trim_end_matches('.')))
        })
    };
    let month = MONTHS.iter().position(is_named)? + 1;
    Some(year.map_or_else(|| format!("{day}/{month}"), |year| format!("{day}/{month}/{year}")))
}

/// Splits a text into the date that it begins with, and the rest.
#[must_use]
pub fn split_date(text: &str, today: Date) -> Option<(Date, &str)> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    Some((parse_date(word, today)?, rest.trim_start()))
}

/// Returns the next day with this name.
fn parse_weekday(folded: &str, today: Date) -> Option<Date> {
    today.nth_weekday(1, weekday_named(folded)?).ok()
}

/// Returns the weekday with this name, in full or by its first three letters.
fn weekday_named(folded: &str) -> Option<Weekday> {
    let is_named = |day: &Weekday| {
        Lang::ALL.into_iter().any(|lang| {
            let name = fold(&Messages::new(lang).get(weekday_key(*day)));
            name == folded || (folded.len() == 3 && name.starts_with(folded))
        })
    };
    Weekday::Monday.cycle_forward().take(7).find(is_named)
}

/// Parses `2026-12-12`, `12/12/2026`, `12/12/26` and `12/12`.
fn parse_calendar_date(text: &str, today: Date) -> Option<Date> {
    let separator = ['-', '/', '.'].into_iter().find(|sign| text.contains(*sign))?;
    let parts: Vec<&str> = text.split(separator).collect();
    if !parts
        .iter()
        .all(|part| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()))
    {
        return None;
    }
    let small = |part: &str| part.parse::<i8>().ok();
    match parts.as_slice() {
        [year, month, day] if year.len() == 4 => {
            Date::new(year.parse().ok()?, small(month)?, small(day)?).ok()
        }
        [day, month, year] if year.len() == 4 || year.len() == 2 => {
            let century = if year.len() == 2 { 2_000 } else { 0 };
            Date::new(century + year.parse::<i16>().ok()?, small(month)?, small(day)?).ok()
        }
        [day, month] => {
            let (day, month) = (small(day)?, small(month)?);
            // 29 February may be four years away.
            (0..=8).find_map(|years| {
                Date::new(today.year().checked_add(years)?, month, day).ok().filter(|date| *date >= today)
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    /// A Friday.
    const TODAY: Date = date(2026, 11, 20);

    #[test]
    fn dates_are_read_as_typed() {
        for (text, expected) in [
            ("today", TODAY),
            ("Aujourd’hui", TODAY),
            ("tomorrow", date(2026, 11, 21)),
            ("DEMAIN", date(2026, 11, 21)),
            ("après-demain", date(2026, 11, 22)),
            ("monday", date(2026, 11, 23)),
            ("lun", date(2026, 11, 23)),
            ("friday", date(2026, 11, 27)),
            ("vendredi", date(2026, 11, 27)),
            ("+3d", date(2026, 11, 23)),
            ("+3j", date(2026, 11, 23)),
            ("+3", date(2026, 11, 23)),
            ("+2w", date(2026, 12, 4)),
            ("+1m", date(2026, 12, 20)),
            ("+3mois", date(2027, 2, 20)),
            ("12/12", date(2026, 12, 12)),
            ("1/2", date(2027, 2, 1)),
            ("20/11", TODAY),
            ("29/02", date(2028, 2, 29)),
            ("12.12.2026", date(2026, 12, 12)),
            ("12/12/27", date(2027, 12, 12)),
            ("2026-12-12", date(2026, 12, 12)),
            ("2026-1-2", date(2026, 1, 2)),
        ] {
            assert_eq!(parse_date(text, TODAY), Some(expected), "{text}");
        }
        for text in [
            "",
            "+",
            "+x",
            "call",
            "31/02",
            "12/13",
            "2026-13-01",
            "12",
            "12/",
            "1/2/3",
            "-3",
            "+99999999",
            "+4294967295m",
        ] {
            assert_eq!(parse_date(text, TODAY), None, "{text}");
        }
    }

    #[test]
    fn past_dates_are_the_last_ones_before_today() {
        for (text, expected) in [
            ("yesterday", date(2026, 11, 19)),
            ("Hier", date(2026, 11, 19)),
            ("-3d", date(2026, 11, 17)),
            ("-2w", date(2026, 11, 6)),
            ("-1m", date(2026, 10, 20)),
            ("friday", date(2026, 11, 13)),
            ("lundi", date(2026, 11, 16)),
            ("1 November", date(2026, 11, 1)),
            ("1er novembre", date(2026, 11, 1)),
            ("20 nov", date(2025, 11, 20)),
            ("3 décembre", date(2025, 12, 3)),
            ("5 mars 2024", date(2024, 3, 5)),
            ("12/12", date(2025, 12, 12)),
            ("19/11", date(2026, 11, 19)),
            ("29/02", date(2024, 2, 29)),
            ("2026-01-02", date(2026, 1, 2)),
        ] {
            assert_eq!(parse_past_date(text, TODAY), Some(expected), "{text}");
        }
        for text in
            ["", "-", "today", "tomorrow", "2026-11-20", "2027-01-01", "31 february", "1 x", "1 2 3 4"]
        {
            assert_eq!(parse_past_date(text, TODAY), None, "{text}");
        }
    }

    #[test]
    fn months_end_at_the_last_day_of_shorter_ones() {
        assert_eq!(parse_date("+1m", date(2027, 1, 31)), Some(date(2027, 2, 28)));
        assert_eq!(parse_date("+12m", date(2028, 2, 29)), Some(date(2029, 2, 28)));
    }

    #[test]
    fn the_text_after_the_date_remains() {
        let split = |text| split_date(text, TODAY);
        assert_eq!(split("tomorrow call the owner"), Some((date(2026, 11, 21), "call the owner")));
        assert_eq!(split(" 12/12 "), Some((date(2026, 12, 12), "")));
        assert_eq!(split("call tomorrow"), None);
    }

    /// Walks day by day to the first day that satisfies the text, as a user does with a calendar.
    fn walk(today: Date, is_meant: impl Fn(Date) -> bool) -> Option<Date> {
        std::iter::successors(Some(today), |day| day.tomorrow().ok()).take(3_700).find(|day| is_meant(*day))
    }

    proptest! {
        #[test]
        fn dates_equal_a_walk_through_the_calendar(
            start in 0_i64..40_000,
            days in 0_i64..400,
            day in 1_i8..=31,
            month in 1_i8..=12,
            weekday in 1_i8..=7,
        ) {
            let today = date(1990, 1, 1).checked_add(start.days()).unwrap();
            let later = std::iter::successors(Some(today), |day| day.tomorrow().ok()).nth(days as usize);
            prop_assert_eq!(parse_date(&format!("+{days}d"), today), later);
            let annual = walk(today, |date| (date.day(), date.month()) == (day, month));
            prop_assert_eq!(parse_date(&format!("{day}/{month}"), today), annual);
            let weekday = Weekday::from_monday_one_offset(weekday).unwrap();
            let next = walk(today.tomorrow().unwrap(), |date| date.weekday() == weekday);
            for lang in Lang::ALL {
                let name = Messages::new(lang).get(weekday_key(weekday));
                prop_assert_eq!(parse_date(&name, today), next);
            }
            let date = later.unwrap();
            prop_assert_eq!(parse_date(&date.to_string(), today), Some(date));
            prop_assert_eq!(parse_date(&crate::text::date::date_short(date), today), Some(date));
        }

        #[test]
        fn any_text_is_read_or_rejected(text in "\\PC{0,16}", numbers in "[-+/.0-9]{0,12}") {
            let _ = (split_date(&text, TODAY), split_date(&numbers, TODAY));
            let _ = (split_date(&text, Date::MAX), split_date(&numbers, Date::MAX));
        }
    }
}
