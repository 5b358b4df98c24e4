//! Queries of this state.

use crate::app::deals::pipeline::board_state::BoardState;
use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::dataset::filtered::Lens;
use crate::app::foundation::input::context::Screen;
use crate::app::foundation::input::disabled_reason::Reason;
use crate::contract::ids::DealId;
use crate::model::table::DealRow;

impl Pipeline {
    /// Returns the state of the board.
    pub fn board(&self) -> &BoardState {
        &self.board
    }

    /// Returns the filtered pipeline.
    pub fn lens(&self) -> &Lens {
        &self.lens
    }

    /// Returns the deal opened last.
    pub fn opened(&self) -> Option<&DealId> {
        self.deal.as_ref()
    }

    /// Returns the row of the deal opened last, if it still exists.
    pub fn opened_row<'a>(&'a self, cx: &'a AppCx) -> Option<DealRow<'a>> {
        let table = &cx.snapshot.deals;
        table.row(table.find(self.deal.as_ref()?.as_str())?)
    }

    pub(in crate::app) fn can_move(&self, forward: bool, cx: &AppCx) -> Result<(), Reason> {
        let row = self.focused_row(cx).ok_or(Reason::NoDeal)?;
        self.status_beside(row.id, row.status, forward, cx).map(|_| ())
    }

    /// Returns whether the panel beside the board shows another deal.
    pub(in crate::app) fn panel_shows_another(&self, deal: &DealId, cx: &AppCx) -> bool {
        cx.screen == Screen::Deal && cx.options.beside && self.deal.as_ref() != Some(deal)
    }

    /// Returns whether deals may be written, as far as known.
    pub(in crate::app) fn may_write_deals(&self) -> Result<(), Reason> {
        if self.no_deals_write {
            return Err(Reason::MayNotWriteDeals);
        }
        Ok(())
    }
}
