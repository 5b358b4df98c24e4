//! `deals list`: one page from the service, or all deals, filtered and sorted locally.

mod offline;

use std::collections::HashSet;

use encours_core::app::deals::pipeline::pipeline::stored_own_name;
use encours_core::app::deals::pipeline::unknown_values::{UnknownValue, unknown_values};
use encours_core::app::screens::views::saved_view::SavedView;
use encours_core::contract::operation::PageForm;
use encours_core::dataset::column::{DealColumn, SortKey, query_order};
use encours_core::dataset::filtered::FilterMatches;
use encours_core::engine::{Extent, WalkFindings, WalkPlan, field_kinds, table_of, walk_records};
use encours_core::model::local_deals::LocalDeals;
use encours_core::model::table::DealTable;
use encours_core::query::{Query, QueryError};
use encours_core::store;

use super::super::super::args::ListArgs;
use super::super::super::output::{LOCAL_FIELDS, RecordList, RequestedColumns};
use super::super::cache_read::CachedRecords;
use super::super::cache_write::begin_pass;
use super::super::sort;
use super::super::walk_warnings::warn_incomplete;
use super::local_terms::LocalTerms;
use super::{groups, sheets, views};
use crate::cli::prelude::*;

/// `GET /deals`
pub async fn list(context: &mut CommandContext, session: &Session, args: &ListArgs) -> CommandResult {
    let (view, query) = view_and_query(context, session, (&args.deals.view, &args.deals.query))?;
    let fields = args.columns.iter().chain(args.sort.as_ref().map(|by| &by.field));
    load_local_deals(context, session, fields, view.as_ref())?;
    if let Some(as_of) = &args.deals.as_of {
        return super::past::list(context, session, (args, as_of), (view.as_ref(), query.as_ref()));
    }
    if context.global.offline {
        return offline::list(context, session, args, (view.as_ref(), query.as_ref()));
    }
    if query.is_none() && !args.needs_all() && args.deals.status.len() <= 1 {
        return list_as_served(context, session, args).await;
    }
    let (deals, findings) = fetch(session, &args.deals.status).await?;
    // Lists by status are not cached, so no history is joined to their deals.
    let is_cached = args.deals.status.is_empty();
    let deals = matching_deals(context, (session, is_cached), query.as_ref(), deals)?;
    print_local(context, (session, is_cached), args, (view.as_ref(), query.as_ref()), deals)?;
    warn_incomplete(context, &findings)
}

/// Loads the follow-ups, stars and labels of this device, if the fields or the view name them.
pub fn load_local_deals<'a>(
    context: &mut CommandContext,
    session: &Session,
    mut fields: impl Iterator<Item = &'a String>,
    view: Option<&SavedView>,
) -> Result<(), Error> {
    let is_local = |column: &DealColumn| DealColumn::LOCAL.contains(column);
    let is_in_view = |view: &SavedView| {
        view.columns.iter().any(is_local) || view.sort.iter().any(|key| is_local(&key.column))
    };
    if fields.any(|field| LOCAL_FIELDS.contains(&field.as_str())) || view.is_some_and(is_in_view) {
        context.out.set_local_deals(LocalDeals::from_settings(&session.store()?.all_settings()?));
    }
    Ok(())
}

