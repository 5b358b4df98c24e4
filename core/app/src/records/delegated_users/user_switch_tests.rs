//! Switching users: choices, questions, the request to the front end, and the result.

use crate::foundation::input::context::Screen;
use crate::shell::app::App;
use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::*;
use crate::contract::patch::Fields;
use crate::foundation::cx::options::Options;
use crate::foundation::cx::output::{FrontEndRequest, Output};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteState};
use crate::model::snapshot::Snapshot;
use crate::model::storage_health::{KnownUser, StorageHealth};
use crate::records::delegated_users::view as users_view;
use crate::shell::action::Action;
use crate::shell::testing::test_now;
use crate::shell::view::picker;
use crate::text::{Lang, Messages};
use crate::tools::toasts::view as toast;

fn user(id: &str) -> CurrentUser {
    CurrentUser::User(UserId::new(id).unwrap())
}

fn known_user(user: &str, rows: usize, is_configured: bool) -> KnownUser {
    KnownUser { user: user.to_owned(), pending_writes: rows, is_configured }
}

fn scheduled_write(id: i64) -> PendingWrite {
    PendingWrite {
        id: WriteId(id),
        kind: WriteKind::Update,
        record: format!("d-{id}"),
        label: "Le Parc".to_owned(),
        fields: Fields::new(),
        base: Fields::new(),
        state: WriteState::Scheduled { until: Timestamp::MAX },
        attempts: 0,
        created_at: test_now(),
        key: format!("k-{id}"),
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
    }
}

/// Returns an app with a snapshot published for `user`.
fn app(user: &str, users: Vec<KnownUser>, writes: Vec<PendingWrite>) -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let mut app = App::new(Options::new(Lang::En, keymap, TimeZone::UTC), test_now());
    app.on_snapshot(Arc::new(Snapshot {
        revision: 1,
        user: user.into(),
        writes: Arc::new(writes.into()),
        settings: Some(Arc::new(BTreeMap::new())),
        storage: StorageHealth { users: users.into(), ..StorageHealth::default() },
        ..Snapshot::default()
    }));
    app
}

fn run(app: &mut App, id: ActionId) -> Output {
    app.dispatch(Action::Run(id), test_now())
}

/// Chooses the line of the open picker that begins with `label`.
#[track_caller]
fn choose(app: &mut App, label: &str) -> Output {
    let lines = picker::picker_view(app).expect("a picker is open").lines;
    let at = lines.iter().position(|line| line.label.starts_with(label));
    let at = at.unwrap_or_else(|| panic!("{label} in {lines:?}"));
    app.dispatch(Action::FocusOverlayLine(at), test_now());
    run(app, ActionId::Open)
}

fn toast_texts(app: &App) -> Vec<String> {
    app.cx.toasts().iter().map(|toast| toast::toast_view(app, toast).text).collect()
}

#[test]
fn user_list_contains_each_known_user_once() {
    let users =
        vec![known_user("u-store", 3, false), known_user("", 1, false), known_user("u-named", 0, true)];
    let mut app = app("u-now", users, vec![scheduled_write(1), scheduled_write(2)]);
    let mut settings = BTreeMap::new();
    for user in ["u-before", "u-store", "u-now", ""] {
        settings.insert(format!("acted-for/{user}"), String::new());
    }
    let mut snapshot = app.cx.snapshot().clone();
    snapshot.revision = 2;
    snapshot.settings = Some(Arc::new(settings));
    app.on_snapshot(Arc::new(snapshot));
    assert_eq!(
        run(&mut app, ActionId::SwitchUser).effects,
        [Effect::RefreshUsers],
        "the users are looked up again"
    );
    let view = picker::picker_view(&app).unwrap();
    let lines: Vec<(&str, &str)> =
        view.lines.iter().map(|line| (line.label.as_str(), line.note.as_str())).collect();
    assert_eq!(
        lines,
        [
            ("the key itself", "1 pending change"),
            ("u-named", "configured · no pending changes"),
            ("u-before", "no pending changes"),
            ("u-now", "current · 2 pending changes"),
            ("u-store", "3 pending changes"),
            ("Another user…", ""),
        ]
    );
    assert!(view.lines[3].selected, "the current user has the focus");
}

