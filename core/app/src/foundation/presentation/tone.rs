//! Tone of a part of the status line.

/// Tone of a part of the status line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Everything works.
    Good,
    /// A plain fact.
    Plain,
    /// Something is pending.
    Pending,
    /// Something needs the user's attention.
    Problem,
}
