//! The completion list of the filter: names, and the deal count if it is already known.

use crate::query::field_label;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words};
use crate::vocabulary::Family;

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Candidate in filter syntax.
    pub item: Clean,
    /// Display name, if it says more than the candidate.
    pub label: Clean,
    /// Number of deals with it, if known.
    pub count: String,
    /// True if the line is highlighted or inserted.
    pub meant: bool,
}

/// Returns the lines, likeliest first; empty if nothing can be completed.
#[must_use]
pub fn lines(app: &App) -> Vec<Line> {
    let (lang, found, meant) = (
        app.cx.lang(),
        app.pipeline.completions(&app.cx),
        app.pipeline.completion_meant(&app.cx),
    );
    let words = Words::new(lang);
    let count = |item: &str| {
        let columns = found.family.filter(|family| *family == Family::DealStatus);
        let code = columns.and_then(|_| found.code(lang, item));
        let column = code.and_then(|code| {
            app.pipeline
                .lens()
                .columns
                .iter()
                .find(|column| column.status == code)
        });
        let counted = column.map(|column| words.with("view-deals", &[("n", Arg::from(column.total as u64))]));
        counted.unwrap_or_default()
    };
    let label = |item: &str| found.label(lang, item).or_else(|| field_label(lang, item));
    let one = |(at, item): (usize, &String)| Line {
        item: Clean::line_of(item, 60),
        label: Clean::line_of(&label(item).unwrap_or_default(), 60),
        count: count(item),
        meant: meant == Some(at),
    };
    found.items.iter().enumerate().map(one).collect()
}
