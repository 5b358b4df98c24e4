//! `deals show|create|update|delete|notes`: commands on one deal, or on several by id.

use encours_core::contract::DealId;
use encours_core::contract::operation::PageForm;
use encours_core::engine::{Extent, WalkPlan, walk_records};
use encours_core::store;
use uuid::Uuid;

use super::super::super::args::{CreateArgs, NotesArgs, Since, UpdateArgs};
use super::super::cache_read;
use super::super::cache_write;
use super::super::records::show_record;
use super::super::walk_warnings::warn_incomplete;
use super::super::write;
use super::super::{write_each, write_request};
use crate::cli::prelude::*;

/// `GET /deals/{deal_id}`
pub async fn show(
    context: &mut CommandContext,
    session: &Session,
    id: &DealId,
    as_of: Option<&Since>,
) -> CommandResult {
    let id = &session.current_deal_id(id)?;
    if let Some(as_of) = as_of {
        return super::past::show(context, session, id, as_of);
    }
    let call = Call::new(OperationId::DealsGet).parameter("deal_id", id);
    let deal = cache_write::read_one(context, session, call, (store::RecordKind::Deal, id.as_str())).await?;
    // Neither the service nor the cache shows blocked entries, so they are reported here. Without a store there are
    // none.
    if !context.global.offline
        && let Ok(rows) = session.store().and_then(|store| Ok(store.outbox().entries()?))
    {
        let rows: Vec<_> = rows.into_iter().filter(|row| row.record == id.as_str()).collect();
        cache_read::warn_blocked_rows(context, rows.iter());
        cache_read::warn_deletion(context, &rows);
    }
    Ok(context.out.record(OutputKind::Deal, &deal)?)
}

/// `POST /deals`
pub async fn create(context: &mut CommandContext, session: &Session, args: &CreateArgs) -> CommandResult {
    let mut fields = Fields::new();
    fields.set_text("name", &args.name);
    let given =
        [("status", &args.status), ("classe_actif", &args.classe_actif), ("responsable", &args.responsable)];
    set_fields(&mut fields, &given, &args.set)?;
    if context.global.offline && args.name.trim().is_empty() {
        // The service would reject a blank name, but later, when no user is there to see it. No request is
        // sent, so this is a usage error and not a rejection.
        return Err(error_message::usage("usage-name-blank", &[]).into());
    }
    // The deal needs a temporary id until the service assigns one.
    let temporary = format!("new-{}", Uuid::new_v4().simple());
    let mut write = write_request(OperationId::DealsCreate, &temporary, fields.to_body(), OutputKind::Deal);
    write.label.clone_from(&args.name);
    write.key = args.idempotency_key.clone().unwrap_or(write.key);
    write::run(context, session, write).await
}

/// `PUT /deals/{deal_id}`
pub async fn update(context: &mut CommandContext, session: &Session, args: &UpdateArgs) -> CommandResult {
    let mut fields = Fields::new();
    let given = [("status", &args.status), ("responsable", &args.responsable)];
    set_fields(&mut fields, &given, &args.set)?;
    for field in &args.null {
        check_single(&fields, field)?;
        fields.set_null(field);
    }
    let id = session.current_deal_id(&args.id)?;
    let write = write_request(OperationId::DealsUpdate, id.as_str(), fields.to_body(), OutputKind::Deal);
    write::run(context, session, write).await
}

/// Rejects a field that was given twice, because the intended value is ambiguous.
fn check_single(fields: &Fields, field: &str) -> Result<(), Error> {
    if fields.touches(field) {
        return Err(error_message::usage("usage-field-twice", &[("field", field)]));
    }
    Ok(())
}

/// Sets the fields that have their own option, then the assigned ones.
fn set_fields(
    fields: &mut Fields,
    given: &[(&str, &Option<String>)],
    assignments: &[(String, String)],
) -> Result<(), Error> {
    for (field, value) in given {
        if let Some(value) = value {
            fields.set_text(field, value);
        }
    }
    for (field, json) in assignments {
        check_single(fields, field)?;
        fields.set_json(field, json).map_err(|error| {
            error_message::usage("usage-set", &[("field", field), ("why", &error.to_string())])
        })?;
    }
    Ok(())
}

/// `DELETE /deals/{deal_id}`, one deal after the other
pub async fn delete(context: &mut CommandContext, session: &Session, ids: &[DealId]) -> CommandResult {
    let question = context.report.messages().with("cli-confirm-delete", &[("n", ids.len().into())]);
    if !prompt::confirm(context, &question)? {
        return Err(prompt::declined(context));
    }
    write_each(context, session, ids, |id| {
        let id = session.current_deal_id(id)?;
        Ok(write_request(OperationId::DealsDelete, id.as_str(), String::new(), OutputKind::Deleted))
    })
    .await
}

/// `GET /deals/{deal_id}/notes`
pub async fn notes(context: &mut CommandContext, session: &Session, args: &NotesArgs) -> CommandResult {
    let id = session.current_deal_id(&args.id)?;
    let parent = id.as_str();
    if context.global.offline {
        let kinds = (OutputKind::Note, store::RecordKind::Note);
        return show_record::print_cached(context, session, "deals notes", kinds, parent, |_| true);
    }
    let call = Call::new(OperationId::DealsNotesList).parameter("deal_id", &id);
    let extent = if args.all { Extent::All } else { Extent::FirstPage };
    let pass = cache_write::begin_pass(session, store::RecordKind::Note, parent);
    let mut list = context.out.list(OutputKind::Note);
    let take = |page| Ok::<_, CommandFailure>(list.push_page(page)?);
    let plan = WalkPlan::new(PageForm::Items, 0, extent);
    let findings = walk_records(session.client(), &call, plan, pass, take).await?;
    let count = list.finish()? as u64;
    match findings.total {
        _ if count == 0 => context.remark_empty(),
        Some(total) if total > count && !args.all => {
            let args = [("shown", count.into()), ("total", total.into())];
            context.report.remark(&context.report.messages().with("cli-partial", &args));
        }
        _ => {}
    }
    warn_incomplete(context, &findings)
}
