use std::num::NonZero;

use proptest::prelude::*;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use crate::terminal::encode::{changed_cells, runs};
use crate::terminal::write_order::shortest;

use super::*;

fn paint<'a>(cells: impl IntoIterator<Item = (u16, u16, &'a Cell)>, columns: u16) -> String {
    shortest(&runs(cells, columns))
}

fn screen(rows: &[&str]) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 30, rows.len() as u16));
    for (y, row) in (0..).zip(rows) {
        buffer.set_string(0, y, row, Style::new());
    }
    buffer
}

fn column_shift(old: &Buffer, new: &Buffer) -> Option<(String, Buffer)> {
    let sideways = ColumnShift::between(old, new).into_iter().next()?;
    let mut moved = old.clone();
    sideways.apply(&mut moved);
    Some((sideways.sequence().replace('\u{1b}', "^"), moved))
}

#[test]
fn column_shift_keeps_the_pinned_column_and_the_header() {
    let old = screen(&["head and foot", "Lyon abcdefghi0123456789", "", "Pau  jklmnopqr9876543210"]);
    let new = screen(&["head and foot", "Lyon 0123456789", "", "Pau  9876543210"]);
    let (sequence, content) = column_shift(&old, &new).unwrap();
    assert_eq!((sequence.as_str(), content), ("^[2;6H^[9P\n\n^[9P", new.clone()));
    let (sequence, right) = column_shift(&new, &old).unwrap();
    assert_eq!(sequence, "^[2;6H^[9@\n\n^[9@");
    let blank = screen(&["head and foot", "Lyon          0123456789", "", "Pau           9876543210"]);
    assert_eq!(right, blank);
}

#[test]
fn wide_or_combined_characters_block_only_their_own_row() {
    for letter in ["東", "e\u{301}"] {
        let ends = format!("Pau  jklmnopqr98765432{letter}");
        let old = screen(&["Lyon abcdefghi0123456789", &ends]);
        let new = screen(&["Lyon 0123456789", &format!("Pau  98765432{letter}")]);
        assert_eq!(column_shift(&old, &new).unwrap().0, "^[1;6H^[9P");
    }
    // A wide character may precede the moved part.
    let old = screen(&["東京 abcdefghi0123456789"]);
    assert_eq!(column_shift(&old, &screen(&["東京 0123456789"])).unwrap().0, "^[1;6H^[9P");
}

#[test]
fn column_shift_restores_the_scrollbar_thumb() {
    let old = screen(&["Lyon abcdefghi0123456789┃", "Pau  jklmnopqr9876543210"]);
    let new = screen(&["Lyon 0123456789         ┃", "Pau  9876543210"]);
    let (sequence, content) = ColumnShift::between(&old, &new)
        .iter()
        .map(|sideways| {
            let mut moved = old.clone();
            sideways.apply(&mut moved);
            (sideways.sequence().replace('\u{1b}', "^"), moved)
        })
        .next_back()
        .unwrap();
    assert_eq!((sequence.as_str(), content), ("^[1;6H^[9P\n^[9P^[1;16H^[9@", new.clone()));
    // After the opposite move the thumb is off the screen, and rewriting one cell is shorter than restoring it.
    let reverse = ColumnShift::between(&new, &old).pop().unwrap();
    assert_eq!(reverse.sequence().replace('\u{1b}', "^"), "^[1;6H^[9@\n^[9@");
}

#[test]
fn unmoved_columns_yield_no_column_shift() {
    let old = screen(&["head", "a", "b", "foot"]);
    assert_eq!(ColumnShift::between(&old, &old), []);
    assert_eq!(ColumnShift::between(&old, &screen(&["head", "x", "y", "foot"])), []);
    assert_eq!(ColumnShift::between(&old, &screen(&["head"])), []);
}

/// Returns the content of each cell of a terminal.
fn cells(terminal: &vt100::Parser) -> Vec<(String, vt100::Color, vt100::Color, bool)> {
    let screen = terminal.screen();
    let (rows, columns) = screen.size();
    let all = (0..rows.get()).flat_map(|y| (0..columns.get()).map(move |x| (y, x)));
    let content = all.filter_map(|(y, x)| screen.cell(y, x)).map(|cell| {
        let text = if cell.has_contents() { cell.contents() } else { " " };
        let ink = if text == " " { vt100::Color::Default } else { cell.fgcolor() };
        (text.to_owned(), ink, cell.bgcolor(), cell.inverse())
    });
    content.collect()
}

fn frame(rows: &[(String, bool)], first: &str, cut: usize) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 40, rows.len() as u16));
    for (y, (row, marked)) in (0..).zip(rows) {
        // Half of a wide character may keep its background, which this test does not check.
        let row = if *marked { row.replace('東', "e") } else { row.clone() };
        let end: String = row.chars().skip(cut).collect();
        let style = if *marked {
            Style::new().fg(Color::Red).bg(Color::Blue).add_modifier(Modifier::REVERSED)
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
    fn column_shift_matches_a_full_redraw(
        rows in proptest::collection::vec(("[a-z ●▲é東]{20,50}", any::<bool>()), 1..8),
        (before, after) in (0_usize..30, 0_usize..30),
    ) {
        let (one, two) = (frame(&rows, "Lyon", before), frame(&rows, "Lille", after));
        let parser = || {
            let size = |cells: usize| NonZero::new(cells as u16).unwrap();
            vt100::Parser::new(size(rows.len()), size(40), 0)
        };
        let empty = Buffer::empty(one.area);
        let mut whole = parser();
        whole.process(paint(changed_cells(&empty, &two), 40).as_bytes());
        for sideways in ColumnShift::between(&one, &two) {
            let mut terminal = parser();
            terminal.process(paint(changed_cells(&empty, &one), 40).as_bytes());
            let mut moved = one.clone();
            sideways.apply(&mut moved);
            terminal.process(sideways.sequence().as_bytes());
            terminal.process(paint(changed_cells(&moved, &two), 40).as_bytes());
            prop_assert_eq!(cells(&terminal), cells(&whole));
        }
    }
}
