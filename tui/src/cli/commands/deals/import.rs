//! `deals import`: plans the rows of a spreadsheet, then writes them one after the other.
//!
//! Each row has its own idempotency key, which derives from the file. A second start of the same file finds the writes of
//! the first in the journal and the outbox, and continues with the others.

use std::collections::BTreeSet;

use encours_core::app::changes::import::view as import_view;
use encours_core::config::expand_home;
use encours_core::contract::{Fields, IdempotencyKey, OperationId, Record};
use encours_core::engine::{overlay_records, table_of};
use encours_core::error::{Error, ErrorKind};
use encours_core::import::mapping::{MAPPING_SETTING, Mapping};
use encours_core::import::plan::{ImportFacts, ImportPlan, KEY_PREFIX, is_write_of};
use encours_core::import::planned_row::{PlannedRow, RowCategory};
use encours_core::import::table::ImportTable;
use encours_core::spreadsheet;
use encours_core::store::{NewOutboxEntry, OutboxEntry, RecordKind};
use encours_core::text::Messages;
use jiff::Timestamp;

use super::super::super::args::{DealImportArgs, OutputFormat};
use super::super::super::context::CommandContext;
use super::super::super::output::OutputKind;
use super::super::super::report;
use super::super::super::session::Session;
use super::super::super::{CommandFailure, CommandResult, prompt};
use super::super::FailureCollector;
use super::super::walk_warnings::{all_records, warn_incomplete};
use super::super::write::{PlannedOutcome, SendResult, WriteBasis, deliver, send_planned};
use super::list;

/// Number of times that a list is loaded again because it changed meanwhile.
const MAX_RETRIES: usize = 2;

/// `deals import`
pub async fn import(context: &mut CommandContext, session: &Session, args: &DealImportArgs) -> CommandResult {
    let mut table = spreadsheet::read(&expand_home(&args.file)?, args.sheet.as_deref())?;
    if args.again {
        table.salt(&Timestamp::now().to_string());
    }
    let mapping = mapping(session, &table, args)?;
    let (plan, unanswered) = plan(context, session, (&table, &mapping), args).await?;
    let lang = context.out.style().lang;
    let counts = import_view::counts_text(lang, &plan, &RowCategory::ALL);
    if let Some(mapped) = import_view::mapping_text(lang, &plan).first() {
        context.report.remark(mapped);
    }
    warn_columns_left(context, &plan);
    context.report.remark(&counts);
    let writes = plan.count(RowCategory::New) + plan.count(RowCategory::Changed);
    if !args.dry_run && writes > 0 {
        let question = context.report.messages().with("cli-confirm-import", &[("n", writes.into())]);
        if !prompt::confirm(context, &question)? {
            return Err(prompt::declined(context));
        }
    }
    context.out.begin_group();
    let unanswered = if args.dry_run || context.global.offline { &[] } else { &unanswered[..] };
    let mut lines = Vec::new();
    let done = write_rows(context, session, (&plan, unanswered), args.dry_run, &mut lines).await;
    if !lines.is_empty() {
        context.print_list(OutputKind::Imported, lines)?;
    }
    context.out.end_group()?;
    let unwritten = [RowCategory::Refused, RowCategory::Uncertain];
    let left: usize = unwritten.iter().map(|category| plan.count(*category)).sum();
    if left > 0 {
        let counts = import_view::counts_text(context.report.error_messages().lang(), &plan, &unwritten);
        let key = if args.dry_run { "cli-import-left-planned" } else { "cli-import-left" };
        context.report.warning("not_imported", key, &[("n", left.into()), ("counts", counts.into())]);
    }
    done
}

/// Names the columns that are not imported, for scripts in a member of the warning.
fn warn_columns_left(context: &CommandContext, plan: &ImportPlan) {
    let columns = import_view::columns_left(context.report.error_messages().lang(), plan);
    if !columns.is_empty() {
        let args = [("columns", columns.join(", ").into())];
        context.report.warning_with("columns_left", ("import-columns-left", &args), |fields| {
            fields.set("columns", &columns)
        });
    }
}

/// Returns the mapping of the columns, and stores it for the next import.
fn mapping(session: &Session, table: &ImportTable, args: &DealImportArgs) -> Result<Mapping, Error> {
    let store = session.store()?;
    let stored = store.setting(MAPPING_SETTING)?;
    let mut mapping = Mapping::guess(&table.header, stored.as_deref());
    args.map.iter().try_for_each(|(column, field)| mapping.set(column, field))?;
    mapping.check()?;
    if let Some(setting) = mapping.setting(stored.as_deref()) {
        store.set_setting(MAPPING_SETTING, Some(&setting), Timestamp::now())?;
    }
    Ok(mapping)
}

