//! Lines and groups of the help.

use crate::app::tools::help::view::help::help;
use crate::app::tools::help::view::help::label;

/// One line of the help.
#[derive(Clone, Debug, PartialEq)]
pub struct HelpLine {
    /// The keys in force, for instance `u Ctrl+R`.
    pub keys: String,
    /// What they do.
    pub label: String,
    /// The other keys of a line that several actions share, in brackets; empty where there are none.
    pub others: String,
    /// Why it can't be done now, if it can't.
    pub reason: Option<String>,
    /// The key and the name of each action, where several stand together because they can't be done for one reason; else
    /// empty.
    pub each: Vec<(String, String)>,
}

/// One section of the help.
#[derive(Clone, Debug, PartialEq)]
pub struct HelpGroup {
    /// Its title.
    pub title: String,
    /// Its lines.
    pub lines: Vec<HelpLine>,
}
