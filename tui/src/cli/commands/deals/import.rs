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
use encours_core::import::mapping::{ImportField, KnownHeaders, MAPPING_SETTING, Mapping, MappingError};
use encours_core::import::plan::{ImportFacts, ImportPlan, KEY_PREFIX};
use encours_core::import::planned_row::{PlannedRow, RowVerdict};
use encours_core::import::row_category::RowCategory;
use encours_core::import::table::ImportTable;
use encours_core::spreadsheet;
use encours_core::store::{NewOutboxEntry, OutboxEntry, RecordKind};
use jiff::Timestamp;

use super::super::super::args::DealImportArgs;
use super::super::super::context::CommandContext;
use super::super::super::output::OutputKind;
use super::super::super::session::Session;
use super::super::super::{CommandFailure, CommandResult, error_message, prompt};
use super::super::FailureCollector;
use super::super::walk_warnings::warn_incomplete;
use super::super::write::{PlannedOutcome, send_planned};
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
    let plan = plan(context, session, (&table, &mapping), args).await?;
    let lang = context.out.style().lang;
    for line in import_view::mapping_text(lang, &plan).iter().chain([&import_view::counts_text(lang, &plan)])
    {
        context.report.remark(line);
    }
    let writes = plan.count(RowCategory::New) + plan.count(RowCategory::Changed);
    if !args.dry_run && writes > 0 {
        let question = context.report.messages().with("cli-confirm-import", &[("n", writes.into())]);
        if !prompt::confirm(context, &question)? {
            return Err(prompt::declined(context));
        }
    }
    context.out.begin_group();
    let done = write_rows(context, session, &plan, args.dry_run).await;
    context.out.end_group()?;
    let left = plan.count(RowCategory::Refused) + plan.count(RowCategory::Uncertain);
    if left > 0 {
        context.report.warning("not_imported", "cli-import-left", &[("n", left.into())]);
    }
    done
}

/// Returns the mapping of the columns, and stores it for the next import.
fn mapping(session: &Session, table: &ImportTable, args: &DealImportArgs) -> Result<Mapping, Error> {
    let store = session.store()?;
    let mut known = KnownHeaders::from_setting(store.setting(MAPPING_SETTING)?.as_deref());
    let mut mapping = Mapping::guess(&table.header, &known);
    let failed = |error| mapping_error(table, &error);
    for (column, field) in &args.map {
        mapping.set(&table.header, column, field).map_err(failed)?;
    }
    mapping.check().map_err(failed)?;
    if let Some(setting) = known.learn(&table.header, &mapping) {
        store.set_setting(MAPPING_SETTING, Some(&setting), Timestamp::now())?;
    }
    Ok(mapping)
}

fn mapping_error(table: &ImportTable, error: &MappingError) -> Error {
    let columns = table.header.join(", ");
    let fields = ImportField::ALL.map(ImportField::name).join(", ");
    match error {
        MappingError::UnknownColumn(name) => {
            error_message::usage("usage-map-column", &[("name", name), ("columns", &columns)])
        }
        MappingError::UnknownField(name) => {
            error_message::usage("usage-map-field", &[("name", name), ("fields", &fields)])
        }
        MappingError::Twice(field) => error_message::usage("usage-map-twice", &[("name", field.name())]),
        MappingError::NoDeal => error_message::usage("usage-map-no-deal", &[("columns", &columns)]),
    }
}

