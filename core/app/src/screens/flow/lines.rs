//! Lines of the flow screen, and the deals that each leads to.

use crate::contract::ids::DealId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::step::step;
use crate::model::flow::{
    Cycle, FlowFigures, Forecast, GroupBy, GroupCycles, GroupWeeks, OpenDeal, StatusFlow, Week,
};

/// Maximum number of lines of a section.
pub const MAX_LINES: usize = 300;

/// A section of the screen. Its position is its pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowSection {
    /// Funnel, conversion and time in status.
    Statuses,
    /// Moves from one status to another.
    Moves,
    /// Throughput and cumulative flow.
    Weeks,
    /// Cycle times.
    Cycles,
    /// Ages of the open deals.
    Open,
    /// Closings to expect.
    Forecast,
}

impl FlowSection {
    /// All sections, in the order of the panes.
    pub const ALL: [Self; 6] =
        [Self::Statuses, Self::Moves, Self::Weeks, Self::Cycles, Self::Open, Self::Forecast];

    /// Returns the message key of its name.
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Statuses => "flow-statuses",
            Self::Moves => "flow-moves",
            Self::Weeks => "flow-weeks",
            Self::Cycles => "flow-cycle-times",
            Self::Open => "flow-open",
            Self::Forecast => "flow-forecasts",
        }
    }

    /// Returns the section of a pane.
    pub fn of_pane(pane: usize) -> Self {
        Self::ALL.get(pane).copied().unwrap_or(Self::Statuses)
    }
}

/// One line, with the name of its group.
#[derive(Clone, Copy, Debug)]
pub enum FlowLine<'a> {
    /// A status.
    Status(&'a str, &'a StatusFlow),
    /// Moves from a status to another one, with their number.
    Move(&'a str, &'a StatusFlow, &'a str, usize),
    /// A week.
    Week(&'a GroupWeeks, &'a Week),
    /// A deal that reached the last status, with the time within which 85 % did, in seconds.
    Cycle(&'a GroupCycles, &'a Cycle, Option<i64>),
    /// An open deal.
    Open(&'a str, &'a StatusFlow, &'a OpenDeal),
    /// Closings to expect.
    Forecast(&'a str, &'a Forecast),
}

/// Destination of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum FlowTarget {
    /// The deals of this filter.
    Filter(String),
    /// One deal.
    Deal(DealId),
}

/// Returns the lines of a section, at most [`MAX_LINES`]: the newest weeks and cycles, the oldest deals. Also returns
/// the number of all.
pub fn lines(figures: &FlowFigures, section: FlowSection) -> (Vec<FlowLine<'_>>, usize) {
    let groups = || {
        let groups = figures.report.groups.iter();
        groups.flat_map(|group| group.statuses.iter().map(|flow| (group.group.as_str(), flow)))
    };
    let mut lines: Vec<FlowLine<'_>> = match section {
        FlowSection::Statuses => groups().map(|(group, flow)| FlowLine::Status(group, flow)).collect(),
        FlowSection::Moves => {
            let next =
                groups().flat_map(|(group, flow)| flow.next.iter().map(move |next| (group, flow, next)));
            next.map(|(group, flow, (to, count))| FlowLine::Move(group, flow, to, *count)).collect()
        }
        FlowSection::Weeks => {
            let weeks = figures.weeks.iter();
            weeks
                .flat_map(|group| group.weeks.iter().rev().map(move |week| FlowLine::Week(group, week)))
                .collect()
        }
        FlowSection::Cycles => {
            let groups = figures.cycles.iter().map(|group| (group, group.percentile(85)));
            let mut all: Vec<(&GroupCycles, &Cycle, Option<i64>)> = groups
                .flat_map(|(group, p85)| {
                    group.cycles.iter().rev().take(MAX_LINES).map(move |cycle| (group, cycle, p85))
                })
                .collect();
            all.sort_by_key(|(_, cycle, _)| std::cmp::Reverse(cycle.finished_at));
            all.into_iter().map(|(group, cycle, p85)| FlowLine::Cycle(group, cycle, p85)).collect()
        }
        FlowSection::Open => {
            let mut all: Vec<(&str, &StatusFlow, &OpenDeal)> = groups()
                .flat_map(|(group, flow)| {
                    flow.open.iter().take(MAX_LINES).map(move |deal| (group, flow, deal))
                })
                .collect();
            all.sort_by_key(|(_, _, deal)| (deal.is_over_p85 != Some(true), -deal.age));
            all.into_iter().map(|(group, flow, deal)| FlowLine::Open(group, flow, deal)).collect()
        }
        FlowSection::Forecast => {
            let groups = figures.forecasts.iter();
            groups
                .flat_map(|group| group.forecasts.iter().map(|one| FlowLine::Forecast(&group.group, one)))
                .collect()
        }
    };
    let count = match section {
        FlowSection::Cycles => figures.cycles.iter().map(|group| group.cycles.len()).sum(),
        FlowSection::Open => groups().map(|(_, flow)| flow.open.len()).sum(),
        _ => lines.len(),
    };
    lines.truncate(MAX_LINES);
    (lines, count)
}

/// Returns what a line leads to; `None` if no filter describes its deals. The funnel and the moves lead to the deals
/// that have the status now.
pub(crate) fn target(figures: &FlowFigures, line: FlowLine<'_>) -> Option<FlowTarget> {
    let filter = |group: &str, status: &str| {
        let quoted = |text: &str| -> String {
            text.chars().filter(|letter| *letter != '"' && !letter.is_control()).collect()
        };
        let mut filter = format!("status:\"{}\"", quoted(status));
        if let (Some(by), false) = (figures.request.by, group.is_empty()) {
            let field = match by {
                GroupBy::Class => "class",
                GroupBy::Owner => "owner",
            };
            filter = format!("{filter} {field}:\"{}\"", quoted(group));
        }
        Some(FlowTarget::Filter(filter))
    };
    let deal = |deal| DealId::new(figures.deal_ids.text(deal)).ok().map(FlowTarget::Deal);
    match line {
        FlowLine::Status(group, flow) => filter(group, &flow.status),
        FlowLine::Move(group, _, to, _) => filter(group, to),
        FlowLine::Cycle(_, cycle, _) => deal(cycle.deal),
        FlowLine::Open(_, _, open) => deal(open.deal),
        FlowLine::Week(..) | FlowLine::Forecast(..) => None,
    }
}

impl AppCx {
    /// Returns what the focused line of the flow leads to.
    pub(crate) fn flow_target(&self) -> Option<FlowTarget> {
        let figures = self.snapshot.flow.as_deref()?;
        let (lines, _) = lines(figures, FlowSection::of_pane(self.pane));
        target(figures, *lines.get(self.scroll)?)
    }

    /// Moves the focus along the lines of the flow.
    pub(crate) fn focus_flow_by(&mut self, by: isize) {
        let section = FlowSection::of_pane(self.pane);
        let count = self.snapshot.flow.as_deref().map_or(0, |figures| lines(figures, section).0.len());
        self.scroll = step(self.scroll.min(count.saturating_sub(1)), by, count);
    }
}
