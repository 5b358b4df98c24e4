//! Restores the scroll position of the swimlanes when a card's move is undone.

use encours_core::contract::ids::DealId;

/// A column, and a swimlane in it.
type Cell = (usize, String);

/// A place that the card left, and the scroll position at that time.
#[derive(Debug)]
struct Left {
    from: Cell,
    was: f32,
}

/// State of the focused card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// It is being moved, by pointer or keyboard.
    Carried,
    /// It was dropped, and the engine's result is still pending.
    Awaited,
    /// It is not being moved.
    Rests,
}

/// The recorded moves of the focused card.
#[derive(Debug, Default)]
pub(in crate::screens) struct Back {
    at: Option<(DealId, Cell)>,
    /// Scroll position when the card was grabbed, since edges scroll during a move. Cleared if the drop moves nothing.
    taken: Option<f32>,
    carried: bool,
    left: Vec<Left>,
}

impl Back {
    /// Records place, scroll position and state of the focused card. If it is back at a place that it left, returns the
    /// scroll position from that time.
    pub(super) fn note(
        &mut self,
        deal: &DealId,
        cell: (usize, &str),
        offset: f32,
        hold: Hold,
    ) -> Option<f32> {
        let carried = hold == Hold::Carried;
        if carried && !self.carried {
            self.taken = Some(offset);
        }
        self.carried = carried;
        let cell = (cell.0, cell.1.to_owned());
        let before = self.at.replace((deal.clone(), cell.clone()));
        let Some((_, before)) = before.filter(|(same, _)| same == deal) else {
            self.left.clear();
            self.taken.take_if(|_| !carried);
            return None;
        };
        if before == cell {
            self.taken.take_if(|_| hold == Hold::Rests);
            return None;
        }
        let was = self.taken.take().unwrap_or(offset);
        if let Some(left) = self.left.pop_if(|left| left.from == cell) {
            return Some(left.was);
        }
        self.left.push(Left { from: before, was });
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Hold::{Awaited, Carried, Rests};
    use super::*;

    #[test]
    fn each_move_that_is_taken_back_gives_back_its_place_and_another_card_none() {
        let (a, b) = (DealId::new("a").unwrap(), DealId::new("b").unwrap());
        let mut back = Back::default();
        assert_eq!(back.note(&a, (0, "M"), 100.0, Rests), None);
        // It is grabbed at 100; an edge scrolls to 300 before the drop.
        assert_eq!(back.note(&a, (0, "M"), 100.0, Carried), None);
        assert_eq!(back.note(&a, (0, "M"), 300.0, Carried), None);
        assert_eq!(back.note(&a, (0, "M"), 300.0, Awaited), None);
        assert_eq!(back.note(&a, (1, "N"), 300.0, Rests), None);
        assert_eq!(back.note(&a, (2, "N"), 340.0, Rests), None);
        assert_eq!(back.note(&a, (1, "N"), 500.0, Rests), Some(340.0));
        assert_eq!(back.note(&a, (0, "M"), 340.0, Rests), Some(100.0));
        assert_eq!(back.note(&a, (1, "M"), 100.0, Rests), None);
        assert_eq!(back.note(&b, (1, "M"), 700.0, Rests), None);
        assert_eq!(
            back.note(&a, (0, "M"), 700.0, Rests),
            None,
            "another had the focus"
        );
    }

    #[test]
    fn a_card_that_is_put_back_gives_back_nothing_by_its_next_move() {
        let a = DealId::new("a").unwrap();
        let mut back = Back::default();
        assert_eq!(back.note(&a, (0, "M"), 100.0, Rests), None);
        // It is grabbed at 100, an edge scrolls to 300, and the move is cancelled.
        assert_eq!(back.note(&a, (0, "M"), 100.0, Carried), None);
        assert_eq!(back.note(&a, (0, "M"), 300.0, Carried), None);
        assert_eq!(back.note(&a, (0, "M"), 300.0, Rests), None);
        assert_eq!(back.note(&a, (1, "M"), 320.0, Rests), None);
        assert_eq!(back.note(&a, (0, "M"), 500.0, Rests), Some(320.0));
    }
}
