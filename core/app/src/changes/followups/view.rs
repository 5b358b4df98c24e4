//! Text of follow-ups: the line of the deal, and the preview of the form.

use crate::changes::followups::actions::parse_followup;
use crate::model::local_deals::Followup;
use crate::query::local_test::Due;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date};

/// Returns the line of a follow-up: its day, and its text.
#[must_use]
pub fn followup_line(app: &App, followup: &Followup) -> String {
    let day = date::day_heading(app.cx.lang(), followup.date, app.cx.today());
    if followup.text.is_empty() { day } else { format!("{day} – {}", followup.text) }
}

/// Returns the state of a follow-up: done and when, or its urgency.
#[must_use]
pub fn followup_state(app: &App, followup: &Followup) -> String {
    let messages = Messages::new(app.cx.lang());
    match followup.done {
        Some(done) => {
            let day = date::date_short(date::local(done, &app.cx.options().zone).date());
            messages.with("followup-done-on", &[("date", MessageArg::from(day))])
        }
        None => messages.get(Due::from_date(followup.date, app.cx.today()).key()).into_owned(),
    }
}

/// Returns the day that a typed follow-up means, as a preview.
#[must_use]
pub fn followup_preview(app: &App, typed: &str) -> Option<String> {
    let followup = parse_followup(typed, app.cx.today()).ok()?;
    let line = SafeText::line_within(&followup_line(app, &followup), 72);
    Some(Messages::new(app.cx.lang()).with("form-followup-preview", &[("line", MessageArg::from(&line))]))
}