/// Plans the rows against all deals with pending writes applied.
///
/// Returns also the unanswered writes of an earlier import of the table that the plan does not contain, because the
/// service has applied them.
async fn plan(
    context: &CommandContext,
    session: &Session,
    (table, mapping): (&ImportTable, &Mapping),
    args: &DealImportArgs,
) -> Result<(ImportPlan, Vec<OutboxEntry>), CommandFailure> {
    let mut tries = 0;
    let deals = loop {
        let (deals, findings) = list::load_matching(context, session, None, "deals import").await?;
        // A deal that is missing from the list would be created a second time.
        let findings = all_records(findings)?;
        if !findings.has_changed || tries == MAX_RETRIES {
            warn_incomplete(context, &findings)?;
            break deals;
        }
        tries += 1;
    };
    let mut entries = session.store()?.outbox().entries()?;
    let is_unanswered = |entry: &mut OutboxEntry| {
        entry.in_doubt() && is_write_of(table, &entry.key, &entry.record, &entry.body)
    };
    let mut unanswered: Vec<OutboxEntry> = entries.extract_if(.., is_unanswered).collect();
    let accepted: BTreeSet<usize> = args.accept.iter().copied().collect();
    let plan_over = |entries: &[OutboxEntry]| -> Result<ImportPlan, Error> {
        let deals = overlay_records(RecordKind::Deal, deals.clone(), entries)?.records;
        let deals = table_of(&deals, None, &context.out.style().zone)?;
        let entry_rules = &context.entry_rules;
        let facts = ImportFacts { deals: &deals, statuses: &[], entry_rules, accepted: &accepted };
        Ok(ImportPlan::new(table, mapping.clone(), facts))
    };
    // A stopped import has left entries of its own. They are planned again, so that this one sends them.
    let is_import = |entry: &OutboxEntry| entry.key.as_str().starts_with(KEY_PREFIX);
    if entries.iter().any(is_import) {
        let others: Vec<OutboxEntry> = entries.iter().filter(|entry| !is_import(entry)).cloned().collect();
        let planned = plan_over(&others)?;
        let own: BTreeSet<&IdempotencyKey> = planned.rows.iter().filter_map(|row| row.key.as_ref()).collect();
        entries.retain(|entry| !own.contains(&entry.key));
    }
    let plan = plan_over(&entries)?;
    unanswered.retain(|entry| plan.rows.iter().all(|row| row.key.as_ref() != Some(&entry.key)));
    Ok((plan, unanswered))
}

/// Sends the unanswered writes again, then writes the rows in order, and prints the result of each row. For people, the
/// results become `lines` of a table.
async fn write_rows(
    context: &mut CommandContext,
    session: &Session,
    (plan, unanswered): (&ImportPlan, &[OutboxEntry]),
    is_dry_run: bool,
    lines: &mut Vec<Record>,
) -> CommandResult {
    let mut several = FailureCollector::default();
    for entry in unanswered {
        let sent = deliver(session, session.store()?.outbox(), entry, WriteBasis::AsSeen).await?;
        if let SendResult::Rejected(error) | SendResult::StillPending(error) = sent {
            several.record_for(context, &entry.record, Err(error.with_kind(ErrorKind::Queued).into()))?;
        }
    }
    for (nth, row) in plan.rows.iter().enumerate() {
        let Some(entry) = new_entry(row).filter(|_| !is_dry_run) else {
            print_row(context, row, row.category().name(), (None, None), lines)?;
            continue;
        };
        let (outcome, record, failure) = match send_planned(context, session, &entry).await {
            Ok(PlannedOutcome::Before) => ("imported", None, None),
            Ok(PlannedOutcome::Applied(record)) => {
                (if row.is_creation() { "created" } else { "updated" }, record, None)
            }
            Ok(PlannedOutcome::Failed(error, blocks_others)) => {
                let name = if error.kind() == ErrorKind::Queued { "queued" } else { "failed" };
                (name, None, Some((error, blocks_others)))
            }
            Err(error) => {
                warn_stopped(context, plan, nth);
                return Err(error.into());
            }
        };
        let error = failure.as_ref().map(|(error, _)| error).filter(|_| outcome == "failed");
        print_row(context, row, outcome, (record.as_ref(), error), lines)?;
        if let Some((error, blocks_others)) = failure {
            several.record_for(context, &entry.record, Err(error.into()))?;
            if blocks_others && nth + 1 < plan.rows.len() {
                warn_stopped(context, plan, nth + 1);
                break;
            }
        }
    }
    several.finish()
}

/// Warns about the planned writes from the row at `next` on, which were not requested.
fn warn_stopped(context: &CommandContext, plan: &ImportPlan, next: usize) {
    let left = plan.rows.iter().skip(next).filter(|row| row.key.is_some()).count();
    context.report.warning("stopped", "cli-import-stopped", &[("n", left.into())]);
}

/// Returns the outbox entry of a row; `None` for a row that is not written.
fn new_entry(row: &PlannedRow) -> Option<NewOutboxEntry> {
    let now = Timestamp::now();
    Some(NewOutboxEntry {
        operation: if row.is_creation() { OperationId::DealsCreate } else { OperationId::DealsUpdate },
        record: row.deal.as_ref()?.as_str().to_owned(),
        body: row.after.to_body(),
        key: row.key.clone()?,
        base: row.before.to_body(),
        label: row.name.clone(),
        created_at: now,
        not_before: now,
        scheduled: false,
    })
}

/// Prints the result of a row. `record` is the deal as the server returned it, `error` its reason for none.
fn print_row(
    context: &mut CommandContext,
    row: &PlannedRow,
    outcome: &str,
    (record, error): (Option<&Record>, Option<&Error>),
    lines: &mut Vec<Record>,
) -> CommandResult {
    let planned = row.deal.as_ref().filter(|_| !row.is_creation()).map(|deal| deal.as_str().into());
    let (mut fields, lang) = (Fields::new(), context.out.style().lang);
    let is_for_people = context.out.style().format == OutputFormat::Table;
    let name = if is_for_people { import_view::outcome_text(lang, outcome) } else { outcome.to_owned() };
    fields.set("line", &row.line).set_text("outcome", &name).set_text("name", &row.name);
    let reason = error.and_then(|error| report::detail(error, Messages::new(lang)));
    fields.set_text("text", &reason.unwrap_or_else(|| import_view::row_text(lang, row)));
    fields.set("deal_id", &record.and_then(|record| record.text("id")).or(planned));
    if is_for_people {
        lines.push(fields.to_record()?);
        return Ok(());
    }
    fields.set("before", &row.before).set("after", &row.after);
    fields.set("rule", &row.issue.as_ref().map(|issue| issue.rule.name));
    Ok(context.out.record(OutputKind::Imported, &fields.to_record()?)?)
}
