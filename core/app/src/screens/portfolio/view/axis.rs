//! Axis labels of charts. Amounts share one unit, with enough digits to distinguish them. Times lie on whole minutes,
//! hours or days, at equal distances.

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use rust_decimal::Decimal;

use crate::text::{Lang, date, number};

/// Amount from which an axis uses short units.
const SHORT_UNIT_FROM: Decimal = Decimal::from_parts(100_000, 0, 0, false, 0);
/// Span in seconds below which labels show the time instead of the day.
const MAX_TIME_LABEL_SECS: i64 = 130_000;

/// Format of an axis's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AxisFormat {
    lang: Lang,
    short: Option<number::AmountUnit>,
}

impl AxisFormat {
    /// Returns the format in which the axis's values have distinct labels.
    #[must_use]
    pub fn for_values(lang: Lang, values: &[Decimal]) -> Self {
        let max = values.iter().map(Decimal::abs).max().unwrap_or_default();
        let short = (max >= SHORT_UNIT_FROM).then(|| number::AmountUnit::distinguishing(lang, max, values));
        Self { lang, short }
    }

    /// Formats a value for the axis.
    #[must_use]
    pub fn format(self, value: Decimal) -> String {
        match self.short {
            // Zero needs no unit.
            Some(_) if value.is_zero() => number::integer(self.lang, 0),
            Some(unit) => unit.format(self.lang, value),
            None => number::exact(self.lang, value.round_dp(3)),
        }
    }
}

/// Returns at most `max_count` equidistant labels for a time axis.
#[must_use]
pub fn time_labels(
    from: Timestamp,
    to: Timestamp,
    zone: &TimeZone,
    max_count: usize,
) -> Vec<(Timestamp, String)> {
    let span = (to.as_second() - from.as_second()).max(0);
    let marks = if span < MAX_TIME_LABEL_SECS {
        time_of_day_labels(from, to, zone, max_count)
    } else {
        day_labels(from, to, zone, max_count)
    };
    if marks.is_empty() {
        // The span contains no whole minute.
        return vec![(from, date::time_short(date::local(from, zone).time()))];
    }
    marks
}

/// Returns the smallest step with at most `max_count` steps in the span.
fn smallest_step(steps: &[i64], span: i64, max_count: usize) -> i64 {
    let max_count = i64::try_from(max_count.max(1)).unwrap_or(i64::MAX);
    let fitting = steps.iter().copied().find(|step| span / step < max_count);
    fitting.or(steps.last().copied()).unwrap_or(1).max(1)
}

fn time_of_day_labels(
    from: Timestamp,
    to: Timestamp,
    zone: &TimeZone,
    max_count: usize,
) -> Vec<(Timestamp, String)> {
    const MINUTES: [i64; 11] = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720];
    let minutes = MINUTES.map(|minutes| minutes * 60);
    let step = smallest_step(&minutes, to.as_second() - from.as_second(), max_count);
    // Labels lie on whole steps of local time.
    let shift = i64::from(zone.to_offset(from).seconds());
    let first = (from.as_second() + shift + step - 1).div_euclid(step) * step - shift;
    let named = |second: i64| {
        let at = Timestamp::from_second(second).ok()?;
        Some((at, date::time_short(date::local(at, zone).time())))
    };
    let after = (to.as_second() - first).div_euclid(step);
    (0..=after).map(|n| first + n * step).filter_map(named).collect()
}

fn day_labels(from: Timestamp, to: Timestamp, zone: &TimeZone, max_count: usize) -> Vec<(Timestamp, String)> {
    const DAYS: [i64; 10] = [1, 2, 5, 7, 14, 30, 60, 90, 180, 365];
    let day = 86_400;
    let days = (to.as_second() - from.as_second()).div_euclid(day);
    // Longer spans use multiples of a year.
    let step = match smallest_step(&DAYS, days, max_count) {
        365 => 365 * (days / 365 / i64::try_from(max_count.max(1)).unwrap_or(i64::MAX) + 1),
        step => step,
    };
    let first = date::local(from, zone).date();
    // From about a year on, day and month alone are ambiguous.
    let name = if days < 330 { date::day_month } else { date::date_short };
    (0..=days / step)
        .map_while(|n| {
            let date = first.checked_add((n * step + 1).days()).ok()?;
            let at = date.to_zoned_datetime(zone.clone()).ok()?.timestamp();
            (at <= to).then(|| (at, name(date)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dec(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn plain(text: &str) -> String {
        number::plain_spaces(text).into_owned()
    }

    #[test]
    fn axis_labels_show_enough_digits_to_differ() {
        let values = ["486230000", "486231000", "486232000"].map(dec);
        let naming = AxisFormat::for_values(Lang::Fr, &values);
        let names = values.map(|value| plain(&naming.format(value)));
        assert_eq!(names, ["486,230 M", "486,231 M", "486,232 M"]);
        assert_eq!(plain(&naming.format(dec("486231114.35"))), "486,231 M", "the end, in the same form");
        let values = ["0", "200000000", "400000000"].map(dec);
        let naming = AxisFormat::for_values(Lang::En, &values);
        assert_eq!(values.map(|value| naming.format(value)), ["0", "200.0m", "400.0m"]);
        let naming = AxisFormat::for_values(Lang::Fr, &[dec("12"), dec("13.5")]);
        assert_eq!(naming.format(dec("13.5")), "13,5");
    }

    #[test]
    fn time_labels_are_evenly_spaced_and_distinct() {
        let paris = TimeZone::get("Europe/Paris").unwrap();
        let from: Timestamp = "2026-11-20T12:00:41Z".parse().unwrap();
        for seconds in [70, 130, 200, 400, 1_000, 5_000, 20_000, 100_000] {
            let to = Timestamp::from_second(from.as_second() + seconds).unwrap();
            let marks = time_labels(from, to, &paris, 6);
            assert!((1..=6).contains(&marks.len()), "{seconds}: {marks:?}");
            let apart: Vec<i64> =
                marks.windows(2).map(|two| two[1].0.as_second() - two[0].0.as_second()).collect();
            assert!(apart.windows(2).all(|two| two[0] == two[1]), "{seconds}: {marks:?}");
            assert!(marks.windows(2).all(|two| two[0].1 != two[1].1), "{seconds}: {marks:?}");
            assert!(
                marks.iter().all(|(at, _)| (from..=to).contains(at) && at.as_second() % 60 == 0),
                "{marks:?}"
            );
        }
        let soon = Timestamp::from_second(from.as_second() + 9).unwrap();
        assert_eq!(time_labels(from, soon, &paris, 6), [(from, "13:00".to_owned())]);
    }

    #[test]
    fn days_begin_at_midnight_and_years_are_few() {
        let paris = TimeZone::get("Europe/Paris").unwrap();
        let from: Timestamp = "2026-10-23T12:00:00Z".parse().unwrap();
        for days in [2, 5, 9, 40, 400, 4_000] {
            let to = Timestamp::from_second(from.as_second() + days * 86_400).unwrap();
            let marks = time_labels(from, to, &paris, 6);
            assert!((1..=7).contains(&marks.len()), "{days}: {marks:?}");
            assert!(marks.windows(2).all(|two| two[0].1 != two[1].1), "{days}: {marks:?}");
            for (at, _) in &marks {
                assert_eq!(date::time_short(date::local(*at, &paris).time()), "00:00");
            }
        }
    }
}
