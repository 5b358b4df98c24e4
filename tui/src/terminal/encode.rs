//! Encodes changed cells as bytes, in runs of one style.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::Color;

use super::cursor_motion::{CellStyle, CursorPos, VISIBLE_ON_BLANK};
use super::write_order::Run;

/// Maximum gap of unchanged cells to rewrite instead of moving the cursor.
const MAX_BRIDGED_GAP: u16 = 5;

/// Returns the cells that turn `current` into `next`, in order, and fills short gaps.
///
/// A gap is filled if rewriting its cells takes fewer bytes than skipping them.
pub fn changed_cells<'a>(current: &Buffer, next: &'a Buffer) -> Vec<(u16, u16, &'a Cell)> {
    let mut cells: Vec<(u16, u16, &Cell)> = Vec::new();
    for (x, y, cell) in current.diff(next) {
        if let Some((before, row, last)) = cells.last().copied()
            && row == y
            && x > before + 1
            && x - before <= MAX_BRIDGED_GAP
            && is_one_column(last.symbol())
        {
            let between = (before + 1..x).filter_map(|x| Some((x, y, next.cell((x, y))?)));
            let like = |style: &Cell| {
                let same = |c: &Cell| (c.fg, c.bg, c.modifier) == (style.fg, style.bg, style.modifier);
                between.clone().all(|(_, _, c)| is_one_column(c.symbol()) && same(c))
            };
            if like(last) || like(cell) {
                cells.extend(between);
            }
        }
        cells.push((x, y, cell));
    }
    cells
}

/// Minimum number of blanks to erase with `ECH`, which does not move the cursor.
const MIN_ERASED_BLANKS: usize = 12;

/// Returns the runs that draw `cells` (column, row, cell) on a screen of this width.
pub fn runs<'a>(cells: impl IntoIterator<Item = (u16, u16, &'a Cell)>, columns: u16) -> Vec<Run> {
    let cells: Vec<(u16, u16, &Cell)> = cells.into_iter().collect();
    let mut runs = Vec::new();
    let mut remaining = cells.as_slice();
    while !remaining.is_empty() {
        let (run, length) = run(remaining, columns);
        runs.extend(run);
        remaining = &remaining[length.max(1)..];
    }
    runs
}

/// Returns the run from the first cell, and its number of cells.
fn run(cells: &[(u16, u16, &Cell)], columns: u16) -> (Option<Run>, usize) {
    let Some(&(x, y, first)) = cells.first() else {
        return (None, 0);
    };
    let mut run = Run {
        x,
        y,
        style: CellStyle::from_cell(first),
        blank: is_blank(first),
        text: String::new(),
        end: CursorPos::At(x, y),
        erase_sequence: None,
    };
    let erased = blank_count(cells);
    if erased >= MIN_ERASED_BLANKS {
        run.text = format!("\u{1b}[{erased}X");
        return (Some(run), erased);
    }
    let mut length = 0;
    for (at, &(x, y, cell)) in cells.iter().enumerate() {
        if run.end != CursorPos::At(x, y)
            || at > 0 && (!can_join(&run, cell) || blank_count(&cells[at..]) >= MIN_ERASED_BLANKS)
        {
            break;
        }
        if run.blank && !is_blank(cell) {
            (run.style, run.blank) = (CellStyle::from_cell(cell), false);
        }
        run.text += cell.symbol();
        // Terminals disagree on the movement after unusual characters, and after any character at the edge. The
        // next run then sets the position.
        run.end = if is_one_column(cell.symbol()) && x + 1 < columns {
            CursorPos::At(x + 1, y)
        } else {
            CursorPos::Row(y)
        };
        length = at + 1;
    }
    run.erase_sequence = (length == erased).then(|| match length {
        1 => "\u{1b}[X".to_owned(),
        many => format!("\u{1b}[{many}X"),
    });
    (Some(run), length)
}

/// True if a cell can continue the run: for a blank, only the visible parts of the style must match.
fn can_join(run: &Run, cell: &Cell) -> bool {
    let style = CellStyle::from_cell(cell);
    let lax = run.blank || is_blank(cell);
    style == run.style || lax && style.blanks_match(run.style)
}

/// True if a cell is blank, in any colour.
fn is_blank(cell: &Cell) -> bool {
    cell.symbol() == " " && (cell.modifier & VISIBLE_ON_BLANK).is_empty()
}

/// Returns the number of adjacent blank cells from the first one.
fn blank_count(cells: &[(u16, u16, &Cell)]) -> usize {
    let Some((x, y, _)) = cells.first() else { return 0 };
    let bare = |cell: &Cell| is_blank(cell) && cell.bg == Color::Reset;
    let columns = (*x..).zip(cells);
    let run = columns.take_while(|(at, (x, row, cell))| at == x && row == y && bare(cell));
    run.count()
}

