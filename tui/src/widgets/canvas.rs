//! Drawing surface of the screens: a cell buffer with bounds checks, and the click targets of the frame.
//!
//! Text is either our own or [`SafeText`](encours_core::text::SafeText) text of the service. Both go through
//! [`Canvas::draw_text`], which cuts between graphemes and writes no-break spaces as plain ones, because some
//! terminals draw them with another width.

use encours_core::text::{plain_spaces, truncate, width, wrap};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;

use super::ascii;
use super::hit_map::{ClickTarget, HitMap};
use crate::theme::Theme;

/// Returns the width of a text in terminal columns.
pub fn text_width(text: &str) -> u16 {
    u16::try_from(width(text)).unwrap_or(u16::MAX)
}

/// Wraps lines between words to at most `width` columns.
pub fn wrap_lines<T: AsRef<str>>(lines: &[(T, Style)], width: u16) -> Vec<(String, Style)> {
    let rows = |(text, style): &(T, Style)| {
        let (rows, style) = (wrap(text.as_ref(), width.into()), *style);
        rows.into_iter().map(move |row| (row, style))
    };
    lines.iter().flat_map(rows).collect()
}

/// A frame being drawn.
#[derive(Debug)]
pub struct Canvas<'a> {
    buffer: &'a mut Buffer,
    /// Theme of the frame.
    pub theme: Theme,
    /// True if the frame has a value out of range, which the legend then explains.
    pub has_outside: bool,
    output: FrameOutput,
}

/// Results of drawing besides the cells.
#[derive(Clone, Debug, Default)]
pub struct FrameOutput {
    /// Click targets.
    pub hits: HitMap,
    /// Position of the text cursor, if text is typed.
    pub cursor: Option<Position>,
    /// Maximum scroll offset of the focused element, if it scrolls.
    pub scroll_limit: Option<usize>,
}

impl<'a> Canvas<'a> {
    /// Creates a canvas over all of `buffer`.
    pub fn new(buffer: &'a mut Buffer, theme: Theme) -> Self {
        Self { buffer, theme, has_outside: false, output: FrameOutput::default() }
    }

    /// Returns the full area.
    pub fn area(&self) -> Rect {
        self.buffer.area
    }

    /// Ends the frame and returns the results besides the cells.
    pub fn finish(self) -> FrameOutput {
        ascii::replace_unsupported(self.buffer, self.theme.symbols());
        self.output
    }

    /// Writes `text` from `x` on in at most `max_width` columns, cut with `…`. Returns the columns used.
    pub fn draw_text(&mut self, x: u16, y: u16, max_width: u16, text: &str, style: Style) -> u16 {
        let area = self.buffer.area;
        if !(area.top()..area.bottom()).contains(&y) || x < area.left() {
            return 0;
        }
        let max_width = max_width.min(area.right().saturating_sub(x));
        if max_width == 0 || text.is_empty() {
            return 0;
        }
        let text = plain_spaces(text);
        let text = truncate(&text, usize::from(max_width));
        let (end, _) = self.buffer.set_stringn(x, y, &text, usize::from(max_width), style);
        end.saturating_sub(x)
    }

    /// Writes as much of `text` as fits in `max_width` columns, without an ellipsis.
    pub fn draw_text_clipped(&mut self, x: u16, y: u16, max_width: u16, text: &str, style: Style) {
        let mut fits = String::new();
        let mut used = 0;
        for grapheme in text.graphemes(true) {
            used += text_width(grapheme);
            if used > max_width {
                break;
            }
            fits.push_str(grapheme);
        }
        self.draw_text(x, y, max_width, &fits, style);
    }

    /// Writes `text` right-aligned before column `right`, in at most `max_width` columns. Returns the columns used.
    pub fn draw_text_right(&mut self, right: u16, y: u16, max_width: u16, text: &str, style: Style) -> u16 {
        let max_width = max_width.min(right);
        let used = text_width(text).min(max_width);
        self.draw_text(right - used, y, used, text, style);
        used
    }

    /// Writes texts side by side. Returns the columns used.
    pub fn draw_spans(&mut self, x: u16, y: u16, max_width: u16, parts: &[(&str, Style)]) -> u16 {
        let mut used = 0;
        for (text, style) in parts {
            used += self.draw_text(x.saturating_add(used), y, max_width.saturating_sub(used), text, *style);
        }
        used
    }