#[test]
fn chosen_user_is_requested_once_and_remembered() {
    let mut app = app("", vec![known_user("u-1", 0, false)], Vec::new());
    run(&mut app, ActionId::SwitchUser);
    let output = choose(&mut app, "u-1");
    let effects = &output.effects;
    assert!(
        matches!(&effects[..], [Effect::SaveSetting { name, value: Some(_) }] if name == "acted-for/u-1"),
        "{effects:?}"
    );
    assert_eq!(app.user_switch.opening_user(), Some(&user("u-1")));
    assert_eq!(users_view::current_user_view(&app).unwrap().text, "as the key, opening u-1…");
    assert_eq!(output.requests, [FrontEndRequest::SwitchUser(user("u-1"))]);
    // While a store is being opened, no other user can be chosen.
    assert_eq!(app.enabled(ActionId::SwitchUser), Err(DisabledReason::StoreOpening));
}

#[test]
fn switching_to_the_current_user_does_nothing() {
    let mut app = app("u-1", Vec::new(), vec![scheduled_write(1)]);
    run(&mut app, ActionId::SwitchUser);
    let output = choose(&mut app, "u-1");
    assert_eq!(output.effects, []);
    assert_eq!((output.user_to_switch_to(), app.user_switch.opening_user()), (None, None));
    assert_eq!(toast_texts(&app).last().unwrap(), "Already acting as u-1");
}

#[test]
fn user_switch_with_unsent_changes_defaults_to_stay() {
    let mut app = app("u-1", vec![known_user("u-2", 0, false)], vec![scheduled_write(1), scheduled_write(2)]);
    run(&mut app, ActionId::SwitchUser);
    assert_eq!(choose(&mut app, "u-2").effects, []);
    let view = picker::picker_view(&app).unwrap();
    assert_eq!(view.title, "Switch user with 2 unsent changes?");
    assert!(view.summary[0].contains("stay unsent until you act as u-1"), "{:?}", view.summary);
    let output = run(&mut app, ActionId::Open);
    assert_eq!(output.effects, []);
    assert_eq!((output.user_to_switch_to(), app.cx.picker()), (None, None), "Enter does not switch");
    run(&mut app, ActionId::SwitchUser);
    choose(&mut app, "u-2");
    let output = run(&mut app, ActionId::Back);
    assert_eq!((output.user_to_switch_to(), app.cx.picker()), (None, None), "Esc does not switch");
    run(&mut app, ActionId::SwitchUser);
    choose(&mut app, "u-2");
    let output = choose(&mut app, "Leave them and switch to u-2");
    assert_eq!(output.user_to_switch_to(), Some(user("u-2")));
}

#[test]
fn user_switch_with_only_blocked_writes_asks_nothing() {
    let rejected =
        PendingWrite { state: WriteState::Conflict { theirs: Fields::new() }, ..scheduled_write(1) };
    let mut app = app("u-1", Vec::new(), vec![rejected]);
    run(&mut app, ActionId::SwitchUser);
    let output = choose(&mut app, "the key itself");
    assert_eq!(output.user_to_switch_to(), Some(CurrentUser::Key));
    assert!(
        toast_texts(&app.for_new_user(test_now()))[0].contains("1 unsent change stays"),
        "the pending change is reported"
    );
}

