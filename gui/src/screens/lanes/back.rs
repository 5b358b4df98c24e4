//! Where the lanes were before a card was moved: whoever takes the move back is where they were.

use encours_core::contract::ids::DealId;

/// A column and a lane in it.
type Cell = (usize, String);

/// A card that left its place, and how far the lanes were scrolled then.
#[derive(Debug)]
struct Left {
    from: Cell,
    was: f32,
}

/// What is known of the moves of the card that has the focus.
#[derive(Debug, Default)]
pub(in crate::screens) struct Back {
    at: Option<(DealId, Cell)>,
    /// How far the lanes were scrolled when the card was taken: edges scroll while it is carried.
    taken: Option<f32>,
    carried: bool,
    left: Vec<Left>,
}

impl Back {
    /// Takes in where the card with the focus stands, with how far the lanes are scrolled and whether something is carried.
    /// Returns how far they were scrolled when the card left the place that it is back in now.
    pub(super) fn note(
        &mut self,
        deal: &DealId,
        cell: (usize, &str),
        offset: f32,
        carried: bool,
    ) -> Option<f32> {
        if carried && !self.carried {
            self.taken = Some(offset);
        }
        self.carried = carried;
        let cell = (cell.0, cell.1.to_owned());
        let before = self.at.replace((deal.clone(), cell.clone()));
        let Some((_, before)) = before.filter(|(same, _)| same == deal) else {
            self.left.clear();
            return None;
        };
        if before == cell {
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
    use super::*;

    #[test]
    fn each_move_that_is_taken_back_gives_back_its_place_and_another_card_none() {
        let (a, b) = (DealId::new("a").unwrap(), DealId::new("b").unwrap());
        let mut back = Back::default();
        assert_eq!(back.note(&a, (0, "M"), 100.0, false), None);
        // It is taken at 100; an edge scrolls to 300 before it is let go.
        assert_eq!(back.note(&a, (0, "M"), 100.0, true), None);
        assert_eq!(back.note(&a, (0, "M"), 300.0, true), None);
        assert_eq!(back.note(&a, (1, "N"), 300.0, false), None);
        assert_eq!(back.note(&a, (2, "N"), 340.0, false), None);
        assert_eq!(back.note(&a, (1, "N"), 500.0, false), Some(340.0));
        assert_eq!(back.note(&a, (0, "M"), 340.0, false), Some(100.0));
        assert_eq!(back.note(&a, (1, "M"), 100.0, false), None);
        assert_eq!(back.note(&b, (1, "M"), 700.0, false), None);
        assert_eq!(
            back.note(&a, (0, "M"), 700.0, false),
            None,
            "another had the focus"
        );
    }
}
