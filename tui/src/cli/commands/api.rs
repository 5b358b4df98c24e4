//! `encours api`: any route, signed in.

use std::io::Read as _;

use encours_core::client::{Call, Response};
use encours_core::contract::operation::PageForm;
use encours_core::contract::{Method, OperationId, Record};
use encours_core::error::Error;
use serde_json::value::RawValue;

use super::super::Failure;
use super::super::args::{ApiArgs, Format};
use super::super::context::Context;
use super::super::output::Kind;
use super::super::session::Session;
use super::pages::{self, Extent};

/// Calls the route and prints what it answers.
pub(super) async fn run(context: &mut Context, session: &Session, args: &ApiArgs) -> Result<(), Failure> {
    if context.global.offline {
        return Err(Error::usage("`api` always asks the service; it cannot be used with --offline").into());
    }
    let call = call(session, args)?;
    if args.paginate {
        if args.method != Method::Get {
            return Err(Error::usage("--paginate follows the pages of a GET").into());
        }
        return paginate(context, session, args, &call).await;
    }
    let response = session.client().call(call).await?;
    print(context, &response)
}

fn call(session: &Session, args: &ApiArgs) -> Result<Call, Error> {
    let (path, query) = split(session, &args.path)?;
    let mut call = Call::raw(args.method, path);
    for (name, value) in query.into_iter().chain(args.query.iter().cloned()) {
        call = call.query(name, value);
    }
    for (name, value) in &args.header {
        call = call.header(name, value)?;
    }
    match args.body.as_deref().map(body).transpose()? {
        Some(body) => Ok(call.body(body)),
        None => Ok(call),
    }
}

/// The path under the base URL and the query written behind it. A whole address is taken if it is the service's.
fn split(session: &Session, given: &str) -> Result<(String, Vec<(String, String)>), Error> {
    let base = session.connection().base_url.as_str();
    let path = match given.strip_prefix(base) {
        Some(rest) => rest,
        None if given.contains("://") => {
            return Err(Error::usage(format!(
                "the address is not under {base}; the key is for that service alone"
            )));
        }
        None => given,
    };
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let path = if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("/{path}")
    };
    let decode = |text: &str| {
        percent_encoding::percent_decode_str(text)
            .decode_utf8()
            .map(std::borrow::Cow::into_owned)
            .map_err(|_| Error::usage("the query of the path is not UTF-8"))
    };
    let mut parameters = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        parameters.push((decode(name)?, decode(value)?));
    }
    Ok((path, parameters))
}

/// The body as given: JSON itself, `@FILE`, or `-` for standard input. Sent byte for byte once it is JSON.
fn body(given: &str) -> Result<String, Error> {
    let text = match given.strip_prefix('@') {
        Some(file) => std::fs::read_to_string(file)
            .map_err(|error| Error::usage(format!("the body {file} cannot be read: {error}")))?,
        None if given == "-" => {
            let mut text = String::new();
            std::io::stdin()
                .lock()
                .read_to_string(&mut text)
                .map_err(|error| {
                    Error::usage(format!("the body cannot be read from standard input: {error}"))
                })?;
            text
        }
        None => given.to_owned(),
    };
    serde_json::from_str::<&serde_json::value::RawValue>(&text)
        .map_err(|error| Error::usage(format!("the body is not JSON: {error}")))?;
    Ok(text)
}

async fn paginate(
    context: &mut Context,
    session: &Session,
    args: &ApiArgs,
    call: &Call,
) -> Result<(), Failure> {
    let (path, _) = split(session, &args.path)?;
    let operation = OperationId::by_route(args.method, &path);
    let form = operation
        .and_then(|operation| operation.spec().page)
        .unwrap_or(PageForm::Items);
    let mut list = context.out.list(kind(operation, true));
    let take = |page| Ok(list.page(page)?);
    let told = pages::walk(session, call, form, 0, Extent::All, None, take).await?;
    list.finish()?;
    told.tell(context)
}

fn print(context: &mut Context, response: &Response) -> Result<(), Failure> {
    if response.body.is_empty() {
        return Ok(());
    }
    let text = std::str::from_utf8(&response.body).map_err(|_| {
        Error::protocol("the answer is not UTF-8 text").with_request_id(response.request_id.clone())
    })?;
    let text = text.trim_ascii();
    serde_json::from_str::<&RawValue>(text).map_err(|error| {
        Error::protocol(format!("the answer is not JSON: {error}")).with_status(response.status)
    })?;
    // Columns are for records: in them a page reads as the list it carries. JSON goes out as it came.
    let columns = matches!(context.out.look().format, Format::Table | Format::Csv);
    if columns
        && let Ok(page) = response.page()
        && page.rejected.is_empty()
    {
        let mut list = context.out.list(kind(response.operation, true));
        list.page(page.items)?;
        return Ok(list.finish()?);
    }
    match Record::parse(text) {
        Ok(record) => Ok(context.out.record(kind(response.operation, false), &record)?),
        Err(_) => Ok(context.out.value(text)?),
    }
}

/// What is known of the records of an operation.
fn kind(operation: Option<OperationId>, list: bool) -> Kind {
    match operation {
        Some(OperationId::DealsList) if list => Kind::Deal,
        Some(OperationId::DealsGet | OperationId::DealsCreate | OperationId::DealsUpdate) => Kind::Deal,
        Some(OperationId::DealsNotesList) if list => Kind::Note,
        Some(OperationId::NotificationsList) if list => Kind::Notification,
        Some(OperationId::NotificationsGet | OperationId::NotificationsRead) => Kind::Notification,
        Some(OperationId::EntityGet) => Kind::Entity,
        Some(OperationId::PortfolioSummary) => Kind::Portfolio,
        _ => Kind::Other,
    }
}
