//! The deals a person has selected. A refresh, another filter and the other view change nothing about them; what is said of
//! them says how many are out of sight. What is said is figured when the selection, the deals or the filter change, and
//! by no key that changes none of them: a hundred thousand selected deals make no key slower.

use std::sync::OnceLock;

use rust_decimal::Decimal;

use crate::contract::ids::DealId;
use crate::contract::kpi::KpiKey;
use crate::engine::{DealRow, DealTable, RowIx};

use crate::app::foundation::dataset::bitset::Bits;
use crate::app::foundation::dataset::row_set::Marked;
use crate::app::foundation::dataset::status_sums::StatusSums;
use crate::app::shell::app::{App, Reason};

/// The selection.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    marked: Marked,
    /// Where a range began that follows the focus.
    anchor: Option<DealId>,
    /// The deals between it and the focus.
    range: Marked,
    /// The last full reading, without what lies over it: what `marked` and `range` are numbers of.
    over: DealTable,
    summary: OnceLock<(SelectionSummary, StatusSums)>,
    /// How many of those that the filter leaves stand in each column of the board; counted where a column is folded.
    by_column: OnceLock<Vec<usize>>,
    /// What the summary before this one was figured from.
    principals: StatusSums,
}

impl Selection {
    /// Whether a deal is selected.
    pub fn holds(&self, row: &DealRow<'_>) -> bool {
        self.marked.has(&self.over, row) || self.range.has(&self.over, row)
    }

    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.marked.is_empty() && self.range.is_empty()
    }

    /// Whether a range follows the focus.
    pub fn ranging(&self) -> bool {
        self.anchor.is_some()
    }

    /// What was said of it is to be figured anew.
    pub(super) fn forget_summary(&mut self) {
        self.by_column = OnceLock::new();
        if let Some((_, principals)) = self.summary.take() {
            self.principals = principals;
        }
    }

    /// The deals were read anew.
    fn follow(&mut self, deals: &DealTable) {
        if self.over.same_columns(deals) {
            return;
        }
        let before = std::mem::replace(&mut self.over, deals.without_patches());
        self.marked.follow(&before, &self.over);
        self.range.follow(&before, &self.over);
        self.forget_summary();
    }

    /// Everything selected.
    fn all(&self) -> Marked {
        let mut all = self.marked.clone();
        all.join(self.range.clone());
        all
    }
}

/// What is said of the selection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SelectionSummary {
    /// How many of the selected deals are there.
    pub count: usize,
    /// How many of them the filter hides.
    pub hidden: usize,
    /// Their outstanding principal, as far as it was received; `None` where it was not, or no decimal holds it.
    pub principal: Option<Decimal>,
    /// Of how many it was received.
    pub covered: usize,
}

impl App {
    /// The selection.
    pub fn selection(&self) -> &Selection {
        &self.pipeline.selection
    }

    /// Whether the deal is selected.
    pub fn is_selected(&self, deal: &DealId) -> bool {
        let deals = &self.cx.snapshot.deals;
        let row = deals.find(deal.as_str()).and_then(|ix| deals.row(ix));
        row.is_some_and(|row| self.pipeline.selection.holds(&row))
    }

    /// Whether a card that is carried, by whatever means, takes the other selected deals with it.
    pub fn carries_many(&self, deal: &DealId) -> bool {
        self.acts_on_selection() && self.is_selected(deal) && self.selection_summary().count > 1
    }

    /// The selected deals that are there, in the order of the pipeline: by status, oldest stage first, those that the
    /// filter hides last.
    pub fn selected(&self) -> Vec<RowIx> {
        let mut rows = self.selected_rows_shown();
        let hidden = self.selection_summary().hidden;
        if hidden > 0 {
            let shown = Bits::of(&rows);
            let (plain, over) = self.pipeline.selection.all().parted(&self.cx.snapshot.deals);
            plain.each(|ix| {
                if !shown.has(ix) {
                    rows.push(ix);
                }
            });
            rows.extend(over.into_iter().filter(|ix| !shown.has(*ix)));
        }
        rows
    }

