//! Snapshots of every screen and state, in light and dark themes, French and English.
//!
//! They use scale 1.0 in the small window of the design and 1.5 in the smallest supported one, each once in high
//! contrast. There is one test per group of the table of scenes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::scenes::{self, GROUPS, Scene, each_group};
use crate::support::shot::{STORED_DIR, SharedDevice};
use crate::support::{SMALL, TINY, compare_picture};
use egui_kittest::{Harness, SnapshotResults};
use encours_core::app::foundation::cx::theme_choice::ThemeChoice;
use encours_core::app::shell::action::Action;
use encours_core::text::Lang;

/// The directory of these snapshots.
const MATRIX: &str = "matrix";

/// One variant of a scene, drawn in one window.
struct SceneVariant {
    lang: Lang,
    size: [f32; 2],
    scale: f32,
    themes: &'static [ThemeChoice],
}

const BOTH_THEMES: &[ThemeChoice] = &[ThemeChoice::Light, ThemeChoice::Dark];
const ALL_THEMES: &[ThemeChoice] = &[ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast];

const VARIANTS: [SceneVariant; 4] = [
    SceneVariant {
        lang: Lang::Fr,
        size: SMALL,
        scale: 1.0,
        themes: BOTH_THEMES,
    },
    SceneVariant {
        lang: Lang::En,
        size: SMALL,
        scale: 1.0,
        themes: ALL_THEMES,
    },
    SceneVariant {
        lang: Lang::Fr,
        size: TINY,
        scale: 1.5,
        themes: BOTH_THEMES,
    },
    SceneVariant {
        lang: Lang::En,
        size: TINY,
        scale: 1.5,
        themes: BOTH_THEMES,
    },
];

impl SceneVariant {
    fn file_name(&self, theme: ThemeChoice) -> String {
        let lang = match self.lang {
            Lang::Fr => "fr",
            Lang::En => "en",
        };
        let theme = match theme {
            ThemeChoice::Dark => "dark",
            ThemeChoice::HighContrast => "contrast",
            _ => "light",
        };
        format!("{:.0}-{lang}-{theme}", self.scale * 100.0)
    }
}

fn draw_scene(scene: &Scene, results: &mut SnapshotResults) {
    for variant in &VARIANTS {
        let harness = Harness::builder()
            .renderer(SharedDevice::of_thread())
            .with_size(variant.size)
            .with_pixels_per_point(variant.scale);
        let mut window = scene.open_with_harness(harness, variant.lang, variant.themes[0]);
        for theme in variant.themes {
            // The theme changes in the open window, as in real use.
            window.state_mut().run_action(Action::SetTheme(*theme));
            window.run();
            let name = format!("{MATRIX}/{}/{}", scene.name, variant.file_name(*theme));
            compare_picture(&mut window, &name, results);
        }
    }
}

fn draw_group(number: usize) {
    let results = &mut SnapshotResults::new();
    for scene in GROUPS[number]() {
        draw_scene(&scene, results);
    }
}

each_group!(draw_group);

/// Every stored snapshot must belong to a scene of the table.
#[test]
fn every_picture_has_its_place_in_the_table() {
    let all = scenes::all_scenes();
    let mut expected = BTreeSet::new();
    for scene in &all {
        for variant in &VARIANTS {
            for theme in variant.themes {
                let new = expected.insert(format!("{}/{}.png", scene.name, variant.file_name(*theme)));
                assert!(new, "{} appears twice in the table", scene.name);
            }
        }
    }
    let mut stored = BTreeSet::new();
    for dir in fs::read_dir(Path::new(STORED_DIR).join(MATRIX)).unwrap() {
        let dir = dir.unwrap();
        for file in fs::read_dir(dir.path()).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            // Failed comparisons leave files named `.new.png`, `.diff.png` or `.old.png`.
            if name.matches('.').count() == 1 {
                stored.insert(format!("{}/{name}", dir.file_name().into_string().unwrap()));
            }
        }
    }
    assert_eq!(stored, expected);
}