#[test]
fn invalid_user_identifiers_are_rejected_before_sending() {
    let mut app = app("", Vec::new(), Vec::new());
    let bad = [
        ("", "form-user-empty"),
        (" u-1", "form-user-blank"),
        ("u-1 ", "form-user-blank"),
        ("u\u{7f}1", "form-user-control"),
        ("u\r\nX-Other: 1", "form-user-control"),
        (&"u".repeat(256), "form-user-long"),
    ];
    run(&mut app, ActionId::SwitchUser);
    choose(&mut app, "Another user…");
    for (typed, reason) in bad {
        app.dispatch(Action::SetField(0, typed.to_owned()), test_now());
        assert_eq!(run(&mut app, ActionId::Open), Output { changed: true, ..Output::default() });
        let Overlay::Form(form) = app.cx.overlay() else { panic!("{typed:?} closed the form") };
        assert_eq!((form.error, form.value("user")), (Some(reason), typed));
        for lang in Lang::ALL {
            assert!(Messages::new(lang).has(reason), "{reason}");
        }
    }
    app.dispatch(Action::SetField(0, "é.dupont@example".to_owned()), test_now());
    run(&mut app, ActionId::Open);
    let output = run(&mut app, ActionId::Open);
    assert_eq!(output.user_to_switch_to(), Some(user("é.dupont@example")));
}

/// Returns the error of the open form.
fn form_error(app: &App) -> Option<&'static str> {
    match app.cx.overlay() {
        Overlay::Form(form) => form.error,
        _ => panic!("no form is open"),
    }
}

#[test]
fn unknown_user_id_is_accepted_after_confirmation() {
    let mut app = app("", vec![known_user("u-1", 0, true)], Vec::new());
    run(&mut app, ActionId::SwitchUser);
    choose(&mut app, "Another user…");
    let typed = |app: &mut App, text: &str| {
        app.dispatch(Action::SetField(0, text.to_owned()), test_now());
        run(app, ActionId::Open)
    };
    let output = typed(&mut app, "am");
    assert_eq!((form_error(&app), output.user_to_switch_to()), (Some("form-user-unknown"), None));
    let Overlay::Form(form) = app.cx.overlay() else { panic!("{:?}", app.cx.overlay()) };
    let view = crate::changes::forms::view::form_view(&app, form);
    assert_eq!((view.error, view.is_question), (None, true), "a question is not an error");
    assert!(view.warning.is_some());
    // Another text needs its own confirmation.
    let output = typed(&mut app, "an");
    assert_eq!((form_error(&app), output.user_to_switch_to()), (Some("form-user-unknown"), None));
    app.dispatch(Action::SetField(0, " ".to_owned()), test_now());
    run(&mut app, ActionId::Open);
    let Overlay::Form(form) = app.cx.overlay() else { panic!("{:?}", app.cx.overlay()) };
    assert!(form.has_error() && crate::changes::forms::view::form_view(&app, form).error.is_some());
    typed(&mut app, "an");
    let output = run(&mut app, ActionId::Open);
    assert_eq!(output.user_to_switch_to(), Some(user("an")));
    let mut app = self::app("", vec![known_user("u-1", 0, true)], Vec::new());
    run(&mut app, ActionId::SwitchUser);
    choose(&mut app, "Another user…");
    let output = typed(&mut app, "u-1");
    assert_eq!(output.user_to_switch_to(), Some(user("u-1")), "a known user needs no confirmation");
}

#[test]
fn typing_on_the_other_user_line_fills_its_form() {
    let mut app = app("", vec![known_user("u-1", 0, true)], Vec::new());
    run(&mut app, ActionId::SwitchUser);
    assert!(!app.cx.is_on_other_user(), "another line has the focus");
    run(&mut app, ActionId::FocusLast);
    assert!(app.cx.is_on_other_user());
    app.dispatch(Action::SetText("j".to_owned()), test_now());
    let Overlay::Form(form) = app.cx.overlay() else { panic!("no form") };
    assert_eq!(form.value("user"), "j");
}

