//! Chooses the write order of changed runs that takes the fewest bytes.
//!
//! Row order repeats style sequences, style order repeats cursor moves. A frame is flushed as a whole, so the
//! order is never visible.

use super::cursor_motion::{CellStyle, CursorPos, PLAIN};

/// A run of cells that needs no cursor move or style change inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// First column.
    pub x: u16,
    /// Row.
    pub y: u16,
    /// Style of the characters; irrelevant for blanks.
    pub style: CellStyle,
    /// True if the run is blank and needs no exact style.
    ///
    /// Any style is suitable in which blanks look the same.
    pub blank: bool,
    /// Bytes of the run.
    pub text: String,
    /// Cursor position after the run.
    pub end: CursorPos,
    /// Sequence that erases the run without moving the cursor, if it is blank only.
    pub erase_sequence: Option<String>,
}

/// Numbers of remaining runs to consider for the next one.
///
/// A small number stays near a row, a large one follows a column down the screen.
const LOOKAHEADS: [usize; 3] = [8, 24, 96];
/// Number of runs above which only the smallest value of `LOOKAHEADS` is tried.
const MANY_RUNS: usize = 400;
/// Number of runs above which the order is row by row.
const MAX_RUNS: usize = 1_500;

/// Returns the shortest bytes that write the runs and end in the default style.
pub fn shortest(runs: &[Run]) -> String {
    let by_rows = by_rows(runs);
    let tried = match runs.len() {
        many if many > MAX_RUNS => 0,
        many if many > MANY_RUNS => 1,
        _ => LOOKAHEADS.len(),
    };
    let mut turns = StyleChanges::new(runs);
    let candidates = LOOKAHEADS.iter().take(tried);
    let candidates = candidates.map(|near| write_runs(nearest_order(runs, &mut turns, *near)));
    let shorter = |a: String, b: String| if b.len() < a.len() { b } else { a };
    candidates.fold(by_rows, shorter)
}

/// Returns the bytes that write the runs in the given order.
pub fn by_rows(runs: &[Run]) -> String {
    write_runs(runs.iter())
}

fn write_runs<'a>(runs: impl IntoIterator<Item = &'a Run>) -> String {
    let mut out = String::new();
    let (mut last, mut style): (Option<&Run>, CellStyle) = (None, PLAIN);
    for run in runs {
        finish(&mut out, last, Some(run));
        if !run.can_follow(style) {
            out += &style.sgr_to(run.style);
            style = run.style;
        }
        last = Some(run);
    }
    finish(&mut out, last, None);
    out + &style.sgr_to(PLAIN)
}

/// Writes the last run in its best form for the next one, then moves there.
fn finish(out: &mut String, last: Option<&Run>, next: Option<&Run>) {
    let (text, pos) = last.map_or(("", CursorPos::Unknown), |last| last.cost_before(next).1);
    *out += text;
    if let Some(next) = next {
        pos.move_to(next.x, next.y, out);
    }
}

impl Run {
    fn can_follow(&self, style: CellStyle) -> bool {
        self.style == style || self.blank && self.style.blanks_match(style)
    }

    /// Returns the minimum number of bytes for the run.
    fn min_len(&self) -> usize {
        let erased = self.erase_sequence.as_ref().map_or(usize::MAX, String::len);
        self.text.len().min(erased)
    }

    /// Returns the bytes for this run and the next move, with text and end position.
    fn cost_before(&self, next: Option<&Self>) -> (usize, (&str, CursorPos)) {
        let options = [
            Some((self.text.as_str(), self.end)),
            self.erase_sequence.as_deref().map(|erased| (erased, CursorPos::At(self.x, self.y))),
        ];
        let bytes =
            |(text, pos): (&str, CursorPos)| text.len() + next.map_or(0, |next| pos.distance(next.x, next.y));
        let options = options.into_iter().flatten().map(|option| (bytes(option), option));
        options.min_by_key(|(bytes, _)| *bytes).unwrap_or((0, ("", self.end)))
    }
}

