//! The focus of the board and what of it is in sight. The focus belongs to a deal, not to a place: a refresh or a move of
//! the card takes it along, and only a deal that vanished or was folded away leaves it to its neighbour; where others
//! moved it, or the person's own write to it came to nothing, the column is unfolded instead.

use super::filter::{Cursor, Viewport};
use crate::app::foundation::dataset::filtered::LensColumn;
use crate::app::foundation::input::step::step;
use crate::app::shell::app::{App, Screen};
use crate::contract::ids::DealId;
use crate::engine::{DealRow, DealTable, PendingWrite};

impl App {
    /// No column stays scrolled past its end when cards leave it.
    pub(super) fn clamp_scrolls(&mut self) {
        let cards = self.pipeline.board.viewport.cards.max(1);
        for column in &self.pipeline.lens.columns {
            if let Some(first) = self.pipeline.board.scroll.get_mut(&column.status) {
                *first = (*first).min(column.rows.len().saturating_sub(cards));
            }
        }
    }

    /// Finds the focused deal's place again; if it is gone, or went where nobody sees it, its neighbour takes the focus.
    pub(in crate::app) fn anchor(&mut self) {
        self.arrange_table();
        let table = &self.cx.snapshot.deals;
        let deal = self.pipeline.board.cursor.deal.as_ref();
        let row = deal.and_then(|deal| table.find(deal.as_str()));
        let place = row.and_then(|ix| self.pipeline.lens.place(table, ix));
        if let Some((column, _)) = place {
            self.unfold_for_parked(column);
        }
        if let Some((column, index)) = place.filter(|(column, _)| self.shows_cards(*column)) {
            self.note_departure(column);
            self.pipeline.board.cursor.column = column;
            self.pipeline.board.cursor.index = index;
        }
        // One that an undo leads back into sight keeps the focus on its way.
        let led = self
            .pipeline
            .board
            .cursor
            .deal
            .take_if(|deal| self.pipeline.returning.as_ref() == Some(deal));
        self.settle();
        if led.is_some() {
            self.pipeline.board.cursor.deal = led;
        }
    }

    /// Unfolds the column that the focused deal stands in, where a write of the person's own to it was refused or is in
    /// conflict: it went there by no choice of theirs, and their next key is meant for it.
    fn unfold_for_parked(&mut self, column: usize) {
        let Some(deal) = &self.pipeline.board.cursor.deal else {
            return;
        };
        let parked = |write: &PendingWrite| write.record == deal.as_str() && write.parked();
        if self.shows_cards(column) || !self.cx.snapshot.writes.iter().any(parked) {
            return;
        }
        if let Some(column) = self.pipeline.lens.columns.get(column) {
            self.pipeline.board.folded.remove(&column.status);
        }
    }

    /// Unfolds the column that others moved the focused deal to: the person chose neither, and their next key is meant for
    /// it. `before` holds the deals as they were. Whoever moves it there on their own goes on with its neighbour.
    pub(in crate::app) fn unfold_for_moved(&mut self, before: &DealTable) {
        let Some(deal) = &self.pipeline.board.cursor.deal else {
            return;
        };
        let status = |table: &DealTable| {
            let row = table.find(deal.as_str()).and_then(|ix| table.row(ix));
            row.map(|row| row.status.to_owned())
        };
        let (was, is) = (status(before), status(&self.cx.snapshot.deals));
        let own = |write: &PendingWrite| write.record == deal.as_str();
        if let (Some(was), Some(is)) = (was, is)
            && was != is
            && !self.pipeline.board.folded.contains(&was)
            && !self.cx.snapshot.writes.iter().any(own)
        {
            self.pipeline.board.folded.remove(&is);
        }
    }

    /// A column that the focus was taken along to scrolled with it: as the card leaves it again, by an undo or a refusal,
    /// it is scrolled as before.
    fn note_departure(&mut self, to: usize) {
        let status = |at: usize| {
            self.pipeline
                .lens
                .columns
                .get(at)
                .map(|column| column.status.clone())
        };
        let (left, reached) = (status(self.pipeline.board.cursor.column), status(to));
        if left != reached {
            left.inspect(|left| self.scroll_as_before(left));
            reached.inspect(|reached| self.note_scroll_before(reached));
        }
    }

    /// Whether the cards of a column are seen: those of a folded one only as rows of the table.
    fn shows_cards(&self, column: usize) -> bool {
        let folded = |column: &LensColumn| self.is_put_away(column);
        self.table.shown || !self.pipeline.lens.columns.get(column).is_some_and(folded)
    }

    /// Whether the filter leaves a deal, and its card is seen.
    pub(in crate::app) fn is_in_sight(&self, deal: &DealId) -> bool {
        let table = &self.cx.snapshot.deals;
        let row = table.find(deal.as_str());
        let place = row.and_then(|ix| self.pipeline.lens.place(table, ix));
        place.is_some_and(|(column, _)| self.shows_cards(column))
    }

    /// Makes the focus stand on an existing card and in sight.
    fn settle(&mut self) {
        if self.pipeline.lens.columns.is_empty() {
            self.pipeline.board.cursor = Cursor::default();
            return;
        }
        let here = self
            .pipeline
            .board
            .cursor
            .column
            .min(self.pipeline.lens.columns.len() - 1);
        let has_cards = |at: &usize| !self.pipeline.lens.columns[*at].rows.is_empty();
        let seen = |at: &usize| has_cards(at) && (*at == here || self.shows_cards(*at));
        let column = self
            .nearest(here, seen)
            .or_else(|| self.nearest(here, has_cards))
            .unwrap_or(here);
        self.focus_at(column, self.pipeline.board.cursor.index);
    }

