//! `encours notifications …`

use encours_core::client::{Call, fresh};
use encours_core::contract::operation::PageForm;
use encours_core::contract::{NotificationId, OperationId, Record};
use encours_core::error::ErrorKind;
use encours_core::store;

use super::super::Failure;
use super::super::context::Context;
use super::super::output::Kind;
use super::super::session::Session;
use super::keep::Pass;
use super::kept::Kept;
use super::pages::{self, Extent};
use super::write::{self, Write};
use super::{Several, keep, not_here};

/// `GET /notifications`, where the service offers it; else the notifications this client has met.
pub(super) async fn list(context: &mut Context, session: &Session, unread: bool) -> Result<(), Failure> {
    let wanted = |notification: &Record| !unread || notification.boolean("read") != Some(true);
    if context.global.offline {
        return met(context, session, wanted);
    }
    let pass = Pass::begin(session, store::Kind::Notification, "");
    let call = Call::new(OperationId::NotificationsList);
    let mut list = context.out.list(Kind::Notification);
    let take = |page: Vec<Record>| Ok(list.page(page.into_iter().filter(wanted))?);
    let walked = pages::walk(session, &call, PageForm::Items, 0, Extent::All, Some(pass), take).await;
    let told = match walked {
        // The contract documents no list: a service without one answers 404.
        Err(Failure::Error(error)) if error.kind() == ErrorKind::NotFound && list.count() == 0 => {
            return met(context, session, wanted);
        }
        walked => walked?,
    };
    let shown = list.count();
    list.finish()?;
    if shown == 0 {
        context.report.remark(&context.report.words().get("cli-empty"));
    }
    told.tell(context)
}

/// The notifications this client has met.
fn met(context: &mut Context, session: &Session, wanted: impl Fn(&Record) -> bool) -> Result<(), Failure> {
    let kept = Kept::read(session, store::Kind::Notification, "")?;
    let look = context.out.look();
    let extent = kept.extent(look.lang, &look.zone);
    let mut list = context.out.list(Kind::Notification);
    list.page(kept.records.into_iter().filter(wanted))?;
    let shown = list.count();
    list.finish()?;
    if shown == 0 {
        context.report.remark(&context.report.words().get("cli-empty"));
    }
    context.report.remark(&extent);
    Ok(())
}

/// `GET /notifications/{notification_id}`
pub(super) async fn show(
    context: &mut Context,
    session: &Session,
    id: &NotificationId,
) -> Result<(), Failure> {
    let notification = if context.global.offline {
        let kept = session
            .store()?
            .cache()
            .get(store::Kind::Notification, "", id.as_str())?;
        let kept = kept.ok_or_else(|| not_here(&format!("the notification {id}")))?;
        Record::parse(kept.body)?
    } else {
        let notification = session.client().notification(id).await?.record().clone();
        keep::record(session, store::Kind::Notification, "", &notification, false);
        notification
    };
    Ok(context.out.record(Kind::Notification, &notification)?)
}

/// `POST /notifications/{notification_id}/actions/read`, one after the other
pub(super) async fn read(
    context: &mut Context,
    session: &Session,
    ids: &[NotificationId],
) -> Result<(), Failure> {
    let mut several = Several::default();
    for id in ids {
        let write = Write {
            operation: OperationId::NotificationsRead,
            record: id.to_string(),
            label: id.to_string(),
            body: String::new(),
            key: fresh::idempotency_key(),
            kind: Kind::Marked,
        };
        let done = write::run(context, session, write).await;
        several.note(context, done)?;
    }
    several.end()
}
