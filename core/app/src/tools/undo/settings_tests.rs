//! Tests of undo for local settings: notes, views, snoozes.

use crate::contract::DealId;
use crate::foundation::cx::output::EditSubject;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::cx::toast_types::UndoResult;
use crate::foundation::input::commands::ActionId as A;
use crate::model::effect::Effect;
use crate::model::local_deals::NoteKey;
use crate::model::snapshot::Snapshot;
use crate::screens::views::saved_view::SavedView;
use crate::shell::action::Action;
use crate::shell::testing::*;

fn undo(app: &mut App) -> Vec<Effect> {
    run(app, &[A::Undo])
}

fn offers_undo(app: &App) -> bool {
    let last = app.cx.toasts().last().unwrap();
    crate::tools::toasts::view::toast_view(app, last).undoable
}

fn set_note(app: &mut App, deal: &str, text: &str) -> Vec<Effect> {
    let subject = EditSubject::Note(NoteKey::undated(deal));
    app.dispatch(Action::Edited { subject, text: text.into() }, test_now()).effects
}

#[test]
fn each_note_change_is_undone_separately() {
    let mut app = app();
    let mut texts = vec![None];
    for text in ["rappeler", "rappeler lundi", ""] {
        let effects = set_note(&mut app, "a", text);
        texts.push(saved_settings(&effects, "note/")[0].1.clone());
        assert!(offers_undo(&app), "{text}");
        save_effects(&mut app, &effects);
    }
    texts.pop();
    for text in texts.into_iter().rev() {
        let effects = undo(&mut app);
        assert_eq!(saved_settings(&effects, "note/"), [("note/a".to_owned(), text)]);
        let content = &app.cx.toasts().last().unwrap().content;
        assert_eq!(*content, ToastContent::undone("Le Parc, Lyon", UndoResult::Note));
        save_effects(&mut app, &effects);
    }
    assert!(app.enabled(A::Undo).is_err());
    let again = run(&mut app, &[A::Redo]);
    assert_eq!(saved_settings(&again, "note/")[0].1.as_deref(), Some("rappeler"));
}

#[test]
fn a_note_is_undone_before_the_disk_has_it() {
    let mut app = app();
    set_note(&mut app, "a", "rappeler");
    assert_eq!(saved_settings(&undo(&mut app), "note/"), [("note/a".to_owned(), None)]);
}

#[test]
fn undo_skips_a_note_changed_by_a_peer() {
    let mut app = app();
    let effects = set_note(&mut app, "a", "rappeler");
    save_effects(&mut app, &effects);
    let peer_save = Effect::SaveSetting { name: "note/a".into(), value: Some("rappelé".into()) };
    save_effects(&mut app, &[peer_save]);
    assert!(undo(&mut app).is_empty());
    assert_eq!(app.cx.toasts().last().unwrap().content.key, "toast-changed-since");
    assert!(!offers_undo(&app) && app.enabled(A::Undo).is_err() && app.enabled(A::Redo).is_err());
}

#[test]
fn note_undo_follows_a_deal_to_its_server_id() {
    let mut app = app();
    let effects = set_note(&mut app, "a", "rappeler");
    save_effects(&mut app, &effects);
    let moved = [("note/a", None), ("note/z", Some("rappeler".to_owned()))]
        .map(|(name, value)| Effect::SaveSetting { name: name.into(), value });
    app.cx.history.rename_deal("a", &DealId::new("z").unwrap());
    save_effects(&mut app, &moved);
    assert_eq!(saved_settings(&undo(&mut app), "note/"), [("note/z".to_owned(), None)]);
}

