//! Where nothing changes, nothing is drawn.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod support;

use std::time::Duration;

use encours_core::app::{Action, ActionId, Screen, ThemeChoice};
use encours_core::contract::ids::DealId;
use encours_core::engine::Snapshot;
use encours_core::view::text::Lang;
use encours_core::view::tokens::Theme;
use support::sample::{self, LE_PARC};
use support::{LARGE, open, patience};

/// A snapshot in which no second counts.
fn quiet() -> Snapshot {
    Snapshot {
        writes: std::sync::Arc::default(),
        ..sample::snapshot()
    }
}

fn waits(actions: Vec<Action>) -> Duration {
    let mut state = sample::window(quiet(), Lang::Fr, ThemeChoice::Light);
    state.take_in();
    for action in actions {
        state.act(action);
    }
    // `open` itself fails if the window keeps asking for another frame at once.
    patience(&open(state, Theme::Light, LARGE))
}

#[test]
fn every_screen_rests() {
    let deal = Action::OpenDeal(DealId::new(LE_PARC).unwrap());
    let screens = [
        Screen::Pipeline,
        Screen::Portfolio,
        Screen::Notifications,
        Screen::Activity,
    ];
    let screens = screens.map(Action::Show).into_iter().chain([deal]);
    for show in screens {
        let waits = waits(vec![show.clone()]);
        assert!(
            waits >= Duration::from_secs(1),
            "{show:?} draws again after {waits:?}"
        );
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
        assert!(
            waits >= Duration::from_secs(1),
            "{id:?} draws again after {waits:?}"
        );
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
