//! `deals list --offline`: cached deals, loaded in batches.
//!
//! Deals that are not printed are not kept in memory. Without a filter or sort order, they are not even loaded.

use std::collections::{BTreeSet, HashMap};

use encours_core::app::screens::views::saved_view::SavedView;
use encours_core::contract::Record;
use encours_core::dataset::filtered::Left;
use encours_core::discovery::Cached;
use encours_core::engine::{ATTESTED, Listed};
use encours_core::error::Error;
use encours_core::model::history::history_entry::What;
use encours_core::model::resources::learned_codes::Vocabulary;
use encours_core::query::Query;
use encours_core::store::{Kind as Stored, Store};
use encours_core::text::{Arg, Clean};
use encours_core::vocabulary::Family;
use jiff::Timestamp;

use super::super::super::super::Failure;
use super::super::super::super::args::{ListArgs, Sort};
use super::super::super::super::context::Context;
use super::super::super::super::session::Session;
use super::super::super::cache_read::{Wanted, each_deal, extent};
use super::super::super::sort::Sorting;
use super::{begin, end, finish, here, show, tell_unmet};

/// Lists the cached deals, filtered, sorted and cut.
pub(super) fn list(
    context: &mut Context,
    session: &Session,
    args: &ListArgs,
    (view, query): (Option<&SavedView>, Option<&Query>),
) -> Result<(), Failure> {
    extent(session)?.refuse_unread(context, "deals list")?;
    if query.is_some() || !args.status.is_empty() {
        return filtered(context, session, args, (view, query));
    }
    if view.is_none() && args.sort.is_none() {
        let wanted = Wanted::window(args.offset, args.limit);
        return print(context, session, args, &wanted);
    }
    if let (None, Some(by), Some(limit)) = (view, &args.sort, args.limit) {
        return first_of(context, session, args, by, (args.offset, limit));
    }
    let mut deals = Vec::new();
    let kept = each_deal(session, &Wanted::all(), |part| {
        deals.extend(part);
        Ok::<_, Error>(())
    })?;
    kept.tell(context);
    here(context, args, view, deals)
}

/// Prints `limit` deals in sorted order after the first `offset`. Only the sort keys of the other deals stay in
/// memory.
fn first_of(
    context: &mut Context,
    session: &Session,
    args: &ListArgs,
    by: &Sort,
    (offset, limit): (usize, usize),
) -> Result<(), Failure> {
    let mut sorting = Sorting::by(&by.field);
    let kept = each_deal(session, &Wanted::all(), |part| {
        for deal in &part {
            sorting.add(deal, deal.text("id").unwrap_or_default().into_owned());
        }
        Ok::<_, Error>(())
    })?;
    kept.tell(context);
    let ids: Vec<String> = sorting.end(by.descending)?.skip(offset).take(limit).collect();
    let places: HashMap<&str, usize> = ids.iter().map(String::as_str).zip(0..).collect();
    let pick = |id: &str| places.contains_key(id);
    let mut deals = Vec::new();
    each_deal(session, &Wanted::all().of(&pick), |part| {
        deals.extend(part);
        Ok::<_, Error>(())
    })?;
    deals.sort_by_key(|deal: &Record| deal.text("id").and_then(|id| places.get(&*id).copied()));
    show(context, args, deals)
}

/// Prints deals as they are loaded.
fn print(
    context: &mut Context,
    session: &Session,
    args: &ListArgs,
    wanted: &Wanted<'_>,
) -> Result<(), Failure> {
    let (report, look) = (context.report, context.out.look().clone());
    let mut list = begin(context, args);
    let kept = each_deal(session, wanted, |part| list.page(part).map_err(Failure::from))?;
    kept.tell_by(report, &look);
    let shown = finish(list)?;
    end(context, shown, None);
    Ok(())
}

