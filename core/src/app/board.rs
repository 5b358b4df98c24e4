//! Where the focus stands on the board. It belongs to a deal, not to a place: a refresh or a move of the card takes
//! the focus along, and only a vanished deal leaves it to its neighbour.

use std::collections::{BTreeMap, BTreeSet};

use crate::contract::ids::DealId;
use crate::contract::kpi::KpiKey;
use crate::engine::{DealRow, DealTable, Effect};
use crate::query::{Query, QueryError};
use crate::view::vocabulary::Family;

use super::board_look::BoardLook;
use super::lanes::{self, Lane};
use super::lens::{Lens, LensColumn};
use super::ordered::Ordered;
use super::stage_ages::StageAges;
use super::step::step;
use super::{App, ToastKind};

/// The name under which the person's own name is kept.
pub(super) const ME: &str = "me";

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
    /// The text of the filter in force: all of it, or what stands before the mistake.
    pub filter_kept: String,
    /// The filter as it stood when typing began, for whoever changes their mind.
    pub(super) filter_before: String,
    /// The focus.
    pub cursor: Cursor,
    /// The statuses whose columns are folded.
    pub folded: BTreeSet<String>,
    /// How much fits on the screen.
    pub viewport: Viewport,
    /// The number shown on the cards.
    pub field: KpiKey,
    /// The names a person goes by, said in the palette; those of the configuration stand in the options.
    pub(super) me: Vec<String>,
    pub(super) query: Query,
    pub(super) scroll: BTreeMap<String, usize>,
    /// The status that the last card was moved to, and how far its column was scrolled before.
    pub(super) scroll_before: Option<(String, usize)>,
    pub(super) first_column: usize,
    pub(super) look: BoardLook,
    pub(super) lanes: Vec<Lane>,
    /// Every deal in the order chosen for the cards.
    pub(super) ordered: Ordered,
    /// How long deals stand in each status.
    pub(super) ages: StageAges,
}