/// Loads the deals with one of these statuses, or all deals, from the service.
async fn fetch(session: &Session, statuses: &[String]) -> CommandResult<(Vec<Record>, WalkFindings)> {
    let mut deals = Vec::new();
    let mut findings = WalkFindings::default();
    let statuses: Vec<Option<&str>> = if statuses.is_empty() {
        vec![None]
    } else {
        distinct_statuses(statuses).into_iter().map(Some).collect()
    };
    for status in statuses {
        let needs_all =
            if status.is_none() { begin_pass(session, store::RecordKind::Deal, "") } else { None };
        let take = |page: Vec<Record>| {
            deals.extend(page);
            Ok(())
        };
        let call = list_call(status);
        match walk_records(session.client(), &call, WalkPlan::whole(), needs_all, take).await {
            Ok(more) => findings.merge(more),
            Err(CommandFailure::Error(reason)) if !deals.is_empty() => findings.error = Some(reason),
            Err(failure) => return Err(failure),
        }
        if findings.error.is_some() {
            break;
        }
    }
    // A deal that changed status during the sync may appear twice; the later record is current.
    let mut met = HashSet::new();
    deals.reverse();
    deals.retain(|deal| deal.raw("id").is_none_or(|id| met.insert(id.get().to_owned())));
    deals.reverse();
    Ok((deals, findings))
}

/// Loads the deals that match a query: from the service, or from this device with `--offline`.
///
/// `command` names the command in the error about data that was never synced.
pub(in super::super) async fn load_matching(
    context: &CommandContext,
    session: &Session,
    query: Option<&Query>,
    command: &str,
) -> CommandResult<(Vec<Record>, WalkFindings)> {
    let (deals, findings) = if context.global.offline {
        let cached = CachedRecords::load(session, store::RecordKind::Deal, "")?;
        cached.check_synced(context, command)?;
        cached.warn(context);
        (cached.records, WalkFindings::default())
    } else {
        fetch(session, &[]).await?
    };
    Ok((matching_deals(context, (session, true), query, deals)?, findings))
}

fn list_call(status: Option<&str>) -> Call {
    let call = Call::new(OperationId::DealsList);
    match status {
        Some(status) => call.query("status", status),
        None => call,
    }
}

/// Prints deals in the service's order and pages.
async fn list_as_served(context: &mut CommandContext, session: &Session, args: &ListArgs) -> CommandResult {
    let status = args.deals.status.first().map(String::as_str);
    let extent = match args.limit {
        Some(limit) => Extent::Records(limit),
        None if args.all => Extent::All,
        None => Extent::FirstPage,
    };
    let keep = if status.is_none() { begin_pass(session, store::RecordKind::Deal, "") } else { None };
    let mut list = begin_list(context, args);
    let take = |page| Ok::<_, CommandFailure>(list.push_page(page)?);
    let plan = WalkPlan::new(PageForm::Items, args.offset as u64, extent);
    let findings = walk_records(session.client(), &list_call(status), plan, keep, take).await?;
    let count = finish_list(list)?;
    // Errors in the list are reported first; the size of the shown part matters only without errors.
    warn_incomplete(context, &findings)?;
    print_end(context, count, findings.total.filter(|_| extent == Extent::FirstPage && args.offset == 0));
    Ok(())
}

/// Returns the fetched deals that match a query, with the rules of the screens.
///
/// `is_cached` is true if the deals are in the store.
pub fn matching_deals(
    context: &CommandContext,
    (session, is_cached): (&Session, bool),
    query: Option<&Query>,
    mut deals: Vec<Record>,
) -> Result<Vec<Record>, Error> {
    let Some(query) = query else { return Ok(deals) };
    let is_complete = is_cached;
    let is_cached =
        is_cached && query.depends_on_age() && !session.is_demo() && session.store_error().is_none();
    let observed = is_cached.then(|| session.store().map(store::Store::cache)).transpose()?;
    let table = table_of(&deals, observed, &context.out.style().zone)?;
    if is_complete && !deals.is_empty() {
        warn_unmatched(context, "", query, &table);
    }
    retain_matching(context, session, query, table, &mut deals)?;
    Ok(deals)
}

/// Keeps the deals that match a query over their table, in its order.
pub(super) fn retain_matching(
    context: &CommandContext,
    session: &Session,
    query: &Query,
    table: DealTable,
    deals: &mut Vec<Record>,
) -> Result<(), Error> {
    let mut terms = LocalTerms::load(session, query)?;
    terms.add(deals);
    let query = terms.resolve(context, session, query)?;
    let matches = FilterMatches::compute(table, &query, context.out.style().age_clock());
    deals.retain(|deal| deal.text("id").is_some_and(|id| matches.has(&id)));
    apply_order(context, &query, deals);
    Ok(())
}

