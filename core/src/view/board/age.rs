//! How long a deal has been in its status, in words.

use jiff::tz::TimeZone;

use crate::app::{App, age_days};
use crate::engine::{Bound, StageSince};
use crate::view::text::{Arg, Lang, Words, date};

/// How long a deal has been in its status: exact, or at least so long. Nothing under a day that is only a bound:
/// "at least 0 days" says nothing.
pub fn age_text(lang: Lang, since: StageSince, now: i64) -> String {
    let days = age_days(since.at, now) as u64;
    match since.bound {
        Bound::Received | Bound::Exact => date::days(lang, days),
        Bound::Interval | Bound::AtLeast if days == 0 => String::new(),
        Bound::Interval | Bound::AtLeast => date::at_least_days(lang, days),
    }
}

/// The words that say how the stage age is known.
pub fn age_reason(app: &App, since: StageSince) -> String {
    let words = Words::new(app.lang());
    let key = match since.bound {
        Bound::Received => "age-received",
        Bound::Exact => "age-exact",
        Bound::Interval => "age-interval",
        Bound::AtLeast => "deal-age-first-seen",
    };
    words.with(key, &[("date", Arg::from(day(since.at, &app.options().zone)))])
}

fn day(second: i64, zone: &TimeZone) -> String {
    jiff::Timestamp::from_second(second)
        .map(|moment| date::date_short(date::local(moment, zone).date()))
        .unwrap_or_default()
}
