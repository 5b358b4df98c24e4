//! A table of records of unknown kind.
//!
//! The first column identifies the rows and is always visible, in full if possible. The other columns are cut
//! from the right, and scroll.

use encours_core::app::shell::app::App;
use encours_core::open_json::{RecordCell, RecordTable};
use encours_core::text::Messages;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::widgets::{Canvas, ClickTarget, draw_frame_scroll_bar, first_line, split_rows, text_width};

/// Maximum column width, so that one long text does not hide the others.
const MAX_WIDTH: u16 = 32;
/// Maximum width of a name column.
const MAX_NAME_WIDTH: u16 = 56;
/// Id fields, and the width in which ids are shown.
const ID_FIELDS: [&str; 2] = ["id", "uuid"];
const ID_WIDTH: u16 = 14;
/// Minimum column width.
const MIN_WIDTH: u16 = 4;
/// Minimum width of a cut last column.
const MIN_CUT_WIDTH: u16 = 6;
/// Gap between two columns.
const GAP: u16 = 2;

/// Part of a table to draw.
#[derive(Clone, Copy, Debug)]
pub struct RecordGrid<'a> {
    /// The table.
    pub table: &'a RecordTable,
    /// Indices of the rows to show.
    pub rows: &'a [usize],
    /// Index of the focused row in `rows`, if any.
    pub focused_row: Option<usize>,
    /// Index of the first scrolled column.
    pub first_column: usize,
    /// Index of the focused column, if any. The columns scroll until it is visible.
    pub focused_column: Option<usize>,
}

/// Draws the table in `area`: headers, then rows. The gutter is the column before `area`.
pub fn draw(
    app: &App,
    canvas: &mut Canvas<'_>,
    area: Rect,
    target: impl Fn(usize) -> ClickTarget,
    grid: &RecordGrid<'_>,
) {
    if area.height < 2 || grid.table.columns.is_empty() {
        return;
    }
    let grid = &scrolled_to_focus(app, grid, area.width);
    let theme = canvas.theme;
    let available_rows = usize::from(area.height - 1);
    let first = first_line(grid.focused_row.unwrap_or(0), grid.rows.len(), available_rows);
    let layout = column_layout(app, grid, area.width);
    for (at, x, width) in &layout {
        let Some(column) = grid.table.columns.get(*at) else {
            continue;
        };
        let style = if grid.focused_column == Some(*at) { theme.selection() } else { theme.heading() };
        if column.is_numeric {
            canvas.draw_text_right(area.x + x + width, area.y, *width, &column.label, style);
        } else {
            canvas.draw_text(area.x + x, area.y, *width, &column.label, style);
        }
    }
    let visible = grid.rows.iter().enumerate().skip(first);
    for (y, (index, row)) in (area.y + 1..area.bottom()).zip(visible) {
        let Some(cells) = grid.table.rows.get(*row) else {
            continue;
        };
        let focused = grid.focused_row == Some(index);
        canvas.begin_row(Rect { y, height: 1, ..area }, Some(target(index)), focused);
        for (at, x, width) in &layout {
            if let (Some(cell), Some(column)) = (cells.get(*at), grid.table.columns.get(*at)) {
                let (text, style) = cell_text(app, canvas, cell);
                let style = if focused { theme.selection() } else { style };
                let x = area.x + x;
                if column.is_numeric {
                    canvas.draw_text_right(x + width, y, *width, &text, style);
                } else {
                    canvas.draw_text(x, y, *width, &text, style);
                }
            }
        }
    }
    draw_hidden_counts(canvas, area, grid, &layout);
    draw_frame_scroll_bar(canvas, split_rows(area, 1).1, first, grid.rows.len());
}

/// Returns the grid, scrolled by whole columns until the focused one is visible.
fn scrolled_to_focus<'a>(app: &App, grid: &RecordGrid<'a>, max_width: u16) -> RecordGrid<'a> {
    let Some(column) = grid.focused_column else { return *grid };
    let scrolled = |first_column: usize| RecordGrid { first_column, ..*grid };
    let is_visible =
        |first: &usize| column_layout(app, &scrolled(*first), max_width).iter().any(|(at, ..)| *at == column);
    let last = column.saturating_sub(1);
    scrolled((grid.first_column..last).find(is_visible).unwrap_or(last))
}

fn cell_text(app: &App, canvas: &Canvas<'_>, cell: &RecordCell) -> (String, Style) {
    let theme = canvas.theme;
    match cell {
        RecordCell::Value(value) => (value.to_string(), theme.text()),
        RecordCell::Null => {
            (Messages::new(app.cx.lang()).get("absent-not-provided-short").into_owned(), theme.second())
        }
        RecordCell::Absent => ("·".to_owned(), theme.second()),
    }
}

/// Draws `◂ 2  3 ▸` at the end of the header row: the number of columns beyond each side.
fn draw_hidden_counts(
    canvas: &mut Canvas<'_>,
    area: Rect,
    grid: &RecordGrid<'_>,
    layout: &[(usize, u16, u16)],
) {
    let others = grid.table.columns.len().saturating_sub(1);
    let last = match layout.last() {
        Some((at, ..)) if layout.len() > 1 => *at,
        _ => grid.first_column,
    };
    let text = hidden_counts(grid.first_column.min(others), others.saturating_sub(last));
    let style = canvas.theme.second();
    canvas.draw_text_right(area.right(), area.y, text_width(&text), &text, style);
}

