//! A table of records of unknown kind.
//!
//! The first column identifies the rows and is always visible, in full if possible. The other columns are cut
//! from the right, and scroll.

use encours_core::app::shell::app::App;
use encours_core::open_json::{Cell, Table};
use encours_core::text::Words;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::widgets::{Canvas, Target, columns, first_line, scroll_bar};

/// Maximum column width, so that one long text does not hide the others.
const WIDEST: u16 = 32;
/// Maximum width of a name column.
const WIDEST_NAME: u16 = 56;
/// Id fields, and the width in which ids are shown.
const IDENTIFIERS: [&str; 2] = ["id", "uuid"];
const IDENTIFIER: u16 = 14;
/// Minimum column width.
const NARROWEST: u16 = 4;
/// Minimum width of a cut last column.
const LEAST: u16 = 6;
/// Gap between two columns.
const GAP: u16 = 2;

/// Part of a table to draw.
#[derive(Debug)]
pub struct Grid<'a> {
    /// The table.
    pub table: &'a Table,
    /// Indices of the rows to show.
    pub rows: &'a [usize],
    /// Index of the focused row in `rows`, if any.
    pub row: Option<usize>,
    /// Index of the first scrolled column.
    pub first_column: usize,
}

/// Draws the table in `area`: heads, then rows. The gutter is the column before `area`.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect, pane: usize, grid: &Grid<'_>) {
    if area.height < 2 || grid.table.columns.is_empty() {
        return;
    }
    let theme = canvas.theme;
    let room = usize::from(area.height - 1);
    let first = first_line(grid.row.unwrap_or(0), grid.rows.len(), room);
    let layout = layout(app, grid, area.width);
    for (at, x, width) in &layout {
        let Some(column) = grid.table.columns.get(*at) else {
            continue;
        };
        let style = theme.heading();
        if column.numeric {
            canvas.put_right(area.x + x + width, area.y, *width, &column.label, style);
        } else {
            canvas.put(area.x + x, area.y, *width, &column.label, style);
        }
    }
    let shown = grid.rows.iter().enumerate().skip(first);
    for (y, (place, row)) in (area.y + 1..area.bottom()).zip(shown) {
        let Some(cells) = grid.table.rows.get(*row) else {
            continue;
        };
        canvas.hit(
            Rect::new(area.x.saturating_sub(1), y, area.width + 1, 1),
            Target::PaneLine(pane, place),
        );
        let focused = grid.row == Some(place);
        if focused {
            canvas.put(area.x.saturating_sub(1), y, 1, "▌", theme.accent());
            canvas.fill(Rect::new(area.x, y, area.width, 1), " ", theme.selection());
        }
        for (at, x, width) in &layout {
            if let (Some(cell), Some(column)) = (cells.get(*at), grid.table.columns.get(*at)) {
                let (text, style) = text(app, canvas, cell);
                let style = if focused { theme.selection() } else { style };
                let x = area.x + x;
                if column.numeric {
                    canvas.put_right(x + width, y, *width, &text, style);
                } else {
                    canvas.put(x, y, *width, &text, style);
                }
            }
        }
    }
    beyond(canvas, area, grid, &layout);
    let bar = Rect::new(area.right() + 1, area.y + 1, 1, area.height - 1);
    scroll_bar(canvas, bar, first, room, grid.rows.len());
}

fn text(app: &App, canvas: &Canvas<'_>, cell: &Cell) -> (String, Style) {
    let theme = canvas.theme;
    match cell {
        Cell::Value(value) => (value.to_string(), theme.text()),
        Cell::Null => (
            Words::new(app.cx.lang())
                .get("absent-not-provided-short")
                .into_owned(),
            theme.second(),
        ),
        Cell::Absent => ("·".to_owned(), theme.second()),
    }
}

/// Draws `◂ 2  3 ▸` at the end of the head row: the number of columns beyond each side.
fn beyond(canvas: &mut Canvas<'_>, area: Rect, grid: &Grid<'_>, layout: &[(usize, u16, u16)]) {
    let others = grid.table.columns.len().saturating_sub(1);
    let last = match layout.last() {
        Some((at, ..)) if layout.len() > 1 => *at,
        _ => grid.first_column,
    };
    let text = sides(grid.first_column.min(others), others.saturating_sub(last));
    let style = canvas.theme.second();
    canvas.put_right(area.right(), area.y, columns(&text), &text, style);
}

/// Returns the text for hidden columns before and after; empty without any.
fn sides(before: usize, after: usize) -> String {
    match (before, after) {
        (0, 0) => String::new(),
        (0, after) => format!("{after} ▸"),
        (before, 0) => format!("◂ {before}"),
        (before, after) => format!("◂ {before}  {after} ▸"),
    }
}

