//! Tests of the shown time: dates, what the past forbids, the way back.

use crate::foundation::cx::overlay::{Overlay, PickerKind};
use crate::foundation::input::commands::{ACTIONS, ActionId};
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::as_of::AsOf;
use crate::model::history::observed::ObservedHistory;
use crate::model::local_deals::NoteKey;
use crate::shell::action::Action;
use crate::shell::testing::*;
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
    for text in ["as of 2026-10-01", "as of 1 December 2026"] {
        assert_eq!(typed_command(&mut present(), text), [], "{text}");
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

#[test]
fn past_forbids_every_change() {
    let as_of = AsOf { at: days_ago(10), until: None };
    for screen in Screen::ALL {
        for spec in ACTIONS {
            let mut app = present();
            app.dispatch(Action::Show(screen), test_now());
            app.on_snapshot(Arc::new(past(as_of)));
            if spec.id.changes_records() {
                assert_eq!(app.enabled(spec.id), Err(DisabledReason::PastShown), "{}", spec.name);
            }
            let effects = run(&mut app, &[spec.id, ActionId::Open]);
            assert!(!effects.iter().any(Effect::changes_records), "{} on {screen:?}: {effects:?}", spec.name);
        }
    }
    let deal = || DealId::new("a").unwrap();
    let status = || "lost".to_owned();
    for action in [
        Action::MoveDeal { deal: deal(), status: status() },
        Action::MoveToSwimlane { deal: deal(), status: status(), owner: String::new() },
        Action::NewDealInColumn(0),
        Action::EditNote(NoteKey::undated("a")),
        Action::MoveTask { task: "t".into(), statut: "done".into() },
    ] {
        let mut app = present();
        app.on_snapshot(Arc::new(past(as_of)));
        let output = app.dispatch(action.clone(), test_now());
        assert!(!output.effects.iter().any(Effect::changes_records), "{action:?}");
        assert_eq!(*app.cx.overlay(), Overlay::None, "{action:?}");
    }
}

#[test]
fn form_opened_before_the_past_changes_nothing() {
    let mut app = present();
    run(&mut app, &[ActionId::EditDeal]);
    app.on_snapshot(Arc::new(past(AsOf { at: days_ago(10), until: None })));
    assert_eq!(*app.cx.overlay(), Overlay::None);
    assert!(!type_name(&mut app, "J. Roux").iter().any(Effect::changes_records));
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
