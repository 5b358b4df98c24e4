//! The state of the board: its filter, its focus, its looks and what is figured of it.

use crate::app::deals::pipeline::board_focus::Viewport;
use crate::app::deals::pipeline::board_focus::Cursor;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::OnceLock;
use crate::app::deals::pipeline::column_figure::ColumnFigures;
use crate::app::deals::pipeline::board_focus::Abreast;
use crate::app::deals::pipeline::column_figure::SlowOnce;
use crate::app::deals::pipeline::swimlane::Lane;
use crate::app::foundation::dataset::sorted_cache::Ordered;
use crate::app::foundation::dataset::stage_ages::StageAges;
use crate::contract::ids::DealId;
use crate::contract::models::kpi::KpiKey;
use crate::query::Query;
use crate::query::QueryError;
use crate::app::deals::pipeline::word_sense::OtherSense;
use crate::app::deals::pipeline::board_look::BoardLook;

/// The board's state.
#[derive(Clone, Debug)]
pub struct BoardState {
    /// The filter as typed.
    pub filter: String,
    /// What is wrong with it, if anything; what stands before the mistake is in force.
    pub filter_error: Option<QueryError>,
    /// Whether it was asked for with that mistake, and not changed since.
    pub(in crate::app) filter_refused: bool,
    /// The text of the filter in force: all of it, or what stands before the mistake.
    pub filter_kept: String,
    /// The filter as it stood when typing began, for whoever changes their mind.
    pub(in crate::app) filter_before: String,
    /// The deal that had the focus then.
    pub(in crate::app) deal_before: Option<DealId>,
    /// The focus.
    pub cursor: Cursor,
    /// The statuses whose columns are folded.
    pub folded: BTreeSet<String>,
    /// Those of them that were folded while the filter in force stood.
    pub(in crate::app) folded_again: BTreeSet<String>,
    /// The statuses whose columns are empty and were opened nevertheless, in front of others.
    pub(in crate::app) opened_empty: BTreeSet<String>,
    /// How much fits on the screen.
    pub viewport: Viewport,
    /// The number shown on the cards.
    pub field: KpiKey,
    /// The names a person goes by, said in the palette; those of the configuration stand in the options.
    pub(in crate::app) me: Vec<String>,
    pub(in crate::app) query: Query,
    pub(in crate::app) scroll: BTreeMap<String, usize>,
    /// The status that the last card was moved to, and how far its column was scrolled before.
    pub(in crate::app) scroll_before: Option<(String, usize)>,
    pub(in crate::app) first_column: usize,
    /// The row that the focus goes sideways in.
    pub(in crate::app::deals) abreast: Option<Abreast>,
    pub(in crate::app) look: BoardLook,
    pub(in crate::app) lanes: Vec<Lane>,
    /// Every deal in the order chosen for the cards.
    pub(in crate::app) ordered: Ordered,
    /// How long deals stand in each status.
    pub(in crate::app) ages: StageAges,
    /// What the heads of the columns show.
    pub(in crate::app) figures: ColumnFigures,
    /// How many of the deals shown are slow, where their order does not tell it.
    pub(in crate::app::deals) slow: SlowOnce,
    /// What else a word of the filter may mean, once it was asked.
    pub(in crate::app) other_sense: OnceLock<Option<OtherSense>>,
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
    /// The first card shown of a column.
    pub fn scroll_of(&self, status: &str) -> usize {
        self.scroll.get(status).copied().unwrap_or(0)
    }

    /// The first column shown.
    pub fn first_column(&self) -> usize {
        self.first_column
    }

    /// The filter in force.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// The lanes, in order; none while the board has none.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// What the columns hold has changed.
    pub(in crate::app) fn forget_figures(&mut self) {
        self.figures.forget();
        self.slow.take();
        self.other_sense.take();
    }

    /// Whether a filter is in force.
    pub fn filtered(&self) -> bool {
        !self.query.is_empty()
    }
}