/// Returns the text for hidden columns before and after; empty without any.
fn hidden_counts(before: usize, after: usize) -> String {
    match (before, after) {
        (0, 0) => String::new(),
        (0, after) => format!("{after} ▸"),
        (before, 0) => format!("◂ {before}"),
        (before, after) => format!("◂ {before}  {after} ▸"),
    }
}

/// Returns index, start and width of the columns that fit beside the hidden-columns mark.
fn column_layout(app: &App, grid: &RecordGrid<'_>, max_width: u16) -> Vec<(usize, u16, u16)> {
    let others = 1 + grid.first_column..grid.table.columns.len();
    let widths: Vec<(usize, u16)> =
        std::iter::once(0).chain(others).map(|at| (at, wanted_width(app, grid, at))).collect();
    let numeric = |at: usize| grid.table.columns.get(at).is_some_and(|column| column.is_numeric);
    let unscrolled = place_columns(&widths, max_width, numeric);
    if unscrolled.len() == widths.len() && grid.first_column == 0 {
        return unscrolled;
    }
    let mark = text_width(&hidden_counts(grid.first_column, widths.len())) + GAP;
    let mut placed = place_columns(&widths, max_width.saturating_sub(mark), numeric);
    // The mark is in the header row only, so the last column may extend below it if its head does not need that
    // space.
    if let Some((at, x, width)) = placed.last_mut()
        && !numeric(*at)
        && let Some((_, full_width)) = widths.iter().find(|(index, _)| index == at)
        && grid.table.columns.get(*at).is_some_and(|column| text_width(&column.label) <= *width)
    {
        *width = (*full_width).clamp(*width, max_width.saturating_sub(*x).max(*width));
    }
    placed
}

/// Returns the preferred width of a column, independent of scrolling.
fn wanted_width(app: &App, grid: &RecordGrid<'_>, at: usize) -> u16 {
    let Some(column) = grid.table.columns.get(at) else {
        return MIN_WIDTH;
    };
    let mut widest = u16::try_from(column.max_width).unwrap_or(u16::MAX);
    if column.filled < grid.table.rows.len() {
        widest = widest.max(text_width(&Messages::new(app.cx.lang()).get("absent-not-provided-short")));
    }
    let label_width = text_width(&column.label);
    let max = match column {
        // The beginning of an id is enough to identify it, but a name must be readable.
        _ if at == 0 && ID_FIELDS.contains(&column.field.as_str()) => ID_WIDTH,
        _ if at == 0 => MAX_NAME_WIDTH,
        _ => MAX_WIDTH,
    };
    widest.max(label_width).clamp(MIN_WIDTH, max.max(label_width))
}

/// Places columns side by side; the last one may be cut, unless it has numbers.
///
/// The first column is shown in full if another one fits beside it. If it is too long for that, it gets at most
/// three quarters of the space.
fn place_columns(
    widths: &[(usize, u16)],
    max_width: u16,
    numeric: impl Fn(usize) -> bool,
) -> Vec<(usize, u16, u16)> {
    let Some((first, rest)) = widths.split_first() else {
        return Vec::new();
    };
    // Reserve the minimum width for one more column.
    let trailing = rest.iter().map(|(_, width)| MIN_CUT_WIDTH.min(*width)).min();
    let max = max_width.saturating_sub(trailing.map_or(0, |width| width + GAP));
    let max = if first.1 <= max { max } else { max.min(max_width * 3 / 4) };
    let mut pinned = first.1.min(max.max(MIN_WIDTH)).min(max_width);
    let mut trailing = Vec::new();
    let mut x = pinned + GAP;
    for (at, width) in rest {
        let available = max_width.saturating_sub(x);
        let cut = if numeric(*at) { *width } else { MIN_CUT_WIDTH.min(*width) };
        if available < cut {
            break;
        }
        let width = (*width).min(available);
        trailing.push((*at, width));
        x += width + GAP;
    }
    let spare = max_width.saturating_sub(x - GAP);
    pinned += spare.min(first.1 - pinned);
    let mut layout = vec![(first.0, 0, pinned)];
    let mut x = pinned + GAP;
    for (at, width) in trailing {
        layout.push((at, x, width));
        x += width + GAP;
    }
    layout
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_shrink_from_the_right_before_the_name() {
        let wanted = [(0, 30), (1, 10), (2, 12)];
        assert_eq!(place_columns(&wanted, 80, |_| false), [(0, 0, 30), (1, 32, 10), (2, 44, 12)]);
        // The name comes first; the other column gets the rest.
        assert_eq!(place_columns(&wanted, 40, |_| false), [(0, 0, 30), (1, 32, 8)]);
        // A number column is left out rather than cut.
        assert_eq!(place_columns(&wanted, 40, |at| at == 1), [(0, 0, 30)]);
        // A long name is cut so that another column fits.
        assert_eq!(place_columns(&wanted, 32, |_| false), [(0, 0, 24), (1, 26, 6)]);
        assert_eq!(place_columns(&wanted[..1], 20, |_| false), [(0, 0, 20)]);
        for max_width in 0..12 {
            let end = place_columns(&wanted, max_width, |_| true).last().map(|(_, x, width)| x + width);
            assert!(end.is_none_or(|end| end <= max_width.max(MIN_WIDTH)), "{max_width}");
        }
    }
}
