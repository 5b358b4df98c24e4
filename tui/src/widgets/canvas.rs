//! Drawing surface of the screens: a cell buffer with bounds checks, and the click targets of the frame.
//!
//! Text is either our own or [`Clean`](encours_core::text::Clean) text of the service. Both go through
//! [`Canvas::put`], which cuts between graphemes and writes no-break spaces as plain ones, because some
//! terminals draw them with another width.

use encours_core::text::{plain_spaces, truncate, width};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;

use super::ascii;
use super::hit_map::{Hits, Target};
use crate::theme::Theme;

/// Returns the width of a text in terminal columns.
pub fn columns(text: &str) -> u16 {
    u16::try_from(width(text)).unwrap_or(u16::MAX)
}

/// A frame being drawn.
#[derive(Debug)]
pub struct Canvas<'a> {
    buffer: &'a mut Buffer,
    /// Theme of the frame.
    pub theme: Theme,
    /// True if the frame has a value out of range, which the legend then explains.
    pub outside: bool,
    drawn: Drawn,
}

/// Results of drawing besides the cells.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// Click targets.
    pub hits: Hits,
    /// Position of the text cursor, if text is typed.
    pub cursor: Option<Position>,
    /// Maximum scroll offset of the focused element, if it scrolls.
    pub scroll_limit: Option<usize>,
}

impl<'a> Canvas<'a> {
    /// Creates a canvas over all of `buffer`.
    pub fn new(buffer: &'a mut Buffer, theme: Theme) -> Self {
        Self {
            buffer,
            theme,
            outside: false,
            drawn: Drawn::default(),
        }
    }

    /// Returns the full area.
    pub fn area(&self) -> Rect {
        self.buffer.area
    }

    /// Ends the frame and returns the results besides the cells.
    pub fn finish(self) -> Drawn {
        ascii::write(self.buffer, self.theme.signs());
        self.drawn
    }

    /// Writes `text` from `x` on in at most `room` columns, cut with `…`. Returns the columns used.
    pub fn put(&mut self, x: u16, y: u16, room: u16, text: &str, style: Style) -> u16 {
        let area = self.buffer.area;
        if !(area.top()..area.bottom()).contains(&y) || x < area.left() {
            return 0;
        }
        let room = room.min(area.right().saturating_sub(x));
        if room == 0 || text.is_empty() {
            return 0;
        }
        let text = plain_spaces(text);
        let text = truncate(&text, usize::from(room));
        let (end, _) = self.buffer.set_stringn(x, y, &text, usize::from(room), style);
        end.saturating_sub(x)
    }

    /// Writes as much of `text` as fits in `room` columns, without an ellipsis.
    pub fn put_whole(&mut self, x: u16, y: u16, room: u16, text: &str, style: Style) {
        let mut fits = String::new();
        let mut used = 0;
        for grapheme in text.graphemes(true) {
            used += columns(grapheme);
            if used > room {
                break;
            }
            fits.push_str(grapheme);
        }
        self.put(x, y, room, &fits, style);
    }

    /// Writes `text` right-aligned before column `right`, in at most `room` columns. Returns the columns used.
    pub fn put_right(&mut self, right: u16, y: u16, room: u16, text: &str, style: Style) -> u16 {
        let room = room.min(right);
        let used = columns(text).min(room);
        self.put(right - used, y, used, text, style);
        used
    }

    /// Writes texts side by side. Returns the columns used.
    pub fn line(&mut self, x: u16, y: u16, room: u16, parts: &[(&str, Style)]) -> u16 {
        let mut used = 0;
        for (text, style) in parts {
            used += self.put(x.saturating_add(used), y, room.saturating_sub(used), text, *style);
        }
        used
    }

    /// Writes texts side by side, right-aligned before column `right`. Returns the columns used.
    ///
    /// If they do not fit in `room`, nothing is written.
    pub fn line_right(&mut self, right: u16, y: u16, room: u16, parts: &[(&str, Style)]) -> u16 {
        let wanted = parts
            .iter()
            .fold(0_u16, |sum, (text, _)| sum.saturating_add(columns(text)));
        if wanted > room || wanted > right {
            return 0;
        }
        self.line(right - wanted, y, wanted, parts)
    }

    /// Writes rows from the top of `area`. If not all fit, the last one ends with `…`.
    pub fn rows(&mut self, area: Rect, rows: &[(String, Style)]) {
        for (y, (text, style)) in (area.top()..area.bottom()).zip(rows) {
            let cut = y + 1 == area.bottom() && rows.len() > usize::from(area.height);
            let room = area.width.saturating_sub(if cut { 2 } else { 0 });
            let used = self.put(area.x, y, room, text, *style);
            if cut {
                self.put(area.x + used, y, area.width.saturating_sub(used), " …", *style);
            }
        }
    }

