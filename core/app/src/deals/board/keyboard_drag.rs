//! Keyboard drag of a card: grab, carry, drop or cancel.
//!
//! Arrows carry the card between columns and, in swimlanes by owner, between swimlanes. Nothing changes before the
//! drop. Any other action cancels the drag.

use crate::deals::board::card_move::{CardMove, KeyboardDrag};
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;

use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::overlay_types::Swimlanes;
use crate::foundation::input::context::Screen;
use crate::foundation::input::step::step;

impl CardMove {
    /// Returns the card carried by keyboard, if any.
    pub fn dragged(&self) -> Option<&KeyboardDrag> {
        self.drag.as_ref()
    }

    /// Cancels the drag if the focus or the screen changed, or an overlay is open.
    pub(crate) fn cancel_stale_drag(
        &mut self,
        table: &mut TableState,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        let on_board = cx.screen == Screen::Pipeline && !table.shown && cx.overlay == Overlay::None;
        let focus = pipeline.board.cursor.deal.as_ref();
        self.drag.take_if(|drag| !on_board || focus != Some(&drag.deal));
    }
}

impl Pipeline {
    /// Carries the card to another column that is a status, collapsed or not.
    pub(crate) fn drag_to_column(&self, drag: &mut KeyboardDrag, by: isize) {
        let columns: Vec<usize> = (0..self.filtered.columns.len())
            .filter(|at| !self.filtered.columns[*at].status.is_empty() || *at == drag.column)
            .collect();
        let current = columns.iter().position(|at| *at == drag.column).unwrap_or(0);
        drag.column = columns.get(step(current, by, columns.len())).copied().unwrap_or(drag.column);
    }

    /// Carries the card to another swimlane by owner; a class cannot be written.
    pub(crate) fn drag_to_swimlane(&self, drag: &mut KeyboardDrag, by: isize) {
        if self.board.layout.swimlanes != Swimlanes::Owner {
            return;
        }
        let swimlanes = &self.board.swimlanes;
        let current = swimlanes.iter().position(|swimlane| Some(&swimlane.code) == drag.swimlane.as_ref());
        let target = current.and_then(|current| swimlanes.get(step(current, by, swimlanes.len())));
        drag.swimlane = target.map(|swimlane| swimlane.code.clone()).or(drag.swimlane.take());
    }
}
