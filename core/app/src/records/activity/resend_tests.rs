//! Resending a blocked write: if nothing can be sent now, a toast says when.

use crate::changes::bulk::bulk_tests::{forbidden, moving, pending};
use crate::error::{Error, ErrorKind, Fault};
use crate::foundation::input::commands::ActionId as A;
use crate::model::effect::Effect;
use crate::model::pending_write::WriteId;
use crate::model::snapshot::{Connection, Snapshot};
use crate::shell::testing::*;
use crate::text::plain_spaces;
use crate::tools::session::quit_tests::write;
use crate::tools::toasts::view::toast;

fn said(connection: Connection) -> (Vec<Effect>, Option<String>) {
    let problem = encours_service::engine::problem(&Error::new(ErrorKind::Forbidden, "no"));
    let refused = write(1, "c", "Halle Vauban, Lille", WriteState::Refused(problem.into()));
    let mut app = with(Snapshot {
        writes: Arc::new(vec![refused].into()),
        connection,
        ..snapshot(1, table())
    });
    run(&mut app, &[A::ScreenActivity]);
    let effects = run(&mut app, &[A::RetryWrite]);
    let told = app.cx.toasts().last().map(|told| toast(&app, told).text);
    (effects, told.map(|text| plain_spaces(&text).to_string()))
}

#[test]
fn where_nothing_can_leave_it_is_said_when_it_will() {
    let offline = Connection::Offline {
        since: noon(),
        retry_at: noon(),
        error: Error::unreachable(Fault::Connect, "refused"),
    };
    for (connection, text) in [
        (Connection::Online, None),
        (offline, Some("renvoi dès que le serveur répond")),
        (
            Connection::Withheld,
            Some("renvoi au prochain démarrage sans --offline"),
        ),
        (
            Connection::RateLimited { until: noon() },
            Some("renvoi dès que le serveur l’accepte"),
        ),
    ] {
        let (effects, told) = said(connection);
        assert_eq!(effects, [Effect::Retry(WriteId(1))]);
        assert_eq!(told.is_some(), text.is_some(), "{told:?}");
        assert!(told.zip(text).is_none_or(|(told, text)| told.ends_with(text)));
    }
}

#[test]
fn what_was_refused_of_a_change_of_many_says_it_too() {
    for (connection, said) in [
        (Connection::Online, None),
        (
            Connection::Withheld,
            Some("2 deals renvoi au prochain démarrage sans --offline"),
        ),
    ] {
        let mut app = app();
        let handled = moving(&mut app);
        let refused = |n, id| pending(n, id, WriteState::Refused(forbidden().into()));
        app.absorb(Arc::new(Snapshot {
            handled,
            writes: Arc::new(vec![refused(2, "c"), refused(3, "e")].into()),
            connection,
            ..snapshot(2, table())
        }));
        let before = app.cx.toasts().len();
        assert_eq!(
            run(&mut app, &[A::RetryBulk]),
            [Effect::Retry(WriteId(2)), Effect::Retry(WriteId(3))]
        );
        let told = app.cx.toasts().get(before).map(|told| toast(&app, told));
        let told = told.map(|told| plain_spaces(&format!("{} {}", told.subject, told.text)).into_owned());
        assert_eq!(told.as_deref(), said);
    }
}
