//! What else a plain word of the filter may mean.


/// What else a word of the filter may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherSense {
    /// The condition, as it is written in the filter.
    pub term: String,
    /// The whole filter with the condition in the place of the word.
    pub filter: String,
    /// How many deals that leaves.
    pub count: usize,
}
