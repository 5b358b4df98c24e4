//! Empty states of the screens. A screen is never blank, and never shows a zero that is not known to be correct.

use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::chrome::key_text;
use crate::foundation::presentation::notice::EmptyStateText;
use crate::foundation::presentation::problem::{self, ProblemView};
use crate::model::snapshot::ConnectionState;
use crate::shell::app::App;
use crate::shell::view::status_line;
use crate::text::{MessageArg, Messages, SafeText};

/// Replacement for the content of a screen.
#[derive(Clone, Debug, PartialEq)]
pub enum ScreenPlaceholder {
    /// Empty without an error.
    Empty(EmptyStateText),
    /// Error that prevents the content.
    Problem(ProblemView),
}

/// Returns the empty state of the board, if it has nothing to show.
pub fn board_placeholder(app: &App) -> Option<ScreenPlaceholder> {
    let (messages, snapshot) = (Messages::new(app.cx.lang()), app.cx.snapshot());
    if app.pipeline.filtered().shown > 0 {
        return None;
    }
    if app.pipeline.filtered().total > 0 {
        return Some(ScreenPlaceholder::Empty(no_matches(app)));
    }
    if snapshot.coverage.complete_at.is_some() {
        let key = MessageArg::from(key_of(app, ActionId::NewDeal));
        let empty = EmptyStateText {
            title: messages.get("empty-pipeline").into_owned(),
            text: messages.with("empty-pipeline-hint", &[("key", key)]),
            action: Some(ActionId::NewDeal),
            is_loading: false,
        };
        return Some(ScreenPlaceholder::Empty(empty.at_shown_time(&app.cx)));
    }
    if let Some(error) = &snapshot.deals_error {
        return Some(ScreenPlaceholder::Problem(problem::load_problem_with_advice(&app.cx, error, false)));
    }
    if let Some(placeholder) = connection_problem(app) {
        return Some(placeholder);
    }
    // Exact counts make the columns useful before any card is loaded.
    snapshot.status_totals.is_empty().then(|| ScreenPlaceholder::Empty(first_load(app)))
}

/// Returns the notice for a board whose shown deals are all in collapsed columns.
pub fn all_collapsed(app: &App) -> EmptyStateText {
    let messages = Messages::new(app.cx.lang());
    let headers = (0..app.pipeline.filtered().columns.len())
        .filter_map(|at| crate::deals::board::view::header::column_header(app, at));
    let non_empty: Vec<String> = headers
        .filter(|header| !header.empty)
        .map(|header| format!("{} {}", header.label, header.count))
        .collect();
    EmptyStateText {
        title: messages.get("empty-collapsed").into_owned(),
        text: messages.with(
            "empty-collapsed-hint",
            &[
                ("columns", MessageArg::from(non_empty.join(" · "))),
                ("key", MessageArg::from(key_of(app, ActionId::CollapseColumn))),
            ],
        ),
        action: Some(ActionId::CollapseColumn),
        is_loading: false,
    }
}

/// Returns the empty state before the first data arrives.
pub fn loading(app: &App) -> ScreenPlaceholder {
    connection_problem(app).unwrap_or_else(|| ScreenPlaceholder::Empty(first_load(app)))
}

/// Returns the notice of the deal screen without a deal, or for a deleted one.
pub fn no_deal(app: &App) -> EmptyStateText {
    let messages = Messages::new(app.cx.lang());
    let key = MessageArg::from(key_of(app, ActionId::Open));
    EmptyStateText {
        title: messages.get("empty-deal").into_owned(),
        text: messages.with("empty-deal-hint", &[("key", key)]),
        action: Some(ActionId::ScreenPipeline),
        is_loading: false,
    }
}

/// Returns the notice for a filter without matches.
fn no_matches(app: &App) -> EmptyStateText {
    let messages = Messages::new(app.cx.lang());
    // While the filter is edited, Esc cancels it.
    let clear_action = match app.cx.overlay() {
        Overlay::Filter => ActionId::Back,
        _ => ActionId::ClearFilter,
    };
    if let Some(note) = crate::deals::board::view::header::board_header(app)
        .filter_note
        .filter(|_| app.pipeline.board().filter_error.is_some())
    {
        // An incomplete filter is not applied, so it does not hide anything yet.
        return EmptyStateText {
            title: messages.get("empty-filter-unfinished").into_owned(),
            text: note,
            action: Some(clear_action),
            is_loading: false,
        };
    }
    let total = app.pipeline.filtered().total as u64;
    let filter = SafeText::line_within(&app.pipeline.board().active_filter, 40);
    let quoted = messages.with("quoted", &[("text", MessageArg::from(&filter))]);
    let clear = [("key", MessageArg::from(key_of(app, clear_action)))];
    let clear_hint = if esc_restores_filter(app) { "empty-filter-back" } else { "empty-filter-clear" };
    let args = [
        ("filter", MessageArg::from(quoted)),
        ("hidden", MessageArg::from(total)),
        ("total", MessageArg::from(total)),
    ];
    EmptyStateText {
        title: messages.get("empty-filter").into_owned(),
        text: [
            Some(messages.with("empty-filter-hides", &args)),
            Some(messages.with(clear_hint, &clear)),
            crate::deals::pipeline::view::suggestions::filter_suggestion(app).map(|offer| offer.empty_text),
        ]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" "),
        action: Some(clear_action),
        is_loading: false,
    }
}

/// Returns whether Esc restores a previous filter.
pub fn esc_restores_filter(app: &App) -> bool {
    app.cx.overlay() == &Overlay::Filter && !app.pipeline.board().prev_filter.trim().is_empty()
}

fn first_load(app: &App) -> EmptyStateText {
    let messages = Messages::new(app.cx.lang());
    // Before the first snapshot it is unknown whether this is a first load. A large outbox delays the opening of the
    // store.
    let [title, text] = if app.cx.snapshot().revision == 0 {
        ["store-opens", "store-opens-note"]
    } else {
        ["first-read", "first-read-note"]
    };
    EmptyStateText {
        title: messages.get(title).into_owned(),
        text: messages.get(text).into_owned(),
        action: None,
        is_loading: true,
    }
}

/// Returns the reason for missing data if it is the connection.
fn connection_problem(app: &App) -> Option<ScreenPlaceholder> {
    let messages = Messages::new(app.cx.lang());
    match &app.cx.snapshot().connection {
        ConnectionState::Starting | ConnectionState::Online | ConnectionState::Slow { .. } => None,
        ConnectionState::Offline { error, .. }
        | ConnectionState::SignInNeeded { error }
        | ConnectionState::Failing { error, .. } => {
            Some(ScreenPlaceholder::Problem(problem::load_problem_with_advice(&app.cx, error, false)))
        }
        ConnectionState::OfflineMode => Some(ScreenPlaceholder::Empty(EmptyStateText {
            title: messages.get("status-withheld").into_owned(),
            text: messages.get("withheld-none-before").into_owned(),
            action: None,
            is_loading: false,
        })),
        ConnectionState::RateLimited { until } => Some(ScreenPlaceholder::Empty(EmptyStateText {
            title: status_line::pause_text(app, *until),
            text: messages.get("gate-none-before").into_owned(),
            action: None,
            is_loading: false,
        })),
    }
}

/// Returns the first key of an action on the board.
fn key_of(app: &App, action: ActionId) -> String {
    let keys = app.cx.options().keymap.keys(Context::Board, action);
    keys.first().map(|key| key_text(&app.cx, &key.to_string())).unwrap_or_default()
}
