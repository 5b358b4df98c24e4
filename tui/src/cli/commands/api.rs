//! `encours api`: an authenticated call to any route.

use encours_core::client::{DelegatedUser, Response};
use encours_core::contract::Method;
use encours_core::contract::operation::PageForm;
use encours_core::contract::record::json_text;
use encours_core::engine::{self, Extent, ListElement, WalkPlan};
use encours_core::files;
use serde_json::value::RawValue;

use super::super::args::ApiArgs;
use super::super::output::RecordList;
use super::super::report::join_sentences;
use super::records::resource_lists;
use super::walk_warnings::warn_incomplete;
use crate::cli::prelude::*;

/// Calls the route and prints its response.
pub(super) async fn run(context: &mut CommandContext, session: &Session, args: &ApiArgs) -> CommandResult {
    if context.global.offline {
        return Err(error_message::usage("usage-offline", &[("command", "api")]).into());
    }
    if context.out.style().format == OutputFormat::Table {
        context.out.set_labels(resource_lists::load_labels(session));
    }
    if args.paginate {
        return paginate(context, session, args).await;
    }
    let (path, query) = path_and_query(session, args)?;
    if args.method == Method::Delete {
        let question = context
            .report
            .messages()
            .with("cli-confirm-api-delete", &[("path", (&SafeText::line_within(&path, 200)).into())]);
        if !prompt::confirm(context, &question)? {
            return Err(prompt::declined(context));
        }
    }
    let call = call(session, args, path, query).await?;
    let read = matches!(args.method, Method::Get);
    if !read {
        limit::disarm();
    }
    let response = match session.client().call_verified(call).await.map_err(with_retry_advice) {
        // The error kind "unreachable" is for reads, "queued" for writes in the outbox: this write is neither.
        Err(error) if !read && error.kind() == ErrorKind::Unreachable => {
            let error = error.with_kind(ErrorKind::Unexpected);
            return Err(CommandFailure::Named("undelivered", error));
        }
        result => result?,
    };
    print(context, &response)
}

/// Adds advice to an error whose write may have been applied: repeat it under its idempotency key.
fn with_retry_advice(error: Error) -> Error {
    match error.idempotency_key().filter(|_| error.outcome_unknown()) {
        Some(key) => {
            let again = format!(
                "The server may have applied it. To send it again once only: --header 'Idempotency-Key: {key}'"
            );
            let text = join_sentences(error.message(), &again);
            error.with_message(text)
        }
        None => error,
    }
}

/// Returns the path and every query parameter, from the path's own query and from `--query`.
fn path_and_query(session: &Session, args: &ApiArgs) -> Result<(String, Vec<(String, String)>), Error> {
    let (path, mut query) = split_path(session.connection().base_url.as_str(), &args.path)?;
    query.extend(args.query.iter().cloned());
    Ok((path, query))
}

async fn call(
    session: &Session,
    args: &ApiArgs,
    path: String,
    query: Vec<(String, String)>,
) -> Result<Call, Error> {
    let user_header = session.config().delegated_user.as_ref();
    let user_header = user_header.map_or(DelegatedUser::HEADER, |user| user.header.as_str());
    let mut call = Call::raw(args.method, path);
    for (name, value) in query {
        call = call.query(name, value);
    }
    for (name, value) in &args.header {
        if [DelegatedUser::HEADER, user_header]
            .iter()
            .any(|user_header| name.eq_ignore_ascii_case(user_header))
        {
            return Err(error_message::usage("usage-header-user", &[("header", name), ("id", value)]));
        }
        call = call.header(name, value)?;
    }
    match &args.body {
        Some(input) => Ok(call.body(read_body(input).await?)),
        None => Ok(call),
    }
}

/// Splits an argument into the path under the base URL and its query. A full URL must start with the base URL.
fn split_path(base: &str, input: &str) -> Result<(String, Vec<(String, String)>), Error> {
    let path = match input.strip_prefix(base) {
        Some(rest) => rest,
        None if input.contains("://") => {
            return Err(error_message::usage("usage-other-service", &[("base", base)]));
        }
        None => input,
    };
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    let decode = |text: &str| {
        percent_encoding::percent_decode_str(text)
            .decode_utf8()
            .map(std::borrow::Cow::into_owned)
            .map_err(|_| error_message::usage("usage-query-text", &[]))
    };
    let mut parameters = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        parameters.push((decode(name)?, decode(value)?));
    }
    Ok((path, parameters))
}

