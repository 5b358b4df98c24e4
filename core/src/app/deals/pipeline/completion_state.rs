//! The completion that was taken last.

use crate::query::Completions;

/// A completion in progress.
#[derive(Clone, Debug)]
pub(in crate::app) struct Completing {
    /// Candidates found for the typed text.
    pub(in crate::app) found: Completions,
    /// Filter text before and after the completion.
    pub(in crate::app) around: [String; 2],
    /// Index of the inserted candidate.
    pub(in crate::app) chosen: usize,
}

impl Completing {
    pub(in crate::app) fn text(&self) -> String {
        let [before, after] = &self.around;
        let item = self.found.items.get(self.chosen).map_or("", String::as_str);
        format!("{before}{item}{after}")
    }
}
