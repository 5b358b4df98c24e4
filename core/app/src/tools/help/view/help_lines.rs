//! Lines and groups of the help.

/// One line of the help.
#[derive(Clone, Debug, PartialEq)]
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
