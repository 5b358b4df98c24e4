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

use encours_core::app::deals::table::layout::{GAP, TableLayout};
use encours_core::app::deals::table::table::TableViewport;
use encours_core::app::deals::table::view::groups::HeadingRow;
use encours_core::app::deals::table::view::table::{
    self, FooterCell, HeaderCell, LineView, TableCell, TableRow,
};
use encours_core::app::shell::app::App;
use encours_core::text::Messages;
use encours_core::vocabulary::Band;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::board::header::{self, FilterTrailing};
use super::empty_state;
use super::layout::ScreenFrame;
use crate::terminal::LineEditor;
use crate::theme::Theme;
use crate::widgets::{Canvas, ClickTarget, draw_highlighted, draw_scroll_bar, text_width};

/// Positions of the parts of the table.
#[derive(Clone, Copy, Debug)]
struct TableGrid {
    /// Row of the column headers.
    header_y: u16,
    /// True if rules separate headers and footer from the rows.
    has_rules: bool,
    /// Area of the deal rows.
    rows: Rect,
    /// First row of the footer.
    footer_y: u16,
    /// Number of footer rows.
    footer_rows: u16,
}

impl TableGrid {
    fn new(frame: ScreenFrame) -> Self {
        let body = frame.body;
        let header_y = body.y + frame.by_room(1, 2, 3);
        let has_rules = frame.roomy;
        let footer_rows = frame.by_room(1, 2, 3);
        let top = header_y + 1 + u16::from(has_rules);
        let footer_y = body.bottom().saturating_sub(footer_rows);
        let bottom = footer_y.saturating_sub(u16::from(has_rules)).max(top);
        Self {
            header_y,
            has_rules,
            // One column for the gutter at the left, one for the scroll bar at the right.
            rows: Rect::new(body.x + 1, top, body.width.saturating_sub(2), bottom - top),
            footer_y,
            footer_rows,
        }
    }
}

/// Returns how much of the table fits.
pub fn viewport(frame: ScreenFrame) -> TableViewport {
    let grid = TableGrid::new(frame);
    TableViewport { rows: usize::from(grid.rows.height.max(1)), width: grid.rows.width }
}

/// Draws the table. Returns the filter message if the filter row cannot show it.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame, editor: &LineEditor) -> Option<String> {
    let unsaid = header::draw(app, canvas, frame, editor, &FilterTrailing::Note(table::exact_focused(app)));
    let grid = TableGrid::new(frame);
    if empty_state::draw_if_empty(app, canvas, frame, grid.header_y) {
        return unsaid;
    }
    let layout = app.table.table_layout(&app.cx);
    draw_header(app, canvas, grid, &layout);
    let first = app.table.first();
    let lines = table::table_lines(app, first..first + usize::from(grid.rows.height));
    for (y, line) in (grid.rows.top()..grid.rows.bottom()).zip(&lines) {
        match line {
            LineView::Deal(row) => draw_row(app, canvas, grid.rows, y, &layout, row),
            LineView::Heading(heading) => draw_heading(canvas, grid.rows, y, &layout, heading),
        }
    }
    let bar = Rect::new(grid.rows.right(), grid.rows.y, 1, grid.rows.height);
    draw_scroll_bar(canvas, bar, first, usize::from(grid.rows.height), app.table.line_count());
    draw_footer(app, canvas, frame, grid, &layout);
    unsaid
}

fn draw_header(app: &App, canvas: &mut Canvas<'_>, grid: TableGrid, layout: &TableLayout) {
    let theme = canvas.theme;
    let (area, y) = (grid.rows, grid.header_y);
    let headers = table::header_cells(app);
    let keys = table::shown_order(app).len();
    for (at, x, width) in &layout.columns {
        let Some(header) = headers.get(*at) else { continue };
        let style = if header.focused { theme.accent() } else { theme.heading() };
        let x = area.x + x;
        let start = draw_header_cell(canvas, x, y, *width, header, keys, style);
        if header.focused {
            // Close to its own name, so that it does not appear to mark the column at the left.
            canvas.draw_text(start - 1, y, 1, "▸", style);
        }
        canvas.add_target(Rect::new(x, y, *width, 1), ClickTarget::Header(*at));
    }
    let second = theme.second();
    if layout.before > 0
        && let Some((_, x, _)) = layout.columns.get(1)
    {
        canvas.draw_text((area.x + x).saturating_sub(2), y, 1, "◂", second);
    }
    if layout.after > 0 {
        canvas.draw_text(area.right(), y, 1, "▸", second);
    }
    if grid.has_rules {
        let line = Rect::new(area.x, y + 1, area.width, 1);
        canvas.fill(line, "─", theme.border());
    }
}

