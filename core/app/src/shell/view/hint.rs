//! One key of the footer, with its text.

use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::Reason;
use crate::foundation::presentation::frame::key_text;
use crate::shell::app::App;

use crate::text::Words;

/// One key hint of the footer.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// Action of the hint.
    pub action: ActionId,
    /// Keys as displayed, for instance `H L`.
    pub keys: String,
    /// Each key with its action: `H` moves back, `L` moves on.
    pub each: Vec<(ActionId, String)>,
    /// Label of one or two words.
    pub label: String,
}

pub(crate) fn hint(app: &App, words: &'static Words, actions: &[ActionId], label: &str) -> Option<Hint> {
    // Hints without any target are dropped; those disabled only for the current target keep their position.
    if actions.iter().all(|action| lacks_all(app, *action)) {
        return None;
    }
    let context = app.table.context(&app.cx);
    let each: Vec<(ActionId, String)> = actions
        .iter()
        .filter_map(|action| {
            let key = app.cx.options().keymap.keys(context, *action).first().copied()?;
            Some((*action, key_text(&app.cx, &key.to_string())))
        })
        .collect();
    let action = *actions.first()?;
    // The same key pins and unpins.
    let label = if action == ActionId::PinView && app.library.unpins(&app.views, &app.cx) {
        "hint-unpin"
    } else {
        label
    };
    (!each.is_empty()).then(|| Hint {
        action,
        keys: each
            .iter()
            .map(|(_, key)| key.as_str())
            .collect::<Vec<_>>()
            .join(" "),
        each,
        label: words.get(label).into_owned(),
    })
}

/// Returns whether an action has no target, or the key lacks the right for it.
pub(crate) fn lacks_all(app: &App, action: ActionId) -> bool {
    let nothing = |reason: Reason| {
        matches!(
            reason,
            Reason::NoDeal
                | Reason::NothingToUndo
                | Reason::NoWrite
                | Reason::NoNotification
                | Reason::NothingUnread
                | Reason::NoTask
                | Reason::MayNotWriteDeals
        )
    };
    app.enabled(action).is_err_and(nothing)
}
