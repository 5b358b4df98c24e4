//! The table: one deal per row, with the first column always visible.
//!
//! ```text
//!  LTV > 65%  240 deals · 37 shown · 3 selected                       sort LTV ↓
//!  / ltv>0.65 -status:lost                    LTV 0.7504 exactly: alert (60% and 75%)
//!
//! ▸Name                            Status                  LTV ↓    Principal
//!  ────────────────────────────────────────────────────────────────────────────
//!  Ateliers Gambetta, Paris 20e    ◔ Due diligence       ▲ 81.6%        18.2m ┃
//! ✓Le Grand Large, Dunkerque       ‖ On hold             ▲ 79.5%        10.2m │
//! ▌Le Parc, Lyon                 ↑ ◑ Investment committ… ▲ 76.4%        14.1m │
//!  ────────────────────────────────────────────────────────────────────────────
//!  37 of 240                mean                           71.4%        11.7m
//!                            sum                                       431.2m
//! ```

use encours_core::app::deals::table::layout::TableLayout;
use encours_core::app::deals::table::table::TableViewport;
use encours_core::app::deals::table::view::table::{self, Cell, FootCell, HeadCell, TableRow};
use encours_core::app::shell::app::App;
use encours_core::text::Words;
use encours_core::vocabulary::Band;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::board::header::{self, Aside};
use super::empty_state;
use super::layout::Frame;
use crate::terminal::Editor;
use crate::theme::Theme;
use crate::widgets::{Canvas, Target, columns, marked, scroll_bar};

/// Positions of the parts of the table.
#[derive(Clone, Copy, Debug)]
struct Grid {
    /// Row of the column heads.
    heads: u16,
    /// True if rules separate heads and footer from the rows.
    ruled: bool,
    /// Area of the deal rows.
    rows: Rect,
    /// First row of the footer.
    foot: u16,
    /// Number of footer rows.
    foot_rows: u16,
}

impl Grid {
    fn of(frame: Frame) -> Self {
        let body = frame.body;
        let heads = body.y
            + if frame.roomy {
                3
            } else if frame.tiny {
                1
            } else {
                2
            };
        let ruled = frame.roomy;
        let foot_rows = if frame.roomy {
            3
        } else if frame.tiny {
            1
        } else {
            2
        };
        let top = heads + 1 + u16::from(ruled);
        let foot = body.bottom().saturating_sub(foot_rows);
        let bottom = foot.saturating_sub(u16::from(ruled)).max(top);
        Self {
            heads,
            ruled,
            // One column for the gutter at the left, one for the scroll bar at the right.
            rows: Rect::new(body.x + 1, top, body.width.saturating_sub(2), bottom - top),
            foot,
            foot_rows,
        }
    }
}

/// Returns how much of the table fits.
pub fn viewport(frame: Frame) -> TableViewport {
    let grid = Grid::of(frame);
    TableViewport {
        rows: usize::from(grid.rows.height.max(1)),
        width: grid.rows.width,
    }
}

/// Draws the table. Returns the filter message if the filter row cannot show it.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: Frame, editor: &Editor) -> Option<String> {
    let unsaid = header::draw(app, canvas, frame, editor, &Aside::Note(table::exact(app)));
    let grid = Grid::of(frame);
    if empty_state::instead(app, canvas, frame, grid.heads) {
        return unsaid;
    }
    let layout = app.table.table_layout(&app.cx);
    heads(app, canvas, grid, &layout);
    let first = app.table.table().first();
    let shown = table::rows(app, first..first + usize::from(grid.rows.height));
    for (y, row) in (grid.rows.top()..grid.rows.bottom()).zip(&shown) {
        self::row(app, canvas, grid.rows, y, &layout, row);
    }
    let bar = Rect::new(grid.rows.right(), grid.rows.y, 1, grid.rows.height);
    scroll_bar(
        canvas,
        bar,
        first,
        usize::from(grid.rows.height),
        app.table.table().rows().len(),
    );
    foot(app, canvas, frame, grid, &layout);
    unsaid
}

fn heads(app: &App, canvas: &mut Canvas<'_>, grid: Grid, layout: &TableLayout) {
    let theme = canvas.theme;
    let (area, y) = (grid.rows, grid.heads);
    let heads = table::heads(app);
    let keys = table::shown_order(app).len();
    for (at, x, width) in &layout.columns {
        let Some(head) = heads.get(*at) else { continue };
        let style = if head.focused {
            theme.accent()
        } else {
            theme.heading()
        };
        let x = area.x + x;
        let start = head_cell(canvas, x, y, *width, head, keys, style);
        if head.focused {
            // Close to its own name, so that it does not appear to mark the column at the left.
            canvas.put(start - 1, y, 1, "▸", style);
        }
        canvas.hit(Rect::new(x, y, *width, 1), Target::Head(*at));
    }
    let second = theme.second();
    if layout.before > 0
        && let Some((_, x, _)) = layout.columns.get(1)
    {
        canvas.put((area.x + x).saturating_sub(2), y, 1, "◂", second);
    }
    if layout.after > 0 {
        canvas.put(area.right(), y, 1, "▸", second);
    }
    if grid.ruled {
        let line = Rect::new(area.x, y + 1, area.width, 1);
        canvas.fill(line, "─", theme.border());
    }
}

