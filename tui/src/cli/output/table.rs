//! Aligned columns, measured in terminal cells, with one line per record.
//!
//! If the terminal is too narrow, ids are shortened first. Then the least important columns are left out, and
//! the header gives their number. Files and scripts get all columns.

use std::collections::HashSet;
use std::io::{self, Write};

use encours_core::text::{pad, pad_left, truncate, width};

const GAP: usize = 2;
/// Minimum width of a column that may be cut.
const MIN_WIDTH: usize = 8;
/// Width below which another column is left out instead.
const MIN_READABLE: usize = 14;
/// Number of characters of a shortened id.
const SHORT_ID_LEN: usize = 8;

/// One column of a table.
pub(super) struct TableColumn {
    pub(super) label: String,
    pub(super) align_right: bool,
    /// True if cells may be cut to fit the terminal.
    pub(super) is_flexible: bool,
    /// True if cells are ids, which are shortened before any column is left out.
    pub(super) is_id: bool,
    /// True if cells lead to the link of their row, on terminals that have links.
    pub(super) is_linked: bool,
    /// Priority for leaving the column out; 0 for never.
    pub(super) drop_priority: u8,
}

/// Writes head and rows. `columns` is the width of the terminal, if there is one. `links` has a link for each row, or is
/// empty.
pub(super) fn write(
    sink: &mut dyn Write,
    table_columns: &[TableColumn],
    rows: &[Vec<String>],
    columns: Option<usize>,
    bold: bool,
    links: &[Option<String>],
) -> io::Result<()> {
    let short_rows = columns.and_then(|columns| with_short_ids(table_columns, rows, columns));
    let rows = short_rows.as_deref().unwrap_or(rows);
    let visible = visible_columns(table_columns, rows, columns);
    let hidden_count = table_columns.len() - visible.len();
    let table_columns: Vec<&TableColumn> = visible.iter().filter_map(|at| table_columns.get(*at)).collect();
    let cells = |row: &'_ Vec<String>| -> Vec<String> {
        visible.iter().filter_map(|at| row.get(*at).cloned()).collect()
    };
    let rows: Vec<Vec<String>> = rows.iter().map(cells).collect();
    let mark = if hidden_count > 0 { format!("+{hidden_count}") } else { String::new() };
    let max_width =
        columns.map(|columns| columns.saturating_sub(if hidden_count > 0 { GAP + width(&mark) } else { 0 }));
    let widths = widths(&table_columns, &rows, max_width);
    let labels: Vec<&str> = table_columns.iter().map(|column| column.label.as_str()).collect();
    let mut line = line(&table_columns, &widths, &labels, None);
    if hidden_count > 0 {
        let used = widths.iter().sum::<usize>() + GAP * table_columns.len().saturating_sub(1);
        line = format!("{}{}{mark}", pad(&line, used), " ".repeat(GAP));
    }
    if bold {
        writeln!(sink, "\x1b[1m{line}\x1b[0m")?;
    } else {
        writeln!(sink, "{line}")?;
    }
    for (at, row) in rows.iter().enumerate() {
        let cells: Vec<&str> = row.iter().map(String::as_str).collect();
        let link = links.get(at).and_then(Option::as_deref);
        writeln!(sink, "{}", self::line(&table_columns, &widths, &cells, link))?;
    }
    Ok(())
}

/// Returns the indices of the shown columns: as many as are readable side by side.
fn visible_columns(
    table_columns: &[TableColumn],
    rows: &[Vec<String>],
    columns: Option<usize>,
) -> Vec<usize> {
    let mut visible: Vec<usize> = (0..table_columns.len()).collect();
    let Some(columns) = columns else { return visible };
    let mins = min_widths(table_columns, rows);
    let priority = |at: &usize| table_columns.get(*at).map_or(0, |column| column.drop_priority);
    loop {
        let mark = if visible.len() < table_columns.len() { GAP + 2 } else { 0 };
        let needed_width: usize = visible.iter().filter_map(|at| mins.get(*at)).sum();
        if needed_width + GAP * visible.len().saturating_sub(1) + mark <= columns {
            return visible;
        }
        let next = visible.iter().enumerate().filter(|(_, at)| priority(at) > 0);
        let Some((index, _)) = next.max_by_key(|(_, at)| priority(at)) else {
            return visible;
        };
        visible.remove(index);
    }
}

/// Returns the rows with shortened ids, if the columns do not fit otherwise.
fn with_short_ids(
    table_columns: &[TableColumn],
    rows: &[Vec<String>],
    columns: usize,
) -> Option<Vec<Vec<String>>> {
    let needed_width: usize = min_widths(table_columns, rows).iter().sum();
    if needed_width + GAP * table_columns.len().saturating_sub(1) <= columns
        || table_columns.iter().all(|column| !column.is_id)
    {
        return None;
    }
    let mut rows = rows.to_vec();
    for (at, _) in table_columns.iter().enumerate().filter(|(_, column)| column.is_id) {
        let cells: Vec<&str> = rows.iter().filter_map(|row| row.get(at)).map(String::as_str).collect();
        let Some(short) = shorten_ids(&cells) else {
            continue;
        };
        for (row, short) in rows.iter_mut().zip(short) {
            if let Some(cell) = row.get_mut(at) {
                *cell = short;
            }
        }
    }
    Some(rows)
}

