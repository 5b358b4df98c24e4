//! The states a screen can be in besides full: being read, empty, filtered away, failed, stale, offline, signed out, and
//! the questions of the window itself. Few words and many, both languages, both themes, and larger.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod support;

use std::sync::Arc;

use egui::accesskit::Role;
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable as _;
use encours_core::app::{Action, ActionId, Screen, ThemeChoice, ToastKind};
use encours_core::engine::{Connection, Coverage, DealTable, Snapshot};
use encours_core::error::{Error, Fault};
use encours_core::view::text::Lang;
use encours_core::view::tokens::Theme;
use encours_gui::desktop::{Answer, Outside};
use encours_gui::window::{Ask, Failure};
use jiff::SignedDuration;
use support::sample::{self, now};
use support::{LARGE, SMALL, Window, one_of as picture, open, shown as window};

const NARROW: [f32; 2] = [800.0, 560.0];

/// Nothing has been read yet.
fn reading() -> Snapshot {
    Snapshot {
        revision: 1,
        coverage: Coverage {
            reading: true,
            ..Coverage::default()
        },
        connection: Connection::Starting,
        ..Snapshot::default()
    }
}

/// Everything has been read, and there is nothing.
fn empty() -> Snapshot {
    let read_at = now() - SignedDuration::from_secs(12);
    Snapshot {
        deals: Arc::new(DealTable::default()),
        status_totals: Arc::default(),
        coverage: Coverage {
            read: 0,
            total: Some(0),
            complete_at: Some(read_at),
            ..Coverage::default()
        },
        writes: Arc::default(),
        ..sample::snapshot()
    }
}

fn offline(of: Snapshot) -> Snapshot {
    Snapshot {
        connection: Connection::Offline {
            since: now() - SignedDuration::from_mins(26),
            retry_at: now() + SignedDuration::from_secs(14),
            error: Error::unreachable(Fault::Connect, "the service cannot be reached"),
        },
        ..of
    }
}

/// Read a day ago, and not since.
fn stale() -> Snapshot {
    let mut snapshot = offline(sample::snapshot());
    snapshot.coverage.complete_at = Some(now() - SignedDuration::from_hours(26));
    snapshot
}

fn failed() -> Snapshot {
    Snapshot {
        deals_error: Some(Error::of_status(500, None)),
        connection: Connection::Failing {
            retry_at: now() + SignedDuration::from_secs(40),
            error: Error::of_status(500, None),
        },
        ..reading()
    }
}

#[test]
fn being_read() {
    let results = &mut SnapshotResults::new();
    picture(
        &mut window(reading(), Lang::Fr, ThemeChoice::Light, SMALL, vec![]),
        "state-reading",
        results,
    );
    let show = vec![Action::Show(Screen::Portfolio)];
    picture(
        &mut window(reading(), Lang::En, ThemeChoice::Dark, SMALL, show),
        "state-reading-portfolio",
        results,
    );
}

#[test]
fn empty_and_filtered_away() {
    let results = &mut SnapshotResults::new();
    picture(
        &mut window(empty(), Lang::Fr, ThemeChoice::Light, SMALL, vec![]),
        "state-empty",
        results,
    );
    let filter = vec![Action::SetFilter("classe:hotels ltv>0.95".to_owned())];
    picture(
        &mut window(sample::snapshot(), Lang::En, ThemeChoice::Dark, SMALL, filter),
        "state-filtered-away",
        results,
    );
}

#[test]
fn failed_offline_and_stale() {
    let results = &mut SnapshotResults::new();
    picture(
        &mut window(failed(), Lang::Fr, ThemeChoice::Light, SMALL, vec![]),
        "state-failed",
        results,
    );
    picture(
        &mut window(
            offline(sample::snapshot()),
            Lang::En,
            ThemeChoice::Light,
            NARROW,
            vec![],
        ),
        "state-offline-narrow",
        results,
    );
    picture(
        &mut window(stale(), Lang::Fr, ThemeChoice::Dark, SMALL, vec![]),
        "state-stale",
        results,
    );
}

#[test]
fn signed_out() {
    let results = &mut SnapshotResults::new();
    let snapshot = Snapshot {
        connection: Connection::SignInNeeded {
            error: Error::of_status(401, None),
        },
        ..sample::snapshot()
    };
    picture(
        &mut window(snapshot, Lang::Fr, ThemeChoice::Light, SMALL, vec![]),
        "state-signed-out",
        results,
    );
}

#[test]
fn the_first_run_asks_for_a_key() {
    let results = &mut SnapshotResults::new();
    let failure = Failure {
        key: Some("start-no-base-url"),
        detail: "no service is configured".to_owned(),
        ask: Ask::Key,
        refusal: None,
    };
    for (lang, theme, look, name) in [
        (Lang::Fr, ThemeChoice::Light, Theme::Light, "state-first-run"),
        (Lang::En, ThemeChoice::Dark, Theme::Dark, "state-first-run-dark"),
    ] {
        let state = sample::unopened(failure.clone(), lang, theme);
        picture(&mut open(state, look, SMALL), name, results);
    }
}

#[test]
fn a_kept_key_asks_for_its_passphrase() {
    let results = &mut SnapshotResults::new();
    let failure = Failure {
        key: Some("start-passphrase"),
        detail: "the secret of this key is kept under a passphrase".to_owned(),
        ask: Ask::Passphrase,
        refusal: None,
    };
    let state = sample::unopened(failure, Lang::En, ThemeChoice::Light);
    picture(
        &mut open(state, Theme::Light, NARROW),
        "state-passphrase",
        results,
    );
}

#[test]
fn an_export_asks_for_its_place() {
    let results = &mut SnapshotResults::new();
    let actions = vec![Action::Show(Screen::Portfolio), Action::Run(ActionId::Export)];
    picture(
        &mut window(sample::snapshot(), Lang::Fr, ThemeChoice::Light, SMALL, actions),
        "export-form",
        results,
    );
}

#[test]
fn the_portfolio_as_tables() {
    let results = &mut SnapshotResults::new();
    let actions = vec![
        Action::Show(Screen::Portfolio),
        Action::Run(ActionId::ToggleChart),
    ];
    picture(
        &mut window(sample::snapshot(), Lang::En, ThemeChoice::Light, LARGE, actions),
        "portfolio-tables",
        results,
    );
}

#[test]
fn half_as_large_again() {
    let results = &mut SnapshotResults::new();
    let mut window = window(sample::snapshot(), Lang::En, ThemeChoice::Light, SMALL, vec![]);
    window.set_pixels_per_point(1.5);
    window.run();
    picture(&mut window, "board-150", results);
}

#[test]
fn very_few_deals() {
    let results = &mut SnapshotResults::new();
    let mut snapshot = empty();
    let mut table = DealTable::default();
    table.patch(sample::deals::one(), None);
    snapshot.deals = Arc::new(table);
    snapshot.coverage.read = 1;
    snapshot.coverage.total = Some(1);
    picture(
        &mut window(snapshot, Lang::En, ThemeChoice::Light, SMALL, vec![]),
        "state-one-deal",
        results,
    );
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
