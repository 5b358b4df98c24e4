//! A list of changes in columns: name, field, old and new value, author and time.
//!
//! All lines share one layout: one row if it fits, else two rows with time and author in the second. If neither fits,
//! the lines use the layout of other pickers.

use crate::prelude::*;
use encours_core::app::foundation::history::view::ChangeColumnWidths;
use encours_core::app::foundation::presentation::picker_view::{ChangeCells, PickerView};

/// Gap between two columns.
const COLUMN_GAP: f32 = 16.0;

/// Column layout of a list of changes.
pub(super) struct ChangeColumns {
    widths: ChangeColumnWidths,
    /// True if each line has two rows.
    pub(super) in_two_rows: bool,
}

fn column_widths(painter: &Painter<'_>, view: &PickerView) -> Option<ChangeColumnWidths> {
    let label = |text: &str| painter.text_width(text, TextStyle::strong()).ceil();
    let cell = |text: &str| painter.text_width(text, TextStyle::small()).ceil();
    ChangeColumnWidths::measure(&view.lines, COLUMN_GAP, label, cell)
}

impl ChangeColumns {
    /// Returns the width needed for one row; `None` if the lines have no columns.
    pub(super) fn one_row_width(painter: &Painter<'_>, view: &PickerView) -> Option<f32> {
        Some(column_widths(painter, view)?.total(COLUMN_GAP))
    }

    /// Lays out the columns in the available width; `None` if text would be truncated.
    pub(super) fn layout(painter: &Painter<'_>, view: &PickerView, text_width: f32) -> Option<Self> {
        let widths = column_widths(painter, view)?;
        let two = widths.total(COLUMN_GAP) > text_width;
        let fits = widths.name_and_change(COLUMN_GAP) - COLUMN_GAP <= text_width
            && widths.author_and_time(COLUMN_GAP) <= text_width;
        (fits || !two).then_some(Self { widths, in_two_rows: two })
    }

    /// Paints a line.
    pub(super) fn paint(
        &self,
        painter: &Painter<'_>,
        label: &str,
        cells: &ChangeCells,
        rect: Rect,
        color: Color32,
    ) {
        let (first, second) = if self.in_two_rows {
            let (first_height, second_height) =
                (TextStyle::strong().line_height, TextStyle::small().line_height);
            let top = rect.center().y - f32::midpoint(first_height, second_height);
            let row = |from: f32, first_height: f32| {
                Rect::from_x_y_ranges(rect.x_range(), from..=from + first_height)
            };
            (row(top, first_height), Some(row(top + first_height, second_height)))
        } else {
            (rect, None)
        };
        let quiet = painter.theme.colors.text_secondary;
        let widths = &self.widths;
        painter.left(first, label, TextStyle::strong(), color);
        let subject = next_x(first.left(), widths.label);
        let change = next_x(subject, widths.subject);
        let by = next_x(change, widths.values);
        let cell = |row: Rect, from: f32, text: &str, row_color: Color32| {
            let space = Rect::from_min_max(pos2(from, row.top()), row.right_bottom());
            painter.left(space, text, TextStyle::small(), row_color);
        };
        // Text without a change may extend into the column of the change.
        let change_color = if cells.values.is_empty() { color } else { quiet };
        cell(first, subject, &cells.subject, change_color);
        cell(first, change, &cells.values, color);
        let Some(second) = second else {
            cell(first, by, &cells.author, quiet);
            cell(first, next_x(by, widths.author), &cells.when, quiet);
            return;
        };
        // Align the second row with the field if it fits, else with the left edge. An empty author leaves no gap.
        let note_below = subject + widths.author_and_time(COLUMN_GAP) <= rect.right();
        let when = if note_below { subject } else { rect.left() };
        cell(second, when, &cells.when, quiet);
        cell(second, next_x(when, widths.when), &cells.author, quiet);
    }
}

/// Returns the start of the next column; an empty column takes no space.
fn next_x(from: f32, width: f32) -> f32 {
    if width > 0.0 { from + width + COLUMN_GAP } else { from }
}