/// Draws the head of a column. Returns the start of its name.
fn head_cell(
    canvas: &mut Canvas<'_>,
    x: u16,
    y: u16,
    width: u16,
    head: &HeadCell,
    keys: usize,
    style: Style,
) -> u16 {
    let mark = head.sort_mark(keys);
    let taken = columns(&mark) + u16::from(!mark.is_empty());
    let room = width.saturating_sub(taken);
    let names = [&head.label, &head.short, &head.shortest];
    let label = names
        .into_iter()
        .find(|name| columns(name) <= room)
        .unwrap_or(&head.shortest);
    let accent = canvas.theme.accent();
    if head.column.is_number() {
        canvas.put_right(x + width, y, columns(&mark), &mark, accent);
        x + room - canvas.put_right(x + room, y, room, label, style)
    } else {
        let used = canvas.put(x, y, room, label, style);
        canvas.put(x + used + 1, y, columns(&mark), &mark, accent);
        x
    }
}

fn row(app: &App, canvas: &mut Canvas<'_>, area: Rect, y: u16, layout: &TableLayout, row: &TableRow) {
    let theme = canvas.theme;
    canvas.hit(
        Rect::new(area.x - 1, y, area.width + 1, 1),
        Target::Row(row.id.clone()),
    );
    let (gutter, style) = match (row.selected, row.focused) {
        (true, _) => ("✓", theme.accent()),
        (false, true) => ("▌", theme.accent()),
        (false, false) => (" ", theme.text()),
    };
    canvas.put(area.x - 1, y, 1, gutter, style);
    for (at, x, width) in &layout.columns {
        let Some(cell) = row.cells.get(*at) else { continue };
        let x = area.x + x;
        let here = row.focused && (*at == 0 || *at == app.table.table().column);
        let mut room = *width;
        if *at == 0
            && let Some(mark) = row.write
        {
            canvas.put_right(x + width, y, 1, mark.glyph(), theme.write(mark));
            room = width.saturating_sub(2);
        }
        if here {
            canvas.fill(Rect::new(x, y, room, 1), " ", theme.selection());
        }
        let text = if here {
            theme.selection()
        } else if row.selected && *at == 0 {
            theme.selected()
        } else if cell.missing || *at > 0 && !app.table.table().columns[*at].is_number() {
            theme.second()
        } else {
            theme.text()
        };
        if app.table.table().columns[*at].is_number() {
            number(canvas, x + room, y, room, cell, text, here);
        } else {
            words(canvas, x, y, room, cell, text);
        }
    }
}

/// Draws a right-aligned number with the mark of its band.
fn number(canvas: &mut Canvas<'_>, right: u16, y: u16, room: u16, cell: &Cell, text: Style, here: bool) {
    let Some(band) = cell.band else {
        canvas.put_right(right, y, room, &cell.text, text);
        return;
    };
    let shape = if here { text } else { canvas.theme.band(band) };
    // A value outside the contract's range differs from a missing one.
    canvas.outside |= cell.outside;
    let band = if cell.outside { Band::Outside } else { band };
    let mark = canvas.theme.shape(band);
    let left = room.saturating_sub(columns(mark));
    let fits = |figure: &&str| columns(figure) <= left;
    // Use the short form first, then drop the gap, then cut the number; the mark is always shown.
    let whole: &str = &cell.text;
    let forms = [whole, &cell.short];
    let figure = forms
        .into_iter()
        .find(|figure| !figure.is_empty() && columns(figure) < left)
        .or_else(|| {
            forms
                .into_iter()
                .find(|figure| !figure.is_empty() && fits(figure))
        });
    let figure = figure.unwrap_or("…");
    let air = if columns(figure) < left { " " } else { "" };
    let figure = if fits(&figure) { figure } else { "" };
    canvas.line_right(right, y, room, &[(mark, shape), (air, text), (figure, text)]);
}

/// Minimum width for the beginning of a name instead of a short form.
const ROOM_FOR_A_BEGINNING: u16 = 14;

