//! Swimlanes: the deals of every column grouped by owner or asset class.
//!
//! Each group is in the board's order. The rows of a column are in display order, so the focus moves through them as
//! seen.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::pipeline::swimlane::Swimlane;

impl Pipeline {
    /// Returns the swimlane of a row; `None` if the board has none.
    pub fn swimlane_at(&self, column: usize, index: usize) -> Option<&Swimlane> {
        self.board.swimlanes.iter().find(|swimlane| {
            let ranges = swimlane.ranges.get(column);
            ranges.is_some_and(|range| range.contains(&index))
        })
    }
}
