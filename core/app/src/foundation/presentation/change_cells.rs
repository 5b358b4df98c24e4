//! The facts of a change, by column.

use crate::text::SafeText;

/// The columns of one change; empty for a line that is not a change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangeCells {
    /// Subject: `Statut`, or the whole text.
    pub subject: SafeText,
    /// Old and new value; empty if `subject` is the whole text.
    pub values: SafeText,
    /// Author; empty if there is none.
    pub author: SafeText,
    /// Time, with its certainty.
    pub when: SafeText,
}
