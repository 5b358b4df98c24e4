//! What else a plain word of the filter may mean.

/// What else a word of the filter may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherSense {
    /// Condition in filter syntax.
    pub term: String,
    /// Whole filter, with the condition in place of the word.
    pub filter: String,
    /// Number of deals that filter finds.
    pub count: usize,
}
