//! Scenes of exceptional states, and of the window without a screen.
//!
//! The states are: loading, empty, no matches, failed, stale, offline, signed out.

use std::sync::Arc;

use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::error::{Error, Fault};
use encours_core::model::resources::list_source::Mode as ListMode;
use encours_core::model::snapshot::{Connection, Coverage, Inbox, Snapshot};
use encours_core::model::table::DealTable;
use encours_gui::window::{Ask, Failure, Known, SealedFile};
use jiff::SignedDuration;

use super::{Scene, scene};
use crate::support::sample::{self, now};

/// Returns a snapshot in which nothing has been loaded yet.
pub fn reading() -> Snapshot {
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

/// Returns a snapshot in which everything has been loaded and is empty.
pub fn empty() -> Snapshot {
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

fn one_deal() -> Snapshot {
    let mut snapshot = empty();
    let mut table = DealTable::default();
    table.patch(sample::deals::one(), None);
    snapshot.deals = Arc::new(table);
    snapshot.coverage.read = 1;
    snapshot.coverage.total = Some(1);
    snapshot
}

fn offline() -> Snapshot {
    Snapshot {
        connection: Connection::Offline {
            since: now() - SignedDuration::from_mins(26),
            retry_at: now() + SignedDuration::from_secs(14),
            error: Error::unreachable(Fault::Connect, "the service cannot be reached"),
        },
        ..sample::snapshot()
    }
}

/// Returns a snapshot whose last sync was a day ago.
fn stale() -> Snapshot {
    let mut snapshot = offline();
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

fn signed_out() -> Snapshot {
    Snapshot {
        connection: Connection::SignInNeeded {
            error: Error::of_status(401, None),
        },
        ..sample::snapshot()
    }
}

fn no_lists() -> Snapshot {
    Snapshot {
        families: Arc::default(),
        ..sample::snapshot()
    }
}

/// Returns a snapshot without a list of notifications and without watched identifiers.
fn watched() -> Snapshot {
    Snapshot {
        inbox: Arc::new(Inbox {
            mode: ListMode::Watched,
            read_at: Some(now()),
            ..Inbox::default()
        }),
        ..sample::snapshot()
    }
}

fn unopened(key: &'static str, detail: &str, ask: Ask) -> Failure {
    Failure {
        key: Some(key),
        why: detail.to_owned().into(),
        ask,
        refusal: None,
        known: Known::default(),
    }
}

/// Returns the scenes of loading and of empty states.
pub fn of_reading() -> Vec<Scene> {
    vec![
        scene("reading", Vec::new).over(reading),
        scene("reading-portfolio", || vec![Action::Show(Screen::Portfolio)]).over(reading),
        scene("reading-notifications", || {
            vec![Action::Show(Screen::Notifications)]
        })
        .over(reading),
        scene("empty", Vec::new).over(empty),
        scene("one-deal", Vec::new).over(one_deal),
        scene("filtered-away", || {
            vec![Action::SetFilter("classe:hotels ltv>0.95".to_owned())]
        }),
        scene("filter-unreadable", || {
            vec![Action::SetFilter("status:ic ltv>abc".to_owned())]
        }),
        scene("tasks-unknown", || vec![Action::Show(Screen::Tasks)]).over(no_lists),
        scene("notifications-watched", || {
            vec![Action::Show(Screen::Notifications)]
        })
        .over(watched),
    ]
}

/// Returns the scenes of failures and their remedies.
pub fn of_trouble() -> Vec<Scene> {
    vec![
        scene("failed", Vec::new).over(failed),
        scene("offline", Vec::new).over(offline),
        scene("stale", Vec::new).over(stale),
        scene("signed-out", Vec::new).over(signed_out),
        scene("first-run", Vec::new)
            .unopened(|| unopened("start-no-base-url", "no service is configured", Ask::Key)),
        scene("passphrase", Vec::new).unopened(|| {
            let detail = "the secret of this key is kept under a passphrase";
            unopened("start-passphrase", detail, Ask::Passphrase).knowing(Known {
                base_url: "https://api.example.com/v1".into(),
                key_id: "key_4f2a".into(),
                sealed: Some(SealedFile {
                    path: "secrets/4f2a.json".into(),
                    unread: None,
                }),
                ..Known::default()
            })
        }),
    ]
}
