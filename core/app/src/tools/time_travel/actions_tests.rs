//! Tests of the shown time: dates, what the past forbids, the way back.

use crate::contract::ids::NotificationId;
use crate::dataset::column::DealColumn;
use crate::foundation::cx::output::EditSubject;
use crate::foundation::cx::overlay::{FormPurpose, Overlay, PickerKind};
use crate::foundation::input::commands::{ACTIONS, ActionId};
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::as_of::AsOf;
use crate::model::history::observed::ObservedHistory;
use crate::model::local_deals::NoteKey;
use crate::model::resources::resource_kind::ResourceKind;
use crate::records::lists::lists_tests::list;
use crate::screens::inbox::triage_tests::inbox;
use crate::screens::views::saved_view::SavedView;
use crate::screens::views::views::setting_of_view;
use crate::shell::action::Action;
use crate::shell::testing::*;
use crate::tools::session::restore::SESSION_KEY;
use crate::tools::time_travel::view::past_texts;

const DAY: i64 = 86_400;

fn days_ago(days: i64) -> Timestamp {
    Timestamp::from_second(test_now().as_second() - days * DAY).unwrap()
}

fn end_of(day: &str) -> Timestamp {
    crate::model::as_of::end_of_day(day.parse().unwrap(), &TimeZone::UTC)
}

fn observed() -> Arc<ObservedHistory> {
    Arc::new(ObservedHistory { first_observed_at: Some(days_ago(30)), ..ObservedHistory::default() })
}

fn present() -> App {
    app_with(Snapshot { history: observed(), ..snapshot(1, table()) })
}

fn past(as_of: AsOf) -> Snapshot {
    Snapshot { as_of: Some(as_of), history: observed(), ..snapshot(2, table()) }
}

fn typed_command(app: &mut App, text: &str) -> Vec<Effect> {
    run(app, &[ActionId::Palette]);
    type_name(app, text)
}

#[test]
fn past_dates_are_typed_in_both_languages() {
    let shown = |until| move |at: &str| vec![Effect::ShowAsOf(Some(AsOf { at: end_of(at), until }))];
    for text in ["as of 1 November", "au 1er novembre", "état au 01/11", "as of 2026-11-01"] {
        assert_eq!(typed_command(&mut present(), text), shown(None)("2026-11-01"), "{text}");
    }
    assert_eq!(typed_command(&mut present(), "as of yesterday"), shown(None)("2026-11-19"));
    let until = Some(end_of("2026-11-15"));
    for text in ["compare 1 November 15 November", "comparer 15/11 1/11"] {
        assert_eq!(typed_command(&mut present(), text), shown(until)("2026-11-01"), "{text}");
    }
}

#[test]
fn unreadable_dates_are_corrected_in_the_form() {
    for (text, typed) in [
        ("as of 35/14", ["35/14", ""]),
        ("état au 35/14", ["35/14", ""]),
        ("as of 1 December 2026", ["1 december 2026", ""]),
        ("compare 35/14", ["35/14", ""]),
        ("compare 1 November to 35/14", ["1 november", "35/14"]),
    ] {
        let mut app = present();
        assert_eq!(typed_command(&mut app, text), [], "{text}");
        let Overlay::Form(form) = app.cx.overlay() else { panic!("{text}: {:?}", app.cx.overlay()) };
        assert_eq!((&form.purpose, form.error), (&FormPurpose::AsOf, Some("form-as-of-wrong")), "{text}");
        assert_eq!(["as-of", "as-of-until"].map(|field| form.value(field)), typed, "{text}");
        assert_eq!(type_name(&mut app, "1/11").len(), usize::from(typed[1].is_empty()), "{text}");
    }
    // Before the first sync nothing can be shown, and the reason is given.
    let mut app = app();
    assert_eq!(app.enabled(ActionId::ShowAsOf), Err(DisabledReason::NotObserved));
    assert_eq!(typed_command(&mut app, "as of yesterday"), []);
    assert!(is_refused(&app, DisabledReason::NotObserved));
    // Whatever has the typed name comes first, and without a date the form is empty.
    for text in ["état à une date", "as of", "as of "] {
        let mut app = present();
        typed_command(&mut app, text);
        assert!(matches!(app.cx.overlay(), Overlay::Form(form) if form.error.is_none()), "{text}");
    }
}

