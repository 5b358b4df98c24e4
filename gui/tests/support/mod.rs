//! Shared helpers of the window's tests: one way to build a harness, one image threshold.

#![allow(dead_code, reason = "each test file uses its own part")]

pub mod real_engine;
pub mod real_program;
pub mod sample;
pub mod scenes;
pub mod shot;
pub mod simulated_input;
pub mod wake_test;

use egui::ViewportId;
use egui_kittest::{Harness, HarnessBuilder, SnapshotResults};
use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::app::shell::action::Action;
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use encours_core::theme::WindowTheme;
use encours_gui::WindowState;
use encours_gui::theme::Theme;
use encours_gui::window::resolve_theme;

/// The window under test, driven by a kittest harness.
pub type TestWindow<'a> = Harness<'a, WindowState>;

/// The large window size of the design.
pub const LARGE: [f32; 2] = [1440.0, 900.0];
/// The small window size of the design.
pub const SMALL: [f32; 2] = [1024.0, 700.0];
/// The smallest supported window size.
pub const TINY: [f32; 2] = [800.0, 560.0];

/// The Control modifier, as every system but macOS reports it.
pub const CTRL: egui::Modifiers = egui::Modifiers { ctrl: true, command: true, ..egui::Modifiers::NONE };

/// Opens a window of a size; `theme` is its initial theme.
pub fn open_window<'a>(state: WindowState, theme: WindowTheme, size: [f32; 2]) -> TestWindow<'a> {
    open_with_harness(Harness::builder().wgpu().with_size(size), state, theme)
}

/// Opens a window with a prepared harness.
pub fn open_with_harness<'a>(
    harness: HarnessBuilder<WindowState>,
    mut state: WindowState,
    theme: WindowTheme,
) -> TestWindow<'a> {
    let mut harness = harness
        .with_render_cursor(false)
        .with_max_steps(32)
        .with_context_setup(move |ctx| WindowState::install_theme(&Theme::new(theme), ctx))
        .build_ui_state(
            |ui, state: &mut WindowState| {
                state.logic(ui.ctx());
                // The harness has a margin that a real window does not have.
                let content_rect = ui.ctx().content_rect();
                let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(content_rect));
                ui.set_clip_rect(content_rect);
                state.ui(&mut ui);
            },
            {
                state.disable_animations();
                state
            },
        );
    harness.run();
    harness
}

/// Opens a window on a snapshot, after some actions.
pub fn window_with_actions<'a>(
    snapshot: Snapshot,
    lang: Lang,
    theme: ThemeChoice,
    size: [f32; 2],
    actions: Vec<Action>,
) -> TestWindow<'a> {
    let mut state = sample::window(snapshot, lang, theme);
    state.update();
    for action in actions {
        state.run_action(action);
    }
    open_window(state, resolve_theme(theme, None), size)
}

/// Compares the window with its stored image.
#[track_caller]
pub fn assert_picture(window: &mut TestWindow<'_>, name: &str) {
    compare_picture(window, name, &mut SnapshotResults::new());
}

/// Compares one of several images of a test, so that every difference is reported.
pub fn compare_picture(window: &mut TestWindow<'_>, name: &str, results: &mut SnapshotResults) {
    let image = window.render().expect("the software device draws");
    results.add(shot::compare(&image, name));
}

/// Types a key that produces a character: the key and its text.
pub fn type_char(window: &mut TestWindow<'_>, character: &str) {
    window.event(egui::Event::Text(character.to_owned()));
    window.run();
}

/// Sends text and named keys in one frame, in the given order.
pub fn send_burst(window: &mut TestWindow<'_>, parts: &[InputPart<'_>]) {
    for fragment in parts {
        let events = &mut window.input_mut().events;
        match *fragment {
            InputPart::Text(text) => events.extend(text.chars().map(|c| egui::Event::Text(c.to_string()))),
            InputPart::Key(key) => events.extend([true, false].map(|pressed| egui::Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers: egui::Modifiers::NONE,
            })),
        }
    }
    window.run();
}

/// One part of a frame's input.
#[derive(Clone, Copy)]
pub enum InputPart<'a> {
    /// Text.
    Text(&'a str),
    /// A key that produces no text.
    Key(egui::Key),
}

/// Returns the painted texts, and for each whether it is complete.
pub fn painted_texts(window: &TestWindow<'_>) -> Vec<(String, bool)> {
    fn collect(shape: &egui::Shape, texts: &mut Vec<(String, bool)>) {
        match shape {
            egui::Shape::Text(text) => texts.push((text.galley.text().to_owned(), !text.galley.elided)),
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, texts)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    for clipped in &window.output().shapes {
        collect(&clipped.shape, &mut texts);
    }
    texts
}

/// Returns the text that the last frame put into the clipboard.
pub fn copied_text(window: &TestWindow<'_>) -> Option<String> {
    let commands = &window.output().platform_output.commands;
    commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    })
}

/// Returns the delay until the window's next repaint.
pub fn repaint_delay(window: &TestWindow<'_>) -> std::time::Duration {
    window.output().viewport_output[&ViewportId::ROOT].repaint_delay
}
