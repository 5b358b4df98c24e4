//! Scenes of exceptional states, and of the window without a screen.
//!
//! The states are: loading, empty, no matches, failed, stale, offline, signed out.

use std::sync::Arc;

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::error::{Error, NetworkError};
use encours_core::model::as_of::AsOf;
use encours_core::model::history::observed::ObservedHistory;
use encours_core::model::resources::list_source::ListMode;
use encours_core::model::snapshot::{ConnectionState, Coverage, Inbox, Snapshot};
use encours_core::model::table::DealTable;
use encours_gui::window::{KnownKey, NeededInput, SealedFile, StartupFailure};
use jiff::SignedDuration;

use super::{Scene, scene};
use crate::support::sample::{self, test_now};

/// Returns a snapshot in which nothing has been loaded yet.
pub fn nothing_loaded() -> Snapshot {
    Snapshot {
        revision: 1,
        coverage: Coverage { syncing: true, ..Coverage::default() },
        connection: ConnectionState::Starting,
        ..Snapshot::default()
    }
}

/// Returns a snapshot in which everything has been loaded and is empty.
pub fn empty() -> Snapshot {
    let read_at = test_now() - SignedDuration::from_secs(12);
    Snapshot {
        deals: Arc::new(DealTable::default()),
        status_totals: Arc::default(),
        coverage: Coverage { fetched: 0, total: Some(0), complete_at: Some(read_at), ..Coverage::default() },
        writes: Arc::default(),
        ..sample::snapshot()
    }
}

fn one_deal() -> Snapshot {
    let mut snapshot = empty();
    let mut table = DealTable::default();
    table.set_row(sample::deals::single_deal(), None);
    snapshot.deals = Arc::new(table);
    snapshot.coverage.fetched = 1;
    snapshot.coverage.total = Some(1);
    snapshot
}

fn offline() -> Snapshot {
    Snapshot {
        connection: ConnectionState::Offline {
            since: test_now() - SignedDuration::from_mins(26),
            retry_at: test_now() + SignedDuration::from_secs(14),
            error: Error::unreachable(NetworkError::Connect, "the service cannot be reached"),
        },
        ..sample::snapshot()
    }
}

/// Returns a snapshot whose last sync was a day ago.
fn stale() -> Snapshot {
    let mut snapshot = offline();
    snapshot.coverage.complete_at = Some(test_now() - SignedDuration::from_hours(26));
    snapshot
}

fn failed() -> Snapshot {
    Snapshot {
        deals_error: Some(Error::from_status(500, None)),
        connection: ConnectionState::Failing {
            retry_at: test_now() + SignedDuration::from_secs(40),
            error: Error::from_status(500, None),
        },
        ..nothing_loaded()
    }
}

fn signed_out() -> Snapshot {
    Snapshot {
        connection: ConnectionState::SignInNeeded { error: Error::from_status(401, None) },
        ..sample::snapshot()
    }
}

/// Returns a snapshot of ten days ago.
fn past() -> Snapshot {
    let at = test_now() - SignedDuration::from_hours(240);
    let known = test_now() - SignedDuration::from_hours(720);
    let usual = sample::snapshot();
    Snapshot {
        as_of: Some(AsOf { at, until: None }),
        coverage: Coverage {
            fetched: usual.deals.len() as u64,
            complete_at: Some(at),
            ..Coverage::default()
        },
        history: Arc::new(ObservedHistory { first_observed_at: Some(known), ..(*usual.history).clone() }),
        details: Arc::default(),
        ..usual
    }
}

fn no_lists() -> Snapshot {
    Snapshot { resources: Arc::default(), ..sample::snapshot() }
}

/// Returns a snapshot without a list of notifications and without watched identifiers.
fn watched_without_list() -> Snapshot {
    Snapshot {
        inbox: Arc::new(Inbox { mode: ListMode::Watched, fetched_at: Some(test_now()), ..Inbox::default() }),
        ..sample::snapshot()
    }
}

fn start_failure(key: &'static str, detail: &str, ask: NeededInput) -> StartupFailure {
    StartupFailure {
        message_key: Some(key),
        cause: detail.to_owned().into(),
        needed_input: ask,
        input_error: None,
        known_key: KnownKey::default(),
    }
}

/// Returns the scenes of loading and of empty states.
pub fn loading_scenes() -> Vec<Scene> {
    vec![
        scene("reading", Vec::new).on_snapshot(nothing_loaded),
        scene("reading-portfolio", || vec![Action::Show(Screen::Portfolio)]).on_snapshot(nothing_loaded),
        scene("reading-notifications", || vec![Action::Show(Screen::Notifications)])
            .on_snapshot(nothing_loaded),
        scene("empty", Vec::new).on_snapshot(empty),
        scene("one-deal", Vec::new).on_snapshot(one_deal),
        scene("filtered-away", || vec![Action::SetFilter("classe:hotels ltv>0.95".to_owned())]),
        scene("filter-unreadable", || vec![Action::SetFilter("status:ic ltv>abc".to_owned())]),
        scene("tasks-unknown", || vec![Action::Show(Screen::Tasks)]).on_snapshot(no_lists),
        scene("notifications-watched", || vec![Action::Show(Screen::Notifications)])
            .on_snapshot(watched_without_list),
    ]
}

/// Returns the scenes of failures and their remedies.
pub fn failure_scenes() -> Vec<Scene> {
    vec![
        scene("failed", Vec::new).on_snapshot(failed),
        scene("offline", Vec::new).on_snapshot(offline),
        scene("stale", Vec::new).on_snapshot(stale),
        scene("signed-out", Vec::new).on_snapshot(signed_out),
        scene("past", Vec::new).on_snapshot(past),
        scene("past-deal", || vec![Action::Run(ActionId::Open)]).on_snapshot(past),
        scene("past-portfolio", || vec![Action::Show(Screen::Portfolio)]).on_snapshot(past),
        scene("first-run", Vec::new)
            .failing(|| start_failure("start-no-base-url", "no service is configured", NeededInput::Key)),
        scene("passphrase", Vec::new).failing(|| {
            let detail = "the secret is in a passphrase file";
            start_failure("start-passphrase", detail, NeededInput::Passphrase).with_known_key(KnownKey {
                base_url: "https://api.example.com/v1".into(),
                key_id: "key_4f2a".into(),
                sealed_file: Some(SealedFile { path: "secrets/4f2a.json".into(), read_error: None }),
                ..KnownKey::default()
            })
        }),
    ]
}
