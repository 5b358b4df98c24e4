//! Plates of the gallery, also drawn by the picture tests.

mod board;
mod controls;
mod placeholders;

use egui::{Align, Rect, Ui, pos2, vec2};
use encours_core::vocabulary::Band;
use encours_gui::theme::{Icon, TextStyle, Theme};
use encours_gui::widgets::Painter;

/// Size of the complete gallery.
pub const SIZE: [f32; 2] = [1180.0, 1520.0];

const STATUSES: [&str; 10] = [
    "sourcing",
    "screening",
    "due_diligence",
    "ic",
    "term_sheet",
    "structuring",
    "closing",
    "on_hold",
    "lost",
    "unknown_code",
];
const CLASSES: [&str; 11] = [
    "bureaux",
    "commerces",
    "residentiel",
    "residences_gerees",
    "logistique_activite",
    "hotels_tourisme",
    "sante_education",
    "foncier",
    "mixte",
    "alternatif",
    "unknown_code",
];

/// Draws every plate.
pub fn show(ui: &mut Ui, theme: &Theme) {
    let full = ui.max_rect();
    ui.painter().rect_filled(full, 0.0, theme.colors.canvas);
    let left = full.left() + 24.0;
    let mut y = full.top() + 20.0;
    y = type_samples(ui, theme, left, y);
    y = controls::buttons(ui, theme, left, y);
    y = board::cards(ui, theme, left, y);
    y = board::heads(ui, theme, left, y);
    y = marks(ui, theme, left, y);
    y = controls::boxes(ui, theme, left, y);
    y = controls::fields(ui, theme, left, y);
    y = placeholders::draw_placeholders(ui, theme, left, y);
    icons(ui, theme, left, y);
}

fn heading(ui: &Ui, theme: &Theme, x: f32, y: f32, text: &str) -> f32 {
    let painter = Painter::new(ui.painter(), theme);
    let row = Rect::from_min_size(pos2(x, y), vec2(1130.0, 20.0));
    painter.text(row, Align::Min, text, TextStyle::label(), theme.colors.text_secondary);
    y + 26.0
}

fn type_samples(ui: &Ui, theme: &Theme, x: f32, y: f32) -> f32 {
    let y = heading(ui, theme, x, y, "Type");
    let painter = Painter::new(ui.painter(), theme);
    let type_samples = [
        ("486,2 M€", TextStyle::display()),
        ("Le Parc, Lyon", TextStyle::title()),
        ("Évolution", TextStyle::heading()),
        ("Îlot Saint-Michel", TextStyle::strong()),
        ("Comité d’investissement", TextStyle::body()),
        ("À jour il y a 12 s", TextStyle::small()),
        ("Ancienneté", TextStyle::label()),
        ("6f1c08d2-4b7e", TextStyle::code()),
    ];
    let mut at = x;
    for (text, text_style) in type_samples {
        let text_width = painter.text_width(text, text_style);
        let row = Rect::from_min_size(pos2(at, y), vec2(text_width + 1.0, 34.0));
        painter.text(row, Align::Min, text, text_style, theme.colors.text);
        at += text_width + 24.0;
    }
    y + 46.0
}

fn marks(ui: &Ui, theme: &Theme, x: f32, y: f32) -> f32 {
    let y = heading(ui, theme, x, y, "Marks: bands, statuses, classes as swatch and bar");
    let painter = Painter::new(ui.painter(), theme);
    let color = theme.colors.text;
    let mut at = x + 8.0;
    for (band, label) in [
        (Band::Ok, "OK"),
        (Band::Watch, "vigilance"),
        (Band::Alert, "alerte"),
        (Band::Outside, "hors plage"),
        (Band::None, "n. c."),
    ] {
        painter.band_shape(pos2(at, y + 10.0), band);
        let row = Rect::from_min_size(pos2(at + 10.0, y), vec2(90.0, 20.0));
        at = painter.text(row, Align::Min, label, TextStyle::small(), color).right() + 24.0;
    }
    for code in STATUSES {
        painter.status_ring(pos2(at, y + 10.0), code, theme.colors.text_secondary);
        at += 26.0;
    }
    let second = y + 32.0;
    for (n, code) in CLASSES.into_iter().enumerate() {
        let at = pos2(x + 6.0 + n as f32 * 100.0, second + 8.0);
        painter.class_swatch(at, code);
        painter.breakdown_bar(Rect::from_min_size(at + vec2(14.0, -5.0), vec2(66.0, 10.0)), Some(code));
    }
    second + 34.0
}

fn icons(ui: &Ui, theme: &Theme, x: f32, y: f32) {
    let y = heading(ui, theme, x, y, "Icons, of one family: 16 points, a line of 1.5");
    let painter = Painter::new(ui.painter(), theme);
    for (n, icon) in Icon::ALL.iter().enumerate() {
        let at = pos2(x + 8.0 + (n % 26) as f32 * 40.0, y + 10.0 + (n / 26) as f32 * 34.0);
        painter.icon(at, *icon, theme.colors.text_secondary);
    }
}
