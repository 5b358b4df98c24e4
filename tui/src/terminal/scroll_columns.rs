//! Scrolls parts of rows sideways in the terminal, to write only the new column.
//!
//! In each such row, characters are deleted or inserted (`DCH`, `ICH`) at the start of the moved part. The
//! first table column before it stays. A border after the moved part moves too. In each row, it is rewritten or
//! restored by the opposite sequence at the end of the moved part, whichever is shorter.
//!
//! Every terminal since the VT102 supports both sequences, including the Linux console, screen and tmux.
//! Limits:
//!
//! - A row is skipped if the moved part has a wide or multi-codepoint character, because terminals cut these
//!   differently.
//! - Insertions move at most half of the rest of the row. Beyond that, tmux leaves characters behind unless the
//!   end is blank, as it is after a deletion.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};

use super::cursor_motion::{CursorPos, VISIBLE_ON_BLANK};

/// Interval of the rows that are sampled to guess direction and distance.
const SAMPLE: usize = 3;
/// Minimum number of saved cells that makes moving a row worthwhile.
const MIN_SAVED_CELLS: i32 = 6;
/// Number of rewritten cells above which restoring them by a sequence is shorter.
const MAX_REWRITTEN: i32 = 1;

/// A sideways move of row parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnShift {
    /// First column of the moved part.
    from: usize,
    /// End of the moved part; the rest of the row may stay in place.
    to: usize,
    /// Distance in columns.
    by: usize,
    /// True if the content moves left, as when the focus moves right.
    to_left: bool,
    /// Moved rows from the top, each with whether the cells after `to` stay in place.
    ///
    /// They stay in few rows if they are the thumb of a scroll bar.
    rows: Vec<(usize, bool)>,
    /// Width of the screen.
    width: usize,
}

impl ColumnShift {
    /// Returns the moves after which `current` differs least from `next`, if they reduce the difference.
    ///
    /// One moves whole row ends, the other leaves cells after the moved part in place. The caller compares
    /// their lengths in bytes.
    pub fn between(current: &Buffer, next: &Buffer) -> Vec<Self> {
        if current.area != next.area {
            return Vec::new();
        }
        let (current, next) = (CellHashes::from_buffer(current), CellHashes::from_buffer(next));
        let tried = (1..current.width).flat_map(|by| [(by, true), (by, false)]);
        let guessed = tried.filter_map(|(by, to_left)| {
            let (gain, from) = max_gain(&current, &next, by, to_left)?;
            Some((gain, std::cmp::Reverse(by), to_left, from))
        });
        let Some((_, std::cmp::Reverse(by), to_left, from)) = guessed.max() else {
            return Vec::new();
        };
        let step = ShiftStep { by, to_left };
        let ends = [Some(current.width), best_end(&current, &next, step, from)];
        let moves = ends.into_iter().flatten().filter_map(|to| {
            let mut sums = GainSums::default();
            let row = |y: usize| {
                sums.fill(&current, &next, y, step);
                let (full_gain, partial_gain) = (sums.gain(from, current.width), sums.gain(from, to));
                let stays = partial_gain - MAX_REWRITTEN > full_gain;
                let worth = if stays { partial_gain - MAX_REWRITTEN } else { full_gain };
                (from >= current.single_from[y] && worth > MIN_SAVED_CELLS).then_some((y, stays))
            };
            let rows: Vec<(usize, bool)> = (0..current.rows()).filter_map(row).collect();
            let width = current.width;
            (!rows.is_empty()).then_some(Self { from, to, by, to_left, rows, width })
        });
        moves.collect()
    }

    /// Applies the move to `current`; uncovered cells become blank.
    pub fn apply(&self, current: &mut Buffer) {
        for (y, stays) in &self.rows {
            let end = if *stays { self.to } else { self.width };
            let cells = &mut current.content[y * self.width + self.from..y * self.width + end];
            let by = self.by.min(cells.len());
            let blank = if self.to_left {
                cells.rotate_left(by);
                let remaining = cells.len() - by;
                &mut cells[remaining..]
            } else {
                cells.rotate_right(by);
                &mut cells[..by]
            };
            blank.fill(Cell::EMPTY);
        }
    }

    /// Returns the bytes of the move. Send them in the default style, which uncovered cells get.
    pub fn sequence(&self) -> String {
        let end = self.to.saturating_sub(self.by);
        let (deleted, inserted) = if self.to_left { (self.from, end) } else { (end, self.from) };
        // Delete first, so that nothing is pushed over the edge of the screen.
        let (deletes, inserts): (RowFilter, RowFilter) =
            if self.to_left { (|_| true, |stays| stays) } else { (|stays| stays, |_| true) };
        self.write_sequence(deletes, deleted, 'P') + &self.write_sequence(inserts, inserted, '@')
    }

    /// Writes a sequence at this column in some of the rows. It does not move the cursor, and line feeds lead
    /// to the next row.
    fn write_sequence(&self, which: RowFilter, column: usize, how: char) -> String {
        let to_u16 = |cells: usize| u16::try_from(cells).unwrap_or(u16::MAX);
        let mut out = String::new();
        let mut at = CursorPos::Unknown;
        for (y, _) in self.rows.iter().filter(|(_, stays)| which(*stays)) {
            at.move_to(to_u16(column), to_u16(*y), &mut out);
            // Writing to a `String` cannot fail.
            let _ = write!(out, "\u{1b}[{}{how}", self.by);
            at = CursorPos::At(to_u16(column), to_u16(*y));
        }
        out
    }
}

