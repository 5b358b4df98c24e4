//! What the board is made of: cards, the heads of its columns, the rows of indicators.

use super::heading;
use egui::{Rect, Ui, pos2, vec2};
use encours_core::app::changes::deal::view::kpi_line::{Gauge, KpiLine};
use encours_core::app::deals::board::view::card::{Card, CardField};
use encours_core::app::deals::board::view::head::ColumnHeader;
use encours_core::app::deals::board::view::metric::MetricText;
use encours_core::app::deals::pipeline::board_layout::Density;
use encours_core::app::foundation::presentation::write_mark::WriteMark;
use encours_core::contract::ids::DealId;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::dataset::staleness::Staleness;
use encours_core::text::SafeText;
use encours_core::vocabulary::Band;
use encours_gui::theme::Theme;
use encours_gui::widgets::card::{self, CardLayout, CardState};
use encours_gui::widgets::{Painter, column_header, gauge, skeleton};

fn sample(name: &str, band: Band, value: &str) -> Card {
    Card {
        id: DealId::new("00000000-0000-4000-8000-000000000000").unwrap_or_else(|_| unreachable!()),
        name: SafeText::line(name),
        status: SafeText::line("closing"),
        status_label: "Closing".into(),
        class: SafeText::line("bureaux"),
        class_label: "Bureaux".into(),
        class_short: "Bureaux".into(),
        owner: SafeText::line("A. Martin"),
        has_owner: true,
        age: "≥\u{a0}17\u{a0}j".into(),
        write: None,
        write_label: String::new(),
        field: field("LTV", band, value),
        name_matches: Vec::new(),
        owner_matches: Vec::new(),
        selected: false,
        stale_reason: None,
        staleness: None,
        more_fields: Vec::new(),
        focused: false,
    }
}

fn field(name: &str, band: Band, value: &str) -> CardField {
    CardField {
        band,
        note: String::new(),
        name: name.into(),
        value: value.into(),
        missing: band == Band::None,
    }
}

fn rest() -> Card {
    sample("Tour Méridienne", Band::Ok, "52,5\u{a0}%")
}

fn written(mark: WriteMark, label: &str) -> Card {
    Card {
        write: Some(mark),
        write_label: label.into(),
        ..rest()
    }
}

/// The card in each of its states.
fn states() -> Vec<(Card, CardState)> {
    let still = CardState::default();
    let over = CardState {
        hovered: true,
        ..still
    };
    let ticked = |over: bool| CardState {
        hovered: true,
        checkbox: Some(over),
        ..still
    };
    let compact = CardState {
        layout: CardLayout {
            density: Density::Compact,
            ..CardLayout::default()
        },
        ..still
    };
    let floating = CardState {
        floating: true,
        ..still
    };
    let selected = Card {
        selected: true,
        ..rest()
    };
    let focused = Card {
        focused: true,
        ..sample("Le Parc, Lyon", Band::Watch, "72,4\u{a0}%")
    };
    let found = Card {
        name_matches: std::iter::once(5..10).collect(),
        owner_matches: std::iter::once(3..9).collect(),
        ..rest()
    };
    let heated = |heat| Card {
        staleness: Some(heat),
        ..rest()
    };
    vec![
        (rest(), still),
        (sample("Cité Lumen", Band::Alert, "76,4\u{a0}%"), over),
        (rest(), ticked(true)),
        (focused, still),
        (rest(), floating),
        (selected.clone(), still),
        (selected, ticked(false)),
        (found, still),
        (heated(Staleness::Slow), still),
        (heated(Staleness::Stuck), still),
        (written(WriteMark::Waiting, "en attente"), still),
        (written(WriteMark::Sending, "en cours d’envoi"), still),
        (written(WriteMark::Refused, "refusé"), still),
        (written(WriteMark::Conflict, "en conflit"), still),
        (rest(), compact),
    ]
}

