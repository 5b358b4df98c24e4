//! What a toast says of the triage of notifications, and of the identifiers that are watched in the place of a list.

use jiff::Timestamp;

/// What was done there.
#[derive(Clone, Debug, PartialEq)]
pub enum Triaged {
    /// Notifications will be marked read; undo is open until the toast goes.
    Marking {
        /// How many.
        count: usize,
        /// The title, where it is one, or the first of those that differ in figures alone.
        title: String,
        /// What tells them apart, where their titles differ in figures alone.
        figures: Vec<String>,
    },
    /// A marking of many is over.
    MarksEnded {
        /// How many are marked.
        done: usize,
        /// How many were refused.
        failed: usize,
    },
    /// A marking of many was stopped.
    MarksStopped {
        /// How many had been marked.
        done: usize,
        /// How many were left as they were.
        left: usize,
    },
    /// Marking many notifications was asked for and not confirmed.
    NothingMarked,
    /// Marks that had not left were taken back.
    Unmarked {
        /// How many.
        count: usize,
        /// The title, where it is one.
        title: String,
    },
    /// Notifications that the service has read are held unread here.
    HeldUnread {
        /// How many.
        count: usize,
    },
    /// Notifications are held unread here no longer.
    LetGo {
        /// How many.
        count: usize,
    },
    /// Notifications sleep until a moment.
    Snoozed {
        /// How many.
        count: usize,
        /// Until when.
        until: Timestamp,
    },
    /// Notifications were woken before their time.
    Woken {
        /// How many.
        count: usize,
    },
    /// Notifications were starred here, or their stars taken away.
    Starred {
        /// How many.
        count: usize,
        /// Whether they have a star now.
        on: bool,
    },
    /// Notifications stand together where they are alike, or each alone.
    Grouped {
        /// Whether each stands alone.
        apart: bool,
        /// How many rows hold several.
        groups: usize,
    },
    /// Identifiers are watched from now on.
    Watching {
        /// Which ones.
        ids: Vec<String>,
        /// The words beside them that are none.
        passed_over: Vec<String>,
    },
    /// Identifiers are watched no more.
    Forgotten {
        /// Which ones.
        ids: Vec<String>,
    },
    /// The service has answered for the identifiers given.
    Answered {
        /// How many there are.
        count: usize,
        /// How many of them it does not know.
        unknown: usize,
        /// The one in question: its title, or the identifier of one that it does not know.
        subject: String,
        /// Whether that one is read.
        read: bool,
        /// Why, in the service's words, where it does not know it.
        reason: Option<String>,
    },
}
