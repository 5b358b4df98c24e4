//! Tests of the prompts before a deletion and before quitting with scheduled writes.

use crate::contract::{DealId, Fields};
use crate::error::{Error, NetworkError};
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId as A;
use crate::model::effect::Effect;
use crate::model::pending_write::WriteId;
use crate::model::shutdown::ShutdownMode;
use crate::model::snapshot::{ConnectionState, Snapshot};
use crate::shell::action::Action;
use crate::shell::testing::*;
use crate::tools::session::session::QuitAnswer;

pub(super) fn deletion_count(effects: &[Effect]) -> usize {
    effects.iter().filter(|effect| matches!(effect, Effect::Delete { .. })).count()
}

pub(crate) fn pending_write(id: i64, record: &str, label: &str, state: WriteState) -> PendingWrite {
    PendingWrite {
        id: WriteId(id),
        record: record.into(),
        label: label.into(),
        state,
        kind: WriteKind::Update,
        fields: Fields::new(),
        base: Fields::new(),
        attempts: 0,
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
        created_at: test_now(),
        key: String::new(),
    }
}

/// Returns an app whose outbox has one move scheduled until `until`.
pub(super) fn app_with_scheduled(until: Timestamp) -> App {
    let write = pending_write(1, "c", "Halle Vauban, Lille", WriteState::Scheduled { until });
    app_with(Snapshot { writes: Arc::new(vec![write].into()), ..snapshot(1, table()) })
}

pub(super) fn later(seconds: i64) -> Timestamp {
    test_now() + jiff::SignedDuration::from_secs(seconds)
}

#[test]
fn deletion_prompt_names_deal_and_accepts_key_or_enter() {
    for confirm in [A::DeleteDeal, A::Open] {
        let mut app = app();
        app.dispatch(Action::FocusDeal(DealId::new("c").unwrap()), test_now());
        assert_eq!(deletion_count(&run(&mut app, &[A::DeleteDeal])), 0);
        assert_eq!(app.deletion.armed_deletion(&app.cx), Some("Halle Vauban, Lille"));
        assert_eq!(deletion_count(&run(&mut app, &[confirm])), 1, "{confirm:?}");
        assert_eq!(*app.cx.overlay(), Overlay::None);
        assert!(app.cx.toasts().last().unwrap().content.is_variant_of("deleted"));
    }
}

#[test]
fn any_other_key_only_dismisses_the_deletion_prompt() {
    for other in [A::Back, A::MoveNext, A::Undo, A::Palette, A::SelectDeal] {
        let mut app = app();
        app.dispatch(Action::FocusDeal(DealId::new("c").unwrap()), test_now());
        let effects = run(&mut app, &[A::DeleteDeal, other]);
        assert!(effects.iter().all(|effect| matches!(effect, Effect::SaveSetting { .. })), "{other:?}");
        assert_eq!(*app.cx.overlay(), Overlay::None, "{other:?}");
        assert_eq!(deletion_count(&run(&mut app, &[A::Open])), 0, "{other:?}: the prompt is disarmed");
    }
    let mut app = app();
    assert!(!app.deletion.disarm(&mut app.cx));
    run(&mut app, &[A::DeleteDeal, A::FocusDown, A::Open]);
    assert_eq!(app.deletion.armed_deletion(&app.cx), None, "the second answer keeps the deal");
    assert!(app.cx.toasts().is_empty());
}

#[test]
fn quit_asks_once_while_writes_are_scheduled() {
    for (steps, quits, mode) in [
        (&[A::FocusFirst, A::Open][..], true, ShutdownMode::SendAll),
        (&[A::FocusFirst, A::FocusDown, A::Open], true, ShutdownMode::SendNothing),
        (&[A::Open], false, ShutdownMode::SendReady),
        (&[A::Back], false, ShutdownMode::SendReady),
        (&[A::Quit], true, ShutdownMode::SendNothing),
    ] {
        let mut app = app_with_scheduled(later(5));
        run(&mut app, &[A::Quit]);
        assert!(app.cx.is_quit_prompt_open() && !app.session.is_quitting());
        run(&mut app, steps);
        assert_eq!((app.session.is_quitting(), app.session.shutdown_mode()), (quits, mode), "{steps:?}");
        assert!(!app.cx.is_quit_prompt_open());
    }
}

#[test]
fn quit_without_scheduled_writes_is_immediate() {
    for mut app in std::iter::once(app()).chain([app_with_scheduled(test_now())]) {
        run(&mut app, &[A::Quit]);
        assert_eq!((app.session.is_quitting(), app.session.shutdown_mode()), (true, ShutdownMode::SendReady));
    }
}

