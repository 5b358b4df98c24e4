//! Rows whose end only went left or right: where columns scroll sideways, the terminal itself moves what stays in sight,
//! and only the column that came in is written.
//!
//! In each such row characters are deleted or inserted (`DCH`, `ICH`) at the place where the moved part begins, so that
//! what stands before it stays: the first column of the table. What stands behind it, a border at the right edge, goes
//! along and is written again, or is brought back by the opposite order at the place where the moved part ends, in each row
//! by what is shorter. Every terminal since the VT102 knows both, the console of Linux, screen and tmux among them. A row is left
//! as it is where it has a letter of more than one column, or of more than one sign, in the part that would be moved:
//! terminals differ in what becomes of one that is cut. Letters are pushed aside by no more than half of what stands to the
//! edge: tmux leaves some behind beyond that, unless the end of the row is blank, as it is after a deletion.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};

use super::cursor_motion::{Place, SEEN};

/// Of so many rows one is looked at to see which way the columns went, and how far.
const SAMPLE: usize = 3;
/// Fewer cells than this are written again sooner than a row is moved.
const WORTH: i32 = 6;
/// So many cells that are written again take more bytes than the order that brings them back.
const BROUGHT_BACK: i32 = 1;

/// Parts of rows that have moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sideways {
    /// Where the part that moves begins.
    from: usize,
    /// Where it ends; what stands from here on stays, or nothing does.
    to: usize,
    /// By how many columns.
    by: usize,
    /// Towards the left, as columns do whose focus goes right.
    left: bool,
    /// The rows that move, from the top, and of each whether what stands behind it stays: few do where that is the thumb of
    /// a scroll bar.
    rows: Vec<(usize, bool)>,
    /// How many columns the screen has.
    width: usize,
}

impl Sideways {
    /// The moves after which the fewest cells of `shown` differ from `next`, if one brings them closer at all: of whole
    /// ends of rows, and of parts of them with something behind that stays. Which is worth its bytes is for who writes
    /// them to see.
    pub fn between(shown: &Buffer, next: &Buffer) -> Vec<Self> {
        if shown.area != next.area {
            return Vec::new();
        }
        let (shown, next) = (Looks::of(shown), Looks::of(next));
        let tried = (1..shown.width).flat_map(|by| [(by, true), (by, false)]);
        let guessed = tried.filter_map(|(by, left)| {
            let (gain, from) = most(&shown, &next, by, left)?;
            Some((gain, std::cmp::Reverse(by), left, from))
        });
        let Some((_, std::cmp::Reverse(by), left, from)) = guessed.max() else {
            return Vec::new();
        };
        let step = Step { by, left };
        let ends = [Some(shown.width), best_end(&shown, &next, step, from)];
        let moves = ends.into_iter().flatten().filter_map(|to| {
            let mut sums = Sums::default();
            let row = |y: usize| {
                sums.fill(&shown, &next, y, step);
                let (whole, part) = (sums.gain(from, shown.width), sums.gain(from, to));
                let stays = part - BROUGHT_BACK > whole;
                let worth = if stays { part - BROUGHT_BACK } else { whole };
                (from >= shown.single[y] && worth > WORTH).then_some((y, stays))
            };
            let rows: Vec<(usize, bool)> = (0..shown.rows()).filter_map(row).collect();
            let width = shown.width;
            (!rows.is_empty()).then_some(Self {
                from,
                to,
                by,
                left,
                rows,
                width,
            })
        });
        moves.collect()
    }

