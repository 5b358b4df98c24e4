//! Every widget of the window in every state, in every theme: `cargo run -p encours-gui --example gallery`. The keys 1 to
//! 3 choose the theme.

mod plates;

use eframe::{App, CreationContext, Frame, NativeOptions};
use egui::{Key, ScrollArea, Sense, Ui, UiBuilder, ViewportBuilder};
use encours_core::theme::WindowTheme;
use encours_gui::theme::Theme;

struct Gallery {
    theme: Theme,
}

impl Gallery {
    fn new(creation: &CreationContext<'_>) -> Self {
        let theme = Theme::new(WindowTheme::Light);
        theme.install(&creation.egui_ctx);
        Self { theme }
    }
}

impl App for Gallery {
    fn ui(&mut self, ui: &mut Ui, _: &mut Frame) {
        for (key, theme) in [Key::Num1, Key::Num2, Key::Num3].into_iter().zip(WindowTheme::ALL) {
            if ui.input(|input| input.key_pressed(key)) {
                self.theme = Theme::new(theme);
                self.theme.restyle(ui.ctx());
                ui.ctx().request_repaint();
            }
        }
        ui.painter().rect_filled(ui.ctx().content_rect(), 0.0, self.theme.colors.canvas);
        ScrollArea::vertical().show(ui, |ui| {
            let (whole, _) = ui.allocate_exact_size(plates::SIZE.into(), Sense::hover());
            plates::show(&mut ui.new_child(UiBuilder::new().max_rect(whole)), &self.theme);
        });
    }
}

fn main() -> eframe::Result {
    let options = NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("Encours – gallery")
            .with_inner_size([plates::SIZE[0], 900.0]),
        renderer: eframe::Renderer::Glow,
        ..NativeOptions::default()
    };
    eframe::run_native("encours-gallery", options, Box::new(|creation| Ok(Box::new(Gallery::new(creation)))))
}
