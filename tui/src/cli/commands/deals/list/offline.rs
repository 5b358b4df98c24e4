//! `deals list --offline`: cached deals, loaded in batches.
//!
//! Deals that are not printed are not kept in memory. Without a filter or sort order, they are not even loaded.

use std::collections::{BTreeSet, HashMap};

use encours_core::app::screens::views::saved_view::SavedView;
use encours_core::dataset::filtered::FilterMatches;
use encours_core::discovery::CachedDiscovery;
use encours_core::engine::{AdHocTable, DOCUMENTED_STATUSES};
use encours_core::model::history::history_entry::EntryKind;
use encours_core::model::resources::learned_codes::LearnedCodes;
use encours_core::query::Query;
use encours_core::vocabulary::CodeKind;

use super::super::super::super::args::{ListArgs, Sort};
use super::super::super::cache_read::{CachedRecords, DealSelection, cached_extent, for_each_deal};
use super::super::super::sort::Sorting;
use super::super::local_terms::LocalTerms;
use super::{
    apply_order, begin_list, finish_list, matches_status, print_end, print_local, show, warn_unmatched,
};
use crate::cli::prelude::*;

/// Lists the cached deals, filtered, sorted and cut.
pub(super) fn list(
    context: &mut CommandContext,
    session: &Session,
    args: &ListArgs,
    (view, query): (Option<&SavedView>, Option<&Query>),
) -> CommandResult {
    cached_extent(session)?.check_synced(context, "deals list")?;
    if query.is_some() || !args.deals.status.is_empty() {
        return print_filtered(context, session, args, (view, query));
    }
    if view.is_none() && !args.needs_all() {
        let selection = DealSelection::window(args.offset, args.limit);
        return print_streamed(context, session, args, &selection);
    }
    if let (None, Some(by), Some(limit)) = (view, &args.sort, args.limit) {
        return print_first_sorted(context, session, args, by, (args.offset, limit));
    }
    let cached = CachedRecords::load(session, RecordKind::Deal, "")?;
    cached.warn(context);
    print_local(context, (session, true), args, (view, query), cached.records)
}

/// Prints `limit` deals in sorted order after the first `offset`. Only the sort keys of the other deals stay in
/// memory.
fn print_first_sorted(
    context: &mut CommandContext,
    session: &Session,
    args: &ListArgs,
    by: &Sort,
    (offset, limit): (usize, usize),
) -> CommandResult {
    let out_style = context.out.style().clone();
    let mut sorting = Sorting::new(&out_style, &by.field);
    let cached = for_each_deal(session, &DealSelection::all(), |batch| {
        for deal in &batch {
            sorting.add(deal, deal.text("id").unwrap_or_default().into_owned());
        }
        Ok::<_, Error>(())
    })?;
    cached.warn(context);
    let ids: Vec<String> = sorting.finish(by.descending)?.skip(offset).take(limit).collect();
    let positions: HashMap<&str, usize> = ids.iter().map(String::as_str).zip(0..).collect();
    let pick = |id: &str| positions.contains_key(id);
    let mut deals = Vec::new();
    for_each_deal(session, &DealSelection::all().filtered(&pick), |batch| {
        deals.extend(batch);
        Ok::<_, Error>(())
    })?;
    deals.sort_by_key(|deal: &Record| deal.text("id").and_then(|id| positions.get(&*id).copied()));
    show(context, args, deals)
}

/// Prints deals as they are loaded.
fn print_streamed(
    context: &mut CommandContext,
    session: &Session,
    args: &ListArgs,
    selection: &DealSelection<'_>,
) -> CommandResult {
    let (report, out_style) = (context.report, context.out.style().clone());
    let mut list = begin_list(context, args);
    let cached =
        for_each_deal(session, selection, |batch| list.push_page(batch).map_err(CommandFailure::from))?;
    cached.warn_with(report, &out_style);
    let count = finish_list(list)?;
    print_end(context, count, None);
    Ok(())
}

