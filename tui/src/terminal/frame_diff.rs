//! Computes the bytes that turn one frame into the next; none if nothing changed.
//!
//! Rows that only moved are scrolled by the terminal if that is shorter.

use std::io;

use crossterm::terminal::{Clear, ClearType};
use crossterm::{cursor, queue};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::encode::{changed_cells, runs};
use super::scroll_columns::ColumnShift;
use super::scroll_lines::RowShift;
use super::write_order::{Run, by_rows, shortest};

/// Number of bytes below which scrolling is not considered.
const MIN_BYTES_TO_SCROLL: usize = 512;

/// Current content of the terminal.
#[derive(Debug)]
pub struct TerminalContent {
    shown: Buffer,
    cursor: Option<Position>,
    is_cleared: bool,
    is_other_screen: bool,
}

impl Default for TerminalContent {
    fn default() -> Self {
        Self { shown: Buffer::empty(Rect::ZERO), cursor: None, is_cleared: true, is_other_screen: false }
    }
}

impl TerminalContent {
    /// Marks the content as unknown: the next frame is written completely.
    pub fn invalidate(&mut self) {
        self.is_cleared = true;
    }

    /// Marks the next frame as a different screen: it is written row by row, without search for a shorter way.
    pub fn expect_other_screen(&mut self) {
        self.is_other_screen = true;
    }

    /// Returns the bytes that show `next`, with the cursor at `cursor` or hidden.
    ///
    /// # Errors
    /// Never in practice, because the bytes are only collected in memory.
    pub fn bytes(&mut self, next: Buffer, cursor: Option<Position>) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        if self.is_cleared || self.shown.area != next.area {
            self.shown = Buffer::empty(next.area);
            self.is_cleared = false;
            // After a clear, the shortest order is computed for any screen.
            self.is_other_screen = false;
            queue!(bytes, cursor::Hide, Clear(ClearType::All))?;
            self.cursor = None;
        }
        let changes = self.change(&next);
        self.is_other_screen = false;
        let drawn = !changes.is_empty();
        if drawn {
            if self.cursor.is_some() {
                // Hide the cursor while cells are written: a jumping cursor disturbs more than a blinking one.
                queue!(bytes, cursor::Hide)?;
            }
            bytes.extend_from_slice(changes.as_bytes());
        }
        match cursor {
            Some(Position { x, y }) if drawn || self.cursor != cursor => {
                queue!(bytes, cursor::MoveTo(x, y), cursor::Show)?;
            }
            None if self.cursor.is_some() && !drawn => queue!(bytes, cursor::Hide)?,
            _ => {}
        }
        self.cursor = cursor;
        self.shown = next;
        Ok(bytes)
    }

    /// Returns the shortest change to `next`: cells only, or after scrolling rows or columns.
    fn change(&self, next: &Buffer) -> String {
        let columns = next.area.width;
        let full = runs(changed_cells(&self.shown, next), columns);
        if self.is_other_screen {
            return by_rows(&full);
        }
        let full = DiffCandidate::new(String::new(), full);
        if full.by_rows_len <= MIN_BYTES_TO_SCROLL {
            return full.bytes();
        }
        let after = |sequence: String, apply: &dyn Fn(&mut Buffer)| {
            let mut moved = self.shown.clone();
            apply(&mut moved);
            DiffCandidate::new(sequence, runs(changed_cells(&moved, next), columns))
        };
        let rows = RowShift::between(&self.shown, next);
        let rows = rows.map(|shift| after(shift.sequence(), &|moved| shift.apply(moved)));
        let parts = ColumnShift::between(&self.shown, next).into_iter();
        let parts = parts.map(|sideways| after(sideways.sequence(), &|moved| sideways.apply(moved)));
        // The best write order is computed only for the shortest way.
        let candidates = std::iter::once(full).chain(rows).chain(parts);
        let shortest = candidates.min_by_key(|candidate| candidate.by_rows_len);
        shortest.map(DiffCandidate::bytes).unwrap_or_default()
    }
}

/// One way to the next frame: scroll sequence, runs to write, and the number of bytes row by row.
struct DiffCandidate {
    moves: String,
    runs: Vec<Run>,
    by_rows_len: usize,
}

impl DiffCandidate {
    fn new(moves: String, runs: Vec<Run>) -> Self {
        let by_rows_len = moves.len() + by_rows(&runs).len();
        Self { moves, runs, by_rows_len }
    }

