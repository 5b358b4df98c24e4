//! Cursor position and style of the terminal, and the shortest sequences that change them.
//!
//! Only sequences that all terminals since the VT102 support are used. A line feed moves down if it keeps the
//! column, which it does not on the Windows console.

use std::fmt::Write as _;

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};

/// Style of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellStyle {
    pub fg: Color,
    pub bg: Color,
    pub modifier: Modifier,
}

/// Initial style of a terminal.
pub const PLAIN: CellStyle = CellStyle { fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty() };

/// Modifiers that are visible on a blank.
pub const VISIBLE_ON_BLANK: Modifier =
    Modifier::UNDERLINED.union(Modifier::REVERSED).union(Modifier::CROSSED_OUT);

/// Modifiers with their SGR numbers.
///
/// To switch one off, all are reset and the others set again, because terminals disagree on the numbers for
/// "off".
const MODIFIERS: [(Modifier, &str); 9] = [
    (Modifier::BOLD, "1"),
    (Modifier::DIM, "2"),
    (Modifier::ITALIC, "3"),
    (Modifier::UNDERLINED, "4"),
    (Modifier::SLOW_BLINK, "5"),
    (Modifier::RAPID_BLINK, "6"),
    (Modifier::REVERSED, "7"),
    (Modifier::HIDDEN, "8"),
    (Modifier::CROSSED_OUT, "9"),
];

impl CellStyle {
    /// Returns the style of a cell.
    pub const fn from_cell(cell: &Cell) -> Self {
        Self { fg: cell.fg, bg: cell.bg, modifier: cell.modifier }
    }

    /// True if a blank looks the same in both styles: underline and reverse show the foreground colour.
    pub fn blanks_match(self, other: Self) -> bool {
        self.bg == other.bg
            && (self.modifier & VISIBLE_ON_BLANK).is_empty()
            && (other.modifier & VISIBLE_ON_BLANK).is_empty()
    }

    /// Returns the sequence that changes this style into another one.
    pub fn sgr_to(self, other: Self) -> String {
        if self == other {
            return String::new();
        }
        if other == PLAIN {
            return "\u{1b}[m".to_owned();
        }
        let mut numbers = Vec::new();
        let mut from = self;
        if !(from.modifier - other.modifier).is_empty() {
            numbers.push("0".to_owned());
            from = PLAIN;
        }
        let added = other.modifier - from.modifier;
        let named = MODIFIERS.iter().filter(|(modifier, _)| added.contains(*modifier));
        numbers.extend(named.map(|(_, number)| (*number).to_owned()));
        if other.fg != from.fg {
            numbers.push(sgr_color(other.fg, 30));
        }
        if other.bg != from.bg {
            numbers.push(sgr_color(other.bg, 40));
        }
        format!("\u{1b}[{}m", numbers.join(";"))
    }
}

/// Returns the SGR numbers of a colour; `base` is 30 for foreground and 40 for background.
///
/// The 16 basic colours use their own numbers, which every terminal knows; crossterm would use the 256-colour
/// form.
fn sgr_color(colour: Color, base: u8) -> String {
    let code = match colour {
        Color::Reset => 9,
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 60,
        Color::LightRed => 61,
        Color::LightGreen => 62,
        Color::LightYellow => 63,
        Color::LightBlue => 64,
        Color::LightMagenta => 65,
        Color::LightCyan => 66,
        Color::White => 67,
        Color::Indexed(index) => return format!("{};5;{index}", base + 8),
        Color::Rgb(red, green, blue) => return format!("{};2;{red};{green};{blue}", base + 8),
    };
    (base + code).to_string()
}

/// Known position of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorPos {
    /// Unknown.
    Unknown,
    /// Row only, after a character of uncertain width or at the edge of the screen.
    Row(u16),
    /// Column and row.
    At(u16, u16),
}

/// Kind of movement between two positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveKind {
    Absolute,
    Column,
    /// Rows down (negative: up), and columns right (negative: left).
    Steps(i32, i32),
}

impl CursorPos {
    /// Returns the number of bytes to move to a column and row.
    pub fn distance(self, x: u16, y: u16) -> usize {
        self.cheapest_motion(x, y).1
    }

    /// Writes the sequence that moves there.
    pub fn move_to(self, x: u16, y: u16, out: &mut String) {
        // Writing to a `String` cannot fail.
        let _ = match self.cheapest_motion(x, y).0 {
            MoveKind::Absolute => write!(out, "\u{1b}[{};{}H", y + 1, x + 1),
            MoveKind::Column => write!(out, "\u{1b}[{}G", x + 1),
            MoveKind::Steps(down, right) => {
                rows(down).write(out);
                columns(right).write(out);
                Ok(())
            }
        };
    }