/// Orders the runs so that each needs the fewest bytes after the previous one.
fn nearest_order<'a>(runs: &'a [Run], turns: &mut StyleChanges, near: usize) -> Vec<&'a Run> {
    let mut remaining: Vec<(&Run, usize)> = runs.iter().zip(turns.style_idx.iter().copied()).collect();
    let mut order: Vec<&Run> = Vec::with_capacity(runs.len());
    let mut style = DEFAULT_STYLE;
    while !remaining.is_empty() {
        let last = order.last().copied();
        // Skip the position cost if the style cost alone is too high.
        let min_cost = last.map_or(0, Run::min_len);
        let mut next: Option<(usize, usize)> = None;
        for (at, (run, style_idx)) in remaining.iter().take(near).enumerate() {
            let turn = turns.change_len(style, *style_idx, run.blank);
            if next.is_some_and(|(_, bytes)| turn + min_cost >= bytes) {
                continue;
            }
            let bytes = turn + last.map_or(0, |last| last.cost_before(Some(run)).0);
            if next.is_none_or(|(_, before)| bytes < before) {
                next = Some((at, bytes));
            }
        }
        let Some((at, (run, style_idx))) = next.and_then(|(at, _)| Some((at, *remaining.get(at)?))) else {
            break;
        };
        remaining.remove(at);
        order.push(run);
        if !turns.can_write(style, style_idx, run.blank) {
            style = style_idx;
        }
    }
    order
}

/// Index of the default style.
const DEFAULT_STYLE: usize = 0;

/// Styles of the runs, and the cached number of bytes from one to another.
#[derive(Debug)]
struct StyleChanges {
    styles: Vec<CellStyle>,
    /// Style index of each run.
    style_idx: Vec<usize>,
    bytes: Vec<Option<usize>>,
}

impl StyleChanges {
    fn new(runs: &[Run]) -> Self {
        let mut styles = vec![PLAIN];
        let mut style_idx = |run: &Run| {
            let known = styles.iter().position(|style| *style == run.style);
            known.unwrap_or_else(|| {
                styles.push(run.style);
                styles.len() - 1
            })
        };
        let style_idx = runs.iter().map(&mut style_idx).collect();
        let bytes = vec![None; styles.len() * styles.len()];
        Self { styles, style_idx, bytes }
    }

    /// True if a run of style `to` can be written in style `from`.
    fn can_write(&self, from: usize, to: usize, blank: bool) -> bool {
        from == to || blank && self.styles[to].blanks_match(self.styles[from])
    }

    /// Returns the number of bytes for the style change from `from` to `to`.
    fn change_len(&mut self, from: usize, to: usize, blank: bool) -> usize {
        if self.can_write(from, to, blank) {
            return 0;
        }
        let (a, b) = (self.styles[from], self.styles[to]);
        let known = &mut self.bytes[from * self.styles.len() + to];
        *known.get_or_insert_with(|| a.sgr_to(b).len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::{Color, Modifier};

    fn run(x: u16, y: u16, text: &str, modifier: Modifier) -> Run {
        Run {
            x,
            y,
            style: CellStyle { modifier, ..PLAIN },
            blank: text.trim().is_empty(),
            text: text.to_owned(),
            end: CursorPos::At(x + text.len() as u16, y),
            erase_sequence: (text == " ").then(|| "\u{1b}[X".to_owned()),
        }
    }

    fn sent(runs: &[Run]) -> String {
        shortest(runs).replace('\u{1b}', "^").replace('\u{8}', "<").replace('\n', "!")
    }

    #[test]
    fn column_with_another_style_is_written_downwards() {
        let (plain, bold) = (Modifier::empty(), Modifier::BOLD);
        let runs: Vec<Run> =
            (0..3).flat_map(|y| [run(10, y, "name", plain), run(50, y, "x", bold)]).collect();
        assert_eq!(sent(&runs), "^[1;11Hname!<<<<name!<<<<name^[36C^[1mx^M<x^M<x^[m");
    }

    #[test]
    fn empty_cell_takes_similar_style_or_is_erased() {
        let (plain, bold) = (Modifier::empty(), Modifier::BOLD);
        let reversed = Modifier::REVERSED;
        assert_eq!(sent(&[run(0, 0, "x", bold), run(40, 0, " ", plain)]), "^[1;1H^[1mx^[39C ^[m");
        assert_eq!(sent(&[run(0, 0, "x", reversed), run(40, 0, " ", plain)]), "^[1;1H^[7mx^[39C^[m ");
        let down: Vec<Run> = (0..2).map(|y| run(40, y, " ", plain)).collect();
        assert_eq!(sent(&down), "^[1;41H !< ");
        let mut edge = down;
        edge[0].end = CursorPos::Row(0);
        assert_eq!(sent(&edge), "^[1;41H^[X! ");
        let colour = CellStyle { bg: Color::Blue, ..PLAIN };
        edge[1].style = colour;
        assert_eq!(sent(&edge), "^[1;41H^[X!^[44m ^[m");
    }
}
