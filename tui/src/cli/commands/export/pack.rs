//! `encours pack`: the committee pack of chosen deals, from the local store alone.

use encours_core::app::tools::pack::view::{PackDeal, PackSource};
use encours_core::config::expand_home;
use encours_core::contract::{Fields, Record};
use encours_core::error::{Error, ErrorKind};
use encours_core::export::{atomic_file, pdf_text};
use encours_core::model::local_deals::LocalDeals;
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
    let Some(extension) = extension else {
        return Err(error_message::usage("usage-pack-ending", &[]).into());
    };
    let replace = may_replace(context, &to)?;
    let cached = CachedRecords::load(session, RecordKind::Deal, "")?;
    cached.check_synced(context, "pack")?;
    cached.warn_age(context);
    let store = session.store()?;
    let Some(synced_at) = store.cache().last_full_sync()? else {
        let args = [("command", "pack")];
        return Err(error_message::localized(ErrorKind::Unreachable, "usage-never-read", &args).into());
    };
    let known_deals = cached.records.len();
    let deals = chosen(context, session, args, cached.records)?;
    let local = (store.all_settings()?, store.outbox().entries()?);
    let local_deals = LocalDeals::from_settings(&local.0);
    let mut pages = Vec::new();
    for record in deals {
        let id = record.text("id").unwrap_or_default().into_owned();
        let notes = CachedRecords::load(session, RecordKind::Note, &id)?;
        let is_read = notes.has_any() || store.cache().last_list_pass(RecordKind::Note, &id)?.is_some();
        let text = |note: &Record| note.text("content").unwrap_or_default().into_owned();
        let local_notes = local_deals.notes_of(&id).iter();
        pages.push(PackDeal {
            history: store.history().entries_of(&id)?,
            notes: is_read.then(|| notes.records.iter().map(text).collect()),
            local_notes: local_notes
                .filter_map(|key| Some((key.written, local.0.get(&key.name)?.clone())))
                .collect(),
            followup: local_deals.open_followup(&id).cloned(),
            is_pending: local.1.iter().any(|entry| entry.record == id),
            record,
        });
    }
    let style = context.out.style().clone();
    let source = PackSource {
        lang: style.lang,
        zone: &style.zone,
        thresholds: &context.thresholds,
        server: session.config().base_url.as_str(),
        known_deals,
        synced_at,
        observed_since: store.history().first_observed_at()?,
    };
    let document = source.document(&pages);
    let bytes = match extension.as_str() {
        "pdf" => pdf_text::to_pdf(&document),
        "html" => document.to_html().into_bytes(),
        _ => document.to_markdown().into_bytes(),
    };
    atomic_file::write(&to, &bytes, replace)?;
    let mut done = Fields::new();
    done.set("file", &to.to_string_lossy()).set("records", &pages.len()).set("bytes", &bytes.len());
    Ok(context.out.record(OutputKind::Exported, &done.to_record()?)?)
}

/// Returns the named deals, or those of the view in its order.
fn chosen(
    context: &CommandContext,
    session: &Session,
    args: &PackArgs,
    deals: Vec<Record>,
) -> Result<Vec<Record>, Error> {
    let Some(view) = &args.view else {
        return args
            .ids
            .iter()
            .map(|id| {
                let id = session.current_deal_id(id)?;
                let found =
                    deals.iter().find(|deal| deal.text("id").is_some_and(|other| other == id.as_str()));
                found.cloned().ok_or_else(|| {
                    let args = [("id", id.as_str())];
                    error_message::localized(ErrorKind::NotFound, "usage-history-unknown", &args)
                })
            })
            .collect();
    };
    let view = views::find_view(session, view)?;
    let query = list::combined_query(context, session, Some(&view.query), None)?;
    let mut matches = list::matching_deals(context, (session, true), query.as_ref(), deals)?;
    views::sort(context.out.style(), &mut matches, list::view_order(Some(&view), query.as_ref()));
    Ok(matches)
}
