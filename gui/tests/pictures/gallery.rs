//! Snapshots of the widget gallery, in each theme and at 1.5 times the size.

#[path = "../../examples/gallery/plates/mod.rs"]
mod plates;

use egui_kittest::{Harness, SnapshotResults};
use encours_core::theme::WindowTheme;
use encours_gui::theme::Theme;

use crate::support::shot::compare;

fn draw_picture(theme: WindowTheme, scale: f32, name: &str, results: &mut SnapshotResults) {
    let theme_style = Theme::new(theme);
    let installed = theme_style.clone();
    let mut harness = Harness::builder()
        .with_size(plates::SIZE)
        .with_pixels_per_point(scale)
        .with_render_cursor(false)
        .wgpu()
        .with_context_setup(move |ctx| installed.install(ctx))
        .build_ui(move |ui| {
            let content_rect = ui.ctx().content_rect();
            let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(content_rect));
            ui.set_clip_rect(content_rect);
            plates::show(&mut ui, &theme_style);
        });
    harness.run();
    let image = harness.render().expect("the software device draws");
    results.add(compare(&image, name));
}

#[test]
fn light() {
    let results = &mut SnapshotResults::new();
    draw_picture(WindowTheme::Light, 1.0, "gallery-light", results);
}

#[test]
fn dark() {
    let results = &mut SnapshotResults::new();
    draw_picture(WindowTheme::Dark, 1.0, "gallery-dark", results);
}

#[test]
fn high_contrast() {
    let results = &mut SnapshotResults::new();
    draw_picture(WindowTheme::HighContrast, 1.0, "gallery-contrast", results);
}

#[test]
fn gallery_is_drawn_at_150_percent() {
    let results = &mut SnapshotResults::new();
    draw_picture(WindowTheme::Light, 1.5, "gallery-light-150", results);
    draw_picture(WindowTheme::Dark, 1.5, "gallery-dark-150", results);
}
