//! Scrolls whole rows in the terminal, to write only new rows and focus changes.
//!
//! A region is set (`DECSTBM`). Line feeds at its bottom (`LF`) move it up, or inserted lines at its top (`IL`)
//! move it down; then the region is reset. Every terminal since the VT102 supports this, including the Linux
//! console, screen and tmux, unlike `SU` and `SD`. Deleted lines (`DL`) are not used, because some emulators do
//! not clear the emptied row. Only full rows are moved, because few terminals support left and right margins.

use std::fmt::Write as _;
use std::ops::Range;

use ratatui::buffer::{Buffer, Cell};

/// Maximum distance: a card of the board with the rows around it.
const MAX_DISTANCE: usize = 8;
/// Interval of the columns that are sampled to guess the direction.
const SAMPLE: usize = 3;

/// A vertical move of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowShift {
    /// Rows that the terminal moves; rows moved out of the region are lost.
    region: Range<usize>,
    /// Distance in rows.
    by: usize,
    /// True if the rows move up, as when the focus of a list moves down.
    upwards: bool,
}

impl RowShift {
    /// Returns the move after which `current` differs least from `next`, if it reduces the difference.
    ///
    /// The caller compares the lengths in bytes.
    pub fn between(current: &Buffer, next: &Buffer) -> Option<Self> {
        if current.area != next.area {
            return None;
        }
        let rows = usize::from(next.area.height);
        let (current, next) = (BufferRows(current), BufferRows(next));
        let tried = (1..=MAX_DISTANCE.min(rows.saturating_sub(1))).flat_map(|by| [(by, true), (by, false)]);
        // A sample of the columns is enough to find the direction.
        let guessed = tried.filter_map(|(by, up)| {
            let (_, _, gain) = best_region(&row_gains(current, next, by, up, SAMPLE), by)?;
            Some((gain, by, up))
        });
        let (_, by, up) = guessed.max_by_key(|(gain, by, _)| (*gain, std::cmp::Reverse(*by)))?;
        let (first, end, _) = best_region(&row_gains(current, next, by, up, 1), by)?;
        let region = if up { first..end + by } else { rows - end - by..rows - first };
        Some(Self { region, by, upwards: up })
    }

    /// Applies the move to `current`; uncovered rows become blank.
    pub fn apply(&self, current: &mut Buffer) {
        let width = usize::from(current.area.width);
        let cells = &mut current.content[self.region.start * width..self.region.end * width];
        let by = self.by * width;
        let blank = if self.upwards {
            cells.rotate_left(by);
            let remaining = cells.len() - by;
            &mut cells[remaining..]
        } else {
            cells.rotate_right(by);
            &mut cells[..by]
        };
        blank.fill(Cell::EMPTY);
    }

    /// Returns the bytes of the move. Send them in the default style, which uncovered rows get.
    pub fn sequence(&self) -> String {
        let (top, bottom) = (self.region.start + 1, self.region.end);
        let mut out = String::new();
        // Writing to a `String` cannot fail. Place the cursor after the region is set, which moves it.
        let _ = write!(out, "\u{1b}[{top};{bottom}r");
        let _ = if self.upwards {
            write!(out, "\u{1b}[{bottom};1H{}", "\n".repeat(self.by))
        } else {
            write!(out, "\u{1b}[{top};1H\u{1b}[{}L", self.by)
        };
        out.push_str("\u{1b}[r");
        out
    }
}

/// A buffer by rows.
#[derive(Clone, Copy)]
struct BufferRows<'a>(&'a Buffer);

impl<'a> BufferRows<'a> {
    fn row(self, y: usize) -> Option<&'a [Cell]> {
        let width = usize::from(self.0.area.width);
        self.0.content.get(y * width..(y + 1) * width)
    }
}

/// Saved cells of a row: if another row moves there, and if it becomes blank.
#[derive(Clone, Copy, Debug)]
struct RowGain {
    moved: isize,
    blank: isize,
}

