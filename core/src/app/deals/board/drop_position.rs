//! Where cards on their way will stand, before they are let go: by the order in force, among those that stand there.

use std::collections::HashSet;
use std::ops::Range;

use crate::contract::ids::DealId;
use crate::engine::{Bound, DealRow, RowIx, StageSince, by_age_order};

use crate::app::deals::pipeline::layout::Lanes;
use crate::app::foundation::dataset::sort_keys;
use crate::app::shell::app::App;

/// Of more than so many the places are not figured: nobody looks for the place of a thousandth card.
const MOST: usize = 1_000;

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

impl App {
    /// The places of a column's cards that stand in the lane `code`; all of them where the board has no lanes. `None` where
    /// there is no such column or lane.
    pub fn lane_places(&self, column: usize, code: Option<&str>) -> Option<Range<usize>> {
        let Some(code) = code else {
            return Some(0..self.pipeline.lens.columns.get(column)?.rows.len());
        };
        let lane = self.pipeline.board.lanes.iter().find(|lane| lane.code == code)?;
        lane.places.get(column).cloned()
    }

    /// Where a deal would stand in a column if it were moved there now, as a place among its cards; in the lane `code`
    /// where the board has lanes. The clock of its status starts again with the move.
    pub fn landing(&self, deal: &DealId, column: usize, code: Option<&str>) -> Option<usize> {
        let table = &self.cx.snapshot.deals;
        let row = table.row(table.find(deal.as_str())?)?;
        let (range, rows) = self.standing(column, code)?;
        Some(range.start + self.place_among(row, column, rows)?)
    }

    /// The same of all that would be let go together: the card alone, or with the others that are selected. A lane of a
    /// class takes none of another.
    pub fn landings(&self, deal: &DealId, many: bool, column: usize, code: Option<&str>) -> Option<Landings> {
        let table = &self.cx.snapshot.deals;
        let (_, rows) = self.standing(column, code)?;
        let stands: HashSet<RowIx> = rows.iter().copied().collect();
        let class = code.filter(|_| self.pipeline.board.look.lanes == Lanes::Class);
        let carried = if many {
            self.selected()
        } else {
            table.find(deal.as_str()).into_iter().collect()
        };
        let coming: Vec<DealRow<'_>> = carried
            .into_iter()
            .filter(|ix| !stands.contains(ix))
            .filter_map(|ix| table.row(ix))
            .filter(|row| class.is_none_or(|class| row.class == class))
            .collect();
        let (count, total) = (coming.len(), rows.len() + coming.len());
        let mut places: Vec<usize> = coming
            .into_iter()
            .take(MOST + 1)
            .filter_map(|row| self.place_among(row, column, rows))
            .collect();
        places.sort_unstable();
        // Each stands after those that come before it.
        let ends = places.first().zip(places.last()).filter(|_| count <= MOST);
        Some(Landings {
            places: ends.map(|(first, last)| (first + 1, last + count)),
            coming: count,
            total,
        })
    }

    /// What stands in a column, or there in a lane.
    fn standing(&self, column: usize, code: Option<&str>) -> Option<(Range<usize>, &[RowIx])> {
        let range = self.lane_places(column, code)?;
        let rows = self.pipeline.lens.columns.get(column)?.rows.get(range.clone())?;
        Some((range, rows))
    }

    /// Where a deal would come among the cards of a column.
    fn place_among(&self, mut moved: DealRow<'_>, column: usize, rows: &[RowIx]) -> Option<usize> {
        let table = &self.cx.snapshot.deals;
        let target = self.pipeline.lens.columns.get(column)?;
        if moved.status != target.status {
            moved.since = Some(StageSince {
                at: self.observed_now().as_second(),
                bound: Bound::Exact,
            });
        }
        Some(match self.pipeline.board.look.order() {
            Some(key) => sort_keys::place(table, rows, &moved, key, &self.collation()),
            None => rows.partition_point(|ix| {
                table
                    .row(*ix)
                    .is_some_and(|row| by_age_order(&row, &moved).is_lt())
            }),
        })
    }
}
