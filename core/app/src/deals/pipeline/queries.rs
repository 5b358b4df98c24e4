//! Queries of this state.

use crate::contract::ids::DealId;
use crate::dataset::filtered::FilteredBoard;
use crate::deals::pipeline::board_state::BoardState;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::table::DealRow;

impl Pipeline {
    /// Returns the state of the board.
    pub fn board(&self) -> &BoardState {
        &self.board
    }

    /// Returns the filtered pipeline.
    pub fn filtered(&self) -> &FilteredBoard {
        &self.filtered
    }

    /// Returns the deal opened last.
    pub fn opened_deal(&self) -> Option<&DealId> {
        self.opened_deal.as_ref()
    }

    /// Returns the row of the deal opened last, if it still exists.
    pub fn opened_row<'a>(&'a self, cx: &'a AppCx) -> Option<DealRow<'a>> {
        let table = &cx.snapshot.deals;
        table.row(table.find(self.opened_deal.as_ref()?.as_str())?)
    }

    pub(crate) fn can_move(&self, forward: bool, cx: &AppCx) -> Result<(), DisabledReason> {
        let row = self.focused_row(cx).ok_or(DisabledReason::NoFocus)?;
        self.adjacent_status(row.id, row.status, forward, cx).map(|_| ())
    }

    /// Returns whether the panel beside the board shows another deal.
    pub(crate) fn panel_shows_another(&self, deal: &DealId, cx: &AppCx) -> bool {
        cx.screen == Screen::Deal && cx.options.split_view && self.opened_deal.as_ref() != Some(deal)
    }

    /// Returns whether deals may be written, as far as known.
    pub(crate) fn can_write_deals(&self) -> Result<(), DisabledReason> {
        if self.deals_write_denied {
            return Err(DisabledReason::DealsWriteDenied);
        }
        Ok(())
    }
}
