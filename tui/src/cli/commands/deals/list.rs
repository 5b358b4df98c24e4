//! `deals list`: one page from the service, or all deals, filtered and sorted locally.

mod offline;

use std::collections::HashSet;

use encours_core::app::deals::pipeline::me::kept_me;
use encours_core::app::deals::pipeline::unmet::{Unmet, unmet};
use encours_core::app::screens::views::saved_view::SavedView;
use encours_core::client::Call;
use encours_core::contract::operation::PageForm;
use encours_core::contract::{OperationId, Record};
use encours_core::dataset::filtered::Left;
use encours_core::engine::listed;
use encours_core::error::Error;
use encours_core::model::table::DealTable;
use encours_core::query::{Query, QueryError};
use encours_core::store;
use encours_core::text::Clean;
use jiff::Timestamp;

use super::super::super::args::ListArgs;
use super::super::super::context::Context;
use super::super::super::output::{Columns, Kind, List};
use super::super::super::session::Session;
use super::super::super::{Failure, error_message};
use super::super::cache_write::Pass;
use super::super::paginate::{self, Extent, Seen};
use super::super::sort;
use super::views;

/// `GET /deals`
pub(in super::super) async fn list(
    context: &mut Context,
    session: &Session,
    args: &ListArgs,
) -> Result<(), Failure> {
    let view = args
        .view
        .as_deref()
        .map(|name| views::named(session, name))
        .transpose()?;
    let viewed = view.as_ref().map(|view| view.query.as_str());
    let query = narrowed(context, session, viewed, args.query.as_deref())?;
    if context.global.offline {
        return offline::list(context, session, args, (view.as_ref(), query.as_ref()));
    }
    if query.is_none() && args.sort.is_none() && args.status.len() <= 1 {
        return as_served(context, session, args).await;
    }
    let mut deals = Vec::new();
    let mut told = Seen::default();
    let statuses: Vec<Option<&str>> = if args.status.is_empty() {
        vec![None]
    } else {
        distinct(&args.status).into_iter().map(Some).collect()
    };
    for status in statuses {
        let whole = status
            .is_none()
            .then(|| Pass::begin(session, store::Kind::Deal, ""));
        let take = |page: Vec<Record>| {
            deals.extend(page);
            Ok(())
        };
        let call = call(status);
        let walked = paginate::walk(session, &call, PageForm::Items, 0, Extent::All, whole, take);
        match walked.await {
            Ok(seen) => told.and(seen),
            Err(Failure::Error(why)) if !deals.is_empty() => told.broken = Some(why),
            Err(failure) => return Err(failure),
        }
        if told.broken.is_some() {
            break;
        }
    }
    // A deal that changed status during the sync may appear twice; the later record is current.
    let mut met = HashSet::new();
    deals.reverse();
    deals.retain(|deal| deal.raw("id").is_none_or(|id| met.insert(id.get().to_owned())));
    deals.reverse();
    // Lists by status are not cached, so no history is joined to their deals.
    let kept = args.status.is_empty();
    let deals = matching(context, (session, kept), query.as_ref(), deals)?;
    here(context, args, view.as_ref(), deals)?;
    told.tell(context)
}

fn call(status: Option<&str>) -> Call {
    let call = Call::new(OperationId::DealsList);
    match status {
        Some(status) => call.query("status", status),
        None => call,
    }
}

/// Prints deals in the service's order and pages.
async fn as_served(context: &mut Context, session: &Session, args: &ListArgs) -> Result<(), Failure> {
    let status = args.status.first().map(String::as_str);
    let extent = match args.limit {
        Some(limit) => Extent::Records(limit),
        None if args.all => Extent::All,
        None => Extent::FirstPage,
    };
    let keep = status
        .is_none()
        .then(|| Pass::begin(session, store::Kind::Deal, ""));
    let mut list = begin(context, args);
    let take = |page| Ok(list.page(page)?);
    let told = paginate::walk(
        session,
        &call(status),
        PageForm::Items,
        args.offset,
        extent,
        keep,
        take,
    )
    .await?;
    let shown = finish(list)?;
    // Errors in the list are reported first; the size of the shown part matters only without errors.
    told.tell(context)?;
    end(
        context,
        shown,
        told.total
            .filter(|_| extent == Extent::FirstPage && args.offset == 0),
    );
    Ok(())
}

/// Returns the fetched deals that match a query, with the rules of the screens.
///
/// `kept` is true if the deals are in the store.
pub(in super::super) fn matching(
    context: &Context,
    (session, kept): (&Session, bool),
    query: Option<&Query>,
    mut deals: Vec<Record>,
) -> Result<Vec<Record>, Error> {
    let Some(query) = query else { return Ok(deals) };
    let whole = kept;
    let kept = kept && query.asks_for_age() && !session.is_demo() && session.unkept().is_none();
    let observed = kept
        .then(|| session.store().map(store::Store::cache))
        .transpose()?;
    let table = listed(&deals, observed, &context.out.look().zone)?;
    if whole && !deals.is_empty() {
        tell_unmet(context, query, &table);
    }
    let left = Left::of(table, query, Timestamp::now().as_second());
    deals.retain(|deal| deal.text("id").is_some_and(|id| left.has(&id)));
    Ok(deals)
}