    /// The same, row by row.
    pub fn selected_rows(&self) -> Vec<DealRow<'_>> {
        let deals = &self.cx.snapshot.deals;
        self.selected()
            .into_iter()
            .filter_map(|ix| deals.row(ix))
            .collect()
    }

    pub(in crate::app::deals) fn selected_rows_shown(&self) -> Vec<RowIx> {
        if self.pipeline.selection.is_empty() {
            return Vec::new();
        }
        let all = self.pipeline.selection.all();
        let deals = &self.cx.snapshot.deals;
        self.rows_shown().filter(|ix| all.has_at(deals, *ix)).collect()
    }

    /// The rows that the filter leaves, in the order in which they are seen.
    pub fn rows_shown(&self) -> Box<dyn Iterator<Item = RowIx> + '_> {
        if self.table.shown {
            return Box::new(self.table.rows.iter().copied());
        }
        Box::new(
            self.pipeline
                .lens
                .columns
                .iter()
                .flat_map(|column| column.rows.iter().copied()),
        )
    }

    /// What is said of the selection.
    pub fn selection_summary(&self) -> &SelectionSummary {
        let (summary, _) = self.pipeline.selection.summary.get_or_init(|| {
            let mut principals = self.pipeline.selection.principals.clone();
            (self.summarise(&mut principals), principals)
        });
        summary
    }

    /// How many of the selected deals stand in folded columns, where nobody sees that they are.
    pub fn selected_folded(&self) -> usize {
        if self.pipeline.selection.is_empty() || self.table.shown || self.pipeline.board.folded.is_empty() {
            return 0;
        }
        let counts = self.pipeline.selection.by_column.get_or_init(|| {
            let (deals, all) = (&self.cx.snapshot.deals, self.pipeline.selection.all());
            let held = |rows: &[RowIx]| rows.iter().filter(|ix| all.has_at(deals, **ix)).count();
            let columns = self.pipeline.lens.columns.iter();
            columns.map(|column| held(&column.rows)).collect()
        });
        let folded = counts.iter().enumerate().filter(|(at, _)| self.is_folded(*at));
        folded.map(|(_, count)| count).sum()
    }

    fn summarise(&self, principals: &mut StatusSums) -> SelectionSummary {
        if self.pipeline.selection.is_empty() {
            return SelectionSummary::default();
        }
        let (deals, all) = (&self.cx.snapshot.deals, self.pipeline.selection.all());
        let (plain, over) = all.parted(deals);
        let mut sum = Some(Decimal::ZERO);
        let mut covered = 0;
        for part in principals.of(deals, KpiKey::CrdTotal, &plain) {
            sum = sum
                .zip(part.value())
                .and_then(|(sum, part)| sum.checked_add(part));
            covered += part.count();
        }
        for value in over.iter().filter_map(|ix| deals.number(*ix, KpiKey::CrdTotal)) {
            sum = sum.and_then(|sum| sum.checked_add(value));
            covered += 1;
        }
        let count = plain.count() + over.len();
        let shown = if self.pipeline.lens.shown == self.pipeline.lens.total {
            count
        } else {
            self.rows_shown().filter(|ix| all.has_at(deals, *ix)).count()
        };
        SelectionSummary {
            count,
            hidden: count.saturating_sub(shown),
            principal: sum.filter(|_| covered > 0),
            covered,
        }
    }

    pub(in crate::app) fn toggle_selected(&mut self, deal: &DealId) {
        self.fix_range();
        self.pipeline
            .selection
            .marked
            .toggle(&self.cx.snapshot.deals, deal.as_str());
        self.selection_changed();
    }

    pub(in crate::app) fn toggle_focused(&mut self) {
        if self.pipeline.selection.ranging() {
            self.fix_range();
            self.selection_changed();
        } else if let Some(deal) = self.pipeline.board.cursor.deal.clone() {
            self.toggle_selected(&deal);
        }
    }

    /// Begins a range at the focus, or ends the one that follows it.
    pub(in crate::app) fn toggle_range(&mut self) {
        if self.pipeline.selection.ranging() {
            self.fix_range();
        } else {
            self.pipeline.selection.anchor = self.pipeline.board.cursor.deal.clone();
        }
        self.selection_changed();
    }

    /// Selects everything between what was selected or focused before and `deal`, as a click with Shift does.
    pub(in crate::app) fn select_to(&mut self, deal: &DealId) {
        self.pipeline.selection.anchor = self.pipeline.board.cursor.deal.clone();
        self.focus_deal(deal);
        self.selection_changed();
        self.fix_range();
        self.selection_changed();
    }

    pub(in crate::app) fn select_all(&mut self) {
        self.select_rows(Self::rows_shown);
    }

    /// Selects what is shown of a column of the board, beside what is selected already.
    pub(in crate::app) fn select_column(&mut self, column: usize) {
        self.select_rows(|app| {
            let shown = app
                .pipeline
                .lens
                .columns
                .get(column)
                .map(|column| column.rows.iter());
            Box::new(shown.into_iter().flatten().copied())
        });
    }

    fn select_rows(&mut self, rows: impl Fn(&Self) -> Box<dyn Iterator<Item = RowIx> + '_>) {
        self.fix_range();
        let mut marked = std::mem::take(&mut self.pipeline.selection.marked);
        rows(self).for_each(|ix| marked.insert(&self.cx.snapshot.deals, ix));
        self.pipeline.selection.marked = marked;
        self.selection_changed();
    }

    pub(in crate::app) fn clear_selection(&mut self) {
        self.pipeline.selection.marked = Marked::default();
        self.give_up_range();
    }

    /// Gives up the range that follows the focus. Whether there was one.
    pub(in crate::app) fn give_up_range(&mut self) -> bool {
        let ranging = self.pipeline.selection.anchor.take().is_some();
        self.pipeline.selection.range = Marked::default();
        self.selection_changed();
        ranging
    }

    fn fix_range(&mut self) {
        self.pipeline.selection.anchor = None;
        let range = std::mem::take(&mut self.pipeline.selection.range);
        self.pipeline.selection.marked.join(range);
    }

    /// A deal got its id: the selection holds it under that.
    pub(in crate::app) fn rename_selected(&mut self, was: &str, id: &str) {
        if self
            .pipeline
            .selection
            .marked
            .rename(&self.cx.snapshot.deals, was, id)
        {
            self.selection_changed();
        }
    }

    /// The selection changed: the range and what is said follow.
    pub(super) fn selection_changed(&mut self) {
        self.pipeline.selection.forget_summary();
        self.forget_feet();
        if self.pipeline.selection.anchor.is_some() {
            self.pipeline.selection.range = self.between();
        }
    }

    /// Something was done: a range follows the focus and the order in which the deals are seen. A selection without one
    /// has nothing to follow, however many it holds.
    pub(in crate::app) fn selection_follows(&mut self) {
        if self.pipeline.selection.anchor.is_some() && self.between() != self.pipeline.selection.range {
            self.selection_changed();
        }
    }

    /// The deals are others: the selection holds the same ones among them.
    pub(in crate::app) fn reselect(&mut self) {
        self.pipeline.selection.follow(&self.cx.snapshot.deals);
        self.pipeline.selection.forget_summary();
    }

    /// The deals between the anchor and the focus, both included, in the column or in the table; over two columns the
    /// rest of the first and the beginning of the last belong to it, as in a text.
    fn between(&self) -> Marked {
        let deals = &self.cx.snapshot.deals;
        let ends = [
            self.pipeline.selection.anchor.as_ref(),
            self.pipeline.board.cursor.deal.as_ref(),
        ]
        .map(|deal| deal.and_then(|deal| deals.find(deal.as_str())));
        let [Some(one), Some(other)] = ends else {
            return Marked::default();
        };
        let mut inside = false;
        let mut between = Marked::default();
        for ix in self.rows_shown() {
            let edge = ix == one || ix == other;
            if edge || inside {
                between.insert(deals, ix);
            }
            if edge && (inside || one == other) {
                return between;
            }
            inside |= edge;
        }
        // One of the ends is out of sight: there is nothing between them.
        Marked::default()
    }

    /// Whether there is a selection to act on.
    pub(in crate::app) fn has_selection(&self) -> Result<(), Reason> {
        (!self.pipeline.selection.is_empty())
            .then_some(())
            .ok_or(Reason::NothingSelected)
    }
}

#[cfg(test)]
#[path = "../../shell/app/selection_tests.rs"]
mod tests;
