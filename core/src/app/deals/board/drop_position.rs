//! Where cards on their way will stand, before they are let go: by the order in force, among those that stand there.

use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use std::ops::Range;

use crate::contract::ids::DealId;
use crate::model::table::{Bound, DealRow, RowIx, StageSince, by_age_order};

use crate::app::foundation::dataset::sort_keys;

/// Of more than so many the places are not figured: nobody looks for the place of a thousandth card.
pub(in crate::app) const MOST: usize = 1_000;

/// The places of cards that are let go together, counted from 1 among all that will stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landings {
    /// Where the first of them will stand, and the last; `None` where they are too many to be looked for.
    pub places: Option<(usize, usize)>,
    /// How many of them come: what stands there already does not.
    pub coming: usize,
    /// How many will stand there.
    pub total: usize,
}

impl Landings {
    /// Whether they will stand beside each other.
    #[must_use]
    pub fn together(&self) -> bool {
        self.places
            .is_some_and(|(first, last)| last + 1 - first == self.coming)
    }
}

impl Pipeline {
    /// The places of a column's cards that stand in the lane `code`; all of them where the board has no lanes. `None` where
    /// there is no such column or lane.
    pub fn lane_places(&self, column: usize, code: Option<&str>) -> Option<Range<usize>> {
        let Some(code) = code else {
            return Some(0..self.lens.columns.get(column)?.rows.len());
        };
        let lane = self.board.lanes.iter().find(|lane| lane.code == code)?;
        lane.places.get(column).cloned()
    }

    /// Where a deal would stand in a column if it were moved there now, as a place among its cards; in the lane `code`
    /// where the board has lanes. The clock of its status starts again with the move.
    pub fn landing(&self, deal: &DealId, column: usize, code: Option<&str>, cx: &AppCx) -> Option<usize> {
        let table = &cx.snapshot.deals;
        let row = table.row(table.find(deal.as_str())?)?;
        let (range, rows) = self.standing(column, code)?;
        Some(range.start + self.place_among(row, column, rows, cx)?)
    }

    /// What stands in a column, or there in a lane.
    pub(in crate::app) fn standing(
        &self,
        column: usize,
        code: Option<&str>,
    ) -> Option<(Range<usize>, &[RowIx])> {
        let range = self.lane_places(column, code)?;
        let rows = self.lens.columns.get(column)?.rows.get(range.clone())?;
        Some((range, rows))
    }

    /// Where a deal would come among the cards of a column.
    pub(in crate::app) fn place_among(
        &self,
        mut moved: DealRow<'_>,
        column: usize,
        rows: &[RowIx],
        cx: &AppCx,
    ) -> Option<usize> {
        let table = &cx.snapshot.deals;
        let target = self.lens.columns.get(column)?;
        if moved.status != target.status {
            moved.since = Some(StageSince {
                at: cx.observed_now().as_second(),
                bound: Bound::Exact,
            });
        }
        Some(match self.board.look.order() {
            Some(key) => sort_keys::place(table, rows, &moved, key, &cx.collation()),
            None => rows.partition_point(|ix| {
                table
                    .row(*ix)
                    .is_some_and(|row| by_age_order(&row, &moved).is_lt())
            }),
        })
    }
}