    /// What the terminal shows once it has moved the rows: what came in is blank.
    pub fn apply(&self, shown: &mut Buffer) {
        for (y, stays) in &self.rows {
            let end = if *stays { self.to } else { self.width };
            let cells = &mut shown.content[y * self.width + self.from..y * self.width + end];
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
        let end = self.to.saturating_sub(self.by);
        let (deleted, inserted) = if self.left {
            (self.from, end)
        } else {
            (end, self.from)
        };
        // Deleted first, so that nothing is pushed over the edge of the screen.
        let (deletes, inserts): (Which, Which) = if self.left {
            (|_| true, |stays| stays)
        } else {
            (|stays| stays, |_| true)
        };
        self.order(deletes, deleted, 'P') + &self.order(inserts, inserted, '@')
    }

    /// Gives an order at this column in some of the rows. It moves no cursor, and a line feed is the shortest way to the next
    /// row.
    fn order(&self, which: Which, column: usize, how: char) -> String {
        let place = |cells: usize| u16::try_from(cells).unwrap_or(u16::MAX);
        let mut out = String::new();
        let mut at = Place::Unknown;
        for (y, _) in self.rows.iter().filter(|(_, stays)| which(*stays)) {
            at.lead(place(column), place(*y), &mut out);
            // Writing to a `String` cannot fail.
            let _ = write!(out, "\u{1b}[{}{how}", self.by);
            at = Place::At(place(column), place(*y));
        }
        out
    }
}

/// Of a row that moves, by whether what stands behind it stays, whether an order is given in it.
type Which = fn(bool) -> bool;

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

/// How far columns go, and whether to the left.
#[derive(Clone, Copy, Debug)]
struct Step {
    by: usize,
    left: bool,
}

/// How many cells fewer have to be written if the ends of rows go by so much, and from which column on that is the most.
fn most(shown: &Looks, next: &Looks, by: usize, left: bool) -> Option<(i32, usize)> {
    let mut total = vec![0; shown.width];
    let mut sums = Sums::default();
    for y in (0..shown.rows())
        .step_by(SAMPLE)
        .filter(|y| shown.row(*y) != next.row(*y))
    {
        sums.fill(shown, next, y, Step { by, left });
        // What is inserted is no more than half of what stands to the edge.
        let places = if left {
            shown.width
        } else {
            shown.width.saturating_sub(2 * by - 1)
        };
        // Nothing of more than one column moves.
        for (from, sum) in total.iter_mut().enumerate().take(places).skip(shown.single[y]) {
            *sum += (sums.gain(from, shown.width) - WORTH).max(0);
        }
    }
    // Of two that gain the same the last, which moves the least.
    let best = (0..).zip(&total).max_by_key(|(_, gain)| **gain);
    best.filter(|(_, gain)| **gain > 0)
        .map(|(from, gain)| (*gain, from))
}

/// Before which column what moves from `from` on ends at best, if that is not the edge of the screen.
fn best_end(shown: &Looks, next: &Looks, step: Step, from: usize) -> Option<usize> {
    let mut total = vec![0; shown.width + 1];
    let mut sums = Sums::default();
    let moving = |y: &usize| shown.single[*y] <= from && shown.row(*y) != next.row(*y);
    for y in (0..shown.rows()).filter(moving) {
        sums.fill(shown, next, y, step);
        for (to, sum) in total.iter_mut().enumerate().skip(from + step.by) {
            *sum += (sums.gain(from, to) - WORTH).max(0);
        }
    }
    let best = (0..).zip(&total).max_by_key(|(to, gain)| (**gain, *to))?;
    (best.0 < shown.width && *best.1 > 0).then_some(best.0)
}

/// How many cells of a row fewer have to be written if it moves by a step, summed up from the right edge: where what stands
/// there has moved, and where it has become blank.
#[derive(Debug, Default)]
struct Sums {
    moved: Vec<i32>,
    blank: Vec<i32>,
    by: usize,
    left: bool,
}

impl Sums {
    fn fill(&mut self, shown: &Looks, next: &Looks, y: usize, Step { by, left }: Step) {
        let (stood, wanted, width) = (shown.row(y), next.row(y), shown.width);
        (self.by, self.left) = (by, left);
        for sums in [&mut self.moved, &mut self.blank] {
            sums.clear();
            sums.resize(width + 1, 0);
        }
        let gain =
            |at: usize, comes: u64| i32::from(stood[at] != wanted[at]) - i32::from(comes != wanted[at]);
        for at in (0..width).rev() {
            let from = if left { Some(at + by) } else { at.checked_sub(by) };
            let comes = from
                .and_then(|from| stood.get(from))
                .copied()
                .unwrap_or(shown.blank);
            self.moved[at] = self.moved[at + 1] + gain(at, comes);
            self.blank[at] = self.blank[at + 1] + gain(at, shown.blank);
        }
    }

    /// What is gained where the columns from `from` to before `to` move.
    fn gain(&self, from: usize, to: usize) -> i32 {
        let moved = |from: usize, to: usize| self.moved[from] - self.moved[to];
        let blank = |from: usize, to: usize| self.blank[from] - self.blank[to];
        if self.left {
            let kept = to.saturating_sub(self.by).max(from);
            moved(from, kept) + blank(kept, to)
        } else {
            let kept = (from + self.by).min(to);
            blank(from, kept) + moved(kept, to)
        }
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tmux;
