//! How a part of a text is to be understood.

/// How a part of the status line is to be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// All is well.
    Good,
    /// A plain fact.
    Plain,
    /// Something waits.
    Pending,
    /// Something needs the person.
    Problem,
}
