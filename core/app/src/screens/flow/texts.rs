//! Rows of each section, from the figures.

use std::cmp::Reverse;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rust_decimal::Decimal;

use crate::contract::ids::DealId;
use crate::model::flow::{
    Cycle, FlowFigures, FlowGroup, GroupBy, OpenDeal, StatusFlow, TimeInStatus, Week, days_of,
};
use crate::model::intern::InternCode;
use crate::model::worksheet::WorksheetCell;
use crate::screens::flow::sections::FlowSection;
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
        let row = |group: &FlowGroup, target: Option<FlowTarget>, cells: Vec<FlowCell>| {
            let group = by.map(|by| {
                let cell = named(self.group_name(by, &group.name), &group.name);
                match by {
                    GroupBy::Class => cell.in_column("classe_actif", "field-class"),
                    GroupBy::Owner => cell.in_column("responsable", "field-owner"),
                }
            });
            FlowRow { cells: group.into_iter().chain(cells).collect(), target }
        };
        let filter =
            |group: &FlowGroup, status: &str| Some(FlowTarget::Filter(filter(by, &group.name, status)));
        let deal_target = |deal| DealId::new(figures.deal_ids.text(deal)).ok().map(FlowTarget::Deal);
        let groups = || figures.groups.iter();
        let flows = || groups().flat_map(|group| group.statuses.iter().map(move |flow| (group, flow)));
        let mut total = None;
        let mut rows: Vec<FlowRow> = Vec::new();
        match section {
            FlowSection::Statuses => rows.extend(flows().map(|(group, flow)| {
                row(group, filter(group, &flow.status), self.status_cells(group, flow))
            })),
            FlowSection::Moves => {
                for (group, flow) in flows() {
                    rows.extend(flow.next.iter().map(|(to, moves)| {
                        let cells = vec![
                            self.status(&flow.status).in_column("from", "flow-from"),
                            self.status(to).in_column("to", "flow-to"),
                            self.count(*moves).in_column("deals", "flow-deals"),
                            self.share(*moves, flow.left()).in_column("share", "flow-share"),
                        ];
                        row(group, filter(group, to), cells)
                    }));
                }
            }
            FlowSection::Weeks => {
                for group in groups() {
                    rows.extend(group.weeks.iter().rev().map(|week| row(group, None, self.week_cells(week))));
                }
            }
            FlowSection::Cycles => {
                let mut all: Vec<(&FlowGroup, &Cycle)> = groups()
                    .flat_map(|group| {
                        group.cycles.iter().rev().take(self.max_rows).map(move |cycle| (group, cycle))
                    })
                    .collect();
                total = Some(groups().map(|group| group.cycles.len()).sum());
                all.sort_by_key(|(_, cycle)| Reverse(cycle.finished_at));
                rows.extend(all.into_iter().take(self.max_rows).map(|(group, cycle)| {
                    let of = group.cycles.len();
                    let [p50, p85, p95] = group.percentiles.map_or([None; 3], |found| found.map(Some));
                    let is_over = p85.map(|p85| cycle.seconds > p85);
                    let cells = vec![
                        self.date_time_cell(cycle.timestamp()).in_column("finished_at", "flow-finished"),
                        self.deal(figures, cycle.deal).in_column("name", "field-name"),
                        self.days_cell(Some(cycle.seconds)).in_column("days", "flow-days"),
                        over(is_over, "").of(of).in_column("over_p85", "flow-over"),
                        named(String::new(), figures.deal_ids.text(cycle.deal)).in_column("deal_id", ""),
                        self.days_cell(p50).of(of).in_column("p50_days", ""),
                        self.days_cell(p85).of(of).in_column("p85_days", ""),
                        self.days_cell(p95).of(of).in_column("p95_days", ""),
                    ];
                    row(group, deal_target(cycle.deal), cells)
                }));
            }
            FlowSection::Open => {
                let mut all: Vec<(&FlowGroup, &StatusFlow, &OpenDeal)> = flows()
                    .flat_map(|(group, flow)| {
                        flow.open.iter().take(self.max_rows).map(move |open| (group, flow, open))
                    })
                    .collect();
                total = Some(flows().map(|(_, flow)| flow.open.len()).sum());
                all.sort_by_key(|(_, _, open)| (open.is_over_p85 != Some(true), -open.age));
                rows.extend(all.into_iter().take(self.max_rows).map(|(group, flow, open)| {
                    let mut age = self.days_cell(Some(open.age));
                    if open.is_lower_bound {
                        age.text.insert_str(0, "≥ ");
                    }
                    let unknown = if flow.time.p85.is_some() { "?" } else { "" };
                    let cells = vec![
                        self.deal(figures, open.deal).in_column("name", "field-name"),
                        self.status(&flow.status).in_column("status", "field-status"),
                        age.in_column("age_days", "flow-age"),
                        self.days_of(flow.time.median, flow.timed).in_column("median_days", "flow-median"),
                        self.days_of(flow.time.p85, flow.timed).in_column("p85_days", "flow-p85"),
                        over(open.is_over_p85, unknown).of(flow.timed).in_column("over_p85", "flow-over"),
                        boolean(open.is_lower_bound).in_column("lower_bound", ""),
                        named(String::new(), figures.deal_ids.text(open.deal)).in_column("deal_id", ""),
                    ];
                    row(group, deal_target(open.deal), cells)
                }));
            }
            FlowSection::Forecast => {
                for group in groups() {
                    let weeks = group.complete_weeks;
                    rows.extend(group.forecasts.iter().map(|one| {
                        let cells = vec![
                            self.count(one.days as usize).in_column("days", "flow-days"),
                            self.count(one.at_least_p50)
                                .of(weeks)
                                .in_column("at_least_p50", "flow-at-least-p50"),
                            self.count(one.at_least_p85)
                                .of(weeks)
                                .in_column("at_least_p85", "flow-at-least-p85"),
                            self.count(one.tests).in_column("tests", "flow-tests"),
                            self.count(one.met_p50).of(one.tests).in_column("met_p50", "flow-met-p50"),
                            self.count(one.met_p85).of(one.tests).in_column("met_p85", "flow-met-p85"),
                        ];
                        row(group, None, cells)
                    }));
                }
            }
        }
        let total = total.unwrap_or(rows.len());
        rows.truncate(self.max_rows);
        FlowTable { rows, total }
    }

    /// Returns the name of a group, or a dash for deals without a value.
    pub fn group_name(&self, by: GroupBy, group: &str) -> String {
        match by {
            _ if group.is_empty() => "–".to_owned(),
            GroupBy::Class => asset_class(self.lang, group).into_owned(),
            GroupBy::Owner => group.to_owned(),
        }
    }

    fn status_cells(&self, group: &FlowGroup, flow: &StatusFlow) -> Vec<FlowCell> {
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
        vec![
            self.status(&flow.status).in_column("status", "field-status"),
            self.count(flow.stays()).in_column("stays", "flow-stays"),
            self.count(flow.advanced).in_column("advanced", "flow-advanced"),
            self.count(flow.moved_back).in_column("moved_back", "flow-moved-back"),
            self.count(flow.paused).in_column("paused", "flow-paused"),
            exit(flow.lost, lost_more).in_column("lost", "flow-lost"),
            exit(flow.deleted, !lost_more).in_column("deleted", "flow-deleted"),
            self.count(flow.still_there).in_column("still_there", "flow-still-there"),
            self.share(flow.advanced, flow.left()).in_column("conversion", "flow-conversion"),
            self.days_of(flow.time.median, flow.timed).in_column("median_days", "flow-median"),
            self.days_of(flow.time.p85, flow.timed).in_column("p85_days", "flow-p85"),
            FlowCell { text: self.bounds(flow), ..FlowCell::default() }.in_column("", "flow-bounds"),
            self.count(flow.entered).in_column("entered", ""),
            self.count(flow.already_there).in_column("already_there", ""),
            self.count(flow.entry_unobserved).in_column("entry_unobserved", ""),
            boolean(flow.is_largest_loss).of(losses).in_column("largest_loss", ""),
            self.days_cell(flow.shortest.median).in_column("median_days_min", ""),
            self.days_cell(flow.longest.median).in_column("median_days_max", ""),
            self.days_cell(flow.shortest.p85).in_column("p85_days_min", ""),
            self.days_cell(flow.longest.p85).in_column("p85_days_max", ""),
            self.count(flow.open.len()).in_column("open", ""),
            self.count(over_p85).in_column("open_over_p85", ""),
        ]
    }

    fn week_cells(&self, week: &Week) -> Vec<FlowCell> {
        let day = date::date_short(week.monday);
        let text = if week.is_complete { day } else { format!("{day} …") };
        let day = FlowCell { text, value: WorksheetCell::Date(week.monday), ..FlowCell::default() };
        let in_status = week.deals.iter().filter(|(_, deals)| *deals > 0);
        let by_status = in_status.map(|(code, deals)| {
            format!("{} {}", deal_status_short(self.lang, code), self.count(*deals).text)
        });
        let by_status = by_status.collect::<Vec<_>>().join(" · ");
        let mut cells = vec![
            day.in_column("week", "flow-week"),
            self.count(week.created).in_column("created", "flow-created"),
            self.count(week.won).in_column("won", "flow-won"),
            self.count(week.lost).in_column("lost", "flow-lost"),
            self.count(week.deleted).in_column("deleted", "flow-deleted"),
            self.count(week.active()).in_column("active", "flow-active"),
            FlowCell { text: by_status, ..FlowCell::default() }.in_column("", "flow-deals-by-status"),
            boolean(week.is_complete).in_column("complete", ""),
        ];
        cells.extend(
            week.deals.iter().map(|(code, deals)| self.count(*deals).in_column(format!("deals:{code}"), "")),
        );
        cells
    }

    /// Returns the bounds of median and 85 % in days, unless both are exact.
    fn bounds(&self, flow: &StatusFlow) -> String {
        let range = |[low, high]: [Option<i64>; 2]| {
            let text =
                |bound: Option<i64>| bound.map_or_else(|| "?".to_owned(), |_| self.days_cell(bound).text);
            if low == high { text(low) } else { format!("{}–{}", text(low), text(high)) }
        };
        let ranges: [fn(&TimeInStatus) -> Option<i64>; 2] = [|time| time.median, |time| time.p85];
        let ranges = ranges.map(|time| [time(&flow.shortest), time(&flow.longest)]);
        if ranges.iter().all(|[low, high]| low == high) {
            return String::new();
        }
        ranges.map(range).join(" · ")
    }

    fn count(&self, count: usize) -> FlowCell {
        let text = number::integer(self.lang, count as u64);
        FlowCell { text, value: WorksheetCell::count(count as u64), ..FlowCell::default() }
    }

    fn days_cell(&self, seconds: Option<i64>) -> FlowCell {
        let Some(days) = seconds.map(days_of) else { return FlowCell::default() };
        FlowCell {
            text: number::decimal(self.lang, days, 1),
            value: WorksheetCell::Number(days),
            ..FlowCell::default()
        }
    }

    /// Returns a quantile of days with its number of observations.
    fn days_of(&self, seconds: Option<i64>, of: usize) -> FlowCell {
        self.with_number(self.days_cell(seconds), of)
    }

    fn share(&self, part: usize, whole: usize) -> FlowCell {
        let text = number::share(self.lang, part as u64, whole as u64);
        let ratio = Decimal::from(part).checked_div(Decimal::from(whole));
        let value = ratio.map_or(WorksheetCell::Empty, |ratio| WorksheetCell::Ratio(ratio.round_dp(4)));
        self.with_number(FlowCell { text, value, ..FlowCell::default() }, whole)
    }

    /// Adds the number of observations to the text.
    fn with_number(&self, cell: FlowCell, of: usize) -> FlowCell {
        if cell.text.is_empty() {
            return cell.of(of);
        }
        let args = [("value", cell.text.into()), ("n", of.into())];
        let text = Messages::new(self.lang).with("flow-of", &args);
        FlowCell { text, value: cell.value, ..FlowCell::default() }.of(of)
    }

    fn status(&self, code: &str) -> FlowCell {
        named(deal_status(self.lang, code).into_owned(), code)
    }

    fn deal(&self, figures: &FlowFigures, deal: InternCode) -> FlowCell {
        let name = (self.name_of)(figures.deal_ids.text(deal));
        named(name.clone(), &name)
    }

    /// Returns a time as text, and for programs in UTC.
    pub fn date_time_cell(&self, at: Timestamp) -> FlowCell {
        named(date::date_time(self.lang, date::local(at, self.zone)), &at.to_string())
    }
}