fn words(canvas: &mut Canvas<'_>, x: u16, y: u16, room: u16, cell: &Cell, text: Style) {
    // Only statuses have a glyph here; the swatch of a class exists in the window only.
    let glyph = cell.status.as_deref();
    let glyph = glyph.map_or_else(String::new, |status| canvas.theme.ring(status));
    let mut used = 0;
    if !glyph.is_empty() {
        used = canvas.line(x, y, room, &[(glyph.as_str(), text), (" ", text)]);
    }
    let room = room.saturating_sub(used);
    // Statuses and missing values have good short forms. For a class, the beginning of the full name is clearer
    // if it fits.
    let whole = cell.status.is_some() || cell.missing;
    let shortens = !cell.short.is_empty() && (whole || room < ROOM_FOR_A_BEGINNING);
    let shown = if columns(&cell.text) > room && shortens {
        &cell.short
    } else {
        &cell.text
    };
    marked(canvas, Rect::new(x + used, y, room, 1), shown, &cell.found, text);
}

/// Text of a footer cell for a footer row: full, and two shorter forms.
type Figure = fn(&FootCell, Theme) -> [String; 3];

/// Returns a metric that has only one form.
fn alone(figure: &str) -> [String; 3] {
    [figure.to_owned(), String::new(), String::new()]
}

/// Returns the row count of a metric and the count of rows out of range.
fn coverage(cell: &FootCell, theme: Theme) -> [String; 3] {
    let whole = if cell.outside.is_empty() {
        cell.covered.clone()
    } else {
        format!("{} {}{}", cell.covered, theme.shape(Band::Outside), cell.outside)
    };
    [whole, cell.covered.clone(), cell.covered_share.clone()]
}

fn foot(app: &App, canvas: &mut Canvas<'_>, frame: Frame, grid: Grid, layout: &TableLayout) {
    let (theme, area) = (canvas.theme, grid.rows);
    let words = Words::new(app.cx.lang());
    let view = table::foot(app);
    if grid.ruled {
        let y = grid.foot.saturating_sub(1);
        canvas.fill(Rect::new(area.x, y, area.width, 1), "─", theme.border());
    }
    canvas.put(area.x, grid.foot, area.width, &view.count, theme.heading());
    let lines: [(&str, Figure); 3] = [
        ("foot-mean", |cell, _| alone(&cell.mean)),
        ("foot-sum", |cell, _| alone(&cell.sum)),
        ("foot-coverage", coverage),
    ];
    // On few rows, show one metric per column: the sum of amounts, the mean of other numbers.
    let short: [(&str, Figure); 2] = [
        ("foot-mean-short", |cell, _| {
            if cell.sum.is_empty() {
                alone(&cell.mean)
            } else {
                alone(&format!("Σ {}", cell.sum))
            }
        }),
        ("foot-coverage", coverage),
    ];
    let wanted: &[(&str, Figure)] = if frame.roomy { &lines } else { &short };
    // Leave out a metric that no visible column has.
    let told = wanted.iter().filter(|(_, figure)| {
        let mut drawn = layout
            .columns
            .iter()
            .filter_map(|(place, ..)| view.cells.get(*place));
        drawn.any(|cell| !figure(cell, theme)[0].is_empty())
    });
    for (at, (label, figure)) in told.take(usize::from(grid.foot_rows)).enumerate() {
        let y = grid.foot + at as u16;
        let style = if at == 0 { theme.text() } else { theme.second() };
        if let (Some((_, _, width)), false) = (layout.columns.first(), label.is_empty()) {
            let text = words.get(label);
            let taken = if at == 0 { columns(&view.count) + 2 } else { 0 };
            canvas.put_right(
                area.x + width,
                y,
                width.saturating_sub(taken),
                &text,
                theme.second(),
            );
        }
        for (place, x, width) in layout.columns.iter().skip(1) {
            if let Some(cell) = view.cells.get(*place) {
                let ways = figure(cell, theme);
                let mut ways = ways.iter().filter(|way| !way.is_empty());
                let fits = |way: &&String| columns(way) <= *width;
                let narrowest = ways.clone().next_back();
                if let Some(shown) = ways.find(fits).or(narrowest) {
                    canvas.outside |= shown.contains(theme.shape(Band::Outside));
                    canvas.put_right(area.x + x + width, y, *width, shown, style);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use encours_core::app::foundation::cx::theme_choice::ThemeChoice;

    use super::*;
    use crate::theme::{ColorChoice, Look};

    #[test]
    fn the_foot_counts_what_is_out_of_range_under_the_sign_of_its_rows() {
        let cell = FootCell {
            covered: "64/69".to_owned(),
            outside: "2".to_owned(),
            ..FootCell::default()
        };
        let theme = Theme::new(ThemeChoice::System, Look::detect(ColorChoice::Never, |_| None));
        for (theme, told) in [(theme, "64/69 !2"), (theme.in_ascii(true), "64/69 ?2")] {
            assert_eq!(coverage(&cell, theme)[0], told);
        }
    }
}
