//! Cells as bytes: places, styles and text. The sixteen colours of every terminal are asked for by their own numbers,
//! which a terminal that knows no others understands; crossterm would ask for them as the first of 256.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// The style that a terminal starts with and that [`end`] comes back to.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Style {
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

const PLAIN: Style = Style {
    fg: Color::Reset,
    bg: Color::Reset,
    modifier: Modifier::empty(),
};

/// Modifiers with the numbers that switch them on. One that is left goes with everything else, and what stays is
/// asked for again: terminals agree on that more than on the numbers that switch one off.
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

/// Fewer cells than this are written again sooner than a place is told.
const BRIDGED: u16 = 5;

/// The cells of `next` that turn `shown` into it, in order, with those between two of them whose writing takes fewer bytes
/// than leaving them out.
pub fn changes<'a>(shown: &Buffer, next: &'a Buffer) -> Vec<(u16, u16, &'a Cell)> {
    let mut cells: Vec<(u16, u16, &Cell)> = Vec::new();
    for (x, y, cell) in shown.diff(next) {
        if let Some((before, row, last)) = cells.last().copied()
            && row == y
            && x > before + 1
            && x - before <= BRIDGED
            && one_column(last.symbol())
        {
            let between = (before + 1..x).filter_map(|x| Some((x, y, next.cell((x, y))?)));
            let like = |style: &Cell| {
                let same =
                    |one: &Cell| (one.fg, one.bg, one.modifier) == (style.fg, style.bg, style.modifier);
                between
                    .clone()
                    .all(|(_, _, one)| one_column(one.symbol()) && same(one))
            };
            if like(last) || like(cell) {
                cells.extend(between);
            }
        }
        cells.push((x, y, cell));
    }
    cells
}

/// From so many blanks on they are erased by one order (`ECH`), which leaves the cursor where it is.
const ERASED: usize = 12;
/// What is seen of a blank.
pub const SEEN: Modifier = Modifier::UNDERLINED
    .union(Modifier::REVERSED)
    .union(Modifier::CROSSED_OUT);

/// The bytes that draw `cells`, each with its column and row, and leave the terminal's own style in force.
pub fn paint<'a>(cells: impl IntoIterator<Item = (u16, u16, &'a Cell)>) -> String {
    let cells: Vec<(u16, u16, &Cell)> = cells.into_iter().collect();
    let mut out = String::new();
    let mut style = PLAIN;
    let (mut next, mut row) = (None, None);
    let mut rest = cells.as_slice();
    while let Some((&(x, y, cell), after)) = rest.split_first() {
        // Writing to a `String` cannot fail.
        if next != Some((x, y)) {
            let _ = if row == Some(y) {
                // In the same row the column alone is said.
                write!(out, "\u{1b}[{}G", x + 1)
            } else {
                write!(out, "\u{1b}[{};{}H", y + 1, x + 1)
            };
        }
        row = Some(y);
        let wanted = style.for_cell(cell);
        restyle(&mut out, style, wanted);
        style = wanted;
        let blanks = blanks(rest);
        if blanks >= ERASED {
            let _ = write!(out, "\u{1b}[{blanks}X");
            next = None;
            rest = &rest[blanks..];
            continue;
        }
        out += cell.symbol();
        // After anything but one plain sign the place is told anew: terminals differ in how far they move.
        next = one_column(cell.symbol()).then_some((x + 1, y));
        rest = after;
    }
    restyle(&mut out, style, PLAIN);
    out
}

/// How many cells from the first on, beside each other, are nothing but blank.
fn blanks(cells: &[(u16, u16, &Cell)]) -> usize {
    let Some((x, y, _)) = cells.first() else { return 0 };
    let bare =
        |cell: &Cell| cell.symbol() == " " && cell.bg == Color::Reset && (cell.modifier & SEEN).is_empty();
    let places = (*x..).zip(cells);
    let run = places.take_while(|(at, (x, row, cell))| at == x && row == y && bare(cell));
    run.count()
}

impl Style {
    /// The style that a cell is written in after this one: of a blank no more is told than is seen of it.
    fn for_cell(self, cell: &Cell) -> Self {
        let wanted = Self {
            fg: cell.fg,
            bg: cell.bg,
            modifier: cell.modifier,
        };
        let alike = self.bg == wanted.bg && ((self.modifier ^ wanted.modifier) & SEEN).is_empty();
        // The line under a blank, and the block that it is in reverse, have the colour of a letter.
        let bare = cell.symbol() == " " && (wanted.modifier & SEEN).is_empty();
        if bare && alike { self } else { wanted }
    }
}

/// Whether every terminal moves by one column: a plain sign, or a single letter, line, dash, quote or ellipsis of those that
/// all of them know.
fn one_column(symbol: &str) -> bool {
    let mut letters = symbol.chars();
    let first = letters.next();
    letters.next().is_none()
        && first.is_some_and(|letter| match letter {
            ' '..='~' | '\u{a1}'..='\u{17f}' | '\u{2500}'..='\u{257f}' => letter != '\u{ad}',
            '–' | '—' | '‘' | '’' | '“' | '”' | '…' => true,
            _ => false,
        })
}

