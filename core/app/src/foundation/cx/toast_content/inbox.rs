//! Toast content about notifications and watched identifiers.

use jiff::Timestamp;

/// An action on notifications or watched identifiers.
#[derive(Clone, Debug, PartialEq)]
pub enum InboxToast {
    /// Notifications will be marked read; undo is available until the toast disappears.
    Marking {
        /// Number of notifications.
        count: usize,
        /// Title of the notification. If the titles of several differ only in numbers, this is the first.
        title: String,
        /// The numbers in which the titles differ, if they differ only in numbers.
        numbers: Vec<String>,
    },
    /// Marking many notifications has ended.
    MarkingEnded {
        /// Number of notifications marked.
        done: usize,
        /// Number of refusals.
        failed: usize,
    },
    /// Marking many notifications was cancelled.
    MarkingStopped {
        /// Number of notifications already marked.
        done: usize,
        /// Number of notifications left unchanged.
        remaining: usize,
    },
    /// A request to mark many notifications was not confirmed.
    MarkNotConfirmed,
    /// Unsent marks were cancelled.
    Unmarked {
        /// Number of notifications.
        count: usize,
        /// Title, if there is one notification.
        title: String,
    },
    /// Notifications that are read on the server were marked unread locally.
    MarkedUnread {
        /// Number of notifications.
        count: usize,
    },
    /// Notifications are no longer marked unread locally.
    UnreadCleared {
        /// Number of notifications.
        count: usize,
    },
    /// Notifications were snoozed.
    Snoozed {
        /// Number of notifications.
        count: usize,
        /// End of the snooze.
        until: Timestamp,
    },
    /// Notifications were woken before the end of their snooze.
    Woken {
        /// Number of notifications.
        count: usize,
    },
    /// Notifications were starred locally, or their stars were removed.
    Starred {
        /// Number of notifications.
        count: usize,
        /// True if they have a star now.
        on: bool,
    },
    /// Similar notifications are grouped, or each is listed separately.
    Grouped {
        /// True if each is listed separately.
        ungrouped: bool,
        /// Number of rows that contain several notifications.
        groups: usize,
    },
    /// Identifiers were added to the watch list.
    Watching {
        /// Identifiers.
        ids: Vec<String>,
        /// Typed words that are not identifiers.
        ignored: Vec<String>,
    },
    /// Identifiers were removed from the watch list.
    Unwatched {
        /// Identifiers.
        ids: Vec<String>,
    },
    /// The server has answered for newly watched identifiers.
    WatchAnswered {
        /// Number of identifiers.
        count: usize,
        /// Number of identifiers unknown to the server.
        unknown: usize,
        /// The single subject of the message: a title, or an identifier unknown to the server.
        subject: String,
        /// True if that notification is read.
        read: bool,
        /// Reason in the server's words, if the identifier is unknown.
        reason: Option<String>,
    },
}