/// Sorts and cuts deals as a query asks.
fn apply_order(context: &CommandContext, query: &Query, deals: &mut Vec<Record>) {
    views::sort(context.out.style(), deals, &query_order(query));
    deals.truncate(query.limit().unwrap_or(usize::MAX));
}

/// Warns about each value in the query that no deal has, with similar values. `rule` is the name of a rule, or empty.
///
/// Otherwise an empty list would look like a valid response to a mistyped query.
pub fn warn_unmatched(context: &CommandContext, rule: &str, query: &Query, table: &DealTable) {
    for UnknownValue { is_owner: owner, text, similar: near } in unknown_values(query, table) {
        // Without loaded deals, no owner is known.
        if owner && table.is_empty() {
            continue;
        }
        let text = SafeText::line_within(&text, 80);
        let count = near.len() as u64;
        let near = SafeText::line_within(&near.join(", "), 200);
        let args = [("value", (&text).into()), ("n", count.into()), ("near", (&near).into())];
        let (kind, key) = if owner {
            ("owner_unknown", "cli-query-owner-unknown")
        } else {
            ("code_unknown", "cli-query-code-unknown")
        };
        let text = context.report.error_messages().with(key, &args);
        let text = if rule.is_empty() { text } else { format!("{rule}: {text}") };
        context.report.warning(kind, "kept-damaged-said", &[("text", text.into())]);
    }
}

/// Returns the order of a view, unless the query asks for another one.
pub fn view_order<'a>(view: Option<&'a SavedView>, query: Option<&Query>) -> &'a [SortKey] {
    let is_asked = query.is_some_and(|query| !query_order(query).is_empty());
    view.filter(|_| !is_asked).map_or(&[], |view| &view.sort)
}

/// Prints deals after local sorting and cutting, or the subtotals of their groups.
///
/// `is_cached` is true if the deals are in the store.
pub(super) fn print_local(
    context: &mut CommandContext,
    (session, is_cached): (&Session, bool),
    args: &ListArgs,
    (view, query): (Option<&SavedView>, Option<&Query>),
    mut deals: Vec<Record>,
) -> CommandResult {
    if let Some(sheet) = &args.sheet {
        return sheets::print(context, (session, is_cached), *sheet, &deals);
    }
    views::sort(context.out.style(), &mut deals, view_order(view, query));
    if let Some(by) = &args.sort {
        sort::sort(context.out.style(), &mut deals, &by.field, by.descending)?;
    }
    if let Some(grouping) = &args.group_by {
        return groups::print(context, (session, is_cached), args, (grouping, view), &deals);
    }
    let deals = deals.into_iter().skip(args.offset).take(args.limit.unwrap_or(usize::MAX));
    show(context, args, deals)
}

/// Begins a list of deals with the requested columns.
fn begin_list<'a>(context: &'a mut CommandContext, args: &ListArgs) -> RecordList<'a> {
    let only = RequestedColumns::new(args.columns.iter().map(String::as_str));
    context.out.list(OutputKind::Deal).with_columns(only)
}

/// Prints the rest of a list and returns its number of deals.
fn finish_list(list: RecordList<'_>) -> CommandResult<u64> {
    if let Some(field) = list.unknown_field() {
        return Err(error_message::usage("usage-columns-field", &[("field", field)]).into());
    }
    Ok(list.finish()? as u64)
}

/// Prints deals without sorting them.
fn show(
    context: &mut CommandContext,
    args: &ListArgs,
    deals: impl IntoIterator<Item = Record>,
) -> CommandResult {
    let mut list = begin_list(context, args);
    list.push_page(deals)?;
    let count = finish_list(list)?;
    print_end(context, count, None);
    Ok(())
}

