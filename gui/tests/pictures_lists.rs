//! Pictures of the screens of lists: tasks, views, explorer, activity.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod support;

use std::sync::Arc;

use egui_kittest::SnapshotResults;
use encours_core::app::{Action, Screen, ThemeChoice};
use encours_core::contract::patch::Fields;
use encours_core::engine::{PendingWrite, Snapshot, WriteId, WriteState};
use encours_core::view::text::Lang;
use support::sample::{self, records};
use support::{SMALL, one_of, shown};

/// Both looks of a screen, in one language each.
fn both(snapshot: &Snapshot, screen: Screen, name: &str) {
    let results = &mut SnapshotResults::new();
    for (lang, theme, end) in [
        (Lang::Fr, ThemeChoice::Light, "light"),
        (Lang::En, ThemeChoice::Dark, "dark"),
    ] {
        let show = vec![Action::Show(screen)];
        let mut window = shown(snapshot.clone(), lang, theme, SMALL, show);
        one_of(&mut window, &format!("{name}-{end}"), results);
    }
}

fn lists() -> Snapshot {
    Snapshot {
        families: Arc::new(records::families()),
        ..sample::snapshot()
    }
}

#[test]
fn tasks() {
    both(&lists(), Screen::Tasks, "tasks");
}

#[test]
fn views() {
    both(&lists(), Screen::Views, "views");
}

#[test]
fn explorer() {
    both(&lists(), Screen::Explorer, "explorer");
}

#[test]
fn activity_with_a_refusal_and_a_conflict() {
    let mut theirs = Fields::new();
    theirs.set_text("responsable", "S. Benali");
    let conflict = PendingWrite {
        id: WriteId(2),
        ..sample::owner_write(WriteState::Conflict { theirs })
    };
    let refused = PendingWrite {
        id: WriteId(3),
        ..sample::owner_write(WriteState::Refused(sample::refusal()))
    };
    let snapshot = Snapshot {
        writes: Arc::new(vec![conflict, refused]),
        ..sample::snapshot()
    };
    both(&snapshot, Screen::Activity, "activity");
}

#[test]
fn nothing_is_known_of_a_list() {
    let results = &mut SnapshotResults::new();
    let show = vec![Action::Show(Screen::Tasks)];
    let mut window = shown(sample::snapshot(), Lang::Fr, ThemeChoice::Light, SMALL, show);
    one_of(&mut window, "tasks-unknown", results);
}
