//! Resending a blocked write: if nothing can be sent now, a toast says when.

use crate::changes::bulk::bulk_tests::{forbidden, pending, start_move};
use crate::error::{Error, ErrorKind, NetworkError};
use crate::foundation::input::commands::ActionId as A;
use crate::model::effect::Effect;
use crate::model::pending_write::WriteId;
use crate::model::snapshot::{ConnectionState, Snapshot};
use crate::shell::testing::*;
use crate::text::plain_spaces;
use crate::tools::session::quit_tests::pending_write;
use crate::tools::toasts::view::toast_view;

fn retry_text(connection: ConnectionState) -> (Vec<Effect>, Option<String>) {
    let problem = encours_service::engine::write_problem(&Error::new(ErrorKind::Forbidden, "no"));
    let rejected = pending_write(1, "c", "Halle Vauban, Lille", WriteState::Rejected(problem.into()));
    let mut app =
        app_with(Snapshot { writes: Arc::new(vec![rejected].into()), connection, ..snapshot(1, table()) });
    run(&mut app, &[A::ScreenActivity]);
    let effects = run(&mut app, &[A::RetryWrite]);
    let message = app.cx.toasts().last().map(|message| toast_view(&app, message).text);
    (effects, message.map(|text| plain_spaces(&text).to_string()))
}

#[test]
fn resend_without_a_connection_reports_when_it_is_sent() {
    let offline = ConnectionState::Offline {
        since: test_now(),
        retry_at: test_now(),
        error: Error::unreachable(NetworkError::Connect, "refused"),
    };
    for (connection, text) in [
        (ConnectionState::Online, None),
        (offline, Some("renvoi dès que le serveur répond")),
        (ConnectionState::OfflineMode, Some("renvoi au prochain démarrage sans --offline")),
        (ConnectionState::RateLimited { until: test_now() }, Some("renvoi dès que le serveur l’accepte")),
    ] {
        let (effects, message) = retry_text(connection);
        assert_eq!(effects, [Effect::Retry(WriteId(1))]);
        assert_eq!(message.is_some(), text.is_some(), "{message:?}");
        assert!(message.zip(text).is_none_or(|(told, text)| told.ends_with(text)));
    }
}

#[test]
fn resent_bulk_writes_report_when_they_are_sent() {
    for (connection, text) in [
        (ConnectionState::Online, None),
        (ConnectionState::OfflineMode, Some("2 deals renvoi au prochain démarrage sans --offline")),
    ] {
        let mut app = app();
        let handled = start_move(&mut app);
        let rejected = |n, id| pending(n, id, WriteState::Rejected(forbidden().into()));
        app.on_snapshot(Arc::new(Snapshot {
            handled,
            writes: Arc::new(vec![rejected(2, "c"), rejected(3, "e")].into()),
            connection,
            ..snapshot(2, table())
        }));
        let before = app.cx.toasts().len();
        assert_eq!(run(&mut app, &[A::RetryBulk]), [Effect::Retry(WriteId(2)), Effect::Retry(WriteId(3))]);
        let message = app.cx.toasts().get(before).map(|message| toast_view(&app, message));
        let message = message
            .map(|message| plain_spaces(&format!("{} {}", message.subject, message.text)).into_owned());
        assert_eq!(message.as_deref(), text);
    }
}