/// Draws the header of a column. Returns the start of its name.
fn draw_header_cell(
    canvas: &mut Canvas<'_>,
    x: u16,
    y: u16,
    width: u16,
    header: &HeaderCell,
    keys: usize,
    style: Style,
) -> u16 {
    let mark = header.sort_mark(keys);
    let taken = text_width(&mark) + u16::from(!mark.is_empty());
    let max_width = width.saturating_sub(taken);
    let names = [&header.label, &header.short, &header.shortest];
    let label = names.into_iter().find(|name| text_width(name) <= max_width).unwrap_or(&header.shortest);
    let accent = canvas.theme.accent();
    if header.column.is_number() {
        canvas.draw_text_right(x + width, y, text_width(&mark), &mark, accent);
        x + max_width - canvas.draw_text_right(x + max_width, y, max_width, label, style)
    } else {
        let used = canvas.draw_text(x, y, max_width, label, style);
        canvas.draw_text(x + used + 1, y, text_width(&mark), &mark, accent);
        x
    }
}

/// Draws the heading of a group: its name up to the first column with a subtotal, and the subtotals.
fn draw_heading(canvas: &mut Canvas<'_>, area: Rect, y: u16, layout: &TableLayout, heading: &HeadingRow) {
    let theme = canvas.theme;
    canvas.add_target(Rect::new(area.x - 1, y, area.width + 1, 1), ClickTarget::Group(heading.index));
    let (gutter, style) = if heading.focused { ("▌", theme.selection()) } else { (" ", theme.heading()) };
    canvas.draw_text(area.x - 1, y, 1, gutter, theme.accent());
    let has_subtotal = |at: &usize| heading.cells.get(*at).is_some_and(|text| !text.is_empty());
    let mut subtotals = layout.columns.iter().filter(|(at, ..)| *at > 0 && has_subtotal(at)).peekable();
    let end = subtotals.peek().map_or(area.width, |(_, x, _)| x.saturating_sub(GAP));
    if heading.focused {
        canvas.fill(Rect::new(area.x, y, end, 1), " ", style);
    }
    let indent = 2 * heading.depth as u16;
    let mark = if heading.collapsed { "▸" } else { "▾" };
    let count_width = text_width(&heading.count) + 2;
    let name_width = end.saturating_sub(indent + 2 + count_width);
    canvas.draw_text(area.x + indent, y, 1, mark, style);
    let used = canvas.draw_text(area.x + indent + 2, y, name_width, &heading.name, style);
    let x = area.x + indent + 4 + used;
    canvas.draw_text(x, y, (area.x + end).saturating_sub(x), &heading.count, style);
    for (at, x, width) in subtotals {
        canvas.draw_text_right(area.x + x + width, y, *width, &heading.cells[*at], theme.heading());
    }
}

