//! An observed change, and the certainty of its time.

/// The names of entry kinds in the file.
pub(super) mod kind {
    pub(in crate::store::history) const SEEN: &str = "seen";
    pub(in crate::store::history) const FIELD: &str = "field";
    pub(in crate::store::history) const NOT_SEEN: &str = "not_seen";
    pub(in crate::store::history) const SEEN_AGAIN: &str = "seen_again";
    pub(in crate::store::history) const DELETED: &str = "deleted";
    pub(in crate::store::history) const BACK: &str = "back";
}
