//! The list of changes since the last visit.

/// The list of changes since the last visit.
#[derive(Clone, Debug, Default)]
pub struct VisitState {
    /// View state of the list.
    pub(crate) list: crate::foundation::history::since::ChangeListState,
    /// Number of changes in the list.
    pub(crate) unseen_changes: usize,
}
