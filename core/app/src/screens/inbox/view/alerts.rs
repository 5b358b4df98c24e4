//! Views of the alerts and of the delegated user's alert preferences. The contract gives an alert no type, so the two
//! lists are shown side by side and never joined.

use crate::contract::record::Record;
use crate::foundation::presentation::picker_view::{LineIcon, PickerLine};
use crate::foundation::presentation::problem;
use crate::model::resources::resource_kind::ResourceKind;
use crate::records::delegated_users::view as users_view;
use crate::records::lists::view::{self as lists, ListView};
use crate::screens::inbox::inbox::{ALERTS, PREFERENCES};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};
use crate::vocabulary;

/// Builds the list of alerts: those of the service's list, and watched ones.
pub fn alert_list(app: &App) -> ListView {
    let mut lines: Vec<PickerLine> = app
        .cx
        .list_items(ResourceKind::Alerts)
        .iter()
        .map(|item| {
            let severity = item.text("severity");
            let severity_text =
                severity.as_deref().map(|code| vocabulary::severity(app.cx.lang(), code).into_owned());
            let notes: Vec<String> = severity_text.into_iter().collect();
            let line = lists::item_line(app, item, &notes);
            match severity.and_then(|code| vocabulary::severity_band(&code)) {
                Some(band) if line.mark == LineIcon::None => {
                    PickerLine { mark: LineIcon::Severity(band), ..line }
                }
                _ => line,
            }
        })
        .collect();
    if let Some(line) = lines.get_mut(app.inbox.alert_index) {
        line.selected = true;
    }
    lists::kind_list(app, ResourceKind::Alerts, lines, app.cx.pane() == ALERTS)
}

/// Builds the list of alert preferences.
pub fn preference_list(app: &App) -> ListView {
    let messages = Messages::new(app.cx.lang());
    let response = app.cx.alert_preferences();
    let records = response
        .and_then(|response| response.value.as_deref())
        .map(crate::contract::json::dynamic_body::JsonBody::records);
    let lines: Vec<PickerLine> =
        records.unwrap_or_default().iter().map(|record| preference_line(app, record)).collect();
    let empty = lines.is_empty().then(|| {
        let reading = response.is_none_or(|response| response.loading);
        messages.get(if reading { "status-reading" } else { "empty-list" }).into_owned()
    });
    let user = users_view::current_user_id(app);
    let list = ListView {
        title: messages.get("preferences-title").into_owned(),
        note: match &user {
            Some(user) => {
                let user = SafeText::line(&short_id(user));
                messages.with("preferences-of", &[("user", MessageArg::from(&user))])
            }
            None => messages.get("preferences-read-only").into_owned(),
        },
        problem: response.and_then(|response| response.error.as_ref()).map(|error| {
            problem::user_load_problem(app.cx.lang(), error, !lines.is_empty(), user.as_deref())
        }),
        empty,
        lines,
        focused: app.cx.pane() == PREFERENCES,
        ..ListView::default()
    };
    lists::user_list(app, list)
}

fn preference_line(app: &App, record: &Record) -> PickerLine {
    let messages = Messages::new(app.cx.lang());
    let kind = record.text("alert_type").unwrap_or_default();
    let min_severity = record.text("min_severity").unwrap_or_default();
    let enabled = record.boolean("enabled");
    let state_text = match enabled {
        Some(true) => messages.get("yes"),
        Some(false) => messages.get("no"),
        None => messages.get("absent-not-provided"),
    };
    let min_severity = vocabulary::severity(app.cx.lang(), &min_severity);
    PickerLine {
        mark: if enabled == Some(true) { LineIcon::On } else { LineIcon::Off },
        label: SafeText::line(&vocabulary::alert_type(app.cx.lang(), &kind)),
        // The on/off state comes first, because the end of the note may be cut off.
        note: SafeText::line(&format!("{state_text} · {min_severity}")),
        cells: None,
        selected: false,
        enabled: enabled != Some(false),
    }
}

/// Shortens a long identifier to its beginning and end. The screen header shows the delegated user in full.
fn short_id(id: &str) -> String {
    let letters: Vec<char> = id.chars().collect();
    if letters.len() <= 16 {
        return id.to_owned();
    }
    let (begins, ends) = (&letters[..6], &letters[letters.len() - 4..]);
    begins.iter().chain(&['…']).chain(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::short_id;

    #[test]
    fn long_identifier_is_shortened_in_the_middle() {
        assert_eq!(short_id("u-martin"), "u-martin");
        assert_eq!(short_id("0f2dfe9a-6c65-405a-b330-598f7773c0de"), "0f2dfe…c0de");
    }
}
