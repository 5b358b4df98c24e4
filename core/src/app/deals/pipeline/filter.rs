//! The board: its filter, its columns as that leaves them, and how they are followed from one reading to the next.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::app::deals::board::column_stats::ColumnFigures;
use crate::app::deals::board::focus_sideways::Abreast;
use crate::app::deals::board::metrics::SlowOnce;
use crate::app::deals::board::swimlanes::{self, Lane};
use crate::app::foundation::dataset::filtered::Lens;
use crate::app::foundation::dataset::sorted_cache::Ordered;
use crate::app::foundation::dataset::stage_ages::StageAges;
use crate::app::shell::app::App;
use crate::contract::ids::DealId;
use crate::contract::kpi::KpiKey;
use crate::engine::{Code, DealTable, WriteState};
use crate::query::{Query, QueryError};
use crate::vocabulary::Family;

use super::filter_suggestions::OtherSense;
use super::layout::BoardLook;

/// How much of the board a front end shows, so that the focus is kept in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// How many columns fit.
    pub columns: usize,
    /// How many whole cards fit in a column.
    pub cards: usize,
}

impl Default for Viewport {
    fn default() -> Self {
        Self { columns: 4, cards: 6 }
    }
}

/// The place of the focus.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cursor {
    /// The column's place on the board.
    pub column: usize,
    /// The card's place in the column.
    pub index: usize,
    /// The deal there, if the column has any.
    pub deal: Option<DealId>,
}

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
    pub(super) folded_again: BTreeSet<String>,
    /// The statuses whose columns are empty and were opened nevertheless, in front of others.
    pub(super) opened_empty: BTreeSet<String>,
    /// How much fits on the screen.
    pub viewport: Viewport,
    /// The number shown on the cards.
    pub field: KpiKey,
    /// The names a person goes by, said in the palette; those of the configuration stand in the options.
    pub(in crate::app) me: Vec<String>,
    pub(in crate::app) query: Query,
    pub(in crate::app) scroll: BTreeMap<String, usize>,
    /// The status that the last card was moved to, and how far its column was scrolled before.
    pub(super) scroll_before: Option<(String, usize)>,
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
    pub(super) other_sense: OnceLock<Option<OtherSense>>,
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
    fn forget_figures(&mut self) {
        self.figures.forget();
        self.slow.take();
        self.other_sense.take();
    }

    /// Whether a filter is in force.
    pub fn filtered(&self) -> bool {
        !self.query.is_empty()
    }
}

impl App {
    /// Finds out what the filter leaves, and the focus again.
    pub(crate) fn look(&mut self) {
        self.learn_statuses();
        // Which of the selected deals are out of sight is told.
        self.pipeline.selection.forget_summary();
        self.pipeline.board.forget_figures();
        let now = self.observed_now().as_second();
        // What is shared with the whole would be copied where that changes.
        self.pipeline.lens.columns.clear();
        let whole = self
            .pipeline
            .whole
            .of(&self.cx.snapshot.deals, &self.pipeline.known_statuses);
        self.pipeline.lens = Lens::through(
            &mut self.pipeline.sieve,
            whole,
            &self.cx.snapshot.deals,
            &self.pipeline.board.query,
            now,
        );
        self.order_columns();
        self.pipeline.board.ages.follow(&self.cx.snapshot.deals);
        let (wanted, lang) = (self.pipeline.board.look.lanes, self.cx.options.lang);
        self.pipeline.board.lanes =
            swimlanes::arrange(&mut self.pipeline.lens, &self.cx.snapshot.deals, wanted, lang);
        self.clamp_scrolls();
        self.anchor();
    }

    /// Follows the table from what it was `before`.
    pub(in crate::app) fn look_after(&mut self, before: &DealTable) {
        self.learn_statuses();
        self.pipeline.board.forget_figures();
        // What stands in lanes or in an order of its own is put in that anew; without a filter the whole is what is shown.
        let followed = self.in_own_order()
            && self.pipeline.board.filtered()
            && self.pipeline.lens.follow(
                before,
                &self.cx.snapshot.deals,
                &self.pipeline.board.query,
                &self.pipeline.known_statuses,
                self.observed_now().as_second(),
            );
        if followed {
            self.pipeline
                .whole
                .of(&self.cx.snapshot.deals, &self.pipeline.known_statuses);
            self.pipeline.board.ages.follow(&self.cx.snapshot.deals);
            self.clamp_scrolls();
            self.anchor();
        } else {
            self.look();
        }
    }

    fn learn_statuses(&mut self) {
        // A service that holds no deal shows none of its statuses: then those of our dictionary are offered.
        let snapshot = &self.cx.snapshot;
        if snapshot.coverage.complete_at.is_some()
            && snapshot.deals.is_empty()
            && self.pipeline.known_statuses.codes.is_empty()
        {
            let codes = Family::DealStatus.codes().iter().map(|code| code.code.to_owned());
            self.pipeline.known_statuses.codes.extend(codes);
        }
        // What a write alone asks for is a status once the service has taken it.
        let deals = &self.cx.snapshot.deals;
        let taken = |code: Code, text: &str| {
            let confirmed = deals.orders().get(code.index());
            let unsent = |state: &WriteState| {
                matches!(
                    state,
                    WriteState::Held { .. } | WriteState::Waiting { .. } | WriteState::Sending
                )
            };
            confirmed.is_some_and(|order| !order.rows.is_empty())
                || deals
                    .laid()
                    .any(|row| row.status == text && !row.pending.is_some_and(unsent))
        };
        let known = &self.pipeline.known_statuses.codes;
        let texts = deals.statuses().iter();
        let texts = texts.filter(|(code, text)| !known.contains(*text) && taken(*code, text));
        let totals = self.cx.snapshot.status_totals.keys().map(|code| &**code);
        let codes = texts.map(|(_, text)| text).chain(totals);
        let new: Vec<String> = codes
            .filter(|code| !code.is_empty() && !known.contains(*code))
            .map(str::to_owned)
            .collect();
        self.pipeline.known_statuses.codes.extend(new);
    }

    /// Takes a new filter. Of a wrong one what stands before the mistake is in force, and the mistake is told: what is
    /// shown is a matter of the text, not of how it was typed.
    pub(crate) fn set_filter(&mut self, text: String) {
        let (query, kept, error) = Query::readable(&text);
        if text != self.pipeline.board.filter {
            // Whoever comes back to the same text letter by letter has begun anew.
            self.pipeline.completing = None;
            self.pipeline.pointed_completion = None;
        }
        self.pipeline.board.filter = text;
        self.complete_anew();
        self.pipeline.board.filter_error = error;
        self.pipeline.board.filter_refused = false;
        let query = self.personal(query);
        if self.pipeline.board.filter_error.is_some() && self.pipeline.board.query == query {
            self.pipeline.board.filter_kept = kept;
            return;
        }
        if self.pipeline.board.query != query {
            self.pipeline.board.folded_again.clear();
        }
        self.pipeline.board.query = query;
        self.pipeline.board.scroll.clear();
        self.pipeline.board.filter_kept = kept;
        // Where the focused deal is not among what is left, the first of it has the focus.
        self.pipeline.board.cursor.index = 0;
        self.begin_table_anew();
        self.look();
        self.focus_seen();
    }
}
