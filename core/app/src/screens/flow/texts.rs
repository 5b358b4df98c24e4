//! Rows of each section, from the figures.

use std::cmp::Reverse;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rust_decimal::Decimal;

use crate::contract::ids::DealId;
use crate::model::flow::{
    Cycle, FlowFigures, GroupBy, GroupCycles, GroupFlow, OpenDeal, StatusFlow, TimeInStatus, Week, days_of,
};
use crate::model::intern::InternCode;
use crate::model::worksheet::WorksheetCell;
use crate::screens::flow::sections::{Column, FlowSection};
use crate::screens::flow::table::{FlowCell, FlowRow, FlowTable, FlowTarget};
use crate::text::{Lang, Messages, date, number};
use crate::vocabulary::{asset_class, deal_status, deal_status_short};

/// What turns figures into texts.
pub struct FlowTexts<'a> {
    /// Language.
    pub lang: Lang,
    /// Time zone of times.
    pub zone: &'a TimeZone,
    /// Name of a deal by its ID.
    pub name_of: &'a dyn Fn(&str) -> String,
    /// Maximum number of rows.
    pub max_rows: usize,
}

impl FlowTexts<'_> {
    /// Builds the table of a section.
    pub fn table(&self, figures: &FlowFigures, section: FlowSection) -> FlowTable {
        let by = figures.request.by;
        let group_column: Option<Column> = by.map(|by| match by {
            GroupBy::Class => ("classe_actif", "field-class", 0),
            GroupBy::Owner => ("responsable", "field-owner", 0),
        });
        let row = |group: &str, target: Option<FlowTarget>, cells: Vec<FlowCell>| {
            let group = by.map(|by| named(self.group_name(by, group), group));
            FlowRow { cells: group.into_iter().chain(cells).collect(), target, extra: Vec::new() }
        };
        let filter = |group: &str, status: &str| Some(FlowTarget::Filter(filter(by, group, status)));
        let deal_target = |deal| DealId::new(figures.deal_ids.text(deal)).ok().map(FlowTarget::Deal);
        let groups = &figures.report.groups;
        let flows = || groups.iter().flat_map(|group| group.statuses.iter().map(move |flow| (group, flow)));
        let mut total = None;
        let rows: Vec<FlowRow> = match section {
            FlowSection::Statuses => flows()
                .map(|(group, flow)| {
                    row(&group.group, filter(&group.group, &flow.status), self.status_cells(group, flow))
                })
                .collect(),
            FlowSection::Moves => flows()
                .flat_map(|(group, flow)| flow.next.iter().map(move |next| (group, flow, next)))
                .map(|(group, flow, (to, moves))| {
                    let share = self.share(*moves, flow.left());
                    let cells = vec![self.status(&flow.status), self.status(to), self.count(*moves), share];
                    row(&group.group, filter(&group.group, to), cells)
                })
                .collect(),
            FlowSection::Weeks => figures
                .weeks
                .iter()
                .flat_map(|group| group.weeks.iter().rev().map(move |week| (group, week)))
                .map(|(group, week)| FlowRow {
                    extra: week.deals.iter().map(|(code, deals)| (format!("deals:{code}"), *deals)).collect(),
                    ..row(&group.group, None, self.week_cells(week))
                })
                .collect(),
            FlowSection::Cycles => {
                let mut all: Vec<(&GroupCycles, &Cycle)> = figures
                    .cycles
                    .iter()
                    .flat_map(|group| group.cycles.iter().map(move |cycle| (group, cycle)))
                    .collect();
                total = Some(all.len());
                all.sort_by_key(|(_, cycle)| Reverse(cycle.finished_at));
                all.into_iter()
                    .take(self.max_rows)
                    .map(|(group, cycle)| {
                        let of = group.cycles.len();
                        let [p50, p85, p95] = group.percentiles.map_or([None; 3], |found| found.map(Some));
                        let is_over = p85.map(|p85| cycle.seconds > p85);
                        let mut cells = vec![self.time(cycle.timestamp()), self.deal(figures, cycle.deal)];
                        cells.extend([
                            self.days(Some(cycle.seconds)),
                            over(is_over, "").of(of),
                            id(figures, cycle.deal),
                        ]);
                        cells.extend([p50, p85, p95].map(|one| self.days(one).of(of)));
                        row(&group.group, deal_target(cycle.deal), cells)
                    })
                    .collect()
            }
            FlowSection::Open => {
                let mut all: Vec<(&GroupFlow, &StatusFlow, &OpenDeal)> = flows()
                    .flat_map(|(group, flow)| flow.open.iter().map(move |open| (group, flow, open)))
                    .collect();
                total = Some(all.len());
                all.sort_by_key(|(_, _, open)| (open.is_over_p85 != Some(true), -open.age));
                all.into_iter()
                    .take(self.max_rows)
                    .map(|(group, flow, open)| {
                        let mut age = self.days(Some(open.age));
                        if open.is_lower_bound {
                            age.text.insert_str(0, "≥ ");
                        }
                        let unknown = if flow.time.p85.is_some() { "?" } else { "" };
                        let cells = vec![
                            self.deal(figures, open.deal),
                            self.status(&flow.status),
                            age,
                            self.days_of(flow.time.median, flow.timed),
                            self.days_of(flow.time.p85, flow.timed),
                            over(open.is_over_p85, unknown).of(flow.timed),
                            value(WorksheetCell::Boolean(open.is_lower_bound)),
                            id(figures, open.deal),
                        ];
                        row(&group.group, deal_target(open.deal), cells)
                    })
                    .collect()
            }
            FlowSection::Forecast => figures
                .forecasts
                .iter()
                .flat_map(|group| group.forecasts.iter().map(move |one| (group, one)))
                .map(|(group, one)| {
                    let (p50, p85) = (self.count(one.at_least_p50), self.count(one.at_least_p85));
                    let (met_p50, met_p85) = (self.count(one.met_p50), self.count(one.met_p85));
                    let mut cells =
                        vec![self.count(one.days as usize), p50.of(group.weeks), p85.of(group.weeks)];
                    cells.extend([self.count(one.tests), met_p50.of(one.tests), met_p85.of(one.tests)]);
                    row(&group.group, None, cells)
                })
                .collect(),
        };
        let columns = group_column.iter().chain(section.columns()).copied().collect();
        let total = total.unwrap_or(rows.len());
        FlowTable { columns, rows: rows.into_iter().take(self.max_rows).collect(), total }
    }

    /// Returns the name of a group, or a dash for deals without a value.
    pub fn group_name(&self, by: GroupBy, group: &str) -> String {
        match by {
            _ if group.is_empty() => "–".to_owned(),
            GroupBy::Class => asset_class(self.lang, group).into_owned(),
            GroupBy::Owner => group.to_owned(),
        }
    }

    fn status_cells(&self, group: &GroupFlow, flow: &StatusFlow) -> Vec<FlowCell> {
        let losses = group.losses();
        // The mark stands at the greater part of the loss.
        let exit = |count, is_greater: bool| {
            let cell = self.count(count);
            let mark = FlowCell { text: "▲ ".to_owned(), ..FlowCell::default() }.of(losses).text;
            let text = if flow.is_largest_loss && is_greater { mark + &cell.text } else { cell.text };
            FlowCell { text, ..cell }
        };
        let lost_more = flow.lost >= flow.deleted;
        let over_p85 = flow.open.iter().filter(|deal| deal.is_over_p85 == Some(true)).count();
        let mut cells = vec![
            self.status(&flow.status),
            self.count(flow.stays()),
            self.count(flow.advanced),
            self.count(flow.moved_back),
            self.count(flow.paused),
            exit(flow.lost, lost_more),
            exit(flow.deleted, !lost_more),
            self.count(flow.still_there),
            self.share(flow.advanced, flow.left()),
            self.days_of(flow.time.median, flow.timed),
            self.days_of(flow.time.p85, flow.timed),
            FlowCell { text: self.bounds(flow), ..FlowCell::default() },
        ];
        cells
            .extend([flow.entered, flow.already_there, flow.entry_unobserved].map(|count| self.count(count)));
        cells.push(value(WorksheetCell::Boolean(flow.is_largest_loss)).of(losses));
        let bounds = [flow.shortest.median, flow.longest.median, flow.shortest.p85, flow.longest.p85];
        cells.extend(bounds.map(|seconds| self.days(seconds)));
        cells.extend([flow.open.len(), over_p85].map(|count| self.count(count)));
        cells
    }

    fn week_cells(&self, week: &Week) -> Vec<FlowCell> {
        let day = date::date_short(week.monday);
        let in_status = week.deals.iter().filter(|(_, deals)| *deals > 0);
        let by_status = in_status.map(|(code, deals)| {
            format!("{} {}", deal_status_short(self.lang, code), self.count(*deals).text)
        });
        let text = by_status.collect::<Vec<_>>().join(" · ");
        let day = if week.is_complete { day } else { format!("{day} …") };
        let mut cells = vec![FlowCell { text: day, value: WorksheetCell::Date(week.monday), of: None }];
        let counts = [week.created, week.won, week.lost, week.deleted, week.active()];
        cells.extend(counts.map(|count| self.count(count)));
        cells.extend([
            FlowCell { text, ..FlowCell::default() },
            value(WorksheetCell::Boolean(week.is_complete)),
        ]);
        cells
    }

    /// Returns the bounds of median and 85 % in days, unless all moves have an exact time.
    fn bounds(&self, flow: &StatusFlow) -> String {
        let range = |time: fn(&TimeInStatus) -> Option<i64>| {
            let [low, high] = [time(&flow.shortest), time(&flow.longest)];
            let text = |bound: Option<i64>| bound.map_or_else(|| "?".to_owned(), |_| self.days(bound).text);
            (low != high).then(|| format!("{}–{}", text(low), text(high)))
        };
        let ranges = [range(|time| time.median), range(|time| time.p85)];
        ranges.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    fn count(&self, count: usize) -> FlowCell {
        let text = number::integer(self.lang, count as u64);
        FlowCell { text, value: WorksheetCell::count(count as u64), of: None }
    }

    fn days(&self, seconds: Option<i64>) -> FlowCell {
        let Some(days) = seconds.map(days_of) else { return FlowCell::default() };
        FlowCell { text: number::decimal(self.lang, days, 1), value: WorksheetCell::Number(days), of: None }
    }

    /// Returns a quantile of days with its number of observations.
    fn days_of(&self, seconds: Option<i64>, of: usize) -> FlowCell {
        self.with_number(self.days(seconds), of)
    }

    fn share(&self, part: usize, whole: usize) -> FlowCell {
        let text = number::share(self.lang, part as u64, whole as u64);
        let ratio = Decimal::from(part).checked_div(Decimal::from(whole));
        let value = ratio.map_or(WorksheetCell::Empty, |ratio| WorksheetCell::Ratio(ratio.round_dp(4)));
        self.with_number(FlowCell { text, value, of: None }, whole)
    }

    /// Adds the number of observations to the text.
    fn with_number(&self, cell: FlowCell, of: usize) -> FlowCell {
        if cell.text.is_empty() {
            return cell.of(of);
        }
        let args = [("value", cell.text.into()), ("n", of.into())];
        let text = Messages::new(self.lang).with("flow-of", &args);
        FlowCell { text, value: cell.value, of: None }.of(of)
    }

    fn status(&self, code: &str) -> FlowCell {
        named(deal_status(self.lang, code).into_owned(), code)
    }

    fn deal(&self, figures: &FlowFigures, deal: InternCode) -> FlowCell {
        let name = (self.name_of)(figures.deal_ids.text(deal));
        named(name.clone(), &name)
    }

    /// Returns a time as text, and for programs in UTC.
    pub fn time(&self, at: Timestamp) -> FlowCell {
        named(date::date_time(self.lang, date::local(at, self.zone)), &at.to_string())
    }
}