fn draw_row(app: &App, canvas: &mut Canvas<'_>, area: Rect, y: u16, layout: &TableLayout, row: &TableRow) {
    let theme = canvas.theme;
    canvas.add_target(Rect::new(area.x - 1, y, area.width + 1, 1), ClickTarget::Row(row.id.clone()));
    let (gutter, style) = match (row.selected, row.focused) {
        (true, _) => ("✓", theme.accent()),
        (false, true) => ("▌", theme.accent()),
        (false, false) => (" ", theme.text()),
    };
    canvas.draw_text(area.x - 1, y, 1, gutter, style);
    for (at, x, width) in &layout.columns {
        let Some(cell) = row.cells.get(*at) else { continue };
        let x = area.x + x;
        let here = row.focused && (*at == 0 || *at == app.table.column);
        let mut max_width = *width;
        if *at == 0
            && let Some(mark) = row.write
        {
            canvas.draw_text_right(x + width, y, 1, mark.glyph(), theme.write_mark(mark));
            max_width = width.saturating_sub(2);
        }
        if *at == 0
            && let Some(mark) = &row.followup
        {
            let band = mark.band;
            canvas.draw_text_right(x + max_width, y, 1, theme.band_glyph(band), theme.band(band));
            max_width = max_width.saturating_sub(2);
        }
        if *at == 0 && row.starred {
            canvas.draw_text_right(x + max_width, y, 1, "★", theme.second());
            max_width = max_width.saturating_sub(2);
        }
        if here {
            canvas.fill(Rect::new(x, y, max_width, 1), " ", theme.selection());
        }
        let text = if here {
            theme.selection()
        } else if row.selected && *at == 0 {
            theme.selected()
        } else if cell.missing || *at > 0 && !app.table.columns[*at].is_number() {
            theme.second()
        } else {
            theme.text()
        };
        if app.table.columns[*at].is_number() {
            draw_number(canvas, x + max_width, y, max_width, cell, text, here);
        } else if let Some(mark) = &cell.followup {
            let (glyph, style) = (theme.band_glyph(mark.band), theme.band(mark.band));
            canvas.draw_text(x, y, 1, glyph, style);
            draw_cell_text(canvas, x + 2, y, max_width.saturating_sub(2), cell, text);
        } else {
            draw_cell_text(canvas, x, y, max_width, cell, text);
        }
    }
}

/// Draws a right-aligned number with the mark of its band.
fn draw_number(
    canvas: &mut Canvas<'_>,
    right: u16,
    y: u16,
    max_width: u16,
    cell: &TableCell,
    text: Style,
    here: bool,
) {
    let Some(band) = cell.band else {
        canvas.draw_text_right(right, y, max_width, &cell.text, text);
        return;
    };
    let shape = if here { text } else { canvas.theme.band(band) };
    // A value outside the contract's range differs from a missing one.
    canvas.has_outside |= cell.out_of_range;
    let band = if cell.out_of_range { Band::Outside } else { band };
    let mark = canvas.theme.band_glyph(band);
    let available = max_width.saturating_sub(text_width(mark));
    let fits = |form: &&str| text_width(form) <= available;
    // Use the short form first, then drop the gap, then cut the number; the mark is always shown.
    let full_text: &str = &cell.text;
    let forms = [full_text, &cell.short];
    let form = forms
        .into_iter()
        .find(|form| !form.is_empty() && text_width(form) < available)
        .or_else(|| forms.into_iter().find(|form| !form.is_empty() && fits(form)));
    let form = form.unwrap_or("…");
    let air = if text_width(form) < available { " " } else { "" };
    let form = if fits(&form) { form } else { "" };
    canvas.draw_spans_right(right, y, max_width, &[(mark, shape), (air, text), (form, text)]);
}

/// Minimum width for the beginning of a name instead of a short form.
const MIN_BEGINNING: u16 = 14;

fn draw_cell_text(canvas: &mut Canvas<'_>, x: u16, y: u16, max_width: u16, cell: &TableCell, text: Style) {
    // Only statuses have a glyph here; the swatch of a class exists in the window only.
    let glyph = cell.status.as_deref();
    let glyph = glyph.map_or_else(String::new, |status| canvas.theme.status_glyph(status));
    let mut used = 0;
    if !glyph.is_empty() {
        used = canvas.draw_spans(x, y, max_width, &[(glyph.as_str(), text), (" ", text)]);
    }
    let max_width = max_width.saturating_sub(used);
    // Statuses and missing values have good short forms. For a class, the beginning of the full name is clearer
    // if it fits.
    let never_cut = cell.status.is_some() || cell.missing;
    let shortens = !cell.short.is_empty() && (never_cut || max_width < MIN_BEGINNING);
    let text_shown = if text_width(&cell.text) > max_width && shortens { &cell.short } else { &cell.text };
    draw_highlighted(canvas, Rect::new(x + used, y, max_width, 1), text_shown, &cell.matches, text);
}

