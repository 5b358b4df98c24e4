//! How long a deal has been in its status, in words, and when that counts as stale.

use jiff::tz::TimeZone;

use crate::app::{App, age_days};
use crate::engine::{Bound, DealRow, StageSince};
use crate::view::text::{Arg, Lang, Words, date};
use crate::view::vocabulary::{self};

/// After so many days in one status a deal counts as stale.
pub const STALE_DAYS: i64 = 14;

/// Why a deal counts as stale: how long nothing has moved, the limit, and how that is known. A deal on hold, lost or
/// closed rests where it is.
pub(super) fn stale(app: &App, row: &DealRow<'_>) -> Option<String> {
    let since = row.since?;
    let days = age_days(since.at, app.now().as_second());
    if days <= STALE_DAYS || vocabulary::status_is_aside(row.status) || row.pending.is_some() {
        return None;
    }
    let lang = app.lang();
    let args = [
        ("age", Arg::from(age_text(lang, since, app.now().as_second()))),
        ("limit", Arg::from(date::days(lang, STALE_DAYS as u64))),
    ];
    let said = Words::new(lang).with("stale-reason", &args);
    Some(format!("{said} ({})", age_reason(app, since)))
}

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
