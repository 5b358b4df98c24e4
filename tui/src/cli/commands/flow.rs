//! `encours flow`: funnel, time in status and throughput, from locally recorded moves. Sends no request.

use std::cell::RefCell;

use encours_core::app::screens::flow::content::observed_weeks;
use encours_core::app::screens::flow::sections::FlowSection;
use encours_core::app::screens::flow::table::FlowRow;
use encours_core::app::screens::flow::texts::FlowTexts;
use encours_core::config::ConfigFile;
use encours_core::flow::figures;
use encours_core::model::flow::{Coverage, FlowRequest, GroupBy};
use encours_core::vocabulary::StatusOrder;

use super::super::args::{FlowArgs, FlowGroup};
use super::cache_read::CachedRecords;
use super::deals::past::time_text;
use super::history::records::DealNames;
use crate::cli::prelude::*;

/// Returns the order of the statuses from the configuration.
pub(super) fn status_order(context: &CommandContext) -> StatusOrder {
    let paths = context.options().paths().ok().filter(|_| !context.uses_demo_settings());
    let file = paths.and_then(|paths| ConfigFile::load(&paths.config_file()).ok());
    file.map(|file| file.status_order().clone()).unwrap_or_default()
}

/// Prints a table of the flow, with its coverage as a remark.
pub(super) fn run(context: &mut CommandContext, session: &Session, args: &FlowArgs) -> CommandResult {
    let store = session.store()?;
    let style = context.out.style().clone();
    let text = |at| time_text(context, at);
    let since = args.since.as_ref().map(|since| since.0.instant(&style.zone));
    if let Some(since) = since.filter(|since| *since > Timestamp::now()) {
        return Err(error_message::usage("usage-as-of-future", &[("date", &text(since))]).into());
    }
    let log = store.history().flow_log()?;
    let Some(observed_at) = log.observed.and_then(|(_, at)| Timestamp::from_second(at).ok()) else {
        context.out.list(OutputKind::Flow).finish()?;
        context.report.warning("short_history", "cli-history-nothing", &[]);
        return Ok(());
    };
    let until = store.cache().last_full_sync()?.map_or(observed_at, |synced| synced.max(observed_at));
    if let Some(since) = since.filter(|since| *since > until) {
        let dates = [("date", text(since)), ("until", text(until))];
        let dates = dates.each_ref().map(|(name, date)| (*name, date.as_str()));
        return Err(error_message::usage("usage-flow-late", &dates).into());
    }
    let by = args.by.map(|by| match by {
        FlowGroup::Class => GroupBy::Class,
        FlowGroup::Owner => GroupBy::Owner,
    });
    let request = FlowRequest { since, by, order: status_order(context), zone: style.zone.clone() };
    let (figures, section) = (figures(&log, request, until), FlowSection::of_pane(args.show as usize));
    let (names, problem) = (RefCell::new(DealNames::new(store)), RefCell::new(None));
    let name_of = |id: &str| {
        names.borrow_mut().name_of_deal(id).unwrap_or_else(|error| {
            problem.replace(Some(error));
            String::new()
        })
    };
    let texts = FlowTexts { lang: style.lang, zone: &style.zone, name_of: &name_of, max_rows: usize::MAX };
    let table = texts.table(&figures, section);
    if let Some(error) = problem.take() {
        return Err(error.into());
    }
    if style.format == OutputFormat::Table {
        context.out.texts(&table.record_table(style.lang), &table.drop_priorities())?;
    } else {
        let mut list = context.out.list(OutputKind::Flow);
        for row in &table.rows {
            list.push_page([record(row, figures.coverage)?])?;
        }
        list.finish()?;
    }
    context.report.remark(&texts.coverage(&figures));
    if section == FlowSection::Forecast && table.rows.is_empty() {
        context.report.warning("short_history", "flow-forecast-none", &observed_weeks(&figures));
    } else {
        for note in texts.notes(&figures, section, &table) {
            context.report.remark(&note);
        }
    }
    if context.global.offline {
        CachedRecords::load(session, RecordKind::Deal, "")?.warn_age(context);
    }
    Ok(())
}

/// Returns a row with its numbers of observations, and with the extent of the observations at the end.
fn record(row: &FlowRow, coverage: Coverage) -> Result<Record, Error> {
    let mut fields = Fields::new();
    for cell in row.cells.iter().filter(|cell| !cell.field.is_empty()) {
        let name = &*cell.field;
        fields.set_raw(name, cell.value.to_json());
        if let Some(count) = cell.of {
            fields.set(&format!("{name}_of"), &count);
            fields.set_boolean(&format!("{name}_too_few"), cell.has_too_few());
        }
    }
    let since = coverage.since.and_then(|at| Timestamp::from_second(at).ok()).map(|since| since.to_string());
    fields.set("observed_moves", &coverage.moves).set("observed_since", &since);
    Ok(fields.to_record()?)
}