/// True if every terminal moves by exactly one column for this symbol.
///
/// This holds for ASCII, Latin letters, box lines, and some common dashes, quotes and marks.
fn is_one_column(symbol: &str) -> bool {
    let mut letters = symbol.chars();
    let first = letters.next();
    letters.next().is_none()
        && first.is_some_and(|letter| match letter {
            ' '..='~' | '\u{a1}'..='\u{17f}' | '\u{2500}'..='\u{257f}' => letter != '\u{ad}',
            // The marks of the bands have the same width as the box lines.
            '–' | '—' | '‘' | '’' | '“' | '”' | '…' | '●' | '○' | '◆' | '▲' => true,
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::{Modifier, Style as Ratatui};

    use super::super::write_order::shortest;
    use super::*;

    fn paint<'a>(cells: impl IntoIterator<Item = (u16, u16, &'a Cell)>, columns: u16) -> String {
        shortest(&runs(cells, columns))
    }

    fn painted(parts: &[(u16, &str, Ratatui)]) -> String {
        let empty = Buffer::empty(Rect::new(0, 0, 40, 2));
        let mut buffer = empty.clone();
        for (x, text, style) in parts {
            buffer.set_string(*x, 1, text, *style);
        }
        paint(empty.diff(&buffer), 40).replace('\u{1b}', "^")
    }

    #[test]
    fn sixteen_colours_have_their_own_numbers() {
        let style = |fg, bg| Ratatui::new().fg(fg).bg(bg);
        assert_eq!(painted(&[(0, "a", style(Color::Red, Color::Reset))]), "^[2;1H^[31ma^[m");
        assert_eq!(painted(&[(0, "a", style(Color::DarkGray, Color::White))]), "^[2;1H^[90;107ma^[m");
        assert_eq!(
            painted(&[(0, "a", style(Color::Rgb(1, 2, 3), Color::Indexed(200)))]),
            "^[2;1H^[38;2;1;2;3;48;5;200ma^[m"
        );
    }

    #[test]
    fn style_is_sent_on_change_and_reset_on_removal() {
        let bold = Ratatui::new().fg(Color::Blue).add_modifier(Modifier::BOLD);
        let blue = Ratatui::new().fg(Color::Blue);
        assert_eq!(
            painted(&[(0, "ab", bold), (2, "cd", blue), (4, "e", Ratatui::new())]),
            "^[2;1H^[1;34mab^[0;34mcd^[me"
        );
    }

    #[test]
    fn unchanged_cells_between_changes_are_repainted_if_shorter() {
        let frame = |text: &str, style| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 2));
            buffer.set_string(0, 1, text, style);
            buffer
        };
        let (plain, red) = (Ratatui::new(), Ratatui::new().fg(Color::Red));
        let sent = |cell: &Buffer, two: &Buffer| paint(changed_cells(cell, two), 40).replace('\u{1b}', "^");
        assert_eq!(sent(&frame("a bc d", plain), &frame("x bc y", plain)), "^[2;1Hx bc y");
        assert_eq!(sent(&frame("a bcdef g", plain), &frame("x bcdef y", plain)), "^[2;1Hx^[7Cy");
        // A gap with another style or a character of uncertain width is not rewritten.
        let mut coloured = frame("x bc y", plain);
        coloured.set_string(2, 1, "bc", red);
        let mut before = coloured.clone();
        before.set_string(0, 1, "a", plain);
        before.set_string(5, 1, "d", plain);
        assert_eq!(sent(&before, &coloured), "^[2;1Hx^[4Cy");
        assert_eq!(sent(&frame("a ▪ d", plain), &frame("x ▪ y", plain)), "^[2;1Hx^[3Cy");
    }

    #[test]
    fn empty_cells_send_only_their_visible_style() {
        let (plain, red) = (Ratatui::new(), Ratatui::new().fg(Color::Red));
        let empty = Buffer::empty(Rect::new(0, 0, 40, 1));
        let mut text = empty.clone();
        text.set_string(0, 0, "a long line of words, and one more", red);
        let sent = |cell: &Buffer, two: &Buffer| paint(changed_cells(cell, two), 40).replace('\u{1b}', "^");
        let mut short = empty.clone();
        short.set_string(0, 0, "a", red);
        short.set_string(33, 0, "x", red);
        assert_eq!(sent(&text, &short), "^[1;2H^[32X^[32C^[31mx^[m");
        // A blank in reverse is a visible block.
        let mut block = empty.clone();
        block.set_string(0, 0, " ".repeat(20), plain.add_modifier(Modifier::REVERSED));
        assert!(sent(&empty, &block).contains(&" ".repeat(20)));
        let mut spaced = empty.clone();
        spaced.set_string(0, 0, "a b", red);
        spaced.set_style(Rect::new(1, 0, 1, 1), Ratatui::reset());
        assert_eq!(sent(&text, &spaced), "^[1;2H^[31m b^[31X^[m");
    }

    #[test]
    fn cursor_is_repositioned_after_characters_of_uncertain_width() {
        let plain = Ratatui::new();
        assert_eq!(painted(&[(0, "é─x", plain)]), "^[2;1Hé─x");
        assert_eq!(painted(&[(0, "l’été–1…", plain)]), "^[2;1Hl’été–1…");
        assert_eq!(painted(&[(0, "東x", plain)]), "^[2;1H東^[3Gx");
        assert_eq!(painted(&[(0, "e\u{301}x", plain)]), "^[2;1He\u{301}^[2Gx");
        assert_eq!(painted(&[(0, "▪x", plain)]), "^[2;1H▪^[2Gx");
    }
}
