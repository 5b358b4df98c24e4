//! How the list of a family came to be known. It is always shown beside the list.

/// How a list came to be known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// Nothing is known yet.
    #[default]
    Unknown,
    /// The contract names the route.
    Documented,
    /// The service's own description names the route.
    Discovered,
    /// The conventional route answered.
    Probed,
    /// The service has no such list: only identifiers given or met here are watched.
    Watched,
    /// The route exists but the key may not use it.
    Forbidden,
    /// The route exists but wants parameters that this client does not know.
    NeedsParameters,
}

impl Mode {
    /// Every mode.
    pub const ALL: [Self; 7] = [
        Self::Unknown,
        Self::Documented,
        Self::Discovered,
        Self::Probed,
        Self::Watched,
        Self::Forbidden,
        Self::NeedsParameters,
    ];

    /// As scripts and the store read it.
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

    /// Whether the list can be read.
    pub const fn lists(self) -> bool {
        matches!(self, Self::Documented | Self::Discovered | Self::Probed)
    }
}
