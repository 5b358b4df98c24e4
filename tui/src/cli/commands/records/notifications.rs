//! `encours notifications …`

use encours_core::client::Call;
use encours_core::client::auth::random_id;
use encours_core::contract::{NotificationId, OperationId, Record};
use encours_core::store;

use crate::cli::Failure;
use crate::cli::commands::cache_read::{self, Kept};
use crate::cli::commands::write::{self, Write};
use crate::cli::commands::{Several, cache_write};
use crate::cli::context::Context;
use crate::cli::output::Kind;
use crate::cli::session::Session;

use super::watch::NOTIFICATIONS;
use super::{resource_lists, watch};

/// `GET /notifications` if the service offers it; else loads known and watched notifications one by one.
pub(in crate::cli::commands) async fn list(
    context: &mut Context,
    session: &Session,
    unread: bool,
) -> Result<(), Failure> {
    let wanted = |notification: &Record| !unread || notification.boolean("read") != Some(true);
    if context.global.offline {
        return met(context, session, wanted);
    }
    match resource_lists::list(context, session, NOTIFICATIONS, wanted).await? {
        None => Ok(()),
        Some(_) => watch::list(context, session, NOTIFICATIONS, wanted).await,
    }
}

/// Prints the notifications in the cache.
fn met(context: &mut Context, session: &Session, wanted: impl Fn(&Record) -> bool) -> Result<(), Failure> {
    let kept = Kept::read(session, store::Kind::Notification, "")?;
    if context.global.offline {
        kept.refuse_unread(context, "notifications list")?;
        kept.tell(context);
    } else {
        kept.remark(context);
    }
    let mut list = context.out.list(Kind::Notification);
    list.page(kept.records.into_iter().filter(wanted))?;
    let shown = list.count();
    list.finish()?;
    if shown == 0 {
        context.report.remark(&context.report.words().get("cli-empty"));
    }
    Ok(())
}

/// `GET /notifications/{notification_id}`
pub(in crate::cli::commands) async fn show(
    context: &mut Context,
    session: &Session,
    id: &NotificationId,
) -> Result<(), Failure> {
    let notification = if context.global.offline {
        cache_read::one(context, session, store::Kind::Notification, id.as_str())?
    } else {
        let call = Call::new(OperationId::NotificationsGet).parameter("notification_id", id);
        let asked = cache_write::asking(session);
        let notification = session.client().call(call).await?.documented()?;
        cache_write::record(session, store::Kind::Notification, "", &notification, asked);
        notification
    };
    Ok(context.out.record(Kind::Notification, &notification)?)
}

/// `POST /notifications/{notification_id}/actions/read`, one notification after the other
pub(in crate::cli::commands) async fn read(
    context: &mut Context,
    session: &Session,
    ids: &[NotificationId],
) -> Result<(), Failure> {
    if ids.len() > 1 {
        context.out.begin_several();
    }
    let marked = each_read(context, session, ids).await;
    context.out.end_several()?;
    marked
}

async fn each_read(context: &mut Context, session: &Session, ids: &[NotificationId]) -> Result<(), Failure> {
    let mut several = Several::default();
    for id in ids {
        let write = Write {
            operation: OperationId::NotificationsRead,
            record: id.to_string(),
            label: id.to_string(),
            body: String::new(),
            key: random_id::idempotency_key(),
            kind: Kind::Marked,
        };
        let done = write::run(context, session, write).await;
        several.about(context, id.as_str(), done)?;
    }
    several.end()
}