    /// Fills `area` with one symbol.
    pub fn fill(&mut self, area: Rect, sign: &str, style: Style) {
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            self.unseat(area.left(), y);
            for x in area.left()..area.right() {
                if let Some(cell) = self.buffer.cell_mut((x, y)) {
                    cell.reset();
                    cell.set_symbol(sign).set_style(style);
                }
            }
        }
    }

    /// Clears a wide character whose second half is about to be overwritten.
    ///
    /// Terminals cannot draw half of one.
    fn unseat(&mut self, x: u16, y: u16) {
        let Some(before) = x.checked_sub(1) else { return };
        if let Some(cell) = self
            .buffer
            .cell_mut((before, y))
            .filter(|cell| width(cell.symbol()) > 1)
        {
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
    pub fn choose(&mut self, row: Rect) {
        let theme = self.theme;
        self.restyle(row, theme.selection());
        if let Some(before) = row.x.checked_sub(1) {
            self.put(before, row.y, 1, "▌", theme.accent());
        }
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
        self.drawn.cursor.is_some_and(|cursor| cursor.y == y)
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
    pub fn hit(&mut self, area: Rect, target: Target) {
        let area = area.intersection(self.buffer.area);
        if !area.is_empty() {
            self.drawn.hits.push(area, target);
        }
    }

    /// Sets the maximum scroll offset of the focused element.
    pub fn scroll_limit(&mut self, most: usize) {
        self.drawn.scroll_limit = Some(most);
    }

    /// Sets the position of the text cursor.
    pub fn set_cursor(&mut self, x: u16, y: u16) {
        let position = Position { x, y };
        self.drawn.cursor = self.buffer.area.contains(position).then_some(position);
    }
}

#[cfg(test)]
mod tests {
    use encours_core::app::foundation::cx::theme_choice::ThemeChoice;

    use super::*;
    use crate::theme::{ColorChoice, Look};

    fn theme(utf8: bool) -> Theme {
        let look = Look::detect(ColorChoice::Never, |_| None);
        Theme::new(ThemeChoice::System, Look { utf8, ..look })
    }

    fn drawn(utf8: bool, draw: impl FnOnce(&mut Canvas<'_>)) -> Vec<String> {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 2));
        let mut canvas = Canvas::new(&mut buffer, theme(utf8));
        draw(&mut canvas);
        canvas.finish();
        let row = |y: u16| {
            (0..12)
                .map(|x| buffer[(x, y)].symbol().to_owned())
                .collect::<String>()
        };
        vec![row(0), row(1)]
    }

    #[test]
    fn nothing_is_written_outside() {
        let rows = drawn(true, |canvas| {
            canvas.put(10, 0, 50, "Le Parc", Style::new());
            canvas.put(0, 7, 50, "lost", Style::new());
            canvas.put(40, 1, 50, "lost", Style::new());
            canvas.put_right(12, 1, 4, "Comité", Style::new());
            canvas.fill(Rect::new(5, 1, 100, 100), "·", Style::new());
        });
        assert_eq!(rows, ["          L…", "     ·······"]);
    }

    #[test]
    fn no_break_spaces_are_written_as_plain_ones() {
        let rows = drawn(true, |canvas| {
            canvas.put(0, 0, 12, "1\u{202f}234\u{a0}€", Style::new());
        });
        assert_eq!(rows[0], "1 234 €     ");
    }

    #[test]
    fn without_utf_8_each_letter_keeps_its_columns() {
        let rows = drawn(false, |canvas| {
            canvas.put(0, 0, 12, "╭─ Îlot 東─╮", Style::new());
            canvas.put(0, 1, 12, "● vigilance", Style::new());
        });
        assert_eq!(rows, ["+- Ilot ??-+", "o vigilance "]);
    }

    #[test]
    fn what_is_drawn_later_lies_above() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 10, 10));
        let mut canvas = Canvas::new(&mut buffer, theme(true));
        canvas.hit(Rect::new(0, 0, 10, 10), Target::Outside);
        canvas.hit(Rect::new(2, 2, 3, 1), Target::Line(4));
        let hits = canvas.finish().hits;
        assert_eq!(hits.at(2, 2), Some(&Target::Line(4)));
        assert_eq!(hits.at(5, 2), Some(&Target::Outside));
        assert_eq!(hits.at(10, 2), None);
    }
}
