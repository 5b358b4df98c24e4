//! Texts of the shown time.

use jiff::Timestamp;

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::context::Screen;
use crate::text::{MessageArg, Messages, date};

/// Returns the line that marks a past time on every screen, and its short form; `None` in the present.
pub fn past_texts(cx: &AppCx) -> Option<(String, String)> {
    let as_of = cx.snapshot().as_of?;
    let messages = Messages::new(cx.lang());
    let day = |at: Timestamp| date::date_long(cx.lang(), date::local(at, &cx.options().zone).date());
    let known = cx.snapshot().history.first_observed_at.unwrap_or(as_of.at);
    let args = [("date", MessageArg::from(day(as_of.at))), ("since", MessageArg::from(day(known)))];
    // These screens have no past.
    let is_of_present =
        matches!(cx.screen(), Screen::Notifications | Screen::Tasks | Screen::Explorer | Screen::Activity);
    let banner = if is_of_present { "past-banner-elsewhere" } else { "past-banner" };
    Some((messages.with(banner, &args), messages.with("past-short", &args)))
}
