//! Preview replacement for a watched identifier that the service does not know.

use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::frame::key_text;
use crate::records::lists::view;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words};

/// Maximum length of the service's text.
const WHY: usize = 400;

/// Watched identifier without a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Unanswered {
    /// Full identifier.
    pub id: Clean,
    /// Full text of the service.
    pub why: String,
    /// Possible actions with their keys: forget it, request it again.
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
