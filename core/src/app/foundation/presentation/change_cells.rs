//! What is known of a change, by column.

use crate::text::Clean;

/// What is known of one change, by column; empty for a line among changes that is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells {
    /// What changed: `Statut`, or all that is told.
    pub what: Clean,
    /// From what to what; empty where `what` is all.
    pub change: Clean,
    /// Who did it; empty where nobody did.
    pub by: Clean,
    /// When, and how well that is known.
    pub when: Clean,
}
