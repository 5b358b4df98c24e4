//! Change of a number within the last month. The history begins with the first load on this machine. While it is
//! younger than a month, the text states the date from which a comparison is possible.

use jiff::{Timestamp, ToSpan as _};
use rust_decimal::Decimal;

use crate::shell::app::App;
use crate::text::{MessageArg, Messages, date, number};

/// Returns the change of the last month, or the first date that allows one. `values` is not empty and begins with the
/// oldest.
pub(super) fn month_change(app: &App, values: &[(Timestamp, Decimal)], last: Decimal) -> String {
    let (lang, messages, zone) = (app.cx.lang(), Messages::new(app.cx.lang()), &app.cx.options().zone);
    let day = |at: Timestamp| MessageArg::from(date::date_short(date::local(at, zone).date()));
    let month = |at: Timestamp, months: i64| {
        let shifted = at.to_zoned_datetime(zone.clone()).checked_add(months.months());
        shifted.ok().map(|shifted| shifted.timestamp())
    };
    let (Some(ago), Some((first, _))) = (month(app.cx.now(), -1), values.first()) else {
        return String::new();
    };
    let earlier = values.iter().rev().find(|(at, _)| *at <= ago);
    let Some((_, earlier)) = earlier else {
        let from = month(*first, 1).map_or_else(|| day(*first), day);
        return messages.with("trend-month-from", &[("date", from)]);
    };
    let change = match last - *earlier {
        none if none.is_zero() => return messages.with("trend-month-same", &[("date", day(ago))]),
        more if more.is_sign_positive() => format!("+{}", number::exact(lang, more)),
        less => number::exact(lang, less),
    };
    messages.with("trend-month", &[("change", MessageArg::from(change)), ("date", day(ago))])
}