/// Prints the deals that match the filters, in two passes: first test all deals, then load the matching ones.
fn print_filtered(
    context: &mut CommandContext,
    session: &Session,
    args: &ListArgs,
    (view, query): (Option<&SavedView>, Option<&Query>),
) -> CommandResult {
    let store = session.store()?;
    // Without stored history there is none to join to the deals.
    let result =
        query.is_some_and(Query::depends_on_age) && !session.is_demo() && session.store_error().is_none();
    let mut table = AdHocTable::new(result.then(|| store.cache()), &context.out.style().zone);
    let mut terms = query.map(|query| LocalTerms::load(session, query)).transpose()?;
    let (mut deals, mut any) = (Vec::new(), false);
    // A pending status does not prove that the status exists: the service has not confirmed it.
    let (written, mut statuses) = pending_ids(store)?;
    let result = for_each_deal(session, &DealSelection::all(), |mut batch| {
        any |= !batch.is_empty();
        if !args.deals.status.is_empty() {
            for deal in &batch {
                let written = deal.text("id").is_some_and(|id| written.contains(&*id));
                let status = deal.text("status").filter(|_| !written);
                if let Some(status) = status.filter(|status| !statuses.contains(&**status)) {
                    statuses.insert(status.into_owned());
                }
            }
            batch.retain(|deal| matches_status(args, deal));
        }
        if let Some(terms) = &mut terms {
            table.add(&batch)?;
            terms.add(&batch);
        } else {
            deals.extend(batch);
        }
        Ok::<_, Error>(())
    })?;
    if any {
        warn_unknown_status(context, store, args, statuses)?;
    }
    let (Some(query), Some(terms)) = (query, terms) else {
        result.warn(context);
        return print_local(context, (session, true), args, (view, query), deals);
    };
    let table = table.finish();
    if any && args.deals.status.is_empty() {
        warn_unmatched(context, "", query, &table);
    }
    let query = &terms.resolve(context, session, query)?;
    let matches = FilterMatches::compute(table, query, context.out.style().age_clock());
    let pick = |id: &str| matches.has(id);
    let is_ordered = !query.order().is_empty() || query.limit().is_some();
    if view.is_none() && !args.needs_all() && !is_ordered {
        let selection = DealSelection::window(args.offset, args.limit).filtered(&pick);
        return print_streamed(context, session, args, &selection);
    }
    for_each_deal(session, &DealSelection::all().filtered(&pick), |batch| {
        deals.extend(batch);
        Ok::<_, Error>(())
    })?;
    result.warn(context);
    apply_order(context, query, &mut deals);
    print_local(context, (session, true), args, (view, Some(query)), deals)
}

/// Returns the ids of deals with pending writes, and the confirmed statuses of those deals.
fn pending_ids(store: &Store) -> Result<(BTreeSet<String>, BTreeSet<String>), Error> {
    let (mut pending, mut statuses) = (BTreeSet::new(), BTreeSet::new());
    for row in store.outbox().entries()? {
        let stored = store.cache().get(RecordKind::Deal, "", &row.record)?;
        let stored = stored.and_then(|stored| Record::parse(stored.body).ok());
        statuses.extend(stored.and_then(|stored| stored.text("status").map(String::from)));
        pending.insert(row.record);
    }
    Ok((pending, statuses))
}

/// Warns about a status that is neither built in nor in any cached data.
///
/// Offline, the service cannot be asked.
fn warn_unknown_status(
    context: &CommandContext,
    store: &Store,
    args: &ListArgs,
    read: BTreeSet<String>,
) -> Result<(), Error> {
    let vocabulary = LearnedCodes::load(store.cache())?;
    let mut known = read;
    known.extend(DOCUMENTED_STATUSES.iter().map(|code| (*code).to_owned()));
    known.extend(vocabulary.codes_of("status").map(|(code, _)| code.to_owned()));
    let usual = CodeKind::DealStatus.codes();
    let is_known =
        |status: &String| known.contains(status) || usual.iter().any(|usual| usual.code == *status);
    if args.deals.status.iter().all(is_known) {
        return Ok(());
    }
    // Past statuses are checked last, because that loads the whole history.
    known.extend(observed_statuses(store)?);
    let is_known =
        |status: &String| known.contains(status) || usual.iter().any(|usual| usual.code == *status);
    let Some(status) = args.deals.status.iter().find(|status| !is_known(status)) else {
        return Ok(());
    };
    let known: Vec<&str> = known.iter().map(String::as_str).filter(|code| !code.is_empty()).collect();
    let known = SafeText::line_within(&known.join(", "), 300);
    let status = SafeText::line_within(status, 80);
    let message_args = [("status", MessageArg::from(&status)), ("known", MessageArg::from(&known))];
    context.report.warning("status_unknown", "cli-status-unknown", &message_args);
    Ok(())
}

/// Returns every status that the history has as an old or new value.
fn observed_statuses(store: &Store) -> Result<BTreeSet<String>, Error> {
    let mut statuses = BTreeSet::new();
    for entry in store.history().changes_since(0)? {
        match &entry.kind {
            EntryKind::FieldChanged { name, before, after } if name == "status" => {
                let tokens = [before, after].into_iter().flatten();
                statuses.extend(tokens.filter_map(|token| serde_json::from_str(token).ok()));
            }
            EntryKind::FirstSeen { body, .. }
            | EntryKind::Restored { body }
            | EntryKind::Deleted { body } => {
                let deal = Record::parse(body.clone()).ok();
                statuses.extend(deal.and_then(|deal| deal.text("status").map(String::from)));
            }
            _ => {}
        }
    }
    Ok(statuses)
}
