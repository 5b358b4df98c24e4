//! Rows whose end only went left or right: where columns scroll sideways, the terminal itself moves what stays in sight,
//! and only the column that came in is written.
//!
//! In each such row characters are deleted or inserted (`DCH`, `ICH`) at the place where the moved part begins, so that
//! what stands before it stays: the first column of the table. What stands at the right edge goes along and is written
//! again. Every terminal since the VT102 knows both, the console of Linux, screen and tmux among them. A row is left as
//! it is where it has a letter of more than one column, or of more than one sign, in the part that would be moved:
//! terminals differ in what becomes of one that is cut.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};

use super::paint::SEEN;

/// Of so many rows one is looked at to see which way the columns went, and how far.
const SAMPLE: usize = 3;
/// Fewer cells than this are written again sooner than a row is moved.
const WORTH: i32 = 6;

/// Ends of rows that have moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sideways {
    /// Where the part that moves begins.
    from: usize,
    /// By how many columns.
    by: usize,
    /// Towards the left, as columns do whose focus goes right.
    left: bool,
    /// The rows that move, from the top.
    rows: Vec<usize>,
}

impl Sideways {
    /// The move after which the fewest cells of `shown` differ from `next`, if one brings them closer at all. Whether it
    /// is worth its bytes is for who writes them to see.
    pub fn between(shown: &Buffer, next: &Buffer) -> Option<Self> {
        if shown.area != next.area {
            return None;
        }
        let (shown, next) = (Looks::of(shown), Looks::of(next));
        let tried = (1..shown.width).flat_map(|by| [(by, true), (by, false)]);
        let guessed = tried.filter_map(|(by, left)| {
            let (gain, from) = most(&shown, &next, by, left)?;
            Some((gain, std::cmp::Reverse(by), left, from))
        });
        let (_, std::cmp::Reverse(by), left, from) = guessed.max()?;
        let mut gains = Vec::new();
        let rows = (0..shown.rows()).filter(|y| {
            row_gains(&shown, &next, *y, by, left, &mut gains);
            gains.get(from).is_some_and(|gain| *gain > WORTH)
        });
        let rows: Vec<usize> = rows.collect();
        (!rows.is_empty()).then_some(Self { from, by, left, rows })
    }

    /// What the terminal shows once it has moved the rows: what came in is blank.
    pub fn apply(&self, shown: &mut Buffer) {
        let width = usize::from(shown.area.width);
        for y in &self.rows {
            let cells = &mut shown.content[y * width + self.from..(y + 1) * width];
            let by = self.by.min(cells.len());
            let blank = if self.left {
                cells.rotate_left(by);
                let kept = cells.len() - by;
                &mut cells[kept..]
            } else {
                cells.rotate_right(by);
                &mut cells[..by]
            };
            blank.fill(Cell::EMPTY);
        }
    }

    /// The bytes that have the terminal move the rows. They are to be sent in the terminal's own style, which is what
    /// cells come in with.
    pub fn sequence(&self) -> String {
        let how = if self.left { 'P' } else { '@' };
        let mut out = String::new();
        let mut at = None;
        for y in &self.rows {
            // Neither moves the cursor. Writing to a `String` cannot fail.
            let _ = match at.map(|at| y - at) {
                None => write!(out, "\u{1b}[{};{}H", y + 1, self.from + 1),
                Some(1) => write!(out, "\u{1b}[B"),
                Some(down) => write!(out, "\u{1b}[{down}B"),
            };
            let _ = write!(out, "\u{1b}[{}{how}", self.by);
            at = Some(*y);
        }
        out
    }
}

/// What is seen of the cells of a buffer, as numbers that are soon compared: two that look alike have the same.
struct Looks {
    width: usize,
    cells: Vec<u64>,
    blank: u64,
    /// Of each row the first column from which on every letter takes one.
    single: Vec<usize>,
}

impl Looks {
    fn of(buffer: &Buffer) -> Self {
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width.max(1));
        let last = |row: &[Cell]| row.iter().rposition(|cell| !is_single(cell.symbol()));
        Self {
            width,
            cells: buffer.content.iter().map(look).collect(),
            blank: look(&Cell::EMPTY),
            // Beside a letter of two columns lies the cell that it covers.
            single: rows.map(|row| last(row).map_or(0, |at| at + 2)).collect(),
        }
    }

    fn rows(&self) -> usize {
        self.single.len()
    }

    fn row(&self, y: usize) -> &[u64] {
        &self.cells[y * self.width..(y + 1) * self.width]
    }
}

