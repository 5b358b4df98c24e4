//! Watched identifiers and their origin.

use jiff::Timestamp;

/// Origin of a watched identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Entered by the user.
    Entered,
    /// Found in another record or a command.
    Discovered,
}

impl Origin {
    /// Returns the name for scripts and the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Entered => "given",
            Self::Discovered => "met",
        }
    }
}

/// A watched identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// Identifier.
    pub id: String,
    /// Origin.
    pub origin: Origin,
    /// Start of the watch.
    pub added_at: Timestamp,
    /// Time of the last request to the service, if any.
    pub checked_at: Option<Timestamp>,
    /// Status of its response: 200, or 404 for an unknown identifier.
    pub status: Option<u16>,
    /// The service's reason for a rejection; not sanitised yet.
    pub reason: Option<String>,
}

impl Watched {
    /// Returns whether the service does not know the identifier.
    pub fn is_unknown(&self) -> bool {
        matches!(self.status, Some(404 | 410))
    }

    /// Returns whether the user entered it and the service has not answered yet.
    pub fn awaits_response(&self) -> bool {
        self.origin == Origin::Entered && self.status.is_none()
    }
}
