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
use encours_core::view::text::Lang;
use encours_core::view::tokens::Theme;
use encours_gui::desktop::{Answer, Outside};
use support::sample;
use support::{SMALL, Window, open, shown as window};

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
