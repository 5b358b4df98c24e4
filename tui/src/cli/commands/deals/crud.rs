//! `deals show|create|update|delete|notes`: commands on one deal, or on several by id.

use encours_core::client::Call;
use encours_core::client::auth::random_id;
use encours_core::contract::operation::PageForm;
use encours_core::contract::{DealId, Fields, OperationId};
use encours_core::error::Error;
use encours_core::store;
use uuid::Uuid;

use super::super::super::args::{CreateArgs, NotesArgs, UpdateArgs};
use super::super::super::context::Context;
use super::super::super::output::Kind;
use super::super::super::session::Session;
use super::super::super::{Failure, error_message, prompt};
use super::super::cache_read::{self, Kept};
use super::super::cache_write::Pass;
use super::super::paginate::{self, Extent};
use super::super::write::{self, Write};
use super::super::{Several, cache_write};

/// `GET /deals/{deal_id}`
pub(in super::super) async fn show(
    context: &mut Context,
    session: &Session,
    id: &DealId,
) -> Result<(), Failure> {
    let id = &session.deal_now(id)?;
    let deal = if context.global.offline {
        cache_read::one(context, session, store::Kind::Deal, id.as_str())?
    } else {
        let call = Call::new(OperationId::DealsGet).parameter("deal_id", id);
        let asked = cache_write::asking(session);
        let deal = session.client().call(call).await?.documented()?;
        cache_write::record(session, store::Kind::Deal, "", &deal, asked);
        // Neither the service nor the cache shows blocked entries, so they are reported here. Without a store
        // there are none.
        if let Ok(rows) = session.store().and_then(|store| Ok(store.outbox().rows()?)) {
            let rows: Vec<_> = rows.into_iter().filter(|row| row.record == id.as_str()).collect();
            cache_read::tell_standing_of(context, rows.iter());
            cache_read::tell_deletion(context, &rows);
        }
        deal
    };
    Ok(context.out.record(Kind::Deal, &deal)?)
}

/// `POST /deals`
pub(in super::super) async fn create(
    context: &mut Context,
    session: &Session,
    args: &CreateArgs,
) -> Result<(), Failure> {
    let mut fields = Fields::new();
    fields.set_text("name", &args.name);
    if let Some(status) = &args.status {
        fields.set_text("status", status);
    }
    if let Some(class) = &args.classe_actif {
        fields.set_text("classe_actif", class);
    }
    if let Some(owner) = &args.responsable {
        fields.set_text("responsable", owner);
    }
    set(&mut fields, &args.set)?;
    if context.global.offline && args.name.trim().is_empty() {
        // The service would reject a blank name, but later, when no user is there to see it. No request is
        // sent, so this is a usage error and not a rejection.
        return Err(error_message::usage("usage-name-blank", &[]).into());
    }
    let write = Write {
        operation: OperationId::DealsCreate,
        // The deal needs a temporary id until the service assigns one.
        record: format!("new-{}", Uuid::new_v4().simple()),
        label: args.name.clone(),
        body: fields.to_body(),
        key: args
            .idempotency_key
            .clone()
            .unwrap_or_else(random_id::idempotency_key),
        kind: Kind::Deal,
    };
    write::run(context, session, write).await
}

/// `PUT /deals/{deal_id}`
pub(in super::super) async fn update(
    context: &mut Context,
    session: &Session,
    args: &UpdateArgs,
) -> Result<(), Failure> {
    let mut fields = Fields::new();
    if let Some(status) = &args.status {
        fields.set_text("status", status);
    }
    if let Some(owner) = &args.responsable {
        fields.set_text("responsable", owner);
    }
    set(&mut fields, &args.set)?;
    for field in &args.null {
        once(&fields, field)?;
        fields.set_null(field);
    }
    let id = session.deal_now(&args.id)?;
    let write = Write {
        operation: OperationId::DealsUpdate,
        record: id.to_string(),
        label: id.to_string(),
        body: fields.to_body(),
        key: random_id::idempotency_key(),
        kind: Kind::Deal,
    };
    write::run(context, session, write).await
}

/// Rejects a field that was given twice, because the intended value is ambiguous.
fn once(fields: &Fields, field: &str) -> Result<(), Error> {
    if fields.touches(field) {
        return Err(error_message::usage("usage-field-twice", &[("field", field)]));
    }
    Ok(())
}

fn set(fields: &mut Fields, assignments: &[(String, String)]) -> Result<(), Error> {
    for (field, json) in assignments {
        once(fields, field)?;
        fields.set_json(field, json).map_err(|error| {
            error_message::usage("usage-set", &[("field", field), ("why", &error.to_string())])
        })?;
    }
    Ok(())
}

/// `DELETE /deals/{deal_id}`, one deal after the other
pub(in super::super) async fn delete(
    context: &mut Context,
    session: &Session,
    ids: &[DealId],
) -> Result<(), Failure> {
    let question = context
        .report
        .words()
        .with("cli-confirm-delete", &[("n", ids.len().into())]);
    if !prompt::confirm(context, &question)? {
        return Err(prompt::declined(context));
    }
    if ids.len() > 1 {
        context.out.begin_several();
    }
    let deleted = each_deleted(context, session, ids).await;
    context.out.end_several()?;
    deleted
}

async fn each_deleted(context: &mut Context, session: &Session, ids: &[DealId]) -> Result<(), Failure> {
    let mut several = Several::default();
    for id in ids {
        let now = session.deal_now(id)?;
        let write = Write {
            operation: OperationId::DealsDelete,
            record: now.to_string(),
            label: now.to_string(),
            body: String::new(),
            key: random_id::idempotency_key(),
            kind: Kind::Deleted,
        };
        let done = write::run(context, session, write).await;
        several.about(context, id.as_str(), done)?;
    }
    several.end()
}

/// `GET /deals/{deal_id}/notes`
pub(in super::super) async fn notes(
    context: &mut Context,
    session: &Session,
    args: &NotesArgs,
) -> Result<(), Failure> {
    let id = session.deal_now(&args.id)?;
    let parent = id.as_str();
    if context.global.offline {
        let kept = Kept::read(session, store::Kind::Note, parent)?;
        kept.refuse_unread(context, "deals notes")?;
        kept.tell(context);
        let mut list = context.out.list(Kind::Note);
        list.page(kept.records)?;
        list.finish()?;
        return Ok(());
    }
    let call = Call::new(OperationId::DealsNotesList).parameter("deal_id", &id);
    let extent = if args.all { Extent::All } else { Extent::FirstPage };
    let pass = Pass::begin(session, store::Kind::Note, parent);
    let mut list = context.out.list(Kind::Note);
    let take = |page| Ok(list.page(page)?);
    let told = paginate::walk(session, &call, PageForm::Items, 0, extent, Some(pass), take).await?;
    let shown = list.count() as u64;
    list.finish()?;
    let words = context.report.words();
    match told.total {
        _ if shown == 0 => context.report.remark(&words.get("cli-empty")),
        Some(total) if total > shown && !args.all => {
            let args = [("shown", shown.into()), ("total", total.into())];
            context.report.remark(&words.with("cli-partial", &args));
        }
        _ => {}
    }
    told.tell(context)
}
