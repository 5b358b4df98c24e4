//! Without changes, the window draws nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crate::support::sample::snapshot_service::SnapshotService;
use crate::support::sample::{self, LE_PARC};
use crate::support::wake_test::WakeTest;
use crate::support::{LARGE, TestWindow, open_window, repaint_delay};
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::contract::ids::DealId;
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use encours_core::theme::WindowTheme;
use encours_gui::WindowState;
use jiff::SignedDuration;

/// The minimum time without a frame while nothing happens.
const MIN_IDLE: Duration = Duration::from_mins(1);

/// Returns a snapshot without countdowns.
fn quiet_snapshot() -> Snapshot {
    Snapshot { writes: Arc::default(), ..sample::snapshot() }
}

fn delay_after(actions: Vec<Action>) -> Duration {
    let mut state = sample::window(quiet_snapshot(), Lang::Fr, ThemeChoice::Light);
    state.update();
    for action in actions {
        state.run_action(action);
    }
    // `open` itself fails if the window keeps requesting another frame at once.
    repaint_delay(&open_window(state, WindowTheme::Light, LARGE))
}

#[test]
fn every_screen_rests() {
    let deal = Action::OpenDeal(DealId::new(LE_PARC).unwrap());
    for show in Screen::ALL.iter().copied().map(Action::Show).chain([deal]) {
        let waits = delay_after(vec![show.clone()]);
        assert!(waits >= MIN_IDLE, "{show:?} draws again after {waits:?}");
    }
}

#[test]
fn open_overlays_request_no_repaints() {
    for id in [ActionId::Palette, ActionId::Help, ActionId::NewDeal, ActionId::MoveTo, ActionId::Filter] {
        let waits = delay_after(vec![Action::Run(id)]);
        assert!(waits >= MIN_IDLE, "{id:?} draws again after {waits:?}");
    }
}

#[test]
fn a_countdown_draws_once_a_second_and_no_more() {
    let mut state = sample::window(sample::snapshot(), Lang::Fr, ThemeChoice::Light);
    state.update();
    let waits = repaint_delay(&open_window(state, WindowTheme::Light, LARGE));
    assert!(waits > Duration::from_millis(500) && waits <= Duration::from_secs(1), "{waits:?}");
}

/// Returns the screens that do not change during a refresh, which excludes the request log.
fn resting_screens() -> impl Iterator<Item = Action> {
    let screens = Screen::ALL.iter().copied().filter(|screen| *screen != Screen::Activity);
    screens.map(Action::Show)
}

#[test]
fn unchanged_responses_cause_no_repaint() {
    let mut window = WakeTest::start();
    let deal = window.any_deal();
    for show in resting_screens().chain([Action::OpenDeal(deal), Action::Show(Screen::Pipeline)]) {
        window.run_action(show.clone());
        window.finish_action();
        let wake_count = window.wake_count();
        // Several rounds of counts, full syncs and other requests.
        for _ in 0..4 {
            window.wait_for_sync();
        }
        assert_eq!(window.wake_count(), wake_count, "{show:?}");
        let waits = window.repaint_delay();
        assert!(waits >= MIN_IDLE, "{show:?} draws again after {waits:?}");
    }
}

#[test]
fn passing_time_repaints_only_outdated_text() {
    let passed = Arc::new(AtomicI64::new(0));
    let moved_time = passed.clone();
    let clock = move || sample::test_now() + SignedDuration::from_secs(moved_time.load(Ordering::SeqCst));
    let app = App::new(sample::options(Lang::En, ThemeChoice::Light), clock());
    let state = WindowState::new(app, Box::new(SnapshotService(Arc::new(quiet_snapshot()))), Box::new(clock));
    let mut window = open_window(state, WindowTheme::Light, LARGE);
    let has_text =
        |window: &TestWindow<'_>, text: &str| window.query_all_by_label_contains(text).next().is_some();
    assert!(has_text(&window, "Up to date"));
    // As often as the service would be requested.
    let (mut frame_count, mut remaining) = (0, repaint_delay(&window));
    for _ in 0..30 {
        passed.fetch_add(20, Ordering::SeqCst);
        remaining = remaining.saturating_sub(Duration::from_secs(20));
        if remaining.is_zero() {
            window.run();
            frame_count += 1;
            remaining = repaint_delay(&window);
        }
    }
    assert_eq!(frame_count, 1, "within ten minutes");
    assert!(has_text(&window, "Online, as of"), "a moment stays true");
    assert!(!has_text(&window, "Up to date"));
}

#[test]
fn foreign_changes_wake_the_window() {
    let mut window = WakeTest::start();
    window.finish_action();
    let wake_count = window.wake_count();
    window.change_as_other_user();
    window.wait_for_wake(wake_count);
}
