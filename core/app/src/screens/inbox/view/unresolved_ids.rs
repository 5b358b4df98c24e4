//! Preview replacement for a watched identifier that the service does not know.

use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::chrome::key_text;
use crate::records::lists::view;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};

/// Maximum length of the service's text.
const MAX_REASON_CHARS: usize = 400;

/// Watched identifier without a record.
#[derive(Clone, Debug, PartialEq)]
pub struct UnansweredView {
    /// Full identifier.
    pub id: SafeText,
    /// Full text of the service.
    pub reason: String,
    /// Possible actions with their keys: forget it, request it again.
    pub keys: String,
}

pub(super) fn unanswered_view(app: &App) -> Option<UnansweredView> {
    let focus = app.inbox.inbox().focus.as_ref()?;
    let missing = app.inbox.unanswered_watched_ids(&app.cx);
    let watched = missing.iter().find(|watched| watched.id == focus.as_str())?;
    let messages = Messages::new(app.cx.lang());
    let key = |action| {
        let keys = app.cx.options().keymap.keys(Context::Inbox, action);
        let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
        MessageArg::from(key.unwrap_or_default())
    };
    let args = [("forget", key(ActionId::ForgetId)), ("again", key(ActionId::Refresh))];
    Some(UnansweredView {
        id: SafeText::line(&watched.id),
        reason: view::unknown_id_text(messages, watched, MAX_REASON_CHARS),
        keys: messages.with("inbox-unanswered-keys", &args),
    })
}
