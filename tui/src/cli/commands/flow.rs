//! `encours flow`: funnel, time in status and throughput, from locally recorded moves. Sends no request.

use encours_core::config::ConfigFile;
use encours_core::contract::{Fields, Record};
use encours_core::error::Error;
use encours_core::flow::cycles::cycles;
use encours_core::flow::forecast::forecast;
use encours_core::flow::log::FlowLog;
use encours_core::flow::report::{FlowQuery, analyse};
use encours_core::flow::weeks::weeks;
use encours_core::model::flow::{Coverage, FlowReport, GroupBy, GroupFlow, MIN_WEEKS, StatusFlow, days_of};
use encours_core::store::{RecordKind, Store};
use encours_core::text::{date, number};
use encours_core::vocabulary::{StatusOrder, StatusRole};
use jiff::Timestamp;
use serde_json::value::RawValue;

use super::super::CommandResult;
use super::super::args::{FlowArgs, FlowGroup, FlowTable};
use super::super::context::CommandContext;
use super::super::output::OutputKind;
use super::super::session::Session;
use super::cache_read::CachedRecords;
use super::history::records::DealNames;

/// Returns the order of the statuses from the configuration.
fn status_order(context: &CommandContext) -> StatusOrder {
    let paths = context.options().paths().ok().filter(|_| !context.is_demo());
    let file = paths.and_then(|paths| ConfigFile::load(&paths.config_file()).ok());
    file.map(|file| file.status_order().clone()).unwrap_or_default()
}

/// Prints a table of the flow, with its coverage as a remark.
pub(super) fn run(context: &mut CommandContext, session: &Session, args: &FlowArgs) -> CommandResult {
    let store = session.store()?;
    let log = store.history().flow_log()?;
    let observed_at = log.last_observed_at().and_then(|at| Timestamp::from_second(at).ok());
    let Some(observed_at) = observed_at else {
        context.out.list(kind_of(args.show)).finish()?;
        context.report.remark(&context.report.messages().get("cli-history-nothing"));
        return Ok(());
    };
    let synced_at = store.cache().last_full_sync()?;
    let query = FlowQuery {
        since: args.since.as_ref().map(|since| since.0.instant(&context.out.style().zone)),
        by: args.by.map(|by| match by {
            FlowGroup::Class => GroupBy::Class,
            FlowGroup::Owner => GroupBy::Owner,
        }),
        order: status_order(context),
        until: synced_at.map_or(observed_at, |synced| synced.max(observed_at)),
    };
    let report = analyse(&log, &query);
    let rows = Rows { log: &log, query: &query, coverage: report.coverage };
    let mut remarks = Vec::new();
    let records = match args.show {
        FlowTable::Statuses => {
            remarks = status_remarks(context, &report);
            rows.of_each(&report, |flow, fields| Ok(vec![status_row(flow, fields)]))?
        }
        FlowTable::Moves => rows.of_each(&report, |flow, fields| Ok(move_rows(flow, fields)))?,
        FlowTable::Open => {
            let mut names = DealNames::new(store);
            rows.of_each(&report, |flow, fields| open_rows(&log, &mut names, flow, fields))?
        }
        FlowTable::Weeks => rows.weeks(context)?,
        FlowTable::Cycles => rows.cycles(context, store, &mut remarks)?,
        FlowTable::Forecast => rows.forecasts(context, &mut remarks)?,
    };
    let mut list = context.out.list(kind_of(args.show));
    list.push_page(records)?;
    list.finish()?;
    context.report.remark(&coverage_text(context, report.coverage));
    for remark in remarks {
        context.report.remark(&remark);
    }
    if context.global.offline {
        CachedRecords::load(session, RecordKind::Deal, "")?.warn_age(context);
    }
    Ok(())
}

fn kind_of(table: FlowTable) -> OutputKind {
    match table {
        FlowTable::Statuses => OutputKind::FlowStatus,
        FlowTable::Moves => OutputKind::FlowMove,
        FlowTable::Weeks => OutputKind::FlowWeek,
        FlowTable::Cycles => OutputKind::FlowCycle,
        FlowTable::Open => OutputKind::FlowOpenDeal,
        FlowTable::Forecast => OutputKind::FlowForecast,
    }
}

/// Returns the sentence on the extent of the observations.
fn coverage_text(context: &CommandContext, coverage: Coverage) -> String {
    let out_style = context.out.style();
    let since = coverage.since.and_then(|at| Timestamp::from_second(at).ok()).unwrap_or_default();
    let date = date::date_time(out_style.lang, date::local(since, &out_style.zone));
    let args = [("n", coverage.moves.into()), ("date", date.into()), ("exact", coverage.exact.into())];
    context.report.messages().with("flow-coverage", &args)
}

