//! Source of the list of a resource kind, always shown beside the list.

/// Source of a list.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
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
    /// Returns the name for scripts and the store.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns whether the list can be loaded.
    pub const fn can_list(self) -> bool {
        matches!(self, Self::Documented | Self::Discovered | Self::Probed)
    }
}
