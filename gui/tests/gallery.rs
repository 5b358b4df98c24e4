//! The gallery of widgets, in each theme, and at one and a half times the size.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

#[path = "../examples/gallery/plates.rs"]
mod plates;

use egui_kittest::{Harness, SnapshotOptions};
use encours_core::view::tokens::Theme;
use encours_gui::theme::Look;

#[track_caller]
fn picture(theme: Theme, scale: f32, name: &str) {
    let look = Look::new(theme);
    let installed = look.clone();
    let mut harness = Harness::builder()
        .with_size(plates::SIZE)
        .with_pixels_per_point(scale)
        .with_render_cursor(false)
        .wgpu()
        .with_context_setup(move |ctx| installed.install(ctx))
        .build_ui(move |ui| {
            let whole = ui.ctx().content_rect();
            let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(whole));
            ui.set_clip_rect(whole);
            plates::show(&mut ui, &look);
        });
    harness.run();
    harness.snapshot_options(name, &SnapshotOptions::new().threshold(1.0).max_failed_pixels(10));
}

#[test]
fn light() {
    picture(Theme::Light, 1.0, "gallery-light");
}

#[test]
fn dark() {
    picture(Theme::Dark, 1.0, "gallery-dark");
}

#[test]
fn high_contrast() {
    picture(Theme::HighContrast, 1.0, "gallery-contrast");
}

#[test]
fn half_as_large_again() {
    picture(Theme::Light, 1.5, "gallery-light-150");
}
