//! The table of every screen in every state.
//!
//! Images, texts of the accessibility tree, and checks of names and targets are generated from it. A new scene is
//! therefore checked in every language, theme and scale.

#![allow(dead_code, reason = "each test file uses its own part")]

mod interactions;
mod overlays;
mod screens;
mod states;

use egui_kittest::{Harness, HarnessBuilder};
use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::app::shell::action::Action;
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use encours_gui::WindowState;
use encours_gui::window::{StartupFailure, resolve_theme};

use super::{TestWindow, open_with_harness, sample};

/// A screen in a state.
pub struct Scene {
    /// The name of the scene, of its image directory and of its text.
    pub name: &'static str,
    data: SceneData,
    actions: fn() -> Vec<Action>,
    input: fn(&mut TestWindow<'_>, Lang),
}

/// The data source of a window.
#[derive(Clone, Copy)]
enum SceneData {
    /// A snapshot published by an engine.
    Snapshot(fn() -> Snapshot),
    /// A service that failed to open.
    Failure(fn() -> StartupFailure),
}

/// Creates a scene on the usual data.
fn scene(name: &'static str, actions: fn() -> Vec<Action>) -> Scene {
    Scene { name, data: SceneData::Snapshot(sample::snapshot), actions, input: |_, _| {} }
}

impl Scene {
    /// Sets other data for the scene.
    fn on_snapshot(self, snapshot: fn() -> Snapshot) -> Self {
        let stands_on = SceneData::Snapshot(snapshot);
        Self { data: stands_on, ..self }
    }

    /// Makes the service of the scene fail to open.
    fn failing(self, failure: fn() -> StartupFailure) -> Self {
        let stands_on = SceneData::Failure(failure);
        Self { data: stands_on, ..self }
    }

    /// Adds mouse or keyboard input to the scene.
    fn with_input(self, by_hand: fn(&mut TestWindow<'_>, Lang)) -> Self {
        Self { input: by_hand, ..self }
    }

    /// Opens the scene with a language, a theme and a window size.
    pub fn open<'a>(&self, lang: Lang, theme: ThemeChoice, size: [f32; 2]) -> TestWindow<'a> {
        self.open_with_harness(Harness::builder().wgpu().with_size(size), lang, theme)
    }

    /// Opens the scene with a prepared harness.
    pub fn open_with_harness<'a>(
        &self,
        harness: HarnessBuilder<WindowState>,
        lang: Lang,
        theme: ThemeChoice,
    ) -> TestWindow<'a> {
        let mut state = match self.data {
            SceneData::Snapshot(snapshot) => sample::window(snapshot(), lang, theme),
            SceneData::Failure(failure) => sample::failed_window(failure(), lang, theme),
        };
        state.update();
        for action in (self.actions)() {
            state.run_action(action);
        }
        let mut window = open_with_harness(harness, state, resolve_theme(theme, None));
        (self.input)(&mut window, lang);
        window
    }
}

/// The groups of the table, one test each, so that they run in parallel.
pub const GROUPS: [fn() -> Vec<Scene>; 8] = [
    screens::deal_scenes,
    screens::other_scenes,
    overlays::deal_overlays,
    overlays::window_overlays,
    overlays::action_lists,
    states::loading_scenes,
    states::failure_scenes,
    interactions::scenes,
];

/// Generates a test for each group of the table.
///
/// Each test passes its group's number to a function. A missing group fails to compile.
#[allow(unused_macros, reason = "each test file uses its own part")]
macro_rules! each_group {
    ($of:ident) => { each_group!($of,
        screens_of_deals = 0,
        screens_of_the_rest = 1,
        layers_of_a_deal = 2,
        layers_of_the_window = 3,
        lists = 4,
        states_of_reading = 5,
        states_of_trouble = 6,
        what_is_being_done = 7,
    ); };
    ($of:ident, $($name:ident = $number:literal),+ $(,)?) => {
        const _: [(); GROUPS.len()] = [$({ let _: usize = $number; }),+];
        $(#[test] fn $name() { $of($number); })+
    };
}
#[allow(unused_imports, reason = "each test file uses its own part")]
pub(crate) use each_group;

/// Returns every scene.
pub fn all_scenes() -> Vec<Scene> {
    GROUPS.iter().flat_map(|group| group()).collect()
}

/// Returns the scene of a name.
pub fn scene_named(name: &str) -> Scene {
    let found = all_scenes().into_iter().find(|scene| scene.name == name);
    found.unwrap_or_else(|| panic!("no scene is called {name}"))
}
