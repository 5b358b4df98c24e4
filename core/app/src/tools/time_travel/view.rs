//! Texts of the shown time.

use jiff::Timestamp;

use crate::foundation::cx::app_cx::AppCx;
use crate::text::{MessageArg, Messages, date};

/// Returns the line that marks a past time on every screen, and its short form; `None` in the present.
pub fn past_texts(cx: &AppCx) -> Option<(String, String)> {
    let as_of = cx.snapshot().as_of?;
    let messages = Messages::new(cx.lang());
    let day = |at: Timestamp| date::date_long(cx.lang(), date::local(at, &cx.options().zone).date());
    let known = cx.snapshot().history.first_observed_at.unwrap_or(as_of.at);
    let args = [("date", MessageArg::from(day(as_of.at))), ("since", MessageArg::from(day(known)))];
    let keys = if cx.screen_shows_past() {
        ["past-banner", "past-short"]
    } else {
        ["past-banner-elsewhere", "past-short-elsewhere"]
    };
    let [banner, short] = keys.map(|key| messages.with(key, &args));
    Some((banner, short))
}
