//! Section of the query language: each feature with an example that can be typed as is.

use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::chrome::key_text;
use crate::query::AgeClock;
use crate::shell::app::App;
use crate::text::Messages;
use crate::tools::help::view::help_groups::{HelpGroup, HelpLine};

/// Message keys of the examples and their explanations.
const EXAMPLES: [(&str, &str); 20] = [
    ("query-help-words", "query-help-words-why"),
    ("query-help-phrase", "query-help-phrase-why"),
    ("query-help-and", "query-help-and-why"),
    ("query-help-status", "query-help-status-why"),
    ("query-help-class", "query-help-class-why"),
    ("query-help-owner", "query-help-owner-why"),
    ("query-help-me", "query-help-me-why"),
    ("query-help-ratio", "query-help-ratio-why"),
    ("query-help-range", "query-help-range-why"),
    ("query-help-band", "query-help-band-why"),
    ("query-help-missing", "query-help-missing-why"),
    ("query-help-age", "query-help-age-why"),
    ("filter-due", "filter-due-why"),
    ("query-help-has", "query-help-has-why"),
    ("query-help-received", "query-help-received-why"),
    ("query-help-entered", "query-help-entered-why"),
    ("query-help-is", "query-help-is-why"),
    ("query-help-or", "query-help-or-why"),
    ("query-help-not", "query-help-not-why"),
    ("query-help-sort", "query-help-sort-why"),
];

/// Builds the section that explains the filter, with the days that an age counts.
pub fn query_group(messages: &'static Messages, clock: AgeClock<'_>) -> HelpGroup {
    let explanation_key = |key: &'static str| match key {
        "query-help-age-why" if clock.counts_working_days() => "query-help-age-working",
        key => key,
    };
    let line = |(example, explanation): (&str, &'static str)| HelpLine {
        keys: messages.get(example).into_owned(),
        label: messages.get(explanation_key(explanation)).into_owned(),
        ..HelpLine::default()
    };
    HelpGroup {
        title: messages.get("query-help-title").into_owned(),
        lines: EXAMPLES.into_iter().map(line).collect(),
    }
}

/// Builds the line about completion with its current keys; `None` without a key.
pub(super) fn completion_line(app: &App) -> Option<HelpLine> {
    let keymap = &app.cx.options().keymap;
    let first = |action| keymap.keys(Context::Filter, action).first().copied();
    let keys = [ActionId::Complete, ActionId::CompletePrevious].into_iter().filter_map(first);
    let keys: Vec<String> = keys.map(|key| key_text(&app.cx, &key.to_string())).collect();
    (!keys.is_empty()).then(|| HelpLine {
        keys: keys.join(" "),
        label: Messages::new(app.cx.lang()).get("query-help-complete").into_owned(),
        ..HelpLine::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Query;
    use crate::text::Lang;

    #[test]
    fn every_query_example_is_a_valid_filter() {
        for lang in Lang::ALL {
            for line in query_group(Messages::new(lang), AgeClock::default()).lines {
                let query = Query::parse(&line.keys);
                assert!(query.is_ok_and(|query| !query.is_empty()), "{}", line.keys);
            }
        }
    }
}
