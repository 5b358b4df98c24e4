//! `encours pack`: the committee pack of chosen deals, from the local store alone.

use encours_core::app::tools::pack::view::PackSource;
use encours_core::config::expand_home;
use encours_core::contract::{Fields, Record};
use encours_core::engine::pack_data;
use encours_core::error::{Error, ErrorKind};
use encours_core::export::{atomic_file, document_bytes};
use encours_core::store::RecordKind;

use super::super::super::args::PackArgs;
use super::super::super::context::CommandContext;
use super::super::super::output::OutputKind;
use super::super::super::session::Session;
use super::super::super::{CommandResult, error_message};
use super::super::cache_read::CachedRecords;
use super::super::deals::{list, views};
use super::may_replace;

/// Writes the pack, and prints the file.
pub(in super::super) fn run(
    context: &mut CommandContext,
    session: &Session,
    args: &PackArgs,
) -> CommandResult {
    let to = expand_home(&args.to)?;
    let extension = to.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let extension = extension.filter(|extension| ["pdf", "html", "md"].contains(&extension.as_str()));
    let extension = extension.ok_or_else(|| error_message::usage("usage-pack-ending", &[]))?;
    let replace = may_replace(context, &to)?;
    let cached = CachedRecords::load(session, RecordKind::Deal, "")?;
    cached.check_synced(context, "pack")?;
    cached.warn_age(context);
    let ids = chosen(context, session, args, cached.records)?;
    let style = context.out.style();
    let data = pack_data(session.store()?, &ids, &style.zone)?;
    let source = PackSource {
        lang: style.lang,
        zone: &style.zone,
        thresholds: &context.thresholds,
        currency: context.currency.as_deref(),
        working_days: style.working_days.as_deref(),
        server: session.config().base_url.as_str(),
        data: &data,
    };
    let bytes = document_bytes(&source.document(), &extension)?;
    atomic_file::write(&to, &bytes, replace)?;
    let mut done = Fields::new();
    done.set("file", &to.to_string_lossy()).set("records", &data.deals.len()).set("bytes", &bytes.len());
    Ok(context.out.record(OutputKind::Exported, &done.to_record()?)?)
}

/// Returns the ids of the named deals, or of those of the view in its order.
fn chosen(
    context: &CommandContext,
    session: &Session,
    args: &PackArgs,
    deals: Vec<Record>,
) -> Result<Vec<String>, Error> {
    let id_of = |deal: &Record| deal.text("id").unwrap_or_default().into_owned();
    let (Some(view), query) = list::view_and_query(context, session, (&args.view, &None))? else {
        let known = |id: &encours_core::contract::DealId| {
            let id = session.current_deal_id(id)?.as_str().to_owned();
            if deals.iter().any(|deal| id_of(deal) == id) {
                return Ok(id);
            }
            let args = [("id", &*id)];
            Err(error_message::localized(ErrorKind::NotFound, "usage-pack-unknown", &args))
        };
        return args.ids.iter().map(known).collect();
    };
    let mut matches = list::matching_deals(context, (session, true), query.as_ref(), deals)?;
    views::sort(context.out.style(), &mut matches, list::view_order(Some(&view), query.as_ref()));
    Ok(matches.iter().map(id_of).collect())
}
