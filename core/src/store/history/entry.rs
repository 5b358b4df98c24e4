//! An observed change, and the certainty of its time.

/// The names of entry kinds in the file.
pub(super) mod kind {
    pub(in super::super) const SEEN: &str = "seen";
    pub(in super::super) const FIELD: &str = "field";
    pub(in super::super) const NOT_SEEN: &str = "not_seen";
    pub(in super::super) const SEEN_AGAIN: &str = "seen_again";
    pub(in super::super) const DELETED: &str = "deleted";
    pub(in super::super) const BACK: &str = "back";
}