    /// Writes texts side by side, right-aligned before column `right`. Returns the columns used.
    ///
    /// If they do not fit in `max_width`, nothing is written.
    pub fn draw_spans_right(&mut self, right: u16, y: u16, max_width: u16, parts: &[(&str, Style)]) -> u16 {
        let needed_width = parts.iter().fold(0_u16, |sum, (text, _)| sum.saturating_add(text_width(text)));
        if needed_width > max_width || needed_width > right {
            return 0;
        }
        self.draw_spans(right - needed_width, y, needed_width, parts)
    }

    /// Writes rows from the top of `area`. If not all fit, the last one ends with `…`.
    pub fn draw_rows(&mut self, area: Rect, rows: &[(String, Style)]) {
        for (y, (text, style)) in (area.top()..area.bottom()).zip(rows) {
            let cut = y + 1 == area.bottom() && rows.len() > usize::from(area.height);
            let max_width = area.width.saturating_sub(if cut { 2 } else { 0 });
            let used = self.draw_text(area.x, y, max_width, text, *style);
            if cut {
                self.draw_text(area.x + used, y, area.width.saturating_sub(used), " …", *style);
            }
        }
    }

    /// Writes one line per row, as many as fit.
    pub fn draw_lines(&mut self, area: Rect, lines: &[(String, Style)]) {
        for (y, (text, style)) in (area.top()..area.bottom()).zip(lines) {
            self.draw_text(area.x, y, area.width, text, *style);
        }
    }

    /// Writes a text in `area`, wrapped between words. Returns the rows used.
    pub fn draw_wrapped(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        let lines = wrap_lines(&[(text, style)], area.width);
        self.draw_lines(area, &lines);
        (lines.len() as u16).min(area.height)
    }

    /// Fills `area` with one symbol.
    pub fn fill(&mut self, area: Rect, symbol: &str, style: Style) {
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            self.clear_wide_before(area.left(), y);
            for x in area.left()..area.right() {
                if let Some(cell) = self.buffer.cell_mut((x, y)) {
                    cell.reset();
                    cell.set_symbol(symbol).set_style(style);
                }
            }
        }
    }

    /// Clears a wide character whose second half is about to be overwritten.
    ///
    /// Terminals cannot draw half of one.
    fn clear_wide_before(&mut self, x: u16, y: u16) {
        let Some(before) = x.checked_sub(1) else { return };
        if let Some(cell) = self.buffer.cell_mut((before, y)).filter(|cell| width(cell.symbol()) > 1) {
            cell.set_symbol(" ");
        }
    }

    /// Empties `area`.
    pub fn clear(&mut self, area: Rect) {
        self.fill(area, " ", self.theme.text());
    }

    /// Changes the style of `area` without changing its text.
    pub fn restyle(&mut self, area: Rect, style: Style) {
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                if let Some(cell) = self.buffer.cell_mut((x, y)) {
                    let symbol = cell.symbol().to_owned();
                    cell.reset();
                    cell.set_symbol(&symbol).set_style(style);
                }
            }
        }
    }

    /// Highlights a row as focused: `▌` before it, and the selection style.
    pub fn highlight_row(&mut self, row: Rect) {
        let theme = self.theme;
        self.restyle(row, theme.selection());
        if let Some(before) = row.x.checked_sub(1) {
            self.draw_text(before, row.y, 1, "▌", theme.accent());
        }
    }

    /// Begins a row of a list: its click target with the gutter, and its mark and background if `focused`.
    ///
    /// Returns the styles for its first and second level of text.
    pub fn begin_row(&mut self, row: Rect, target: Option<ClickTarget>, focused: bool) -> (Style, Style) {
        let theme = self.theme;
        let gutter = row.x.saturating_sub(1);
        if let Some(target) = target {
            self.add_target(Rect::new(gutter, row.y, row.width + 1, row.height), target);
        }
        if !focused {
            return (theme.text(), theme.second());
        }
        self.draw_text(gutter, row.y, 1, "▌", theme.accent());
        self.fill(row, " ", theme.selection());
        (theme.selection(), theme.selection())
    }

    /// True if row `y` has the focus mark, the selection style or the text cursor.
    pub fn shows_focus(&self, y: u16) -> bool {
        let mut looks = Cell::EMPTY;
        looks.set_style(self.theme.selection());
        let focused = |cell: &Cell| {
            cell.symbol() == "▌" || (cell.fg, cell.bg, cell.modifier) == (looks.fg, looks.bg, looks.modifier)
        };
        let area = self.buffer.area;
        let mut columns = area.left()..area.right();
        self.output.cursor.is_some_and(|cursor| cursor.y == y)
            || columns.any(|x| self.buffer.cell((x, y)).is_some_and(focused))
    }

    /// Copies the lower frame of the panes on row `from` to row `to` above.
    ///
    /// A popup that covers the rows from there then leaves no pane open.
    pub fn close_panes(&mut self, from: u16, to: u16) {
        let area = self.buffer.area;
        let mut inside = false;
        for x in area.left()..area.right() {
            let Some(cell) = self.buffer.cell((x, from)).cloned() else {
                return;
            };
            inside |= cell.symbol() == "╰";
            let ends = cell.symbol() == "╯";
            if inside && let Some(above) = self.buffer.cell_mut((x, to)) {
                *above = cell;
            }
            inside &= !ends;
        }
    }

    /// Adds a click target. Later targets cover earlier ones.
    pub fn add_target(&mut self, area: Rect, target: ClickTarget) {
        let area = area.intersection(self.buffer.area);
        if !area.is_empty() {
            self.output.hits.push(area, target);
        }
    }

    /// Sets the maximum scroll offset of the focused element.
    pub fn set_scroll_limit(&mut self, max: usize) {
        self.output.scroll_limit = Some(max);
    }

    /// Sets the position of the text cursor.
    pub fn set_cursor(&mut self, x: u16, y: u16) {
        let position = Position { x, y };
        self.output.cursor = self.buffer.area.contains(position).then_some(position);
    }
}

