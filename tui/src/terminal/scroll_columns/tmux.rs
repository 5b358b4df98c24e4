//! A model of tmux for sequences that move parts of rows.
//!
//! On an insertion, tmux clears only cells whose content has moved away. A move of more than half of the rest
//! of the row leaves characters behind.

use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::ColumnShift;

const WIDTH: usize = 40;

/// Rows and cursor of a tmux pane.
struct Tmux {
    rows: Vec<Vec<char>>,
    at: (usize, usize),
}

impl Tmux {
    fn with_rows(rows: &[String]) -> Self {
        let row = |row: &String| format!("{row:WIDTH$}").chars().take(WIDTH).collect();
        Self { rows: rows.iter().map(row).collect(), at: (0, 0) }
    }

    fn feed(&mut self, bytes: &str) {
        let mut remaining = bytes;
        while !remaining.is_empty() {
            if let Some(after) = remaining.strip_prefix('\n') {
                self.at.1 += 1;
                remaining = after;
            } else if let Some(after) = remaining.strip_prefix("\u{1b}M") {
                self.at.1 -= 1;
                remaining = after;
            } else {
                let order = remaining.strip_prefix("\u{1b}[").unwrap();
                let end = order.find(|symbol: char| !symbol.is_ascii_digit() && symbol != ';').unwrap();
                let (numbers, after) = order.split_at(end);
                let numbers: Vec<usize> =
                    numbers.split(';').filter_map(|number| number.parse().ok()).collect();
                self.apply_sequence(after.as_bytes()[0], &numbers);
                remaining = after.split_at(1).1;
            }
        }
    }

    fn apply_sequence(&mut self, order: u8, numbers: &[usize]) {
        let by = numbers.first().copied().unwrap_or(1);
        let (x, y) = self.at;
        match order {
            b'H' => self.at = (numbers[1] - 1, by - 1),
            b'G' => self.at.0 = by - 1,
            b'A' => self.at.1 -= by,
            b'B' => self.at.1 += by,
            b'P' => {
                self.rows[y].drain(x..(x + by).min(WIDTH));
                self.rows[y].resize(WIDTH, ' ');
            }
            b'@' => {
                // Move the cells, then clear the source cells that were not overwritten.
                let moved: Vec<char> = self.rows[y][x..WIDTH - by].to_vec();
                let end = x + moved.len();
                self.rows[y][x + by..].copy_from_slice(&moved);
                self.rows[y][x..end.min(x + by)].fill(' ');
            }
            other => panic!("unknown sequence: {}", char::from(other)),
        }
    }
}

fn buffer(rows: &[String]) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, WIDTH as u16, rows.len() as u16));
    for (y, row) in (0..).zip(rows) {
        buffer.set_string(0, y, row, Style::new());
    }
    buffer
}

/// Checks that every found move has the promised result in tmux. Returns the number of moves.
fn check_moves(old: &[String], new: &[String]) -> usize {
    let (current, next) = (buffer(old), buffer(new));
    let moves = ColumnShift::between(&current, &next);
    for sideways in &moves {
        let mut moved = current.clone();
        sideways.apply(&mut moved);
        let mut tmux = Tmux::with_rows(old);
        tmux.feed(&sideways.sequence());
        let expected: String = moved.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        let content: String = tmux.rows.into_iter().flatten().collect();
        assert_eq!(content, expected, "{sideways:?}");
    }
    moves.len()
}

const TEXT: &str = "abcdefghijklmnopqrstuvwxyz0123456789ABCD";

fn inserted(by: usize) -> [Vec<String>; 2] {
    let moved = format!("{}{}", " ".repeat(by), TEXT.split_at(WIDTH - by).0);
    [vec![TEXT.to_owned()], vec![moved]]
}

#[test]
fn column_insert_is_limited_to_half_the_remaining_width() {
    let [one, two] = inserted(WIDTH / 2);
    assert!(check_moves(&one, &two) > 0);
    for by in WIDTH / 2 + 1..WIDTH {
        let [one, two] = inserted(by);
        check_moves(&one, &two);
    }
}

proptest! {
    #[test]
    fn tmux_matches_the_predicted_column_shift(
        rows in proptest::collection::vec("[a-z]{20,70}", 1..6),
        (before, after) in (0_usize..40, 0_usize..40),
        thumb in 0_usize..6,
    ) {
        let frame = |cut: usize| -> Vec<String> {
            let row = |(y, row): (usize, &String)| {
                let end: String = row.chars().skip(cut).take(WIDTH - 8).collect();
                format!("Lyon  {end:32}{} ", if y < thumb { '┃' } else { ' ' })
            };
            rows.iter().enumerate().map(row).collect()
        };
        check_moves(&frame(before), &frame(after));
    }
}