/// Shortens ids to their beginnings, or to their ends if only those differ; `None` if neither does.
fn shorten_ids(cells: &[&str]) -> Option<Vec<String>> {
    let short = |cell: &&str, is_end: bool| -> String {
        let hidden = cell.chars().count().saturating_sub(SHORT_ID_LEN);
        match (hidden <= 1, is_end) {
            (true, _) => (*cell).to_owned(),
            (false, true) => ['…'].into_iter().chain(cell.chars().skip(hidden)).collect(),
            (false, false) => cell.chars().take(SHORT_ID_LEN).chain(['…']).collect(),
        }
    };
    let distinct: HashSet<&str> = cells.iter().copied().collect();
    let tells = |short: &Vec<String>| short.iter().collect::<HashSet<_>>().len() == distinct.len();
    let forms = [false, true].map(|is_end| cells.iter().map(|cell| short(cell, is_end)).collect());
    forms.into_iter().find(tells)
}

/// Returns the minimum readable width of each column.
fn min_widths(columns: &[TableColumn], rows: &[Vec<String>]) -> Vec<usize> {
    columns
        .iter()
        .enumerate()
        .map(|(at, column)| {
            let cells = rows.iter().filter_map(|row| row.get(at));
            let full_width = cells.map(|cell| width(cell)).max().unwrap_or(0);
            let full_width = full_width.max(width(&column.label));
            if column.is_flexible { full_width.min(MIN_READABLE) } else { full_width }
        })
        .collect()
}

fn line(columns: &[&TableColumn], widths: &[usize], cells: &[&str], link: Option<&str>) -> String {
    let mut line = String::new();
    let last = columns.len().saturating_sub(1);
    for (index, ((column, width), cell)) in columns.iter().zip(widths).zip(cells).enumerate() {
        let cell = if column.align_right {
            pad_left(cell, *width)
        } else if index == last {
            truncate(cell, *width).into()
        } else {
            pad(cell, *width)
        };
        match link.filter(|_| column.is_linked) {
            Some(link) => {
                let text = cell.trim_end_matches(' ');
                let blank = " ".repeat(cell.len() - text.len());
                line.extend(["\x1b]8;;", link, "\x1b\\", text, "\x1b]8;;\x1b\\", &blank]);
            }
            None => line.push_str(&cell),
        }
        if index != last {
            line.extend(std::iter::repeat_n(' ', GAP));
        }
    }
    line.truncate(line.trim_end_matches(' ').len());
    line
}