/// Reads the body: literal JSON, `@FILE`, or `-` for standard input. Valid JSON is sent byte for byte.
async fn read_body(input: &str) -> Result<String, Error> {
    let text = match input.strip_prefix('@') {
        Some(file) => files::read_argument_file(file.as_ref(), files::MAX_INPUT_FILE)
            .and_then(files::into_text)
            .map_err(|error| {
                error_message::usage("usage-unreadable", &[("file", file), ("why", &error.to_string())])
            })?,
        None if input == "-" => prompt::read_stdin("the body", files::MAX_INPUT_FILE).await?,
        None => input.to_owned(),
    };
    // Some editors write a byte order mark first; it is not part of the JSON.
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    serde_json::from_str::<&RawValue>(&text)
        .map_err(|error| error_message::usage("usage-body-json", &[("why", &error.to_string())]))?;
    Ok(text)
}

/// Start and page size of a walk, if the user gave them.
#[derive(Debug, Default, PartialEq, Eq)]
struct PagingParams {
    size: Option<u64>,
    start: u64,
    /// First page number, for a route that numbers its pages.
    page: Option<u64>,
}

impl PagingParams {
    /// Removes the paging parameters from a query, because the walk sends its own.
    fn extract(query: &mut Vec<(String, String)>) -> Result<Self, Error> {
        let size = take_number(query, "limit")?;
        if size == Some(0) {
            return Err(error_message::usage("usage-page-size", &[]));
        }
        let (offset, page) = (take_number(query, "offset")?, take_number(query, "page")?);
        if offset.is_some() && page.is_some() {
            return Err(error_message::usage("usage-page-and-offset", &[]));
        }
        Ok(Self { size, start: offset.unwrap_or(0), page })
    }
}

/// Removes a whole-number parameter from the query and returns it.
fn take_number(query: &mut Vec<(String, String)>, name: &str) -> Result<Option<u64>, Error> {
    let mut values: Vec<String> = Vec::new();
    query.retain(|(key, value)| {
        let other = key != name;
        if !other {
            values.push(value.clone());
        }
        other
    });
    match values.as_slice() {
        [] => Ok(None),
        [one] => {
            one.parse().map(Some).map_err(|_| error_message::usage("usage-whole-number", &[("name", name)]))
        }
        _ => Err(error_message::usage("usage-parameter-twice", &[("name", name)])),
    }
}

async fn paginate(context: &mut CommandContext, session: &Session, args: &ApiArgs) -> CommandResult {
    if args.method != Method::Get {
        return Err(error_message::usage("usage-paginate-get", &[]).into());
    }
    let (path, mut query) = path_and_query(session, args)?;
    let walk = PagingParams::extract(&mut query)?;
    let call = call(session, args, path.clone(), query).await?;
    let operation = OperationId::by_route(args.method, &path);
    let form = operation
        .and_then(|operation| operation.spec().page)
        .or_else(|| resource_lists::load_discovery(session).described_page_form(&path))
        .unwrap_or(PageForm::Items);
    let extent = walk.size.map_or(Extent::All, Extent::AllSized);
    // A given page number shows that the list pages by number, and where to start.
    let course = match walk.page {
        Some(first) => WalkPlan::from_page(first, extent),
        None => WalkPlan::new(form, walk.start, extent),
    };
    let mut list = context.out.list(record_kind(operation, true));
    let take = |page| write_page(&mut list, page);
    let mut findings = engine::walk_elements(session.client(), &call, course, None, take).await?;
    list.finish()?;
    // Elements that are not records are already printed, so a warning is enough.
    let rejected = findings.rejected.len();
    if rejected > 0 {
        let message_args = [("n", rejected.into())];
        context.report.warning("incomplete", "cli-api-elements", &message_args);
    }
    findings.rejected.clear();
    findings.nonconforming.clear();
    warn_incomplete(context, &findings)
}

