//! `encours notifications …`

use encours_core::contract::NotificationId;
use encours_core::model::effect::Effect;
use encours_core::store;

use crate::cli::commands::cache_read::CachedRecords;
use crate::cli::commands::{write_each, write_request};
use crate::cli::prelude::*;

use super::watch::NOTIFICATIONS;
use super::{resource_lists, show_record, watch};

/// Kinds of a notification in output and cache.
const KINDS: (OutputKind, store::RecordKind) = (OutputKind::Notification, store::RecordKind::Notification);

/// `GET /notifications` if the service offers it; else loads known and watched notifications one by one.
pub async fn list(context: &mut CommandContext, session: &Session, unread: bool) -> CommandResult {
    let filter = |notification: &Record| !unread || notification.boolean("read") != Some(true);
    if context.global.offline {
        return show_record::print_cached(context, session, "notifications list", KINDS, "", filter);
    }
    match resource_lists::list(context, session, NOTIFICATIONS, filter).await? {
        None => Ok(()),
        Some(_) => watch::list(context, session, NOTIFICATIONS, filter).await,
    }
}

/// Prints the notifications, then each one that is new or has changed, as the engine loads them.
pub async fn follow(context: &mut CommandContext, session: &Session, unread: bool) -> CommandResult {
    let read = |_: &CommandContext| {
        let records = CachedRecords::load(session, KINDS.1, "")?.records.into_iter();
        Ok(records.filter(|record| !unread || record.boolean("read") != Some(true)).collect())
    };
    let load = Some(Effect::LoadNotifications);
    follow::print_records(context, session, (KINDS.0, "id", load), read, |_| Ok(None)).await
}

/// `GET /notifications/{notification_id}`
pub async fn show(context: &mut CommandContext, session: &Session, id: &NotificationId) -> CommandResult {
    let call = Call::new(OperationId::NotificationsGet).parameter("notification_id", id);
    show_record::print_one(context, session, call, KINDS, id.as_str()).await
}

/// `POST /notifications/{notification_id}/actions/read`, one notification after the other
pub async fn mark_read(
    context: &mut CommandContext,
    session: &Session,
    ids: &[NotificationId],
) -> CommandResult {
    write_each(context, session, ids, |id| {
        Ok(write_request(OperationId::NotificationsRead, id.as_str(), String::new(), OutputKind::Marked))
    })
    .await
}