fn restyle(out: &mut String, from: Style, to: Style) {
    if from == to {
        return;
    }
    let mut numbers = Vec::new();
    let mut from = from;
    if to == PLAIN || !(from.modifier - to.modifier).is_empty() {
        numbers.push("0".to_owned());
        from = PLAIN;
    }
    let added = to.modifier - from.modifier;
    numbers.extend(
        MODIFIERS
            .iter()
            .filter(|(modifier, _)| added.contains(*modifier))
            .map(|(_, number)| (*number).to_owned()),
    );
    if to.fg != from.fg {
        numbers.push(colour(to.fg, 30));
    }
    if to.bg != from.bg {
        numbers.push(colour(to.bg, 40));
    }
    let _ = write!(out, "\u{1b}[{}m", numbers.join(";"));
}

/// The numbers of a colour; `base` is 30 for letters and 40 for what is behind them.
fn colour(colour: Color, base: u8) -> String {
    let place = match colour {
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
    (base + place).to_string()
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::Style as Ratatui;

    use super::*;

    fn painted(parts: &[(u16, &str, Ratatui)]) -> String {
        let empty = Buffer::empty(Rect::new(0, 0, 40, 2));
        let mut buffer = empty.clone();
        for (x, text, style) in parts {
            buffer.set_string(*x, 1, text, *style);
        }
        paint(empty.diff(&buffer)).replace('\u{1b}', "^")
    }

    #[test]
    fn sixteen_colours_have_their_own_numbers() {
        let style = |fg, bg| Ratatui::new().fg(fg).bg(bg);
        assert_eq!(
            painted(&[(0, "a", style(Color::Red, Color::Reset))]),
            "^[2;1H^[31ma^[0m"
        );
        assert_eq!(
            painted(&[(0, "a", style(Color::DarkGray, Color::White))]),
            "^[2;1H^[90;107ma^[0m"
        );
        assert_eq!(
            painted(&[(0, "a", style(Color::Rgb(1, 2, 3), Color::Indexed(200)))]),
            "^[2;1H^[38;2;1;2;3;48;5;200ma^[0m"
        );
    }

    #[test]
    fn a_style_is_told_where_it_changes_and_one_that_goes_takes_the_rest_along() {
        let bold = Ratatui::new().fg(Color::Blue).add_modifier(Modifier::BOLD);
        let blue = Ratatui::new().fg(Color::Blue);
        assert_eq!(
            painted(&[(0, "ab", bold), (2, "cd", blue), (4, "e", Ratatui::new())]),
            "^[2;1H^[1;34mab^[0;34mcd^[0me"
        );
    }

    #[test]
    fn what_lies_between_two_changes_is_written_again_where_that_is_shorter() {
        let frame = |text: &str, style| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 2));
            buffer.set_string(0, 1, text, style);
            buffer
        };
        let (plain, red) = (Ratatui::new(), Ratatui::new().fg(Color::Red));
        let sent = |one: &Buffer, two: &Buffer| paint(changes(one, two)).replace('\u{1b}', "^");
        assert_eq!(
            sent(&frame("a bc d", plain), &frame("x bc y", plain)),
            "^[2;1Hx bc y"
        );
        assert_eq!(
            sent(&frame("a bcdef g", plain), &frame("x bcdef y", plain)),
            "^[2;1Hx^[9Gy"
        );
        // Another style in between would have to be told, and a sign of doubtful width its place.
        let mut coloured = frame("x bc y", plain);
        coloured.set_string(2, 1, "bc", red);
        let mut before = coloured.clone();
        before.set_string(0, 1, "a", plain);
        before.set_string(5, 1, "d", plain);
        assert_eq!(sent(&before, &coloured), "^[2;1Hx^[6Gy");
        assert_eq!(
            sent(&frame("a ● d", plain), &frame("x ● y", plain)),
            "^[2;1Hx^[5Gy"
        );
    }

    #[test]
    fn of_blanks_no_more_is_told_than_is_seen_of_them() {
        let (plain, red) = (Ratatui::new(), Ratatui::new().fg(Color::Red));
        let empty = Buffer::empty(Rect::new(0, 0, 40, 1));
        let mut text = empty.clone();
        text.set_string(0, 0, "a long line of words, and one more", red);
        let sent = |one: &Buffer, two: &Buffer| paint(changes(one, two)).replace('\u{1b}', "^");
        let mut short = empty.clone();
        short.set_string(0, 0, "a", red);
        short.set_string(33, 0, "x", red);
        assert_eq!(sent(&text, &short), "^[1;2H^[32X^[34G^[31mx^[0m");
        // A blank in reverse is a block.
        let mut block = empty.clone();
        block.set_string(0, 0, " ".repeat(20), plain.add_modifier(Modifier::REVERSED));
        assert!(sent(&empty, &block).contains(&" ".repeat(20)));
        let mut spaced = empty.clone();
        spaced.set_string(0, 0, "a b", red);
        spaced.set_style(Rect::new(1, 0, 1, 1), Ratatui::reset());
        assert_eq!(sent(&text, &spaced), "^[1;2H ^[31mb^[31X^[0m");
    }

    #[test]
    fn after_a_letter_of_doubtful_width_the_place_is_told_anew() {
        let plain = Ratatui::new();
        assert_eq!(painted(&[(0, "é─x", plain)]), "^[2;1Hé─x");
        assert_eq!(painted(&[(0, "l’été–1…", plain)]), "^[2;1Hl’été–1…");
        assert_eq!(painted(&[(0, "東x", plain)]), "^[2;1H東^[3Gx");
        assert_eq!(painted(&[(0, "e\u{301}x", plain)]), "^[2;1He\u{301}^[2Gx");
        assert_eq!(painted(&[(0, "●x", plain)]), "^[2;1H●^[2Gx");
    }
}
