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
    let (lang, completions, current) =
        (app.cx.lang(), app.pipeline.completions(&app.cx), app.pipeline.current_completion(&app.cx));
    let messages = Messages::new(lang);
    let count = |item: &str| {
        let status_kind = completions.kind.filter(|code_kind| *code_kind == CodeKind::DealStatus);
        let code = status_kind.and_then(|_| completions.code(lang, item));
        let column =
            code.and_then(|code| app.pipeline.filtered().columns.iter().find(|column| column.status == code));
        let count_text =
            column.map(|column| messages.with("view-deals", &[("n", MessageArg::from(column.total as u64))]));
        count_text.unwrap_or_default()
    };
    let label = |item: &str| completions.label(lang, item).or_else(|| field_label(lang, item));
    let to_line = |(at, item): (usize, &String)| CompletionLine {
        item: SafeText::line_within(item, 60),
        label: SafeText::line_within(&label(item).unwrap_or_default(), 60),
        count: count(item),
        is_current: current == Some(at),
    };
    completions.items.iter().enumerate().map(to_line).collect()
}
