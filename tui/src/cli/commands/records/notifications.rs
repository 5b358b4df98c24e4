//! `encours notifications …`

use encours_core::client::Call;
use encours_core::client::auth::random_id;
use encours_core::contract::{NotificationId, OperationId, Record};
use encours_core::store;

use crate::cli::CommandFailure;
use crate::cli::commands::cache_read::{self, CachedRecords};
use crate::cli::commands::write::{self, WriteRequest};
use crate::cli::commands::{FailureCollector, cache_write};
use crate::cli::context::CommandContext;
use crate::cli::output::OutputKind;
use crate::cli::session::Session;

use super::watch::NOTIFICATIONS;
use super::{resource_lists, watch};

/// `GET /notifications` if the service offers it; else loads known and watched notifications one by one.
pub(in crate::cli::commands) async fn list(
    context: &mut CommandContext,
    session: &Session,
    unread: bool,
) -> Result<(), CommandFailure> {
    let filter = |notification: &Record| !unread || notification.boolean("read") != Some(true);
    if context.global.offline {
        return print_cached(context, session, filter);
    }
    match resource_lists::list(context, session, NOTIFICATIONS, filter).await? {
        None => Ok(()),
        Some(_) => watch::list(context, session, NOTIFICATIONS, filter).await,
    }
}

/// Prints the notifications in the cache.
fn print_cached(
    context: &mut CommandContext,
    session: &Session,
    filter: impl Fn(&Record) -> bool,
) -> Result<(), CommandFailure> {
    let cached = CachedRecords::load(session, store::RecordKind::Notification, "")?;
    if context.global.offline {
        cached.check_synced(context, "notifications list")?;
        cached.warn(context);
    } else {
        cached.remark_age(context);
    }
    let mut list = context.out.list(OutputKind::Notification);
    list.push_page(cached.records.into_iter().filter(filter))?;
    let count = list.count();
    list.finish()?;
    if count == 0 {
        context.report.remark(&context.report.messages().get("cli-empty"));
    }
    Ok(())
}

/// `GET /notifications/{notification_id}`
pub(in crate::cli::commands) async fn show(
    context: &mut CommandContext,
    session: &Session,
    id: &NotificationId,
) -> Result<(), CommandFailure> {
    let notification = if context.global.offline {
        cache_read::load_one(context, session, store::RecordKind::Notification, id.as_str())?
    } else {
        let call = Call::new(OperationId::NotificationsGet).parameter("notification_id", id);
        let read_seq = cache_write::current_seq(session);
        let notification = session.client().call(call).await?.documented_record()?;
        cache_write::cache_record(session, store::RecordKind::Notification, "", &notification, read_seq);
        notification
    };
    Ok(context.out.record(OutputKind::Notification, &notification)?)
}

/// `POST /notifications/{notification_id}/actions/read`, one notification after the other
pub(in crate::cli::commands) async fn mark_read(
    context: &mut CommandContext,
    session: &Session,
    ids: &[NotificationId],
) -> Result<(), CommandFailure> {
    if ids.len() > 1 {
        context.out.begin_group();
    }
    let marked = mark_each_read(context, session, ids).await;
    context.out.end_group()?;
    marked
}

async fn mark_each_read(
    context: &mut CommandContext,
    session: &Session,
    ids: &[NotificationId],
) -> Result<(), CommandFailure> {
    let mut several = FailureCollector::default();
    for id in ids {
        let write = WriteRequest {
            operation: OperationId::NotificationsRead,
            record: id.to_string(),
            label: id.to_string(),
            body: String::new(),
            key: random_id::idempotency_key(),
            kind: OutputKind::Marked,
        };
        let done = write::run(context, session, write).await;
        several.record_for(context, id.as_str(), done)?;
    }
    several.finish()
}
