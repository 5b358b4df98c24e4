//! Note on a valid filter that finds nothing for a reason other than the deals.

use crate::deals::pipeline::unknown_values::unknown_values;
use crate::foundation::cx::app_cx::AppCx;
use crate::query::Query;
use crate::text::{MessageArg, Messages, SafeText, date};
use crate::vocabulary;
use jiff::Timestamp;

/// Returns what to set or correct: the user's names, thresholds, or a value that no deal has.
pub(crate) fn query_note(cx: &AppCx, query: &Query) -> Option<String> {
    let messages = Messages::new(cx.lang());
    let (needs, data) = (query.needs(), &cx.snapshot().filter_data);
    if !data.needs().covers(&needs) {
        return Some(messages.get("filter-loading").into_owned());
    }
    if query.needs_user_names() {
        return Some(messages.get("filter-me-unset").into_owned());
    }
    if let Some(field) = query.field_without_thresholds() {
        let name = vocabulary::kpi_short(cx.lang(), field);
        return Some(messages.with("filter-no-limits", &[("field", MessageArg::from(name))]));
    }
    let Some(unknown) = unknown_values(query, &cx.snapshot().deals).into_iter().next() else {
        if let Some(path) = needs.fields.iter().find(|path| data.is_unknown_field(path)) {
            return Some(messages.with("filter-field-unknown", &[("field", format!(".{path}").into())]));
        }
        if cx.snapshot().as_of.is_some() && !needs.fields.is_empty() {
            return Some(messages.get("filter-present-fields").into_owned());
        }
        let since = data.changes().observed_since.filter(|_| needs.changes)?;
        let since = Timestamp::from_second(since).unwrap_or_default();
        let day = date::date_short(date::local(since, &cx.options().zone).date());
        return Some(messages.with("filter-observed-since", &[("date", day.into())]));
    };
    let key = if unknown.is_owner { "filter-owner-unknown" } else { "filter-code-unknown" };
    Some(messages.with(key, &[("code", MessageArg::from(quoted_text(messages, &unknown.text)))]))
}

/// Returns a text in quotation marks.
pub(crate) fn quoted_text(messages: &'static Messages, text: &str) -> String {
    messages.with("quoted", &[("text", MessageArg::from(&SafeText::line_within(text, 80)))])
}