/// Plans the rows against all deals with pending writes applied.
async fn plan(
    context: &CommandContext,
    session: &Session,
    (table, mapping): (&ImportTable, &Mapping),
    args: &DealImportArgs,
) -> Result<ImportPlan, CommandFailure> {
    let mut tries = 0;
    let deals = loop {
        let (deals, findings) = list::load_matching(context, session, None, "deals import").await?;
        let findings = findings.complete()?;
        if let Some(first) = findings.rejected.first() {
            // A deal that is missing from the list would be created a second time.
            let count = findings.rejected.len();
            return Err(
                Error::protocol(format!("{count} elements of the list are not records: {first}")).into()
            );
        }
        if !findings.has_changed || tries == MAX_RETRIES {
            warn_incomplete(context, &findings)?;
            break deals;
        }
        tries += 1;
    };
    let mut entries = session.store()?.outbox().entries()?;
    let accepted: BTreeSet<usize> = args.accept.iter().copied().collect();
    let plan_over = |entries: &[OutboxEntry]| -> Result<ImportPlan, Error> {
        let deals = overlay_records(RecordKind::Deal, deals.clone(), entries)?.records;
        let deals = table_of(&deals, None, &context.out.style().zone)?;
        let entry_rules = &context.entry_rules;
        let facts = ImportFacts { deals: &deals, statuses: &[], entry_rules, accepted: &accepted };
        Ok(ImportPlan::new(table, mapping, facts))
    };
    // A stopped import has left entries of its own. They are planned again, so that this one sends them.
    let is_import = |entry: &OutboxEntry| entry.key.as_str().starts_with(KEY_PREFIX);
    if entries.iter().any(is_import) {
        let others: Vec<OutboxEntry> = entries.iter().filter(|entry| !is_import(entry)).cloned().collect();
        let planned = plan_over(&others)?;
        let own: BTreeSet<&IdempotencyKey> = planned.rows.iter().filter_map(|row| row.key.as_ref()).collect();
        entries.retain(|entry| !own.contains(&entry.key));
    }
    Ok(plan_over(&entries)?)
}

/// Writes the rows in order, and prints the result of each.
async fn write_rows(
    context: &mut CommandContext,
    session: &Session,
    plan: &ImportPlan,
    is_dry_run: bool,
) -> CommandResult {
    let mut several = FailureCollector::default();
    for (nth, row) in plan.rows.iter().enumerate() {
        let lang = context.out.style().lang;
        let text = import_view::row_text(lang, row);
        let Some(entry) = new_entry(row).filter(|_| !is_dry_run) else {
            print_row(context, row, row.category().name(), (None, &text))?;
            continue;
        };
        let outcome = match send_planned(context, session, &entry).await {
            Ok(outcome) => outcome,
            Err(error) => {
                warn_stopped(context, plan, nth);
                return Err(error.into());
            }
        };
        let error = match outcome {
            PlannedOutcome::Before => {
                print_row(context, row, "imported", (None, &text))?;
                continue;
            }
            PlannedOutcome::Applied(record) => {
                let done = if row.category() == RowCategory::New { "created" } else { "updated" };
                print_row(context, row, done, (record.as_ref(), &text))?;
                continue;
            }
            PlannedOutcome::Failed(error, blocks_others) => {
                let name = if error.kind() == ErrorKind::Queued { "queued" } else { "failed" };
                print_row(context, row, name, (None, &text))?;
                several.record_for(context, entry.record.as_str(), Err(error.into()))?;
                blocks_others
            }
        };
        if error && nth + 1 < plan.rows.len() {
            warn_stopped(context, plan, nth + 1);
            break;
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
    let (base, fields) = row.change()?;
    let (key, deal): (IdempotencyKey, _) = (row.key.clone()?, row.deal.as_ref()?);
    let is_new = matches!(row.verdict, RowVerdict::New(_));
    let now = Timestamp::now();
    Some(NewOutboxEntry {
        operation: if is_new { OperationId::DealsCreate } else { OperationId::DealsUpdate },
        record: deal.as_str().to_owned(),
        body: fields.to_body(),
        key,
        base: base.to_body(),
        label: row.name.clone(),
        created_at: now,
        not_before: now,
        scheduled: false,
    })
}

/// Prints the result of a row. `record` is the deal as the server returned it.
fn print_row(
    context: &mut CommandContext,
    row: &PlannedRow,
    outcome: &str,
    (record, text): (Option<&Record>, &str),
) -> CommandResult {
    let mut fields = Fields::new();
    fields.set("line", &row.line).set_text("outcome", outcome).set_text("name", &row.name);
    fields.set_text("text", text);
    let planned = row.deal.as_ref().map(|deal| deal.as_str().to_owned());
    let planned = planned.filter(|_| row.category() != RowCategory::New);
    let deal = record.and_then(|record| record.text("id")).map(std::borrow::Cow::into_owned).or(planned);
    fields.set("deal_id", &deal);
    let (before, after) = row.change().unwrap_or_default();
    fields.set("before", &before).set("after", &after);
    let rule = match &row.verdict {
        RowVerdict::Refused(issue) => Some(issue.rule.name()),
        _ => None,
    };
    fields.set("rule", &rule);
    Ok(context.out.record(OutputKind::Imported, &fields.to_record()?)?)
}