/// The shell output reports leftovers of the terminal; a window has no such output.
#[test]
fn window_quit_prompts_while_writes_are_pending() {
    for (steps, quits) in [(&[A::FocusFirst, A::Open][..], true), (&[A::Open], false), (&[A::Quit], true)] {
        let mut app = app_with_scheduled(test_now());
        app.cx.options.split_view = true;
        run(&mut app, &[A::Quit]);
        assert!(app.cx.is_quit_prompt_open() && !app.session.is_quitting());
        let question = crate::shell::view::picker::picker_view(&app).unwrap();
        assert_eq!(question.lines.len(), 2, "no undo window is open: {question:?}");
        assert!(question.title.contains("1 modification en attente"), "{}", question.title);
        assert!(question.summary.iter().any(|said| said.contains("Halle Vauban")));
        run(&mut app, steps);
        assert_eq!(app.session.is_quitting(), quits, "{steps:?}");
    }
    let mut app = app_with_scheduled(test_now());
    app.cx.options.split_view = true;
    run(&mut app, &[A::Quit]);
    app.on_snapshot(Arc::new(Snapshot { handled: app.cx.submitted, ..snapshot(2, table()) }));
    assert!(app.session.is_quitting(), "the write was sent meanwhile");
}

/// A send attempt does not answer the prompt: it stays open, and opens again after it was dismissed.
#[test]
fn window_quit_prompts_during_sending_even_after_dismissal() {
    let in_state = |number, state| Snapshot {
        writes: Arc::new(vec![pending_write(1, "c", "Halle Vauban, Lille", state)].into()),
        handled: 1_000,
        ..snapshot(number, table())
    };
    let waiting = || WriteState::Waiting { not_before: later(1) };
    let mut app = app_with(in_state(1, WriteState::Sending));
    app.cx.options.split_view = true;
    for (number, dismissed) in [(2, A::Back), (4, A::Open)] {
        run(&mut app, &[A::Quit]);
        assert!(app.cx.is_quit_prompt_open() && !app.session.is_quitting(), "{dismissed:?}");
        let question = crate::shell::view::picker::picker_view(&app).unwrap();
        assert!(question.summary.iter().any(|said| said.contains("Halle Vauban")));
        app.on_snapshot(Arc::new(in_state(number, waiting())));
        app.on_snapshot(Arc::new(in_state(number + 1, WriteState::Sending)));
        assert!(
            app.cx.is_quit_prompt_open() && !app.session.is_quitting(),
            "an attempt does not answer the prompt"
        );
        run(&mut app, &[dismissed]);
        assert!(!app.cx.is_quit_prompt_open() && !app.session.is_quitting(), "{dismissed:?}");
    }
    let mut terminal = app_with(in_state(1, WriteState::Sending));
    run(&mut terminal, &[A::Quit]);
    assert!(terminal.session.is_quitting(), "the shell output reports it");
}

/// Scheduled and pending writes both stay behind: the prompt names both, and offers to send only if possible.
#[test]
fn quit_prompt_names_pending_and_scheduled_writes() {
    let writes = || {
        Arc::new(
            vec![
                pending_write(1, "b", "Le Parc, Lyon", WriteState::Waiting { not_before: test_now() }),
                pending_write(2, "c", "Halle Vauban, Lille", WriteState::Scheduled { until: later(5) }),
            ]
            .into(),
        )
    };
    let offline = ConnectionState::Offline {
        since: test_now(),
        retry_at: later(30),
        error: Error::unreachable(NetworkError::Connect, "no route"),
    };
    let cases = [
        (ConnectionState::Online, 3, "prochaine fois. Ce qui est en attente"),
        (offline, 2, "Aucun envoi possible"),
        (ConnectionState::OfflineMode, 2, "Aucun envoi possible"),
    ];
    for (connection, answers, what) in cases {
        let mut app = app_with(Snapshot { writes: writes(), connection, ..snapshot(1, table()) });
        app.cx.options.split_view = true;
        run(&mut app, &[A::Quit]);
        let question = crate::shell::view::picker::picker_view(&app).unwrap();
        assert_eq!(question.title, "Quitter avec 1 modification non envoyée et 1 en attente\u{202f}?");
        let text = question.summary.join("\n");
        assert!(text.starts_with("Halle Vauban, Lille · Le Parc, Lyon"), "{text}");
        assert!(text.contains(what), "{text}");
        assert_eq!(question.lines.len(), answers, "{question:?}");
        run(&mut app, &[A::FocusFirst, A::Open]);
        let mode = if answers == 3 { ShutdownMode::SendAll } else { ShutdownMode::SendNothing };
        assert_eq!((app.session.is_quitting(), app.session.shutdown_mode()), (true, mode));
    }
}

#[test]
fn quit_counts_unconfirmed_effects_as_scheduled() {
    let mut app = app();
    app.dispatch(Action::FocusDeal(DealId::new("c").unwrap()), test_now());
    run(&mut app, &[A::MoveNext, A::Quit]);
    assert!(app.cx.is_quit_prompt_open(), "the engine has not answered yet");
}

#[test]
fn quit_prompt_counts_unconfirmed_writes_but_no_undone_writes() {
    let mut app = app();
    run(&mut app, &[A::SelectAll, A::MoveTo]);
    app.dispatch(Action::FocusOverlayLine(1), test_now());
    run(&mut app, &[A::Open, A::Open]);
    let asked = app.bulk_change.bulk().unwrap().counts().waiting;
    assert!(asked > 1, "{asked} deals move");
    assert_eq!(app.cx.scheduled_count(), asked, "the engine has not answered yet");
    run(&mut app, &[A::Quit]);
    let question = crate::shell::view::picker::picker_view(&app).unwrap();
    assert!(question.title.contains(&format!("avec {asked} modifications")), "{}", question.title);
    run(&mut app, &[A::Back, A::Undo]);
    assert_eq!(app.cx.scheduled_count(), 0, "undo cancels the scheduled moves");
}

