//! `deals show|create|update|delete|notes`: commands on one deal, or on several by id.

use encours_core::client::Call;
use encours_core::client::auth::random_id;
use encours_core::contract::operation::PageForm;
use encours_core::contract::{DealId, Fields, OperationId};
use encours_core::error::Error;
use encours_core::store;
use uuid::Uuid;

use super::super::super::args::{CreateArgs, NotesArgs, UpdateArgs};
use super::super::super::context::CommandContext;
use super::super::super::output::OutputKind;
use super::super::super::session::Session;
use super::super::super::{CommandFailure, error_message, prompt};
use super::super::cache_read::{self, CachedRecords};
use super::super::cache_write::CachePass;
use super::super::paginate::{self, Extent};
use super::super::write::{self, WriteRequest};
use super::super::{FailureCollector, cache_write};

/// `GET /deals/{deal_id}`
pub(in super::super) async fn show(
    context: &mut CommandContext,
    session: &Session,
    id: &DealId,
) -> Result<(), CommandFailure> {
    let id = &session.current_deal_id(id)?;
    let deal = if context.global.offline {
        cache_read::load_one(context, session, store::RecordKind::Deal, id.as_str())?
    } else {
        let call = Call::new(OperationId::DealsGet).parameter("deal_id", id);
        let read_seq = cache_write::current_seq(session);
        let deal = session.client().call(call).await?.documented_record()?;
        cache_write::cache_record(session, store::RecordKind::Deal, "", &deal, read_seq);
        // Neither the service nor the cache shows blocked entries, so they are reported here. Without a store
        // there are none.
        if let Ok(rows) = session.store().and_then(|store| Ok(store.outbox().entries()?)) {
            let rows: Vec<_> = rows.into_iter().filter(|row| row.record == id.as_str()).collect();
            cache_read::warn_blocked_rows(context, rows.iter());
            cache_read::warn_deletion(context, &rows);
        }
        deal
    };
    Ok(context.out.record(OutputKind::Deal, &deal)?)
}

/// `POST /deals`
pub(in super::super) async fn create(
    context: &mut CommandContext,
    session: &Session,
    args: &CreateArgs,
) -> Result<(), CommandFailure> {
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
    set_fields(&mut fields, &args.set)?;
    if context.global.offline && args.name.trim().is_empty() {
        // The service would reject a blank name, but later, when no user is there to see it. No request is
        // sent, so this is a usage error and not a rejection.
        return Err(error_message::usage("usage-name-blank", &[]).into());
    }
    let write = WriteRequest {
        operation: OperationId::DealsCreate,
        // The deal needs a temporary id until the service assigns one.
        record: format!("new-{}", Uuid::new_v4().simple()),
        label: args.name.clone(),
        body: fields.to_body(),
        key: args.idempotency_key.clone().unwrap_or_else(random_id::idempotency_key),
        kind: OutputKind::Deal,
    };
    write::run(context, session, write).await
}

/// `PUT /deals/{deal_id}`
pub(in super::super) async fn update(
    context: &mut CommandContext,
    session: &Session,
    args: &UpdateArgs,
) -> Result<(), CommandFailure> {
    let mut fields = Fields::new();
    if let Some(status) = &args.status {
        fields.set_text("status", status);
    }
    if let Some(owner) = &args.responsable {
        fields.set_text("responsable", owner);
    }
    set_fields(&mut fields, &args.set)?;
    for field in &args.null {
        check_single(&fields, field)?;
        fields.set_null(field);
    }
    let id = session.current_deal_id(&args.id)?;
    let write = WriteRequest {
        operation: OperationId::DealsUpdate,
        record: id.to_string(),
        label: id.to_string(),
        body: fields.to_body(),
        key: random_id::idempotency_key(),
        kind: OutputKind::Deal,
    };
    write::run(context, session, write).await
}

/// Rejects a field that was given twice, because the intended value is ambiguous.
fn check_single(fields: &Fields, field: &str) -> Result<(), Error> {
    if fields.touches(field) {
        return Err(error_message::usage("usage-field-twice", &[("field", field)]));
    }
    Ok(())
}

fn set_fields(fields: &mut Fields, assignments: &[(String, String)]) -> Result<(), Error> {
    for (field, json) in assignments {
        check_single(fields, field)?;
        fields.set_json(field, json).map_err(|error| {
            error_message::usage("usage-set", &[("field", field), ("why", &error.to_string())])
        })?;
    }
    Ok(())
}

/// `DELETE /deals/{deal_id}`, one deal after the other
pub(in super::super) async fn delete(
    context: &mut CommandContext,
    session: &Session,
    ids: &[DealId],
) -> Result<(), CommandFailure> {
    let question = context.report.messages().with("cli-confirm-delete", &[("n", ids.len().into())]);
    if !prompt::confirm(context, &question)? {
        return Err(prompt::declined(context));
    }
    if ids.len() > 1 {
        context.out.begin_group();
    }
    let deleted = delete_each(context, session, ids).await;
    context.out.end_group()?;
    deleted
}

async fn delete_each(
    context: &mut CommandContext,
    session: &Session,
    ids: &[DealId],
) -> Result<(), CommandFailure> {
    let mut several = FailureCollector::default();
    for id in ids {
        let now = session.current_deal_id(id)?;
        let write = WriteRequest {
            operation: OperationId::DealsDelete,
            record: now.to_string(),
            label: now.to_string(),
            body: String::new(),
            key: random_id::idempotency_key(),
            kind: OutputKind::Deleted,
        };
        let done = write::run(context, session, write).await;
        several.record_for(context, id.as_str(), done)?;
    }
    several.finish()
}

/// `GET /deals/{deal_id}/notes`
pub(in super::super) async fn notes(
    context: &mut CommandContext,
    session: &Session,
    args: &NotesArgs,
) -> Result<(), CommandFailure> {
    let id = session.current_deal_id(&args.id)?;
    let parent = id.as_str();
    if context.global.offline {
        let cached = CachedRecords::load(session, store::RecordKind::Note, parent)?;
        cached.check_synced(context, "deals notes")?;
        cached.warn(context);
        let mut list = context.out.list(OutputKind::Note);
        list.push_page(cached.records)?;
        list.finish()?;
        return Ok(());
    }
    let call = Call::new(OperationId::DealsNotesList).parameter("deal_id", &id);
    let extent = if args.all { Extent::All } else { Extent::FirstPage };
    let pass = CachePass::begin(session, store::RecordKind::Note, parent);
    let mut list = context.out.list(OutputKind::Note);
    let take = |page| Ok(list.push_page(page)?);
    let findings = paginate::walk(session, &call, PageForm::Items, 0, extent, Some(pass), take).await?;
    let count = list.count() as u64;
    list.finish()?;
    let messages = context.report.messages();
    match findings.total {
        _ if count == 0 => context.report.remark(&messages.get("cli-empty")),
        Some(total) if total > count && !args.all => {
            let args = [("shown", count.into()), ("total", total.into())];
            context.report.remark(&messages.with("cli-partial", &args));
        }
        _ => {}
    }
    findings.warn(context)
}
