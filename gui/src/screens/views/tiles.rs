//! Details of a view or dashboard as tiles: numbers, bars, lists, and a table of records.
//!
//! A tile's height follows from its lines and is known before drawing.

use crate::prelude::*;
use crate::screens::lists;
use crate::screens::lists::record_table;
use crate::widgets::BarColumns;
use egui::Rangef;
use encours_core::app::foundation::presentation::tiles::{Tile, TileBars, TileBody, TileTable, TilesView};
use encours_core::app::screens::server_views::server_views::DETAIL;
use encours_core::dataset::breakdown::Breakdown;

const GAP: f32 = 10.0;
const PAD: f32 = 14.0;
/// Height of a tile's title including its padding.
const TITLE_HEIGHT: f32 = 40.0;
/// Height of a number below its title.
const METRIC_HEIGHT: f32 = 36.0;
/// Gap between two lines.
const LINE_GAP: f32 = 5.0;
/// Minimum widths of a number tile and of any other tile.
const MIN_WIDTHS: (f32, f32) = (210.0, 400.0);

/// Draws the tiles into the detail pane.
pub(crate) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &TilesView) {
    let body = lists::draw_pane(ui, frame, rect, &view.title, &view.note, view.focused);
    // Use the same margin at both sides, aligned with the title; the scroll bar is in the right margin.
    let inset = |rect: Rect| rect.after(record_table::FIRST_PAD);
    let painter = frame.painter(ui);
    let width = body.width() - 2.0 * record_table::FIRST_PAD;
    let (rects, height) = layout(&painter, &view.tiles, width);
    let Some(table) = &view.table else {
        return draw_tiles(ui, frame, inset(body), view, (&rects, height));
    };
    // The records get the height below the tiles, at least half of the pane.
    let above = body.with_max_y(body.top() + height.min(body.height() * 0.5));
    draw_tiles(ui, frame, inset(above), view, (&rects, height));
    draw_records(ui, frame, body.with_min_y(above.bottom()), view, table);
}

/// Draws the records below the tiles, with their title.
fn draw_records(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &TilesView, table: &TileTable) {
    let (painter, colors) = frame.painter_and_colors(ui);
    // Align with the pane's title and the records below.
    let header = rect.top_part(34.0).narrowed(record_table::FIRST_PAD);
    let note = painter.right(header, &table.note, TextStyle::small(), colors.text_tertiary);
    let title = header.with_max_x(note.left() - 12.0);
    painter.left(title, &table.title, TextStyle::heading(), colors.text);
    let rows: Vec<usize> = (0..table.table.rows.len()).collect();
    let grid = record_table::RecordGrid {
        table: &table.table,
        rows: &rows,
        selected_row: Some(view.line),
        first_column: 0,
        focused_column: None,
        pane: DETAIL,
        focused: view.focused,
    };
    record_table::show(ui, frame, rect.with_min_y(header.bottom()), &table.title, &grid);
}

/// Returns the area of each tile, relative to the top left, and the total height.
fn layout(painter: &Painter<'_>, tiles: &[Tile], width: f32) -> (Vec<Rect>, f32) {
    let mut rects = Vec::with_capacity(tiles.len());
    let mut y = GAP;
    let is_metric = |tile: &Tile| matches!(tile.body, TileBody::Metric(_));
    for group in tiles.chunk_by(|a, b| is_metric(a) == is_metric(b)) {
        let min = if group.iter().any(is_metric) { MIN_WIDTHS.0 } else { MIN_WIDTHS.1 };
        let column_count = ((width + GAP) / (min + GAP)).floor().clamp(1.0, group.len() as f32);
        let each = (width - GAP * (column_count - 1.0)) / column_count;
        for row in group.chunks(column_count as usize) {
            let heights = row.iter().map(|tile| tile_height(painter, tile, each));
            let row_height = heights.fold(0.0, f32::max);
            for at in 0..row.len() {
                rects.push(rect_at(at as f32 * (each + GAP), y, each, row_height));
            }
            y += row_height + GAP;
        }
    }
    (rects, y)
}

fn tile_height(painter: &Painter<'_>, tile: &Tile, width: f32) -> f32 {
    let available = width - 2.0 * PAD;
    let body = match &tile.body {
        TileBody::Metric(_) => METRIC_HEIGHT,
        TileBody::Bars(bars) => bars.bars.len() as f32 * painter.theme.tokens.size.bar_row,
        TileBody::Lines(lines) => {
            let label = label_width(painter, lines.iter().map(|line| line.label.as_str()), available);
            let value_height = |value: &str| text_height(painter, value, available - label) + LINE_GAP;
            lines.iter().map(|line| value_height(&line.value)).sum()
        }
    };
    let note = if tile.note.is_empty() { 0.0 } else { text_height(painter, &tile.note, available) + 6.0 };
    TITLE_HEIGHT + body + note + 8.0
}

fn text_height(painter: &Painter<'_>, text: &str, available: f32) -> f32 {
    let color = painter.theme.colors.text;
    let galley = painter.layout_wrapped(text, TextStyle::small(), color, available, usize::MAX);
    galley.size().y.max(16.0)
}

/// Returns the width of the labels before values: that of the longest, at most half.
fn label_width<'t>(painter: &Painter<'_>, labels: impl Iterator<Item = &'t str>, available: f32) -> f32 {
    let widest = labels.map(|label| painter.text_width(label, TextStyle::small())).fold(0.0, f32::max);
    if widest < 0.5 {
        return 0.0;
    }
    (widest.ceil() + 14.0).min(available * 0.5)
}

