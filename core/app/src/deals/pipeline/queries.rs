//! Queries of this state.

use crate::contract::ids::DealId;
use crate::contract::models::kpi::KpiKey;
use crate::dataset::filtered::FilteredBoard;
use crate::deals::pipeline::board_state::BoardState;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::table::DealRow;
use crate::vocabulary::{CodeKind, is_inactive_status};

/// Pane index of a deal's ratios.
pub const RATIOS: usize = 1;

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

    /// Returns the next or previous status in board order, or why there is none.
    pub(crate) fn adjacent_status(
        &self,
        deal: &str,
        displayed: &str,
        forward: bool,
        cx: &AppCx,
    ) -> Result<String, DisabledReason> {
        let status = cx.intended_status(deal, displayed);
        let statuses: Vec<String> =
            self.filtered.columns.iter().map(|column| column.status.clone()).collect();
        adjacent(&statuses, &status, forward).map(str::to_owned)
    }

    /// Returns whether deal actions apply to the selection: only on the pipeline, which shows it.
    pub fn acts_on_selection(&self, cx: &AppCx) -> bool {
        cx.screen == Screen::Pipeline && !self.selection.is_empty()
    }

    /// Returns the focused ratio.
    pub fn focused_ratio(&self, cx: &AppCx) -> Option<KpiKey> {
        let ratios = self.focusable_ratios(cx)?;
        ratios.get(cx.scroll.min(ratios.len().checked_sub(1)?)).copied()
    }

    /// Returns the deal's shown ratios if their pane is focused.
    pub(crate) fn focusable_ratios(&self, cx: &AppCx) -> Option<Vec<KpiKey>> {
        let is_focused = cx.screen == Screen::Deal && cx.pane == RATIOS && !cx.options.split_view;
        let row = self.opened_row(cx).filter(|_| is_focused)?;
        Some(KpiKey::numeric().filter(|key| row.number(*key).is_some()).collect())
    }
}

/// Returns the status one step away in board order. Statuses that pause or end a deal are skipped; they are reached by
/// name alone. Deals cannot be moved to the column without a status.
pub(crate) fn adjacent<'a>(
    statuses: &'a [String],
    status: &str,
    forward: bool,
) -> Result<&'a str, DisabledReason> {
    let end = if forward { DisabledReason::LastStatus } else { DisabledReason::FirstStatus };
    let position = statuses.iter().position(|other| other == status).ok_or(end)?;
    let (before, after) = statuses.split_at(position);
    let mut candidates: Vec<&str> = if forward {
        after.iter().skip(1).map(String::as_str).collect()
    } else {
        before.iter().rev().map(String::as_str).collect()
    };
    candidates.retain(|status| !status.is_empty());
    let inactive = candidates.iter().take_while(|status| is_inactive_status(status)).count();
    match candidates.get(inactive) {
        None if inactive == 0 => Err(end),
        Some(next) if inactive == 0 || is_contract_status(next) => Ok(next),
        // Skipping an inactive status is allowed only onto a status of the contract.
        _ => Err(DisabledReason::NextStatusInactive),
    }
}

/// Returns whether a status is in the contract.
pub(crate) fn is_contract_status(status: &str) -> bool {
    let mut codes = CodeKind::DealStatus.codes().iter();
    codes.any(|codes| codes.code == status)
}
