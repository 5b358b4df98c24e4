//! The state of the board: filter, focus, layout and computed metrics.

use crate::contract::ids::DealId;
use crate::contract::models::kpi::KpiKey;
use crate::dataset::sorted_cache::SortedRows;
use crate::dataset::status_ages::AgesByStatus;
use crate::deals::pipeline::board_layout::BoardLayout;
use crate::deals::pipeline::column_metric::{ColumnMetric, SlowCount};
use crate::deals::pipeline::swimlane::Swimlane;
use crate::query::{Query, QueryError};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The board's state.
#[derive(Clone, Debug, Default)]
pub struct BoardState {
    /// Filter as typed.
    pub filter: String,
    /// Error of the filter, if any; the text before the error applies.
    pub filter_error: Option<QueryError>,
    /// True if the user applied the filter with that error, unchanged since.
    pub(crate) filter_applied_invalid: bool,
    /// Text of the active filter: all of it, or the part before the error.
    pub active_filter: String,
    /// Filter before typing began, restored on cancel.
    pub(crate) prev_filter: String,
    /// Focused deal before typing began.
    pub(crate) prev_deal: Option<DealId>,
    /// Position of the focus.
    pub cursor: BoardCursor,
    /// Statuses of the collapsed columns.
    pub collapsed: BTreeSet<String>,
    /// Collapsed statuses that the user collapsed again under the current filter.
    pub(crate) recollapsed: BTreeSet<String>,
    /// Statuses of empty columns that the user opened in presentation mode.
    pub(crate) opened_empty: BTreeSet<String>,
    /// Size of the visible board.
    pub viewport: BoardViewport,
    /// Number shown on the cards.
    pub field: KpiKey,
    /// The user's names set in the palette; those of the configuration are in the options.
    pub(crate) own_names: Vec<String>,
    pub(crate) query: Query,
    pub(crate) scroll: BTreeMap<String, usize>,
    /// Status the last card was moved to, with the earlier scroll position of its column.
    pub(crate) prev_scroll: Option<(String, usize)>,
    pub(crate) first_column: usize,
    /// Row of the current sideways movement.
    pub(in crate::deals) goal_row: Option<GoalRow>,
    pub(crate) layout: BoardLayout,
    pub(crate) swimlanes: Vec<Swimlane>,
    /// First visible row of cards, if the board has swimlanes: index of the swimlane, and of the row in it.
    pub(crate) lane_top: (usize, usize),
    /// All deals in the card order.
    pub(crate) sorted: SortedRows,
    /// Times in status, per status.
    pub(crate) ages: AgesByStatus,
    /// Metrics of the column headers by status code, except those of the columns' own sums.
    pub(crate) metrics: OnceLock<Vec<ColumnMetric>>,
    /// Slow counts of the shown deals, for card orders that do not give them.
    pub(in crate::deals) slow_count: OnceLock<SlowCount>,
    /// Alternative meaning of a filter word, once it was needed.
    pub(crate) alternative: OnceLock<Option<AlternativeSense>>,
    /// Number of deals of each class and owner, once completion needed it.
    pub(in crate::deals) value_counts: OnceLock<[Vec<usize>; 2]>,
}

impl BoardState {
    /// Returns the index of a column's first visible card.
    pub fn scroll_offset(&self, status: &str) -> usize {
        self.scroll.get(status).copied().unwrap_or(0)
    }

    /// Returns the index of the first visible column.
    pub fn first_column(&self) -> usize {
        self.first_column
    }

    /// Returns the active filter.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// Returns the swimlanes in order; empty if the board has none.
    pub fn swimlanes(&self) -> &[Swimlane] {
        &self.swimlanes
    }

    /// Drops the metrics after the columns changed.
    pub(crate) fn reset_metrics(&mut self) {
        self.metrics.take();
        self.slow_count.take();
        self.alternative.take();
        self.value_counts.take();
    }

    /// Returns whether a filter is active.
    pub fn is_filtered(&self) -> bool {
        !self.query.is_empty()
    }
}

/// Another meaning of a word in the filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternativeSense {
    /// Condition in filter syntax.
    pub term: String,
    /// Whole filter, with the condition in place of the word.
    pub filter: String,
    /// Number of deals that filter finds.
    pub count: usize,
}

/// The remembered row of a sideways movement, until something else moves the focus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GoalRow {
    /// Column of the last focus.
    pub(crate) column: usize,
    pub(crate) deal: Option<DealId>,
    /// Code of the swimlane; `None` if the board has none.
    pub(crate) swimlane: Option<String>,
    /// Row number, from the swimlane's first or the first visible row.
    pub(crate) row: usize,
}

/// Size of the visible board, used to scroll the focus into view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardViewport {
    /// Number of columns that fit.
    pub columns: usize,
    /// Number of whole cards that fit in a column.
    pub cards: usize,
    /// Number of text lines below the column headers.
    pub lines: usize,
}

impl Default for BoardViewport {
    fn default() -> Self {
        Self { columns: 4, cards: 6, lines: 24 }
    }
}

/// Position of the focus.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardCursor {
    /// Index of the column on the board.
    pub column: usize,
    /// Index of the card in the column.
    pub index: usize,
    /// The focused deal, if the column has any.
    pub deal: Option<DealId>,
}