#[test]
fn form_stays_open_for_a_date_that_is_not_known() {
    let mut app = present();
    run(&mut app, &[ActionId::ShowAsOf]);
    assert_eq!(type_name(&mut app, "2026-10-01"), []);
    assert!(matches!(app.cx.overlay(), Overlay::Form(form) if form.error == Some("form-as-of-wrong")));
    let as_of = AsOf { at: end_of("2026-11-01"), until: None };
    assert_eq!(type_name(&mut app, "1/11"), [Effect::ShowAsOf(Some(as_of))]);
}

fn is_refused(app: &App, reason: DisabledReason) -> bool {
    app.cx.toasts().iter().any(|toast| toast.content.disabled_reason() == Some(reason.key()))
}

/// Returns a snapshot with something to change on every screen.
fn rich(revision: u64, as_of: Option<AsOf>) -> Snapshot {
    let view = SavedView { name: "Mine".into(), query: "status:ic".into(), ..SavedView::default() };
    let (name, text) = setting_of_view(&view);
    let stored = [(name.as_str(), text.as_str()), ("subscription/view/Mine", ""), ("note/a", "call")];
    let task = [r#"{"id":"t1","statut":"prep","title":"Relire le bail"}"#];
    let server_view = [r#"{"id":"v1","name":"Mine"}"#];
    let lists = [(ResourceKind::Tasks, &task), (ResourceKind::SavedViews, &server_view)];
    Snapshot {
        as_of,
        history: observed(),
        handled: u64::MAX,
        settings: Some(settings(&stored)),
        resources: Arc::new(lists.map(|(kind, records)| (kind, list(kind, records, &["w1"]))).into()),
        ..inbox(revision)
    }
}

/// Leaves out the display state, which stays changeable.
fn writes(effects: Vec<Effect>) -> Vec<Effect> {
    let is_display =
        |effect: &Effect| matches!(effect, Effect::SaveSetting { name, .. } if name == SESSION_KEY);
    effects.into_iter().filter(|effect| !effect.only_looks() && !is_display(effect)).collect()
}

#[test]
fn past_refuses_each_action_that_writes_and_no_other() {
    let past = Arc::new(rich(2, Some(AsOf { at: days_ago(10), until: None })));
    for (screen, pane, split_view) in
        Screen::ALL.iter().flat_map(|screen| [(screen, 0, false), (screen, 1, false), (screen, 0, true)])
    {
        let mut present = app_with(rich(1, None));
        present.cx.options.split_view = split_view;
        present.dispatch(Action::Show(*screen), test_now());
        present.dispatch(Action::FocusPane(pane), test_now());
        let mut begun = present.clone();
        begun.on_snapshot(past.clone());
        for spec in ACTIONS {
            let context = format!("{} on {screen:?}, pane {pane}", spec.name);
            let mut app = begun.clone();
            assert_eq!(app.enabled(spec.id) == Err(DisabledReason::PastShown), spec.writes, "{context}");
            assert_eq!(writes(run(&mut app, &[spec.id])), [], "{context}");
            assert_eq!(is_refused(&app, DisabledReason::PastShown), spec.writes, "{context}");
            // The palette lists writing actions, with their reason.
            let then = if spec.id == ActionId::Palette { ActionId::Back } else { ActionId::Open };
            assert_eq!(writes(run(&mut app, &[then])), [], "{context}");
            assert!(spec.writes || !is_refused(&app, DisabledReason::PastShown), "{context}");
            assert_eq!(app.views.list, begun.views.list, "{context}");
            // What writes in the present is marked in the table.
            let mut app = present.clone();
            assert!(writes(run(&mut app, &[spec.id])).is_empty() || spec.writes, "{context}");
        }
    }
}

#[test]
fn past_refuses_each_pointed_action_that_writes() {
    let deal = || DealId::new("a").unwrap();
    let (status, text) = (|| "lost".to_owned(), || "[[view]]\nname = \"x\"".to_owned());
    for action in [
        Action::MoveDeal { deal: deal(), status: status() },
        Action::MoveToSwimlane { deal: deal(), status: status(), owner: String::new() },
        Action::MoveSelected { status: status(), owner: None },
        Action::NewDealInColumn(0),
        Action::EditNote(NoteKey::undated("a")),
        Action::MoveTask { task: "t1".into(), statut: "done".into() },
        Action::MarkRead(NotificationId::new("a").unwrap()),
        Action::CancelMarking,
        Action::RecreateFromJournal(1),
        Action::ChooseSide { field: 0, mine: true },
        Action::UndoToast(1),
        Action::Subscribe("Mine".into()),
        Action::ImportViews(text()),
        Action::Edited { subject: EditSubject::Views, text: text() },
        Action::Edited { subject: EditSubject::Note(NoteKey::undated("a")), text: text() },
    ] {
        let mut app = app_with(rich(1, None));
        app.on_snapshot(Arc::new(rich(2, Some(AsOf { at: days_ago(10), until: None }))));
        let views = app.views.list.clone();
        let output = app.dispatch(action.clone(), test_now());
        assert_eq!(writes(output.effects.clone()), [], "{action:?}");
        assert!(is_refused(&app, DisabledReason::PastShown), "{action:?}");
        assert_eq!((app.cx.overlay(), &app.views.list), (&Overlay::None, &views), "{action:?}");
        // A text from the editor can be pasted in the present.
        assert_eq!(output.copied().is_some(), matches!(action, Action::Edited { .. }), "{action:?}");
        // Commands with an argument.
        for command in ["déplacer lost", "responsable J. Roux", "je suis J. Roux"] {
            assert_eq!(writes(typed_command(&mut app, command)), [], "{command}");
            assert!(app.pipeline.board().own_names.is_empty());
        }
    }
}

#[test]
fn display_of_an_open_view_changes_in_the_past_alone() {
    let mut app = app_with(rich(1, None));
    app.dispatch(Action::OpenView("Mine".into()), test_now());
    run(&mut app, &[ActionId::ToggleTable]);
    let resize = || Action::ResizeColumn { column: DealColumn::Name, width: 31 };
    let mut past = app.clone();
    past.on_snapshot(Arc::new(rich(2, Some(AsOf { at: days_ago(10), until: None }))));
    assert_eq!(writes(past.dispatch(resize(), test_now()).effects), []);
    assert!(!is_refused(&past, DisabledReason::PastShown) && past.views.list == app.views.list);
    assert_eq!(writes(app.dispatch(resize(), test_now()).effects).len(), 1);
}

#[test]
fn footer_of_the_past_offers_the_way_back() {
    for &screen in Screen::ALL {
        let mut app = app_with(rich(1, None));
        app.on_snapshot(Arc::new(rich(2, Some(AsOf { at: days_ago(10), until: None }))));
        app.dispatch(Action::Show(screen), test_now());
        let hints = crate::shell::view::footer_keys::hints(&app);
        assert!(!hints.iter().any(|hint| hint.action.spec().writes), "{screen:?}: {hints:?}");
        if screen == Screen::Pipeline {
            assert_eq!((hints[0].action, hints[0].label.as_str()), (ActionId::Back, "présent"));
        }
    }
}

#[test]
fn form_opened_before_the_past_changes_nothing() {
    let mut app = present();
    run(&mut app, &[ActionId::EditDeal]);
    app.on_snapshot(Arc::new(past(AsOf { at: days_ago(10), until: None })));
    assert_eq!(*app.cx.overlay(), Overlay::None);
    assert_eq!(writes(type_name(&mut app, "J. Roux")), []);
}

#[test]
fn past_is_marked_and_ages_count_to_it() {
    let mut app = present();
    assert_eq!(past_texts(&app.cx), None);
    app.on_snapshot(Arc::new(past(AsOf { at: days_ago(10), until: None })));
    let (banner, short) = past_texts(&app.cx).unwrap();
    assert!(banner.contains("observé depuis le 21 octobre 2026") && short.ends_with("10 novembre 2026"));
    assert_eq!(app.cx.observed_now(), days_ago(10));
    assert_eq!(crate::shell::view::status_line::status_line(&app).freshness.text, short);
    assert_eq!(run(&mut app, &[ActionId::Back]), [Effect::ShowAsOf(None)]);
    assert_eq!(run(&mut app, &[ActionId::BackToPresent]), [Effect::ShowAsOf(None)]);
}

#[test]
fn comparison_opens_its_list_once_it_is_known() {
    let mut app = present();
    let effects = typed_command(&mut app, "compare 1 November");
    let [Effect::ShowAsOf(Some(as_of))] = effects.as_slice() else { panic!("{effects:?}") };
    assert!(app.cx.picker().is_none());
    app.on_snapshot(Arc::new(past(*as_of)));
    assert_eq!(app.cx.picker().map(|picker| picker.kind), Some(PickerKind::Since));
}
