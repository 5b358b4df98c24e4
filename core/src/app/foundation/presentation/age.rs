//! How long a deal has been in its status, in words.

use jiff::tz::TimeZone;

use crate::app::foundation::cx::app_cx::AppCx;
use crate::model::table::{Bound, StageSince};
use crate::text::{Arg, Lang, Words, date};

/// How long a deal has been in its status: `12 j`, `11–12 j` where it changed between two readings, `≥ 12 j` where it was
/// already there at first sight, from `≥ 0 j` on: blank would be another state, of an age that nobody knows.
pub fn age_text(lang: Lang, since: StageSince, now: i64) -> String {
    let age = since.age_days(now);
    date::between_days(lang, age.least.unsigned_abs(), age.most.map(i64::unsigned_abs))
}

/// The words that say how the stage age is known.
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

/// The same in few words: the day with what it is, then the day alone. A year is never cut off.
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
