//! `--as-of`: deals and portfolio totals as this device knew them at a past time. Sends no request.

use encours_core::app::screens::views::saved_view::SavedView;
use encours_core::contract::DealId;
use encours_core::engine::{past_portfolio, past_table};
use encours_core::query::Query;
use encours_core::store::PastDeal;

use super::super::super::args::{ListArgs, Since};
use super::super::not_cached;
use super::list::{matches_status, print_local, retain_matching};
use crate::cli::prelude::*;

pub(in super::super) fn time_text(context: &CommandContext, at: Timestamp) -> String {
    // The language of errors, which is English for scripts.
    date::date_time(context.report.error_messages().lang(), date::local(at, &context.out.style().zone))
}

/// Returns the time of `--as-of`, and says what is shown.
///
/// # Errors
/// The time is in the future, or nothing was observed until then.
pub(in super::super) fn past_time(
    context: &CommandContext,
    store: &Store,
    as_of: &Since,
) -> Result<Timestamp, Error> {
    let text = |at| time_text(context, at);
    let at = as_of.end(&context.out.style().zone);
    if at > Timestamp::now() {
        return Err(error_message::usage("usage-as-of-future", &[("date", &text(at))]));
    }
    let known = store.history().first_observed_at()?;
    let Some(known) = known.filter(|known| *known <= at) else {
        let key = if known.is_some() { "usage-as-of-early" } else { "usage-as-of-nothing" };
        let known = known.map(text).unwrap_or_default();
        return Err(error_message::usage(key, &[("date", &text(at)), ("since", &known)]));
    };
    let args = [("date", text(at).into()), ("since", text(known).into())];
    context.report.remark(&context.report.messages().with("cli-as-of", &args));
    Ok(at)
}

/// `deals list --as-of`
pub(super) fn list(
    context: &mut CommandContext,
    session: &Session,
    (args, as_of): (&ListArgs, &Since),
    (view, query): (Option<&SavedView>, Option<&Query>),
) -> CommandResult {
    let store = session.store()?;
    let at = past_time(context, store, as_of)?;
    context.out.set_now(at);
    let mut past: Vec<PastDeal> = store.history().rebuild(at)?.into_values().collect();
    past.sort_by_key(|deal| deal.position);
    let mut deals = past.iter().map(|deal| Record::parse(&deal.body)).collect::<Result<Vec<_>, _>>()?;
    deals.retain(|deal| matches_status(args, deal));
    if let Some(query) = query {
        let table = past_table(store, at, &context.out.style().zone)?;
        retain_matching(context, session, query, table, &mut deals)?;
    }
    print_local(context, (session, false), args, (view, query), deals)
}

/// `deals show --as-of`
pub(super) fn show(
    context: &mut CommandContext,
    session: &Session,
    id: &DealId,
    as_of: &Since,
) -> CommandResult {
    let store = session.store()?;
    let at = past_time(context, store, as_of)?;
    let mut entries = store.history().entries_of(id.as_str())?;
    entries.retain(|entry| entry.at <= at);
    let Some(deal) = PastDeal::from_entries(&entries)? else {
        let unknown = [("id", id.as_str())];
        return Err(error_message::localized(ErrorKind::NotFound, "usage-as-of-deal", &unknown).into());
    };
    Ok(context.out.record(OutputKind::Deal, &Record::parse(deal.body)?)?)
}

/// `portfolio --as-of`
pub(in super::super) fn portfolio(
    context: &mut CommandContext,
    session: &Session,
    as_of: &Since,
) -> CommandResult {
    let store = session.store()?;
    let at = past_time(context, store, as_of)?;
    let Some(totals) = past_portfolio(&store.history().series()?, at) else {
        return Err(not_cached("`portfolio`").into());
    };
    Ok(context.out.record(OutputKind::Portfolio, totals.record())?)
}
