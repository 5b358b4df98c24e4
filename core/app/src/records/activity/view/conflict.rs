//! Text of a conflict: the choices, the age of each side, and other changes.

use jiff::Timestamp;

use crate::contract::patch::Fields;
use crate::model::pending_write::{PendingWrite, WriteKind, WriteState};
use crate::records::activity::conflict_sides::choices;
use crate::shell::app::App;
use crate::text::{Arg, Words, date};

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
    pub at_once: bool,
    /// Time at which the service last had the value seen: `read at 09:40`; empty if unknown.
    pub seen_at: String,
    /// Time of the service's version: `as of 09:41`; empty if unknown.
    pub theirs_at: String,
    /// Both times in one sentence: `read at 09:40 · at the service as of 09:41`.
    pub read: String,
    /// Other changes by another user, not part of the decision: `Owner J. Roux → A. Martin`.
    pub others: Vec<String>,
    /// Label of these changes.
    pub others_label: String,
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
pub fn conflict(app: &App, write: &PendingWrite) -> Option<ConflictView> {
    let WriteState::Conflict { theirs } = &write.state else {
        return None;
    };
    let words = Words::new(app.cx.lang());
    let (sides, lang) = (app.activity.sides(), app.cx.lang());
    let value = |name: &str, fields: &Fields| {
        crate::foundation::history::change::value(lang, &app.cx.options().zone, name, fields.get(name))
    };
    let field = |(place, name): (usize, &str)| ConflictField {
        label: crate::foundation::history::change::label(lang, name),
        seen: write.base.touches(name).then(|| value(name, &write.base)),
        mine: if write.kind == WriteKind::Delete {
            words.get("conflict-delete").into_owned()
        } else {
            value(name, &write.fields)
        },
        theirs: if write.gone.is_some() {
            words.get("conflict-gone").into_owned()
        } else {
            value(name, theirs)
        },
        is_mine: sides.is_mine(write, place),
        focused: sides.focus(write.id) == place,
    };
    let [seen, theirs_read] = moments(app, write);
    let said = |at: &Option<At>, key: &str| at.as_ref().map(|at| at.said(words, key)).unwrap_or_default();
    let seen_at = said(&seen, "conflict-read");
    let at_once = choices(write) == 1;
    let keys = match (write.kind, at_once) {
        (WriteKind::Delete, _) => ["conflict-keep-deletion", "conflict-keep-deal"],
        _ if write.gone.is_some() => ["conflict-recreate", "conflict-keep-gone"],
        (_, true) => ["conflict-keep-my-value", "conflict-keep-their-value"],
        (_, false) => ["conflict-keep-my-values", "conflict-keep-their-values"],
    };
    let mut read = vec![seen_at.clone(), said(&theirs_read, "conflict-service")];
    read.retain(|part| !part.is_empty());
    Some(ConflictView {
        seen_at,
        keep_mine: words.get(keys[0]).into_owned(),
        keep_theirs: words.get(keys[1]).into_owned(),
        at_once,
        theirs_at: said(&theirs_read, "conflict-as-of"),
        read: read.join(" · "),
        others: others(app, write),
        others_label: words.get("conflict-others").into_owned(),
        fields: write.disputed().names().enumerate().map(field).collect(),
        seen_label: words.get("conflict-seen").into_owned(),
        mine_label: words
            .get(if write.kind == WriteKind::Delete {
                "conflict-mine"
            } else {
                "conflict-my-value"
            })
            .into_owned(),
        theirs_label: words.get("conflict-theirs").into_owned(),
    })
}

/// A formatted time; for today only the time of day.
struct At {
    text: String,
    today: bool,
}

impl At {
    fn said(&self, words: &'static Words, key: &str) -> String {
        let key = format!("{key}-{}", if self.today { "at" } else { "on" });
        words.with(&key, &[("at", Arg::from(self.text.as_str()))])
    }
}

/// Returns the times of both sides; with seconds if they would look the same.
fn moments(app: &App, write: &PendingWrite) -> [Option<At>; 2] {
    let Some(meanwhile) = &write.meanwhile else {
        return [None, None];
    };
    let zone = &app.cx.options().zone;
    let today = date::local(app.cx.now(), zone).date();
    let sides = [meanwhile.seen_at, meanwhile.theirs_at];
    let minute = |at: Option<Timestamp>| at.map(|at| at.as_second().div_euclid(60));
    let close = minute(sides[0]) == minute(sides[1]);
    sides.map(|at| {
        let at = date::local(at?, zone);
        let today = at.date() == today;
        let text = match (today, close) {
            (true, false) => date::time_short(at.time()),
            (true, true) => date::time_seconds(at.time()),
            (false, _) => date::date_time(app.cx.lang(), at),
        };
        Some(At { text, today })
    })
}

fn others(app: &App, write: &PendingWrite) -> Vec<String> {
    let Some(meanwhile) = &write.meanwhile else {
        return Vec::new();
    };
    let (before, after) = (&meanwhile.before, &meanwhile.after);
    let names = meanwhile.names();
    names
        .map(|name| {
            crate::foundation::history::change::change(
                app.cx.lang(),
                &app.cx.options().zone,
                name,
                before.get(name),
                after.get(name),
            )
        })
        .collect()
}