fn write_page(list: &mut RecordList<'_>, page: Vec<ListElement>) -> CommandResult {
    for element in page {
        match element {
            ListElement::Record(record) => list.push_page([record])?,
            ListElement::Other(raw) => list.push_other(raw)?,
        }
    }
    Ok(())
}

fn print(context: &mut CommandContext, response: &Response) -> CommandResult {
    if response.body.is_empty() {
        return Ok(());
    }
    let text = json_text(&response.body).map_err(|_| {
        Error::protocol("the response is not UTF-8 text").with_request_id(response.request_id.clone())
    })?;
    serde_json::from_str::<&RawValue>(text).map_err(|error| {
        Error::protocol(format!("the response is not JSON: {error}")).with_status(response.status)
    })?;
    // Columns need records, so a page prints as its list in these formats. JSON prints unchanged.
    let columns = matches!(context.out.style().format, OutputFormat::Table | OutputFormat::Csv);
    if columns && let Ok(page) = response.page() {
        let mut list = context.out.list(record_kind(response.operation, true));
        let (elements, _) = engine::page_elements(response, page)?;
        write_page(&mut list, elements)?;
        list.finish()?;
        return Ok(());
    }
    match Record::parse(text) {
        Ok(record) => Ok(context.out.record(record_kind(response.operation, false), &record)?),
        Err(_) => Ok(context.out.value(text)?),
    }
}

/// Returns the kind of an operation's response, or of the records of a list.
pub(super) fn record_kind(operation: Option<OperationId>, list: bool) -> OutputKind {
    match operation {
        Some(OperationId::DealsList) if list => OutputKind::Deal,
        Some(OperationId::DealsGet | OperationId::DealsCreate | OperationId::DealsUpdate) => OutputKind::Deal,
        Some(OperationId::DealsNotesList) if list => OutputKind::Note,
        Some(OperationId::NotificationsList) if list => OutputKind::Notification,
        Some(OperationId::NotificationsGet) => OutputKind::Notification,
        Some(OperationId::NotificationsRead) => OutputKind::Marked,
        Some(OperationId::TasksUpdate) => OutputKind::Task,
        Some(OperationId::SavedViewsUpdate) => OutputKind::View,
        Some(OperationId::DashboardsGet) => OutputKind::Dashboard,
        Some(OperationId::AlertPreferencesList) if list => OutputKind::AlertPreference,
        Some(OperationId::FieldDefinitionsGet | OperationId::FieldDefinitionsByKey) => OutputKind::Field,
        Some(OperationId::FieldDefinitionsList) if list => OutputKind::Field,
        Some(OperationId::AlertsGet) => OutputKind::Alert,
        Some(OperationId::EntityGet) => OutputKind::Entity,
        Some(OperationId::PortfolioSummary) => OutputKind::Portfolio,
        _ => OutputKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(query: &[(&str, &str)]) -> Result<(PagingParams, usize), Error> {
        let mut query: Vec<_> =
            query.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let walk = PagingParams::extract(&mut query)?;
        Ok((walk, query.len()))
    }

    #[test]
    fn page_walk_uses_the_requested_size_and_start() {
        assert_eq!(walk(&[("status", "ic")]).unwrap(), (PagingParams::default(), 1));
        let asked = walk(&[("limit", "7"), ("status", "ic"), ("offset", "20")]).unwrap();
        let wanted = PagingParams { size: Some(7), start: 20, page: None };
        assert_eq!(asked, (wanted, 1));
        assert_eq!(walk(&[("page", "0")]).unwrap().0.page, Some(0));
    }

    #[test]
    fn invalid_paging_parameters_of_a_walk_are_rejected() {
        for query in [
            &[("limit", "x")][..],
            &[("limit", "0")],
            &[("limit", "5"), ("limit", "6")],
            &[("offset", "-1")],
            &[("page", "x")],
            &[("page", "2"), ("offset", "0")],
        ] {
            assert!(walk(query).is_err(), "{query:?}");
        }
    }
}