#[test]
fn several_notes_are_added_edited_removed_and_undone() {
    let mut app = app();
    app.dispatch(Action::FocusDeal(DealId::new("a").unwrap()), test_now());
    let texts =
        |app: &App| -> Vec<String> { app.cx.local_notes("a").map(|(_, text)| text.to_owned()).collect() };
    let step = |app: &mut App, actions: &[A], text: &str| {
        run(app, actions);
        let effects = type_name(app, text);
        save_effects(app, &effects);
    };
    save_effects(&mut app, &[Effect::SaveSetting { name: "note/a".into(), value: Some("old".into()) }]);
    step(&mut app, &[A::LocalNote, A::Open], "one");
    // The clock of the tests stands still, and the notes still differ.
    step(&mut app, &[A::LocalNote, A::Open], "two");
    assert_eq!(texts(&app), ["two", "one", "old"]);
    step(&mut app, &[A::LocalNote, A::FocusDown, A::FocusDown, A::Open], "one, edited");
    assert_eq!(texts(&app), ["two", "one, edited", "old"]);
    assert!(app.cx.local_deals().notes_of("a")[1].edited.is_some());
    step(&mut app, &[A::LocalNote, A::FocusDown, A::Open], " ");
    step(&mut app, &[A::LocalNote, A::FocusLast, A::Open], "old, edited");
    assert_eq!(texts(&app), ["one, edited", "old, edited"]);
    for expected in [&["one, edited", "old"][..], &["two", "one, edited", "old"], &["two", "one", "old"]] {
        let effects = undo(&mut app);
        save_effects(&mut app, &effects);
        assert_eq!(texts(&app), expected);
    }
}

#[test]
fn dated_note_edited_in_two_windows_becomes_two_notes() {
    let mut app = app();
    app.dispatch(Action::FocusDeal(DealId::new("a").unwrap()), test_now());
    let key = NoteKey::dated("a", test_now(), None);
    let set = |key: &NoteKey, value: Option<&str>| Effect::SaveSetting {
        name: key.name.clone(),
        value: value.map(str::to_owned),
    };
    save_effects(&mut app, &[set(&key, Some("one"))]);
    run(&mut app, &[A::LocalNote, A::FocusDown, A::Open]);
    save_effects(&mut app, &[set(&key.edited(test_now()), Some("theirs")), set(&key, None)]);
    let effects = type_name(&mut app, "mine");
    save_effects(&mut app, &effects);
    let mut texts: Vec<&str> = app.cx.local_notes("a").map(|(_, text)| text).collect();
    texts.sort_unstable();
    assert_eq!(texts, ["mine", "theirs"]);
}

#[test]
fn each_view_change_is_undone_separately() {
    let mut app = app();
    let names = |app: &App| -> Vec<String> { app.views.list.iter().map(|view| view.name.clone()).collect() };
    app.dispatch(Action::SetFilter("ltv>0.7".into()), test_now());
    run(&mut app, &[A::SaveView]);
    let effects = type_name(&mut app, "Haute");
    assert!(offers_undo(&app));
    save_effects(&mut app, &effects);
    run(&mut app, &[A::Views, A::RenameView]);
    let effects = type_name(&mut app, "Très haute");
    assert!(offers_undo(&app));
    save_effects(&mut app, &effects);
    run(&mut app, &[A::Back, A::Views, A::FocusDown]);
    let effects = run(&mut app, &[A::DeleteView]);
    assert!(names(&app).is_empty() && app.views.open().is_none());
    assert!(offers_undo(&app));
    save_effects(&mut app, &effects);
    run(&mut app, &[A::Back]);

    let effects = undo(&mut app);
    assert_eq!(names(&app), ["Très haute"]);
    assert_eq!(app.views.open().unwrap().query, "ltv>0.7", "the view is open again");
    let back = saved_settings(&effects, "view/");
    assert!(back[0].0 == "view/Très haute" && back[0].1.as_ref().unwrap().contains("ltv>0.7"));
    save_effects(&mut app, &effects);
    let effects = undo(&mut app);
    assert_eq!((names(&app), app.views.current.as_deref()), (vec!["Haute".to_owned()], Some("Haute")));
    save_effects(&mut app, &effects);
    let effects = undo(&mut app);
    assert!(names(&app).is_empty());
    assert_eq!(saved_settings(&effects, "view/"), [("view/Haute".to_owned(), None)]);
    save_effects(&mut app, &effects);
    run(&mut app, &[A::Redo]);
    assert_eq!(names(&app), ["Haute"]);
}

