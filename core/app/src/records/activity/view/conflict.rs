//! Text of a conflict: the choices, the age of each side, and other changes.

use crate::foundation::history::change;
use jiff::Timestamp;

use crate::contract::patch::Fields;
use crate::model::pending_write::{PendingWrite, WriteKind, WriteState};
use crate::records::activity::activity::choice_count;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, date};

/// A conflict: the seen, own and current value of each field of a write.
#[derive(Clone, Debug, PartialEq)]
pub struct ConflictView {
    /// Fields in the order of the write.
    pub fields: Vec<ConflictField>,
    /// Label of the value seen.
    pub seen_label: String,
    /// Label of the user's value.
    pub mine_label: String,
    /// Label of the service's value.
    pub theirs_label: String,
    /// Name of the action that sends the user's version.
    pub keep_mine: String,
    /// Name of the action that keeps the service's version.
    pub keep_theirs: String,
    /// True if one choice decides the conflict; else each field is chosen and the result is sent.
    pub is_single_choice: bool,
    /// Time at which the service last had the value seen: `read at 09:40`; empty if unknown.
    pub seen_at: String,
    /// Time of the service's version: `as of 09:41`; empty if unknown.
    pub theirs_at: String,
    /// Both times in one sentence: `read at 09:40 · at the service as of 09:41`.
    pub times: String,
    /// Other changes by another user, not part of the decision: `Owner J. Roux → A. Martin`.
    pub other_changes: Vec<String>,
    /// Label of these changes.
    pub other_changes_label: String,
}

/// One field in conflict.
#[derive(Clone, Debug, PartialEq)]
pub struct ConflictField {
    /// Display name.
    pub label: String,
    /// Value the user saw when writing; `None` if they saw none.
    pub seen: Option<String>,
    /// Value the user wrote.
    pub mine: String,
    /// Current value at the service.
    pub theirs: String,
    /// True if the user's value is chosen.
    pub is_mine: bool,
    /// True if the field has the focus.
    pub focused: bool,
}

/// Returns the choices for a write, if it is in conflict.
pub fn conflict_view(app: &App, write: &PendingWrite) -> Option<ConflictView> {
    let WriteState::Conflict { theirs } = &write.state else {
        return None;
    };
    let messages = Messages::new(app.cx.lang());
    let (choices, lang) = (app.activity.conflict_choices(), app.cx.lang());
    let value = |name: &str, fields: &Fields| {
        change::value_text(lang, &app.cx.options().zone, name, fields.get(name))
    };
    let field = |(index, name): (usize, &str)| ConflictField {
        label: change::field_label(lang, name),
        seen: write.base.touches(name).then(|| value(name, &write.base)),
        mine: if write.kind == WriteKind::Delete {
            messages.get("conflict-delete").into_owned()
        } else {
            value(name, &write.fields)
        },
        theirs: if write.recreate_fields.is_some() {
            messages.get("conflict-gone").into_owned()
        } else {
            value(name, theirs)
        },
        is_mine: choices.is_mine(write, index),
        focused: choices.focus(write.id) == index,
    };
    let [seen, theirs_read] = side_times(app, write);
    let time_text = |at: &Option<DisplayTime>, key: &str| {
        at.as_ref().map(|at| at.text(messages, key)).unwrap_or_default()
    };
    let seen_at = time_text(&seen, "conflict-read");
    let is_single_choice = choice_count(write) == 1;
    let keys = match (write.kind, is_single_choice) {
        (WriteKind::Delete, _) => ["conflict-keep-deletion", "conflict-keep-deal"],
        _ if write.recreate_fields.is_some() => ["conflict-recreate", "conflict-keep-gone"],
        (_, true) => ["conflict-keep-my-value", "conflict-keep-their-value"],
        (_, false) => ["conflict-keep-my-values", "conflict-keep-their-values"],
    };
    let mut times = vec![seen_at.clone(), time_text(&theirs_read, "conflict-service")];
    times.retain(|part| !part.is_empty());
    Some(ConflictView {
        seen_at,
        keep_mine: messages.get(keys[0]).into_owned(),
        keep_theirs: messages.get(keys[1]).into_owned(),
        is_single_choice,
        theirs_at: time_text(&theirs_read, "conflict-as-of"),
        times: times.join(" · "),
        other_changes: other_changes(app, write),
        other_changes_label: messages.get("conflict-others").into_owned(),
        fields: write.disputed_fields().names().enumerate().map(field).collect(),
        seen_label: messages.get("conflict-seen").into_owned(),
        mine_label: messages
            .get(if write.kind == WriteKind::Delete { "conflict-mine" } else { "conflict-my-value" })
            .into_owned(),
        theirs_label: messages.get("conflict-theirs").into_owned(),
    })
}

/// A formatted time; for today only the time of day.
struct DisplayTime {
    text: String,
    is_today: bool,
}

impl DisplayTime {
    fn text(&self, messages: &'static Messages, key: &str) -> String {
        let key = format!("{key}-{}", if self.is_today { "at" } else { "on" });
        messages.with(&key, &[("at", MessageArg::from(self.text.as_str()))])
    }
}

/// Returns the times of both sides; with seconds if they would look the same.
fn side_times(app: &App, write: &PendingWrite) -> [Option<DisplayTime>; 2] {
    let Some(meanwhile) = &write.conflict_context else {
        return [None, None];
    };
    let zone = &app.cx.options().zone;
    let today = date::local(app.cx.now(), zone).date();
    let times = [meanwhile.base_seen_at, meanwhile.theirs_received_at];
    let minute = |at: Option<Timestamp>| at.map(|at| at.as_second().div_euclid(60));
    let is_same_minute = minute(times[0]) == minute(times[1]);
    times.map(|at| {
        let at = date::local(at?, zone);
        let today = at.date() == today;
        let text = match (today, is_same_minute) {
            (true, false) => date::time_short(at.time()),
            (true, true) => date::time_seconds(at.time()),
            (false, _) => date::date_time(app.cx.lang(), at),
        };
        Some(DisplayTime { text, is_today: today })
    })
}

fn other_changes(app: &App, write: &PendingWrite) -> Vec<String> {
    let Some(meanwhile) = &write.conflict_context else {
        return Vec::new();
    };
    let (before, after) = (&meanwhile.old_values, &meanwhile.new_values);
    let names = meanwhile.names();
    names
        .map(|name| {
            change::describe_change(
                app.cx.lang(),
                &app.cx.options().zone,
                name,
                before.get(name),
                after.get(name),
            )
        })
        .collect()
}
