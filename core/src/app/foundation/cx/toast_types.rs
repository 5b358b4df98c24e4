//! What a toast tells of.

use crate::contract::ids::UserId;
use crate::error::Why;

/// For whom requests and writes are made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ActFor {
    /// For the key itself: routes of a delegated user can't be asked.
    Key,
    /// For a delegated user (contract, "Delegated user routes").
    User(UserId),
}

/// Why nobody else is acted for.
#[derive(Clone, Debug, PartialEq)]
pub enum TurnFailure {
    /// Another window acts for them, and has been raised.
    Window,
    /// Their store can't be opened.
    Failed(Why),
}

/// Why the service answers nothing for a user (contract, "Delegated user routes").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserRefusal {
    /// The entity has no such user.
    Unknown,
    /// The user is not approved or not on the key's list, or the key has no right to the route.
    Forbidden,
}

/// Which clipboard took it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopiedBy {
    /// The system's.
    System,
    /// The terminal's, which hands it to the system it runs on (OSC 52).
    Terminal,
}

/// What was copied, for the message that says so.
#[derive(Clone, Debug, PartialEq)]
pub enum CopiedWhat {
    /// This short text itself.
    Text(String),
    /// So many rows.
    Rows(usize),
    /// So many cells.
    Cells(usize),
    /// The facts of a request.
    Request,
    /// The facts of a write that was refused.
    Refusal,
    /// What the service sent, as JSON.
    Json,
    /// So many views.
    Views(usize),
    /// The text to hand a shift over with.
    Handover,
}

/// What was taken back: of a deal that is moved and then deleted, one of the two may go and the other stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undid {
    /// A deletion.
    Deletion,
    /// A move to another status, and nothing else.
    Move,
    /// A change of a private note.
    Note,
    /// A change of a view that is kept here.
    View,
    /// The filter, or a part of it, was taken away.
    Filter,
    /// A notification was put to sleep, or woken.
    Sleep,
    /// A notification was starred, or its star taken away.
    Star,
    /// What was decided of a conflict, which stands again.
    Decision,
    /// Any other change.
    Change,
}

/// Until when something sleeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Snooze {
    /// One hour.
    Hour,
    /// This evening, or tomorrow evening if it has begun.
    Evening,
    /// Tomorrow morning.
    Tomorrow,
    /// The morning of next Monday.
    Monday,
}
