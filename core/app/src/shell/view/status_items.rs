//! The parts of the status line.

use crate::foundation::presentation::tone::Tone;

/// One part of the status line.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusItem {
    /// Severity.
    pub tone: Tone,
    /// Text of the part.
    pub text: String,
    /// Short text, for narrow areas.
    pub short: String,
    /// Shortest text, if even the short one is too long.
    pub shortest: String,
    /// Text as a sentence, for areas where it appears alone.
    pub long: String,
}

impl StatusItem {
    pub(crate) fn new(tone: Tone, text: String, short: String) -> Self {
        let mut letters = text.chars();
        let long = letters.next().map(|first| first.to_uppercase().chain(letters).collect());
        Self { tone, long: long.unwrap_or_default(), text, shortest: short.clone(), short }
    }

    pub(crate) fn with_long(self, long: String) -> Self {
        Self { long, ..self }
    }
}

/// View of the status line: connection, coverage, local storage and writes.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusLine {
    /// Connection and age of the data.
    pub freshness: StatusItem,
    /// Functions that still work during a problem.
    pub available: Option<StatusItem>,
    /// Loaded part of the pipeline.
    pub coverage: Option<StatusItem>,
    /// Most severe problem of the local storage.
    pub storage: Option<StatusItem>,
    /// Pending and blocked writes, one item per kind, because only rejected ones need the user.
    pub writes: Vec<StatusItem>,
    /// Hint to changes since the last visit, with its key.
    pub changes: Option<StatusItem>,
}

impl StatusLine {
    /// Joins all write items, for a line with one indicator for all of them.
    pub fn joined_writes(&self) -> Option<StatusItem> {
        let join = |text_of: fn(&StatusItem) -> &str, between: &str| {
            let texts: Vec<&str> = self.writes.iter().map(text_of).collect();
            texts.join(between)
        };
        let problem = self.writes.iter().any(|item| item.tone == Tone::Problem);
        let tone = if problem { Tone::Problem } else { Tone::Pending };
        let (text, short) = (join(|item| &item.text, ", "), join(|item| &item.short, "  "));
        (!self.writes.is_empty()).then(|| StatusItem::new(tone, text, short))
    }
}
