//! The list of changes since the last visit.

/// The list of changes since the last visit.
#[derive(Clone, Debug, Default)]
pub struct VisitState {
    /// View state of the list.
    pub(crate) since: crate::foundation::history::since::Looking,
    /// Number of changes in the list.
    pub(crate) since_told: usize,
}
