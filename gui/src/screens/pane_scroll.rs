//! Scroll positions of a screen's panes, kept so that the focused line is visible.

use std::collections::BTreeMap;

use encours_core::app::records::lists::view::ListView;

/// State of the panes that persists between frames.
#[derive(Debug, Default)]
pub struct PanePlace {
    offset: BTreeMap<usize, f32>,
    seen: BTreeMap<usize, (usize, usize)>,
    room: BTreeMap<usize, f32>,
    pushed: BTreeMap<usize, f32>,
    /// True if the pointer set the focus; the line is visible, so nothing scrolls.
    pub(crate) touched: bool,
}

impl PanePlace {
    /// Records the scroll position of a pane.
    pub(super) fn note(&mut self, pane: usize, offset: f32) {
        self.offset.insert(pane, offset);
    }

    /// Scrolls a pane by a distance in the next frame.
    pub(super) fn push(&mut self, pane: usize, by: f32) {
        let offset = self.offset.get(&pane).copied().unwrap_or(0.0);
        self.pushed.insert(pane, (offset + by).max(0.0));
    }

    /// Takes the position that a pane was pushed to.
    pub(super) fn pushed(&mut self, pane: usize) -> Option<f32> {
        self.pushed.remove(&pane)
    }

    /// Returns the scroll position that shows a pane's selected line. It does so only if the selection moved or a key
    /// was pressed.
    pub(super) fn follow(
        &mut self,
        pane: usize,
        view: &ListView,
        room: f32,
        row: f32,
        by_key: bool,
    ) -> Option<f32> {
        self.bring(pane, (view.selected(), view.lines.len()), room, row, by_key)
    }

    /// Does the same for any rows of equal height.
    pub(super) fn bring(
        &mut self,
        pane: usize,
        now: (usize, usize),
        room: f32,
        row: f32,
        by_key: bool,
    ) -> Option<f32> {
        let top = now.0 as f32 * row;
        self.bring_to(pane, now, (top, top + row + 8.0), room.max(row), by_key)
    }

    /// Does the same for an area between two vertical positions.
    pub(super) fn bring_to(
        &mut self,
        pane: usize,
        now: (usize, usize),
        (top, bottom): (f32, f32),
        room: f32,
        by_key: bool,
    ) -> Option<f32> {
        let before = self.seen.insert(pane, now);
        let offset = self.offset.get(&pane).copied().unwrap_or(0.0);
        // If the pane shrinks, a visible focus stays visible.
        let middle = f32::midpoint(top, bottom);
        let had = self.room.insert(pane, room);
        let lost = had.is_some_and(|had| had > room && (offset..offset + had).contains(&middle));
        if self.touched || before == Some(now) && !by_key && !lost {
            return None;
        }
        // If the item is taller than the pane, show its top.
        let wanted = offset.max(bottom - room).min(top);
        let wanted = if bottom - top > room { top } else { wanted };
        ((wanted - offset).abs() > 0.5).then_some(wanted.max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::PanePlace;

    #[test]
    fn a_pane_is_scrolled_no_further_than_its_line_asks_for() {
        let mut place = PanePlace::default();
        assert_eq!(place.bring(0, (0, 100), 320.0, 32.0, false), None);
        assert_eq!(place.bring(0, (20, 100), 320.0, 32.0, false), Some(360.0));
        place.note(0, 360.0);
        assert_eq!(place.bring(0, (20, 100), 320.0, 32.0, false), None);
        assert_eq!(place.bring(0, (2, 100), 320.0, 32.0, false), Some(64.0));
    }

    #[test]
    fn what_was_scrolled_out_of_sight_stays_there_in_less_room_and_what_is_touched_scrolls_nothing() {
        let mut place = PanePlace::default();
        let _at_first = place.bring(0, (3, 100), 320.0, 32.0, false);
        place.note(0, 900.0);
        assert_eq!(place.bring(0, (3, 100), 240.0, 32.0, false), None);
        place.touched = true;
        assert_eq!(place.bring(0, (28, 100), 240.0, 32.0, false), None);
        place.touched = false;
        assert_eq!(place.bring(0, (34, 100), 200.0, 32.0, false), Some(928.0));
        place.note(0, 928.0);
        assert_eq!(place.bring(0, (34, 100), 160.0, 32.0, false), Some(968.0));
    }

    #[test]
    fn a_key_brings_back_what_the_wheel_took_away() {
        let mut place = PanePlace::default();
        let _at_first = place.bring(1, (3, 100), 320.0, 32.0, false);
        place.note(1, 900.0);
        assert_eq!(place.bring(1, (3, 100), 320.0, 32.0, false), None);
        assert_eq!(place.bring(1, (3, 100), 320.0, 32.0, true), Some(96.0));
    }
}
