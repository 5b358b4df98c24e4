//! Snapshots of each screen and its dynamic parts in the large window of the design.
//!
//! Some panes are side by side only in a large window. `matrix.rs` covers every language, theme and scale.

use crate::support::{LARGE, one_of, scenes};
use egui_kittest::SnapshotResults;
use encours_core::app::foundation::cx::theme_choice::ThemeChoice::{self, Dark, Light};
use encours_core::text::Lang::{self, En, Fr};

fn large(pictures: &[(&str, Lang, ThemeChoice)]) {
    let results = &mut SnapshotResults::new();
    for (name, lang, theme) in pictures {
        let mut window = scenes::named(name).open(*lang, *theme, LARGE);
        one_of(&mut window, &format!("large/{name}"), results);
    }
}

#[test]
fn of_deals() {
    large(&[
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
    large(&[
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