/// Returns the saved cells per row, starting at the edge towards which the rows move.
///
/// Only every `step`th cell is compared.
fn row_gains(
    current: BufferRows<'_>,
    next: BufferRows<'_>,
    by: usize,
    up: bool,
    step: usize,
) -> Vec<RowGain> {
    let rows = usize::from(next.0.area.height);
    let row_at = |at: usize| if up { at } else { rows - 1 - at };
    let gain = |at: usize| {
        let (old_row, new_row) = (current.row(row_at(at))?, next.row(row_at(at))?);
        let incoming = (at + by < rows).then(|| current.row(row_at(at + by))).flatten();
        let stays = differing_cells(old_row, new_row, step);
        Some(RowGain {
            moved: incoming.map_or(-stays, |incoming| stays - differing_cells(incoming, new_row, step)),
            blank: stays
                - new_row.iter().step_by(step).filter(|cell| **cell != Cell::EMPTY).count().cast_signed(),
        })
    };
    (0..rows).filter_map(gain).collect()
}

/// Returns the adjacent rows with the largest total gain.
///
/// Rows after them that become blank count too. The result is the first row, the end of the moved rows, and the
/// gain.
fn best_region(gains: &[RowGain], by: usize) -> Option<(usize, usize, isize)> {
    let mut best: Option<(usize, usize, isize)> = None;
    let (mut first, mut sum) = (0, 0);
    for (at, gain) in gains.iter().enumerate().take(gains.len().saturating_sub(by)) {
        if sum <= 0 {
            (first, sum) = (at, 0);
        }
        sum += gain.moved;
        let uncovered: isize = gains[at + 1..=at + by].iter().map(|gain| gain.blank).sum();
        let all = sum + uncovered;
        if all > best.map_or(0, |(_, _, max)| max) {
            best = Some((first, at + 1, all));
        }
    }
    best
}

fn differing_cells(a: &[Cell], b: &[Cell], step: usize) -> isize {
    let pairs = a.iter().zip(b).step_by(step);
    pairs.filter(|(a, b)| a != b).count().cast_signed()
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    fn screen(rows: &[&str]) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 8, rows.len() as u16));
        for (y, row) in (0..).zip(rows) {
            buffer.set_string(0, y, row, Style::new());
        }
        buffer
    }

    #[test]
    fn row_shift_keeps_header_and_footer() {
        let old = screen(&["head", "aaaaaa", "bbbbbb", "cccccc", "dddddd", "foot"]);
        let two = screen(&["head", "bbbbbb", "cccccc", "dddddd", "eeeeee", "foot"]);
        let up = RowShift::between(&old, &two).unwrap();
        assert_eq!(up.sequence().replace('\u{1b}', "^"), "^[2;5r^[5;1H\n^[r");
        let mut moved = old.clone();
        up.apply(&mut moved);
        assert_eq!(moved, screen(&["head", "bbbbbb", "cccccc", "dddddd", "", "foot"]));
        let down = RowShift::between(&two, &old).unwrap();
        assert_eq!(down.sequence().replace('\u{1b}', "^"), "^[2;5r^[2;1H^[1L^[r");
        let mut moved = two;
        down.apply(&mut moved);
        assert_eq!(moved, screen(&["head", "", "bbbbbb", "cccccc", "dddddd", "foot"]));
    }

    #[test]
    fn row_shift_moves_rows_whose_marker_changed() {
        let old = screen(&["head", " aaa", " bbb", " ccc", ">ddd", "foot"]);
        let two = screen(&["head", " bbb", " ccc", " ddd", ">eee", "foot"]);
        let shift = RowShift::between(&old, &two).unwrap();
        let mut moved = old;
        shift.apply(&mut moved);
        assert_eq!(moved, screen(&["head", " bbb", " ccc", ">ddd", "", "foot"]));
    }

    #[test]
    fn row_shift_is_found_next_to_an_unmoved_pane() {
        let old = screen(&["head", "aaa |x", "bbb |x", "ccc |x", "ddd |x", "foot"]);
        let two = screen(&["head", "bbb |x", "ccc |x", "ddd |x", "eee |x", "foot"]);
        let shift = RowShift::between(&old, &two).unwrap();
        let mut moved = old;
        shift.apply(&mut moved);
        assert_eq!(moved, screen(&["head", "bbb |x", "ccc |x", "ddd |x", "", "foot"]));
    }

    #[test]
    fn unmoved_rows_yield_no_row_shift() {
        let old = screen(&["head", "a", "b", "foot"]);
        assert_eq!(RowShift::between(&old, &old), None);
        assert_eq!(RowShift::between(&old, &screen(&["head", "x", "y", "foot"])), None);
        assert_eq!(RowShift::between(&old, &screen(&["head"])), None);
    }
}
