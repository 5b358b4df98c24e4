//! One key of the footer, with its text.

use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::presentation::chrome::key_text;
use crate::shell::app::App;

use crate::text::Messages;

/// One key hint of the footer.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// Action of the hint.
    pub action: ActionId,
    /// Keys as displayed, for instance `H L`.
    pub keys: String,
    /// Each key with its action: `H` moves back, `L` moves on.
    pub keys_by_action: Vec<(ActionId, String)>,
    /// Label of one or two words.
    pub label: String,
}

pub(crate) fn hint(
    app: &App,
    messages: &'static Messages,
    actions: &[ActionId],
    label: &str,
) -> Option<Hint> {
    // Hints without any target are dropped; those disabled only for the current target keep their position.
    if actions.iter().all(|action| is_unavailable(app, *action)) {
        return None;
    }
    let context = app.table.context(&app.cx);
    let keys_by_action: Vec<(ActionId, String)> = actions
        .iter()
        .filter_map(|action| {
            let key = app.cx.options().keymap.keys(context, *action).first().copied()?;
            Some((*action, key_text(&app.cx, &key.to_string())))
        })
        .collect();
    let action = *actions.first()?;
    // The same key pins and unpins.
    let label = if action == ActionId::PinView && app.server_views.is_focused_view_pinned(&app.views, &app.cx)
    {
        "hint-unpin"
    } else {
        label
    };
    (!keys_by_action.is_empty()).then(|| Hint {
        action,
        keys: keys_by_action.iter().map(|(_, key)| key.as_str()).collect::<Vec<_>>().join(" "),
        keys_by_action,
        label: messages.get(label).into_owned(),
    })
}

/// Returns whether an action has no target, the key lacks the permission for it, or a past day forbids it.
pub(crate) fn is_unavailable(app: &App, action: ActionId) -> bool {
    let nothing = |reason: DisabledReason| {
        matches!(
            reason,
            DisabledReason::NoFocus
                | DisabledReason::NothingToUndo
                | DisabledReason::NoWrite
                | DisabledReason::NoNotification
                | DisabledReason::NothingUnread
                | DisabledReason::NoTask
                | DisabledReason::NoWritePermission
                | DisabledReason::PastShown
        )
    };
    app.enabled(action).is_err_and(nothing)
}
