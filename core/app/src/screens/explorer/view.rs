//! View model of the explorer. Covers the sources, the origin of the focused source, its records as a table, and one
//! record as a tree.

use crate::contract::json::dynamic_body::JsonBody;
use crate::contract::method::Method;
use crate::contract::{OPERATIONS, OperationId};
use crate::error::Error;
use crate::foundation::cx::change_types::RecordSource;
use crate::foundation::cx::overlay_types::ScreenPart;
use crate::foundation::presentation::picker_view::{LineIcon, PickerLine};
use crate::foundation::presentation::problem::{self, ProblemView};
use crate::foundation::presentation::provenance;
use crate::foundation::presentation::provenance::route_text;
use crate::model::fetched::RouteRequest;
use crate::records::activity::view::requests;
use crate::records::lists::view::{self, ListView};
use crate::screens::explorer::explorer::{RECORDS, SOURCES, TREE};
use crate::screens::explorer::named_routes::part_of_operation;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};

/// View of the explorer screen.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplorerView {
    /// All sources.
    pub sources: ListView,
    /// The name of the focused source.
    pub title: String,
    /// Origin of the source: mode, route, and the text of a rejection.
    pub status: String,
    /// Number of records, and how many match the filter.
    pub counts: String,
    /// Empty-state text, if the source has none.
    pub empty: Option<String>,
    /// Error of the last load, if it failed.
    pub problem: Option<ProblemView>,
    /// True while the record pane is focused. The records themselves are `explored_rows`.
    pub records_focused: bool,
    /// Tree of the focused record or of the whole response.
    pub tree: ListView,
    /// True while the whole response is shown instead of a table of its records.
    pub is_tree: bool,
}

/// Builds the explorer view.
pub fn explorer(app: &App) -> ExplorerView {
    let messages = Messages::new(app.cx.lang());
    let (state, rows) = (&app.explorer, app.explorer.explored_rows());
    let source = app.explorer.focused_source();
    let args = [("n", MessageArg::from(rows.records.len())), ("shown", MessageArg::from(rows.visible.len()))];
    let counts = if !is_loaded(app, source.as_ref()) {
        String::new()
    } else if state.filter.trim().is_empty() {
        messages.with("explorer-records", &[("n", MessageArg::from(rows.records.len()))])
    } else {
        messages.with("explorer-records-shown", &args)
    };
    let source_info = source.as_ref().map(|source| source_status(app, source));
    let (status, empty, problem) = source_info.unwrap_or_default();
    let tree = view::tree_lines(app, &app.explorer.tree_lines(&app.cx), state.line, Some(rows.names()));
    let filtered = rows.visible.is_empty() && !rows.records.is_empty();
    ExplorerView {
        sources: source_list(app),
        title: source.as_ref().map(|source| source_title(app, source)).unwrap_or_default(),
        status,
        counts: counts + &page_range(app),
        empty: if filtered {
            Some(messages.get("explorer-none-shown").into_owned())
        } else {
            rows.records.is_empty().then_some(empty)
        },
        problem,
        records_focused: app.cx.pane() == RECORDS,
        is_tree: state.is_tree || (rows.records.is_empty() && !tree.is_empty()),
        tree: ListView {
            title: messages.get("explorer-record").into_owned(),
            empty: tree.is_empty().then(|| messages.get("explorer-no-record").into_owned()),
            lines: tree,
            focused: app.cx.pane() == TREE,
            ..ListView::default()
        },
    }
}

/// Returns whether the source has been loaded; before that no count is shown.
fn is_loaded(app: &App, source: Option<&RecordSource>) -> bool {
    match source {
        Some(RecordSource::Kind(kind)) => {
            let list = app.cx.snapshot().resources.get(kind);
            list.is_some_and(|list| list.fetched_at.is_some() || !list.records.is_empty())
        }
        Some(RecordSource::Route(request)) => {
            app.cx.response(request).is_some_and(|response| response.value.is_some())
        }
        None => false,
    }
}

/// Returns the name of a source.
fn source_name(app: &App, source: &RecordSource) -> String {
    match source {
        RecordSource::Kind(kind) => provenance::kind_label(app.cx.lang(), *kind).into_owned(),
        RecordSource::Route(request) => SafeText::line_within(&route_text(request), 80).to_string(),
    }
}

/// Returns the title above the records: the label of the service part if there is one.
fn source_title(app: &App, source: &RecordSource) -> String {
    match source {
        RecordSource::Route(request) => route_label(app, request).unwrap_or_else(|| source_name(app, source)),
        RecordSource::Kind(_) => source_name(app, source),
    }
}

/// Returns the label of a route: its service part, otherwise its operation. A route with a query has no label.
fn route_label(app: &App, request: &RouteRequest) -> Option<String> {
    let part =
        part_of_route(request).map(|part| Messages::new(app.cx.lang()).get(part.label_key).into_owned());
    part.or_else(|| {
        let known = OperationId::by_route(Method::Get, &request.path);
        known.filter(|_| request.query.is_empty()).map(|known| requests::operation_name(app.cx.lang(), known))
    })
}