#[test]
fn undeleted_view_preserves_fields_of_a_later_version() {
    let text = "[[view]]\nname = \"x\"\nquery = \"ltv>0.7\"\ncolumns = [\"name\", \"irr\"]\n";
    let mut app =
        app_with(Snapshot { settings: Some(settings(&[("view/x", text)])), ..snapshot(1, table()) });
    run(&mut app, &[A::Views, A::FocusDown, A::DeleteView, A::Back]);
    assert_eq!(saved_settings(&undo(&mut app), "view/"), [("view/x".to_owned(), Some(text.to_owned()))]);
}

#[test]
fn unchanged_view_save_offers_nothing_to_undo() {
    let mut app = app();
    run(&mut app, &[A::SaveView]);
    type_name(&mut app, "x");
    set_note(&mut app, "a", "rappeler");
    run(&mut app, &[A::SaveView]);
    type_name(&mut app, "x");
    assert!(!offers_undo(&app));
    assert_eq!(saved_settings(&undo(&mut app), "note/").len(), 1, "the note is the newest change");
}

#[test]
fn undo_and_redo_of_a_snooze_restore_its_state() {
    let mut app = crate::screens::inbox::triage_tests::app();
    let is_snoozed = |app: &App| app.inbox.triage.snoozed.len();
    run(&mut app, &[A::Snooze, A::Open]);
    assert!(is_snoozed(&app) > 0 && offers_undo(&app));
    let until = app.inbox.triage.snoozed.clone();
    assert_eq!(saved_settings(&undo(&mut app), "triage").len(), 1);
    assert_eq!(is_snoozed(&app), 0);
    run(&mut app, &[A::Redo]);
    assert_eq!(app.inbox.triage.snoozed, until);
}

#[test]
fn undo_of_an_expired_snooze_changes_nothing() {
    let mut app = crate::screens::inbox::triage_tests::app();
    run(&mut app, &[A::Snooze, A::Open]);
    let later = test_now() + jiff::SignedDuration::from_hours(24 * 9);
    let effects = app.dispatch(Action::Run(A::Undo), later).effects;
    assert!(saved_settings(&effects, "triage").is_empty());
    assert_eq!(app.cx.toasts().last().unwrap().content.key, "toast-already-so");
}

#[test]
fn note_edited_in_two_windows_contains_both_texts() {
    let mut app = app();
    app.dispatch(Action::FocusDeal(DealId::new("a").unwrap()), test_now());
    save_effects(&mut app, &[Effect::SaveSetting { name: "note/a".into(), value: Some("avant".into()) }]);
    run(&mut app, &[A::LocalNote, A::FocusDown, A::Open]);
    let peer_save = Effect::SaveSetting { name: "note/a".into(), value: Some("vu lundi".into()) };
    save_effects(&mut app, &[peer_save]);
    let effects = set_note(&mut app, "a", "rappeler");
    assert_eq!(
        saved_settings(&effects, "note/"),
        [("note/a".to_owned(), Some("vu lundi\n\nrappeler".to_owned()))]
    );
    let content = ToastContent::about("toast-note-of-both", "Le Parc, Lyon");
    assert_eq!(app.cx.toasts().last().unwrap().content, content);
    assert!(offers_undo(&app));
    save_effects(&mut app, &effects);
    assert_eq!(
        saved_settings(&undo(&mut app), "note/"),
        [("note/a".to_owned(), Some("vu lundi".to_owned()))],
        "undo restores the other process's note"
    );
}

