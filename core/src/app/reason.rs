//! Why an action can't be done now. A disabled action is never hidden: it says this.

/// The reason an action is disabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing has the focus.
    NoDeal,
    /// The card is in the first column.
    FirstStatus,
    /// The card is in the last column.
    LastStatus,
    /// There is no change to take back.
    NothingToUndo,
    /// There is no undone change to make again.
    NothingToRedo,
    /// No notification has the focus.
    NoNotification,
    /// It is read already.
    AlreadyRead,
    /// No unread notification is shown.
    NothingUnread,
    /// No write has the focus.
    NoWrite,
    /// The write is on its way.
    BeingSent,
    /// The deal is being created: the service has not given it an id yet.
    NotCreatedYet,
    /// It does not apply on this screen.
    NotHere,
}

impl Reason {
    /// The key of its words in the locales.
    pub fn key(self) -> &'static str {
        match self {
            Self::NoDeal => "reason-no-deal",
            Self::FirstStatus => "reason-first-status",
            Self::LastStatus => "reason-last-status",
            Self::NothingToUndo => "reason-nothing-to-undo",
            Self::NothingToRedo => "reason-nothing-to-redo",
            Self::NoNotification => "reason-no-notification",
            Self::AlreadyRead => "reason-already-read",
            Self::NothingUnread => "reason-nothing-unread",
            Self::NoWrite => "reason-no-write",
            Self::BeingSent => "reason-being-sent",
            Self::NotCreatedYet => "reason-not-created-yet",
            Self::NotHere => "reason-not-here",
        }
    }
}
