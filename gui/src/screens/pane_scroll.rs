//! Scroll positions of a screen's panes, kept so that the focused line is visible.

use std::collections::BTreeMap;

/// State of the panes that persists between frames.
#[derive(Debug, Default)]
pub struct PaneUiState {
    offsets: BTreeMap<usize, f32>,
    last_selected: BTreeMap<usize, (usize, usize)>,
    visible_heights: BTreeMap<usize, f32>,
    pushed_to: BTreeMap<usize, f32>,
    /// True if the pointer set the focus; the line is visible, so nothing scrolls.
    pub(crate) focused_by_pointer: bool,
}

impl PaneUiState {
    /// Records the scroll position of a pane.
    pub(super) fn record_offset(&mut self, pane: usize, offset: f32) {
        self.offsets.insert(pane, offset);
    }

    /// Scrolls a pane by a distance in the next frame.
    pub(super) fn push_by(&mut self, pane: usize, by: f32) {
        let offset = self.offsets.get(&pane).copied().unwrap_or(0.0);
        self.pushed_to.insert(pane, (offset + by).max(0.0));
    }

    /// Takes the position that a pane was pushed to.
    pub(super) fn take_pushed(&mut self, pane: usize) -> Option<f32> {
        self.pushed_to.remove(&pane)
    }

    /// Returns the scroll position that shows a pane's selected row, if all rows have the same height. It does so only
    /// if the selection moved or a key was pressed.
    pub(crate) fn bring_row(
        &mut self,
        pane: usize,
        now: (usize, usize),
        available: f32,
        row: f32,
        by_key: bool,
    ) -> Option<f32> {
        let top = now.0 as f32 * row;
        self.bring_area(pane, now, (top, top + row + 8.0), available.max(row), by_key)
    }

    /// Does the same for an area between two vertical positions.
    pub(super) fn bring_area(
        &mut self,
        pane: usize,
        now: (usize, usize),
        (top, bottom): (f32, f32),
        available: f32,
        by_key: bool,
    ) -> Option<f32> {
        let previous = self.last_selected.insert(pane, now);
        let offset = self.offsets.get(&pane).copied().unwrap_or(0.0);
        // If the pane shrinks, a visible focus stays visible.
        let middle = f32::midpoint(top, bottom);
        let had = self.visible_heights.insert(pane, available);
        let lost = had.is_some_and(|had| had > available && (offset..offset + had).contains(&middle));
        if self.focused_by_pointer || previous == Some(now) && !by_key && !lost {
            return None;
        }
        // If the item is taller than the pane, show its top.
        let target = offset.max(bottom - available).min(top);
        let target = if bottom - top > available { top } else { target };
        ((target - offset).abs() > 0.5).then_some(target.max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::PaneUiState;

    #[test]
    fn pane_scrolls_only_to_bring_its_row_into_view() {
        let mut panes = PaneUiState::default();
        assert_eq!(panes.bring_row(0, (0, 100), 320.0, 32.0, false), None);
        assert_eq!(panes.bring_row(0, (20, 100), 320.0, 32.0, false), Some(360.0));
        panes.record_offset(0, 360.0);
        assert_eq!(panes.bring_row(0, (20, 100), 320.0, 32.0, false), None);
        assert_eq!(panes.bring_row(0, (2, 100), 320.0, 32.0, false), Some(64.0));
    }

    #[test]
    fn pane_scroll_ignores_resizes_and_pointer_focus() {
        let mut panes = PaneUiState::default();
        let _at_first = panes.bring_row(0, (3, 100), 320.0, 32.0, false);
        panes.record_offset(0, 900.0);
        assert_eq!(panes.bring_row(0, (3, 100), 240.0, 32.0, false), None);
        panes.focused_by_pointer = true;
        assert_eq!(panes.bring_row(0, (28, 100), 240.0, 32.0, false), None);
        panes.focused_by_pointer = false;
        assert_eq!(panes.bring_row(0, (34, 100), 200.0, 32.0, false), Some(928.0));
        panes.record_offset(0, 928.0);
        assert_eq!(panes.bring_row(0, (34, 100), 160.0, 32.0, false), Some(968.0));
    }

    #[test]
    fn key_scrolls_the_focused_row_back_into_view() {
        let mut panes = PaneUiState::default();
        let _at_first = panes.bring_row(1, (3, 100), 320.0, 32.0, false);
        panes.record_offset(1, 900.0);
        assert_eq!(panes.bring_row(1, (3, 100), 320.0, 32.0, false), None);
        assert_eq!(panes.bring_row(1, (3, 100), 320.0, 32.0, true), Some(96.0));
    }
}
