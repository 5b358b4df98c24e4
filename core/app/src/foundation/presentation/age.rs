//! The time of a deal in its status, as text.

use jiff::tz::TimeZone;

use crate::foundation::cx::app_cx::AppCx;
use crate::model::table::{Bound, StageSince};
use crate::text::{Arg, Lang, Words, date};

/// Formats the time of a deal in its status.
///
/// `12 j` is exact. `11–12 j` means that the status changed between two syncs. `≥ 12 j` means that the deal already had
/// the status when first seen; this starts at `≥ 0 j`. A blank text would mean an unknown age.
pub fn age_text(lang: Lang, since: StageSince, now: i64) -> String {
    let age = since.age_days(now);
    date::between_days(lang, age.least.unsigned_abs(), age.most.map(i64::unsigned_abs))
}

/// Returns the text that says how the age is known.
pub fn age_reason(cx: &AppCx, since: StageSince) -> String {
    let words = Words::new(cx.lang());
    let said = |second| day(second, &cx.options().zone);
    let key = match since.bound {
        Bound::Received => "age-received",
        Bound::Exact => "age-exact",
        Bound::Interval { after } if said(after) != said(since.at) => {
            let args = [
                ("from", Arg::from(said(after))),
                ("to", Arg::from(said(since.at))),
            ];
            return words.with("age-between", &args);
        }
        Bound::Interval { .. } => "age-interval",
        Bound::AtLeast => "deal-age-first-seen",
    };
    words.with(key, &[("date", Arg::from(said(since.at)))])
}

/// Returns shorter texts of the same: the day with its meaning, then the day alone. The year is never cut off.
pub fn age_reasons_short(cx: &AppCx, since: StageSince) -> Vec<String> {
    let day = day(since.at, &cx.options().zone);
    let key = match since.bound {
        Bound::Received | Bound::Exact => "age-since-short",
        Bound::Interval { .. } | Bound::AtLeast => "age-seen-short",
    };
    let said = Words::new(cx.lang()).with(key, &[("date", Arg::from(day.as_str()))]);
    vec![said, day]
}

fn day(second: i64, zone: &TimeZone) -> String {
    jiff::Timestamp::from_second(second)
        .map(|moment| date::date_short(date::local(moment, zone).date()))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bound_is_told_as_what_it_is() {
        const DAY: i64 = 86_400;
        let now = 100 * DAY;
        let said = |days: i64, bound| {
            let at = now - days * DAY;
            age_text(Lang::En, StageSince { at, bound }, now).replace('\u{a0}', " ")
        };
        let between = |days: i64| Bound::Interval {
            after: now - days * DAY,
        };
        assert_eq!(said(0, between(9)), "0–9 d");
        assert_eq!(said(9, between(9)), "9 d");
        assert_eq!(
            (said(3, Bound::AtLeast), said(0, Bound::AtLeast)),
            ("≥ 3 d".into(), "≥ 0 d".into())
        );
        assert_eq!(said(3, Bound::Exact), "3 d");
    }
}