/// Returns the error view of a typed route. A 404 is reported as a wrong path, not as a wrong identifier.
fn route_problem(app: &App, error: &Error, has_value: bool) -> ProblemView {
    let view = problem::load_problem_with_advice(&app.cx, error, has_value);
    if error.status() != Some(404) {
        return view;
    }
    let messages = Messages::new(app.cx.lang());
    ProblemView {
        title: messages.get("explorer-no-route").into_owned(),
        next_step: messages.get("explorer-no-route-do").into_owned(),
        ..view
    }
}

/// Returns the service part of a route without a query.
fn part_of_route(request: &RouteRequest) -> Option<&'static ScreenPart> {
    let mut known = OPERATIONS.iter().filter(|operation| operation.path == request.path);
    request.query.is_empty().then_some(())?;
    known.find_map(|operation| part_of_operation(operation.id))
}

fn source_list(app: &App) -> ListView {
    let messages = Messages::new(app.cx.lang());
    let all = app.explorer.sources();
    let lines = all.iter().enumerate().map(|(at, source)| {
        let (icon, note) = match source {
            RecordSource::Kind(kind) => match app.cx.snapshot().resources.get(kind) {
                None => (LineIcon::None, messages.get("mode-unknown").into_owned()),
                Some(list) => {
                    let icon = if list.status.mode.can_list() { LineIcon::Done } else { LineIcon::Off };
                    (icon, provenance::kind_mode_label(app.cx.lang(), *kind, list.status.mode).into_owned())
                }
            },
            RecordSource::Route(request) => match app.cx.response(request) {
                None => (LineIcon::None, String::new()),
                Some(response) if response.error.is_some() => {
                    let status = response.error.as_ref().and_then(Error::status);
                    let status_text = status.map_or_else(
                        || messages.get("request-no-answer").into_owned(),
                        |status| status.to_string(),
                    );
                    (LineIcon::Failed, status_text)
                }
                Some(response) if response.value.is_some() => (LineIcon::Done, String::new()),
                Some(_) => (LineIcon::Waiting, String::new()),
            },
        };
        PickerLine {
            mark: icon,
            // A route without a label is shown as the request itself.
            label: SafeText::line(&match source {
                RecordSource::Route(request) => route_label(app, request).unwrap_or_else(|| {
                    let method = if app.cx.options().split_view { "GET " } else { "" };
                    method.to_owned() + &source_name(app, source)
                }),
                RecordSource::Kind(_) => source_name(app, source),
            }),
            note: SafeText::line(&note),
            cells: None,
            selected: at == app.explorer.source,
            enabled: true,
        }
    });
    ListView {
        title: messages.get("explorer-sources").into_owned(),
        lines: lines.collect(),
        focused: app.cx.pane() == SOURCES,
        leads_detail: true,
        ..ListView::default()
    }
}

/// Returns the origin, the empty-state text and the error of a source.
fn source_status(app: &App, source: &RecordSource) -> (String, String, Option<ProblemView>) {
    let messages = Messages::new(app.cx.lang());
    match source {
        RecordSource::Kind(kind) => {
            let from = view::provenance(app, *kind);
            (from.sentence, from.empty, from.problem)
        }
        RecordSource::Route(request) => {
            let response = app.cx.response(request);
            let text = SafeText::line_within(&route_text(request), 200);
            let status = match response.and_then(|response| response.error.as_ref()) {
                Some(error) if error.status() == Some(404) => {
                    format!("{} · GET {text}", messages.get("route-absent"))
                }
                Some(error) if error.status() == Some(403) => {
                    let scope = error.problem().and_then(crate::contract::problem::Problem::scope);
                    let rejected = provenance::Absence::NotAllowed(scope.as_deref());
                    format!("{} · GET {text}", provenance::absence_text(app.cx.lang(), rejected))
                }
                _ => format!("GET {text}"),
            };
            let has_value = response.is_some_and(|response| response.value.is_some());
            let problem = response
                .and_then(|response| response.error.as_ref())
                .map(|error| route_problem(app, error, has_value));
            let empty = match response {
                None => messages.get("explorer-not-asked"),
                Some(response) if response.loading => messages.get("status-reading"),
                Some(_) => messages.get("explorer-no-record"),
            };
            (status, empty.into_owned(), problem)
        }
    }
}

/// Returns the part of the whole list that the response covers, if stated.
fn page_range(app: &App) -> String {
    let Some(JsonBody::List(list)) =
        app.explorer.focused_response(&app.cx).and_then(|response| response.value.as_deref())
    else {
        return String::new();
    };
    let Some(total) = list.total else {
        return String::new();
    };
    let messages = Messages::new(app.cx.lang());
    format!(" · {}", messages.with("explorer-of-total", &[("total", MessageArg::from(total))]))
}
