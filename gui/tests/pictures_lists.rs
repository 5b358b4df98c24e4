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
use encours_core::engine::{Inbox, ListMode, PendingWrite, Snapshot, WriteId, WriteState};
use encours_core::view::portfolio::Breakdown;
use encours_core::view::text::Lang;
use support::sample;
use support::{LARGE, SMALL, one_of, shown};

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

#[test]
fn tasks() {
    both(&sample::snapshot(), Screen::Tasks, "tasks");
}

#[test]
fn views() {
    both(&sample::snapshot(), Screen::Views, "views");
}

#[test]
fn explorer() {
    both(&sample::snapshot(), Screen::Explorer, "explorer");
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
    let none = Snapshot {
        families: Arc::default(),
        ..sample::snapshot()
    };
    let mut window = shown(none, Lang::Fr, ThemeChoice::Light, SMALL, show);
    one_of(&mut window, "tasks-unknown", results);
    let watched = Snapshot {
        inbox: Arc::new(Inbox {
            mode: ListMode::Watched,
            read_at: Some(sample::now()),
            ..Inbox::default()
        }),
        ..sample::snapshot()
    };
    let show = vec![Action::Show(Screen::Notifications)];
    let mut window = shown(watched, Lang::Fr, ThemeChoice::Light, SMALL, show);
    one_of(&mut window, "notifications-watched", results);
}

/// The smallest window that is promised, in the language with the longer words.
#[test]
fn the_smallest_window() {
    let results = &mut SnapshotResults::new();
    for screen in [
        Screen::Portfolio,
        Screen::Notifications,
        Screen::Tasks,
        Screen::Views,
        Screen::Explorer,
        Screen::Activity,
    ] {
        let show = vec![Action::Show(screen)];
        let mut window = shown(
            sample::snapshot(),
            Lang::Fr,
            ThemeChoice::Light,
            [800.0, 560.0],
            show,
        );
        let name = screen.label_key().trim_start_matches("screen-");
        one_of(&mut window, &format!("{name}-narrow"), results);
    }
}

#[test]
fn the_explorer_beside_its_tree_in_high_contrast() {
    let results = &mut SnapshotResults::new();
    let show = vec![Action::DrillInto {
        breakdown: Breakdown::Status,
        code: "retard".to_owned(),
    }];
    let mut window = shown(
        sample::snapshot(),
        Lang::En,
        ThemeChoice::HighContrast,
        LARGE,
        show,
    );
    one_of(&mut window, "explorer-contrast", results);
}
