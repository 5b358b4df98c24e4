//! The window over invented data, without any service: `cargo run -p encours-gui --example sample -- dark en`.

#[path = "../tests/support/sample/mod.rs"]
#[allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "tests use the rest, and may fail where an example does"
)]
mod sample;

use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::text::Lang;
use encours_gui::WindowState;

struct Shell(WindowState);

impl eframe::App for Shell {
    fn logic(&mut self, ctx: &egui::Context, _: &mut eframe::Frame) {
        self.0.logic(ctx);
    }
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.0.ui(ui);
    }
}

fn main() -> eframe::Result {
    let args: Vec<String> = std::env::args().collect();
    let has = |word: &str| args.iter().any(|arg| arg == word);
    let theme = match () {
        () if has("dark") => ThemeChoice::Dark,
        () if has("contrast") => ThemeChoice::HighContrast,
        () => ThemeChoice::Light,
    };
    let lang = if has("en") { Lang::En } else { Lang::Fr };
    let size = if has("small") { [1024.0, 700.0] } else { [1440.0, 900.0] };
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default().with_inner_size(size).with_decorations(false),
        renderer: eframe::Renderer::Glow,
        ..Default::default()
    };
    let state = sample::window(sample::snapshot(), lang, theme);
    eframe::run_native(
        "gallery",
        options,
        Box::new(|cc| {
            state.install(&cc.egui_ctx);
            Ok(Box::new(Shell(state)))
        }),
    )
}
