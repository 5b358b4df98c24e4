//! One thing that was observed, and how well its moment is known.

/// The names of the entries' kinds in the file.
pub(super) mod kind {
    pub(in super::super) const SEEN: &str = "seen";
    pub(in super::super) const FIELD: &str = "field";
    pub(in super::super) const NOT_SEEN: &str = "not_seen";
    pub(in super::super) const SEEN_AGAIN: &str = "seen_again";
    pub(in super::super) const DELETED: &str = "deleted";
    pub(in super::super) const BACK: &str = "back";
}
