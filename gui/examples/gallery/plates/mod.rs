//! The plates of the gallery. The test of its pictures draws the same.

mod board;
mod controls;
mod said;

use egui::{Align, Rect, Ui, pos2, vec2};
use encours_core::vocabulary::Band;
use encours_gui::theme::{Icon, TextStyle, Theme};
use encours_gui::widgets::Painter;

/// The size of all plates together.
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
pub fn show(ui: &mut Ui, look: &Theme) {
    let full = ui.max_rect();
    ui.painter().rect_filled(full, 0.0, look.colors.canvas);
    let left = full.left() + 24.0;
    let mut y = full.top() + 20.0;
    y = faces(ui, look, left, y);
    y = controls::buttons(ui, look, left, y);
    y = board::cards(ui, look, left, y);
    y = board::heads(ui, look, left, y);
    y = marks(ui, look, left, y);
    y = controls::boxes(ui, look, left, y);
    y = controls::fields(ui, look, left, y);
    y = said::places(ui, look, left, y);
    icons(ui, look, left, y);
}

fn heading(ui: &Ui, look: &Theme, x: f32, y: f32, text: &str) -> f32 {
    let pen = Painter::new(ui.painter(), look);
    let row = Rect::from_min_size(pos2(x, y), vec2(1130.0, 20.0));
    pen.text(
        row,
        Align::Min,
        text,
        TextStyle::label(),
        look.colors.text_secondary,
    );
    y + 26.0
}

fn faces(ui: &Ui, look: &Theme, x: f32, y: f32) -> f32 {
    let y = heading(ui, look, x, y, "Type");
    let pen = Painter::new(ui.painter(), look);
    let faces = [
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
    for (text, face) in faces {
        let wide = pen.text_width(text, face);
        let row = Rect::from_min_size(pos2(at, y), vec2(wide + 1.0, 34.0));
        pen.text(row, Align::Min, text, face, look.colors.text);
        at += wide + 24.0;
    }
    y + 46.0
}

fn marks(ui: &Ui, look: &Theme, x: f32, y: f32) -> f32 {
    let y = heading(
        ui,
        look,
        x,
        y,
        "Marks: bands, statuses, classes as swatch and bar",
    );
    let pen = Painter::new(ui.painter(), look);
    let ink = look.colors.text;
    let mut at = x + 8.0;
    for (band, word) in [
        (Band::Ok, "OK"),
        (Band::Watch, "vigilance"),
        (Band::Alert, "alerte"),
        (Band::Outside, "hors plage"),
        (Band::None, "n. c."),
    ] {
        pen.band_shape(pos2(at, y + 10.0), band);
        let row = Rect::from_min_size(pos2(at + 10.0, y), vec2(90.0, 20.0));
        at = pen.text(row, Align::Min, word, TextStyle::small(), ink).right() + 24.0;
    }
    for code in STATUSES {
        pen.status_ring(pos2(at, y + 10.0), code, look.colors.text_secondary);
        at += 26.0;
    }
    let second = y + 32.0;
    for (n, code) in CLASSES.into_iter().enumerate() {
        let at = pos2(x + 6.0 + n as f32 * 100.0, second + 8.0);
        pen.class_swatch(at, code);
        pen.breakdown_bar(
            Rect::from_min_size(at + vec2(14.0, -5.0), vec2(66.0, 10.0)),
            Some(code),
        );
    }
    second + 34.0
}

fn icons(ui: &Ui, look: &Theme, x: f32, y: f32) {
    let y = heading(ui, look, x, y, "Icons, of one family: 16 points, a line of 1.5");
    let pen = Painter::new(ui.painter(), look);
    for (n, icon) in Icon::ALL.iter().enumerate() {
        let at = pos2(
            x + 8.0 + (n % 26) as f32 * 40.0,
            y + 10.0 + (n / 26) as f32 * 34.0,
        );
        pen.icon(at, *icon, look.colors.text_secondary);
    }
}
