//! Lines of a picker.

use crate::text::SafeText;
use crate::vocabulary::Band;

/// Mark before a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineIcon {
    /// No mark.
    None,
    /// Included.
    On,
    /// Left out.
    Off,
    /// Done.
    Done,
    /// Pending.
    Waiting,
    /// Failed.
    Failed,
    /// Not affected.
    Skipped,
    /// Differs between the deals of the line.
    Differs,
    /// Severity, in the shape of its band.
    Severity(Band),
}

/// One line of a picker.
#[derive(Clone, Debug, PartialEq)]
pub struct PickerLine {
    /// Mark of the line.
    pub mark: LineIcon,
    /// Value of the setting.
    pub label: SafeText,
    /// Additional information.
    pub note: SafeText,
    /// The information in columns, if the line is a change.
    pub cells: Option<ChangeCells>,
    /// True if it has the focus.
    pub selected: bool,
    /// True if the line can be used; otherwise its note says why not.
    pub enabled: bool,
}

impl PickerLine {
    /// Returns whether it is a heading above other lines.
    #[must_use]
    pub fn is_heading(&self) -> bool {
        !self.enabled && self.note.is_empty() && self.mark == LineIcon::None
    }
}

/// A picker.
#[derive(Clone, Debug, PartialEq)]
pub struct PickerView {
    /// Title of the picker.
    pub title: String,
    /// Text about the whole list.
    pub summary: Vec<String>,
    /// Index of the text line that is a warning.
    pub warning_line: Option<usize>,
    /// Progress from 0 to 1 while something runs.
    pub progress: Option<f32>,
    /// Its lines. A very long list has only those around the focus.
    pub lines: Vec<PickerLine>,
    /// Number of lines before them.
    pub lines_before: usize,
    /// Total number of lines.
    pub count: usize,
}

pub(crate) fn picker_line(mark: LineIcon, label: &str, note: &str) -> PickerLine {
    PickerLine {
        mark,
        label: SafeText::line(label),
        note: SafeText::line(note),
        cells: None,
        selected: false,
        enabled: true,
    }
}

impl LineIcon {
    /// Returns the mark as one terminal column.
    pub fn glyph(self) -> &'static str {
        match self {
            Self::None => " ",
            Self::Severity(band) => band.glyph(),
            Self::On | Self::Done => "✓",
            Self::Off | Self::Skipped => "·",
            Self::Waiting => "↑",
            Self::Failed => "×",
            Self::Differs => "≠",
        }
    }
}

impl PickerView {
    /// Creates a picker that contains all its lines.
    pub(crate) fn complete(title: String, summary: Vec<String>, lines: Vec<PickerLine>) -> Self {
        Self {
            title,
            summary,
            warning_line: None,
            progress: None,
            lines_before: 0,
            count: lines.len(),
            lines,
        }
    }

    /// Returns the focused line with its index among all lines.
    pub fn focused(&self) -> Option<(usize, &PickerLine)> {
        let at = self.lines.iter().position(|line| line.selected)?;
        Some((self.lines_before + at, self.lines.get(at)?))
    }

    /// Returns the lines from index `first` on, each with its index.
    pub fn lines_from(&self, first: usize) -> impl Iterator<Item = (usize, &PickerLine)> {
        let lines = (self.lines_before..).zip(&self.lines);
        lines.skip(first.saturating_sub(self.lines_before))
    }
}

/// The columns of one change; empty for a line that is not a change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangeCells {
    /// Subject: `Statut`, or the whole text.
    pub subject: SafeText,
    /// Old and new value; empty if `subject` is the whole text.
    pub values: SafeText,
    /// Author; empty if there is none.
    pub author: SafeText,
    /// Time, with its certainty.
    pub when: SafeText,
}