fn is_single(symbol: &str) -> bool {
    let mut letters = symbol.chars();
    letters.next().is_some() && letters.next().is_none() && crate::widgets::columns(symbol) == 1
}

fn look(cell: &Cell) -> u64 {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    cell.symbol().hash(&mut hasher);
    cell.bg.hash(&mut hasher);
    let bare = cell.symbol() == " " && (cell.modifier & SEEN).is_empty();
    let ink = if bare {
        None
    } else {
        Some((cell.fg, cell.modifier))
    };
    ink.hash(&mut hasher);
    hasher.finish()
}

/// How many cells fewer have to be written if the rows go by so much, and from which column on that is the most.
fn most(shown: &Looks, next: &Looks, by: usize, left: bool) -> Option<(i32, usize)> {
    let mut total = vec![0; shown.width];
    let mut gains = Vec::new();
    for y in (0..shown.rows()).step_by(SAMPLE) {
        row_gains(shown, next, y, by, left, &mut gains);
        for (sum, gain) in total.iter_mut().zip(&gains) {
            *sum += (gain - WORTH).max(0);
        }
    }
    // Of two that gain the same the last, which moves the least.
    let best = (0..).zip(&total).max_by_key(|(_, gain)| **gain);
    best.filter(|(_, gain)| **gain > 0)
        .map(|(from, gain)| (*gain, from))
}