#[cfg(test)]
mod tests {
    use encours_core::app::foundation::cx::overlay_types::ThemeChoice;

    use super::*;
    use crate::theme::{ColorMode, TerminalCaps};

    fn theme(utf8: bool) -> Theme {
        let caps = TerminalCaps::detect(ColorMode::Never, |_| None);
        Theme::new(ThemeChoice::System, TerminalCaps { utf8, ..caps })
    }

    fn rendered(utf8: bool, draw: impl FnOnce(&mut Canvas<'_>)) -> Vec<String> {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 2));
        let mut canvas = Canvas::new(&mut buffer, theme(utf8));
        draw(&mut canvas);
        canvas.finish();
        let row = |y: u16| (0..12).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        vec![row(0), row(1)]
    }

    #[test]
    fn canvas_clips_text_and_fills_to_its_area() {
        let rows = rendered(true, |canvas| {
            canvas.draw_text(10, 0, 50, "Le Parc", Style::new());
            canvas.draw_text(0, 7, 50, "lost", Style::new());
            canvas.draw_text(40, 1, 50, "lost", Style::new());
            canvas.draw_text_right(12, 1, 4, "Comité", Style::new());
            canvas.fill(Rect::new(5, 1, 100, 100), "·", Style::new());
        });
        assert_eq!(rows, ["          L…", "     ·······"]);
    }

    #[test]
    fn no_break_spaces_are_drawn_as_plain_spaces() {
        let rows = rendered(true, |canvas| {
            canvas.draw_text(0, 0, 12, "1\u{202f}234\u{a0}€", Style::new());
        });
        assert_eq!(rows[0], "1 234 €     ");
    }

    #[test]
    fn characters_keep_their_columns_without_utf8() {
        let rows = rendered(false, |canvas| {
            canvas.draw_text(0, 0, 12, "╭─ Îlot 東─╮", Style::new());
            canvas.draw_text(0, 1, 12, "● vigilance", Style::new());
        });
        assert_eq!(rows, ["+- Ilot ??-+", "o vigilance "]);
    }

    #[test]
    fn later_click_targets_cover_earlier_ones() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 10, 10));
        let mut canvas = Canvas::new(&mut buffer, theme(true));
        canvas.add_target(Rect::new(0, 0, 10, 10), ClickTarget::Outside);
        canvas.add_target(Rect::new(2, 2, 3, 1), ClickTarget::Line(4));
        let hits = canvas.finish().hits;
        assert_eq!(hits.at(2, 2), Some(&ClickTarget::Line(4)));
        assert_eq!(hits.at(5, 2), Some(&ClickTarget::Outside));
        assert_eq!(hits.at(10, 2), None);
    }
}
