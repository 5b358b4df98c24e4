//! Alternative filter offered for a plain word that also names an owner, status or class.
//!
//! The plain word alone does not match those deals.

use crate::deals::pipeline::board_state::AlternativeSense;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::presentation::chrome::key_text;
use crate::query::display_condition;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};

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
fn suggestion_keys(app: &App) -> String {
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