/// Cards, five in a row, and the outline of one that is being read.
pub(super) fn cards(ui: &Ui, look: &Theme, x: f32, y: f32) -> f32 {
    const ACROSS: usize = 5;
    let mut y = heading(
        ui,
        look,
        x,
        y,
        "Card: at rest, under the pointer, with its box, focused, dragged; selected, found by a filter, slow, stuck; waiting, \
         sent, refused, in conflict; compact; with more numbers; being read",
    );
    let pen = Painter::new(ui.painter(), look);
    let wide = 212.0;
    let size = |card: &CardState| {
        let compact = card.layout.density == Density::Compact;
        let high = if compact {
            look.tokens.size.card_compact
        } else {
            look.tokens.size.card
        };
        vec2(wide, high)
    };
    let high = look.tokens.size.card + 14.0;
    let all = states();
    for (n, (card, state)) in all.iter().enumerate() {
        let (column, row) = (n % ACROSS, n / ACROSS);
        let at = pos2(x + column as f32 * (wide + 16.0), y + row as f32 * high);
        card::paint(&pen, Rect::from_min_size(at, size(state)), card, *state);
    }
    y += all.len().div_ceil(ACROSS) as f32 * high;
    let more = Card {
        more_fields: vec![
            field("DSCR", Band::Watch, "1,12"),
            field("LTC", Band::Outside, "140\u{a0}%"),
        ],
        ..sample("Villa Aurore", Band::None, "n. c.")
    };
    let high = vec2(wide, card::standard_height(look.tokens, false, 1));
    card::paint(
        &pen,
        Rect::from_min_size(pos2(x, y), high),
        &more,
        CardState::default(),
    );
    let outline = Rect::from_min_size(pos2(x + wide + 16.0, y), size(&CardState::default()));
    skeleton::paint_card(&pen, outline, 1);
    gauges(&pen, pos2(x + 2.0 * (wide + 16.0) + 8.0, y));
    y + high.y + 20.0
}

/// The rows of indicators: in each band, and without a value.
fn gauges(pen: &Painter<'_>, at: egui::Pos2) {
    let line = |value: &str, band: Band, word: &str, marker: Option<f32>| KpiLine {
        key: KpiKey::Ltv,
        label: "LTV".into(),
        short: "LTV".into(),
        value: value.into(),
        exact: String::new(),
        band,
        band_label: word.into(),
        gauge: marker.map(|marker| Gauge {
            marker,
            limits: [0.6, 0.75],
        }),
        note: String::new(),
    };
    let lines = [
        line("40,0\u{a0}%", Band::Ok, "OK", Some(0.4)),
        line("66,0\u{a0}%", Band::Watch, "vigilance", Some(0.66)),
        line("90,0\u{a0}%", Band::Alert, "alerte", Some(0.9)),
        line("n. c.", Band::None, "", None),
    ];
    for (n, line) in lines.iter().enumerate() {
        let row = Rect::from_min_size(at + vec2(0.0, n as f32 * 25.0), vec2(460.0, 24.0));
        gauge::paint(pen, row, line);
    }
}

/// The heads of columns.
pub(super) fn heads(ui: &Ui, look: &Theme, x: f32, y: f32) -> f32 {
    let y = heading(
        ui,
        look,
        x,
        y,
        "Column heads: at rest, under a filter, where a drag would fall, in a narrow column, empty, folded",
    );
    let pen = Painter::new(ui.painter(), look);
    let whole = ColumnHeader {
        status: "due_diligence".into(),
        label: "Due diligence".into(),
        short: "DD".into(),
        count: "36".into(),
        total: 36,
        cards: 36,
        share: "15\u{a0}%".into(),
        fraction: 0.15,
        metric: MetricText {
            full: Some("123,9\u{a0}M€ · 20 sur 36".into()),
            short: vec!["123,9\u{a0}M€ · 20/36".into(), "123,9\u{a0}M€ · 56\u{a0}%".into()],
            note: None,
        },
        focused: false,
        folded: false,
        empty: false,
        partial: false,
    };
    let filtered = ColumnHeader {
        count: "5 / 36".into(),
        ..whole.clone()
    };
    let empty = ColumnHeader {
        count: "0".into(),
        share: "0\u{a0}%".into(),
        fraction: 0.0,
        metric: MetricText::default(),
        ..whole.clone()
    };
    let shown = [
        (236.0, &whole, None),
        (236.0, &filtered, None),
        (236.0, &whole, Some("37")),
        (152.0, &whole, None),
        (152.0, &empty, None),
    ];
    let (mut at, high) = (x, 176.0);
    for (wide, head, becoming) in shown {
        let rect = Rect::from_min_size(pos2(at, y), vec2(wide, high));
        let pen = pen.clipped(rect);
        column_header::paint_background(&pen, rect, becoming.is_some());
        let says = column_header::second_line(&pen, std::slice::from_ref(head), rect.width());
        column_header::paint(&pen, rect, head, becoming, says);
        at = rect.right() + 12.0;
    }
    let rail = Rect::from_min_size(pos2(at, y), vec2(44.0, high));
    column_header::paint_background(&pen.clipped(rail), rail, false);
    column_header::paint_rail(&pen, rail, &whole, None, look.colors.text_secondary);
    y + high + 20.0
}
