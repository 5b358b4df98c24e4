//! Restores the scroll position of the swimlanes when a card's move is undone.

use encours_core::contract::ids::DealId;

/// A column, and a swimlane in it.
type SwimlanePosition = (usize, String);

/// State of the focused card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CardMotion {
    /// It is being moved, by pointer or keyboard.
    Moving,
    /// It was dropped, and the engine's result is still pending.
    Dropped,
    /// It is not being moved.
    Resting,
}

/// The recorded moves of the focused card.
#[derive(Debug, Default)]
pub(crate) struct ScrollRestore {
    current: Option<(DealId, SwimlanePosition)>,
    /// Scroll position when the card was grabbed, since edges scroll during a move. Cleared if the drop moves nothing.
    scroll_at_grab: Option<f32>,
    is_moving: bool,
    /// The places that the card left, with the scroll positions at that time.
    left_positions: Vec<(SwimlanePosition, f32)>,
}

impl ScrollRestore {
    /// Records place, scroll position and state of the focused card. If it is back at a place that it left, returns the
    /// scroll position from that time.
    pub(super) fn record(
        &mut self,
        deal: &DealId,
        cell: (usize, &str),
        offset: f32,
        motion: CardMotion,
    ) -> Option<f32> {
        let is_moving = motion == CardMotion::Moving;
        if is_moving && !self.is_moving {
            self.scroll_at_grab = Some(offset);
        }
        self.is_moving = is_moving;
        let cell = (cell.0, cell.1.to_owned());
        let previous = self.current.replace((deal.clone(), cell.clone()));
        let Some((_, previous)) = previous.filter(|(same, _)| same == deal) else {
            self.left_positions.clear();
            self.scroll_at_grab.take_if(|_| !is_moving);
            return None;
        };
        if previous == cell {
            self.scroll_at_grab.take_if(|_| motion == CardMotion::Resting);
            return None;
        }
        let was = self.scroll_at_grab.take().unwrap_or(offset);
        if let Some((_, scroll)) = self.left_positions.pop_if(|(position, _)| *position == cell) {
            return Some(scroll);
        }
        self.left_positions.push((previous, was));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::CardMotion::{Dropped, Moving, Resting};
    use super::*;

    #[test]
    fn each_undone_move_restores_its_own_scroll_position() {
        let (a, b) = (DealId::new("a").unwrap(), DealId::new("b").unwrap());
        let mut restore = ScrollRestore::default();
        assert_eq!(restore.record(&a, (0, "M"), 100.0, Resting), None);
        // It is grabbed at 100; an edge scrolls to 300 before the drop.
        assert_eq!(restore.record(&a, (0, "M"), 100.0, Moving), None);
        assert_eq!(restore.record(&a, (0, "M"), 300.0, Moving), None);
        assert_eq!(restore.record(&a, (0, "M"), 300.0, Dropped), None);
        assert_eq!(restore.record(&a, (1, "N"), 300.0, Resting), None);
        assert_eq!(restore.record(&a, (2, "N"), 340.0, Resting), None);
        assert_eq!(restore.record(&a, (1, "N"), 500.0, Resting), Some(340.0));
        assert_eq!(restore.record(&a, (0, "M"), 340.0, Resting), Some(100.0));
        assert_eq!(restore.record(&a, (1, "M"), 100.0, Resting), None);
        assert_eq!(restore.record(&b, (1, "M"), 700.0, Resting), None);
        assert_eq!(restore.record(&a, (0, "M"), 700.0, Resting), None, "another had the focus");
    }

    #[test]
    fn cancelled_drag_does_not_affect_the_next_scroll_restore() {
        let a = DealId::new("a").unwrap();
        let mut restore = ScrollRestore::default();
        assert_eq!(restore.record(&a, (0, "M"), 100.0, Resting), None);
        // It is grabbed at 100, an edge scrolls to 300, and the move is cancelled.
        assert_eq!(restore.record(&a, (0, "M"), 100.0, Moving), None);
        assert_eq!(restore.record(&a, (0, "M"), 300.0, Moving), None);
        assert_eq!(restore.record(&a, (0, "M"), 300.0, Resting), None);
        assert_eq!(restore.record(&a, (1, "M"), 320.0, Resting), None);
        assert_eq!(restore.record(&a, (0, "M"), 500.0, Resting), Some(320.0));
    }
}
