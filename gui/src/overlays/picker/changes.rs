//! Changes under each other: names, what changed, from what to what, who did it and when, each in a column of its own. Rule:
//! all lines are laid alike, in one row where that has room, else in two, the second with when and who; where that has none
//! either they are laid as other lines are.

use egui::{Align, Color32, Rect, pos2};
use encours_core::app::foundation::presentation::change_cells::Cells;
use encours_core::app::foundation::history::view::Widths;
use encours_core::app::foundation::presentation::sheet_view::SheetView;

use crate::theme::Face;
use crate::widgets::Pen;

/// The air between two columns.
const GAP: f32 = 16.0;

/// The columns of a list of changes.
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
    /// How much room they want in one row; `None` where the lines have none.
    pub(super) fn widest(pen: &Pen<'_>, view: &SheetView) -> Option<f32> {
        Some(widths(pen, view)?.together(GAP))
    }

    /// As they stand in so much room; `None` where they would be cut.
    pub(super) fn of(pen: &Pen<'_>, view: &SheetView, across: f32) -> Option<Self> {
        let widths = widths(pen, view)?;
        let two = widths.together(GAP) > across;
        let room = widths.first(GAP) - GAP <= across && widths.second(GAP) <= across;
        (room || !two).then_some(Self { widths, two })
    }

    /// Whether each line has two rows.
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
        // What is told without a change runs on into its column.
        let told = if cells.change.is_empty() { ink } else { quiet };
        cell(first, what, &cells.what, told);
        cell(first, change, &cells.change, ink);
        let Some(second) = second else {
            cell(first, by, &cells.by, quiet);
            cell(first, after(by, widths.by), &cells.when, quiet);
            return;
        };
        // It goes on under what changed where that leaves it its room; nobody's name leaves no hole before the moment.
        let under = what + widths.second(GAP) <= rect.right();
        let when = if under { what } else { rect.left() };
        cell(second, when, &cells.when, quiet);
        cell(second, after(when, widths.when), &cells.by, quiet);
    }
}

/// Where the column after one begins: one in which nothing stands takes no room.
fn after(from: f32, wide: f32) -> f32 {
    if wide > 0.0 { from + wide + GAP } else { from }
}
