//! Aligned columns, measured in terminal cells. Every record stays on one line.

use std::io::{self, Write};

use encours_core::view::text::{pad, pad_left, truncate, width};

const GAP: usize = 2;
/// A column that may be cut keeps at least this much.
const NARROWEST: usize = 8;

/// One column of a table.
pub(super) struct Head {
    pub(super) label: String,
    pub(super) right: bool,
    /// Whether its cells may be cut to fit a terminal.
    pub(super) flexible: bool,
}

/// Writes head and rows. `columns` is the terminal's width, if there is one.
pub(super) fn write(
    sink: &mut dyn Write,
    heads: &[Head],
    rows: &[Vec<String>],
    columns: Option<usize>,
    bold: bool,
) -> io::Result<()> {
    let widths = widths(heads, rows, columns);
    let labels: Vec<&str> = heads.iter().map(|head| head.label.as_str()).collect();
    let line = line(heads, &widths, &labels);
    if bold {
        writeln!(sink, "\x1b[1m{line}\x1b[0m")?;
    } else {
        writeln!(sink, "{line}")?;
    }
    for row in rows {
        let cells: Vec<&str> = row.iter().map(String::as_str).collect();
        writeln!(sink, "{}", self::line(heads, &widths, &cells))?;
    }
    Ok(())
}

fn line(heads: &[Head], widths: &[usize], cells: &[&str]) -> String {
    let mut line = String::new();
    let last = heads.len().saturating_sub(1);
    for (index, ((head, width), cell)) in heads.iter().zip(widths).zip(cells).enumerate() {
        if head.right {
            line.push_str(&pad_left(cell, *width));
        } else if index == last {
            line.push_str(&truncate(cell, *width));
        } else {
            line.push_str(&pad(cell, *width));
        }
        if index != last {
            line.extend(std::iter::repeat_n(' ', GAP));
        }
    }
    line.truncate(line.trim_end_matches(' ').len());
    line
}

/// The widths that hold every cell, the widest flexible columns narrowed until the line fits.
fn widths(heads: &[Head], rows: &[Vec<String>], columns: Option<usize>) -> Vec<usize> {
    let mut widths: Vec<usize> = heads.iter().map(|head| width(&head.label)).collect();
    for row in rows {
        for (have, cell) in widths.iter_mut().zip(row) {
            *have = (*have).max(width(cell));
        }
    }
    let Some(columns) = columns else { return widths };
    let gaps = GAP * heads.len().saturating_sub(1);
    loop {
        let used: usize = widths.iter().sum::<usize>() + gaps;
        let excess = used.saturating_sub(columns);
        if excess == 0 {
            return widths;
        }
        let flexible = || {
            heads
                .iter()
                .zip(&widths)
                .enumerate()
                .filter(|(_, (head, width))| head.flexible && **width > NARROWEST)
        };
        let Some((widest, have)) = flexible()
            .map(|(index, (_, width))| (index, *width))
            .max_by_key(|(_, width)| *width)
        else {
            return widths;
        };
        // Down to the next widest at most, so that columns of a like size shrink alike.
        let next = flexible()
            .map(|(_, (_, width))| *width)
            .filter(|width| *width < have)
            .max()
            .unwrap_or(NARROWEST);
        let target = have.saturating_sub(excess).max(next).min(have - 1).max(NARROWEST);
        if let Some(width) = widths.get_mut(widest) {
            *width = target;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads() -> Vec<Head> {
        [("Id", false, false), ("Nom", false, true), ("N", true, false)]
            .map(|(label, right, flexible)| Head {
                label: label.into(),
                right,
                flexible,
            })
            .into()
    }

    fn table(rows: &[[&str; 3]], columns: Option<usize>) -> String {
        let rows: Vec<Vec<String>> = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
        let mut out = Vec::new();
        write(&mut out, &heads(), &rows, columns, false).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_are_aligned_by_cells() {
        assert_eq!(
            table(&[["1", "東京タワー", "8 420"], ["22", "Îlot", "12"]], None),
            "Id  Nom             N\n1   東京タワー  8 420\n22  Îlot           12\n"
        );
    }

    #[test]
    fn the_flexible_column_gives_way_to_the_terminal() {
        let text = table(
            &[["id-1", "Clinique des Alpilles, Salon-de-Provence", "3"]],
            Some(30),
        );
        assert!(text.lines().all(|line| width(line) <= 30), "{text}");
        assert!(text.contains("id-1") && text.contains('…'), "{text}");
    }

    #[test]
    fn a_terminal_too_narrow_does_not_loop() {
        let text = table(
            &[["an-identifier-that-is-long", "name that is long", "3"]],
            Some(10),
        );
        assert!(text.contains("an-identifier-that-is-long"));
    }

    #[test]
    fn nothing_is_cut_without_a_terminal() {
        let name = "x".repeat(400);
        assert!(table(&[["1", &name, "3"]], None).contains(&name));
    }
}
