//! The groups of keys in the help, by screen.

use crate::foundation::input::commands::ActionSpec;
use crate::foundation::input::context::{Context, Group};

/// Returns the section of an action on a screen.
pub(crate) fn group_of(spec: &ActionSpec, screen: Context) -> Group {
    group_on(spec.group, screen)
}

/// Returns the section of a group on a screen.
pub(crate) fn group_on(group: Group, screen: Context) -> Group {
    match (group, screen) {
        // On this screen all actions concern notifications.
        (Group::Lists | Group::Act, Context::Inbox) => Group::Notifications,
        (group, _) => group,
    }
}

/// Returns the message key of a section's title on a screen.
pub(crate) fn title_key(group: Group, screen: Context) -> &'static str {
    match (group, screen) {
        (Group::Act, Context::Tasks) => "help-act-task",
        (group, _) => group.label_key(),
    }
}

/// One line of the help.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HelpLine {
    /// Current keys, for instance `u Ctrl+R`.
    pub keys: String,
    /// Effect of the keys.
    pub label: String,
    /// Alternative keys of a shared line, in brackets; empty without any.
    pub other_keys: String,
    /// Reason why the action is disabled now, if it is.
    pub reason: Option<String>,
    /// Key and name of each action that is disabled for the same reason; otherwise empty.
    pub disabled_actions: Vec<(String, String)>,
}

/// One section of the help.
#[derive(Clone, Debug, PartialEq)]
pub struct HelpGroup {
    /// Title of the section.
    pub title: String,
    /// Lines of the section.
    pub lines: Vec<HelpLine>,
}