/// Returns the cell of a code with its name.
fn named(text: String, code: &str) -> FlowCell {
    FlowCell { text, value: WorksheetCell::Text(code.to_owned()), of: None }
}

/// Returns a cell for programs only.
fn value(value: WorksheetCell) -> FlowCell {
    FlowCell { value, ..FlowCell::default() }
}

fn id(figures: &FlowFigures, deal: InternCode) -> FlowCell {
    named(String::new(), figures.deal_ids.text(deal))
}

/// Returns the mark of a deal older than 85 % of the others, or `unknown`.
fn over(is_over: Option<bool>, unknown: &str) -> FlowCell {
    let text = is_over.map_or(unknown, |is_over| if is_over { "▲" } else { "" });
    let value = is_over.map_or(WorksheetCell::Empty, WorksheetCell::Boolean);
    FlowCell { text: text.to_owned(), value, of: None }
}

/// Returns the filter for the deals of a group that have a status now.
fn filter(by: Option<GroupBy>, group: &str, status: &str) -> String {
    let quoted = |text: &str| -> String {
        text.chars().filter(|letter| *letter != '"' && !letter.is_control()).collect()
    };
    let field = by.filter(|_| !group.is_empty()).map(|by| match by {
        GroupBy::Class => "class",
        GroupBy::Owner => "owner",
    });
    let group = field.map(|field| format!(" {field}:\"{}\"", quoted(group))).unwrap_or_default();
    format!("status:\"{}\"{group}", quoted(status))
}
