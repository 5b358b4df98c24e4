//! `App` methods for the pipeline.

use crate::contract::ids::DealId;
use crate::contract::models::kpi::KpiKey;
use crate::dataset::bitset::Bits;
use crate::dataset::row_set::Marked;
use crate::dataset::status_sums::StatusSums;
use crate::deals::pipeline::selected_deals::SelectionSummary;
use crate::foundation::cx::change::Way;
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::cx::toast_types::Undid;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::snapshot::LeftAs;
use crate::model::table::{DealRow, RowIx};
use crate::shell::app::App;
use rust_decimal::Decimal;
use std::time::Duration;

impl App {
    /// Undoes or redoes a filter change and shows it. A filter changed since is kept.
    pub(crate) fn turn_filter(&mut self, way: Way, before: String, after: &str) -> Vec<Effect> {
        let (from, to) = match way {
            Way::Back => (after, before.as_str()),
            Way::Again => (before.as_str(), after),
        };
        if self.pipeline.board.filter != from {
            self.cx.history.drop_turned(way);
            let left = LeftAs::Changed;
            self.cx.say(ToastKind::ChangedSince { label: before, left }, LONG);
            return Vec::new();
        }
        let effects = if self.cx.sees_filter() {
            Vec::new()
        } else {
            self.show(Screen::Pipeline)
        };
        self.table
            .set_filter(to.to_owned(), &mut self.pipeline, &mut self.cx);
        self.cx.say_gone(way, before, Undid::Filter, Duration::ZERO);
        effects
    }

    /// Returns whether a dragged or carried card takes the other selected deals with it.
    pub fn carries_many(&self, deal: &DealId) -> bool {
        self.pipeline.acts_on_selection(&self.cx)
            && self.pipeline.is_selected(deal, &self.cx)
            && self.selection_summary().count > 1
    }

    /// Returns the selected deals in pipeline order. They are sorted by status, longest in stage first; deals hidden by
    /// the filter come last.
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

    /// Returns the selected deals as rows.
    pub fn selected_rows(&self) -> Vec<DealRow<'_>> {
        let deals = &self.cx.snapshot.deals;
        self.selected()
            .into_iter()
            .filter_map(|ix| deals.row(ix))
            .collect()
    }

    pub(crate) fn selected_rows_shown(&self) -> Vec<RowIx> {
        if self.pipeline.selection.is_empty() {
            return Vec::new();
        }
        let all = self.pipeline.selection.all();
        let deals = &self.cx.snapshot.deals;
        self.rows_shown().filter(|ix| all.has_at(deals, *ix)).collect()
    }

    /// Returns the rows that match the filter, in display order.
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

    /// Returns the summary of the selection.
    pub fn selection_summary(&self) -> &SelectionSummary {
        let (summary, _) = self.pipeline.selection.summary.get_or_init(|| {
            let mut principals = self.pipeline.selection.principals.clone();
            (self.summarise(&mut principals), principals)
        });
        summary
    }

    pub(crate) fn summarise(&self, principals: &mut StatusSums) -> SelectionSummary {
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

    pub(crate) fn toggle_selected(&mut self, deal: &DealId) {
        self.pipeline.fix_range();
        self.pipeline
            .selection
            .marked
            .toggle(&self.cx.snapshot.deals, deal.as_str());
        self.selection_changed();
    }

    pub(crate) fn toggle_focused(&mut self) {
        if self.pipeline.selection.ranging() {
            self.pipeline.fix_range();
            self.selection_changed();
        } else if let Some(deal) = self.pipeline.board.cursor.deal.clone() {
            self.toggle_selected(&deal);
        }
    }

    /// Starts a range at the focus, or ends the current one.
    pub(crate) fn toggle_range(&mut self) {
        if self.pipeline.selection.ranging() {
            self.pipeline.fix_range();
        } else {
            self.pipeline.selection.anchor = self.pipeline.board.cursor.deal.clone();
        }
        self.selection_changed();
    }

    /// Selects everything between the focus and `deal`, as Shift+click does.
    pub(crate) fn select_to(&mut self, deal: &DealId) {
        self.pipeline.selection.anchor = self.pipeline.board.cursor.deal.clone();
        self.table.focus_deal(deal, &mut self.pipeline, &mut self.cx);
        self.selection_changed();
        self.pipeline.fix_range();
        self.selection_changed();
    }

    pub(crate) fn select_all(&mut self) {
        self.select_rows(Self::rows_shown);
    }

    /// Adds the shown deals of a board column to the selection.
    pub(crate) fn select_column(&mut self, column: usize) {
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

    pub(crate) fn select_rows(&mut self, rows: impl Fn(&Self) -> Box<dyn Iterator<Item = RowIx> + '_>) {
        self.pipeline.fix_range();
        let mut marked = std::mem::take(&mut self.pipeline.selection.marked);
        rows(self).for_each(|ix| marked.insert(&self.cx.snapshot.deals, ix));
        self.pipeline.selection.marked = marked;
        self.selection_changed();
    }

    pub(crate) fn clear_selection(&mut self) {
        self.pipeline.selection.marked = Marked::default();
        self.give_up_range();
    }

    /// Clears the range that follows the focus. Returns whether there was one.
    pub(crate) fn give_up_range(&mut self) -> bool {
        let ranging = self.pipeline.selection.anchor.take().is_some();
        self.pipeline.selection.range = Marked::default();
        self.selection_changed();
        ranging
    }

    /// Replaces a deal's temporary identifier in the selection.
    pub(crate) fn rename_selected(&mut self, was: &str, id: &str) {
        if self
            .pipeline
            .selection
            .marked
            .rename(&self.cx.snapshot.deals, was, id)
        {
            self.selection_changed();
        }
    }

    /// Updates the range and the summary after the selection changed.
    pub(crate) fn selection_changed(&mut self) {
        self.pipeline.selection.forget_summary();
        self.table.forget_feet();
        if self.pipeline.selection.anchor.is_some() {
            self.pipeline.selection.range = self.between();
        }
    }

    /// Updates the range after an action. The action may have moved the focus or reordered the deals. A selection
    /// without a range stays unchanged, so its size does not matter.
    pub(crate) fn selection_follows(&mut self) {
        if self.pipeline.selection.anchor.is_some() && self.between() != self.pipeline.selection.range {
            self.selection_changed();
        }
    }

    /// Returns the deals between the anchor and the focus, both included, in display order. A range over two columns
    /// contains the rest of the first and the start of the last, as in text.
    pub(crate) fn between(&self) -> Marked {
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
        // One end is not shown, so the range is empty.
        Marked::default()
    }
}
