//! Change lines in columns: subject, values, author, time.
//!
//! A text without values (`New deal`) extends into the column of the values. The front end measures the width of texts.

use crate::foundation::history::lines::HistoryLine;
use crate::foundation::presentation::change_cells::Cells;
use crate::text::Clean;

use crate::foundation::presentation::sheet_view::SheetLine;

impl Cells {
    /// Returns the columns of a history line.
    pub(crate) fn of(line: &HistoryLine) -> Self {
        Self {
            what: Clean::line(&line.what),
            change: Clean::line(&line.change),
            by: Clean::line(&line.by),
            when: Clean::line(&line.when),
        }
    }
}

/// Column widths of the lines in a picker.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Widths {
    /// Width of the names.
    pub label: f32,
    /// Width of the subjects.
    pub what: f32,
    /// Width of the old and new values.
    pub change: f32,
    /// Width of the authors.
    pub by: f32,
    /// Width of the times.
    pub when: f32,
}

impl Widths {
    /// Returns the widths that truncate nothing, with `gap` between two columns. `label` and `cell` measure a name and
    /// any other text. Returns `None` if the lines have no columns.
    pub fn of(
        lines: &[SheetLine],
        gap: f32,
        label: impl Fn(&str) -> f32,
        cell: impl Fn(&str) -> f32,
    ) -> Option<Self> {
        let mut widths = Self::default();
        let mut alone: f32 = 0.0;
        for line in lines {
            let cells = line.cells.as_ref()?;
            widths.label = widths.label.max(label(&line.label));
            if cells.change.is_empty() {
                alone = alone.max(cell(&cells.what));
            } else {
                widths.what = widths.what.max(cell(&cells.what));
                widths.change = widths.change.max(cell(&cells.change));
            }
            widths.by = widths.by.max(cell(&cells.by));
            widths.when = widths.when.max(cell(&cells.when));
        }
        widths.change = widths.change.max(alone - gaps(&[widths.what], gap));
        (!lines.is_empty()).then_some(widths)
    }

    /// Returns the width of all columns side by side.
    pub fn together(&self, gap: f32) -> f32 {
        self.first(gap) + gaps(&[self.by], gap) + self.when
    }

    /// Returns the width of the name and the change side by side.
    pub fn first(&self, gap: f32) -> f32 {
        gaps(&[self.label, self.what, self.change], gap)
    }

    /// Returns the width of the author and the time side by side.
    pub fn second(&self, gap: f32) -> f32 {
        gaps(&[self.by], gap) + self.when
    }
}

/// Sums the column widths, each with a gap after it. An empty column takes no space.
fn gaps(widths: &[f32], gap: f32) -> f32 {
    widths
        .iter()
        .filter(|wide| **wide > 0.0)
        .map(|wide| wide + gap)
        .sum()
}

#[cfg(test)]
mod tests {
    use crate::foundation::presentation::sheet_view::{Mark, line};

    use super::*;

    fn change(label: &str, what: &str, change: &str, by: &str, when: &str) -> SheetLine {
        let clean = Clean::line;
        SheetLine {
            cells: Some(Cells {
                what: clean(what),
                change: clean(change),
                by: clean(by),
                when: clean(when),
            }),
            ..line(Mark::None, label, "")
        }
    }

    fn widths(lines: &[SheetLine]) -> Option<Widths> {
        let width = |text: &str| text.chars().count() as f32;
        Widths::of(lines, 2.0, width, width)
    }

    #[test]
    fn each_column_is_as_wide_as_its_widest_and_what_stands_alone_runs_on() {
        let mut lines = vec![
            change("Le Parc", "Status", "A → B", "elsewhere", "at 9"),
            change("Quais", "LTV", "71 % → 76 %", "", "at 10"),
        ];
        let two = widths(&lines).unwrap();
        assert_eq!(
            (two.label, two.what, two.change, two.by, two.when),
            (7.0, 6.0, 11.0, 9.0, 5.0)
        );
        assert!((two.together(2.0) - (7.0 + 2.0 + 6.0 + 2.0 + 11.0 + 2.0 + 9.0 + 2.0 + 5.0)).abs() < 0.01);
        // As wide as both columns and the gap between them: nothing grows.
        lines.push(change("Tour", &"x".repeat(19), "", "", ""));
        assert_eq!(widths(&lines).unwrap(), two);
        lines.push(change("Tour", &"x".repeat(21), "", "", ""));
        let wider = Widths { change: 13.0, ..two };
        assert_eq!(widths(&lines).unwrap(), wider);
    }

    #[test]
    fn a_column_in_which_nothing_stands_takes_no_room_and_other_lines_have_none() {
        let lines = [change("Tour", "New deal", "", "", "at 9")];
        let together = widths(&lines).unwrap().together(2.0);
        assert!((together - (4.0 + 2.0 + 8.0 + 2.0 + 4.0)).abs() < 0.01);
        assert_eq!(widths(&[]), None);
        assert_eq!(widths(&[line(Mark::None, "Rename", "")]), None);
    }
}
