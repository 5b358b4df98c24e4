//! Gallery plate of the board: cards, column headers and ratio rows.

use super::heading;
use egui::{Rect, Ui, pos2, vec2};
use encours_core::app::changes::deal::view::kpis::{Gauge, KpiLine};
use encours_core::app::deals::board::view::card::{Card, CardField};
use encours_core::app::deals::board::view::header::ColumnHeader;
use encours_core::app::deals::board::view::header_metric_text::MetricText;
use encours_core::app::deals::pipeline::board_layout::Density;
use encours_core::app::foundation::presentation::write_mark::WriteMark;
use encours_core::contract::ids::DealId;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::dataset::slowness::Slowness;
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
        followup: None,
        has_note: false,
        starred: false,
        labels: Vec::new(),
        write_label: String::new(),
        field: field("LTV", band, value),
        name_matches: Vec::new(),
        owner_matches: Vec::new(),
        selected: false,
        slowness_reason: None,
        slowness: None,
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

fn resting() -> Card {
    sample("Tour Méridienne", Band::Ok, "52,5\u{a0}%")
}

fn with_mark(mark: WriteMark, label: &str) -> Card {
    Card { write: Some(mark), write_label: label.into(), ..resting() }
}

/// Returns the card in each state.
fn states() -> Vec<(Card, CardState)> {
    let still = CardState::default();
    let over = CardState { hovered: true, ..still };
    let with_checkbox = |over: bool| CardState { hovered: true, checkbox: Some(over), ..still };
    let compact =
        CardState { layout: CardLayout { density: Density::Compact, ..CardLayout::default() }, ..still };
    let floating = CardState { floating: true, ..still };
    let selected = Card { selected: true, ..resting() };
    let focused = Card { focused: true, ..sample("Le Parc, Lyon", Band::Watch, "72,4\u{a0}%") };
    let found = Card {
        name_matches: std::iter::once(5..10).collect(),
        owner_matches: std::iter::once(3..9).collect(),
        ..resting()
    };
    let with_slowness = |slowness| Card { slowness: Some(slowness), ..resting() };
    vec![
        (resting(), still),
        (sample("Cité Lumen", Band::Alert, "76,4\u{a0}%"), over),
        (resting(), with_checkbox(true)),
        (focused, still),
        (resting(), floating),
        (selected.clone(), still),
        (selected, with_checkbox(false)),
        (found, still),
        (with_slowness(Slowness::Slow), still),
        (with_slowness(Slowness::Stuck), still),
        (with_mark(WriteMark::Waiting, "en attente"), still),
        (with_mark(WriteMark::Sending, "en cours d’envoi"), still),
        (with_mark(WriteMark::Rejected, "refusé"), still),
        (with_mark(WriteMark::Conflict, "en conflit"), still),
        (resting(), compact),
    ]
}

/// Draws the cards, five in a row, and the skeleton of a loading card.
pub(super) fn cards(ui: &Ui, theme: &Theme, x: f32, y: f32) -> f32 {
    const CARDS_PER_ROW: usize = 5;
    let mut y = heading(
        ui,
        theme,
        x,
        y,
        "Card: at rest, under the pointer, with its box, focused, dragged; selected, found by a filter, slow, stuck; waiting, \
         sent, refused, in conflict; compact; with more numbers; being read",
    );
    let painter = Painter::new(ui.painter(), theme);
    let width = 212.0;
    let size = |card: &CardState| {
        let compact = card.layout.density == Density::Compact;
        let height = if compact { theme.tokens.size.card_compact } else { theme.tokens.size.card };
        vec2(width, height)
    };
    let height = theme.tokens.size.card + 14.0;
    let all = states();
    for (n, (card, state)) in all.iter().enumerate() {
        let (column, row) = (n % CARDS_PER_ROW, n / CARDS_PER_ROW);
        let at = pos2(x + column as f32 * (width + 16.0), y + row as f32 * height);
        card::paint(&painter, Rect::from_min_size(at, size(state)), card, *state);
    }
    y += all.len().div_ceil(CARDS_PER_ROW) as f32 * height;
    let more = Card {
        more_fields: vec![field("DSCR", Band::Watch, "1,12"), field("LTC", Band::Outside, "140\u{a0}%")],
        ..sample("Villa Aurore", Band::None, "n. c.")
    };
    let size_with_ratio = vec2(width, card::standard_height(theme.tokens, false, 1));
    card::paint(&painter, Rect::from_min_size(pos2(x, y), size_with_ratio), &more, CardState::default());
    let outline = Rect::from_min_size(pos2(x + width + 16.0, y), size(&CardState::default()));
    skeleton::paint_card(&painter, outline, 1);
    gauges(&painter, pos2(x + 2.0 * (width + 16.0) + 8.0, y));
    y + size_with_ratio.y + 20.0
}

/// Draws a ratio row in each band, and one without a value.
fn gauges(painter: &Painter<'_>, at: egui::Pos2) {
    let line = |value: &str, band: Band, word: &str, marker: Option<f32>| KpiLine {
        key: KpiKey::Ltv,
        label: "LTV".into(),
        short: "LTV".into(),
        value: value.into(),
        exact: String::new(),
        band,
        band_label: word.into(),
        gauge: marker.map(|marker| Gauge { marker, limits: [0.6, 0.75] }),
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
        gauge::paint(painter, row, line);
    }
}

/// Draws the column headers.
pub(super) fn heads(ui: &Ui, theme: &Theme, x: f32, y: f32) -> f32 {
    let y = heading(
        ui,
        theme,
        x,
        y,
        "Column heads: at rest, under a filter, where a drag would fall, in a narrow column, empty, collapsed",
    );
    let painter = Painter::new(ui.painter(), theme);
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
        collapsed: false,
        empty: false,
        partial: false,
    };
    let filtered = ColumnHeader { count: "5 / 36".into(), ..whole.clone() };
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
    let (mut at, height) = (x, 176.0);
    for (width, head, future_count) in shown {
        let rect = Rect::from_min_size(pos2(at, y), vec2(width, height));
        let painter = painter.clipped(rect);
        column_header::paint_background(&painter, rect, future_count.is_some());
        let second_line = column_header::second_line(&painter, std::slice::from_ref(head), rect.width());
        column_header::paint(&painter, rect, head, future_count, second_line);
        at = rect.right() + 12.0;
    }
    let rail = Rect::from_min_size(pos2(at, y), vec2(44.0, height));
    column_header::paint_background(&painter.clipped(rail), rail, false);
    column_header::paint_rail(&painter, rail, &whole, None, theme.colors.text_secondary);
    y + height + 20.0
}
