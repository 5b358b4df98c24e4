//! `App` methods for the pipeline.

use crate::contract::ids::DealId;
use crate::contract::models::kpi::KpiKey;
use crate::dataset::marked_deals::MarkedDeals;
use crate::dataset::row_set::RowSet;
use crate::deals::pipeline::selected_deals::SelectionSummary;
use crate::model::table::{DealRow, RowIdx};
use crate::shell::app::App;

impl App {
    /// Returns whether a dragged or carried card takes the other selected deals with it.
    pub fn drags_selection(&self, deal: &DealId) -> bool {
        self.pipeline.acts_on_selection(&self.cx)
            && self.pipeline.is_selected(deal, &self.cx)
            && self.selection_summary().count > 1
    }

    /// Returns the selected deals in pipeline order. They are sorted by status, longest in stage first; deals hidden by
    /// the filter come last.
    pub fn selected(&self) -> Vec<RowIdx> {
        let mut rows = self.visible_selected_rows();
        let hidden = self.selection_summary().hidden;
        if hidden > 0 {
            let visible = RowSet::from_rows(&rows);
            self.pipeline.selection.all().rows(&self.cx.snapshot.deals).for_each(|ix| {
                if !visible.has(ix) {
                    rows.push(ix);
                }
            });
        }
        rows
    }

