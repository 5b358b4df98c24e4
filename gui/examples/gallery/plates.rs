//! The plates of the gallery. The test of its pictures draws the same.

use egui::{Align, Id, Rect, Ui, pos2, vec2};
use encours_core::contract::ids::DealId;
use encours_core::contract::kpi::KpiKey;
use encours_core::view::board::{Card, CardField, WriteMark};
use encours_core::view::deal::{Gauge, KpiLine};
use encours_core::view::text::Clean;
use encours_core::view::vocabulary::Band;
use encours_gui::theme::{Face, Icon, Look};
use encours_gui::widgets::card::{self, State};
use encours_gui::widgets::field::Field;
use encours_gui::widgets::{Button, Kind, Pen, gauge, keycap, skeleton};

/// The size of all plates together.
pub const SIZE: [f32; 2] = [1180.0, 900.0];

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
pub fn show(ui: &mut Ui, look: &Look) {
    let full = ui.max_rect();
    ui.painter().rect_filled(full, 0.0, look.ink.canvas);
    let left = full.left() + 24.0;
    let mut y = full.top() + 20.0;
    y = faces(ui, look, left, y);
    y = buttons(ui, look, left, y);
    y = cards(ui, look, left, y);
    y = marks(ui, look, left, y);
    y = inputs(ui, look, left, y);
    icons(ui, look, left, y);
}

fn heading(ui: &Ui, look: &Look, x: f32, y: f32, text: &str) -> f32 {
    let pen = Pen::new(ui.painter(), look);
    let row = Rect::from_min_size(pos2(x, y), vec2(600.0, 20.0));
    pen.text(row, Align::Min, text, Face::label(), look.ink.text_secondary);
    y + 26.0
}

fn faces(ui: &Ui, look: &Look, x: f32, y: f32) -> f32 {
    let y = heading(ui, look, x, y, "Type");
    let pen = Pen::new(ui.painter(), look);
    let faces = [
        ("486,2 M€", Face::display()),
        ("Le Parc, Lyon", Face::title()),
        ("Évolution", Face::heading()),
        ("Îlot Saint-Michel", Face::strong()),
        ("Comité d’investissement", Face::body()),
        ("À jour il y a 12 s", Face::small()),
        ("Ancienneté", Face::label()),
        ("6f1c08d2-4b7e", Face::code()),
    ];
    let mut at = x;
    for (text, face) in faces {
        let wide = pen.width(text, face);
        let row = Rect::from_min_size(pos2(at, y), vec2(wide + 1.0, 34.0));
        pen.text(row, Align::Min, text, face, look.ink.text);
        at += wide + 24.0;
    }
    y + 46.0
}

fn buttons(ui: &Ui, look: &Look, x: f32, y: f32) -> f32 {
    let y = heading(
        ui,
        look,
        x,
        y,
        "Buttons: each kind at rest, with the focus, and disabled with its reason",
    );
    let pen = Pen::new(ui.painter(), look);
    let mut at = x;
    let kinds = [
        ("Default", Kind::Default),
        ("Primary", Kind::Primary),
        ("Ghost", Kind::Ghost),
        ("Link", Kind::Link),
    ];
    for (name, kind) in kinds {
        let states = [
            Button::new(name).kind(kind),
            Button::new(name).kind(kind).icon(Icon::Plus).key("N"),
            Button::new(name).kind(kind).disabled(Some("the key may not")),
        ];
        for (n, button) in states.into_iter().enumerate() {
            let wide = button.width(&pen);
            let rect = Rect::from_min_size(pos2(at, y), vec2(wide, 28.0));
            let id = Id::unique(("gallery", name, n));
            button.show(ui, look, id, rect);
            at = rect.right() + 10.0;
        }
    }
    let rect = Rect::from_min_size(pos2(at, y), vec2(28.0, 28.0));
    Button::of_icon("More", Icon::More).show(ui, look, Id::unique("gallery-icon"), rect);
    pen.ring(
        Rect::from_min_size(pos2(at + 44.0, y), vec2(60.0, 28.0)),
        look.tokens.radius.button,
    );
    y + 46.0
}

fn sample(name: &str, band: Band, value: &str) -> Card {
    Card {
        id: DealId::new("00000000-0000-4000-8000-000000000000").unwrap_or_else(|_| unreachable!()),
        name: Clean::line(name),
        class: Clean::line("bureaux"),
        class_label: "Bureaux".into(),
        owner: Clean::line("A. Martin"),
        owned: true,
        age: "≥\u{a0}17\u{a0}j".into(),
        write: None,
        write_label: String::new(),
        field: CardField {
            band,
            note: String::new(),
            name: "LTV".into(),
            value: value.into(),
        },
        found: Vec::new(),
        owner_found: Vec::new(),
        selected: false,
        stale: None,
        heat: None,
        more: Vec::new(),
        focused: false,
    }
}

