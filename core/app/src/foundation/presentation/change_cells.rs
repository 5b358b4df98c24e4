//! The facts of a change, by column.

use crate::text::Clean;

/// The columns of one change; empty for a line that is not a change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells {
    /// Subject: `Statut`, or the whole text.
    pub what: Clean,
    /// Old and new value; empty if `what` is the whole text.
    pub change: Clean,
    /// Author; empty if there is none.
    pub by: Clean,
    /// Time, with its certainty.
    pub when: Clean,
}
