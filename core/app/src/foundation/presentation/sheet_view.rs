//! Lines of a picker.

use crate::foundation::presentation::change_cells::Cells;
use crate::text::Clean;
use crate::vocabulary::Band;

/// Mark before a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
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
    /// Severity, in the shape of its band.
    Grave(Band),
}

/// One line of a picker.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetLine {
    /// Its mark.
    pub mark: Mark,
    /// Value of the setting.
    pub label: Clean,
    /// Additional information.
    pub note: Clean,
    /// The information in columns, if the line is a change.
    pub cells: Option<Cells>,
    /// True if it has the focus.
    pub selected: bool,
    /// True if the line can be used; otherwise its note says why not.
    pub enabled: bool,
}

/// A picker.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetView {
    /// Its title.
    pub title: String,
    /// Text about the whole list.
    pub said: Vec<String>,
    /// Index of the text line that is a warning.
    pub warned: Option<usize>,
    /// Progress from 0 to 1 while something runs.
    pub progress: Option<f32>,
    /// Its lines. A very long list has only those around the focus.
    pub lines: Vec<SheetLine>,
    /// Number of lines before them.
    pub before: usize,
    /// Total number of lines.
    pub count: usize,
}

pub(crate) fn line(mark: Mark, label: &str, note: &str) -> SheetLine {
    SheetLine {
        mark,
        label: Clean::line(label),
        note: Clean::line(note),
        cells: None,
        selected: false,
        enabled: true,
    }
}

impl Mark {
    /// Returns the mark as one terminal column.
    pub fn glyph(self) -> &'static str {
        match self {
            Self::None => " ",
            Self::Grave(band) => band.glyph(),
            Self::On | Self::Done => "✓",
            Self::Off | Self::Skipped => "·",
            Self::Waiting => "↑",
            Self::Failed => "×",
        }
    }
}

impl SheetView {
    /// Creates a picker that contains all its lines.
    pub(crate) fn whole(title: String, said: Vec<String>, lines: Vec<SheetLine>) -> Self {
        Self {
            title,
            said,
            warned: None,
            progress: None,
            before: 0,
            count: lines.len(),
            lines,
        }
    }

    /// Returns the focused line with its index among all lines.
    pub fn focused(&self) -> Option<(usize, &SheetLine)> {
        let at = self.lines.iter().position(|line| line.selected)?;
        Some((self.before + at, self.lines.get(at)?))
    }

    /// Returns the lines from index `first` on, each with its index.
    pub fn from(&self, first: usize) -> impl Iterator<Item = (usize, &SheetLine)> {
        let lines = (self.before..).zip(&self.lines);
        lines.skip(first.saturating_sub(self.before))
    }
}
