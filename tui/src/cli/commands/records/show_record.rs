//! `dashboards`, `fields`, `alerts`, `alert-preferences`: single records, and their lists if the service has
//! any.

use encours_core::client::Call;
use encours_core::contract::OperationId;
use encours_core::contract::json::response_schema;
use encours_core::contract::paging::page::{Page, PageHeaders};
use encours_core::model::resources::resource_kind::Family;
use encours_core::store;
use jiff::Timestamp;

use crate::cli::args::{AlertsCommand, DashboardsCommand, FieldsCommand};
use crate::cli::commands::cache_read::{self, Kept};
use crate::cli::commands::paginate::Seen;
use crate::cli::commands::{acting, cache_write, not_here, tell_age};
use crate::cli::context::Context;
use crate::cli::output::Kind;
use crate::cli::session::Session;
use crate::cli::{Failure, error_message};

use super::resource_lists::{self, Listing};
use super::watch;

/// Cache key for the alert preferences of the delegated user, which have no id.
const PREFERENCES: &str = "alert-preferences";

/// `dashboards …`
pub(in crate::cli::commands) async fn dashboards(
    context: &mut Context,
    session: &Session,
    command: DashboardsCommand,
) -> Result<(), Failure> {
    let DashboardsCommand::Show(args) = command;
    acting(session)?;
    let call = Call::new(OperationId::DashboardsGet).parameter("dashboard_id", &args.id);
    one(
        context,
        session,
        call,
        (Kind::Dashboard, store::Kind::Dashboard),
        args.id.as_str(),
    )
    .await
}

/// `alerts …`
pub(in crate::cli::commands) async fn alerts(
    context: &mut Context,
    session: &Session,
    command: AlertsCommand,
) -> Result<(), Failure> {
    match command {
        AlertsCommand::Show(args) => {
            let call = Call::new(OperationId::AlertsGet).parameter("alert_id", &args.id);
            one(
                context,
                session,
                call,
                (Kind::Alert, store::Kind::Alert),
                args.id.as_str(),
            )
            .await
        }
        AlertsCommand::Watching(command) => watch::run(context, session, Family::Alerts, command),
    }
}

/// `fields …`
pub(in crate::cli::commands) async fn fields(
    context: &mut Context,
    session: &Session,
    command: FieldsCommand,
) -> Result<(), Failure> {
    let kinds = (Kind::Field, store::Kind::Field);
    match command {
        FieldsCommand::List => list(context, session).await,
        FieldsCommand::Show(args) => match (&args.id, &args.key) {
            (Some(id), _) => {
                let call = Call::new(OperationId::FieldDefinitionsGet).parameter("field_id", id);
                one(context, session, call, kinds, id.as_str()).await
            }
            (None, Some(key)) if context.global.offline => {
                let kept = Kept::read(session, store::Kind::Field, "")?;
                kept.tell(context);
                let field = kept
                    .records
                    .into_iter()
                    .find(|field| field.text("field_key").as_deref() == Some(key.as_str()))
                    .ok_or_else(|| not_here(key.as_str()))?;
                Ok(context.out.record(Kind::Field, &field)?)
            }
            (None, Some(key)) => {
                let call = Call::new(OperationId::FieldDefinitionsByKey).parameter("field_key", key);
                let asked = cache_write::asking(session);
                let field = session.client().call(call).await?.documented()?;
                cache_write::record(session, store::Kind::Field, "", &field, asked);
                Ok(context.out.record(Kind::Field, &field)?)
            }
            // The argument group requires one of them.
            (None, None) => Err(error_message::usage("usage-id-or-key", &[]).into()),
        },
    }
}

async fn list(context: &mut Context, session: &Session) -> Result<(), Failure> {
    let listing = Listing {
        family: Family::FieldDefinitions,
        command: "fields",
        shown: Kind::Field,
        kept: store::Kind::Field,
    };
    if context.global.offline {
        return kept(context, session, listing);
    }
    match resource_lists::list(context, session, listing, |_| true).await? {
        None => Ok(()),
        Some(standing) => Err(resource_lists::no_list(&standing).into()),
    }
}

/// Prints the cached records of a resource kind.
pub(in crate::cli::commands) fn kept(
    context: &mut Context,
    session: &Session,
    of: Listing,
) -> Result<(), Failure> {
    let kept = Kept::read(session, of.kept, "")?;
    if context.global.offline {
        kept.refuse_unread(context, &format!("{} list", of.command))?;
        kept.tell(context);
    } else {
        kept.remark(context);
    }
    let mut list = context.out.list(of.shown);
    list.page(kept.records)?;
    Ok(list.finish()?)
}

async fn one(
    context: &mut Context,
    session: &Session,
    call: Call,
    (shown, stored): (Kind, store::Kind),
    id: &str,
) -> Result<(), Failure> {
    let record = if context.global.offline {
        cache_read::one(context, session, stored, id)?
    } else {
        let asked = cache_write::asking(session);
        let record = session.client().call(call).await?.documented()?;
        cache_write::record(session, stored, "", &record, asked);
        record
    };
    Ok(context.out.record(shown, &record)?)
}

/// `GET /users/me/alert-preferences`
pub(in crate::cli::commands) async fn alert_preferences(
    context: &mut Context,
    session: &Session,
) -> Result<(), Failure> {
    acting(session)?;
    let (page, rejected) = if context.global.offline {
        let kept = session.store()?.cache().single(PREFERENCES)?;
        let (body, at) = kept.ok_or_else(|| not_here("the alert preferences"))?;
        tell_age(context, at);
        let page = Page::parse(body.as_bytes(), PageHeaders::default())?;
        (page.items, page.rejected)
    } else {
        let response = session
            .client()
            .call(Call::new(OperationId::AlertPreferencesList))
            .await?;
        let page = response.page()?;
        if let Ok(body) = std::str::from_utf8(&response.body) {
            cache_write::text(session, PREFERENCES, body, Timestamp::now());
        }
        (page.items, page.rejected)
    };
    let check = |record| response_schema::check(OperationId::AlertPreferencesList, record).err();
    let odd: Vec<_> = page.iter().filter_map(check).collect();
    let mut list = context.out.list(Kind::AlertPreference);
    list.page(page)?;
    let shown = list.count();
    list.finish()?;
    if shown == 0 {
        context.report.remark(&context.report.words().get("cli-empty"));
    }
    let told = Seen {
        rejected: rejected.into_iter().map(|(_, error)| error).collect(),
        odd,
        ..Seen::default()
    };
    told.tell(context)
}
