//! Reports about damaged files on the activity screen leave room for writes and requests.

use std::sync::Arc;

use crate::support::{self, frontend, picture, press};
use encours_core::model::snapshot::Snapshot;
use encours_core::model::storage_health::{DbFile, QuarantinedFile, StorageHealth};
use encours_core::text::{Lang, plain_spaces};

const SIZES: [(u16, u16); 6] = [(40, 12), (60, 16), (80, 24), (80, 30), (120, 36), (200, 60)];

/// Returns a store in which every file was damaged.
fn damaged() -> Snapshot {
    let found = DbFile::ALL.map(|part| QuarantinedFile {
        file: part,
        path: format!("/home/martin/.local/share/encours/lending-desk/{part:?}.db.damaged-7").into(),
        was_missing: false,
        is_newer_version: false,
        detected_at: support::now(),
        recovered_rows: Some(34),
        lost_rows: 6,
    });
    Snapshot {
        storage: StorageHealth { quarantined: Arc::new(found), ..StorageHealth::default() },
        ..support::snapshot()
    }
}

fn rows(frontend: &mut encours_tui::terminal::Frontend) -> Vec<String> {
    let picture = plain_spaces(&picture(frontend)).into_owned();
    picture.lines().map(str::to_owned).collect()
}

#[test]
fn storage_notices_take_at_most_a_quarter_of_activity() {
    for lang in Lang::ALL {
        for size in SIZES {
            let mut frontend = frontend(lang, damaged(), size);
            press(&mut frontend, "8");
            let rows = rows(&mut frontend);
            let full = rows.join("\n");
            let top = rows
                .iter()
                .position(|row| row.starts_with('╭'))
                .unwrap_or_else(|| panic!("no pane at {size:?}\n{full}"));
            assert!(top <= 4 + usize::from(size.1) / 4, "{size:?}\n{full}");
        }
    }
}

#[test]
fn storage_notices_can_be_scrolled_to_the_end() {
    for lang in Lang::ALL {
        for size in SIZES {
            let mut frontend = frontend(lang, damaged(), size);
            press(&mut frontend, "8<tab><tab><tab><tab>");
            let mut seen = String::new();
            for _ in 0..60 {
                seen += &rows(&mut frontend).join("\n");
                press(&mut frontend, "j");
            }
            // A long name is wrapped over several rows.
            seen.retain(|sign| !sign.is_whitespace() && !"▌│┃".contains(sign));
            for part in DbFile::ALL {
                let name = format!("{part:?}.db.damaged-7");
                assert!(seen.contains(&name), "{part:?} at {size:?}\n{seen}");
            }
        }
    }
}

#[test]
fn fitting_storage_notice_is_complete_and_returns_the_focus() {
    let mut frontend = frontend(Lang::En, damaged(), (200, 60));
    press(&mut frontend, "8<tab><tab><tab><tab>");
    let follow = |row: &String| row.trim().starts_with("↓ ") && row.contains(" more");
    assert!(!rows(&mut frontend).iter().any(follow));
    frontend.on_snapshot(
        Arc::new(Snapshot { revision: damaged().revision + 1, ..support::snapshot() }),
        support::now(),
    );
    assert_eq!(frontend.app().cx.pane(), 0);
}
