//! Tiles of the selected view or dashboard, and its records as a table.
//!
//! ```text
//! ╭─ ▸ Tuesday committee ───────────────── shared ─╮
//! │▌Total nominal  486,215,400.00                  │
//! │  computed from the portfolio summary           │
//! │                                                │
//! │ By status                                      │
//! │  Performing  ━━━━━━━━━━━━━━━━━━━━━━━━ 61 47.7% │
//! ╰────────────────────────────────────────────────╯
//! ```

use crate::screens::lists::records;
use crate::widgets::{
    Canvas, ClickTarget, Pane, draw_frame_scroll_bar, draw_pane, draw_share_bar, split_rows, text_width,
};
use encours_core::app::foundation::presentation::tiles::Bar;
use encours_core::app::foundation::presentation::tiles::{Tile, TileBody, TilesView};
use encours_core::app::screens::server_views::server_views::DETAIL;
use encours_core::app::shell::app::App;
use encours_core::text::wrap;
use ratatui::layout::Rect;

/// One row of the tiles.
enum TileRow<'a> {
    /// Title of a tile, with a number beside it.
    Title(&'a str, &'a str),
    /// A bar, with the widths of names, counts and shares.
    Bar(&'a Bar, [u16; 3]),
    /// A name with a part of its value, from this column.
    Line(&'a str, String, u16),
    /// Note about the tile.
    Note(String),
    /// Blank row.
    Gap,
}

/// Draws the tiles in the detail pane.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &TilesView) {
    let pane = Pane::new(&view.title).note(&view.note).number(DETAIL).focused(view.focused);
    let inner = draw_pane(canvas, area, pane);
    if inner.is_empty() {
        return;
    }
    let mut all: Vec<(usize, TileRow<'_>)> = Vec::new();
    for (at, tile) in view.tiles.iter().enumerate() {
        all.extend(rows(tile, inner.width).into_iter().map(|row| (at, row)));
    }
    let Some(table) = view.table.as_ref().filter(|_| inner.height > 6) else {
        return draw_tiles(canvas, inner, view, &all);
    };
    // The records get the rows below the tiles, at least half.
    let (above, below) = split_rows(inner, (all.len() as u16).min(inner.height / 2));
    draw_tiles(canvas, above, view, &all);
    let (second, heading) = (canvas.theme.second(), canvas.theme.heading());
    let used = canvas.draw_text(inner.x, below.y, inner.width, &table.title, heading);
    canvas.draw_text_right(inner.right(), below.y, inner.width.saturating_sub(used + 2), &table.note, second);
    let all_rows: Vec<usize> = (0..table.table.rows.len()).collect();
    let (_, rest_area) = split_rows(below, 1);
    let grid = records::RecordGrid {
        table: &table.table,
        rows: &all_rows,
        focused_row: Some(view.line).filter(|_| view.focused),
        first_column: 0,
        focused_column: None,
    };
    records::draw(app, canvas, rest_area, |line| ClickTarget::PaneLine(DETAIL, line), &grid);
}

fn rows(tile: &Tile, max_width: u16) -> Vec<TileRow<'_>> {
    let value_text = match &tile.body {
        TileBody::Metric(value) => value.as_str(),
        TileBody::Bars(_) | TileBody::Lines(_) => "",
    };
    let mut rows = vec![TileRow::Title(&tile.title, value_text)];
    match &tile.body {
        TileBody::Metric(_) => {}
        TileBody::Bars(bars) => {
            let widest = |text: fn(&Bar) -> &str| bars.bars.iter().map(|bar| text_width(text(bar))).max();
            let widths = [
                widest(|bar| &bar.label).unwrap_or(0).min(max_width / 2),
                widest(|bar| &bar.count).unwrap_or(0),
                widest(|bar| &bar.share).unwrap_or(0),
            ];
            rows.extend(bars.bars.iter().map(|bar| TileRow::Bar(bar, widths)));
        }
        TileBody::Lines(lines) => {
            let widest = lines.iter().map(|line| text_width(&line.label)).max().unwrap_or(0);
            let start = (widest + 3).min(max_width / 2);
            for line in lines {
                let value = wrap(&line.value, usize::from(max_width.saturating_sub(start).max(8)));
                for (at, part) in value.into_iter().enumerate() {
                    let label = if at == 0 { line.label.as_str() } else { "" };
                    rows.push(TileRow::Line(label, part, start));
                }
            }
        }
    }
    if !tile.note.is_empty() {
        let noted = wrap(&tile.note, usize::from(max_width.saturating_sub(1).max(8)));
        rows.extend(noted.into_iter().map(TileRow::Note));
    }
    rows.push(TileRow::Gap);
    rows
}

fn draw_tiles(canvas: &mut Canvas<'_>, area: Rect, view: &TilesView, rows: &[(usize, TileRow<'_>)]) {
    let available_rows = usize::from(area.height);
    let focused_tile = view.focused_tile().unwrap_or(0);
    let begins = rows.iter().position(|(tile, _)| *tile == focused_tile).unwrap_or(0);
    let ends = rows.iter().rposition(|(tile, _)| *tile == focused_tile).unwrap_or(0);
    // Scroll until the whole tile is visible; a tile higher than the pane is shown from its top.
    let first = ends.saturating_sub(available_rows.saturating_sub(1)).min(begins);
    for (y, (tile, row)) in (area.top()..area.bottom()).zip(rows.iter().skip(first)) {
        let row_area = Rect::new(area.x.saturating_sub(1), y, area.width + 1, 1);
        canvas.add_target(row_area, ClickTarget::PaneLine(DETAIL, *tile));
        if view.focused && view.focused_tile() == Some(*tile) && !matches!(row, TileRow::Gap) {
            let accent = canvas.theme.accent();
            canvas.draw_text(area.x.saturating_sub(1), y, 1, "▌", accent);
        }
        draw_line(canvas, area, y, row);
    }
    draw_frame_scroll_bar(canvas, area, first, rows.len());
}

fn draw_line(canvas: &mut Canvas<'_>, area: Rect, y: u16, row: &TileRow<'_>) {
    let (text, second, heading) = (canvas.theme.text(), canvas.theme.second(), canvas.theme.heading());
    match row {
        TileRow::Title(title, value_text) => {
            let style = if value_text.is_empty() { heading } else { second };
            let used = canvas.draw_text(area.x, y, area.width, title, style);
            canvas.draw_text(area.x + used + 2, y, area.width.saturating_sub(used + 2), value_text, heading);
        }
        TileRow::Bar(bar, [label, count, share]) => {
            let x = area.x + 1;
            canvas.draw_text(x, y, *label, &bar.label, text);
            let start = x + label + 1;
            let end = area.right().saturating_sub(count + share + 2);
            draw_share_bar(canvas, start, y, end.saturating_sub(start), bar.length, heading, None);
            let right = area.right().saturating_sub(share + 1);
            canvas.draw_text_right(right, y, *count, &bar.count, heading);
            canvas.draw_text_right(area.right(), y, *share, &bar.share, second);
        }
        TileRow::Line(label, value, start) => {
            canvas.draw_text(area.x + 1, y, start.saturating_sub(2), label, second);
            canvas.draw_text(area.x + start, y, area.width.saturating_sub(*start), value, text);
        }
        TileRow::Note(note) => {
            canvas.draw_text(area.x + 1, y, area.width.saturating_sub(1), note, second);
        }
        TileRow::Gap => {}
    }
}
