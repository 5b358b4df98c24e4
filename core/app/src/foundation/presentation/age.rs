//! The time of a deal in its status, as text.

use crate::foundation::cx::app_cx::AppCx;
use crate::model::table::{StatusSince, TimePrecision};
use crate::text::{Lang, MessageArg, Messages, date};
use jiff::tz::TimeZone;

/// Formats the time of a deal in its status.
///
/// `12 j` is exact. `11–12 j` means that the status changed between two syncs. `≥ 12 j` means that the deal already had
/// the status when first seen; this starts at `≥ 0 j`. A blank text would mean an unknown age.
pub fn age_text(lang: Lang, since: StatusSince, now: i64) -> String {
    let age = since.age_days(now);
    date::day_range(lang, age.min.unsigned_abs(), age.max.map(i64::unsigned_abs))
}

/// Returns the text that says how the age is known.
pub fn age_reason(cx: &AppCx, since: StatusSince) -> String {
    let messages = Messages::new(cx.lang());
    let day_of = |second| day_text(second, &cx.options().zone);
    let key = match since.precision {
        TimePrecision::Received => "age-received",
        TimePrecision::Exact => "age-exact",
        TimePrecision::Interval { after } if day_of(after) != day_of(since.at) => {
            let args =
                [("from", MessageArg::from(day_of(after))), ("to", MessageArg::from(day_of(since.at)))];
            return messages.with("age-between", &args);
        }
        TimePrecision::Interval { .. } => "age-interval",
        TimePrecision::AtLeast => "deal-age-first-seen",
    };
    messages.with(key, &[("date", MessageArg::from(day_of(since.at)))])
}

/// Returns shorter texts of the same: the day with its meaning, then the day alone. The year is never cut off.
pub fn age_reasons_short(cx: &AppCx, since: StatusSince) -> Vec<String> {
    let day = day_text(since.at, &cx.options().zone);
    let key = match since.precision {
        TimePrecision::Received | TimePrecision::Exact => "age-since-short",
        TimePrecision::Interval { .. } | TimePrecision::AtLeast => "age-seen-short",
    };
    let text = Messages::new(cx.lang()).with(key, &[("date", MessageArg::from(day.as_str()))]);
    vec![text, day]
}

fn day_text(second: i64, zone: &TimeZone) -> String {
    jiff::Timestamp::from_second(second)
        .map(|timestamp| date::date_short(date::local(timestamp, zone).date()))
        .unwrap_or_default()
}

/// Grammatical form of the loaded item, which the French text agrees with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Masculine singular: the summary, a dashboard.
    Masculine,
    /// Feminine singular: the entity, a list.
    Feminine,
    /// Masculine plural: the ratios of a deal.
    MasculinePlural,
}

impl Agreement {
    fn code(self) -> &'static str {
        match self {
            Self::Masculine => "m",
            Self::Feminine => "f",
            Self::MasculinePlural => "mp",
        }
    }
}

/// Formats the age of loaded data, such as "chargé il y a 4 min"; empty if it was never loaded.
pub fn loaded_ago(cx: &AppCx, agreement: Agreement, at: Option<jiff::Timestamp>) -> String {
    let Some(at) = at else { return String::new() };
    let messages = Messages::new(cx.lang());
    let seconds = (cx.now().as_second() - at.as_second()).max(0) as u64;
    let seconds = if seconds < 60 { seconds / 10 * 10 } else { seconds };
    if seconds == 0 {
        return messages.with("read-now", &[("of", MessageArg::from(agreement.code()))]);
    }
    let args = [
        ("of", MessageArg::from(agreement.code())),
        ("ago", MessageArg::from(date::age(cx.lang(), seconds))),
    ];
    messages.with("read-ago", &args)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn age_text_shows_the_precision_of_the_date() {
        const DAY: i64 = 86_400;
        let now = 100 * DAY;
        let text = |days: i64, bound| {
            let at = now - days * DAY;
            age_text(Lang::En, StatusSince { at, precision: bound }, now).replace('\u{a0}', " ")
        };
        let between = |days: i64| TimePrecision::Interval { after: now - days * DAY };
        assert_eq!(text(0, between(9)), "0–9 d");
        assert_eq!(text(9, between(9)), "9 d");
        assert_eq!(
            (text(3, TimePrecision::AtLeast), text(0, TimePrecision::AtLeast)),
            ("≥ 3 d".into(), "≥ 0 d".into())
        );
        assert_eq!(text(3, TimePrecision::Exact), "3 d");
    }
}
