//! The list of changes since the last visit.

/// The list of changes since the last visit.
#[derive(Clone, Debug, Default)]
pub struct VisitState {
    /// How the list of them is looked at.
    pub(in crate::app) since: crate::app::foundation::history::since::Looking,
    /// How many changes since the last visit there are to tell of.
    pub(in crate::app) since_told: usize,
}