#[test]
fn failed_user_switch_changes_nothing() {
    let mut app = app("u-1", vec![known_user("u-2", 0, false)], Vec::new());
    run(&mut app, ActionId::SwitchUser);
    choose(&mut app, "u-2");
    let error = Error::usage("local data cannot be saved: no")
        .with_message_ref("usage-store", &[("why", "no\u{1b}[31m")]);
    app.dispatch(Action::SwitchFailed(SwitchFailure::from(&error)), test_now());
    assert_eq!((app.cx.current_user(), app.user_switch.opening_user()), (Some(user("u-1")), None));
    assert_eq!(app.enabled(ActionId::SwitchUser), Ok(()));
    let message = toast_texts(&app).join(" ");
    assert!(message.contains("Can’t act as u-2, still acting as u-1"), "{message}");
    assert!(!message.contains('\u{1b}'), "{message:?}");
    // A second failure adds no toast.
    app.dispatch(Action::SwitchFailed(SwitchFailure::OpenElsewhere), test_now());
    assert_eq!(app.cx.toasts().len(), 1);
}

#[test]
fn user_switch_keeps_the_screen_and_reports_unsent_changes() {
    let mut app = app("u-1", vec![known_user("u-2", 0, false)], vec![scheduled_write(1)]);
    run(&mut app, ActionId::ScreenNotifications);
    run(&mut app, ActionId::SwitchUser);
    choose(&mut app, "u-2");
    choose(&mut app, "Leave it");
    let mut next = app.for_new_user(test_now());
    assert_eq!(next.cx.screen(), Screen::Notifications);
    assert_eq!(toast_texts(&next), ["Now acting as u-2. 1 unsent change stays with u-1"]);
    assert!(
        next.start()
            .effects
            .contains(&Effect::LoadRoute(crate::records::delegated_users::user_switch::preferences_route()))
    );
    assert_eq!(next.cx.current_user(), None, "the store is not open yet");
    assert_eq!(next.enabled(ActionId::SwitchUser), Err(DisabledReason::SessionLoading));
    assert_eq!(run(&mut next, ActionId::Undo).effects, [], "the other user's change must not be undone");
}

#[test]
fn user_switch_keeps_the_focused_pane() {
    for (screen, pane) in [
        (ActionId::ScreenNotifications, crate::screens::inbox::inbox::PREFERENCES),
        (ActionId::ScreenViews, crate::screens::server_views::server_views::SERVICE_VIEWS),
    ] {
        let mut app = app("u-1", vec![known_user("u-2", 0, false)], Vec::new());
        run(&mut app, screen);
        app.dispatch(Action::FocusPane(pane), test_now());
        run(&mut app, ActionId::SwitchUser);
        choose(&mut app, "u-2");
        assert_eq!(app.for_new_user(test_now()).cx.pane(), pane);
    }
}

#[test]
fn empty_list_offers_user_choice_without_a_user() {
    let without_user = &mut app("", Vec::new(), Vec::new());
    run(without_user, ActionId::ScreenViews);
    for pane in [
        crate::screens::server_views::server_views::SERVICE_VIEWS,
        crate::screens::server_views::server_views::DASHBOARDS,
    ] {
        without_user.dispatch(Action::FocusPane(pane), test_now());
        assert!(without_user.offers_user_choice(), "pane {pane}");
    }
    assert_eq!(run(without_user, ActionId::Open).effects, [Effect::RefreshUsers]);
    assert_eq!(without_user.cx.picker().map(|picker| picker.kind), Some(PickerKind::Users));
    run(without_user, ActionId::Back);
    without_user
        .dispatch(Action::FocusPane(crate::screens::server_views::server_views::DEAL_VIEWS), test_now());
    assert!(!without_user.offers_user_choice(), "views of deals are not per-user");
    run(without_user, ActionId::ScreenNotifications);
    without_user.dispatch(Action::FocusPane(crate::screens::inbox::inbox::PREFERENCES), test_now());
    assert!(without_user.offers_user_choice());
    let with_user = &mut app("u-1", Vec::new(), Vec::new());
    run(with_user, ActionId::ScreenViews);
    with_user
        .dispatch(Action::FocusPane(crate::screens::server_views::server_views::SERVICE_VIEWS), test_now());
    assert!(!with_user.offers_user_choice());
}