    fn cheapest_motion(self, x: u16, y: u16) -> (MoveKind, usize) {
        let absolute = (MoveKind::Absolute, 4 + digits(y + 1) + digits(x + 1));
        let column = |row: u16| (row == y).then(|| (MoveKind::Column, 3 + digits(x + 1)));
        let candidates = match self {
            Self::Unknown => [None, None],
            Self::Row(row) => [column(row), None],
            Self::At(from, row) => {
                let (down, right) = (i32::from(y) - i32::from(row), i32::from(x) - i32::from(from));
                let steps = (MoveKind::Steps(down, right), rows(down).len() + columns(right).len());
                [Some(steps), column(row)]
            }
        };
        let shorter = |a: (MoveKind, usize), b: (MoveKind, usize)| if b.1 < a.1 { b } else { a };
        candidates.into_iter().flatten().fold(absolute, shorter)
    }
}

/// Steps in one direction in their shortest form.
enum Steps {
    None,
    /// A sequence for a single step, repeated.
    Each(&'static str, usize),
    /// A sequence with a count.
    Many(u16, char),
}

/// True if a line feed keeps the column.
const FEEDS: bool = cfg!(not(windows));

fn rows(down: i32) -> Steps {
    let step_sequence = match down {
        1.. if FEEDS => "\n",
        ..=-1 => "\u{1b}M",
        _ => "\u{1b}[B",
    };
    steps(down, step_sequence, if down > 0 { 'B' } else { 'A' })
}

fn columns(right: i32) -> Steps {
    let step_sequence = if right < 0 { "\u{8}" } else { "\u{1b}[C" };
    steps(right, step_sequence, if right > 0 { 'C' } else { 'D' })
}

fn steps(by: i32, step_sequence: &'static str, code: char) -> Steps {
    let times = by.unsigned_abs();
    let many = Steps::Many(u16::try_from(times).unwrap_or(u16::MAX), code);
    let one_by_one = Steps::Each(step_sequence, times as usize);
    match times {
        0 => Steps::None,
        _ if one_by_one.len() <= many.len() => one_by_one,
        _ => many,
    }
}

impl Steps {
    const fn len(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Each(sequence, times) => sequence.len() * *times,
            Self::Many(by, _) => 3 + digits(*by),
        }
    }

    fn write(&self, out: &mut String) {
        let _ = match self {
            Self::None => Ok(()),
            Self::Each(sequence, times) => (0..*times).try_for_each(|_| out.write_str(sequence)),
            Self::Many(by, code) => write!(out, "\u{1b}[{by}{code}"),
        };
    }
}

const fn digits(number: u16) -> usize {
    match number {
        0..=9 => 1,
        10..=99 => 2,
        100..=999 => 3,
        1_000..=9_999 => 4,
        10_000.. => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn move_text(from: CursorPos, x: u16, y: u16) -> String {
        let mut out = String::new();
        from.move_to(x, y, &mut out);
        assert_eq!(out.len(), from.distance(x, y));
        out.replace('\u{1b}', "^")
    }

    #[test]
    fn cursor_moves_with_the_shortest_sequence() {
        assert_eq!(move_text(CursorPos::Unknown, 99, 9), "^[10;100H");
        assert_eq!(move_text(CursorPos::Row(9), 99, 9), "^[100G");
        assert_eq!(move_text(CursorPos::Row(9), 99, 10), "^[11;100H");
        assert_eq!(move_text(CursorPos::At(99, 9), 99, 9), "");
        assert_eq!(move_text(CursorPos::At(92, 9), 99, 9), "^[7C");
        assert_eq!(move_text(CursorPos::At(9, 9), 99, 9), "^[90C");
        assert_eq!(move_text(CursorPos::At(100, 9), 99, 9), "\u{8}");
        assert_eq!(move_text(CursorPos::At(100, 9), 0, 9), "^[1G");
        assert_eq!(move_text(CursorPos::At(104, 8), 99, 9), "\n^[5D");
        assert_eq!(move_text(CursorPos::At(99, 11), 99, 9), "^M^M");
    }

    #[test]
    fn style_change_sends_only_what_differs() {
        let style = |fg, modifier| CellStyle { fg, modifier, ..PLAIN };
        let to = |from: CellStyle, to: CellStyle| from.sgr_to(to).replace('\u{1b}', "^");
        let (bold, none) = (Modifier::BOLD, Modifier::empty());
        assert_eq!(to(style(Color::Red, bold), style(Color::Red, bold)), "");
        assert_eq!(to(style(Color::Red, bold), style(Color::Blue, bold)), "^[34m");
        assert_eq!(to(style(Color::Red, bold), style(Color::Red, none)), "^[0;31m");
        assert_eq!(to(style(Color::Red, bold), PLAIN), "^[m");
        assert_eq!(to(PLAIN, style(Color::Reset, Modifier::DIM)), "^[2m");
    }
}
