//! `encours views …`: the saved views of the delegated user.
//!
//! Values are checked against the service's limits and sent byte for byte, except for names, which are
//! normalised.

use encours_core::contract::models::saved_view::{
    LimitViolation, MAX_FILTER_KEYS, MAX_STATE_BYTES, MAX_VIEW_COLUMNS, MAX_VIEW_SORT_KEYS,
    OPERATION_FILTERS, depends_on_type, limit_violations, split_documented, with_normalised_name,
};
use encours_core::store;

use crate::cli::args::{ViewUpdateArgs, ViewsCommand};
use crate::cli::commands::cache_read::CachedRecords;
use crate::cli::commands::{require_user, write, write_request};
use crate::cli::prelude::*;
use crate::cli::report::message;

use super::resource_lists::{self, ListedKind};
use super::show_record;

const VIEWS: ListedKind = ListedKind {
    resource: ResourceKind::SavedViews,
    output: OutputKind::View,
    stored: store::RecordKind::View,
};

/// Kinds of a view in output and cache.
const KINDS: (OutputKind, store::RecordKind) = (VIEWS.output, VIEWS.stored);

/// `views …`
pub async fn run(context: &mut CommandContext, session: &Session, command: ViewsCommand) -> CommandResult {
    require_user(session)?;
    match command {
        ViewsCommand::List => list(context, session).await,
        ViewsCommand::Update(args) => update(context, session, &args).await,
    }
}

/// `GET /users/me/saved-views` if the service offers it; else the views from earlier update answers.
async fn list(context: &mut CommandContext, session: &Session) -> CommandResult {
    if context.global.offline {
        return show_record::print_cached(context, session, "views list", KINDS, "", |_| true);
    }
    let Some(status) = resource_lists::list(context, session, VIEWS, |_| true).await? else {
        return Ok(());
    };
    if CachedRecords::load(session, VIEWS.stored, "")?.records.is_empty() {
        return Err(resource_lists::no_list_error(&status).into());
    }
    resource_lists::remark_discovery(context, &status);
    show_record::print_cached(context, session, "views list", KINDS, "", |_| true)
}

/// `PUT /users/me/saved-views/{view_id}` with the given fields only
async fn update(context: &mut CommandContext, session: &Session, args: &ViewUpdateArgs) -> CommandResult {
    let fields = with_normalised_name(&fields(args)?);
    let mut stored = cached_view(session, args)?;
    let typed = stored.as_ref().is_some_and(|view| view.text("type").is_some());
    if !typed && depends_on_type(&fields) && !context.global.offline {
        // The valid filters depend on the view's type, which only the service knows. If it has no list, it
        // validates the filters itself.
        resource_lists::sync_list(session, VIEWS).await;
        stored = cached_view(session, args)?;
    }
    let broken = limit_violations(&fields, stored.as_ref());
    if !broken.is_empty() {
        let messages = context.report.error_messages();
        let messages_text: Vec<String> =
            broken.iter().map(|breach| message(&violation_error(breach), messages)).collect();
        // This is a usage error and not a rejection, because no request was sent.
        let error = Error::usage(messages_text.join("; "));
        context.report.error_as(Some("view-limits"), &error);
        return Err(CommandFailure::Reported(error.kind()));
    }
    let (_, undocumented) = split_documented(&fields);
    if !undocumented.is_empty() {
        context.report.remark(&context.report.messages().get("cli-view-undocumented"));
    }
    let id = args.id.as_str();
    let mut write = write_request(OperationId::SavedViewsUpdate, id, fields.to_body(), OutputKind::View);
    write.label = args.name.clone().unwrap_or(write.label);
    write::run(context, session, write).await
}

/// Returns the cached view.
fn cached_view(session: &Session, args: &ViewUpdateArgs) -> Result<Option<Record>, Error> {
    let stored = session.store()?.cache().get(VIEWS.stored, "", args.id.as_str())?;
    Ok(stored.and_then(|stored| Record::parse(stored.body).ok()))
}

/// Returns the error for a contract limit that the update breaks.
fn violation_error(breach: &LimitViolation) -> Error {
    let limit = |key, n: &usize, max: usize| {
        error_message::usage(key, &[("n", &n.to_string()), ("most", &max.to_string())])
    };
    match breach {
        LimitViolation::EmptyName => error_message::usage("usage-view-name", &[]),
        LimitViolation::StateBytes(n) => limit("usage-view-bytes", n, MAX_STATE_BYTES),
        LimitViolation::FilterKeys(n) => limit("usage-view-filters", n, MAX_FILTER_KEYS),
        LimitViolation::Columns(n) => limit("usage-view-columns", n, MAX_VIEW_COLUMNS),
        LimitViolation::SortKeys(n) => limit("usage-view-sorts", n, MAX_VIEW_SORT_KEYS),
        LimitViolation::FilterKey(key) => {
            let known = OPERATION_FILTERS.join(", ");
            error_message::usage("usage-view-filter", &[("key", key), ("known", &known)])
        }
        LimitViolation::SortOrder(order) => error_message::usage("usage-view-order", &[("order", order)]),
        LimitViolation::Immutable(field) => error_message::usage("usage-view-bound", &[("field", field)]),
        LimitViolation::Shape("filters") => error_message::usage("usage-view-filters-shape", &[]),
        LimitViolation::Shape("columns") => error_message::usage("usage-view-columns-shape", &[]),
        LimitViolation::Shape("sort") => error_message::usage("usage-view-sort-shape", &[]),
        other => Error::usage(other.to_string()),
    }
}

fn fields(args: &ViewUpdateArgs) -> Result<Fields, Error> {
    let mut fields = Fields::new();
    if let Some(name) = &args.name {
        fields.set_text("name", name);
    }
    if let Some(default) = args.default {
        fields.set_boolean("is_default", default);
    }
    for (option, json) in [("filters", &args.filters), ("columns", &args.columns), ("sort", &args.sort)] {
        let Some(json) = json else { continue };
        let json = json.trim_start_matches('\u{feff}');
        fields.set_json(option, json).map_err(|error| {
            error_message::usage("usage-json", &[("option", option), ("why", &error.to_string())])
        })?;
        if !json.trim_ascii().starts_with(['{', '[']) {
            return Err(error_message::usage("usage-parts", &[("option", option)]));
        }
    }
    Ok(fields)
}