/// How many cells of a row fewer have to be written, for each column that the move may begin at; none before the first at
/// which nothing of more than one column moves.
fn row_gains(shown: &Looks, next: &Looks, y: usize, by: usize, left: bool, gains: &mut Vec<i32>) {
    let (stood, wanted, width) = (shown.row(y), next.row(y), shown.width);
    let blank = shown.blank;
    gains.clear();
    gains.resize(width, 0);
    if stood == wanted {
        return;
    }
    let gain = |at: usize, comes: u64| i32::from(stood[at] != wanted[at]) - i32::from(comes != wanted[at]);
    // Summed up from the right edge: of what moves, and of what becomes blank.
    let (mut moved, mut blanks) = (vec![0; width + 1], vec![0; width + 1]);
    for at in (0..width).rev() {
        let from = if left { Some(at + by) } else { at.checked_sub(by) };
        let comes = from.and_then(|from| stood.get(from)).copied().unwrap_or(blank);
        moved[at] = moved[at + 1] + gain(at, comes);
        blanks[at] = blanks[at + 1] + gain(at, blank);
        let end = (at + by).min(width);
        gains[at] = if left {
            moved[at]
        } else {
            moved[end] + blanks[at] - blanks[end]
        };
    }
    let single = shown.single[y].min(width);
    gains[..single].fill(0);
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use proptest::prelude::*;
    use ratatui::layout::Rect;
    use ratatui::style::{Color, Modifier, Style};

    use super::*;
    use crate::terminal::paint::{changes, paint};

    fn screen(rows: &[&str]) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 30, rows.len() as u16));
        for (y, row) in (0..).zip(rows) {
            buffer.set_string(0, y, row, Style::new());
        }
        buffer
    }

    fn moved(one: &Buffer, two: &Buffer) -> Option<(String, Buffer)> {
        let sideways = Sideways::between(one, two)?;
        let mut moved = one.clone();
        sideways.apply(&mut moved);
        Some((sideways.sequence().replace('\u{1b}', "^"), moved))
    }

    #[test]
    fn what_stands_right_of_a_pinned_column_goes_left_and_right_without_it_and_its_head() {
        let one = screen(&[
            "head and foot",
            "Lyon abcdefghi0123456789",
            "",
            "Pau  jklmnopqr9876543210",
        ]);
        let two = screen(&["head and foot", "Lyon 0123456789", "", "Pau  9876543210"]);
        let (sequence, left) = moved(&one, &two).unwrap();
        assert_eq!((sequence.as_str(), left), ("^[2;6H^[9P^[2B^[9P", two.clone()));
        let (sequence, right) = moved(&two, &one).unwrap();
        assert_eq!(sequence, "^[2;6H^[9@^[2B^[9@");
        let blank = screen(&[
            "head and foot",
            "Lyon          0123456789",
            "",
            "Pau           9876543210",
        ]);
        assert_eq!(right, blank);
    }

    #[test]
    fn a_letter_of_two_columns_or_of_two_signs_is_not_moved_and_hinders_no_other_row() {
        for letter in ["東", "e\u{301}"] {
            let ends = format!("Pau  jklmnopqr98765432{letter}");
            let one = screen(&["Lyon abcdefghi0123456789", &ends]);
            let two = screen(&["Lyon 0123456789", &format!("Pau  98765432{letter}")]);
            assert_eq!(moved(&one, &two).unwrap().0, "^[1;6H^[9P");
        }
        // Before the part that moves it may stand.
        let one = screen(&["東京 abcdefghi0123456789"]);
        assert_eq!(
            moved(&one, &screen(&["東京 0123456789"])).unwrap().0,
            "^[1;6H^[9P"
        );
    }

    #[test]
    fn where_nothing_has_moved_there_is_no_move() {
        let one = screen(&["head", "a", "b", "foot"]);
        assert_eq!(Sideways::between(&one, &one), None);
        assert_eq!(
            Sideways::between(&one, &screen(&["head", "x", "y", "foot"])),
            None
        );
        assert_eq!(Sideways::between(&one, &screen(&["head"])), None);
    }

    /// What a terminal shows of each of its cells.
    fn cells(terminal: &vt100::Parser) -> Vec<(String, vt100::Color, vt100::Color, bool)> {
        let screen = terminal.screen();
        let (rows, columns) = screen.size();
        let all = (0..rows.get()).flat_map(|y| (0..columns.get()).map(move |x| (y, x)));
        let told = all.filter_map(|(y, x)| screen.cell(y, x)).map(|cell| {
            let text = if cell.has_contents() { cell.contents() } else { " " };
            let ink = if text == " " {
                vt100::Color::Default
            } else {
                cell.fgcolor()
            };
            (text.to_owned(), ink, cell.bgcolor(), cell.inverse())
        });
        told.collect()
    }

    fn frame(rows: &[(String, bool)], first: &str, cut: usize) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, rows.len() as u16));
        for (y, (row, marked)) in (0..).zip(rows) {
            // What a terminal leaves of the ground of half a wide letter is not what is asked here.
            let row = if *marked {
                row.replace('東', "e")
            } else {
                row.clone()
            };
            let end: String = row.chars().skip(cut).collect();
            let style = if *marked {
                Style::new()
                    .fg(Color::Red)
                    .bg(Color::Blue)
                    .add_modifier(Modifier::REVERSED)
            } else {
                Style::new().fg(Color::Cyan)
            };
            buffer.set_string(0, y, first, Style::new());
            buffer.set_string(6, y, end, style);
        }
        buffer
    }

    proptest! {
        #[test]
        fn a_terminal_that_moved_the_rows_shows_what_was_drawn(
            rows in proptest::collection::vec(("[a-z ●▲é東]{20,50}", any::<bool>()), 1..8),
            (before, after) in (0_usize..30, 0_usize..30),
        ) {
            let (one, two) = (frame(&rows, "Lyon", before), frame(&rows, "Lille", after));
            let Some(sideways) = Sideways::between(&one, &two) else { return Ok(()) };
            let parser = || {
                let size = |cells: usize| NonZero::new(cells as u16).unwrap();
                vt100::Parser::new(size(rows.len()), size(40), 0)
            };
            let empty = Buffer::empty(one.area);
            let mut terminal = parser();
            terminal.process(paint(changes(&empty, &one)).as_bytes());
            let mut moved = one.clone();
            sideways.apply(&mut moved);
            terminal.process(sideways.sequence().as_bytes());
            terminal.process(paint(changes(&moved, &two)).as_bytes());
            let mut whole = parser();
            whole.process(paint(changes(&empty, &two)).as_bytes());
            prop_assert_eq!(cells(&terminal), cells(&whole));
        }
    }
}