#[test]
fn help_and_palette_name_the_choice_in_both_languages() {
    for lang in Lang::ALL {
        let mut app = app("u-1", Vec::new(), Vec::new());
        while app.cx.lang() != lang {
            run(&mut app, ActionId::SwitchLanguage);
        }
        let label = Messages::new(lang).get("action-act-for-user").into_owned();
        run(&mut app, ActionId::Palette);
        app.dispatch(Action::SetText(label.clone()), test_now());
        let found = crate::tools::palette::view::palette_lines(&app);
        assert!(found.iter().any(|line| line.label.as_str() == label), "{found:?}");
        run(&mut app, ActionId::Back);
        let help = crate::tools::help::view::help::help_groups(&app);
        let named = help.iter().flat_map(|group| &group.lines);
        assert!(
            named.clone().any(|line| line.label.starts_with(&label) && !line.keys.is_empty()),
            "{help:?}"
        );
    }
}

/// Returns a snapshot whose alert preferences failed with `status`.
fn snapshot_with_status(app: &App, revision: u64, status: u16) -> Arc<Snapshot> {
    let mut response = crate::model::fetched::Fetched::default();
    response.fail(Error::from_status(status, None));
    Arc::new(Snapshot {
        revision,
        user: app.cx.snapshot().user.clone(),
        settings: Some(Arc::new(BTreeMap::new())),
        loaded_routes: Arc::new(
            [(crate::records::delegated_users::user_switch::preferences_route(), response)].into(),
        ),
        ..Snapshot::default()
    })
}

#[test]
fn user_unknown_to_the_server_is_reported_as_unknown() {
    for (status, message, header) in [
        (
            404,
            "User u-nobody doesn’t exist on the server. Check the ID or choose another user",
            "u-nobody, unknown",
        ),
        (403, "The key can’t act as u-nobody, or can’t see this list.", "u-nobody, rejected"),
    ] {
        let mut before = app("u-1", vec![known_user("u-nobody", 0, false)], Vec::new());
        run(&mut before, ActionId::SwitchUser);
        choose(&mut before, "u-nobody");
        let mut next = before.for_new_user(test_now());
        let asked = Effect::LoadRoute(crate::records::delegated_users::user_switch::preferences_route());
        assert!(next.start().effects.contains(&asked), "the user is checked at the start");
        next.on_snapshot(Arc::new(Snapshot {
            revision: 1,
            user: "u-nobody".into(),
            settings: Some(Arc::new(BTreeMap::new())),
            ..Snapshot::default()
        }));
        assert_eq!(toast_texts(&next), ["Now acting as u-nobody"]);
        let response = snapshot_with_status(&next, 2, status);
        next.on_snapshot(response);
        assert_eq!(toast_texts(&next), [message], "the toast of the successful switch is replaced");
        assert!(next.cx.toasts()[0].content.is_problem());
        assert_eq!(users_view::current_user_view(&next).unwrap().short, header);
        run(&mut next, ActionId::SwitchUser);
        let picker = picker::picker_view(&next).unwrap();
        let here = picker.lines.iter().find(|line| line.label.as_str() == "u-nobody");
        assert!(here.unwrap().note.contains("by the server") || here.unwrap().note.contains("to the server"));
        // Reported once, even if the response repeats.
        let response = snapshot_with_status(&next, 3, status);
        next.on_snapshot(response);
        assert_eq!(toast_texts(&next).len(), 1);
    }
    let mut known = app("u-1", Vec::new(), Vec::new());
    let away = snapshot_with_status(&known, 2, 503);
    known.on_snapshot(away);
    assert_eq!(known.cx.user_rejection(), None, "an outage is not about the user");
}
