//! Charts of the flow: how stays ended, cumulative flow, cycle times.

use jiff::Timestamp;

use crate::model::flow::{FlowFigures, MIN_OBSERVATIONS, days_of};
use crate::screens::flow::sections::FlowSection;
use crate::screens::flow::texts::FlowTexts;
use crate::text::{Messages, number};
use crate::vocabulary::{deal_status, is_inactive_status};
use rust_decimal::prelude::ToPrimitive as _;

/// Most points of a scatter: the newest ones.
const MAX_POINTS: usize = 2_000;

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub enum FlowChart {
    /// A bar of parts for each line, such as a status.
    Bars(StackedChart),
    /// Layers over time: the deals of each status at the end of each week.
    Layers(StackedChart),
    /// Cycle times by their end.
    Scatter(ScatterChart),
}

/// Numbers in the parts of a whole.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StackedChart {
    /// Names of the parts.
    pub parts: Vec<String>,
    /// Name and numbers of each line; one number for each part.
    pub lines: Vec<(String, Vec<usize>)>,
    /// Times of the first and the last line, for layers.
    pub ends: [Timestamp; 2],
}

/// Points with lines of percentiles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScatterChart {
    /// End and days of each cycle.
    pub points: Vec<(Timestamp, f64)>,
    /// Label and days of each percentile.
    pub percentiles: Vec<(String, f64)>,
}

impl StackedChart {
    /// Returns the largest sum of a line.
    pub fn largest_whole(&self) -> usize {
        self.lines.iter().map(|(_, numbers)| numbers.iter().sum()).max().unwrap_or_default()
    }
}

/// Builds the chart of a section.
pub(super) fn chart(texts: &FlowTexts<'_>, figures: &FlowFigures, section: FlowSection) -> Option<FlowChart> {
    match section {
        FlowSection::Statuses => {
            Some(outcomes(texts, figures)).filter(|bars| bars.largest_whole() > 0).map(FlowChart::Bars)
        }
        FlowSection::Weeks => layers(texts, figures).map(FlowChart::Layers),
        FlowSection::Cycles => scatter(texts, figures).map(FlowChart::Scatter),
        FlowSection::Moves | FlowSection::Open | FlowSection::Forecast => None,
    }
}

/// Returns how the stays in each status ended.
fn outcomes(texts: &FlowTexts<'_>, figures: &FlowFigures) -> StackedChart {
    let messages = Messages::new(texts.lang);
    let keys = ["advanced", "moved-back", "paused", "lost", "deleted", "still-there"];
    let lines = figures.groups.iter().flat_map(|group| {
        group.statuses.iter().map(move |flow| {
            let status = deal_status(texts.lang, &flow.status);
            let name = figures.request.by.map(|by| texts.group_name(by, &group.name));
            let name = name.map_or_else(|| status.to_string(), |group| format!("{group} · {status}"));
            let numbers =
                [flow.advanced, flow.moved_back, flow.paused, flow.lost, flow.deleted, flow.still_there];
            (name, numbers.to_vec())
        })
    });
    StackedChart {
        parts: keys.map(|key| messages.get(&format!("flow-{key}")).into_owned()).to_vec(),
        lines: lines.collect(),
        ..StackedChart::default()
    }
}

/// Returns the deals of each status in the pipeline, week by week, summed over the groups. The last status comes first,
/// because it is the lowest layer.
fn layers(texts: &FlowTexts<'_>, figures: &FlowFigures) -> Option<StackedChart> {
    let weeks = figures.groups.iter().map(|group| &group.weeks).max_by_key(|weeks| weeks.len())?;
    let mut codes: Vec<&str> = figures
        .groups
        .iter()
        .filter_map(|group| group.weeks.last())
        .flat_map(|week| week.deals.iter().map(|(code, _)| code.as_str()))
        .filter(|code| !is_inactive_status(code))
        .collect();
    codes.sort_unstable_by(|one, other| figures.request.order.cmp(other, one));
    codes.dedup();
    let lines = weeks.iter().enumerate().map(|(at, week)| {
        let mut counts = vec![0; codes.len()];
        for (status, count) in
            figures.groups.iter().filter_map(|group| group.weeks.get(at)).flat_map(|week| &week.deals)
        {
            if let Some(layer) = codes.iter().position(|code| code == status) {
                counts[layer] += count;
            }
        }
        (week.monday.to_string(), counts)
    });
    let time = |start: i64| Timestamp::from_second(start).unwrap_or_default();
    let chart = StackedChart {
        parts: codes.iter().map(|code| deal_status(texts.lang, code).into_owned()).collect(),
        lines: lines.collect(),
        ends: [time(weeks.first()?.start), time(weeks.last()?.start)],
    };
    (weeks.len() > 1 && chart.largest_whole() > 0).then_some(chart)
}

fn scatter(texts: &FlowTexts<'_>, figures: &FlowFigures) -> Option<ScatterChart> {
    let days = |seconds: i64| days_of(seconds).to_f64().unwrap_or_default();
    let mut points: Vec<(Timestamp, f64)> = figures
        .groups
        .iter()
        .flat_map(|group| group.cycles.iter().rev().take(MAX_POINTS))
        .map(|cycle| (cycle.timestamp(), days(cycle.seconds)))
        .collect();
    points.sort_unstable_by_key(|(at, _)| *at);
    points.drain(..points.len().saturating_sub(MAX_POINTS));
    let group = if let [group] = &figures.groups[..] { Some(group) } else { None };
    let found = group.and_then(|group| group.percentiles).unwrap_or_default();
    let few = if group.is_some_and(|group| group.cycles.len() < MIN_OBSERVATIONS) { "~" } else { "" };
    let percentiles =
        group.into_iter().flat_map(|_| [50, 85, 95].into_iter().zip(found)).map(|(percent, seconds)| {
            let share = number::percent(texts.lang, rust_decimal::Decimal::new(percent, 2), 0);
            (format!("{few}{share}"), days(seconds))
        });
    (!points.is_empty()).then(|| ScatterChart { percentiles: percentiles.collect(), points })
}
