//! An identifier that the user watches, and where it came from.

use jiff::Timestamp;

/// How an identifier came to be watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A person gave it.
    Given,
    /// It was met in another record or in a command.
    Met,
}

impl Origin {
    /// As scripts and the store read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Met => "met",
        }
    }
}

/// A watched identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// The identifier.
    pub id: String,
    /// How it came to be watched.
    pub origin: Origin,
    /// Since when it is watched.
    pub added_at: Timestamp,
    /// When the service was last asked for it, if it was.
    pub checked_at: Option<Timestamp>,
    /// What it answered: 200, or 404 for an identifier that it does not know.
    pub status: Option<u16>,
    /// Why, in the service's words, where it refused; not yet fit for a screen.
    pub reason: Option<String>,
}

impl Watched {
    /// Whether the service said that it does not know it.
    pub fn is_unknown(&self) -> bool {
        matches!(self.status, Some(404 | 410))
    }

    /// Whether a person gave it, and the service has not said anything of it yet.
    pub fn awaits_answer(&self) -> bool {
        self.origin == Origin::Given && self.status.is_none()
    }
}
