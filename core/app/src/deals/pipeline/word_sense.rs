//! Another meaning of a plain word in the filter.

/// Another meaning of a word in the filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternativeSense {
    /// Condition in filter syntax.
    pub term: String,
    /// Whole filter, with the condition in place of the word.
    pub filter: String,
    /// Number of deals that filter finds.
    pub count: usize,
}