/// Prints the deals that match the filters, in two passes: first test all deals, then load the matching ones.
fn filtered(
    context: &mut Context,
    session: &Session,
    args: &ListArgs,
    (view, query): (Option<&SavedView>, Option<&Query>),
) -> Result<(), Failure> {
    let store = session.store()?;
    // Without stored history there is none to join to the deals.
    let kept = query.is_some_and(Query::asks_for_age) && !session.is_demo() && session.unkept().is_none();
    let mut table = Listed::new(kept.then(|| store.cache()), &context.out.look().zone);
    let (mut deals, mut any) = (Vec::new(), false);
    // A pending status does not prove that the status exists: the service has not confirmed it.
    let (written, mut statuses) = written(store)?;
    let kept = each_deal(session, &Wanted::all(), |mut part| {
        any |= !part.is_empty();
        if !args.status.is_empty() {
            for deal in &part {
                let written = deal.text("id").is_some_and(|id| written.contains(&*id));
                let status = deal.text("status").filter(|_| !written);
                if let Some(status) = status.filter(|status| !statuses.contains(&**status)) {
                    statuses.insert(status.into_owned());
                }
            }
            part.retain(|deal| wanted_status(args, deal));
        }
        if query.is_some() {
            table.add(&part)?;
        } else {
            deals.extend(part);
        }
        Ok::<_, Error>(())
    })?;
    if any {
        doubt_unknown(context, store, args, statuses)?;
    }
    let Some(query) = query else {
        kept.tell(context);
        return here(context, args, view, deals);
    };
    let table = table.finish();
    if any && args.status.is_empty() {
        tell_unmet(context, query, &table);
    }
    let left = Left::of(table, query, Timestamp::now().as_second());
    let pick = |id: &str| left.has(id);
    if view.is_none() && args.sort.is_none() {
        return print(
            context,
            session,
            args,
            &Wanted::window(args.offset, args.limit).of(&pick),
        );
    }
    each_deal(session, &Wanted::all().of(&pick), |part| {
        deals.extend(part);
        Ok::<_, Error>(())
    })?;
    kept.tell(context);
    here(context, args, view, deals)
}

/// Returns the ids of deals with pending writes, and the confirmed statuses of those deals.
fn written(store: &Store) -> Result<(BTreeSet<String>, BTreeSet<String>), Error> {
    let (mut written, mut held) = (BTreeSet::new(), BTreeSet::new());
    for row in store.outbox().rows()? {
        let stored = store.cache().get(Stored::Deal, "", &row.record)?;
        let stored = stored.and_then(|stored| Record::parse(stored.body).ok());
        held.extend(stored.and_then(|stored| stored.text("status").map(String::from)));
        written.insert(row.record);
    }
    Ok((written, held))
}

/// Warns about a status that is neither built in nor in any cached data.
///
/// Offline, the service cannot be asked.
fn doubt_unknown(
    context: &Context,
    store: &Store,
    args: &ListArgs,
    read: BTreeSet<String>,
) -> Result<(), Error> {
    let words = Vocabulary::load(store.cache())?;
    let mut known = read;
    known.extend(ATTESTED.iter().map(|code| (*code).to_owned()));
    known.extend(words.family("status").map(|(code, _)| code.to_owned()));
    let usual = Family::DealStatus.codes();
    let is_known =
        |status: &String| known.contains(status) || usual.iter().any(|usual| usual.code == *status);
    if args.status.iter().all(is_known) {
        return Ok(());
    }
    // Past statuses are checked last, because that loads the whole history.
    known.extend(observed(store)?);
    let is_known =
        |status: &String| known.contains(status) || usual.iter().any(|usual| usual.code == *status);
    let Some(status) = args.status.iter().find(|status| !is_known(status)) else {
        return Ok(());
    };
    let known: Vec<&str> = known
        .iter()
        .map(String::as_str)
        .filter(|code| !code.is_empty())
        .collect();
    let known = Clean::line_of(&known.join(", "), 300);
    let status = Clean::line_of(status, 80);
    let said = [("status", Arg::from(&status)), ("known", Arg::from(&known))];
    context
        .report
        .warning("status_unknown", "cli-status-unknown", &said);
    Ok(())
}

/// Returns every status that the history has as an old or new value.
fn observed(store: &Store) -> Result<BTreeSet<String>, Error> {
    let mut statuses = BTreeSet::new();
    for entry in store.history().since(0, usize::MAX)? {
        match &entry.what {
            What::Field { name, before, after } if name == "status" => {
                let tokens = [before, after].into_iter().flatten();
                statuses.extend(tokens.filter_map(|token| serde_json::from_str(token).ok()));
            }
            What::Seen { body, .. } | What::Back { body } | What::Deleted { body } => {
                let deal = Record::parse(body.clone()).ok();
                statuses.extend(deal.and_then(|deal| deal.text("status").map(String::from)));
            }
            _ => {}
        }
    }
    Ok(statuses)
}

fn wanted_status(args: &ListArgs, deal: &Record) -> bool {
    args.status.is_empty()
        || deal
            .text("status")
            .is_some_and(|status| args.status.iter().any(|want| *want == *status))
}
