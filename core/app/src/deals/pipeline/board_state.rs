//! The state of the board: filter, focus, layout and computed metrics.

use crate::contract::ids::DealId;
use crate::contract::models::kpi::KpiKey;
use crate::dataset::sorted_cache::Ordered;
use crate::dataset::stage_ages::StageAges;
use crate::deals::pipeline::board_focus::{Abreast, Cursor, Viewport};
use crate::deals::pipeline::board_look::BoardLook;
use crate::deals::pipeline::column_figure::{ColumnFigures, SlowOnce};
use crate::deals::pipeline::swimlane::Lane;
use crate::deals::pipeline::word_sense::OtherSense;
use crate::query::{Query, QueryError};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The board's state.
#[derive(Clone, Debug)]
pub struct BoardState {
    /// Filter as typed.
    pub filter: String,
    /// Error of the filter, if any; the text before the error applies.
    pub filter_error: Option<QueryError>,
    /// True if the user applied the filter with that error, unchanged since.
    pub(crate) filter_refused: bool,
    /// Text of the active filter: all of it, or the part before the error.
    pub filter_kept: String,
    /// Filter before typing began, restored on cancel.
    pub(crate) filter_before: String,
    /// Focused deal before typing began.
    pub(crate) deal_before: Option<DealId>,
    /// Position of the focus.
    pub cursor: Cursor,
    /// Statuses of the folded columns.
    pub folded: BTreeSet<String>,
    /// Folded statuses that the user folded again under the current filter.
    pub(crate) folded_again: BTreeSet<String>,
    /// Statuses of empty columns that the user opened in presentation mode.
    pub(crate) opened_empty: BTreeSet<String>,
    /// Size of the visible board.
    pub viewport: Viewport,
    /// Number shown on the cards.
    pub field: KpiKey,
    /// The user's names set in the palette; those of the configuration are in the options.
    pub(crate) me: Vec<String>,
    pub(crate) query: Query,
    pub(crate) scroll: BTreeMap<String, usize>,
    /// Status the last card was moved to, with the earlier scroll position of its column.
    pub(crate) scroll_before: Option<(String, usize)>,
    pub(crate) first_column: usize,
    /// Row of the current sideways movement.
    pub(in crate::deals) abreast: Option<Abreast>,
    pub(crate) look: BoardLook,
    pub(crate) lanes: Vec<Lane>,
    /// All deals in the card order.
    pub(crate) ordered: Ordered,
    /// Times in status, per status.
    pub(crate) ages: StageAges,
    /// Metrics of the column heads.
    pub(crate) figures: ColumnFigures,
    /// Slow counts of the shown deals, for card orders that do not give them.
    pub(in crate::deals) slow: SlowOnce,
    /// Alternative meaning of a filter word, once it was needed.
    pub(crate) other_sense: OnceLock<Option<OtherSense>>,
}

impl Default for BoardState {
    fn default() -> Self {
        Self {
            filter: String::new(),
            filter_error: None,
            filter_refused: false,
            filter_kept: String::new(),
            filter_before: String::new(),
            deal_before: None,
            cursor: Cursor::default(),
            folded: BTreeSet::new(),
            folded_again: BTreeSet::new(),
            opened_empty: BTreeSet::new(),
            viewport: Viewport::default(),
            field: KpiKey::Ltv,
            me: Vec::new(),
            query: Query::default(),
            scroll: BTreeMap::new(),
            scroll_before: None,
            first_column: 0,
            abreast: None,
            look: BoardLook::default(),
            lanes: Vec::new(),
            ordered: Ordered::default(),
            ages: StageAges::default(),
            figures: ColumnFigures::default(),
            slow: SlowOnce::new(),
            other_sense: OnceLock::new(),
        }
    }
}

impl BoardState {
    /// Returns the index of a column's first visible card.
    pub fn scroll_of(&self, status: &str) -> usize {
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
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// Drops the metrics after the columns changed.
    pub(crate) fn forget_figures(&mut self) {
        self.figures.forget();
        self.slow.take();
        self.other_sense.take();
    }

    /// Returns whether a filter is active.
    pub fn filtered(&self) -> bool {
        !self.query.is_empty()
    }
}
