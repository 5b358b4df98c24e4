//! The lines of a list that lies over the screen.

use crate::app::foundation::presentation::change_cells::Cells;
use crate::text::Clean;
use crate::vocabulary::Band;

/// What stands before a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    None,
    /// It is in.
    On,
    /// It is left out.
    Off,
    /// It is done.
    Done,
    /// It is on its way.
    Waiting,
    /// It failed.
    Failed,
    /// It is not touched.
    Skipped,
    /// How grave it is, in the shapes of the bands.
    Grave(Band),
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetLine {
    /// What stands before it.
    pub mark: Mark,
    /// What it is.
    pub label: Clean,
    /// What is to be known of it.
    pub note: Clean,
    /// The same in columns, where it is a change among changes.
    pub cells: Option<Cells>,
    /// Whether it has the focus.
    pub selected: bool,
    /// Whether something can be done with it; if not, its note says why.
    pub enabled: bool,
}

/// A sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetView {
    /// Its title.
    pub title: String,
    /// What is said of the whole.
    pub said: Vec<String>,
    /// Which line of that warns.
    pub warned: Option<usize>,
    /// How far it is, from 0 to 1, while something runs.
    pub progress: Option<f32>,
    /// Its lines; of very many those around the one that has the focus.
    pub lines: Vec<SheetLine>,
    /// How many lines come before them.
    pub before: usize,
    /// How many lines there are.
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
    /// The mark in one terminal column.
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
    /// A sheet all of whose lines are there.
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

    /// The line that has the focus, and its place among all.
    pub fn focused(&self) -> Option<(usize, &SheetLine)> {
        let at = self.lines.iter().position(|line| line.selected)?;
        Some((self.before + at, self.lines.get(at)?))
    }

    /// The lines from the place `first` on, each with its place.
    pub fn from(&self, first: usize) -> impl Iterator<Item = (usize, &SheetLine)> {
        let lines = (self.before..).zip(&self.lines);
        lines.skip(first.saturating_sub(self.before))
    }
}
