//! `encours export`: deals or the portfolio into a file, as CSV, JSON or a workbook.
//!
//! The file is written atomically and readable by its owner only. It replaces an existing file only after
//! confirmation. Deals are spooled to the disk while they are loaded, so a large list is never in memory as a
//! whole.

mod spool;
mod worksheet;

use std::path::Path;

use super::super::args::{ExportArgs, Exportable};
use super::super::context::Context;
use super::super::output::{self, Columns, Kind};
use super::super::session::Session;
use super::super::{Failure, error_message, prompt};
use super::cache_read::{Wanted, each_deal, extent};
use super::cache_write::Pass;
use super::deals::{list, views};
use super::paginate::{self, Extent};
use super::records::singletons;
use encours_core::client::Call;
use encours_core::config::expanded;
use encours_core::contract::operation::PageForm;
use encours_core::contract::{Fields, OperationId, Record};
use encours_core::error::Error;
use encours_core::export::atomic_file;
use encours_core::model::worksheet::Form;
use encours_core::text::Clean;
use encours_core::{files, store};

use spool::Aside;

/// Number of deals to name in the warning about cut texts.
const TOLD: usize = 5;

/// Number of retries of a list that changed during the sync.
const AGAIN: usize = 2;

/// Loads the exported data and writes the file.
pub(super) async fn run(context: &mut Context, session: &Session, args: &ExportArgs) -> Result<(), Failure> {
    let args = &ExportArgs {
        to: expanded(&args.to)?,
        ..args.clone()
    };
    let form = Form::of(&args.to).ok_or_else(|| error_message::usage("usage-export-ending", &[]))?;
    let replace = may_replace(context, &args.to)?;
    let count = match args.what {
        Exportable::Deals => {
            let read = chosen(context, session, args).await?;
            let written = read.write(&args.to, form, context.out.look(), replace)?;
            tell_cut(context, &written.cut);
            written.count
        }
        Exportable::Portfolio if args.query.is_some() || args.view.is_some() || !args.columns.is_empty() => {
            return Err(error_message::usage("usage-export-portfolio", &[]).into());
        }
        Exportable::Portfolio => {
            let record = singletons::portfolio_record(context, session).await?;
            let bytes = match form {
                Form::Csv | Form::Spreadsheet(_) => {
                    output::csv_bytes(Kind::Portfolio, std::slice::from_ref(&record))?
                }
                Form::Json => format!("{}\n", record.as_str()).into_bytes(),
                Form::Xlsx => worksheet::portfolio(&record)?,
            };
            atomic_file::write(&args.to, &bytes, replace)?;
            1
        }
    };
    let bytes = std::fs::metadata(&args.to).map_or(0, |written| written.len());
    let mut done = Fields::new();
    done.set_text("file", &args.to.to_string_lossy())
        .set_integer("records", i64::try_from(count).unwrap_or(i64::MAX))
        .set_integer("bytes", i64::try_from(bytes).unwrap_or(i64::MAX));
    let done = Record::parse(done.to_body())?;
    Ok(context.out.record(Kind::Exported, &done)?)
}

/// Returns whether an existing file may be replaced. Asks before anything is loaded.
fn may_replace(context: &Context, path: &Path) -> Result<bool, Error> {
    let refused = |error| atomic_file::refused(path, &error);
    files::check(path).map_err(refused)?;
    if !path.try_exists().map_err(refused)? {
        return Ok(false);
    }
    let name = Clean::line(&path.to_string_lossy());
    let question = context
        .report
        .words()
        .with("cli-confirm-replace", &[("file", (&name).into())]);
    if prompt::confirm(context, &question)? {
        Ok(true)
    } else {
        Err(Error::interrupted())
    }
}

/// Warns about texts that were cut to fit into a workbook cell.
fn tell_cut(context: &Context, cut: &[String]) {
    if cut.is_empty() {
        return;
    }
    let more = if cut.len() > TOLD { ", …" } else { "" };
    let first: Vec<&str> = cut.iter().take(TOLD).map(String::as_str).collect();
    let deals = Clean::line(&format!("{}{more}", first.join(", ")));
    let args = [("n", cut.len().into()), ("deals", (&deals).into())];
    context.report.warning("cut", "cli-export-cut", &args);
}

/// Returns the deals that match the query and the view, in the view's order.
///
/// The fields are the requested ones, else those of the view. The id is always included, so that each deal can
/// be identified.
async fn chosen(context: &Context, session: &Session, args: &ExportArgs) -> Result<Aside, Failure> {
    let view = args.view.as_deref();
    let view = view.map(|name| views::named(session, name)).transpose()?;
    let mut fields: Vec<&str> = args.columns.iter().map(String::as_str).collect();
    if let Some(view) = view
        .as_ref()
        .filter(|view| fields.is_empty() && !view.columns.is_empty())
    {
        fields = view
            .columns
            .iter()
            .map(|column| column.name())
            .chain(["id"])
            .collect();
    }
    let asked = Columns::of(fields);
    if view.is_none() && args.query.is_none() {
        return deals(context, session, &args.to, asked).await;
    }
    let viewed = view.as_ref().map(|view| view.query.as_str());
    let query = list::narrowed(context, session, viewed, args.query.as_deref())?;
    let failed = |error: std::io::Error| atomic_file::refused(&args.to, &error);
    let all = deals(context, session, &args.to, None).await?;
    let all = all.into_records().map_err(failed)?;
    let mut left = list::matching(context, (session, true), query.as_ref(), all)?;
    if let Some(view) = &view {
        views::sort(&mut left, view);
    }
    let mut aside = Aside::begin(&args.to, asked).map_err(failed)?;
    for deal in &left {
        aside.take(deal).map_err(failed)?;
    }
    Ok(aside)
}

/// Spools every deal of the service, or of the local store with `--offline`.
///
/// A list that changed during the sync is loaded again: an export without some deals is worse than a slow one.
async fn deals(
    context: &Context,
    session: &Session,
    to: &Path,
    asked: Option<Columns>,
) -> Result<Aside, Failure> {
    let failed = |error: std::io::Error| atomic_file::refused(to, &error);
    if context.global.offline {
        extent(session)?.refuse_unread(context, "export deals")?;
        let mut read = Aside::begin(to, asked).map_err(failed)?;
        let kept = each_deal(session, &Wanted::all(), |part| {
            part.iter()
                .try_for_each(|record| read.take(record).map_err(failed))
        })?;
        kept.tell(context);
        return Ok(read);
    }
    let mut tries = 0;
    loop {
        let mut read = Aside::begin(to, asked.clone()).map_err(failed)?;
        let pass = Pass::begin(session, store::Kind::Deal, "");
        let take = |page: Vec<Record>| {
            for record in &page {
                read.take(record).map_err(failed)?;
            }
            Ok(())
        };
        let call = Call::new(OperationId::DealsList);
        let told = paginate::walk(session, &call, PageForm::Items, 0, Extent::All, Some(pass), take)
            .await?
            .whole()?;
        if let Some(first) = told.rejected.first() {
            // An incomplete list must not be exported, so no file is written.
            return Err(Error::protocol(format!(
                "{} elements of the list are not records: {first}",
                told.rejected.len()
            ))
            .into());
        }
        if told.moved && tries < AGAIN {
            tries += 1;
            continue;
        }
        told.tell(context)?;
        return Ok(read);
    }
}
