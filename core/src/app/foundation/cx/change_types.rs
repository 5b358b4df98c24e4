//! What undo needs to know of changes that this device alone keeps.

use crate::discovery::Family;
use crate::engine::Asked;

/// Notifications of which something is flagged that was not, or no more.
#[derive(Clone, Debug, PartialEq)]
pub struct Flagged {
    /// What.
    pub(in crate::app) flag: Flag,
    /// The title, where it is one.
    pub(in crate::app) label: String,
    /// Those of which it was otherwise before.
    pub(in crate::app) ids: Vec<String>,
    /// Whether it is flagged since.
    pub(in crate::app) on: bool,
}

/// What this machine notes of a notification, beside its sleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// Its star.
    Star,
    /// That it is to be handled though the service has it read.
    Unread,
}

/// Notifications that sleep otherwise than before.
#[derive(Clone, Debug, PartialEq)]
pub struct Slept {
    /// The title, where it is one.
    pub(in crate::app) label: String,
    pub(in crate::app) each: Vec<Sleeper>,
}

/// A change of what is kept here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptChange {
    /// The name of what was changed; empty where it is several at once.
    pub(in crate::app) label: String,
    pub(in crate::app) settings: Vec<Turned>,
    /// The view that was open before and after it.
    pub(in crate::app) open: (Option<String>, Option<String>),
}

/// What can be explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The list of a family.
    Family(Family),
    /// A route.
    Route(Asked),
}

/// One of them: until when it slept and sleeps, in seconds of Unix time.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Sleeper {
    pub(in crate::app) id: String,
    pub(in crate::app) before: Option<i64>,
    pub(in crate::app) after: Option<i64>,
}

/// A setting before and after a change; `None` where there was none.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Turned {
    pub(in crate::app) name: String,
    pub(in crate::app) before: Option<String>,
    pub(in crate::app) after: Option<String>,
}