    /// Returns the selected deals as rows.
    pub fn selected_rows(&self) -> Vec<DealRow<'_>> {
        let deals = &self.cx.snapshot.deals;
        self.selected().into_iter().filter_map(|ix| deals.row(ix)).collect()
    }

    pub(crate) fn visible_selected_rows(&self) -> Vec<RowIdx> {
        if self.pipeline.selection.is_empty() {
            return Vec::new();
        }
        let all = self.pipeline.selection.all();
        let deals = &self.cx.snapshot.deals;
        self.visible_rows().filter(|ix| all.has_at(deals, *ix)).collect()
    }

    /// Returns the rows that match the filter, in display order.
    pub fn visible_rows(&self) -> Box<dyn Iterator<Item = RowIdx> + '_> {
        if self.table.shown {
            return Box::new(self.table.rows().iter().copied());
        }
        Box::new(self.pipeline.filtered.columns.iter().flat_map(|column| column.rows.iter().copied()))
    }

    /// Returns the summary of the selection.
    pub fn selection_summary(&self) -> &SelectionSummary {
        self.pipeline.selection.summary.get_or_init(|| {
            let (deals, all) = (&self.cx.snapshot.deals, self.pipeline.selection.all());
            let rows = all.rows(deals);
            let (sum, count) = (deals.accepted_sum(&rows.0, KpiKey::CrdTotal), rows.count());
            let is_all_shown = self.pipeline.filtered.shown == self.pipeline.filtered.total;
            let visible_count = if count == 0 || is_all_shown {
                count
            } else {
                self.visible_rows().filter(|ix| all.has_at(deals, *ix)).count()
            };
            SelectionSummary {
                count,
                hidden: count.saturating_sub(visible_count),
                principal: sum.value().filter(|_| sum.count() > 0),
                covered: sum.count(),
            }
        })
    }

    pub(crate) fn toggle_selected(&mut self, deal: &DealId) {
        self.pipeline.commit_range();
        self.pipeline.selection.marked.toggle(&self.cx.snapshot.deals, deal.as_str());
        self.on_selection_changed();
    }

    pub(crate) fn toggle_focused(&mut self) {
        if self.pipeline.selection.has_anchor() {
            self.pipeline.commit_range();
            self.on_selection_changed();
        } else if let Some(deal) = self.pipeline.board.cursor.deal.clone() {
            self.toggle_selected(&deal);
        } else {
            self.toggle_focused_group();
        }
    }

    /// Selects the deals of the focused heading, or deselects them if all are selected.
    fn toggle_focused_group(&mut self) {
        let rows = self.table.rows_of_focused_group().unwrap_or_default();
        let deals = &self.cx.snapshot.deals;
        let all = self.pipeline.selection.all();
        if !rows.iter().all(|ix| all.has_at(deals, *ix)) {
            return self.select_rows(|app| {
                Box::new(app.table.rows_of_focused_group().into_iter().flatten().copied())
            });
        }
        self.pipeline.commit_range();
        let ids = rows.iter().filter_map(|ix| deals.row(*ix).map(|row| row.id));
        ids.for_each(|id| self.pipeline.selection.marked.toggle(deals, id));
        self.on_selection_changed();
    }

    /// Starts a range at the focus, or ends the current one.
    pub(crate) fn toggle_range(&mut self) {
        if self.pipeline.selection.has_anchor() {
            self.pipeline.commit_range();
        } else {
            self.pipeline.selection.anchor = self.pipeline.board.cursor.deal.clone();
        }
        self.on_selection_changed();
    }

    /// Selects everything between the focus and `deal`, as Shift+click does.
    pub(crate) fn select_to(&mut self, deal: &DealId) {
        self.pipeline.selection.anchor = self.pipeline.board.cursor.deal.clone();
        self.table.focus_deal(deal, &mut self.pipeline, &mut self.cx);
        self.on_selection_changed();
        self.pipeline.commit_range();
        self.on_selection_changed();
    }

    pub(crate) fn select_all(&mut self) {
        self.select_rows(Self::visible_rows);
    }

    /// Adds the shown deals of a board column to the selection.
    pub(crate) fn select_column(&mut self, column: usize) {
        self.select_rows(|app| {
            let visible = app.pipeline.filtered.columns.get(column).map(|column| column.rows.iter());
            Box::new(visible.into_iter().flatten().copied())
        });
    }

    pub(crate) fn select_rows(&mut self, rows: impl Fn(&Self) -> Box<dyn Iterator<Item = RowIdx> + '_>) {
        self.pipeline.commit_range();
        let mut marked = std::mem::take(&mut self.pipeline.selection.marked);
        rows(self).for_each(|ix| marked.insert(&self.cx.snapshot.deals, ix));
        self.pipeline.selection.marked = marked;
        self.on_selection_changed();
    }

    pub(crate) fn clear_selection(&mut self) {
        self.pipeline.selection.marked = MarkedDeals::default();
        self.clear_range();
    }

    /// Clears the range that follows the focus. Returns whether there was one.
    pub(crate) fn clear_range(&mut self) -> bool {
        let ranging = self.pipeline.selection.anchor.take().is_some();
        self.pipeline.selection.range = MarkedDeals::default();
        self.on_selection_changed();
        ranging
    }

    /// Replaces a deal's temporary identifier in the selection.
    pub(crate) fn replace_selected_id(&mut self, temp_id: &str, id: &str) {
        if self.pipeline.selection.marked.rename(&self.cx.snapshot.deals, temp_id, id) {
            self.on_selection_changed();
        }
    }

    /// Updates the range and the summary after the selection changed.
    pub(crate) fn on_selection_changed(&mut self) {
        self.pipeline.selection.reset_summary();
        self.table.reset_footer();
        if self.pipeline.selection.anchor.is_some() {
            self.pipeline.selection.range = self.range_from_anchor();
        }
    }

    /// Updates the range after an action. The action may have moved the focus or reordered the deals. A selection
    /// without a range stays unchanged, so its size does not matter.
    pub(crate) fn sync_selection(&mut self) {
        if self.pipeline.selection.anchor.is_some()
            && self.range_from_anchor() != self.pipeline.selection.range
        {
            self.on_selection_changed();
        }
    }

    /// Returns the deals between the anchor and the focus, both included, in display order. A range over two columns
    /// contains the rest of the first and the start of the last, as in text.
    pub(crate) fn range_from_anchor(&self) -> MarkedDeals {
        let deals = &self.cx.snapshot.deals;
        let bounds = [self.pipeline.selection.anchor.as_ref(), self.pipeline.board.cursor.deal.as_ref()]
            .map(|deal| deal.and_then(|deal| deals.find(deal.as_str())));
        let [Some(start), Some(end)] = bounds else {
            return MarkedDeals::default();
        };
        let mut inside = false;
        let mut between = MarkedDeals::default();
        for ix in self.visible_rows() {
            let is_end = ix == start || ix == end;
            if is_end || inside {
                between.insert(deals, ix);
            }
            if is_end && (inside || start == end) {
                return between;
            }
            inside |= is_end;
        }
        // One end is not shown, so the range is empty.
        MarkedDeals::default()
    }
}