/// Returns index, start and width of the columns that fit beside the hidden-columns mark.
fn layout(app: &App, grid: &Grid<'_>, room: u16) -> Vec<(usize, u16, u16)> {
    let others = 1 + grid.first_column..grid.table.columns.len();
    let wanted: Vec<(usize, u16)> = std::iter::once(0)
        .chain(others)
        .map(|at| (at, wanted(app, grid, at)))
        .collect();
    let numeric = |at: usize| grid.table.columns.get(at).is_some_and(|column| column.numeric);
    let whole = place(&wanted, room, numeric);
    if whole.len() == wanted.len() && grid.first_column == 0 {
        return whole;
    }
    let mark = columns(&sides(grid.first_column, wanted.len())) + GAP;
    let mut placed = place(&wanted, room.saturating_sub(mark), numeric);
    // The mark is in the head row only, so the last column may extend below it if its head does not need that
    // space.
    if let Some((at, x, width)) = placed.last_mut()
        && !numeric(*at)
        && let Some((_, wide)) = wanted.iter().find(|(place, _)| place == at)
        && grid
            .table
            .columns
            .get(*at)
            .is_some_and(|column| columns(&column.label) <= *width)
    {
        *width = (*wide).clamp(*width, room.saturating_sub(*x).max(*width));
    }
    placed
}

/// Returns the preferred width of a column, independent of scrolling.
fn wanted(app: &App, grid: &Grid<'_>, at: usize) -> u16 {
    let Some(column) = grid.table.columns.get(at) else {
        return NARROWEST;
    };
    let mut widest = u16::try_from(column.widest).unwrap_or(u16::MAX);
    if column.filled < grid.table.rows.len() {
        widest = widest.max(columns(
            &Words::new(app.cx.lang()).get("absent-not-provided-short"),
        ));
    }
    let head = columns(&column.label);
    let most = match column {
        // The beginning of an id is enough to identify it, but a name must be readable.
        _ if at == 0 && IDENTIFIERS.contains(&column.field.as_str()) => IDENTIFIER,
        _ if at == 0 => WIDEST_NAME,
        _ => WIDEST,
    };
    widest.max(head).clamp(NARROWEST, most.max(head))
}

/// Places columns side by side; the last one may be cut, unless it has numbers.
///
/// The first column is shown in full if another one fits beside it. If it is too long for that, it gets at most
/// three quarters of the space.
fn place(wanted: &[(usize, u16)], room: u16, numeric: impl Fn(usize) -> bool) -> Vec<(usize, u16, u16)> {
    let Some((first, rest)) = wanted.split_first() else {
        return Vec::new();
    };
    // Reserve the minimum width for one more column.
    let beside = rest.iter().map(|(_, width)| LEAST.min(*width)).min();
    let most = room.saturating_sub(beside.map_or(0, |width| width + GAP));
    let most = if first.1 <= most {
        most
    } else {
        most.min(room * 3 / 4)
    };
    let mut pinned = first.1.min(most.max(NARROWEST)).min(room);
    let mut beside = Vec::new();
    let mut x = pinned + GAP;
    for (at, width) in rest {
        let left = room.saturating_sub(x);
        let cut = if numeric(*at) { *width } else { LEAST.min(*width) };
        if left < cut {
            break;
        }
        let width = (*width).min(left);
        beside.push((*at, width));
        x += width + GAP;
    }
    let spare = room.saturating_sub(x - GAP);
    pinned += spare.min(first.1 - pinned);
    let mut layout = vec![(first.0, 0, pinned)];
    let mut x = pinned + GAP;
    for (at, width) in beside {
        layout.push((at, x, width));
        x += width + GAP;
    }
    layout
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_whole_and_the_others_give_way_from_the_right() {
        let wanted = [(0, 30), (1, 10), (2, 12)];
        assert_eq!(
            place(&wanted, 80, |_| false),
            [(0, 0, 30), (1, 32, 10), (2, 44, 12)]
        );
        // The name comes first; the other column gets the rest.
        assert_eq!(place(&wanted, 40, |_| false), [(0, 0, 30), (1, 32, 8)]);
        // A number column is left out rather than cut.
        assert_eq!(place(&wanted, 40, |at| at == 1), [(0, 0, 30)]);
        // A long name is cut so that another column fits.
        assert_eq!(place(&wanted, 32, |_| false), [(0, 0, 24), (1, 26, 6)]);
        assert_eq!(place(&wanted[..1], 20, |_| false), [(0, 0, 20)]);
        for room in 0..12 {
            let end = place(&wanted, room, |_| true)
                .last()
                .map(|(_, x, width)| x + width);
            assert!(end.is_none_or(|end| end <= room.max(NARROWEST)), "{room}");
        }
    }
}
