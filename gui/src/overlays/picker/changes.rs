//! A list of changes in columns: name, field, old and new value, author and time.
//!
//! All lines share one layout: one row if it fits, else two rows with time and author in the second. If neither fits,
//! the lines use the layout of other pickers.

use egui::{Align, Color32, Rect, pos2};
use encours_core::app::foundation::history::view::Widths;
use encours_core::app::foundation::presentation::change_cells::Cells;
use encours_core::app::foundation::presentation::sheet_view::SheetView;

use crate::theme::Face;
use crate::widgets::Pen;

/// Gap between two columns.
const GAP: f32 = 16.0;

/// Column layout of a list of changes.
pub(super) struct Columns {
    widths: Widths,
    two: bool,
}

fn widths(pen: &Pen<'_>, view: &SheetView) -> Option<Widths> {
    let label = |text: &str| pen.width(text, Face::strong()).ceil();
    let cell = |text: &str| pen.width(text, Face::small()).ceil();
    Widths::of(&view.lines, GAP, label, cell)
}

impl Columns {
    /// Returns the width needed for one row; `None` if the lines have no columns.
    pub(super) fn widest(pen: &Pen<'_>, view: &SheetView) -> Option<f32> {
        Some(widths(pen, view)?.together(GAP))
    }

    /// Lays out the columns in the available width; `None` if text would be truncated.
    pub(super) fn of(pen: &Pen<'_>, view: &SheetView, across: f32) -> Option<Self> {
        let widths = widths(pen, view)?;
        let two = widths.together(GAP) > across;
        let room = widths.first(GAP) - GAP <= across && widths.second(GAP) <= across;
        (room || !two).then_some(Self { widths, two })
    }

    /// Returns whether each line has two rows.
    pub(super) fn in_two(&self) -> bool {
        self.two
    }

    /// Paints a line.
    pub(super) fn paint(&self, pen: &Pen<'_>, label: &str, cells: &Cells, rect: Rect, ink: Color32) {
        let (first, second) = if self.two {
            let (high, low) = (Face::strong().line, Face::small().line);
            let top = rect.center().y - f32::midpoint(high, low);
            let row = |from: f32, high: f32| Rect::from_x_y_ranges(rect.x_range(), from..=from + high);
            (row(top, high), Some(row(top + high, low)))
        } else {
            (rect, None)
        };
        let quiet = pen.look.ink.text_secondary;
        let widths = &self.widths;
        pen.text(first, Align::Min, label, Face::strong(), ink);
        let what = after(first.left(), widths.label);
        let change = after(what, widths.what);
        let by = after(change, widths.change);
        let cell = |row: Rect, from: f32, text: &str, color: Color32| {
            let room = Rect::from_min_max(pos2(from, row.top()), row.right_bottom());
            pen.text(room, Align::Min, text, Face::small(), color);
        };
        // Text without a change may extend into the column of the change.
        let told = if cells.change.is_empty() { ink } else { quiet };
        cell(first, what, &cells.what, told);
        cell(first, change, &cells.change, ink);
        let Some(second) = second else {
            cell(first, by, &cells.by, quiet);
            cell(first, after(by, widths.by), &cells.when, quiet);
            return;
        };
        // Align the second row with the field if it fits, else with the left edge. An empty author leaves no gap.
        let under = what + widths.second(GAP) <= rect.right();
        let when = if under { what } else { rect.left() };
        cell(second, when, &cells.when, quiet);
        cell(second, after(when, widths.when), &cells.by, quiet);
    }
}

/// Returns the start of the next column; an empty column takes no space.
fn after(from: f32, wide: f32) -> f32 {
    if wide > 0.0 { from + wide + GAP } else { from }
}
