//! A sheet: its remarks, and its table with a focused cell.

use crate::prelude::*;
use crate::screens::lists::record_table;

/// Height of the title.
const TITLE_HEIGHT: f32 = 44.0;
/// Maximum width of the box.
const MAX_WIDTH: f32 = 1_240.0;
/// Space at the sides of title and remarks.
const PAD: f32 = 17.0;
/// Number of the pane, which no screen has.
const PANE: usize = usize::MAX;

/// Draws the open sheet.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, selected: usize) {
    let Some(sheet) = frame.app.open_sheet() else { return };
    let (title, column) = (sheet.table.title.clone(), sheet.column);
    let (table, notes) = (sheet.table.record_table(), sheet.table.notes.join(" "));
    let (painter, colors) = frame.painter_and_colors(ui);
    let size = &frame.theme.tokens.size;
    let width = record_table::full_width(&painter, &table).clamp(size.palette, MAX_WIDTH.max(size.palette));
    let width = super::box_rect(ui, frame, width, 0.0).width();
    let footer = super::picker::footer_height(frame, &painter, width);
    let text_width = width - 2.0 * PAD;
    let galley =
        painter.layout_wrapped(&notes, TextStyle::small(), colors.text_secondary, text_width, usize::MAX);
    let above = TITLE_HEIGHT + galley.size().y + 10.0;
    let rows_height = table.rows.len() as f32 * size.row + size.row_header + 16.0;
    let rect = super::box_rect(ui, frame, width, above + rows_height + footer);
    super::draw_box(ui, frame, &title, rect, |ui, frame| {
        let painter = frame.painter(ui);
        let header = rect.top_part(TITLE_HEIGHT);
        painter.left(header.narrowed(PAD), &title, TextStyle::heading(), frame.theme.colors.text);
        let note_rect = rect.narrowed(PAD).row(header.bottom(), galley.size().y);
        painter.inner.galley(note_rect.min, galley, frame.theme.colors.text_secondary);
        ui.describe(note_rect, "notes", Role::Label, &notes);
        let rows: Vec<usize> = (0..table.rows.len()).collect();
        let grid = record_table::RecordGrid {
            table: &table,
            rows: &rows,
            selected_row: Some(selected),
            first_column: 0,
            pane: PANE,
            focused: true,
            focused_column: Some(column),
        };
        let body = rect.with_min_y(rect.top() + above).with_max_y(rect.bottom() - footer);
        record_table::show(ui, frame, body, &title, &grid);
        super::picker::draw_hints(ui, frame, rect.with_min_y(rect.bottom() - footer));
    });
}
