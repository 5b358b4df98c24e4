//! Where to go on after a move by key. The focus follows the card, so that a second press moves the same card on and a
//! key held down does not empty the column. But whoever then goes up or down is done with that card: the focus goes on
//! in the column that it left, at the neighbour of the place it had. So `L j L j L` moves three deals, and `L L` moves
//! one twice. Everything else forgets the place.

use crate::contract::ids::DealId;

use crate::app::shell::app::{ActionId, App, Screen};

/// The place that a moved card left.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Trail {
    deal: DealId,
    status: String,
    index: usize,
}

impl App {
    /// Notes the place of the focused card before a move, unless the card is on its way already.
    pub(in crate::app) fn leave_trail(&mut self, before: Option<Trail>) {
        let cursor = &self.pipeline.board.cursor;
        let on_board = self.cx.screen == Screen::Pipeline && !self.table.shown;
        let column = self.pipeline.lens.columns.get(cursor.column).filter(|_| on_board);
        let (Some(deal), Some(column)) = (cursor.deal.clone(), column) else {
            return;
        };
        self.card_move.trail = Some(match before {
            Some(trail) if trail.deal == deal => trail,
            _ => Trail {
                deal,
                status: column.status.clone(),
                index: cursor.index,
            },
        });
    }

    /// The first step up or down after a move: back to the column that the card left. Whether that was it.
    pub(in crate::app) fn resume_trail(&mut self, trail: Option<Trail>, id: ActionId) -> bool {
        let Some(trail) = trail else { return false };
        let moved = self.pipeline.board.cursor.deal.as_ref() == Some(&trail.deal);
        let column = self
            .pipeline
            .lens
            .columns
            .iter()
            .position(|column| column.status == trail.status);
        let Some(column) = column.filter(|at| moved && *at != self.pipeline.board.cursor.column) else {
            return false;
        };
        if self.pipeline.lens.columns[column].rows.is_empty() {
            return false;
        }
        // The next card has come up into the place that was left.
        let index = match id {
            ActionId::FocusDown => trail.index,
            _ => trail.index.saturating_sub(1),
        };
        self.focus_at(column, index);
        true
    }
}