    fn bytes(self) -> String {
        self.moves + &shortest(&self.runs)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use ratatui::style::{Color, Style};

    use super::*;

    fn frame(text: &str) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 3));
        buffer.set_string(1, 1, text, Style::new().fg(Color::Magenta));
        buffer
    }

    fn shown(bytes: &[&[u8]]) -> vt100::Parser {
        let mut terminal = vt100::Parser::new(NonZero::new(3).unwrap(), NonZero::new(20).unwrap(), 0);
        for bytes in bytes {
            terminal.process(bytes);
        }
        terminal
    }

    #[test]
    fn unchanged_frame_writes_nothing() {
        let mut screen = TerminalContent::default();
        assert!(!screen.bytes(frame("Le Parc"), None).unwrap().is_empty());
        assert!(screen.bytes(frame("Le Parc"), None).unwrap().is_empty());
        let at = Some(Position::new(3, 1));
        assert!(!screen.bytes(frame("Le Parc"), at).unwrap().is_empty());
        assert!(screen.bytes(frame("Le Parc"), at).unwrap().is_empty());
    }

    #[test]
    fn changed_frame_writes_only_the_difference() {
        let mut screen = TerminalContent::default();
        let first = screen.bytes(frame("Le Parc, Lyon"), None).unwrap();
        let second = screen.bytes(frame("Le Parc, Lille"), Some(Position::new(2, 0))).unwrap();
        assert!(second.len() < first.len());
        let terminal = shown(&[&first, &second]);
        assert_eq!(terminal.screen().contents().trim(), "Le Parc, Lille");
        assert_eq!(terminal.screen().cursor_position(), (0, 2));
        assert!(!terminal.screen().hide_cursor());
        let third = screen.bytes(frame("Le Parc, Lille"), None).unwrap();
        assert!(shown(&[&first, &second, &third]).screen().hide_cursor());
    }

    /// Returns the content of each cell of a terminal; unwritten cells are blank.
    fn cells(terminal: &vt100::Parser) -> Vec<(String, vt100::Color, vt100::Color, bool, bool)> {
        let screen = terminal.screen();
        let (rows, columns) = screen.size();
        let all = (0..rows.get()).flat_map(|y| (0..columns.get()).map(move |x| (y, x)));
        let cells = all.filter_map(|(y, x)| screen.cell(y, x));
        let cells_told = cells.map(|cell| {
            let text = if cell.has_contents() { cell.contents() } else { " " };
            // For a blank, compare only what is visible.
            let (colour, bold) =
                if text == " " { (vt100::Color::Default, false) } else { (cell.fgcolor(), cell.bold()) };
            (text.to_owned(), colour, cell.bgcolor(), bold, cell.inverse())
        });
        cells_told.collect()
    }

    /// Draws a list between a head and a foot, with a mark at the focus.
    fn list(first: usize, focus: usize, area: Rect) -> Buffer {
        let mut buffer = Buffer::empty(area);
        buffer.set_string(0, 0, "deals", Style::new());
        buffer.set_string(0, area.height - 1, "keys", Style::new());
        for y in 1..area.height - 1 {
            let line = first + usize::from(y) - 1;
            let mark = if line == focus { "▌" } else { " " };
            let text = format!("{mark}{line} Îlot Saint-Michel, Toulouse {}", line * 7_919);
            buffer.set_string(0, y, text, Style::new().fg(Color::Cyan));
        }
        buffer
    }

    #[test]
    fn list_scrolled_by_a_line_is_moved_not_rewritten() {
        let area = Rect::new(0, 0, 60, 30);
        let mut terminal = vt100::Parser::new(NonZero::new(30).unwrap(), NonZero::new(60).unwrap(), 0);
        let mut screen = TerminalContent::default();
        terminal.process(&screen.bytes(list(0, 27, area), None).unwrap());
        for (first, focus) in [(1, 28), (2, 29), (1, 1), (0, 0), (3, 30)] {
            let next = list(first, focus, area);
            let bytes = screen.bytes(next.clone(), None).unwrap();
            assert!(bytes.len() < 512, "{} bytes", bytes.len());
            terminal.process(&bytes);
            let mut full = vt100::Parser::new(NonZero::new(30).unwrap(), NonZero::new(60).unwrap(), 0);
            full.process(&TerminalContent::default().bytes(next, None).unwrap());
            assert_eq!(cells(&terminal), cells(&full));
        }
    }

    #[test]
    fn frame_after_a_screen_switch_matches_a_full_frame() {
        let area = Rect::new(0, 0, 60, 30);
        let mut terminal = vt100::Parser::new(NonZero::new(30).unwrap(), NonZero::new(60).unwrap(), 0);
        let mut screen = TerminalContent::default();
        terminal.process(&screen.bytes(list(0, 3, area), None).unwrap());
        screen.expect_other_screen();
        terminal.process(&screen.bytes(list(1, 3, area), None).unwrap());
        let mut full = vt100::Parser::new(NonZero::new(30).unwrap(), NonZero::new(60).unwrap(), 0);
        full.process(&TerminalContent::default().bytes(list(1, 3, area), None).unwrap());
        assert_eq!(cells(&terminal), cells(&full));
        let again = screen.bytes(list(2, 3, area), None).unwrap();
        assert!(again.len() < 512, "the second frame is not scrolled: {} bytes", again.len());
    }

    #[test]
    fn after_a_change_of_size_everything_is_written_again() {
        let mut screen = TerminalContent::default();
        screen.bytes(frame("Le Parc"), None).unwrap();
        screen.invalidate();
        let again = screen.bytes(frame("Le Parc"), None).unwrap();
        assert_eq!(shown(&[&again]).screen().contents().trim(), "Le Parc");
    }
}
