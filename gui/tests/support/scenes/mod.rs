//! The table of every screen in every state.
//!
//! Images, texts of the accessibility tree, and checks of names and targets are generated from it. A new scene is
//! therefore checked in every language, theme and scale.

#![allow(dead_code, reason = "each test file uses its own part")]

mod doing;
mod layers;
mod screens;
mod states;

use egui_kittest::{Harness, HarnessBuilder};
use encours_core::app::foundation::cx::theme_choice::ThemeChoice;
use encours_core::app::shell::action::Action;
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use encours_gui::WindowState;
use encours_gui::window::{Failure, theme_of};

use super::{Window, open_as, sample};

/// A screen in a state.
pub struct Scene {
    /// The name of the scene, of its image directory and of its text.
    pub name: &'static str,
    stands_on: Ground,
    actions: fn() -> Vec<Action>,
    by_hand: fn(&mut Window<'_>, Lang),
}

/// The data source of a window.
#[derive(Clone, Copy)]
enum Ground {
    /// A snapshot published by an engine.
    Read(fn() -> Snapshot),
    /// A service that failed to open.
    Unopened(fn() -> Failure),
}

/// Creates a scene on the usual data.
fn scene(name: &'static str, actions: fn() -> Vec<Action>) -> Scene {
    Scene {
        name,
        stands_on: Ground::Read(sample::snapshot),
        actions,
        by_hand: |_, _| {},
    }
}

impl Scene {
    /// Sets other data for the scene.
    fn over(self, snapshot: fn() -> Snapshot) -> Self {
        let stands_on = Ground::Read(snapshot);
        Self { stands_on, ..self }
    }

    /// Makes the service of the scene fail to open.
    fn unopened(self, failure: fn() -> Failure) -> Self {
        let stands_on = Ground::Unopened(failure);
        Self { stands_on, ..self }
    }

    /// Adds mouse or keyboard input to the scene.
    fn by_hand(self, by_hand: fn(&mut Window<'_>, Lang)) -> Self {
        Self { by_hand, ..self }
    }

    /// Opens the scene with a language, a theme and a window size.
    pub fn open<'a>(&self, lang: Lang, theme: ThemeChoice, size: [f32; 2]) -> Window<'a> {
        self.open_as(Harness::builder().wgpu().with_size(size), lang, theme)
    }

    /// Opens the scene with a prepared harness.
    pub fn open_as<'a>(
        &self,
        harness: HarnessBuilder<WindowState>,
        lang: Lang,
        theme: ThemeChoice,
    ) -> Window<'a> {
        let mut state = match self.stands_on {
            Ground::Read(snapshot) => sample::window(snapshot(), lang, theme),
            Ground::Unopened(failure) => sample::unopened(failure(), lang, theme),
        };
        state.take_in();
        for action in (self.actions)() {
            state.act(action);
        }
        let mut window = open_as(harness, state, theme_of(theme, None));
        (self.by_hand)(&mut window, lang);
        window
    }
}

/// The groups of the table, one test each, so that they run in parallel.
pub const GROUPS: [fn() -> Vec<Scene>; 8] = [
    screens::of_deals,
    screens::of_the_rest,
    layers::of_a_deal,
    layers::of_the_window,
    layers::lists,
    states::of_reading,
    states::of_trouble,
    doing::scenes,
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
pub fn all() -> Vec<Scene> {
    GROUPS.iter().flat_map(|group| group()).collect()
}

/// Returns the scene of a name.
pub fn named(name: &str) -> Scene {
    let found = all().into_iter().find(|scene| scene.name == name);
    found.unwrap_or_else(|| panic!("no scene is called {name}"))
}
