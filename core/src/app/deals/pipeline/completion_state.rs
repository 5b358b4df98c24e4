//! The completion that was taken last.

use crate::query::Completions;

/// What is being gone through.
#[derive(Clone, Debug)]
pub(in crate::app) struct Completing {
    /// What may stand there, as it was found for what had been typed.
    pub(in crate::app) found: Completions,
    /// What stands before and after it.
    pub(in crate::app) around: [String; 2],
    /// Which of them stands there.
    pub(in crate::app) chosen: usize,
}

impl Completing {
    pub(in crate::app) fn text(&self) -> String {
        let [before, after] = &self.around;
        let item = self.found.items.get(self.chosen).map_or("", String::as_str);
        format!("{before}{item}{after}")
    }
}
