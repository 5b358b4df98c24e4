//! Source of the list of a resource kind, always shown beside the list.

/// Source of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ListMode {
    /// Unknown so far.
    #[default]
    Unknown,
    /// The contract names the route.
    Documented,
    /// The service's own description names the route.
    Discovered,
    /// The conventional route answered.
    Probed,
    /// The service has no such list: only identifiers given or found are watched.
    Watched,
    /// The route exists but the key has no permission.
    Forbidden,
    /// The route exists but needs unknown parameters.
    NeedsParameters,
}

impl ListMode {
    /// All modes.
    pub const ALL: [Self; 7] = [
        Self::Unknown,
        Self::Documented,
        Self::Discovered,
        Self::Probed,
        Self::Watched,
        Self::Forbidden,
        Self::NeedsParameters,
    ];

    /// Returns the name for scripts and the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Documented => "documented",
            Self::Discovered => "discovered",
            Self::Probed => "probed",
            Self::Watched => "watched",
            Self::Forbidden => "forbidden",
            Self::NeedsParameters => "needs_parameters",
        }
    }

    /// Returns whether the list can be loaded.
    pub const fn can_list(self) -> bool {
        matches!(self, Self::Documented | Self::Discovered | Self::Probed)
    }
}