/// Returns the sentences on won and lost deals, and on what is excluded.
fn status_remarks(context: &CommandContext, report: &FlowReport) -> Vec<String> {
    let messages = context.report.messages();
    let entered = |role| report.groups.iter().map(|group| group.entered(role)).sum::<usize>();
    let args = [("won", entered(StatusRole::Won).into()), ("lost", entered(StatusRole::Lost).into())];
    let mut remarks = vec![messages.with("flow-won-lost", &args)];
    let flows = report.groups.iter().flat_map(|group: &GroupFlow| &group.statuses);
    let excluded: usize = flows.map(|flow| flow.entry_unobserved).sum();
    if excluded > 0 {
        remarks.push(messages.with("flow-excluded", &[("n", excluded.into())]));
    }
    remarks
}

/// Rows with their group in front, and the coverage behind.
struct Rows<'a> {
    log: &'a FlowLog,
    query: &'a FlowQuery,
    coverage: Coverage,
}

impl Rows<'_> {
    /// Returns the first fields of a row.
    fn first_fields(&self, group: &str) -> Fields {
        let mut fields = Fields::new();
        match self.query.by {
            None => {}
            Some(GroupBy::Class) => {
                fields.set_text("classe_actif", group);
            }
            Some(GroupBy::Owner) => {
                fields.set_text("responsable", group);
            }
        }
        fields
    }

    /// Returns a row with the extent of the observations, which every figure depends on.
    fn finish(&self, mut fields: Fields) -> Result<Record, Error> {
        let since = self.coverage.since.and_then(|at| Timestamp::from_second(at).ok());
        fields
            .set("observed_moves", &self.coverage.moves)
            .set("observed_since", &since.map(|since| since.to_string()));
        Ok(fields.to_record()?)
    }

    /// Returns the rows of every status of every group.
    fn of_each(
        &self,
        report: &FlowReport,
        mut rows: impl FnMut(&StatusFlow, &Fields) -> Result<Vec<Fields>, Error>,
    ) -> Result<Vec<Record>, Error> {
        let mut all = Vec::new();
        for group in &report.groups {
            let fields = self.first_fields(&group.group);
            for flow in &group.statuses {
                for row in rows(flow, &fields)? {
                    all.push(self.finish(row)?);
                }
            }
        }
        Ok(all)
    }

    fn weeks(&self, context: &CommandContext) -> Result<Vec<Record>, Error> {
        let mut all = Vec::new();
        for group in weeks(self.log, self.query, &context.out.style().zone) {
            for week in group.weeks {
                let mut fields = self.first_fields(&group.group);
                fields
                    .set_text("week", &week.monday.to_string())
                    .set_boolean("complete", week.is_complete)
                    .set("created", &week.created)
                    .set("won", &week.won)
                    .set("lost", &week.lost)
                    .set("deleted", &week.deleted)
                    .set("active", &week.active());
                for (status, count) in &week.deals {
                    fields.set(&format!("deals:{status}"), count);
                }
                all.push(self.finish(fields)?);
            }
        }
        Ok(all)
    }

    fn forecasts(&self, context: &CommandContext, remarks: &mut Vec<String>) -> Result<Vec<Record>, Error> {
        let (mut all, mut week_count) = (Vec::new(), 0);
        for group in forecast(self.log, self.query, &weeks(self.log, self.query, &context.out.style().zone)) {
            week_count = week_count.max(group.weeks);
            for forecast in &group.forecasts {
                let mut fields = self.first_fields(&group.group);
                fields
                    .set("days", &forecast.days)
                    .set("at_least_p50", &forecast.at_least_p50)
                    .set("at_least_p85", &forecast.at_least_p85)
                    .set("tests", &forecast.tests)
                    .set("met_p50", &forecast.met_p50)
                    .set("met_p85", &forecast.met_p85)
                    .set("observed_weeks", &group.weeks);
                all.push(self.finish(fields)?);
            }
        }
        let messages = context.report.messages();
        let args = [("n", week_count.into()), ("min", MIN_WEEKS.into())];
        remarks
            .push(messages.with(if all.is_empty() { "flow-forecast-none" } else { "flow-forecast" }, &args));
        Ok(all)
    }

    fn cycles(
        &self,
        context: &CommandContext,
        store: &Store,
        remarks: &mut Vec<String>,
    ) -> Result<Vec<Record>, Error> {
        let messages = context.report.messages();
        let (mut all, mut names) = (Vec::new(), DealNames::new(store));
        for group in cycles(self.log, self.query) {
            let percentiles = [50, 85, 95].map(|percent| group.percentile(percent));
            if let ([Some(p50), Some(p85), Some(p95)], None) = (percentiles, self.query.by) {
                let days = |seconds: i64| days_text(context, seconds);
                let args = [
                    ("n", group.cycles.len().into()),
                    ("p50", days(p50).into()),
                    ("p85", days(p85).into()),
                    ("p95", days(p95).into()),
                ];
                remarks.push(messages.with("flow-cycles", &args));
            }
            if group.start_unobserved > 0 && self.query.by.is_none() {
                remarks.push(messages.with("flow-cycles-excluded", &[("n", group.start_unobserved.into())]));
            }
            for cycle in &group.cycles {
                let id = self.log.ids.text(cycle.deal);
                let [p50, p85, p95] = percentiles;
                let mut fields = self.first_fields(&group.group);
                fields
                    .set_text("finished_at", &cycle.timestamp().to_string())
                    .set_text("name", &names.name_of_deal(id)?)
                    .set_raw("days", days(Some(cycle.seconds)))
                    .set_raw("p85_days", days(p85))
                    .set_text("deal_id", id)
                    .set_raw("p50_days", days(p50))
                    .set_raw("p95_days", days(p95))
                    .set("start_unobserved", &group.start_unobserved);
                all.push(self.finish(fields)?);
            }
        }
        Ok(all)
    }
}

