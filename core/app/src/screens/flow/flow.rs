//! State of the flow screen: period, grouping, the first visible column, and the sections as last built.

use std::sync::Arc;

use jiff::ToSpan;

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::step::step;
use crate::model::effect::Effect;
use crate::model::flow::{FlowFigures, FlowRequest, GroupBy};
use crate::screens::flow::content::{SectionContent, build};
use crate::screens::flow::sections::FlowSection;
use crate::screens::flow::table::FlowTarget;
use crate::text::{Lang, date};

/// Periods of the figures: message key and months; `None` for everything observed.
const PERIODS: [(&str, Option<i32>); 3] =
    [("flow-period-all", None), ("flow-period-year", Some(12)), ("flow-period-quarter", Some(3))];

/// Maximum number of columns that are scrolled away.
const MAX_COLUMN: usize = 11;

/// Display of the flow. The pane is the section, and the scroll position the focused row.
#[derive(Clone, Debug, Default)]
pub struct FlowState {
    period: usize,
    /// Grouping of the deals.
    pub by: Option<GroupBy>,
    /// First column shown beside the first.
    pub column: usize,
    sections: [SectionContent; FlowSection::ALL.len()],
    /// What the sections were built from: figures, language, whether the present is shown, and number of named deals.
    built_for: Option<(Option<Arc<FlowFigures>>, Lang, bool, usize)>,
}

impl FlowState {
    /// Builds the sections again if the figures, or what gives them texts, changed.
    pub(crate) fn update(&mut self, cx: &AppCx) {
        let snapshot = &cx.snapshot;
        let wanted = (snapshot.flow.clone(), cx.lang(), cx.in_present().is_ok(), snapshot.deals.len());
        let is_same = |built: &(Option<Arc<FlowFigures>>, Lang, bool, usize)| {
            built.0.as_ref().map(Arc::as_ptr) == wanted.0.as_ref().map(Arc::as_ptr)
                && (built.1, built.2, built.3) == (wanted.1, wanted.2, wanted.3)
        };
        if !self.built_for.as_ref().is_some_and(is_same) {
            self.built_for = Some(wanted);
            self.sections = FlowSection::ALL.map(|section| build(cx, section));
        }
    }

    /// Returns the content of a section.
    pub(crate) fn section(&self, section: FlowSection) -> &SectionContent {
        &self.sections[section as usize]
    }

    /// Returns what the focused row leads to.
    pub(crate) fn target(&self, cx: &AppCx) -> Option<&FlowTarget> {
        self.section(FlowSection::of_pane(cx.pane)).targets.get(cx.scroll)?.as_ref()
    }

    /// Moves the focus along the rows.
    pub(crate) fn focus_by(&self, by: isize, cx: &mut AppCx) {
        let count = self.section(FlowSection::of_pane(cx.pane)).targets.len();
        cx.scroll = step(cx.scroll.min(count.saturating_sub(1)), by, count);
    }

    /// Returns the request for the figures.
    pub(crate) fn load(&self, cx: &AppCx) -> Vec<Effect> {
        let (order, zone) = (cx.options.status_order.clone(), cx.options.zone.clone());
        // A period begins at a midnight, so that the request stays the same for a day.
        let since = PERIODS[self.period].1.and_then(|months| {
            let start = date::local(cx.now, &zone).date().checked_sub(months.months()).ok()?;
            zone.to_timestamp(start.at(0, 0, 0, 0)).ok()
        });
        vec![Effect::LoadFlow(FlowRequest { since, by: self.by, order, zone })]
    }

    /// Returns the message key of the period.
    pub(crate) fn period_key(&self) -> &'static str {
        PERIODS[self.period].0
    }

    /// Selects the next period.
    pub(crate) fn cycle_period(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        self.period = (self.period + 1) % PERIODS.len();
        cx.scroll_to_top();
        self.load(cx)
    }

    /// Scrolls the columns.
    pub(crate) fn scroll_columns(&mut self, forward: bool) {
        self.column = self.column.saturating_add_signed(if forward { 1 } else { -1 }).min(MAX_COLUMN);
    }

    /// Selects the next grouping.
    pub(crate) fn cycle_grouping(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        self.by = match self.by {
            None => Some(GroupBy::Class),
            Some(GroupBy::Class) => Some(GroupBy::Owner),
            Some(GroupBy::Owner) => None,
        };
        self.column = 0;
        cx.scroll_to_top();
        self.load(cx)
    }
}

#[cfg(test)]
#[path = "flow_tests.rs"]
mod tests;
