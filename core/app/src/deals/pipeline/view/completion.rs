//! The completion list of the filter: names, and the deal count if it is already known.

use crate::query::field_label;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};
use crate::vocabulary::CodeKind;

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionLine {
    /// Candidate in filter syntax.
    pub item: SafeText,
    /// Display name, if it says more than the candidate.
    pub label: SafeText,
    /// Number of deals with it, if known.
    pub count: String,
    /// True if the line is highlighted or inserted.
    pub is_current: bool,
}

/// Returns the lines, likeliest first; empty if nothing can be completed.
#[must_use]
pub fn completion_lines(app: &App) -> Vec<CompletionLine> {
    let (lang, found, meant) = (
        app.cx.lang(),
        app.pipeline.completions(&app.cx),
        app.pipeline.current_completion(&app.cx),
    );
    let words = Messages::new(lang);
    let count = |item: &str| {
        let columns = found.kind.filter(|family| *family == CodeKind::DealStatus);
        let code = columns.and_then(|_| found.code(lang, item));
        let column = code.and_then(|code| {
            app.pipeline
                .filtered()
                .columns
                .iter()
                .find(|column| column.status == code)
        });
        let counted =
            column.map(|column| words.with("view-deals", &[("n", MessageArg::from(column.total as u64))]));
        counted.unwrap_or_default()
    };
    let label = |item: &str| found.label(lang, item).or_else(|| field_label(lang, item));
    let one = |(at, item): (usize, &String)| CompletionLine {
        item: SafeText::line_within(item, 60),
        label: SafeText::line_within(&label(item).unwrap_or_default(), 60),
        count: count(item),
        is_current: meant == Some(at),
    };
    found.items.iter().enumerate().map(one).collect()
}