/// Tells the user that the list is empty or only a part of all deals.
fn print_end(context: &CommandContext, count: u64, total: Option<u64>) {
    match total {
        _ if count == 0 => context.remark_empty(),
        Some(total) if total > count => {
            let args = [("shown", count.into()), ("total", total.into())];
            context.report.warning("partial", "cli-partial", &args);
        }
        _ => {}
    }
}

/// Returns the named view, and its query together with the given one, which narrows it.
///
/// Each is parsed separately, so that the text of one cannot combine with the other.
///
/// # Errors
/// There is no such view, or a query has a mistake.
pub fn view_and_query(
    context: &CommandContext,
    session: &Session,
    (name, query): (&Option<String>, &Option<String>),
) -> Result<(Option<SavedView>, Option<Query>), Error> {
    let view = name.as_deref().map(|name| views::find_view(session, name)).transpose()?;
    let queries = [("--view", view.as_ref().map(|view| &view.query)), ("--query", query.as_ref())];
    let query = queries
        .into_iter()
        .filter_map(|(option, text)| Some((option, text.filter(|text| !text.trim().is_empty())?)))
        .map(|(option, text)| parse_query(context, session, option, text))
        .reduce(|view, query| Ok(view?.and(query?)))
        .transpose()?;
    Ok((view, query))
}

/// Parses the query of `option` with this user's names and your organisation's thresholds.
///
/// # Errors
/// Its mistakes, or missing names or thresholds without which nothing matches.
pub fn parse_query(
    context: &CommandContext,
    session: &Session,
    option: &str,
    text: &str,
) -> Result<Query, Error> {
    // The parser has its own messages in both languages.
    let messages = context.report.error_messages();
    // Only a condition on a received field needs their kinds.
    let kinds = match session.store() {
        Ok(store) if text.contains('.') => Some(field_kinds(store)?),
        _ => None,
    };
    let wrong = |_: QueryError| {
        let kinds = kinds.clone().or_else(|| field_kinds(session.store().ok()?).ok());
        let mistakes = Query::mistakes(text, kinds.as_ref());
        let mut messages_text: Vec<String> =
            mistakes.iter().map(|mistake| mistake.message_with_column(messages)).collect();
        if let Some(fixed) = Query::fixed_text(text, kinds.as_ref(), messages.lang()) {
            messages_text.push(messages.with("query-fix", &[("text", fixed.into())]));
        }
        Error::usage(format!("{option}: {}", messages_text.join(" · ")))
    };
    let (query, _, mistake) = Query::parse_prefix(text, kinds.as_ref());
    let query =
        mistake.map_or(Ok(query), |mistake| Err(wrong(mistake)))?.with_thresholds(&context.thresholds);
    if let Some(field) = query.field_without_thresholds() {
        // Without thresholds nothing matches, and a script would take the empty list for a response.
        return Err(error_message::usage("usage-no-limits", &[("option", option), ("field", field)]));
    }
    if !query.needs_user_names() {
        return Ok(query);
    }
    let settings = session.store()?.all_settings()?;
    let names: Vec<&str> =
        context.user_names.iter().chain(stored_own_name(&settings)).map(String::as_str).collect();
    if names.is_empty() {
        // Without known names nothing matches, and a script would take the empty list for a response.
        return Err(error_message::usage("usage-me-unset", &[("option", option)]));
    }
    Ok(query.with_user_names(&names))
}

fn distinct_statuses(statuses: &[String]) -> Vec<&str> {
    let mut met = HashSet::new();
    statuses.iter().map(String::as_str).filter(|status| met.insert(*status)).collect()
}

/// Returns whether a deal has one of the requested statuses, if any are requested.
pub(super) fn matches_status(args: &ListArgs, deal: &Record) -> bool {
    args.deals.status.is_empty()
        || deal.text("status").is_some_and(|status| args.deals.status.iter().any(|want| *want == *status))
}