/// Returns the column widths, with the widest flexible columns narrowed until the line fits.
fn widths(table_columns: &[&TableColumn], rows: &[Vec<String>], columns: Option<usize>) -> Vec<usize> {
    let mut widths: Vec<usize> = table_columns.iter().map(|column| width(&column.label)).collect();
    for row in rows {
        for (have, cell) in widths.iter_mut().zip(row) {
            *have = (*have).max(width(cell));
        }
    }
    let Some(columns) = columns else { return widths };
    let budget = columns.saturating_sub(GAP * table_columns.len().saturating_sub(1));
    let narrowed = |column: &TableColumn, width: usize, max: usize| {
        if column.is_flexible { width.min(max) } else { width }
    };
    let total = |max: usize| -> usize {
        table_columns.iter().zip(&widths).map(|(column, width)| narrowed(column, *width, max)).sum()
    };
    let widest = widths.iter().copied().max().unwrap_or(0);
    let max = (MIN_WIDTH..=widest).rev().find(|max| total(*max) <= budget).unwrap_or(MIN_WIDTH);
    // What is left over goes to the first columns, one cell each.
    let mut spare = budget.saturating_sub(total(max));
    for (column, width) in table_columns.iter().zip(&mut widths) {
        if narrowed(column, *width, max) < *width {
            *width = max + usize::from(spare > 0);
            spare = spare.saturating_sub(1);
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads() -> Vec<TableColumn> {
        [("Id", false, false), ("Nom", false, true), ("N", true, false)]
            .map(|(label, right, flexible)| TableColumn {
                label: label.into(),
                align_right: right,
                is_flexible: flexible,
                is_id: false,
                is_linked: label == "Nom",
                drop_priority: 0,
            })
            .into()
    }

    fn table(rows: &[[&str; 3]], columns: Option<usize>) -> String {
        let rows: Vec<Vec<String>> = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
        let mut out = Vec::new();
        write(&mut out, &heads(), &rows, columns, false, &[]).unwrap();
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
    fn links_surround_names_without_their_padding() {
        let rows = [["1", "Îlot", "3"], ["2", "Le Parc", "4"]].map(|row| row.map(str::to_owned).to_vec());
        let mut out = Vec::new();
        write(&mut out, &heads(), &rows, None, false, &[Some("encours://deal/1".into()), None]).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.contains("1   \x1b]8;;encours://deal/1\x1b\\Îlot\x1b]8;;\x1b\\     3\n2   Le Parc  4\n"),
            "{text:?}"
        );
    }

    #[test]
    fn flexible_column_shrinks_to_the_terminal_width() {
        let text = table(&[["id-1", "Clinique des Alpilles, Salon-de-Provence", "3"]], Some(30));
        assert!(text.lines().all(|line| width(line) <= 30), "{text}");
        assert!(text.contains("id-1") && text.contains('…'), "{text}");
    }

    #[test]
    fn table_drops_low_priority_columns_and_shows_their_count() {
        let table_columns: Vec<TableColumn> = [("Id", 0), ("Name", 0), ("Class", 2), ("Age", 1)]
            .into_iter()
            .map(|(label, priority)| TableColumn {
                label: label.into(),
                align_right: false,
                is_flexible: priority != 1 && label != "Id",
                is_id: false,
                is_linked: label == "Nom",
                drop_priority: priority,
            })
            .collect();
        let rows = [["id-1", "Clinique des Alpilles", "Offices", "12 d"].map(str::to_owned).to_vec()];
        let table = |columns| {
            let mut out = Vec::new();
            write(&mut out, &table_columns, &rows, columns, false, &[]).unwrap();
            String::from_utf8(out).unwrap()
        };
        let full = table(None);
        assert!(full.contains("Offices") && !full.contains('+'), "{full}");
        let some = table(Some(32));
        assert!(some.lines().all(|line| width(line) <= 32), "{some}");
        assert!(some.lines().next().is_some_and(|head| head.ends_with("+1")), "{some}");
        assert!(some.contains("12 d") && !some.contains("Offices"), "{some}");
        let few = table(Some(24));
        assert!(few.lines().all(|line| width(line) <= 24), "{few}");
        assert!(few.lines().next().is_some_and(|head| head.ends_with("+2")), "{few}");
    }

    #[test]
    fn ids_are_shortened_before_a_column_is_dropped() {
        let table_columns: Vec<TableColumn> = [("Id", true, 0), ("Name", false, 0), ("LTV", false, 2)]
            .into_iter()
            .map(|(label, short, priority)| TableColumn {
                label: label.into(),
                align_right: false,
                is_flexible: label == "Name",
                is_id: short,
                is_linked: false,
                drop_priority: priority,
            })
            .collect();
        let table = |ids: [&str; 2], columns| {
            let rows = ids.map(|id| [id, "Le Parc", "64.0%"].map(str::to_owned).to_vec());
            let mut out = Vec::new();
            write(&mut out, &table_columns, &rows, columns, false, &[]).unwrap();
            String::from_utf8(out).unwrap()
        };
        let ids = ["0f2d1111-2222-4333-8444-555555559c01", "11111111-2222-3333-4444-555555555555"];
        assert!(ids.iter().all(|id| table(ids, Some(80)).contains(id)));
        let narrow = table(ids, Some(40));
        assert!(narrow.contains("0f2d1111…  Le Parc  64.0%") && !narrow.contains('+'), "{narrow}");
        let alike = table(["00000000-0000-0001", "00000000-0000-0002"], Some(30));
        assert!(alike.contains("…000-0002  Le Parc  64.0%"), "{alike}");
        let twins = table(["00000000-1-00000000", "00000000-2-00000000"], Some(30));
        assert!(twins.contains("00000000-2-00000000") && twins.contains("+1"), "{twins}");
    }

    #[test]
    fn equally_wide_columns_shrink_equally() {
        let columns: Vec<TableColumn> = ["A", "B"]
            .map(|label| TableColumn {
                label: label.into(),
                align_right: false,
                is_flexible: true,
                is_id: false,
                is_linked: label == "Nom",
                drop_priority: 0,
            })
            .into();
        let columns: Vec<&TableColumn> = columns.iter().collect();
        let rows = [vec!["x".repeat(30), "y".repeat(30)]];
        assert_eq!(widths(&columns, &rows, Some(42)), [20, 20]);
    }

    #[test]
    fn a_terminal_too_narrow_does_not_loop() {
        let text = table(&[["an-identifier-that-is-long", "name that is long", "3"]], Some(10));
        assert!(text.contains("an-identifier-that-is-long"));
    }

    #[test]
    fn table_is_not_truncated_without_a_terminal() {
        let name = "x".repeat(400);
        assert!(table(&[["1", &name, "3"]], None).contains(&name));
    }
}
