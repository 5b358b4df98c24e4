//! Order of the cards in their columns: oldest first, unless the user sorts the board.
//!
//! It is part of the board's layout, so it is saved with the session and with each view.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use std::sync::Arc;

use crate::contract::models::kpi::KpiKey;
use crate::dataset::column::{DealColumn, SortKey, query_order};
use crate::dataset::filtered::FilteredBoard;
use crate::model::table::RowIdx;

use crate::deals::pipeline::board_layout::BoardLayout;
use crate::foundation::cx::overlay_types::Swimlanes;

/// Default order of the board: longest in status first.
pub(crate) const DEFAULT_ORDER: SortKey = SortKey { column: DealColumn::Age, descending: true };

impl BoardLayout {
    /// Returns the order chosen by the user, unless it is the default.
    pub fn order(&self) -> Option<SortKey> {
        let sort_key: SortKey = self.sort.as_deref()?.parse().ok()?;
        (sort_key != DEFAULT_ORDER).then_some(sort_key)
    }
}

impl Pipeline {
    /// Returns the order of the cards.
    pub fn board_order(&self) -> SortKey {
        let asked = query_order(&self.board.query).first().copied();
        asked.or_else(|| self.board.layout.order()).unwrap_or(DEFAULT_ORDER)
    }

    /// Returns the columns to sort cards by: those shown, and the principal.
    pub fn sortable_columns(&self) -> Vec<DealColumn> {
        let mut columns = vec![DealColumn::Age, DealColumn::Name, DealColumn::Owner, DealColumn::Class];
        for key in [self.board.field, KpiKey::CrdTotal] {
            if !columns.contains(&DealColumn::Kpi(key)) {
                columns.push(DealColumn::Kpi(key));
            }
        }
        // Offer the current column too; another view may have set it.
        let current = self.board_order().column;
        if !columns.contains(&current) {
            columns.push(current);
        }
        columns
    }

    /// Sorts the rows of every column in the chosen order. Swimlanes are split afterwards.
    pub(crate) fn order_columns(&mut self, cx: &mut AppCx) {
        let asked = query_order(&self.board.query);
        let keys = if asked.is_empty() { self.board.layout.order().into_iter().collect() } else { asked };
        if !keys.is_empty() {
            let deals = cx.snapshot.deals.clone();
            let (all_rows, collation) = (self.all_deals.board(), cx.collation());
            let ordered = &mut self.board.sorted;
            let order = ordered.rows(&deals, all_rows, &keys, &collation);
            sort_rows(&mut self.filtered, order);
        }
    }

    /// Returns whether the board has its default order and no swimlanes. Only then can changes be applied row by row.
    pub(in crate::deals) fn has_default_order(&self) -> bool {
        let is_default = self.board.layout.order().is_none() && self.board.query.order().is_empty();
        is_default && self.board.layout.swimlanes == Swimlanes::None
    }
}

/// Sorts the rows of each column by `order`, which contains them all.
fn sort_rows(filtered: &mut FilteredBoard, order: &[RowIdx]) {
    const NO_COLUMN: u16 = u16::MAX;
    let len = order.iter().max().map_or(0, |ix| *ix as usize + 1);
    let mut column_of = vec![NO_COLUMN; len];
    let mut rows: Vec<Vec<RowIdx>> = Vec::with_capacity(filtered.columns.len());
    for (column, at) in filtered.columns.iter().zip(0_u16..) {
        for ix in column.rows.iter() {
            if let Some(slot) = column_of.get_mut(*ix as usize) {
                *slot = at;
            }
        }
        rows.push(Vec::with_capacity(column.rows.len()));
    }
    for ix in order {
        let at = column_of.get(*ix as usize).copied().unwrap_or(NO_COLUMN);
        if let Some(rows) = rows.get_mut(usize::from(at)) {
            rows.push(*ix);
        }
    }
    for (column, rows) in filtered.columns.iter_mut().zip(rows) {
        column.rows = Arc::new(rows);
    }
}
