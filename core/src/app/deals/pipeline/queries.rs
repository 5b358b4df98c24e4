//! What is read of this state.

use crate::app::deals::pipeline::board_state::BoardState;
use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::dataset::filtered::Lens;
use crate::app::foundation::input::context::Screen;
use crate::app::foundation::input::disabled_reason::Reason;
use crate::contract::ids::DealId;
use crate::engine::DealRow;

impl Pipeline {
    /// The board's state.
    pub fn board(&self) -> &BoardState {
        &self.board
    }

    /// The pipeline through the filter.
    pub fn lens(&self) -> &Lens {
        &self.lens
    }

    /// The deal opened last.
    pub fn opened(&self) -> Option<&DealId> {
        self.deal.as_ref()
    }

    /// The row of the deal opened last, if it is still there.
    pub fn opened_row<'a>(&'a self, cx: &'a AppCx) -> Option<DealRow<'a>> {
        let table = &cx.snapshot.deals;
        table.row(table.find(self.deal.as_ref()?.as_str())?)
    }

    pub(in crate::app) fn can_move(&self, forward: bool, cx: &AppCx) -> Result<(), Reason> {
        let row = self.focused_row(cx).ok_or(Reason::NoDeal)?;
        self.status_beside(row.id, row.status, forward, cx).map(|_| ())
    }

    /// Whether a panel beside the board is open on another deal.
    pub(in crate::app) fn panel_shows_another(&self, deal: &DealId, cx: &AppCx) -> bool {
        cx.screen == Screen::Deal && cx.options.beside && self.deal.as_ref() != Some(deal)
    }

    /// Whether deals may be written, as far as is known.
    pub(in crate::app) fn may_write_deals(&self) -> Result<(), Reason> {
        if self.no_deals_write {
            return Err(Reason::MayNotWriteDeals);
        }
        Ok(())
    }
}
