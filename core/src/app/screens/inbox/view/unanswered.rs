//! What stands in the place of a preview where the focus is on a watched identifier that the service does not know.

use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::context::Context;
use crate::app::foundation::presentation::frame::key_text;
use crate::app::records::lists::view;
use crate::app::shell::app::App;
use crate::text::{Arg, Clean, Words};

/// How much of the service's own words is shown.
const WHY: usize = 400;

/// A watched identifier of which the service gave nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Unanswered {
    /// The identifier, whole.
    pub id: Clean,
    /// What the service said of it, whole.
    pub why: String,
    /// What can be done about it, with the keys: forget it, ask for it again.
    pub keys: String,
}

pub(super) fn unanswered(app: &App) -> Option<Unanswered> {
    let focus = app.inbox.inbox().focus.as_ref()?;
    let missing = app.inbox.unknown_notifications(&app.cx);
    let watched = missing.iter().find(|watched| watched.id == focus.as_str())?;
    let words = Words::new(app.cx.lang());
    let key = |action| {
        let keys = app.cx.options().keymap.keys(Context::Inbox, action);
        let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
        Arg::from(key.unwrap_or_default())
    };
    let args = [
        ("forget", key(ActionId::ForgetId)),
        ("again", key(ActionId::Refresh)),
    ];
    Some(Unanswered {
        id: Clean::line(&watched.id),
        why: view::unknown_why(words, watched, WHY),
        keys: words.with("inbox-unanswered-keys", &args),
    })
}
