//! A sheet: its remarks, and its table with a focused cell.

use encours_core::app::shell::app::App;
use encours_core::text::{number, wrap};
use ratatui::layout::Rect;

use crate::screens::layout;
use crate::screens::lists::records;
use crate::widgets::{Canvas, ClickTarget, Pane, draw_popup, split_rows};

/// Maximum width.
const MAX_WIDTH: u16 = 150;
/// Rows besides remarks and table: frame, heading, a gap and keys.
const FRAME_ROWS: u16 = 5;

/// Draws the open sheet.
pub fn draw(app: &App, canvas: &mut Canvas<'_>) {
    let Some(sheet) = app.open_sheet() else { return };
    let (screen, theme) = (canvas.area(), canvas.theme);
    let table = sheet.table.record_table();
    let side = if screen.width >= 60 { 4 } else { 0 };
    let width = MAX_WIDTH.min(screen.width.saturating_sub(side));
    let max_width = usize::from(width.saturating_sub(4));
    let mut notes = wrap(&sheet.table.notes.join(" "), max_width);
    // The table comes first in a low terminal.
    notes.truncate(usize::from(screen.height / 6).max(1));
    let rows = u16::try_from(table.rows.len().max(1)).unwrap_or(u16::MAX);
    let height = rows.saturating_add(notes.len() as u16 + FRAME_ROWS);
    let height = height.min(screen.height.saturating_sub(2)).max(7);
    let count = number::integer(app.cx.lang(), table.rows.len() as u64);
    let pane = Pane::new(&sheet.table.title).note(&count).focused(true);
    let inner = draw_popup(canvas, width, height, screen.height.saturating_sub(height) / 3, pane);
    let notes: Vec<_> = notes.into_iter().map(|note| (note, theme.second())).collect();
    canvas.draw_lines(inner, &notes);
    let (_, below) = split_rows(inner, notes.len() as u16);
    let area = Rect { height: below.height.saturating_sub(2), ..below };
    let all: Vec<usize> = (0..table.rows.len()).collect();
    let grid = records::RecordGrid {
        table: &table,
        rows: &all,
        focused_row: app.cx.picker().map(|picker| picker.selected),
        first_column: 0,
        focused_column: Some(sheet.column),
    };
    records::draw(app, canvas, area, ClickTarget::Line, &grid);
    layout::draw_overlay_hints(app, canvas, inner);
}