fn cards(ui: &Ui, look: &Look, x: f32, y: f32) -> f32 {
    let y = heading(
        ui,
        look,
        x,
        y,
        "Card: rest, under the pointer, focused, dragged, waiting, refused, being read",
    );
    let pen = Pen::new(ui.painter(), look);
    let rest = || sample("Tour Méridienne", Band::Ok, "52,5\u{a0}%");
    let mut focused = sample("Le Parc, Lyon", Band::Watch, "72,4\u{a0}%");
    focused.focused = true;
    let (mut waits, mut refused) = (rest(), sample("Villa Aurore", Band::None, "n. c."));
    (waits.write, waits.write_label) = (Some(WriteMark::Waiting), "en attente".into());
    (refused.write, refused.write_label) = (Some(WriteMark::Refused), "refusé".into());
    let over = State {
        hovered: true,
        ..State::default()
    };
    let floating = State {
        floating: true,
        ..State::default()
    };
    let shown = [
        (rest(), State::default()),
        (sample("Cité Lumen", Band::Alert, "76,4\u{a0}%"), over),
        (focused, State::default()),
        (rest(), floating),
        (waits, State::default()),
    ];
    let size = vec2(212.0, 78.0);
    for (n, (card, state)) in shown.into_iter().enumerate() {
        let at = pos2(x + n as f32 * (size.x + 16.0), y);
        card::paint(&pen, Rect::from_min_size(at, size), &card, state);
    }
    let second = y + 94.0;
    card::paint(
        &pen,
        Rect::from_min_size(pos2(x, second), size),
        &refused,
        State::default(),
    );
    skeleton::card(&pen, Rect::from_min_size(pos2(x + 228.0, second), size), 1);
    for (n, (band, share)) in [(Band::Ok, 0.4), (Band::Watch, 0.66), (Band::Alert, 0.9)]
        .into_iter()
        .enumerate()
    {
        let line = KpiLine {
            key: KpiKey::Ltv,
            label: "LTV".into(),
            short: "LTV".into(),
            value: format!("{:.1}\u{a0}%", share * 100.0).replace('.', ","),
            exact: String::new(),
            band,
            band_label: ["OK", "vigilance", "alerte"][n].into(),
            gauge: Some(Gauge {
                marker: share,
                limits: [0.6, 0.75],
            }),
            note: String::new(),
        };
        let row = Rect::from_min_size(pos2(x + 470.0, second + n as f32 * 26.0), vec2(460.0, 24.0));
        gauge::paint(&pen, row, &line);
    }
    second + 98.0
}

fn marks(ui: &Ui, look: &Look, x: f32, y: f32) -> f32 {
    let y = heading(
        ui,
        look,
        x,
        y,
        "Marks: bands, statuses, classes as swatch and bar",
    );
    let pen = Pen::new(ui.painter(), look);
    let ink = look.ink.text;
    let mut at = x + 8.0;
    for (band, word) in [
        (Band::Ok, "OK"),
        (Band::Watch, "vigilance"),
        (Band::Alert, "alerte"),
        (Band::Outside, "hors plage"),
        (Band::None, "n. c."),
    ] {
        pen.band(pos2(at, y + 10.0), band);
        let row = Rect::from_min_size(pos2(at + 10.0, y), vec2(90.0, 20.0));
        at = pen.text(row, Align::Min, word, Face::small(), ink).right() + 24.0;
    }
    for code in STATUSES {
        pen.status(pos2(at, y + 10.0), code, look.ink.text_secondary);
        at += 26.0;
    }
    let second = y + 32.0;
    for (n, code) in CLASSES.into_iter().enumerate() {
        let at = pos2(x + 6.0 + n as f32 * 100.0, second + 8.0);
        pen.swatch(at, code);
        pen.bar(
            Rect::from_min_size(at + vec2(14.0, -5.0), vec2(66.0, 10.0)),
            Some(code),
        );
    }
    second + 34.0
}

fn inputs(ui: &mut Ui, look: &Look, x: f32, y: f32) -> f32 {
    let y = heading(ui, look, x, y, "Fields, key caps, counters");
    let mut texts = [String::new(), "statut:ic ltv>0.65".to_owned()];
    for (n, text) in texts.iter_mut().enumerate() {
        let field = Field {
            name: if n == 0 { "Empty" } else { "Filled" },
            hint: "statut:ic classe:bureaux",
            face: Face::body(),
            boxed: true,
            left: 10.0,
            right: 10.0,
        };
        let rect = Rect::from_min_size(pos2(x + n as f32 * 260.0, y), vec2(244.0, 30.0));
        field.show(ui, look, Id::unique(("gallery-field", n)), rect, text);
    }
    let pen = Pen::new(ui.painter(), look);
    let mut at = x + 536.0;
    for key in ["Ctrl K", "N", "⇧X", "?"] {
        at = keycap::at_left(&pen, at, y + 15.0, key) + 10.0;
    }
    keycap::pill(&pen, at + 50.0, y + 15.0, "37", true);
    keycap::pill(&pen, at + 90.0, y + 15.0, "2", false);
    y + 48.0
}

fn icons(ui: &Ui, look: &Look, x: f32, y: f32) {
    let y = heading(ui, look, x, y, "Icons, of one family: 16 points, a line of 1.5");
    let pen = Pen::new(ui.painter(), look);
    for (n, icon) in Icon::ALL.iter().enumerate() {
        let at = pos2(
            x + 8.0 + (n % 26) as f32 * 40.0,
            y + 10.0 + (n / 26) as f32 * 34.0,
        );
        pen.icon(at, *icon, look.ink.text_secondary);
    }
}
