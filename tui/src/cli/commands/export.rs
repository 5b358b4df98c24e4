//! `encours export`: deals or the portfolio into a file, as CSV, JSON or a workbook.
//!
//! The file is written atomically and readable by its owner only. It replaces an existing file only after
//! confirmation. Deals are spooled to the disk while they are loaded, so a large list is never in memory as a
//! whole.

pub(super) mod pack;
mod spool;
mod worksheet;

use std::path::Path;

use super::super::args::{ExportArgs, Exportable};
use super::super::output::{self, RequestedColumns};
use super::cache_read::{DealSelection, cached_extent, for_each_deal};
use super::cache_write::begin_pass;
use super::deals::{list, views};
use super::records::singletons;
use super::walk_warnings::{all_records, warn_incomplete};
use crate::cli::prelude::*;
use encours_core::config::expand_home;
use encours_core::engine::{WalkPlan, walk_records};
use encours_core::export::atomic_file;
use encours_core::model::worksheet::FileFormat;
use encours_core::{files, store};

use spool::DealSpool;

/// Number of deals to name in the warning about cut texts.
const MAX_NAMED_DEALS: usize = 5;

/// Number of retries of a list that changed during the sync.
const MAX_RETRIES: usize = 2;

/// Loads the exported data and writes the file.
pub(super) async fn run(context: &mut CommandContext, session: &Session, args: &ExportArgs) -> CommandResult {
    let args = &ExportArgs { to: expand_home(&args.to)?, ..args.clone() };
    let form =
        FileFormat::from_path(&args.to).ok_or_else(|| error_message::usage("usage-export-ending", &[]))?;
    let replace = may_replace(context, &args.to)?;
    let count = match args.what {
        Exportable::Deals => {
            let read = selected_deals(context, session, args).await?;
            let summary = read.write(&args.to, form, context.out.style(), replace)?;
            warn_cut(context, &summary.cut);
            summary.count
        }
        Exportable::Portfolio if args.query.is_some() || args.view.is_some() || !args.columns.is_empty() => {
            return Err(error_message::usage("usage-export-portfolio", &[]).into());
        }
        Exportable::Portfolio => {
            let record = singletons::portfolio_record(context, session).await?;
            let bytes = match form {
                FileFormat::Csv | FileFormat::Spreadsheet(_) => {
                    output::csv_bytes(OutputKind::Portfolio, std::slice::from_ref(&record))?
                }
                FileFormat::Json => format!("{}\n", record.as_str()).into_bytes(),
                FileFormat::Xlsx => worksheet::portfolio_workbook(&record)?,
            };
            atomic_file::write(&args.to, &bytes, replace)?;
            1
        }
    };
    let bytes = std::fs::metadata(&args.to).map_or(0, |summary| summary.len());
    let mut done = Fields::new();
    done.set("file", &args.to.to_string_lossy()).set("records", &count).set("bytes", &bytes);
    Ok(context.out.record(OutputKind::Exported, &done.to_record()?)?)
}

/// Returns whether an existing file may be replaced. Asks before anything is loaded.
fn may_replace(context: &CommandContext, path: &Path) -> Result<bool, Error> {
    let unwritable = |error| atomic_file::write_error(path, &error);
    files::check_regular(path).map_err(unwritable)?;
    if !path.try_exists().map_err(unwritable)? {
        return Ok(false);
    }
    let name = SafeText::line(&path.to_string_lossy());
    let question = context.report.messages().with("cli-confirm-replace", &[("file", (&name).into())]);
    if prompt::confirm(context, &question)? { Ok(true) } else { Err(Error::interrupted()) }
}

/// Warns about texts that were cut to fit into a workbook cell.
fn warn_cut(context: &CommandContext, cut: &[String]) {
    if cut.is_empty() {
        return;
    }
    let more = if cut.len() > MAX_NAMED_DEALS { ", …" } else { "" };
    let first: Vec<&str> = cut.iter().take(MAX_NAMED_DEALS).map(String::as_str).collect();
    let deals = SafeText::line(&format!("{}{more}", first.join(", ")));
    let args = [("n", cut.len().into()), ("deals", (&deals).into())];
    context.report.warning("cut", "cli-export-cut", &args);
}

/// Returns the deals that match the query and the view, in the view's order.
///
/// The fields are the requested ones, else those of the view. The id is always included, so that each deal can
/// be identified.
async fn selected_deals(
    context: &mut CommandContext,
    session: &Session,
    args: &ExportArgs,
) -> CommandResult<DealSpool> {
    let (view, query) = list::view_and_query(context, session, (&args.view, &args.query))?;
    list::load_local_deals(context, session, args.columns.iter(), view.as_ref())?;
    let mut fields: Vec<&str> = args.columns.iter().map(String::as_str).collect();
    if let Some(view) = view.as_ref().filter(|view| fields.is_empty() && !view.columns.is_empty()) {
        fields = view.columns.iter().map(|column| column.name()).chain(["id"]).collect();
    }
    let requested = RequestedColumns::new(fields);
    if view.is_none() && args.query.is_none() {
        return spool_deals(context, session, &args.to, requested).await;
    }
    let failed = |error: std::io::Error| atomic_file::write_error(&args.to, &error);
    let all = spool_deals(context, session, &args.to, None).await?;
    let all = all.into_records().map_err(failed)?;
    let mut matches = list::matching_deals(context, (session, true), query.as_ref(), all)?;
    if let Some(view) = &view {
        views::sort(context.out.style(), &mut matches, &view.sort);
    }
    let mut spool = DealSpool::create(&args.to, requested).map_err(failed)?;
    for deal in &matches {
        spool.push(deal).map_err(failed)?;
    }
    Ok(spool)
}

/// Spools every deal of the service, or of the local store with `--offline`.
///
/// A list that changed during the sync is loaded again: an export without some deals is worse than a slow one.
async fn spool_deals(
    context: &CommandContext,
    session: &Session,
    to: &Path,
    requested: Option<RequestedColumns>,
) -> CommandResult<DealSpool> {
    let failed = |error: std::io::Error| atomic_file::write_error(to, &error);
    if context.global.offline {
        cached_extent(session)?.check_synced(context, "export deals")?;
        let mut read = DealSpool::create(to, requested).map_err(failed)?;
        let cached = for_each_deal(session, &DealSelection::all(), |batch| {
            batch.iter().try_for_each(|record| read.push(record).map_err(failed))
        })?;
        cached.warn(context);
        return Ok(read);
    }
    let mut tries = 0;
    loop {
        let mut read = DealSpool::create(to, requested.clone()).map_err(failed)?;
        let pass = begin_pass(session, store::RecordKind::Deal, "");
        let take = |page: Vec<Record>| {
            for record in &page {
                read.push(record).map_err(failed)?;
            }
            Ok::<_, Error>(())
        };
        let call = Call::new(OperationId::DealsList);
        let walked = walk_records(session.client(), &call, WalkPlan::whole(), pass, take);
        // An incomplete list must not be exported, so no file is written.
        let findings = all_records(walked.await?)?;
        if findings.has_changed && tries < MAX_RETRIES {
            tries += 1;
            continue;
        }
        warn_incomplete(context, &findings)?;
        return Ok(read);
    }
}
