//! State of the flow screen: period, grouping, the first visible column, and the sections as last built.

use jiff::{Timestamp, ToSpan};

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::step::step;
use crate::model::effect::Effect;
use crate::model::flow::{FlowRequest, GroupBy};
use crate::screens::flow::sections::FlowSection;
use crate::screens::flow::table::FlowTarget;
use crate::screens::flow::view::{SectionView, build};
use crate::text::{Lang, date};

/// Period of the figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlowPeriod {
    /// Everything observed.
    #[default]
    All,
    /// The last twelve months.
    Year,
    /// The last three months.
    Quarter,
}

impl FlowPeriod {
    /// Returns the message key of its name.
    pub fn label_key(self) -> &'static str {
        match self {
            Self::All => "flow-period-all",
            Self::Year => "flow-period-year",
            Self::Quarter => "flow-period-quarter",
        }
    }

    /// Returns its start: a midnight, so that the request stays the same for a day.
    fn since(self, cx: &AppCx) -> Option<Timestamp> {
        let months = match self {
            Self::All => return None,
            Self::Year => 12,
            Self::Quarter => 3,
        };
        let today = date::local(cx.now, &cx.options.zone).date();
        let start = today.checked_sub(months.months()).ok()?.at(0, 0, 0, 0);
        cx.options.zone.to_timestamp(start).ok()
    }
}

/// Maximum number of columns that are scrolled away.
const MAX_COLUMN: usize = 11;

/// Display of the flow. The pane is the section, and the scroll position the focused row.
#[derive(Clone, Debug, Default)]
pub struct FlowState {
    /// Period of the figures.
    pub period: FlowPeriod,
    /// Grouping of the deals.
    pub by: Option<GroupBy>,
    /// First column shown beside the first.
    pub column: usize,
    sections: [SectionView; FlowSection::ALL.len()],
    /// Revision of the snapshot and language of the sections.
    built_for: Option<(u64, Lang)>,
}

impl FlowState {
    /// Builds the sections again if the snapshot or the language changed.
    pub(crate) fn update(&mut self, cx: &AppCx) {
        let wanted = Some((cx.snapshot.revision, cx.lang()));
        if self.built_for != wanted {
            self.built_for = wanted;
            self.sections = FlowSection::ALL.map(|section| build(cx, section));
        }
    }

    /// Returns the content of a section.
    pub(crate) fn content(&self, section: FlowSection) -> &SectionView {
        &self.sections[section as usize]
    }

    /// Returns what the focused row leads to.
    pub(crate) fn target(&self, cx: &AppCx) -> Option<&FlowTarget> {
        self.content(FlowSection::of_pane(cx.pane)).targets.get(cx.scroll)?.as_ref()
    }

    /// Moves the focus along the rows.
    pub(crate) fn focus_by(&self, by: isize, cx: &mut AppCx) {
        let count = self.content(FlowSection::of_pane(cx.pane)).targets.len();
        cx.scroll = step(cx.scroll.min(count.saturating_sub(1)), by, count);
    }

    /// Returns the request for the figures.
    pub(crate) fn load(&self, cx: &AppCx) -> Vec<Effect> {
        let (order, zone) = (cx.options.status_order.clone(), cx.options.zone.clone());
        vec![Effect::LoadFlow(FlowRequest { since: self.period.since(cx), by: self.by, order, zone })]
    }

    /// Selects the next period.
    pub(crate) fn cycle_period(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        self.period = match self.period {
            FlowPeriod::All => FlowPeriod::Year,
            FlowPeriod::Year => FlowPeriod::Quarter,
            FlowPeriod::Quarter => FlowPeriod::All,
        };
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
