//! `encours export`: deals or the portfolio into a file, as CSV, JSON or a workbook. The file appears whole or not at
//! all, for its owner alone, and never in the place of another one unless that is confirmed. Deals are laid aside on the
//! disk as they are read and written from there: a large list is never whole in memory.

mod aside;
mod sheet;

use std::path::Path;

use encours_core::client::Call;
use encours_core::contract::operation::PageForm;
use encours_core::contract::{Fields, OperationId, Record};
use encours_core::error::Error;
use encours_core::export::{Form, file};
use encours_core::store;
use encours_core::text::Clean;

use super::super::Failure;
use super::super::args::{ExportArgs, Exportable};
use super::super::ask;
use super::super::context::Context;
use super::super::output::{self, Kind};
use super::super::said;
use super::super::session::Session;
use super::keep::Pass;
use super::kept::{Wanted, each_deal, extent};
use super::pages::{self, Extent};
use super::single;
use aside::Aside;

/// How often a list that moved while it was read is read again.
const AGAIN: usize = 2;

/// Reads what is to be exported and writes it.
pub(super) async fn run(context: &mut Context, session: &Session, args: &ExportArgs) -> Result<(), Failure> {
    let form = Form::of(&args.to).ok_or_else(|| said::usage("usage-export-ending", &[]))?;
    let replace = may_replace(context, &args.to)?;
    let count = match args.what {
        Exportable::Deals => {
            let read = deals(context, session, &args.to).await?;
            read.write(&args.to, form, replace)?
        }
        Exportable::Portfolio => {
            let record = single::portfolio_record(context, session).await?;
            let bytes = match form {
                Form::Csv | Form::Spreadsheet(_) => {
                    output::csv_bytes(Kind::Portfolio, std::slice::from_ref(&record))?
                }
                Form::Json => format!("{}\n", record.as_str()).into_bytes(),
                Form::Xlsx => sheet::portfolio(&record)?,
            };
            file::write(&args.to, &bytes, replace)?;
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

/// Whether a file that is there may be replaced. Asked before anything is read.
fn may_replace(context: &Context, path: &Path) -> Result<bool, Error> {
    if !path.try_exists().map_err(|error| file::refused(path, &error))? {
        return Ok(false);
    }
    let name = Clean::line(&path.to_string_lossy());
    let question = context
        .report
        .words()
        .with("cli-confirm-replace", &[("file", (&name).into())]);
    if ask::confirm(context, &question)? {
        Ok(true)
    } else {
        Err(Error::interrupted())
    }
}

/// Every deal: of the service, or of the local store with `--offline`. A list that moved while it was read is read
/// again: an export that misses a deal is worse than one that takes longer.
async fn deals(context: &Context, session: &Session, to: &Path) -> Result<Aside, Failure> {
    let failed = |error: std::io::Error| file::refused(to, &error);
    if context.global.offline {
        extent(session)?.refuse_unread(context, "export deals")?;
        let mut read = Aside::begin(to).map_err(failed)?;
        let kept = each_deal(session, &Wanted::all(), |part| {
            part.iter()
                .try_for_each(|record| read.take(record).map_err(failed))
        })?;
        kept.tell(context);
        return Ok(read);
    }
    let mut tries = 0;
    loop {
        let mut read = Aside::begin(to).map_err(failed)?;
        let pass = Pass::begin(session, store::Kind::Deal, "");
        let take = |page: Vec<Record>| {
            for record in &page {
                read.take(record).map_err(failed)?;
            }
            Ok(())
        };
        let call = Call::new(OperationId::DealsList);
        let told = pages::walk(session, &call, PageForm::Items, 0, Extent::All, Some(pass), take)
            .await?
            .whole()?;
        if let Some(first) = told.rejected.first() {
            // Half a list is no export: nothing is written.
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