/// Selects rows by whether their cells after the moved part stay.
type RowFilter = fn(bool) -> bool;

/// Hashes of the visible content of cells, for fast comparison.
struct CellHashes {
    width: usize,
    cells: Vec<u64>,
    blank: u64,
    /// First column of each row from which all characters have width 1.
    single_from: Vec<usize>,
}

impl CellHashes {
    fn from_buffer(buffer: &Buffer) -> Self {
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width.max(1));
        let last = |row: &[Cell]| row.iter().rposition(|cell| !is_single(cell.symbol()));
        Self {
            width,
            cells: buffer.content.iter().map(hash_cell).collect(),
            blank: hash_cell(&Cell::EMPTY),
            // The cell after a wide character is covered by it.
            single_from: rows.map(|row| last(row).map_or(0, |at| at + 2)).collect(),
        }
    }

    fn rows(&self) -> usize {
        self.single_from.len()
    }

    fn row(&self, y: usize) -> &[u64] {
        &self.cells[y * self.width..(y + 1) * self.width]
    }
}

fn is_single(symbol: &str) -> bool {
    let mut letters = symbol.chars();
    letters.next().is_some() && letters.next().is_none() && crate::widgets::text_width(symbol) == 1
}

fn hash_cell(cell: &Cell) -> u64 {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    cell.symbol().hash(&mut hasher);
    cell.bg.hash(&mut hasher);
    let bare = cell.symbol() == " " && (cell.modifier & VISIBLE_ON_BLANK).is_empty();
    let foreground = if bare { None } else { Some((cell.fg, cell.modifier)) };
    foreground.hash(&mut hasher);
    hasher.finish()
}

/// Distance and direction of a move.
#[derive(Clone, Copy, Debug)]
struct ShiftStep {
    by: usize,
    to_left: bool,
}

/// Returns the maximum of saved cells for a move of row ends, and its start.
fn max_gain(current: &CellHashes, next: &CellHashes, by: usize, to_left: bool) -> Option<(i32, usize)> {
    let mut total = vec![0; current.width];
    let mut sums = GainSums::default();
    for y in (0..current.rows()).step_by(SAMPLE).filter(|y| current.row(*y) != next.row(*y)) {
        sums.fill(current, next, y, ShiftStep { by, to_left });
        // An insertion moves at most half of the rest of the row.
        let starts = if to_left { current.width } else { current.width.saturating_sub(2 * by - 1) };
        // Wide characters are not moved.
        for (from, sum) in total.iter_mut().enumerate().take(starts).skip(current.single_from[y]) {
            *sum += (sums.gain(from, current.width) - MIN_SAVED_CELLS).max(0);
        }
    }
    // Of equal gains, prefer the last start column, which moves the fewest cells.
    let best = (0..).zip(&total).max_by_key(|(_, gain)| **gain);
    best.filter(|(_, gain)| **gain > 0).map(|(from, gain)| (*gain, from))
}

/// Returns the best end of a move that starts at `from`, except the screen edge.
fn best_end(current: &CellHashes, next: &CellHashes, step: ShiftStep, from: usize) -> Option<usize> {
    let mut total = vec![0; current.width + 1];
    let mut sums = GainSums::default();
    let moving = |y: &usize| current.single_from[*y] <= from && current.row(*y) != next.row(*y);
    for y in (0..current.rows()).filter(moving) {
        sums.fill(current, next, y, step);
        for (to, sum) in total.iter_mut().enumerate().skip(from + step.by) {
            *sum += (sums.gain(from, to) - MIN_SAVED_CELLS).max(0);
        }
    }
    let best = (0..).zip(&total).max_by_key(|(to, gain)| (**gain, *to))?;
    (best.0 < current.width && *best.1 > 0).then_some(best.0)
}

/// Saved cells of a row for one step, summed from the right edge: for moved cells and for blank ones.
#[derive(Debug, Default)]
struct GainSums {
    moved: Vec<i32>,
    blank: Vec<i32>,
    by: usize,
    to_left: bool,
}

impl GainSums {
    fn fill(
        &mut self,
        current: &CellHashes,
        next: &CellHashes,
        y: usize,
        ShiftStep { by, to_left: left }: ShiftStep,
    ) {
        let (old_row, new_row, width) = (current.row(y), next.row(y), current.width);
        (self.by, self.to_left) = (by, left);
        for sums in [&mut self.moved, &mut self.blank] {
            sums.clear();
            sums.resize(width + 1, 0);
        }
        let gain =
            |at: usize, comes: u64| i32::from(old_row[at] != new_row[at]) - i32::from(comes != new_row[at]);
        for at in (0..width).rev() {
            let from = if left { Some(at + by) } else { at.checked_sub(by) };
            let comes = from.and_then(|from| old_row.get(from)).copied().unwrap_or(current.blank);
            self.moved[at] = self.moved[at + 1] + gain(at, comes);
            self.blank[at] = self.blank[at + 1] + gain(at, current.blank);
        }
    }

    /// Returns the saved cells if the columns from `from` to before `to` move.
    fn gain(&self, from: usize, to: usize) -> i32 {
        let moved = |from: usize, to: usize| self.moved[from] - self.moved[to];
        let blank = |from: usize, to: usize| self.blank[from] - self.blank[to];
        if self.to_left {
            let overlap_edge = to.saturating_sub(self.by).max(from);
            moved(from, overlap_edge) + blank(overlap_edge, to)
        } else {
            let overlap_edge = (from + self.by).min(to);
            blank(from, overlap_edge) + moved(overlap_edge, to)
        }
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tmux;
