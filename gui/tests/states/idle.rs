//! Without changes, the window draws nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crate::support::restless::Restless;
use crate::support::sample::still::Still;
use crate::support::sample::{self, LE_PARC};
use crate::support::{LARGE, Window, open, patience};
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::cx::theme_choice::ThemeChoice;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::contract::ids::DealId;
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use encours_core::theme::Theme;
use encours_gui::WindowState;
use jiff::SignedDuration;

/// The minimum time without a frame while nothing happens.
const IDLE: Duration = Duration::from_mins(1);

/// Returns a snapshot without countdowns.
fn quiet() -> Snapshot {
    Snapshot {
        writes: Arc::default(),
        ..sample::snapshot()
    }
}

fn waits(actions: Vec<Action>) -> Duration {
    let mut state = sample::window(quiet(), Lang::Fr, ThemeChoice::Light);
    state.take_in();
    for action in actions {
        state.act(action);
    }
    // `open` itself fails if the window keeps requesting another frame at once.
    patience(&open(state, Theme::Light, LARGE))
}

#[test]
fn every_screen_rests() {
    let deal = Action::OpenDeal(DealId::new(LE_PARC).unwrap());
    for show in Screen::ALL.map(Action::Show).into_iter().chain([deal]) {
        let waits = waits(vec![show.clone()]);
        assert!(waits >= IDLE, "{show:?} draws again after {waits:?}");
    }
}

#[test]
fn what_lies_over_a_screen_rests_too() {
    for id in [
        ActionId::Palette,
        ActionId::Help,
        ActionId::NewDeal,
        ActionId::MoveTo,
        ActionId::Filter,
    ] {
        let waits = waits(vec![Action::Run(id)]);
        assert!(waits >= IDLE, "{id:?} draws again after {waits:?}");
    }
}

#[test]
fn a_countdown_draws_once_a_second_and_no_more() {
    let mut state = sample::window(sample::snapshot(), Lang::Fr, ThemeChoice::Light);
    state.take_in();
    let waits = patience(&open(state, Theme::Light, LARGE));
    assert!(
        waits > Duration::from_millis(500) && waits <= Duration::from_secs(1),
        "{waits:?}"
    );
}

/// Returns the screens that do not change during a refresh, which excludes the request log.
fn resting() -> impl Iterator<Item = Action> {
    let screens = Screen::ALL
        .into_iter()
        .filter(|screen| *screen != Screen::Activity);
    screens.map(Action::Show)
}

#[test]
fn a_service_that_answers_all_as_before_draws_nothing() {
    let mut window = Restless::begin();
    let deal = window.some_deal();
    for show in resting().chain([Action::OpenDeal(deal), Action::Show(Screen::Pipeline)]) {
        window.act(show.clone());
        window.rest();
        let drawn = window.woken();
        // Several rounds of counts, full syncs and other requests.
        for _ in 0..4 {
            window.read_again();
        }
        assert_eq!(window.woken(), drawn, "{show:?}");
        let waits = window.patience();
        assert!(waits >= IDLE, "{show:?} draws again after {waits:?}");
    }
}

#[test]
fn time_that_passes_draws_only_what_is_no_longer_true() {
    let passed = Arc::new(AtomicI64::new(0));
    let moved = passed.clone();
    let clock = move || sample::now() + SignedDuration::from_secs(moved.load(Ordering::SeqCst));
    let app = App::new(sample::options(Lang::En, ThemeChoice::Light), clock());
    let state = WindowState::new(app, Box::new(Still(Arc::new(quiet()))), Box::new(clock));
    let mut window = open(state, Theme::Light, LARGE);
    let says = |window: &Window<'_>, text: &str| window.query_all_by_label_contains(text).next().is_some();
    assert!(says(&window, "Up to date"));
    // As often as the service would be requested.
    let (mut drawn, mut left) = (0, patience(&window));
    for _ in 0..30 {
        passed.fetch_add(20, Ordering::SeqCst);
        left = left.saturating_sub(Duration::from_secs(20));
        if left.is_zero() {
            window.run();
            drawn += 1;
            left = patience(&window);
        }
    }
    assert_eq!(drawn, 1, "within ten minutes");
    assert!(says(&window, "Online, as of"), "a moment stays true");
    assert!(!says(&window, "Up to date"));
}

#[test]
fn what_is_new_is_drawn() {
    let mut window = Restless::begin();
    window.rest();
    let drawn = window.woken();
    window.change_something();
    window.await_woken(drawn);
}