#[test]
fn second_change_of_a_scheduled_deal_counts_once() {
    let mut app = app_with_scheduled(later(5));
    app.dispatch(Action::FocusDeal(DealId::new("c").unwrap()), test_now());
    run(&mut app, &[A::MoveNext]);
    assert_eq!(app.cx.scheduled_count(), 1);
    app.dispatch(Action::FocusDeal(DealId::new("a").unwrap()), test_now());
    run(&mut app, &[A::MoveNext]);
    assert_eq!(app.cx.scheduled_count(), 2);
}

#[test]
fn cancelled_quit_restores_the_open_form() {
    let mut app = app_with_scheduled(later(5));
    run(&mut app, &[A::NewDeal]);
    app.dispatch(Action::SetField(0, "Tour".into()), test_now());
    run(&mut app, &[A::Quit]);
    assert!(app.cx.is_quit_prompt_open());
    run(&mut app, &[A::Open]);
    let Overlay::Form(form) = app.cx.overlay() else { panic!("{:?}", app.cx.overlay()) };
    assert_eq!(form.fields[0].text(), "Tour");
}

/// The undo windows are extended while the prompt is open; if nothing is scheduled any more, the app quits.
#[test]
fn quit_prompt_extends_undo_windows_until_none_is_left() {
    let mut app = app_with_scheduled(later(5));
    let asked = run(&mut app, &[A::Quit]);
    assert!(asked.iter().any(|effect| matches!(effect, Effect::ExtendUndoWindows(_))));
    let output = app.tick(later(1));
    let again = output.effects;
    assert!(again.iter().any(|effect| matches!(effect, Effect::ExtendUndoWindows(_))), "{again:?}");
    app.on_snapshot(Arc::new(Snapshot { handled: 1_000, ..snapshot(2, table()) }));
    assert_eq!((app.session.is_quitting(), app.session.shutdown_mode()), (true, ShutdownMode::SendReady));
}

#[test]
fn window_quit_prompt_names_unresolved_conflicts() {
    let theirs = Fields::new();
    let conflict =
        || pending_write(1, "c", "Halle Vauban, Lille", WriteState::Conflict { theirs: theirs.clone() });
    let over = |writes: Vec<PendingWrite>, is_split_view: bool| {
        let mut app = app_with(Snapshot { writes: Arc::new(writes.into()), ..snapshot(1, table()) });
        app.cx.options.split_view = is_split_view;
        run(&mut app, &[A::Quit]);
        app
    };
    let asked = |app: &App| {
        let view = crate::shell::view::picker::picker_view(app).expect("failed to find the prompt");
        format!("{} {}", view.title, view.summary.join(" "))
    };
    let alone = over(vec![conflict()], true);
    assert!(asked(&alone).contains("1 conflit non résolu"), "{}", asked(&alone));
    assert!(asked(&alone).contains("Halle Vauban, Lille") && !alone.session.is_quitting());
    let scheduled = pending_write(2, "b", "Îlot", WriteState::Scheduled { until: later(60) });
    let both = over(vec![conflict(), scheduled], true);
    assert!(asked(&both).contains("reste sur cet appareil"), "{}", asked(&both));
    assert!(over(vec![conflict()], false).session.is_quitting(), "the shell output reports it");
}

#[test]
fn window_quit_prompts_about_a_bulk_plan_first() {
    let planned = |is_split_view: bool| {
        let mut app = app();
        app.cx.options.split_view = is_split_view;
        run(&mut app, &[A::SelectAll, A::DeleteDeal]);
        assert!(app.bulk_change.is_plan_open(&app.cx));
        app
    };
    let mut window = planned(true);
    run(&mut window, &[A::Quit]);
    assert!(!window.session.is_quitting() && window.cx.is_quit_prompt_open());
    let view = crate::shell::view::picker::picker_view(&window).expect("failed to find the prompt");
    assert!(view.title.contains("5 deals"), "{}", view.title);
    assert_eq!(
        window.session.quit_answers(&window.bulk_change, &window.cx),
        [QuitAnswer::Discard, QuitAnswer::Stay]
    );
    window.tick(later(1));
    run(&mut window, &[A::Back]);
    assert!(
        !window.session.is_quitting() && window.bulk_change.is_plan_open(&window.cx),
        "the plan is open again"
    );
    run(&mut window, &[A::Quit, A::Quit]);
    assert!(window.session.is_quitting(), "a second request quits");
    let mut terminal = planned(false);
    run(&mut terminal, &[A::Quit]);
    assert!(
        !terminal.session.is_quitting() && !terminal.bulk_change.is_plan_open(&terminal.cx),
        "the first key closes the plan"
    );
    run(&mut terminal, &[A::Quit]);
    assert!(terminal.session.is_quitting());
}
