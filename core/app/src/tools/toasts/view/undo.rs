//! Toast texts of undo, redo, discarded writes, and failed undo.

use std::collections::BTreeSet;

use super::key;
use crate::foundation::cx::toast_types::Undid;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::model::discarded::Reached;
use crate::shell::app::App;
use crate::text::{Arg, Words};
use crate::tools::toasts::view::said::{Leaves, Said};

fn about<'a>(words: &'static Words, label: &'a str, key: &str) -> Said<'a> {
    Said::about(label, words.get(key).into_owned())
}

/// Builds the toast of an undone change; without a name it says "the last one".
pub(super) fn undone<'a>(words: &'static Words, label: &'a str, what: Undid) -> Said<'a> {
    let key = match what {
        Undid::Star if label.is_empty() => "toast-undone-stars",
        _ if label.is_empty() => "toast-undone-last",
        Undid::Move => "toast-undone-move",
        Undid::Deletion => "toast-undone-deletion",
        Undid::Note => "toast-undone-note",
        Undid::View => "toast-undone-view",
        Undid::Filter => "toast-undone-filter",
        Undid::Sleep => "toast-undone-sleep",
        Undid::Star => "toast-undone-star",
        Undid::Decision => "toast-undone-decision",
        Undid::Change => "toast-undone",
    };
    about(words, label, key)
}

/// Builds the toast of a redone change.
pub(super) fn redone<'a>(words: &'static Words, label: &'a str, what: Undid, held: bool) -> Said<'a> {
    let key = match what {
        Undid::Move => "toast-redone-move",
        Undid::Note => "toast-redone-note",
        Undid::View => "toast-redone-view",
        Undid::Filter => "toast-redone-filter",
        Undid::Sleep => "toast-redone-sleep",
        Undid::Star => "toast-redone-star",
        Undid::Deletion | Undid::Decision | Undid::Change => "toast-redone",
    };
    let said = about(words, label, key);
    if held { said.held() } else { said }
}

/// Builds the toast of several undone or redone (`again`) changes. Also covers an undo in progress.
pub(super) fn many<'a>(
    app: &App,
    deals: &BTreeSet<String>,
    (count, again): (usize, bool),
    (deletes, restarts): (bool, bool),
) -> Said<'a> {
    let key = match again {
        true => "toast-redone-many",
        false if app.cx.is_turning(deals) => "toast-undoing-many",
        false if restarts => "toast-moved-back-many",
        false => "toast-undone-many",
    };
    let said = Said::text(Words::new(app.cx.lang()).with(key, &[("n", Arg::from(count))]));
    if again {
        said.leaving(Leaves::of(deletes))
    } else {
        said
    }
}

/// Builds the toast that announces the effect of a second undo.
pub(super) fn would_undo<'a>(app: &App, label: &'a str, count: usize, moves: bool) -> Said<'a> {
    let words = Words::new(app.cx.lang());
    let text = match (label.is_empty(), moves) {
        (false, true) => "toast-would-move-back",
        (false, false) => "toast-would-undo",
        (true, true) => "toast-would-move-back-many",
        (true, false) => "toast-would-undo-many",
    };
    let pressed = key(app, Context::Screens, ActionId::Undo);
    let args = [("n", Arg::from(count)), ("key", Arg::from(pressed))];
    Said::about(label, words.with(text, &args))
}

/// Builds the toast of a discarded write.
pub(super) fn discarded<'a>(words: &'static Words, label: &'a str, in_doubt: bool) -> Said<'a> {
    let key = if in_doubt {
        "toast-discarded-doubt"
    } else {
        "toast-discarded"
    };
    about(words, label, key)
}

/// Builds the toast of a restored write; unless `stands`, it is scheduled to be sent.
pub(super) fn taken_up<'a>(words: &'static Words, label: &'a str, stands: bool) -> Said<'a> {
    let said = about(words, label, "toast-taken-up");
    if stands { said } else { said.held() }
}

/// Builds the toast of a change that is already in the requested state.
pub(super) fn already_so<'a>(words: &'static Words, label: &'a str, in_doubt: bool) -> Said<'a> {
    let key = if in_doubt {
        "toast-already-so-doubt"
    } else {
        "toast-already-so"
    };
    about(words, label, key)
}

/// Builds the toast of a write that another process discarded, by its progress.
pub(super) fn dropped<'a>(words: &'static Words, label: &'a str, reached: Reached) -> Said<'a> {
    let key = match reached {
        Reached::Unsent => "toast-dropped-elsewhere",
        Reached::Refused => "toast-dropped-elsewhere-refused",
        Reached::NotApplied => "toast-dropped-elsewhere-sent",
        Reached::InDoubt => "toast-dropped-elsewhere-doubt",
    };
    about(words, label, key)
}

/// Builds the toast of a deleted deal. In the window a button recreates it; in the terminal the text names the key.
pub(super) fn gone<'a>(app: &App, label: &'a str, way_back: bool) -> Said<'a> {
    let words = Words::new(app.cx.lang());
    if app.cx.options().beside {
        return Said::about(label, words.get("toast-gone-button").into_owned());
    }
    let action = if way_back { ActionId::Undo } else { ActionId::Redo };
    let key = key(app, Context::Screens, action);
    Said::about(label, words.with("toast-gone", &[("key", Arg::from(key))]))
}
