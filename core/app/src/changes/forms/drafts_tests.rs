//! Drafts of forms that were closed without sending.

use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId as A;
use crate::model::effect::Effect;
use crate::model::snapshot::Snapshot;
use crate::shell::action::Action;
use crate::shell::testing::*;

fn type_in(app: &mut App, text: &str) {
    app.dispatch(Action::SetField(0, text.into()), test_now());
}

fn typed(app: &App) -> String {
    let Overlay::Form(form) = app.cx.overlay() else { panic!("no form: {:?}", app.cx.overlay()) };
    form.value(form.fields[0].name).to_owned()
}

/// Returns a freshly started app with the settings that `effects` stored.
fn next_start(effects: &[Effect]) -> App {
    let mut app = app();
    let before = app.cx.snapshot().clone();
    let mut settings = before.settings.as_deref().cloned().unwrap_or_default();
    for effect in effects {
        if let Effect::SaveSetting { name, value: Some(value) } = effect {
            settings.insert(name.clone(), value.clone());
        }
    }
    let next = Snapshot { revision: before.revision + 1, settings: Some(Arc::new(settings)), ..before };
    app.on_snapshot(Arc::new(next));
    app
}

#[test]
fn draft_is_restored_until_it_is_sent() {
    for (open, of) in [(A::NewDeal, "draft/deal"), (A::LocalNote, "draft/note/c")] {
        let mut app = app();
        run(&mut app, &[open]);
        type_in(&mut app, "half a sentence");
        let left = app.dispatch(Action::CloseOverlay, test_now()).effects;
        assert_eq!(saved_settings(&left, "draft/").len(), 1, "{of}");
        assert_eq!(saved_settings(&left, "draft/")[0].0, of);
        run(&mut app, &[open]);
        assert_eq!(typed(&app), "half a sentence", "{of}");
        run(&mut app, &[A::Back]);
        let mut app = next_start(&left);
        run(&mut app, &[open]);
        assert_eq!(typed(&app), "half a sentence", "{of}, after a restart");
        let sent = run(&mut app, &[A::Open]);
        assert_eq!(saved_settings(&sent, "draft/"), [(of.to_owned(), None)], "{of}");
        run(&mut app, &[open]);
        assert_eq!(typed(&app), "", "{of}: the draft is removed");
    }
}

#[test]
fn quitting_saves_the_draft_of_an_open_form() {
    let mut app = app();
    run(&mut app, &[A::LocalNote]);
    type_in(&mut app, "half a sentence");
    app.cx.options.split_view = true;
    let left = run(&mut app, &[A::Quit]);
    assert!(app.session.is_quitting());
    assert_eq!(saved_settings(&left, "draft/")[0].0, "draft/note/c");
}

#[test]
fn empty_or_unchanged_forms_leave_no_draft() {
    let mut app = app();
    run(&mut app, &[A::LocalNote]);
    type_in(&mut app, "half a sentence");
    run(&mut app, &[A::Back, A::LocalNote]);
    type_in(&mut app, " ");
    let left = run(&mut app, &[A::Back]);
    assert_eq!(saved_settings(&left, "draft/"), [("draft/note/c".to_owned(), None)]);
    let left = run(&mut app, &[A::LocalNote, A::Back]);
    assert_eq!(saved_settings(&left, "draft/"), []);
}