/// Text of a footer cell for a footer row: full, and two shorter forms.
type FooterForms = fn(&FooterCell, Theme) -> [String; 3];

/// Returns the forms of a footer text that has only one.
fn single_form(text: &str) -> [String; 3] {
    [text.to_owned(), String::new(), String::new()]
}

/// Returns the forms of the row count that a footer cell covers, with the rows out of range.
fn coverage(cell: &FooterCell, theme: Theme) -> [String; 3] {
    let full = if cell.out_of_range.is_empty() {
        cell.covered.clone()
    } else {
        format!("{} {}{}", cell.covered, theme.band_glyph(Band::Outside), cell.out_of_range)
    };
    [full, cell.covered.clone(), cell.covered_share.clone()]
}

fn draw_footer(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: ScreenFrame,
    grid: TableGrid,
    layout: &TableLayout,
) {
    let (theme, area) = (canvas.theme, grid.rows);
    let messages = Messages::new(app.cx.lang());
    let view = table::footer(app);
    if grid.has_rules {
        let y = grid.footer_y.saturating_sub(1);
        canvas.fill(Rect::new(area.x, y, area.width, 1), "─", theme.border());
    }
    canvas.draw_text(area.x, grid.footer_y, area.width, &view.count, theme.heading());
    let lines: [(&str, FooterForms); 3] = [
        ("foot-mean", |cell, _| single_form(&cell.mean)),
        ("foot-sum", |cell, _| single_form(&cell.sum)),
        ("foot-coverage", coverage),
    ];
    // On few rows, show one aggregate per column: the sum of amounts, the mean of other numbers.
    let short: [(&str, FooterForms); 2] = [
        ("foot-mean-short", |cell, _| {
            if cell.sum.is_empty() {
                single_form(&cell.mean)
            } else {
                single_form(&format!("Σ {}", cell.sum))
            }
        }),
        ("foot-coverage", coverage),
    ];
    let footer_lines: &[(&str, FooterForms)] = if frame.roomy { &lines } else { &short };
    // Leave out an aggregate that no visible column has.
    let visible_rows = footer_lines.iter().filter(|(_, value)| {
        let mut drawn = layout.columns.iter().filter_map(|(column, ..)| view.cells.get(*column));
        drawn.any(|cell| !value(cell, theme)[0].is_empty())
    });
    for (at, (label, value)) in visible_rows.take(usize::from(grid.footer_rows)).enumerate() {
        let y = grid.footer_y + at as u16;
        let style = if at == 0 { theme.text() } else { theme.second() };
        if let (Some((_, _, width)), false) = (layout.columns.first(), label.is_empty()) {
            let text = messages.get(label);
            let taken = if at == 0 { text_width(&view.count) + 2 } else { 0 };
            canvas.draw_text_right(area.x + width, y, width.saturating_sub(taken), &text, theme.second());
        }
        for (column, x, width) in layout.columns.iter().skip(1) {
            if let Some(cell) = view.cells.get(*column) {
                let forms = value(cell, theme);
                let mut forms = forms.iter().filter(|form| !form.is_empty());
                let fits = |form: &&String| text_width(form) <= *width;
                let narrowest = forms.clone().next_back();
                if let Some(fitting) = forms.find(fits).or(narrowest) {
                    canvas.has_outside |= fitting.contains(theme.band_glyph(Band::Outside));
                    canvas.draw_text_right(area.x + x + width, y, *width, fitting, style);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use encours_core::app::foundation::cx::overlay_types::ThemeChoice;

    use super::*;
    use crate::theme::{ColorMode, TerminalCaps};

    #[test]
    fn footer_counts_out_of_range_values_with_their_symbol() {
        let cell =
            FooterCell { covered: "64/69".to_owned(), out_of_range: "2".to_owned(), ..FooterCell::default() };
        let theme = Theme::new(ThemeChoice::System, TerminalCaps::detect(ColorMode::Never, |_| None));
        for (theme, text) in [(theme, "64/69 !2"), (theme.in_ascii(true), "64/69 ?2")] {
            assert_eq!(coverage(&cell, theme)[0], text);
        }
    }
}
