//! From one frame to the next: the bytes that change what the terminal shows, and none where nothing changed.

use std::io;

use crossterm::terminal::{Clear, ClearType};
use crossterm::{cursor, queue};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::paint::paint;

/// What the terminal shows now.
#[derive(Debug)]
pub struct Screen {
    shown: Buffer,
    cursor: Option<Position>,
    wiped: bool,
}

impl Default for Screen {
    fn default() -> Self {
        Self {
            shown: Buffer::empty(Rect::ZERO),
            cursor: None,
            wiped: true,
        }
    }
}

impl Screen {
    /// What the terminal shows is not known any more: the next frame is written whole.
    pub fn forget(&mut self) {
        self.wiped = true;
    }

    /// The bytes that turn what is shown into `next`, with the cursor shown at `cursor` or hidden.
    ///
    /// # Errors
    /// None that memory would not give: the bytes are only collected.
    pub fn bytes(&mut self, next: Buffer, cursor: Option<Position>) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        if self.wiped || self.shown.area != next.area {
            self.shown = Buffer::empty(next.area);
            self.wiped = false;
            queue!(bytes, cursor::Hide, Clear(ClearType::All))?;
            self.cursor = None;
        }
        let changes = self.shown.diff(&next);
        let drawn = !changes.is_empty();
        if drawn {
            if self.cursor.is_some() {
                // A cursor that is seen jumping about while cells are written is worse than one that blinks.
                queue!(bytes, cursor::Hide)?;
            }
            bytes.extend_from_slice(paint(changes).as_bytes());
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
    fn the_same_frame_twice_writes_nothing() {
        let mut screen = Screen::default();
        assert!(!screen.bytes(frame("Le Parc"), None).unwrap().is_empty());
        assert!(screen.bytes(frame("Le Parc"), None).unwrap().is_empty());
        let at = Some(Position::new(3, 1));
        assert!(!screen.bytes(frame("Le Parc"), at).unwrap().is_empty());
        assert!(screen.bytes(frame("Le Parc"), at).unwrap().is_empty());
    }

    #[test]
    fn a_change_writes_what_changed_and_the_terminal_shows_it() {
        let mut screen = Screen::default();
        let first = screen.bytes(frame("Le Parc, Lyon"), None).unwrap();
        let second = screen
            .bytes(frame("Le Parc, Lille"), Some(Position::new(2, 0)))
            .unwrap();
        assert!(second.len() < first.len());
        let terminal = shown(&[&first, &second]);
        assert_eq!(terminal.screen().contents().trim(), "Le Parc, Lille");
        assert_eq!(terminal.screen().cursor_position(), (0, 2));
        assert!(!terminal.screen().hide_cursor());
        let third = screen.bytes(frame("Le Parc, Lille"), None).unwrap();
        assert!(shown(&[&first, &second, &third]).screen().hide_cursor());
    }

    #[test]
    fn after_a_change_of_size_everything_is_written_again() {
        let mut screen = Screen::default();
        screen.bytes(frame("Le Parc"), None).unwrap();
        screen.forget();
        let again = screen.bytes(frame("Le Parc"), None).unwrap();
        assert_eq!(shown(&[&again]).screen().contents().trim(), "Le Parc");
    }
}