fn draw_tiles(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    rect: Rect,
    view: &TilesView,
    (rects, total_height): (&[Rect], f32),
) {
    let mut child = ui.named_part(rect, ("tiles", view.title.as_str()), (Role::List, &view.title), rect);
    child.set_clip_rect(rect.expand2(vec2(4.0, 0.0)).intersect(ui.clip_rect()));
    let tile_rect = view.focused_tile().and_then(|at| rects.get(at));
    let offset = tile_rect.and_then(|rect_of| {
        let (now, tile) = ((view.line, view.tiles.len()), (rect_of.top() - GAP, rect_of.bottom() + GAP));
        frame.state.pane_state.bring_area(DETAIL, now, tile, rect.height(), frame.state.by_key)
    });
    let area = scroll_area("tiles", offset);
    let output = area.show_viewport(&mut child, |ui, viewport| {
        ui.set_width(rect.width());
        ui.set_height(total_height);
        let origin = ui.max_rect().min.to_vec2();
        for (at, (tile, tile_rect)) in view.tiles.iter().zip(rects).enumerate() {
            if tile_rect.bottom() >= viewport.top() && tile_rect.top() <= viewport.bottom() {
                draw_tile(ui, frame, (at, tile), tile_rect.translate(origin), view);
            }
        }
    });
    if view.table.is_none() {
        frame.state.pane_state.record_offset(DETAIL, output.state.clamped_offset().y);
    }
}

fn draw_tile(ui: &Ui, frame: &mut FrameCtx<'_>, (at, tile): (usize, &Tile), rect: Rect, view: &TilesView) {
    let is_selected = view.focused_tile() == Some(at) && view.focused;
    let id = Id::unique(("tile", at));
    let response = ui.item_area(rect, id, is_selected);
    set_a11y_choice(&response, Role::ListItem, true, is_selected, &tile.a11y_text());
    frame.follow_focus(&response, is_selected);
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let radius = theme.tokens.radius.card;
    let edge = if is_selected { colors.accent_line } else { colors.border };
    painter.framed_box(rect, radius, colors.surface, edge);
    painter.ring(rect.shrink(3.0), radius, &response);
    if response.clicked() {
        frame.request(Action::FocusLine { pane: DETAIL, line: at });
    }
    let inner = rect.narrowed(PAD);
    let header = inner.row(rect.top() + 10.0, 20.0);
    painter.left(header, &tile.title, TextStyle::heading(), colors.text);
    let body = inner.with_min_y(rect.top() + TITLE_HEIGHT);
    let end = match &tile.body {
        TileBody::Metric(value) => {
            let row = body.top_part(METRIC_HEIGHT - 6.0);
            let large = TextStyle::display();
            let fits = painter.text_width(value, large) <= row.width();
            let style = if fits { large } else { TextStyle::title() };
            painter.left(row, value, style, colors.text);
            body.top() + METRIC_HEIGHT
        }
        TileBody::Bars(bars) => self::draw_bars(ui, frame, body, at, bars),
        TileBody::Lines(lines) => {
            let label = label_width(&painter, lines.iter().map(|line| line.label.as_str()), body.width());
            let mut y = body.top();
            for line in lines {
                let name = rect_at(body.left(), y, (label - 12.0).max(0.0), 16.0);
                painter.left(name, &line.label, TextStyle::small(), colors.text_secondary);
                let from = pos2(body.left() + label, y);
                let value =
                    painter.block(from, body.width() - label, &line.value, TextStyle::small(), colors.text);
                y += value.height().max(16.0) + LINE_GAP;
            }
            y
        }
    };
    if !tile.note.is_empty() {
        let from = pos2(inner.left(), end + 4.0);
        painter.block(from, inner.width(), &tile.note, TextStyle::small(), colors.text_tertiary);
    }
}

/// Draws bars with aligned names and values. Returns their bottom edge.
fn draw_bars(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, tile: usize, bars: &TileBars) -> f32 {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let row = theme.tokens.size.bar_row;
    let swatch = if bars.kind == Some(Breakdown::Class) { 16.0 } else { 0.0 };
    let range = Rangef::new(rect.left() + swatch, rect.right());
    let columns =
        BarColumns::new(&painter, &bars.bars, range, ([0.0; 2], f32::ceil), |space| (space + 12.0) * 0.6);
    for (at, bar) in bars.bars.iter().enumerate() {
        let line = rect.row(rect.top() + at as f32 * row, row);
        let class = (bars.kind == Some(Breakdown::Class)).then_some(bar.code.as_str());
        if let Some(kind) = bars.kind {
            let message = format!("{} – {} – {}", bar.label, bar.count, bar.share);
            let id = ui.scope_id().with(("bar", tile, at));
            let response = ui.named_area(line, id, Sense::CLICK, (Role::Row, &message));
            painter.hover_fill(line.expand2(vec2(6.0, 0.0)), theme.tokens.radius.chip, &response);
            if response.clicked() {
                frame.request(Action::DrillInto { breakdown: kind, code: bar.key.clone() });
            }
        }
        if let Some(code) = class {
            painter.class_swatch(line.near_left(5.0), code);
        }
        painter.left(columns.label_rect(line), &bar.label, TextStyle::small(), colors.text);
        columns.draw_bar(&painter, line, bar, class);
        columns.draw_numbers(&painter, line, &bar.count, &bar.share);
    }
    rect.top() + bars.bars.len() as f32 * row
}
