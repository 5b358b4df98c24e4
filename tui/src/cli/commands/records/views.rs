//! `encours views …`: the saved views of the delegated user.
//!
//! Values are checked against the service's limits and sent byte for byte, except for names, which are
//! normalised.

use encours_core::client::auth::random_id;
use encours_core::contract::models::saved_view::{
    Breach, COLUMNS, FILTER_KEYS, OPERATION_FILTERS, SORT_KEYS, STATE_BYTES, breaches, documented,
    hangs_on_the_type, normalised,
};
use encours_core::contract::{Fields, OperationId, Record};
use encours_core::error::Error;
use encours_core::model::resources::resource_kind::Family;
use encours_core::store;

use crate::cli::args::{ViewUpdateArgs, ViewsCommand};
use crate::cli::commands::acting;
use crate::cli::commands::cache_read::Kept;
use crate::cli::commands::write::{self, Write};
use crate::cli::context::Context;
use crate::cli::output::Kind;
use crate::cli::report::message;
use crate::cli::session::Session;
use crate::cli::{Failure, error_message};

use super::resource_lists::{self, Listing};
use super::show_record;

const VIEWS: Listing = Listing {
    family: Family::SavedViews,
    command: "views",
    shown: Kind::View,
    kept: store::Kind::View,
};

/// `views …`
pub(in crate::cli::commands) async fn run(
    context: &mut Context,
    session: &Session,
    command: ViewsCommand,
) -> Result<(), Failure> {
    acting(session)?;
    match command {
        ViewsCommand::List => list(context, session).await,
        ViewsCommand::Update(args) => update(context, session, &args).await,
    }
}

/// `GET /users/me/saved-views` if the service offers it; else the views from earlier update answers.
async fn list(context: &mut Context, session: &Session) -> Result<(), Failure> {
    if context.global.offline {
        return show_record::kept(context, session, VIEWS);
    }
    let Some(standing) = resource_lists::list(context, session, VIEWS, |_| true).await? else {
        return Ok(());
    };
    if Kept::read(session, VIEWS.kept, "")?.records.is_empty() {
        return Err(resource_lists::no_list(&standing).into());
    }
    resource_lists::say(context, &standing);
    show_record::kept(context, session, VIEWS)
}

/// `PUT /users/me/saved-views/{view_id}` with the given fields only
async fn update(context: &mut Context, session: &Session, args: &ViewUpdateArgs) -> Result<(), Failure> {
    let fields = normalised(&fields(args)?);
    let mut stored = held(session, args)?;
    let typed = stored.as_ref().is_some_and(|view| view.text("type").is_some());
    if !typed && hangs_on_the_type(&fields) && !context.global.offline {
        // The valid filters depend on the view's type, which only the service knows. If it has no list, it
        // validates the filters itself.
        resource_lists::read(session, VIEWS).await;
        stored = held(session, args)?;
    }
    let broken = breaches(&fields, stored.as_ref());
    if !broken.is_empty() {
        let words = context.report.told();
        let said: Vec<String> = broken
            .iter()
            .map(|breach| message(&said_of(breach), words))
            .collect();
        // This is a usage error and not a rejection, because no request was sent.
        let error = Error::usage(said.join("; "));
        context.report.error_as("view-limits", &error);
        return Err(Failure::Reported(error.kind()));
    }
    let (_, undocumented) = documented(&fields);
    if !undocumented.is_empty() {
        context
            .report
            .remark(&context.report.words().get("cli-view-undocumented"));
    }
    let write = Write {
        operation: OperationId::SavedViewsUpdate,
        record: args.id.to_string(),
        label: args.name.clone().unwrap_or_else(|| args.id.to_string()),
        body: fields.to_body(),
        key: random_id::idempotency_key(),
        kind: Kind::View,
    };
    write::run(context, session, write).await
}

/// Returns the cached view.
fn held(session: &Session, args: &ViewUpdateArgs) -> Result<Option<Record>, Error> {
    let stored = session.store()?.cache().get(VIEWS.kept, "", args.id.as_str())?;
    Ok(stored.and_then(|stored| Record::parse(stored.body).ok()))
}

/// Returns the error for a contract limit that the update breaks.
fn said_of(breach: &Breach) -> Error {
    let limit = |key, n: &usize, most: usize| {
        error_message::usage(key, &[("n", &n.to_string()), ("most", &most.to_string())])
    };
    match breach {
        Breach::EmptyName => error_message::usage("usage-view-name", &[]),
        Breach::StateBytes(n) => limit("usage-view-bytes", n, STATE_BYTES),
        Breach::FilterKeys(n) => limit("usage-view-filters", n, FILTER_KEYS),
        Breach::Columns(n) => limit("usage-view-columns", n, COLUMNS),
        Breach::SortKeys(n) => limit("usage-view-sorts", n, SORT_KEYS),
        Breach::FilterKey(key) => {
            let known = OPERATION_FILTERS.join(", ");
            error_message::usage("usage-view-filter", &[("key", key), ("known", &known)])
        }
        Breach::SortOrder(order) => error_message::usage("usage-view-order", &[("order", order)]),
        Breach::Bound(field) => error_message::usage("usage-view-bound", &[("field", field)]),
        Breach::Shape("filters") => error_message::usage("usage-view-filters-shape", &[]),
        Breach::Shape("columns") => error_message::usage("usage-view-columns-shape", &[]),
        Breach::Shape("sort") => error_message::usage("usage-view-sort-shape", &[]),
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
    for (option, json) in [
        ("filters", &args.filters),
        ("columns", &args.columns),
        ("sort", &args.sort),
    ] {
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
