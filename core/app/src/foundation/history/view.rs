//! Change lines in columns: subject, values, author, time.
//!
//! A text without values (`New deal`) extends into the column of the values. The front end measures the width of texts.

use crate::foundation::history::lines::HistoryLine;
use crate::foundation::presentation::picker_view::{ChangeCells, PickerLine};
use crate::text::SafeText;

impl ChangeCells {
    /// Returns the columns of a history line.
    pub(crate) fn from_line(line: &HistoryLine) -> Self {
        Self {
            subject: SafeText::line(&line.subject),
            values: SafeText::line(&line.values),
            author: SafeText::line(&line.author),
            when: SafeText::line(&line.when),
        }
    }
}

/// Column widths of the lines in a picker.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ChangeColumnWidths {
    /// Width of the names.
    pub label: f32,
    /// Width of the subjects.
    pub subject: f32,
    /// Width of the old and new values.
    pub values: f32,
    /// Width of the authors.
    pub author: f32,
    /// Width of the times.
    pub when: f32,
}

impl ChangeColumnWidths {
    /// Returns the widths that truncate nothing, with `gap` between two columns. `label` and `cell` measure a name and
    /// any other text. Returns `None` if the lines have no columns.
    pub fn measure(
        lines: &[PickerLine],
        gap: f32,
        label: impl Fn(&str) -> f32,
        cell: impl Fn(&str) -> f32,
    ) -> Option<Self> {
        let mut widths = Self::default();
        let mut subject_only: f32 = 0.0;
        for line in lines {
            let cells = line.cells.as_ref()?;
            widths.label = widths.label.max(label(&line.label));
            if cells.values.is_empty() {
                subject_only = subject_only.max(cell(&cells.subject));
            } else {
                widths.subject = widths.subject.max(cell(&cells.subject));
                widths.values = widths.values.max(cell(&cells.values));
            }
            widths.author = widths.author.max(cell(&cells.author));
            widths.when = widths.when.max(cell(&cells.when));
        }
        widths.values = widths.values.max(subject_only - sum_with_gaps(&[widths.subject], gap));
        (!lines.is_empty()).then_some(widths)
    }

    /// Returns the width of all columns side by side.
    pub fn total(&self, gap: f32) -> f32 {
        self.name_and_change(gap) + sum_with_gaps(&[self.author], gap) + self.when
    }

    /// Returns the width of the name and the change side by side.
    pub fn name_and_change(&self, gap: f32) -> f32 {
        sum_with_gaps(&[self.label, self.subject, self.values], gap)
    }

    /// Returns the width of the author and the time side by side.
    pub fn author_and_time(&self, gap: f32) -> f32 {
        sum_with_gaps(&[self.author], gap) + self.when
    }
}

/// Sums the column widths, each with a gap after it. An empty column takes no space.
fn sum_with_gaps(widths: &[f32], gap: f32) -> f32 {
    widths.iter().filter(|width| **width > 0.0).map(|width| width + gap).sum()
}

#[cfg(test)]
mod tests {
    use crate::foundation::presentation::picker_view::{LineIcon, picker_line};

    use super::*;

    fn change_line(label: &str, what: &str, change: &str, by: &str, when: &str) -> PickerLine {
        let clean = SafeText::line;
        PickerLine {
            cells: Some(ChangeCells {
                subject: clean(what),
                values: clean(change),
                author: clean(by),
                when: clean(when),
            }),
            ..picker_line(LineIcon::None, label, "")
        }
    }

    fn widths(lines: &[PickerLine]) -> Option<ChangeColumnWidths> {
        let width = |text: &str| text.chars().count() as f32;
        ChangeColumnWidths::measure(lines, 2.0, width, width)
    }

    #[test]
    fn change_columns_fit_widest_cell_and_long_subjects_overflow() {
        let mut lines = vec![
            change_line("Le Parc", "Status", "A → B", "elsewhere", "at 9"),
            change_line("Quais", "LTV", "71 % → 76 %", "", "at 10"),
        ];
        let two = widths(&lines).unwrap();
        assert_eq!((two.label, two.subject, two.values, two.author, two.when), (7.0, 6.0, 11.0, 9.0, 5.0));
        assert!((two.total(2.0) - (7.0 + 2.0 + 6.0 + 2.0 + 11.0 + 2.0 + 9.0 + 2.0 + 5.0)).abs() < 0.01);
        // As wide as both columns and the gap between them: nothing grows.
        lines.push(change_line("Tour", &"x".repeat(19), "", "", ""));
        assert_eq!(widths(&lines).unwrap(), two);
        lines.push(change_line("Tour", &"x".repeat(21), "", "", ""));
        let wider = ChangeColumnWidths { values: 13.0, ..two };
        assert_eq!(widths(&lines).unwrap(), wider);
    }

    #[test]
    fn empty_change_column_takes_no_width() {
        let lines = [change_line("Tour", "New deal", "", "", "at 9")];
        let together = widths(&lines).unwrap().total(2.0);
        assert!((together - (4.0 + 2.0 + 8.0 + 2.0 + 4.0)).abs() < 0.01);
        assert_eq!(widths(&[]), None);
        assert_eq!(widths(&[picker_line(LineIcon::None, "Rename", "")]), None);
    }
}
