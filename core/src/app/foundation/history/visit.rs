//! The list of changes since the last visit.

/// The list of changes since the last visit.
#[derive(Clone, Debug, Default)]
pub struct VisitState {
    /// View state of the list.
    pub(in crate::app) since: crate::app::foundation::history::since::Looking,
    /// Number of changes in the list.
    pub(in crate::app) since_told: usize,
}
