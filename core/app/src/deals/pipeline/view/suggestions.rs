//! Alternative filter offered for a plain word that also names an owner, status or class.
//!
//! The plain word alone does not match those deals.

use crate::deals::pipeline::board_state::AlternativeSense;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::presentation::chrome::key_text;
use crate::query::{Completions, display_condition, field_label};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};
use crate::vocabulary::CodeKind;

/// An alternative to the active filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterSuggestion {
    /// Text beside the filter: the condition and its number of deals.
    pub note: String,
    /// Text for the empty state, when the filter finds nothing.
    pub empty_text: String,
    /// The condition alone, as button text with code names.
    pub term: String,
    /// The alternative filter.
    pub filter: String,
}

/// Returns the alternative to the deal filter, if any.
#[must_use]
pub fn filter_suggestion(app: &App) -> Option<FilterSuggestion> {
    let split_view = app.cx.options().split_view;
    // In the window, the board is visible beside an open deal.
    if !(app.cx.screen() == Screen::Pipeline || split_view && app.cx.screen() == Screen::Deal) {
        return None;
    }
    let AlternativeSense { term, filter, count } = app.pipeline.alternative_sense(&app.cx)?;
    let messages = Messages::new(app.cx.lang());
    let term = SafeText::line_within(&display_condition(app.cx.lang(), term), 40).to_string();
    let deals = messages.with("view-deals", &[("n", MessageArg::from(*count as u64))]);
    let mut args = vec![("term", MessageArg::from(term.as_str())), ("deals", MessageArg::from(deals))];
    // The window shows a button; the terminal names the completion key.
    let (note_key, empty_key) = if split_view {
        ("filter-also", "empty-filter-also")
    } else {
        args.push(("keys", MessageArg::from(suggestion_keys(app))));
        ("filter-also-keys", "empty-filter-also-keys")
    };
    Some(FilterSuggestion {
        note: messages.with(note_key, &args),
        empty_text: messages.with(empty_key, &args),
        filter: filter.clone(),
        term,
    })
}

/// Returns the keys to the offer: the filter key unless already typing, then the completion key.
pub(crate) fn suggestion_keys(app: &App) -> String {
    let key_for = |context: Context, id: ActionId| {
        let keys = app.cx.options().keymap.keys(context, id);
        keys.first().map(|key| key_text(&app.cx, &key.to_string()))
    };
    let filter_key =
        key_for(app.cx.screen().context(), ActionId::Filter).filter(|_| !app.cx.supports_completion());
    let parts: Vec<String> =
        filter_key.into_iter().chain(key_for(Context::Filter, ActionId::Complete)).collect();
    parts.join(" ")
}

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

/// Returns the number of deals with an offered value, if known.
#[must_use]
pub fn completion_count(app: &App, completions: &Completions, item: &str) -> Option<usize> {
    let known = completions.counts.get(item).copied();
    known.or_else(|| app.pipeline.value_count(&app.cx, completions, item)).or_else(|| {
        completions.kind.filter(|kind| *kind == CodeKind::DealStatus)?;
        let code = completions.code(app.cx.lang(), item)?;
        let columns = &app.pipeline.filtered().columns;
        columns.iter().find(|column| column.status == code).map(|column| column.total)
    })
}

/// Returns the lines, likeliest first; empty if nothing can be completed.
#[must_use]
pub fn completion_lines(app: &App) -> Vec<CompletionLine> {
    let (lang, completions, current) =
        (app.cx.lang(), app.pipeline.completions(&app.cx), app.pipeline.current_completion(&app.cx));
    let messages = Messages::new(lang);
    let count = |item: &str| {
        let count = completion_count(app, &completions, item)?;
        Some(messages.with("view-deals", &[("n", MessageArg::from(count as u64))]))
    };
    let label = |item: &str| completions.label(lang, item).or_else(|| field_label(lang, item));
    let to_line = |(at, item): (usize, &String)| CompletionLine {
        item: SafeText::line_within(item, 60),
        label: SafeText::line_within(&label(item).unwrap_or_default(), 60),
        count: count(item).unwrap_or_default(),
        is_current: current == Some(at),
    };
    completions.items.iter().enumerate().map(to_line).collect()
}
