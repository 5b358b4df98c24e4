//! The completion that was taken last.

use crate::query::Completions;

/// A completion in progress.
#[derive(Clone, Debug)]
pub(crate) struct CompletionState {
    /// Candidates found for the typed text.
    pub(crate) candidates: Completions,
    /// Filter text before and after the completion.
    pub(crate) around: [String; 2],
    /// Index of the inserted candidate.
    pub(crate) chosen: usize,
}

impl CompletionState {
    pub(crate) fn text(&self) -> String {
        let [before, after] = &self.around;
        let item = self.candidates.items.get(self.chosen).map_or("", String::as_str);
        format!("{before}{item}{after}")
    }
}