/// Warns about each value in the query that no deal has, with similar values.
///
/// Otherwise an empty list would look like a valid answer to a mistyped query.
fn tell_unmet(context: &Context, query: &Query, table: &DealTable) {
    for Unmet { owner, text, near } in unmet(query, table) {
        let text = Clean::line_of(&text, 80);
        let count = near.len() as u64;
        let near = Clean::line_of(&near.join(", "), 200);
        let args = [
            ("value", (&text).into()),
            ("n", count.into()),
            ("near", (&near).into()),
        ];
        let (kind, key) = if owner {
            ("owner_unknown", "cli-query-owner-unknown")
        } else {
            ("code_unknown", "cli-query-code-unknown")
        };
        context.report.warning(kind, key, &args);
    }
}

/// Prints deals after local sorting and cutting.
fn here(
    context: &mut Context,
    args: &ListArgs,
    view: Option<&SavedView>,
    mut deals: Vec<Record>,
) -> Result<(), Failure> {
    if let Some(view) = view {
        views::sort(&mut deals, view);
    }
    if let Some(by) = &args.sort {
        sort::sort(&mut deals, &by.field, by.descending)?;
    }
    let deals = deals
        .into_iter()
        .skip(args.offset)
        .take(args.limit.unwrap_or(usize::MAX));
    show(context, args, deals)
}

/// Begins a list of deals with the requested columns.
fn begin<'a>(context: &'a mut Context, args: &ListArgs) -> List<'a> {
    let only = Columns::of(args.columns.iter().map(String::as_str));
    context.out.list(Kind::Deal).only(only)
}

/// Prints the rest of a list and returns its number of deals.
fn finish(list: List<'_>) -> Result<u64, Failure> {
    if let Some(field) = list.unknown() {
        return Err(error_message::usage("usage-columns-field", &[("field", field)]).into());
    }
    let shown = list.count() as u64;
    list.finish()?;
    Ok(shown)
}

/// Prints deals without sorting them.
fn show(
    context: &mut Context,
    args: &ListArgs,
    deals: impl IntoIterator<Item = Record>,
) -> Result<(), Failure> {
    let mut list = begin(context, args);
    list.page(deals)?;
    let shown = finish(list)?;
    end(context, shown, None);
    Ok(())
}

/// Tells the user that the list is empty or only a part of all deals.
fn end(context: &Context, shown: u64, total: Option<u64>) {
    match total {
        _ if shown == 0 => context.report.remark(&context.report.words().get("cli-empty")),
        Some(total) if total > shown => {
            let args = [("shown", shown.into()), ("total", total.into())];
            context.report.warning("partial", "cli-partial", &args);
        }
        _ => {}
    }
}

/// Parses the query of a view and the given query, which narrows it.
///
/// Each is parsed separately, so that the text of one cannot combine with the other.
pub(in super::super) fn narrowed(
    context: &Context,
    session: &Session,
    view: Option<&str>,
    query: Option<&str>,
) -> Result<Option<Query>, Error> {
    let given = [("--view", view), ("--query", query)];
    let given = given
        .into_iter()
        .filter_map(|(option, text)| Some((option, text?)));
    given
        .filter(|(_, text)| !text.trim().is_empty())
        .map(|(option, text)| parse(context, session, option, text))
        .reduce(|view, query| Ok(view?.and(query?)))
        .transpose()
}

/// Parses the query of `option` with this user's names and your organisation's thresholds.
fn parse(context: &Context, session: &Session, option: &str, text: &str) -> Result<Query, Error> {
    // The parser has its own messages in both languages.
    let words = context.report.told();
    let wrong = |_: QueryError| {
        let mistakes = Query::mistakes(text);
        let told: Vec<String> = mistakes
            .iter()
            .map(|mistake| mistake.message_with_column(words))
            .collect();
        Error::usage(format!("{option}: {}", told.join(" · ")))
    };
    let query = Query::parse(text).map_err(wrong)?.by_house(&context.bands);
    if let Some(field) = query.unlimited() {
        // Without thresholds nothing matches, and a script would take the empty list for an answer.
        return Err(error_message::usage("usage-no-limits", &[("field", field)]));
    }
    if !query.asks_for_person() {
        return Ok(query);
    }
    let settings = session.store()?.kept_settings()?;
    let names: Vec<&str> = context
        .me
        .iter()
        .chain(kept_me(&settings))
        .map(String::as_str)
        .collect();
    if names.is_empty() {
        // Without known names nothing matches, and a script would take the empty list for an answer.
        return Err(error_message::usage("usage-me-unset", &[]));
    }
    Ok(query.for_person(&names))
}

fn distinct(statuses: &[String]) -> Vec<&str> {
    let mut met = HashSet::new();
    statuses
        .iter()
        .map(String::as_str)
        .filter(|status| met.insert(*status))
        .collect()
}
