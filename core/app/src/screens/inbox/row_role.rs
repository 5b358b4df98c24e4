//! The role of a notification in the list: alone, group header or member.

/// Role of a notification in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InboxRowInfo {
    /// Index in the snapshot.
    pub(crate) index: usize,
    /// Number of notifications in its row, itself included; 1 if it is alone.
    pub group_size: usize,
    /// True while its group is unfolded, with one row for each member.
    pub is_expanded: bool,
    /// True for a member shown under the header of an unfolded group.
    pub is_member: bool,
}
