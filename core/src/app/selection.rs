//! The deals a person has selected. They are kept by id, so a refresh, another filter and the other view change nothing
//! about them; what is said of them says how many are out of sight.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use rust_decimal::Decimal;

use crate::contract::ids::DealId;
use crate::contract::kpi::KpiKey;
use crate::engine::{DealRow, RowIx};

use super::{App, Reason};

/// The selection.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    ids: BTreeSet<String>,
    /// Where a range began that follows the focus.
    anchor: Option<DealId>,
    /// The deals between it and the focus.
    range: BTreeSet<String>,
    summary: OnceLock<SelectionSummary>,
}

impl Selection {
    /// Whether the deal `id` is selected.
    pub fn holds(&self, id: &str) -> bool {
        self.ids.contains(id) || self.range.contains(id)
    }

    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty() && self.range.is_empty()
    }

    /// Whether a range follows the focus.
    pub fn ranging(&self) -> bool {
        self.anchor.is_some()
    }

    fn changed(&mut self) {
        self.summary = OnceLock::new();
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
        &self.selection
    }

    /// The selected deals that are there, in the order of the pipeline: by status, oldest stage first, those that the
    /// filter hides last.
    pub fn selected_rows(&self) -> Vec<DealRow<'_>> {
        let deals = &self.snapshot.deals;
        let mut shown = BTreeSet::new();
        let mut rows = Vec::new();
        for ix in self.rows_shown() {
            if let Some(row) = deals.row(ix).filter(|row| self.selection.holds(row.id)) {
                shown.insert(row.id);
                rows.push(row);
            }
        }
        let hidden = self.selection.ids.iter().filter(|id| !shown.contains(&***id));
        rows.extend(hidden.filter_map(|id| deals.row(deals.find(id)?)));
        rows
    }

    pub(super) fn selected_rows_shown(&self) -> Vec<RowIx> {
        if self.selection.is_empty() {
            return Vec::new();
        }
        let deals = &self.snapshot.deals;
        let holds = |ix: &RowIx| deals.row(*ix).is_some_and(|row| self.selection.holds(row.id));
        self.rows_shown().filter(holds).collect()
    }

    /// The rows that the filter leaves, in the order in which they are seen.
    pub fn rows_shown(&self) -> Box<dyn Iterator<Item = RowIx> + '_> {
        if self.table.shown {
            return Box::new(self.table.rows.iter().copied());
        }
        Box::new(
            self.lens
                .columns
                .iter()
                .flat_map(|column| column.rows.iter().copied()),
        )
    }

    /// What is said of the selection.
    pub fn selection_summary(&self) -> &SelectionSummary {
        self.selection.summary.get_or_init(|| {
            let rows = self.selected_rows();
            let shown = self.selected_rows_shown().len();
            let values: Vec<Decimal> = rows
                .iter()
                .filter_map(|row| row.number(KpiKey::CrdTotal))
                .collect();
            let sum = values
                .iter()
                .try_fold(Decimal::ZERO, |sum, value| sum.checked_add(*value));
            SelectionSummary {
                count: rows.len(),
                hidden: rows.len() - shown,
                principal: sum.filter(|_| !values.is_empty()),
                covered: values.len(),
            }
        })
    }

    pub(super) fn toggle_selected(&mut self, deal: &DealId) {
        self.fix_range();
        if !self.selection.ids.remove(deal.as_str()) {
            self.selection.ids.insert(deal.as_str().to_owned());
        }
        self.selection_changed();
    }

    pub(super) fn toggle_focused(&mut self) {
        if self.selection.ranging() {
            self.fix_range();
            self.selection_changed();
        } else if let Some(deal) = self.board.cursor.deal.clone() {
            self.toggle_selected(&deal);
        }
    }

    /// Begins a range at the focus, or ends the one that follows it.
    pub(super) fn toggle_range(&mut self) {
        if self.selection.ranging() {
            self.fix_range();
        } else {
            self.selection.anchor = self.board.cursor.deal.clone();
        }
        self.selection_changed();
    }

    /// Selects everything between what was selected or focused before and `deal`, as a click with Shift does.
    pub(super) fn select_to(&mut self, deal: &DealId) {
        self.selection.anchor = self.board.cursor.deal.clone();
        self.focus_deal(deal);
        self.selection_changed();
        self.fix_range();
        self.selection_changed();
    }

    pub(super) fn select_all(&mut self) {
        self.fix_range();
        let deals = &self.snapshot.deals;
        let ids: Vec<String> = self
            .rows_shown()
            .filter_map(|ix| Some(deals.row(ix)?.id.to_owned()))
            .collect();
        self.selection.ids.extend(ids);
        self.selection_changed();
    }

    pub(super) fn clear_selection(&mut self) {
        self.selection = Selection::default();
        self.selection_changed();
    }

    /// Gives up the range that follows the focus. Whether there was one.
    pub(super) fn give_up_range(&mut self) -> bool {
        let ranging = self.selection.anchor.take().is_some();
        self.selection.range.clear();
        self.selection_changed();
        ranging
    }

    fn fix_range(&mut self) {
        self.selection.anchor = None;
        let range = std::mem::take(&mut self.selection.range);
        self.selection.ids.extend(range);
    }

    /// A deal got its id: the selection holds it under that.
    pub(super) fn rename_selected(&mut self, was: &str, id: &str) {
        if self.selection.ids.remove(was) {
            self.selection.ids.insert(id.to_owned());
            self.selection_changed();
        }
    }

    /// The selection, the deals, the filter or the focus changed: the range and what is said follow.
    pub(super) fn selection_changed(&mut self) {
        self.selection.changed();
        self.forget_feet();
        if self.selection.anchor.is_some() {
            self.selection.range = self.between().into_iter().collect();
        }
    }

    /// Deals, filter or focus changed: only a range that follows the focus, and a selection, have anything to follow.
    pub(super) fn selection_follows(&mut self) {
        if !self.selection.is_empty() || self.selection.ranging() {
            self.selection_changed();
        }
    }

    /// The deals between the anchor and the focus, both included, in the column or in the table; over two columns the
    /// rest of the first and the beginning of the last belong to it, as in a text.
    fn between(&self) -> Vec<String> {
        let deals = &self.snapshot.deals;
        let ends = [self.selection.anchor.as_ref(), self.board.cursor.deal.as_ref()]
            .map(|deal| deal.and_then(|deal| deals.find(deal.as_str())));
        let [Some(one), Some(other)] = ends else {
            return Vec::new();
        };
        let mut inside = false;
        let mut between = Vec::new();
        for ix in self.rows_shown() {
            let edge = ix == one || ix == other;
            if edge || inside {
                between.extend(deals.row(ix).map(|row| row.id.to_owned()));
            }
            if edge && (inside || one == other) {
                return between;
            }
            inside |= edge;
        }
        // One of the ends is out of sight: there is nothing between them.
        Vec::new()
    }

    /// Whether there is a selection to act on.
    pub(super) fn has_selection(&self) -> Result<(), Reason> {
        (!self.selection.is_empty())
            .then_some(())
            .ok_or(Reason::NothingSelected)
    }
}
