//! Tests of undo for sent changes that the current screen does not show.

use crate::foundation::input::commands::ActionId as A;
use crate::model::effect::Effect;
use crate::model::snapshot::Snapshot;
use crate::shell::testing::*;

fn newest_toast_text(app: &App) -> String {
    crate::tools::toasts::view::toast_view(app, app.cx.toasts().last().unwrap()).text
}

/// Returns an app with a move that the service has applied.
fn app_with_sent_move(many: bool) -> App {
    let mut app = app();
    if many {
        run(&mut app, &[A::SelectDeal, A::FocusDown, A::SelectDeal, A::MoveNext]);
    } else {
        run(&mut app, &[A::MoveNext]);
    }
    app.on_snapshot(Arc::new(Snapshot { handled: 99, ..snapshot(2, table()) }));
    app.cx.toasts.clear();
    app
}

#[test]
fn off_screen_undo_runs_on_the_second_key() {
    let mut app = app_with_sent_move(false);
    run(&mut app, &[A::ScreenNotifications]);
    assert_eq!(run(&mut app, &[A::Undo]), [], "nothing is sent yet");
    assert!(
        newest_toast_text(&app).starts_with("déjà déplacé. Appuyez encore"),
        "{}",
        newest_toast_text(&app)
    );
    let toast = app.cx.toasts().last().unwrap().clone();
    assert!(app.cx.undoes_toast(&toast), "the toast offers undo");
    let effects = run(&mut app, &[A::Undo]);
    assert!(matches!(effects.as_slice(), [Effect::Update { .. }]), "{effects:?}");
    assert!(!app.cx.toasts().iter().any(|other| other.content == toast.content));
}

#[test]
fn off_screen_undo_asks_again_on_the_next_screen() {
    let mut app = app_with_sent_move(false);
    run(&mut app, &[A::ScreenNotifications, A::Undo, A::ScreenTasks]);
    assert_eq!(run(&mut app, &[A::Undo]), []);
}

#[test]
fn undo_of_visible_or_unsent_changes_runs_at_once() {
    for screen in [A::ScreenPipeline, A::ScreenActivity] {
        let mut app = app_with_sent_move(false);
        run(&mut app, &[screen]);
        assert_eq!(run(&mut app, &[A::Undo]).len(), 1, "{screen:?}");
    }
    let mut app = app();
    run(&mut app, &[A::MoveNext, A::ScreenNotifications]);
    assert_eq!(run(&mut app, &[A::Undo]).len(), 1, "the write is not sent yet");
}
