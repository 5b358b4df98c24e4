//! Chooses the focus after a card was moved by key.
//!
//! The focus follows the card: a second press moves the same card on, and a held key does not empty the column. Going
//! up or down next returns to the column that the card left, at the neighbour of its old position. So `L j L j L` moves
//! three deals, and `L L` moves one twice. Any other action forgets the position.

use crate::deals::board::card_move::{CardMove, FocusTrail};
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;

use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;

impl CardMove {
    /// Records the position of the focused card before a move. If the same card is moved again, the old position
    /// remains.
    pub(crate) fn leave_trail(
        &mut self,
        prev_trail: Option<FocusTrail>,
        table: &mut TableState,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        let cursor = &pipeline.board.cursor;
        let on_board = cx.screen == Screen::Pipeline && !table.shown;
        let column = pipeline.filtered.columns.get(cursor.column).filter(|_| on_board);
        let (Some(deal), Some(column)) = (cursor.deal.clone(), column) else {
            return;
        };
        self.trail = Some(match prev_trail {
            Some(trail) if trail.deal == deal => trail,
            _ => FocusTrail { deal, status: column.status.clone(), index: cursor.index },
        });
    }
}

impl TableState {
    /// Moves the focus back to the column that the card left. Returns whether it did.
    pub(crate) fn resume_trail(
        &mut self,
        trail: Option<FocusTrail>,
        id: ActionId,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) -> bool {
        let Some(trail) = trail else { return false };
        let moved = pipeline.board.cursor.deal.as_ref() == Some(&trail.deal);
        let column = pipeline.filtered.columns.iter().position(|column| column.status == trail.status);
        let Some(column) = column.filter(|at| moved && *at != pipeline.board.cursor.column) else {
            return false;
        };
        if pipeline.filtered.columns[column].rows.is_empty() {
            return false;
        }
        // The next card has moved up to the index that the moved card left.
        let index = match id {
            ActionId::FocusDown => trail.index,
            _ => trail.index.saturating_sub(1),
        };
        self.focus_at(column, index, pipeline, cx);
        true
    }
}
