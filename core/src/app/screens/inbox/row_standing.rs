//! How a notification stands in the list: alone, for others, or among them.


/// How a notification stands in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Its place in the snapshot.
    pub(in crate::app) at: usize,
    /// How many stand together in its row, itself included; one for itself alone.
    pub together: usize,
    /// Whether they are unfolded under it, each in a row of its own.
    pub unfolded: bool,
    /// Whether it is one of those unfolded under another.
    pub inside: bool,
}
