//! View model of the explorer. Covers the sources, the origin of the focused source, its records as a table, and one
//! record as a tree.

use crate::contract::json::dynamic_body::Body;
use crate::contract::method::Method;
use crate::contract::{OPERATIONS, OperationId};
use crate::error::Error;
use crate::foundation::cx::change_types::Source;
use crate::foundation::cx::overlay_types::Part;
use crate::foundation::presentation::problem::{self, ProblemView};
use crate::foundation::presentation::provenance;
use crate::foundation::presentation::route_text::route_text;
use crate::foundation::presentation::sheet_view::{Mark, SheetLine};
use crate::model::fetched::Asked;
use crate::records::activity::view::requests;
use crate::records::lists::view::{self, ListView};
use crate::screens::explorer::explorer::{RECORDS, SOURCES, TREE};
use crate::screens::explorer::named_routes::part_of;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words};

/// View of the explorer screen.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplorerView {
    /// All sources.
    pub sources: ListView,
    /// The name of the focused source.
    pub title: String,
    /// Origin of the source: mode, route, and the text of a refusal.
    pub standing: String,
    /// Number of records, and how many match the filter.
    pub counts: String,
    /// Empty-state text, if the source has none.
    pub empty: Option<String>,
    /// Error of the last load, if it failed.
    pub problem: Option<ProblemView>,
    /// True while the record pane is focused. The records themselves are `explored_rows`.
    pub on_records: bool,
    /// Tree of the focused record or of the whole answer.
    pub tree: ListView,
    /// True while the whole answer is shown instead of a table of its records.
    pub as_tree: bool,
}

/// Builds the explorer view.
pub fn explorer(app: &App) -> ExplorerView {
    let words = Words::new(app.cx.lang());
    let (state, rows) = (app.explorer.explorer(), app.explorer.explored_rows());
    let source = app.explorer.focused_source();
    let args = [
        ("n", Arg::from(rows.records.len())),
        ("shown", Arg::from(rows.shown.len())),
    ];
    let counts = if !is_read(app, source.as_ref()) {
        String::new()
    } else if state.filter.trim().is_empty() {
        words.with("explorer-records", &[("n", Arg::from(rows.records.len()))])
    } else {
        words.with("explorer-records-shown", &args)
    };
    let about = source.as_ref().map(|source| about(app, source));
    let (standing, empty, problem) = about.unwrap_or_default();
    let tree = view::tree_lines(
        app,
        &app.explorer.explored_lines(&app.cx),
        state.line,
        Some(rows.names()),
    );
    let filtered = rows.shown.is_empty() && !rows.records.is_empty();
    ExplorerView {
        sources: sources(app),
        title: source
            .as_ref()
            .map(|source| title(app, source))
            .unwrap_or_default(),
        standing,
        counts: counts + &page_of(app),
        empty: if filtered {
            Some(words.get("explorer-none-shown").into_owned())
        } else {
            rows.records.is_empty().then_some(empty)
        },
        problem,
        on_records: app.cx.pane() == RECORDS,
        as_tree: state.as_tree || (rows.records.is_empty() && !tree.is_empty()),
        tree: ListView {
            title: words.get("explorer-record").into_owned(),
            note: String::new(),
            empty: tree
                .is_empty()
                .then(|| words.get("explorer-no-record").into_owned()),
            said: String::new(),
            lines: tree,
            problem: None,
            offer: None,
            focused: app.cx.pane() == TREE,
            leads: false,
        },
    }
}

/// Returns whether the source has been loaded; before that no count is shown.
fn is_read(app: &App, source: Option<&Source>) -> bool {
    match source {
        Some(Source::Family(family)) => {
            let list = app.cx.snapshot().families.get(family);
            list.is_some_and(|list| list.read_at.is_some() || !list.records.is_empty())
        }
        Some(Source::Route(asked)) => app.cx.answer(asked).is_some_and(|answer| answer.value.is_some()),
        None => false,
    }
}

/// Returns the name of a source.
fn name(app: &App, source: &Source) -> String {
    match source {
        Source::Family(family) => provenance::family(app.cx.lang(), *family).into_owned(),
        Source::Route(asked) => Clean::line_of(&route_text(asked), 80).to_string(),
    }
}

/// Returns the title above the records: the label of the service part if there is one.
fn title(app: &App, source: &Source) -> String {
    match source {
        Source::Route(asked) => called(app, asked).unwrap_or_else(|| name(app, source)),
        Source::Family(_) => name(app, source),
    }
}

/// Returns the label of a route: its service part, otherwise its operation. A route with a query has no label.
fn called(app: &App, asked: &Asked) -> Option<String> {
    let part = part_of_path(asked).map(|part| Words::new(app.cx.lang()).get(part.label_key).into_owned());
    part.or_else(|| {
        let known = OperationId::by_route(Method::Get, &asked.path);
        known
            .filter(|_| asked.query.is_empty())
            .map(|known| requests::operation(app.cx.lang(), known))
    })
}