impl Default for BoardState {
    fn default() -> Self {
        Self {
            filter: String::new(),
            filter_error: None,
            filter_kept: String::new(),
            filter_before: String::new(),
            cursor: Cursor::default(),
            folded: BTreeSet::new(),
            viewport: Viewport::default(),
            field: KpiKey::Ltv,
            me: Vec::new(),
            query: Query::default(),
            scroll: BTreeMap::new(),
            scroll_before: None,
            first_column: 0,
            look: BoardLook::default(),
            lanes: Vec::new(),
            ordered: Ordered::default(),
            ages: StageAges::default(),
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

    /// Whether a filter is in force.
    pub fn filtered(&self) -> bool {
        !self.query.is_empty()
    }
}

impl App {
    /// Finds out what the filter leaves, and the focus again.
    pub(crate) fn look(&mut self) {
        self.learn_statuses();
        let now = self.observed_now().as_second();
        self.lens = Lens::through(
            &mut self.sieve,
            &self.snapshot.deals,
            &self.board.query,
            &self.known_statuses,
            now,
        );
        self.order_columns();
        self.board.ages.follow(&self.snapshot.deals);
        let (wanted, lang) = (self.board.look.lanes, self.options.lang);
        self.board.lanes = lanes::arrange(&mut self.lens, &self.snapshot.deals, wanted, lang);
        self.clamp_scrolls();
        self.anchor();
    }

    /// Follows the table from what it was `before`.
    pub(super) fn look_after(&mut self, before: &DealTable) {
        self.learn_statuses();
        // What stands in lanes or in an order of its own is put in that anew.
        let followed = self.in_own_order()
            && self.lens.follow(
                before,
                &self.snapshot.deals,
                &self.board.query,
                &self.known_statuses,
                self.observed_now().as_second(),
            );
        if followed {
            self.board.ages.follow(&self.snapshot.deals);
            self.clamp_scrolls();
            self.anchor();
        } else {
            self.look();
        }
    }

    fn learn_statuses(&mut self) {
        // A service that holds no deal shows none of its statuses: then those of our dictionary are offered.
        let snapshot = &self.snapshot;
        if snapshot.coverage.complete_at.is_some()
            && snapshot.deals.is_empty()
            && self.known_statuses.is_empty()
        {
            let codes = Family::DealStatus.codes().iter().map(|code| code.code.to_owned());
            self.known_statuses.extend(codes);
        }
        let texts = self.snapshot.deals.statuses().iter().map(|(_, text)| text);
        let codes = texts.chain(self.snapshot.status_totals.keys().map(|s| &**s));
        for code in codes.filter(|code| !code.is_empty()) {
            if !self.known_statuses.contains(code) {
                self.known_statuses.insert(code.to_owned());
            }
        }
    }

    /// No column stays scrolled past its end when cards leave it.
    fn clamp_scrolls(&mut self) {
        let cards = self.board.viewport.cards.max(1);
        for column in &self.lens.columns {
            if let Some(first) = self.board.scroll.get_mut(&column.status) {
                *first = (*first).min(column.rows.len().saturating_sub(cards));
            }
        }
    }

    /// Finds the focused deal's place again; if it is gone, its neighbour takes the focus.
    fn anchor(&mut self) {
        self.arrange_table();
        let table = &self.snapshot.deals;
        let deal = self.board.cursor.deal.as_ref();
        let row = deal.and_then(|deal| table.find(deal.as_str()));
        if let Some((column, index)) = row.and_then(|ix| self.lens.place(table, ix)) {
            self.board.cursor.column = column;
            self.board.cursor.index = index;
        }
        self.settle();
    }

    /// Makes the focus stand on an existing card and in sight.
    fn settle(&mut self) {
        if self.lens.columns.is_empty() {
            self.board.cursor = Cursor::default();
            return;
        }
        let here = self.board.cursor.column.min(self.lens.columns.len() - 1);
        let has_cards = |at: &usize| !self.lens.columns[*at].rows.is_empty();
        let beside = (here..self.lens.columns.len())
            .find(has_cards)
            .or_else(|| (0..here).rev().find(has_cards));
        let column = beside.unwrap_or(here);
        self.focus_at(column, self.board.cursor.index);
    }

    /// Puts the focus on the nearest card in sight: after a filter, what is left may lie in a folded column alone, or
    /// beside it.
    fn focus_seen(&mut self) {
        if self.board.cursor.deal.is_some() {
            return;
        }
        let here = self.board.cursor.column.min(self.lens.columns.len());
        let seen = |at: &usize| {
            let column = &self.lens.columns[*at];
            !column.rows.is_empty() && !self.board.folded.contains(&column.status)
        };
        let nearest = (here..self.lens.columns.len())
            .find(seen)
            .or_else(|| (0..here).rev().find(seen));
        if let Some(column) = nearest {
            self.focus_at(column, 0);
        }
    }

    /// Puts the focus on a place, or on the nearest one that exists.
    pub(crate) fn focus_at(&mut self, column: usize, index: usize) {
        let Some(target) = self.lens.columns.get(column) else {
            return;
        };
        let index = index.min(target.rows.len().saturating_sub(1));
        // A folded column can have the focus, to be unfolded; its cards, which nobody sees, can't.
        let seen = self.table.shown || !self.board.folded.contains(&target.status);
        let row = target.rows.get(index).filter(|_| seen);
        let deal = row.and_then(|ix| self.snapshot.deals.row(*ix));
        let deal = deal.and_then(|row| DealId::new(row.id).ok());
        self.board.cursor = Cursor { column, index, deal };
        self.keep_in_sight();
        self.focus_follows();
    }

    /// Tells how much fits, as a front end does at each change of size.
    pub fn set_viewport(&mut self, viewport: Viewport) {
        if self.board.viewport != viewport {
            self.board.viewport = viewport;
            self.clamp_scrolls();
            self.keep_in_sight();
        }
    }

    fn keep_in_sight(&mut self) {
        let Viewport { columns, cards } = self.board.viewport;
        let cursor = &self.board.cursor;
        let Some(column) = self.lens.columns.get(cursor.column) else {
            return;
        };
        let first = self.board.scroll.entry(column.status.clone()).or_default();
        let last_first = column.rows.len().saturating_sub(cards.max(1));
        *first = (*first)
            .clamp((cursor.index + 1).saturating_sub(cards.max(1)), cursor.index)
            .min(last_first);
        let open = |at: usize| !self.is_aside(at);
        let shown: Vec<usize> = (0..self.lens.columns.len()).filter(|at| open(*at)).collect();
        let place = shown.iter().position(|at| *at >= cursor.column).unwrap_or(0);
        let most = shown.len().saturating_sub(columns.max(1));
        self.board.first_column = self
            .board
            .first_column
            .clamp((place + 1).saturating_sub(columns.max(1)), place)
            .min(most);
    }

    /// Moves the focus along the column.
    pub(crate) fn focus_by(&mut self, by: isize) {
        if self.table.shown {
            return self.focus_row_by(by);
        }
        let Cursor { column, index, .. } = self.board.cursor;
        let index = index.saturating_add_signed(by);
        self.focus_at(column, index);
    }

    /// Moves the focus to the next column that has a card or can be unfolded, keeping its height on the screen.
    pub(crate) fn focus_column_by(&mut self, forward: bool) {
        let here = self.board.cursor.column;
        let has_cards = |at: &usize| {
            let column = &self.lens.columns[*at];
            !column.rows.is_empty() || self.board.folded.contains(&column.status)
        };
        let target = if forward {
            (here + 1..self.lens.columns.len()).find(has_cards)
        } else {
            (0..here).rev().find(has_cards)
        };
        if let Some(target) = target {
            let height = self.board.cursor.index - self.board.cursor.index.min(self.scroll_at(here));
            self.focus_at(target, self.scroll_at(target) + height);
        }
    }

    /// Notes how far the column of `status` is scrolled, before a card goes there and takes it along.
    pub(super) fn note_scroll_before(&mut self, status: &str) {
        self.board.scroll_before = Some((status.to_owned(), self.board.scroll_of(status)));
    }

    /// Scrolls the column of `status` back to where it was before the card came that leaves it now.
    pub(super) fn scroll_as_before(&mut self, status: &str) {
        if let Some((status, first)) = self.board.scroll_before.take_if(|(of, _)| of == status) {
            self.board.scroll.insert(status, first);
        }
    }

    fn scroll_at(&self, column: usize) -> usize {
        self.lens
            .columns
            .get(column)
            .map_or(0, |c| self.board.scroll_of(&c.status))
    }

    /// Scrolls a column without moving the focus out of sight.
    pub(crate) fn scroll_column(&mut self, column: usize, by: isize) {
        let Some(target) = self.lens.columns.get(column) else {
            return;
        };
        let (status, cards) = (target.status.clone(), self.board.viewport.cards.max(1));
        let most = target.rows.len().saturating_sub(cards);
        let first = step(self.board.scroll_of(&status), by, most + 1);
        self.board.scroll.insert(status, first);
        if column == self.board.cursor.column {
            let index = self.board.cursor.index.clamp(first, first + cards - 1);
            self.focus_at(column, index);
        }
    }

    /// Notes which card of a column is the first in sight, as a front end does that scrolls by points: the focus stays
    /// where it is, in sight or not.
    pub fn note_scroll(&mut self, column: usize, first: usize) {
        if let Some(target) = self.lens.columns.get(column) {
            self.board.scroll.insert(target.status.clone(), first);
        }
    }

    /// Folds or unfolds a column.
    pub(crate) fn fold_column(&mut self, column: usize) {
        let Some(LensColumn { status, .. }) = self.lens.columns.get(column) else {
            return;
        };
        if !self.board.folded.remove(status) {
            self.board.folded.insert(status.clone());
        }
        self.focus_at(self.board.cursor.column, self.board.cursor.index);
    }

    /// A query in which "me" stands for the names of the person.
    pub(super) fn personal(&self, query: Query) -> Query {
        let names = self.options.me.iter().chain(&self.board.me);
        query.for_person(&names.map(String::as_str).collect::<Vec<_>>())
    }

    /// Learns the name of the person, and looks through the filter anew. It is kept with the profile.
    pub(super) fn set_me(&mut self, name: &str) -> Vec<Effect> {
        let name = name.trim();
        self.board.me = (!name.is_empty()).then(|| name.to_owned()).into_iter().collect();
        self.set_filter(self.board.filter.clone());
        self.views.counted = None;
        self.count_views();
        self.say(
            ToastKind::MeKnown {
                name: name.to_owned(),
            },
            super::toast::SHORT,
        );
        vec![Effect::Keep {
            name: ME.to_owned(),
            value: self.board.me.first().cloned(),
        }]
    }

    /// Takes up the name kept with the profile.
    pub(super) fn take_me(&mut self, kept: Option<&String>) {
        self.board.me = kept.cloned().into_iter().collect();
    }

    /// Takes a new filter. Of a wrong one what stands before the mistake is in force, and the mistake is told: what is
    /// shown is a matter of the text, not of how it was typed.
    pub(crate) fn set_filter(&mut self, text: String) {
        let (query, kept, error) = Query::readable(&text);
        self.board.filter = text;
        self.board.filter_error = error;
        let query = self.personal(query);
        if self.board.filter_error.is_some() && self.board.query == query {
            self.board.filter_kept = kept;
            return;
        }
        self.board.query = query;
        self.board.scroll.clear();
        self.board.filter_kept = kept;
        self.look();
        self.focus_seen();
    }

    /// The row that has the focus: the opened deal on its screen, the focused card on the board.
    pub fn focused_row(&self) -> Option<DealRow<'_>> {
        if self.screen == super::Screen::Deal {
            return self.opened_row();
        }
        let table = &self.snapshot.deals;
        table.row(table.find(self.board.cursor.deal.as_ref()?.as_str())?)
    }
}
