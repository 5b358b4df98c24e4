//! Empty states of the screens. A screen is never blank, and never shows a zero that is not known to be correct.

use crate::foundation::cx::overlay::Layer;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::frame::key_text;
use crate::foundation::presentation::notice::Notice;
use crate::foundation::presentation::problem::{self, ProblemView};
use crate::model::snapshot::Connection;
use crate::shell::app::App;
use crate::shell::view::status_line;
use crate::text::{Arg, Clean, Words};

/// Replacement for the content of a screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Blank {
    /// Empty without an error.
    Notice(Notice),
    /// Error that prevents the content.
    Problem(ProblemView),
}

/// Returns the empty state of the board, if it has nothing to show.
pub fn board(app: &App) -> Option<Blank> {
    let (words, snapshot) = (Words::new(app.cx.lang()), app.cx.snapshot());
    if app.pipeline.lens().shown > 0 {
        return None;
    }
    if app.pipeline.lens().total > 0 {
        return Some(Blank::Notice(hidden(app)));
    }
    if snapshot.coverage.complete_at.is_some() {
        let key = Arg::from(key_of(app, ActionId::NewDeal));
        return Some(Blank::Notice(Notice {
            title: words.get("empty-pipeline").into_owned(),
            text: words.with("empty-pipeline-hint", &[("key", key)]),
            action: Some(ActionId::NewDeal),
            reading: false,
        }));
    }
    if let Some(error) = &snapshot.deals_error {
        return Some(Blank::Problem(problem::read(&app.cx, error, false)));
    }
    if let Some(blank) = unreached(app) {
        return Some(blank);
    }
    // Exact counts make the columns useful before any card is loaded.
    snapshot
        .status_totals
        .is_empty()
        .then(|| Blank::Notice(first_reading(app)))
}

/// Returns the notice for a board whose shown deals are all in folded columns.
pub fn folded(app: &App) -> Notice {
    let words = Words::new(app.cx.lang());
    let heads = (0..app.pipeline.lens().columns.len())
        .filter_map(|at| crate::deals::board::view::head::column_head(app, at));
    let holding: Vec<String> = heads
        .filter(|head| !head.empty)
        .map(|head| format!("{} {}", head.label, head.count))
        .collect();
    Notice {
        title: words.get("empty-folded").into_owned(),
        text: words.with(
            "empty-folded-hint",
            &[
                ("columns", Arg::from(holding.join(" · "))),
                ("key", Arg::from(key_of(app, ActionId::FoldColumn))),
            ],
        ),
        action: Some(ActionId::FoldColumn),
        reading: false,
    }
}

/// Returns the empty state before the first data arrives.
pub fn reading(app: &App) -> Blank {
    unreached(app).unwrap_or_else(|| Blank::Notice(first_reading(app)))
}

/// Returns the notice of the deal screen without a deal, or for a deleted one.
pub fn deal(app: &App) -> Notice {
    let words = Words::new(app.cx.lang());
    let key = Arg::from(key_of(app, ActionId::Open));
    Notice {
        title: words.get("empty-deal").into_owned(),
        text: words.with("empty-deal-hint", &[("key", key)]),
        action: Some(ActionId::ScreenPipeline),
        reading: false,
    }
}

/// Returns the notice for a filter without matches.
fn hidden(app: &App) -> Notice {
    let words = Words::new(app.cx.lang());
    // While the filter is edited, Esc cancels it.
    let giving_up = match app.cx.layer() {
        Layer::Filter => ActionId::Back,
        _ => ActionId::ClearFilter,
    };
    if let Some(note) = crate::deals::board::view::head::head(app)
        .filter_note
        .filter(|_| app.pipeline.board().filter_error.is_some())
    {
        // An incomplete filter is not applied, so it does not hide anything yet.
        return Notice {
            title: words.get("empty-filter-unfinished").into_owned(),
            text: note,
            action: Some(giving_up),
            reading: false,
        };
    }
    let total = app.pipeline.lens().total as u64;
    let filter = Clean::line_of(&app.pipeline.board().filter_kept, 40);
    let quoted = words.with("quoted", &[("text", Arg::from(&filter))]);
    let clear = [("key", Arg::from(key_of(app, giving_up)))];
    let clears = if goes_back_to_filter(app) {
        "empty-filter-back"
    } else {
        "empty-filter-clear"
    };
    let args = [
        ("filter", Arg::from(quoted)),
        ("hidden", Arg::from(total)),
        ("total", Arg::from(total)),
    ];
    Notice {
        title: words.get("empty-filter").into_owned(),
        text: [
            Some(words.with("empty-filter-hides", &args)),
            Some(words.with(clears, &clear)),
            crate::deals::pipeline::view::suggestions::filter_offer(app).map(|offer| offer.said),
        ]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" "),
        action: Some(giving_up),
        reading: false,
    }
}

/// Returns whether Esc restores a previous filter.
pub fn goes_back_to_filter(app: &App) -> bool {
    app.cx.layer() == &Layer::Filter && !app.pipeline.board().filter_before.trim().is_empty()
}

fn first_reading(app: &App) -> Notice {
    let words = Words::new(app.cx.lang());
    // Before the first snapshot it is unknown whether this is a first load. A large outbox delays the opening of the
    // store.
    let [title, text] = if app.cx.snapshot().revision == 0 {
        ["store-opens", "store-opens-note"]
    } else {
        ["first-read", "first-read-note"]
    };
    Notice {
        title: words.get(title).into_owned(),
        text: words.get(text).into_owned(),
        action: None,
        reading: true,
    }
}

/// Returns the reason for missing data if it is the connection.
fn unreached(app: &App) -> Option<Blank> {
    let words = Words::new(app.cx.lang());
    match &app.cx.snapshot().connection {
        Connection::Starting | Connection::Online | Connection::Slow { .. } => None,
        Connection::Offline { error, .. }
        | Connection::SignInNeeded { error }
        | Connection::Failing { error, .. } => Some(Blank::Problem(problem::read(&app.cx, error, false))),
        Connection::Withheld => Some(Blank::Notice(Notice {
            title: words.get("status-withheld").into_owned(),
            text: words.get("withheld-none-before").into_owned(),
            action: None,
            reading: false,
        })),
        Connection::RateLimited { until } => Some(Blank::Notice(Notice {
            title: status_line::pause(app, *until),
            text: words.get("gate-none-before").into_owned(),
            action: None,
            reading: false,
        })),
    }
}

/// Returns the first key of an action on the board.
fn key_of(app: &App, action: ActionId) -> String {
    let keys = app.cx.options().keymap.keys(Context::Board, action);
    keys.first()
        .map(|key| key_text(&app.cx, &key.to_string()))
        .unwrap_or_default()
}
