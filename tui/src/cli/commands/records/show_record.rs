//! `dashboards`, `fields`, `alerts`, `alert-preferences`: single records, and their lists if the service has
//! any.

use encours_core::contract::json::response_schema;
use encours_core::contract::paging::page::{Page, PageHeaders};
use encours_core::engine::WalkFindings;
use encours_core::store;

use crate::cli::args::{AlertsCommand, DashboardsCommand, FieldsCommand};
use crate::cli::commands::cache_read::CachedRecords;
use crate::cli::commands::walk_warnings::warn_incomplete;
use crate::cli::commands::{cache_write, not_cached, require_user, warn_age};
use crate::cli::prelude::*;

use super::resource_lists::{self, ListedKind};
use super::watch;

/// Cache key for the alert preferences of the delegated user, which have no id.
const PREFERENCES_KEY: &str = "alert-preferences";

/// `dashboards …`
pub async fn dashboards(
    context: &mut CommandContext,
    session: &Session,
    command: DashboardsCommand,
) -> CommandResult {
    let DashboardsCommand::Show { id } = command;
    require_user(session)?;
    let call = Call::new(OperationId::DashboardsGet).parameter("dashboard_id", &id);
    let kinds = (OutputKind::Dashboard, store::RecordKind::Dashboard);
    print_one(context, session, call, kinds, id.as_str()).await
}

/// `alerts …`
pub async fn alerts(
    context: &mut CommandContext,
    session: &Session,
    command: AlertsCommand,
) -> CommandResult {
    match command {
        AlertsCommand::Show { id } => {
            let call = Call::new(OperationId::AlertsGet).parameter("alert_id", &id);
            let kinds = (OutputKind::Alert, store::RecordKind::Alert);
            print_one(context, session, call, kinds, id.as_str()).await
        }
        AlertsCommand::Watching(command) => watch::run(context, session, ResourceKind::Alerts, command),
    }
}

/// `fields …`
pub async fn fields(
    context: &mut CommandContext,
    session: &Session,
    command: FieldsCommand,
) -> CommandResult {
    let kinds = (OutputKind::Field, store::RecordKind::Field);
    match command {
        FieldsCommand::List => list(context, session).await,
        FieldsCommand::Show(args) => match (&args.id, &args.key) {
            (Some(id), _) => {
                let call = Call::new(OperationId::FieldDefinitionsGet).parameter("field_id", id);
                print_one(context, session, call, kinds, id.as_str()).await
            }
            (None, Some(key)) if context.global.offline => {
                let cached = CachedRecords::load(session, store::RecordKind::Field, "")?;
                cached.warn(context);
                let field = cached
                    .records
                    .into_iter()
                    .find(|field| field.text("field_key").as_deref() == Some(key.as_str()))
                    .ok_or_else(|| not_cached(key.as_str()))?;
                Ok(context.out.record(OutputKind::Field, &field)?)
            }
            (None, Some(key)) => {
                let call = Call::new(OperationId::FieldDefinitionsByKey).parameter("field_key", key);
                print_one(context, session, call, kinds, key.as_str()).await
            }
            // The argument group requires one of them.
            (None, None) => Err(error_message::usage("usage-id-or-key", &[]).into()),
        },
    }
}

async fn list(context: &mut CommandContext, session: &Session) -> CommandResult {
    let listing = ListedKind {
        resource: ResourceKind::FieldDefinitions,
        output: OutputKind::Field,
        stored: store::RecordKind::Field,
    };
    if context.global.offline {
        let kinds = (listing.output, listing.stored);
        return print_cached(context, session, "fields list", kinds, "", |_| true);
    }
    match resource_lists::list(context, session, listing, |_| true).await? {
        None => Ok(()),
        Some(status) => Err(resource_lists::no_list_error(&status).into()),
    }
}

/// Prints the cached records of a list that match `filter`; `parent` is the deal of notes.
pub fn print_cached(
    context: &mut CommandContext,
    session: &Session,
    command: &str,
    (output_kind, stored): (OutputKind, store::RecordKind),
    parent: &str,
    filter: impl Fn(&Record) -> bool,
) -> CommandResult {
    let cached = CachedRecords::load(session, stored, parent)?;
    if context.global.offline {
        cached.check_synced(context, command)?;
        cached.warn(context);
    } else {
        cached.remark_age(context);
    }
    context.print_list(output_kind, cached.records.into_iter().filter(filter))
}

/// Prints one record from the service, or the cached one with `--offline`.
pub async fn print_one(
    context: &mut CommandContext,
    session: &Session,
    call: Call,
    (output_kind, stored): (OutputKind, store::RecordKind),
    id: &str,
) -> CommandResult {
    let record = cache_write::read_one(context, session, call, (stored, id)).await?;
    Ok(context.out.record(output_kind, &record)?)
}

/// `GET /users/me/alert-preferences`
pub async fn alert_preferences(context: &mut CommandContext, session: &Session) -> CommandResult {
    require_user(session)?;
    let (page, rejected) = if context.global.offline {
        let cached = session.store()?.cache().single(PREFERENCES_KEY)?;
        let (body, at) = cached.ok_or_else(|| not_cached("the alert preferences"))?;
        warn_age(context, at);
        let page = Page::parse(body.as_bytes(), PageHeaders::default())?;
        (page.items, page.rejected)
    } else {
        let response = session.client().call(Call::new(OperationId::AlertPreferencesList)).await?;
        let page = response.page()?;
        if let Ok(body) = std::str::from_utf8(&response.body) {
            cache_write::cache_text(session, PREFERENCES_KEY, body, Timestamp::now());
        }
        (page.items, page.rejected)
    };
    let check = |record| response_schema::check(OperationId::AlertPreferencesList, record).err();
    let nonconforming: Vec<_> = page.iter().filter_map(check).collect();
    context.print_list(OutputKind::AlertPreference, page)?;
    let findings = WalkFindings {
        rejected: rejected.into_iter().map(|(_, error)| error).collect(),
        nonconforming,
        ..WalkFindings::default()
    };
    warn_incomplete(context, &findings)
}
