//! States of the window beyond their pictures: less motion is heeded, and what was armed is confirmed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod support;

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use encours_core::app::{Action, ActionId, Screen, ThemeChoice, ToastKind};
use encours_core::engine::{Part, SetAside};
use encours_core::view::text::Lang;
use encours_core::view::tokens::Theme;
use encours_gui::desktop::{Answer, Outside};
use support::{LARGE, SMALL, Window, open, shown as window};
use support::{sample, scenes};

/// The texts that are painted, each with whether all of it is.
fn painted(window: &Window<'_>) -> Vec<(String, bool)> {
    fn collect(shape: &egui::Shape, texts: &mut Vec<(String, bool)>) {
        match shape {
            egui::Shape::Text(text) => texts.push((text.galley.text().to_owned(), !text.galley.elided)),
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, texts)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    for clipped in &window.output().shapes {
        collect(&clipped.shape, &mut texts);
    }
    texts
}

#[test]
fn what_changed_since_the_last_visit_is_read_to_its_end() {
    let since = scenes::named("list-since");
    for (lang, end) in [(Lang::En, "elsewhere"), (Lang::Fr, "ailleurs")] {
        let window = since.open(lang, ThemeChoice::Light, [1280.0, 800.0]);
        let texts = painted(&window);
        let told = texts
            .iter()
            .filter(|(text, _)| text.contains("19/11") && text.contains(" · "));
        let told: Vec<_> = told.collect();
        assert_eq!(told.len(), 3, "{texts:?}");
        assert!(told.iter().all(|(_, whole)| *whole), "{told:?}");
        assert!(told.iter().any(|(text, _)| text.ends_with(end)), "{told:?}");
    }
}

#[test]
fn the_line_that_has_the_focus_is_read_whole_in_a_narrow_window_too() {
    let window = scenes::named("list-since").open(Lang::Fr, ThemeChoice::Light, [360.0, 560.0]);
    let texts = painted(&window);
    let focused = texts
        .iter()
        .find(|(text, _)| text.contains("dernière lecture complète"));
    let (text, whole) = focused.expect("the line that has the focus is painted");
    assert!(*whole && text.ends_with("23:41"), "{text}");
}

#[test]
fn a_file_set_aside_has_a_sign_of_its_own_beside_what_waits() {
    let mut snapshot = sample::snapshot();
    snapshot.keeping.damaged = vec![SetAside {
        part: Part::Cache,
        path: "/d/cache.db.damaged-7".into(),
        gone: false,
        at: sample::now(),
        kept: None,
        lost: 0,
    }]
    .into();
    let window = window(snapshot, Lang::En, ThemeChoice::Light, LARGE, Vec::new());
    let says = |text: &str| window.query_by_label_contains(text).is_some();
    assert!(says("Damaged file set aside (8: Activity)"));
    assert!(says("1 write waiting"), "its own part");
}

#[test]
fn the_systems_wish_for_less_motion_is_heeded() {
    let (outside, answers) = Outside::quiet();
    let mut state = sample::window(sample::snapshot(), Lang::En, ThemeChoice::Light).on_desktop(
        outside.clone(),
        answers,
        false,
    );
    state.take_in();
    state.act(Action::Run(ActionId::MoveNext));
    let mut window = open(state, Theme::Light, SMALL);
    let said = |window: &Window<'_>| {
        let app = window.state().app();
        let toast = app.toasts().last().expect("the move is told");
        encours_core::view::toast::toast(app, toast)
            .countdown
            .unwrap_or_default()
    };
    assert!(said(&window).starts_with("sends in"), "{}", said(&window));
    for (still, text) in [(true, "sends at"), (false, "sends in")] {
        outside.answer(Answer::Still(still));
        window.run();
        assert!(said(&window).starts_with(text), "{}", said(&window));
        assert_eq!(window.ctx.global_style().animation_time > 0.0, !still);
    }
}

#[test]
fn what_a_press_armed_is_confirmed_by_enter() {
    let show = vec![Action::Show(Screen::Notifications)];
    let mut window = window(sample::snapshot(), Lang::En, ThemeChoice::Light, SMALL, show);
    window.get_by_role_and_label(Role::Button, "Mark 37 read").click();
    window.run();
    assert!(window.state().app().inbox().armed_until.is_some());
    window.key_press(egui::Key::Enter);
    window.run();
    let app = window.state().app();
    assert!(app.inbox().armed_until.is_none());
    assert_eq!(app.screen(), Screen::Notifications, "no notification was opened");
    assert!(
        matches!(
            app.toasts().last().map(|toast| &toast.kind),
            Some(ToastKind::Marking { count: 37, .. })
        ),
        "{:?}",
        app.toasts()
    );
}