    /// Puts the focus on the nearest card in sight: after a filter, what is left may lie in a folded column alone, or
    /// beside it.
    pub(super) fn focus_seen(&mut self) {
        if self.pipeline.board.cursor.deal.is_some() {
            return;
        }
        let here = self
            .pipeline
            .board
            .cursor
            .column
            .min(self.pipeline.lens.columns.len());
        let seen = |at: &usize| !self.pipeline.lens.columns[*at].rows.is_empty() && self.shows_cards(*at);
        if let Some(column) = self.nearest(here, seen) {
            self.focus_at(column, 0);
        }
    }

    /// The first column from `here` on of which `what` can be said, else the last before it.
    fn nearest(&self, here: usize, what: impl Fn(&usize) -> bool) -> Option<usize> {
        (here..self.pipeline.lens.columns.len())
            .find(&what)
            .or_else(|| (0..here).rev().find(&what))
    }

    /// Puts the focus on a place, or on the nearest one that exists.
    pub(crate) fn focus_at(&mut self, column: usize, index: usize) {
        let Some(target) = self.pipeline.lens.columns.get(column) else {
            return;
        };
        let index = index.min(target.rows.len().saturating_sub(1));
        // A folded column can have the focus, to be unfolded; its cards, which nobody sees, can't.
        let row = target.rows.get(index).filter(|_| self.shows_cards(column));
        let deal = row.and_then(|ix| self.cx.snapshot.deals.row(*ix));
        let deal = deal.and_then(|row| DealId::new(row.id).ok());
        self.pipeline.board.cursor = Cursor { column, index, deal };
        self.keep_in_sight();
        self.focus_follows();
    }

    /// Tells how much fits, as a front end does at each change of size.
    pub fn set_viewport(&mut self, viewport: Viewport) {
        if self.pipeline.board.viewport != viewport {
            self.pipeline.board.viewport = viewport;
            self.clamp_scrolls();
            self.keep_in_sight();
        }
    }

    fn keep_in_sight(&mut self) {
        let Viewport { columns, cards } = self.pipeline.board.viewport;
        let cursor = &self.pipeline.board.cursor;
        let Some(column) = self.pipeline.lens.columns.get(cursor.column) else {
            return;
        };
        let first = self
            .pipeline
            .board
            .scroll
            .entry(column.status.clone())
            .or_default();
        let last_first = column.rows.len().saturating_sub(cards.max(1));
        *first = (*first)
            .clamp((cursor.index + 1).saturating_sub(cards.max(1)), cursor.index)
            .min(last_first);
        let open = |at: usize| !self.is_aside(at);
        let shown: Vec<usize> = (0..self.pipeline.lens.columns.len())
            .filter(|at| open(*at))
            .collect();
        // Beyond the last open column a folded one may have the focus: the end of the board stays in sight.
        let place = shown.iter().position(|at| *at >= cursor.column);
        let place = place.unwrap_or(shown.len().saturating_sub(1));
        let most = shown.len().saturating_sub(columns.max(1));
        self.pipeline.board.first_column = self
            .pipeline
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
        self.pipeline.board.abreast = None;
        let Cursor { column, index, .. } = self.pipeline.board.cursor;
        let index = index.saturating_add_signed(by);
        self.focus_at(column, index);
    }

    /// Notes how far the column of `status` is scrolled, before a card goes there and takes it along.
    fn note_scroll_before(&mut self, status: &str) {
        self.pipeline.board.scroll_before = Some((status.to_owned(), self.pipeline.board.scroll_of(status)));
    }

    /// Scrolls the column of `status` back to where it was before the card came that leaves it now.
    pub(in crate::app) fn scroll_as_before(&mut self, status: &str) {
        if let Some((status, first)) = self.pipeline.board.scroll_before.take_if(|(of, _)| of == status) {
            self.pipeline.board.scroll.insert(status, first);
        }
    }

    pub(in crate::app::deals) fn scroll_at(&self, column: usize) -> usize {
        self.pipeline
            .lens
            .columns
            .get(column)
            .map_or(0, |c| self.pipeline.board.scroll_of(&c.status))
    }

    /// Scrolls a column without moving the focus out of sight.
    pub(crate) fn scroll_column(&mut self, column: usize, by: isize) {
        let Some(target) = self.pipeline.lens.columns.get(column) else {
            return;
        };
        let (status, cards) = (target.status.clone(), self.pipeline.board.viewport.cards.max(1));
        let most = target.rows.len().saturating_sub(cards);
        let first = step(self.pipeline.board.scroll_of(&status), by, most + 1);
        self.pipeline.board.scroll.insert(status, first);
        if column == self.pipeline.board.cursor.column {
            let index = self.pipeline.board.cursor.index.clamp(first, first + cards - 1);
            self.focus_at(column, index);
        }
    }

    /// Notes which card of a column is the first in sight, as a front end does that scrolls by points: the focus stays
    /// where it is, in sight or not.
    pub fn note_scroll(&mut self, column: usize, first: usize) {
        if let Some(target) = self.pipeline.lens.columns.get(column) {
            self.pipeline.board.scroll.insert(target.status.clone(), first);
        }
    }

    /// The row that has the focus: the opened deal on its screen, the focused card on the board.
    pub fn focused_row(&self) -> Option<DealRow<'_>> {
        if self.cx.screen == Screen::Deal {
            return self.opened_row();
        }
        let table = &self.cx.snapshot.deals;
        table.row(table.find(self.pipeline.board.cursor.deal.as_ref()?.as_str())?)
    }
}