/// Returns the cell of a code with its name.
fn named(text: String, code: &str) -> FlowCell {
    FlowCell { text, value: WorksheetCell::Text(code.to_owned()), ..FlowCell::default() }
}

fn boolean(value: bool) -> FlowCell {
    FlowCell { value: WorksheetCell::Boolean(value), ..FlowCell::default() }
}

/// Returns the mark of a deal older than 85 % of the others, or `unknown`.
fn over(is_over: Option<bool>, unknown: &str) -> FlowCell {
    let text = is_over.map_or(unknown, |is_over| if is_over { "▲" } else { "" });
    let value = is_over.map_or(WorksheetCell::Empty, WorksheetCell::Boolean);
    FlowCell { text: text.to_owned(), value, ..FlowCell::default() }
}

/// Returns the filter for the deals of a group that have a status now.
fn filter(by: Option<GroupBy>, group: &str, status: &str) -> String {
    let quoted = |text: &str| -> String {
        text.chars().filter(|letter| *letter != '"' && !letter.is_control()).collect()
    };
    let field = by.map(|by| match by {
        GroupBy::Class => "class",
        GroupBy::Owner => "owner",
    });
    let value = if group.is_empty() { "none".to_owned() } else { format!("\"{}\"", quoted(group)) };
    let group = field.map(|field| format!(" {field}:{value}")).unwrap_or_default();
    format!("status:\"{}\"{group}", quoted(status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_without_a_group_have_a_filter_too() {
        assert_eq!(filter(Some(GroupBy::Owner), "", "ic"), "status:\"ic\" owner:none");
        assert_eq!(filter(None, "", "ic"), "status:\"ic\"");
    }
}
