//! Records nothing is known about, as a table: the first column stays in sight, the others scroll.

use encours_core::app::App;
use encours_core::view::generic::{Cell, Table};
use encours_core::view::text::Words;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::widgets::{Canvas, Target, columns, first_line, scroll_bar};

/// The widest column, so that one long text does not hide the others.
const WIDEST: u16 = 32;
/// The widest column of names.
const WIDEST_NAME: u16 = 56;
/// What tells records from one another without naming them, and how much of it is shown.
const IDENTIFIERS: [&str; 2] = ["id", "uuid"];
const IDENTIFIER: u16 = 14;
/// The narrowest one.
const NARROWEST: u16 = 4;
/// A column that is cut at the end of the room shows this much at least.
const LEAST: u16 = 6;
/// Between two columns.
const GAP: u16 = 2;
/// How many rows are looked at to know how wide a column has to be.
const LOOKED_AT: usize = 60;

/// What of a table is to be drawn.
#[derive(Debug)]
pub struct Grid<'a> {
    /// The table.
    pub table: &'a Table,
    /// The rows to show, by their place in it.
    pub rows: &'a [usize],
    /// Which of them has the focus, if one can have it.
    pub row: Option<usize>,
    /// The first column shown beside the first one.
    pub first_column: usize,
}

/// Draws the table in `area`: heads, then rows. The column before `area` is its gutter.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect, pane: usize, grid: &Grid<'_>) {
    if area.height < 2 || grid.table.columns.is_empty() {
        return;
    }
    let theme = canvas.theme;
    let room = usize::from(area.height - 1);
    let first = first_line(grid.row.unwrap_or(0), grid.rows.len(), room);
    let layout = layout(app, grid, first, area.width);
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
            Words::new(app.lang())
                .get("absent-not-provided-short")
                .into_owned(),
            theme.second(),
        ),
        Cell::Absent => ("·".to_owned(), theme.second()),
    }
}

/// `3 ▸` at the end of the heads, where nothing else stands: how many columns lie beyond.
fn beyond(canvas: &mut Canvas<'_>, area: Rect, grid: &Grid<'_>, layout: &[(usize, u16, u16)]) {
    let last = layout.last().map_or(0, |(at, ..)| *at);
    let after = grid.table.columns.len() - 1 - last.min(grid.table.columns.len() - 1);
    if after > 0 {
        let text = format!("{after} ▸");
        let style = canvas.theme.second();
        canvas.put_right(area.right(), area.y, columns(&text), &text, style);
    }
}

/// The columns that fit: their place, where they begin, how wide they are. Where some lie beyond, room is left for the
/// mark that says so.
fn layout(app: &App, grid: &Grid<'_>, first: usize, room: u16) -> Vec<(usize, u16, u16)> {
    let others = 1 + grid.first_column..grid.table.columns.len();
    let wanted: Vec<(usize, u16)> = std::iter::once(0)
        .chain(others)
        .map(|at| (at, wanted(app, grid, first, at)))
        .collect();
    let numeric = |at: usize| grid.table.columns.get(at).is_some_and(|column| column.numeric);
    let whole = place(&wanted, room, numeric);
    if whole.len() == wanted.len() {
        return whole;
    }
    let mark = columns(&format!("{} ▸", wanted.len())) + GAP;
    place(&wanted, room.saturating_sub(mark), numeric)
}

/// How wide a column would like to be.
fn wanted(app: &App, grid: &Grid<'_>, first: usize, at: usize) -> u16 {
    let looked_at = grid.rows.iter().skip(first).take(LOOKED_AT);
    let widest = looked_at
        .filter_map(|row| grid.table.rows.get(*row)?.get(at))
        .map(|cell| match cell {
            Cell::Value(value) => columns(value),
            Cell::Null => columns(&Words::new(app.lang()).get("absent-not-provided-short")),
            Cell::Absent => 1,
        })
        .max()
        .unwrap_or(0);
    let column = grid.table.columns.get(at);
    let head = column.map_or(0, |column| columns(&column.label));
    let most = match column {
        // An identifier is told from its neighbours by its beginning; a name is read whole.
        Some(column) if at == 0 && IDENTIFIERS.contains(&column.field.as_str()) => IDENTIFIER,
        _ if at == 0 => WIDEST_NAME,
        _ => WIDEST,
    };
    widest.max(head).clamp(NARROWEST, most.max(head))
}

/// Places columns beside each other. The first one leaves half of the room to the others, and takes what they do not
/// fill; the last one may be cut, unless it holds numbers.
fn place(wanted: &[(usize, u16)], room: u16, numeric: impl Fn(usize) -> bool) -> Vec<(usize, u16, u16)> {
    let Some((first, rest)) = wanted.split_first() else {
        return Vec::new();
    };
    let half = if rest.is_empty() { room } else { room / 2 };
    let mut pinned = first.1.min(half.max(NARROWEST)).min(room);
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
    fn a_name_is_whole_where_there_is_room_and_leaves_half_of_it_otherwise() {
        let wanted = [(0, 30), (1, 10), (2, 12)];
        assert_eq!(
            place(&wanted, 80, |_| false),
            [(0, 0, 30), (1, 32, 10), (2, 44, 12)]
        );
        // Half of 40, and then what the others leave: 10 and 8 of 12 fit beside.
        assert_eq!(
            place(&wanted, 40, |_| false),
            [(0, 0, 20), (1, 22, 10), (2, 34, 6)]
        );
        // No number is cut: its room goes to the name.
        assert_eq!(place(&wanted, 40, |at| at == 2), [(0, 0, 28), (1, 30, 10)]);
        assert_eq!(place(&wanted[..1], 20, |_| false), [(0, 0, 20)]);
        for room in 0..12 {
            let end = place(&wanted, room, |_| true)
                .last()
                .map(|(_, x, width)| x + width);
            assert!(end.is_none_or(|end| end <= room.max(NARROWEST)), "{room}");
        }
    }
}
