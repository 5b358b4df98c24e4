//! The role of a notification in the list: alone, group head or member.

/// Role of a notification in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Index in the snapshot.
    pub(crate) at: usize,
    /// Number of notifications in its row, itself included; 1 if it is alone.
    pub together: usize,
    /// True while its group is unfolded, with one row for each member.
    pub unfolded: bool,
    /// True for a member shown under the head of an unfolded group.
    pub inside: bool,
}
