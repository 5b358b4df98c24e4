//! How far the panes of a screen are scrolled, and that the line with the focus is in sight.

use std::collections::BTreeMap;

use encours_core::app::records::lists::view::ListView;

/// What the panes remember between passes.
#[derive(Debug, Default)]
pub struct PanePlace {
    offset: BTreeMap<usize, f32>,
    seen: BTreeMap<usize, (usize, usize)>,
    room: BTreeMap<usize, f32>,
    pushed: BTreeMap<usize, f32>,
    /// Whether the pointer gave a line the focus: that is in sight, and nothing scrolls under the pointer.
    pub(crate) touched: bool,
}

impl PanePlace {
    /// Notes how far a pane is scrolled.
    pub(super) fn note(&mut self, pane: usize, offset: f32) {
        self.offset.insert(pane, offset);
    }

    /// Scrolls a pane on by so much when it is drawn next.
    pub(super) fn push(&mut self, pane: usize, by: f32) {
        let offset = self.offset.get(&pane).copied().unwrap_or(0.0);
        self.pushed.insert(pane, (offset + by).max(0.0));
    }

    /// Where it was pushed to, once.
    pub(super) fn pushed(&mut self, pane: usize) -> Option<f32> {
        self.pushed.remove(&pane)
    }

    /// Where to scroll a pane to so that its chosen line is in sight, where that has moved or a key was pressed.
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

    /// The same of anything with rows of one height.
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

    /// The same of what stands between two heights.
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
        // In a lower window, or in larger letters, what has the focus stays in sight where it was.
        let middle = f32::midpoint(top, bottom);
        let had = self.room.insert(pane, room);
        let lost = had.is_some_and(|had| had > room && (offset..offset + had).contains(&middle));
        if self.touched || before == Some(now) && !by_key && !lost {
            return None;
        }
        // What is higher than the room is read from its top.
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