/// Returns the error view of a typed route. A 404 is reported as a wrong path, not as a wrong identifier.
fn refused(app: &App, error: &Error, held: bool) -> ProblemView {
    let view = problem::read(&app.cx, error, held);
    if error.status() != Some(404) {
        return view;
    }
    let words = Words::new(app.cx.lang());
    ProblemView {
        title: words.get("explorer-no-route").into_owned(),
        todo: words.get("explorer-no-route-do").into_owned(),
        ..view
    }
}

/// Returns the service part of a route without a query.
fn part_of_path(asked: &Asked) -> Option<&'static Part> {
    let mut known = OPERATIONS.iter().filter(|operation| operation.path == asked.path);
    asked.query.is_empty().then_some(())?;
    known.find_map(|operation| part_of(operation.id))
}

fn sources(app: &App) -> ListView {
    let words = Words::new(app.cx.lang());
    let all = app.explorer.sources();
    let lines = all.iter().enumerate().map(|(at, source)| {
        let (mark, note) = match source {
            Source::Family(family) => match app.cx.snapshot().families.get(family) {
                None => (Mark::None, words.get("mode-unknown").into_owned()),
                Some(list) => {
                    let mark = if list.standing.mode.lists() {
                        Mark::Done
                    } else {
                        Mark::Off
                    };
                    (
                        mark,
                        provenance::mode_of(app.cx.lang(), *family, list.standing.mode).into_owned(),
                    )
                }
            },
            Source::Route(asked) => match app.cx.answer(asked) {
                None => (Mark::None, String::new()),
                Some(answer) if answer.error.is_some() => {
                    let status = answer.error.as_ref().and_then(Error::status);
                    let said = status.map_or_else(
                        || words.get("request-no-answer").into_owned(),
                        |status| status.to_string(),
                    );
                    (Mark::Failed, said)
                }
                Some(answer) if answer.value.is_some() => (Mark::Done, String::new()),
                Some(_) => (Mark::Waiting, String::new()),
            },
        };
        SheetLine {
            mark,
            // A route without a label is shown as the request itself.
            label: Clean::line(&match source {
                Source::Route(asked) => called(app, asked).unwrap_or_else(|| {
                    let method = if app.cx.options().beside { "GET " } else { "" };
                    method.to_owned() + &name(app, source)
                }),
                Source::Family(_) => name(app, source),
            }),
            note: Clean::line(&note),
            cells: None,
            selected: at == app.explorer.explorer().source,
            enabled: true,
        }
    });
    ListView {
        title: words.get("explorer-sources").into_owned(),
        note: String::new(),
        said: String::new(),
        lines: lines.collect(),
        empty: None,
        problem: None,
        offer: None,
        focused: app.cx.pane() == SOURCES,
        leads: true,
    }
}

/// Returns the origin, the empty-state text and the error of a source.
fn about(app: &App, source: &Source) -> (String, String, Option<ProblemView>) {
    let words = Words::new(app.cx.lang());
    match source {
        Source::Family(family) => {
            let from = view::provenance(app, *family);
            (from.sentence, from.empty, from.problem)
        }
        Source::Route(asked) => {
            let answer = app.cx.answer(asked);
            let text = Clean::line_of(&route_text(asked), 200);
            let standing = match answer.and_then(|answer| answer.error.as_ref()) {
                Some(error) if error.status() == Some(404) => {
                    format!("{} · GET {text}", words.get("route-absent"))
                }
                Some(error) if error.status() == Some(403) => {
                    let scope = error.problem().and_then(crate::contract::problem::Problem::scope);
                    let why = provenance::Absence::NotAllowed(scope.as_deref());
                    format!("{} · GET {text}", provenance::absence(app.cx.lang(), why))
                }
                _ => format!("GET {text}"),
            };
            let held = answer.is_some_and(|answer| answer.value.is_some());
            let problem = answer
                .and_then(|answer| answer.error.as_ref())
                .map(|error| refused(app, error, held));
            let empty = match answer {
                None => words.get("explorer-not-asked"),
                Some(answer) if answer.loading => words.get("status-reading"),
                Some(_) => words.get("explorer-no-record"),
            };
            (standing, empty.into_owned(), problem)
        }
    }
}

/// Returns the part of the whole list that the answer covers, if stated.
fn page_of(app: &App) -> String {
    let Some(Body::List(list)) = app
        .explorer
        .focused_answer(&app.cx)
        .and_then(|answer| answer.value.as_deref())
    else {
        return String::new();
    };
    let Some(total) = list.total else {
        return String::new();
    };
    let words = Words::new(app.cx.lang());
    format!(
        " · {}",
        words.with("explorer-of-total", &[("total", Arg::from(total))])
    )
}
