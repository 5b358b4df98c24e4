//! Snapshots of each screen and its dynamic parts in the large window of the design.
//!
//! Some panes are side by side only in a large window. `matrix.rs` covers every language, theme and scale.

use crate::support::{LARGE, compare_picture, scenes};
use egui_kittest::SnapshotResults;
use encours_core::app::foundation::cx::overlay_types::ThemeChoice::{self, Dark, Light};
use encours_core::text::Lang::{self, En, Fr};

fn assert_large_pictures(pictures: &[(&str, Lang, ThemeChoice)]) {
    let results = &mut SnapshotResults::new();
    for (name, lang, theme) in pictures {
        let mut window = scenes::scene_named(name).open(*lang, *theme, LARGE);
        compare_picture(&mut window, &format!("large/{name}"), results);
    }
}

#[test]
fn of_deals() {
    assert_large_pictures(&[
        ("board", Fr, Light),
        ("board-lanes-owner", En, Dark),
        ("table", En, Light),
        ("deal", Fr, Dark),
        ("drag", En, Light),
        ("presentation", Fr, Dark),
    ]);
}

#[test]
fn of_the_rest() {
    assert_large_pictures(&[
        ("portfolio", Fr, Light),
        ("portfolio-tables", En, Dark),
        ("portfolio-legend", En, Light),
        ("notifications-shift", Fr, Light),
        ("tasks", En, Dark),
        ("explorer-tree", En, Light),
        ("activity", Fr, Light),
        ("palette-typed", En, Dark),
    ]);
}