#[test]
fn untouched_note_form_preserves_another_windows_note() {
    let mut app = app();
    app.dispatch(Action::FocusDeal(DealId::new("a").unwrap()), test_now());
    save_effects(&mut app, &[Effect::SaveSetting { name: "note/a".into(), value: Some("avant".into()) }]);
    run(&mut app, &[A::LocalNote, A::FocusDown, A::Open]);
    let peer_save = Effect::SaveSetting { name: "note/a".into(), value: Some("vu lundi".into()) };
    save_effects(&mut app, &[peer_save]);
    assert!(set_note(&mut app, "a", "").is_empty());
    assert_eq!(app.cx.toasts().last().unwrap().content.key, "toast-changed-since");
}

#[test]
fn views_saved_or_deleted_by_another_window_are_updated() {
    let mut app = app();
    let view = |query: &str| SavedView { name: "autre".into(), query: query.into(), ..SavedView::default() };
    let peer_save = |value: Option<&SavedView>| Effect::SaveSetting {
        name: "view/autre".into(),
        value: value.map(|view| crate::screens::views::views::setting_of_view(view).1),
    };
    save_effects(&mut app, &[peer_save(Some(&view("ltv>0.5")))]);
    assert_eq!(app.views.find("autre").unwrap().query, "ltv>0.5");
    save_effects(&mut app, &[peer_save(Some(&view("lyon")))]);
    assert_eq!(app.views.find("autre").unwrap().query, "lyon");
    save_effects(&mut app, &[peer_save(None)]);
    assert_eq!(app.views.find("autre"), None);
}

/// Rejects the effects as an engine that cannot save them.
fn reject_effects(app: &mut App, effects: &[Effect]) {
    let before = app.cx.snapshot();
    let settings = effects.iter().filter_map(|effect| match effect {
        Effect::SaveSetting { name, value } => Some((name.clone(), value.clone())),
        _ => None,
    });
    let told = crate::model::snapshot::Event {
        seq: before.events.last().map_or(1, |event| event.seq + 1),
        kind: crate::model::snapshot::EventKind::SettingsNotStored { settings: settings.collect() },
    };
    let next = Snapshot {
        revision: before.revision + 1,
        handled: u64::MAX,
        events: Arc::new(vec![told]),
        ..before.clone()
    };
    app.on_snapshot(Arc::new(next));
}

#[test]
fn unsaved_note_reopens_its_form_with_the_text() {
    let mut app = app();
    let effects = set_note(&mut app, "a", "rappeler");
    reject_effects(&mut app, &effects);
    let content: Vec<_> = app.cx.toasts().iter().map(|toast| toast.content.clone()).collect();
    assert_eq!(content, [ToastContent::about("toast-not-kept", "Le Parc, Lyon")]);
    let Overlay::Form(form) = app.cx.overlay() else { panic!("{:?}", app.cx.overlay()) };
    assert_eq!(form.value("note"), "rappeler");
    assert!(app.enabled(A::Undo).is_err(), "no change is left to undo");
}

#[test]
fn unsaved_view_is_removed_and_reopens_its_form() {
    let mut app = app();
    run(&mut app, &[A::SaveView]);
    let effects = type_name(&mut app, "vueA");
    assert!(app.views.find("vueA").is_some());
    reject_effects(&mut app, &effects);
    assert_eq!((app.views.find("vueA"), app.views.open()), (None, None));
    let Overlay::Form(form) = app.cx.overlay() else { panic!("{:?}", app.cx.overlay()) };
    assert_eq!(form.value("view-name"), "vueA");
    assert!(app.cx.toasts().last().unwrap().content.is_variant_of("not-kept"));
}

#[test]
fn failed_session_save_shows_no_toast() {
    let mut app = app();
    let session = Effect::SaveSetting { name: "session".into(), value: Some(String::new()) };
    reject_effects(&mut app, &[session]);
    assert!(app.cx.toasts().is_empty());
}