/// Returns the row of a status, with its bounds.
fn status_row(flow: &StatusFlow, fields: &Fields) -> Fields {
    let mut row = fields.clone();
    row.set_text("status", &flow.status)
        .set("entered", &flow.entered)
        .set("advanced", &flow.advanced)
        .set("moved_back", &flow.moved_back)
        .set("paused", &flow.paused)
        .set("lost", &flow.lost)
        .set("deleted", &flow.deleted)
        .set("still_there", &flow.still_there)
        .set_raw("conversion", rounded(flow.conversion(), 4))
        .set_boolean("largest_loss", flow.is_largest_loss)
        .set_raw("median_days", days(flow.time.median))
        .set_raw("p85_days", days(flow.time.p85))
        .set("entry_unobserved", &flow.entry_unobserved)
        .set("entered_before", &flow.entered_before)
        .set_raw("median_days_min", days(flow.shortest.median))
        .set_raw("median_days_max", days(flow.longest.median))
        .set_raw("p85_days_min", days(flow.shortest.p85))
        .set_raw("p85_days_max", days(flow.longest.p85));
    let over = flow.open.iter().filter(|deal| deal.is_over_p85 == Some(true)).count();
    row.set("open", &flow.open.len()).set("open_over_p85", &over);
    row
}

/// Returns a row for each next status.
fn move_rows(flow: &StatusFlow, fields: &Fields) -> Vec<Fields> {
    let rows = flow.next.iter().map(|(to, count)| {
        let mut row = fields.clone();
        row.set_text("from", &flow.status)
            .set_text("to", to)
            .set("deals", count)
            .set_raw("share", rounded(Some(*count as f64 / flow.left() as f64), 4))
            .set("left", &flow.left());
        row
    });
    rows.collect()
}

/// Returns a row for each open deal.
fn open_rows(
    log: &FlowLog,
    names: &mut DealNames<'_>,
    flow: &StatusFlow,
    fields: &Fields,
) -> Result<Vec<Fields>, Error> {
    let mut rows = Vec::new();
    for deal in &flow.open {
        let id = log.ids.text(deal.deal);
        let mut row = fields.clone();
        row.set_text("status", &flow.status)
            .set_text("name", &names.name_of_deal(id)?)
            .set_raw("age_days", days(Some(deal.age)))
            .set_boolean("lower_bound", deal.is_lower_bound)
            .set("over_p85", &deal.is_over_p85)
            .set_text("deal_id", id)
            .set_raw("median_days", days(flow.time.median))
            .set_raw("p85_days", days(flow.time.p85));
        rows.push(row);
    }
    Ok(rows)
}

/// Returns days with one decimal, or `null`.
fn days(seconds: Option<i64>) -> Box<RawValue> {
    raw_number(seconds.map(|seconds| format!("{:.1}", days_of(seconds))))
}

/// Returns a number with that many decimals, or `null`.
fn rounded(value: Option<f64>, decimals: usize) -> Box<RawValue> {
    raw_number(value.map(|value| format!("{value:.decimals$}")))
}

fn raw_number(text: Option<String>) -> Box<RawValue> {
    text.and_then(|text| RawValue::from_string(text).ok()).unwrap_or_else(|| RawValue::NULL.to_owned())
}

/// Returns days with one decimal, in the user's language.
fn days_text(context: &CommandContext, seconds: i64) -> String {
    number::exact(context.out.style().lang, days_of(seconds))
}
