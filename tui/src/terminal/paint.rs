//! Cells as bytes: places, styles and text. The sixteen colours of every terminal are asked for by their own numbers,
//! which a terminal that knows no others understands; crossterm would ask for them as the first of 256.

use std::fmt::Write as _;

use ratatui::buffer::Cell;
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

/// The bytes that draw `cells`, each with its column and row, and leave the terminal's own style in force.
pub fn paint<'a>(cells: impl IntoIterator<Item = (u16, u16, &'a Cell)>) -> String {
    let mut out = String::new();
    let mut style = PLAIN;
    let mut next = None;
    for (x, y, cell) in cells {
        if next != Some((x, y)) {
            // Writing to a `String` cannot fail.
            let _ = write!(out, "\u{1b}[{};{}H", y + 1, x + 1);
        }
        let wanted = Style {
            fg: cell.fg,
            bg: cell.bg,
            modifier: cell.modifier,
        };
        restyle(&mut out, style, wanted);
        style = wanted;
        out += cell.symbol();
        // After anything but one plain sign the place is told anew: terminals differ in how far they move.
        let plain = matches!(cell.symbol().as_bytes(), [0x20..=0x7e]);
        next = (plain || narrow(cell.symbol())).then_some((x + 1, y));
    }
    restyle(&mut out, style, PLAIN);
    out
}

/// Whether every terminal moves by one column: a single letter or line of those that all of them know.
fn narrow(symbol: &str) -> bool {
    let mut letters = symbol.chars();
    let first = letters.next();
    letters.next().is_none()
        && first.is_some_and(|letter| {
            matches!(letter, '\u{a1}'..='\u{17f}' | '\u{2500}'..='\u{257f}') && letter != '\u{ad}'
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
    use ratatui::buffer::Buffer;
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
    fn after_a_letter_of_doubtful_width_the_place_is_told_anew() {
        let plain = Ratatui::new();
        assert_eq!(painted(&[(0, "é─x", plain)]), "^[2;1Hé─x");
        assert_eq!(painted(&[(0, "東x", plain)]), "^[2;1H東^[2;3Hx");
        assert_eq!(painted(&[(0, "e\u{301}x", plain)]), "^[2;1He\u{301}^[2;2Hx");
        assert_eq!(painted(&[(0, "●x", plain)]), "^[2;1H●^[2;2Hx");
    }
}
