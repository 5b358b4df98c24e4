//! Snapshots of every screen and state, three of each.
//!
//! French in the light theme at scale 1.0, English in the dark theme at 1.5 in the smallest supported window, and English
//! in high contrast. There is one test per group of the table of scenes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::scenes::{self, GROUPS, Scene, each_group};
use crate::support::shot::{STORED_DIR, SharedDevice};
use crate::support::{SMALL, TINY, compare_picture};
use egui_kittest::{Harness, SnapshotResults};
use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::app::shell::action::Action;
use encours_core::text::Lang;

/// The directory of these snapshots.
const MATRIX: &str = "matrix";

/// One variant of a scene, drawn in one window.
struct SceneVariant {
    lang: Lang,
    size: [f32; 2],
    scale: f32,
    theme: ThemeChoice,
}

const VARIANTS: [SceneVariant; 3] = [
    SceneVariant { lang: Lang::Fr, size: SMALL, scale: 1.0, theme: ThemeChoice::Light },
    SceneVariant { lang: Lang::En, size: TINY, scale: 1.5, theme: ThemeChoice::Dark },
    SceneVariant { lang: Lang::En, size: SMALL, scale: 1.0, theme: ThemeChoice::HighContrast },
];

impl SceneVariant {
    fn file_name(&self) -> String {
        let lang = match self.lang {
            Lang::Fr => "fr",
            Lang::En => "en",
        };
        let theme = match self.theme {
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
        let mut window = scene.open_with_harness(harness, variant.lang, ThemeChoice::Light);
        // The theme changes in the open window, as in real use.
        window.state_mut().run_action(Action::SetTheme(variant.theme));
        window.run();
        let name = format!("{MATRIX}/{}/{}", scene.name, variant.file_name());
        compare_picture(&mut window, &name, results);
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
            let new = expected.insert(format!("{}/{}.png", scene.name, variant.file_name()));
            assert!(new, "{} appears twice in the table", scene.name);
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
