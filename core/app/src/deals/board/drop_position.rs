//! Positions of cards before they are dropped, in the current order of the target column.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use std::ops::Range;

use crate::contract::ids::DealId;
use crate::model::table::{DealRow, RowIdx, StatusSince, TimePrecision, by_age_order};

use crate::dataset::sort_keys;

/// Maximum number of cards whose positions are computed.
pub(crate) const MAX_DROP_CARDS: usize = 1_000;

/// Positions of cards that are dropped together, counted from 1 among all cards there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropPreview {
    /// First and last position; `None` if there are too many cards to compute.
    pub range: Option<(usize, usize)>,
    /// Number of cards that arrive, without those already there.
    pub arriving: usize,
    /// Number of cards there after the drop.
    pub total: usize,
}

impl DropPreview {
    /// Returns whether the cards are adjacent after the drop.
    #[must_use]
    pub fn is_contiguous(&self) -> bool {
        self.range.is_some_and(|(first, last)| last + 1 - first == self.arriving)
    }
}

impl Pipeline {
    /// Returns the range of a column's cards in swimlane `code`, or all without swimlanes. `None` if the column or
    /// swimlane does not exist.
    pub fn swimlane_range(&self, column: usize, code: Option<&str>) -> Option<Range<usize>> {
        let Some(code) = code else {
            return Some(0..self.filtered.columns.get(column)?.rows.len());
        };
        let swimlane = self.board.swimlanes.iter().find(|swimlane| swimlane.code == code)?;
        swimlane.ranges.get(column).cloned()
    }

    /// Returns the index a deal would get in a column now. With swimlanes, the index is in swimlane `code`. The move
    /// restarts the deal's time in status.
    pub fn drop_index(&self, deal: &DealId, column: usize, code: Option<&str>, cx: &AppCx) -> Option<usize> {
        let table = &cx.snapshot.deals;
        let deal_row = table.row(table.find(deal.as_str())?)?;
        let (range, rows) = self.range_and_rows(column, code)?;
        Some(range.start + self.insert_index(deal_row, column, rows, cx)?)
    }

    /// Returns the range and rows of a column, or of its part in a swimlane.
    pub(crate) fn range_and_rows(
        &self,
        column: usize,
        code: Option<&str>,
    ) -> Option<(Range<usize>, &[RowIdx])> {
        let range = self.swimlane_range(column, code)?;
        let rows = self.filtered.columns.get(column)?.rows.get(range.clone())?;
        Some((range, rows))
    }

    /// Returns the index that a deal would get among a column's cards.
    pub(crate) fn insert_index(
        &self,
        mut moved: DealRow<'_>,
        column: usize,
        rows: &[RowIdx],
        cx: &AppCx,
    ) -> Option<usize> {
        let table = &cx.snapshot.deals;
        let target = self.filtered.columns.get(column)?;
        if moved.status != target.status {
            moved.since =
                Some(StatusSince { at: cx.observed_now().as_second(), precision: TimePrecision::Exact });
        }
        Some(match self.board.layout.order() {
            Some(key) => sort_keys::insertion_index(table, rows, &moved, key, &cx.collation()),
            None => rows
                .partition_point(|ix| table.row(*ix).is_some_and(|row| by_age_order(&row, &moved).is_lt())),
        })
    }
}
