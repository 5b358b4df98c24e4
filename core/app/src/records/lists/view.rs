//! Layout-independent list: title, source, lines, or an empty state.
//!
//! The empty state always distinguishes "nothing there", "not allowed" and "not loaded yet".

use crate::contract::json::dynamic_body::JsonBody;
use crate::foundation::cx::toast_types::UserRejection;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::presentation::chrome::key_text;
use crate::foundation::presentation::picker_view::{LineIcon, PickerLine};
use crate::foundation::presentation::problem::{self, ProblemView};
use crate::foundation::presentation::provenance;
use crate::foundation::presentation::write_mark::WriteMark;
use crate::model::discovery::ListStatus;
use crate::model::resources::list_source::ListMode;
use crate::model::resources::probe_result::ProbeResult;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::watched::Watched;
use crate::open_json::TreeLine;
use crate::records::delegated_users::view;
use crate::records::lists::lists::{RecordViewer, ViewerSubject};
use crate::records::lists::resource_items::ListItem;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};
use std::collections::BTreeMap;

/// A list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListView {
    /// Title.
    pub title: String,
    /// Source of the list, or its number of lines.
    pub note: String,
    /// Text above the lines; empty if there is none.
    pub intro: String,
    /// Lines.
    pub lines: Vec<PickerLine>,
    /// Empty-state text.
    pub empty: Option<String>,
    /// Reason why the last load failed, if it did.
    pub problem: Option<ProblemView>,
    /// Action that would fill an empty list, if there is one.
    pub suggested_action: Option<ActionId>,
    /// True if the list has the focus.
    pub focused: bool,
    /// True if the detail beside it shows its chosen line, wherever the focus is.
    pub leads_detail: bool,
}

impl ListView {
    /// Returns the index of the chosen line.
    pub fn selected(&self) -> usize {
        self.lines.iter().position(|line| line.selected).unwrap_or(0)
    }

    /// Returns the number of the chosen line and that of all lines, without headings.
    pub fn position(&self) -> (usize, usize) {
        let count = |lines: &[PickerLine]| lines.iter().filter(|line| !line.is_heading()).count();
        (count(self.lines.get(..=self.selected()).unwrap_or_default()), count(&self.lines))
    }
}

/// Returns the list of a resource kind, with its source and any load error.
pub(crate) fn kind_list(app: &App, kind: ResourceKind, lines: Vec<PickerLine>, focused: bool) -> ListView {
    let provenance = provenance(app, kind);
    ListView {
        title: provenance::kind_label(app.cx.lang(), kind).into_owned(),
        note: provenance.mode,
        empty: lines.is_empty().then_some(provenance.empty),
        problem: provenance.problem,
        lines,
        focused,
        ..ListView::default()
    }
}

/// Returns a per-user list. If no user is chosen, its empty state offers to choose one.
pub(crate) fn user_list(app: &App, list: ListView) -> ListView {
    match view::no_user_text(app) {
        Some(text) if list.lines.is_empty() => ListView {
            empty: Some(text),
            problem: None,
            suggested_action: app.cx.in_present().ok().map(|()| ActionId::SwitchUser),
            ..list
        },
        _ => list,
    }
}

/// Source of a resource kind's list, and any load error.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Provenance {
    /// Access mode, e.g. `route découverte`, `identifiants suivis`.
    pub mode: String,
    /// Full sentence: mode, route, text of a rejection.
    pub sentence: String,
    /// Empty-state text.
    pub empty: String,
    /// Reason why the last load failed, if it did.
    pub problem: Option<ProblemView>,
}

/// Returns the source of a resource kind's list, as far as known.
pub fn provenance(app: &App, kind: ResourceKind) -> Provenance {
    let messages = Messages::new(app.cx.lang());
    let Some(list) = app.cx.snapshot().resources.get(&kind) else {
        let loading_text = messages.get("status-reading").into_owned();
        return Provenance {
            mode: loading_text.clone(),
            sentence: loading_text.clone(),
            empty: loading_text,
            problem: None,
        };
    };
    // The explorer shows the route of a list; other screens only show what is missing.
    let mode = match list.status.mode {
        mode if mode.can_list() => String::new(),
        ListMode::Watched if !kind.is_watched() => messages.get("mode-unlisted").into_owned(),
        mode => provenance::mode_label(app.cx.lang(), mode).into_owned(),
    };
    let message = |key: &str| messages.get(key).into_owned();
    let empty = if list.loading && list.fetched_at.is_none() {
        message("status-reading")
    } else {
        match list.status.mode {
            ListMode::Unknown => message("status-reading"),
            ListMode::Watched => unlisted_text(app, &list.status),
            ListMode::Forbidden => message("empty-list-forbidden"),
            ListMode::NeedsParameters => message("empty-list-parameters"),
            ListMode::Documented | ListMode::Discovered | ListMode::Probed => message("empty-list"),
        }
    };
    let has_data = !list.records.is_empty();
    let user = view::current_user_id(app).filter(|_| kind.is_delegated());
    Provenance {
        mode,
        sentence: provenance::list_status_text(app.cx.lang(), &list.status),
        empty,
        problem: list
            .error
            .as_ref()
            .map(|error| problem::user_load_problem(app.cx.lang(), error, has_data, user.as_deref())),
    }
}

/// Returns why a resource kind has no list. A 404 on a delegated user's route has two possible reasons; both are given,
/// with the service's own text.
fn unlisted_text(app: &App, status: &ListStatus) -> String {
    let messages = Messages::new(app.cx.lang());
    // The documented list of the user got the same response, so the user is the reason.
    if let Some(rejection @ UserRejection::Unknown) = app.cx.user_rejection()
        && let Some(acting) = app.cx.current_user()
        && status.outcome.as_ref().is_some_and(|outcome| outcome.result == ProbeResult::Ambiguous)
    {
        return view::rejection_text(messages, &acting, rejection);
    }
    let ambiguous = status.outcome.as_ref().filter(|outcome| outcome.result == ProbeResult::Ambiguous);
    let (Some(outcome), Some(user)) = (ambiguous, view::current_user_id(app)) else {
        return no_list_text(app, status.kind);
    };
    let user = SafeText::line_within(&user, 60);
    let text = messages.with("empty-list-ambiguous", &[("user", MessageArg::from(&user))]);
    match outcome.detail.as_deref().map(|detail| SafeText::line_within(detail, 200)) {
        Some(detail) if !detail.is_empty() => {
            format!("{text} {}", messages.with("quoted", &[("text", MessageArg::from(&detail))]))
        }
        _ => text,
    }
}

/// Returns the text for a missing list. It names another way to the records: watched identifiers or a route.
fn no_list_text(app: &App, kind: ResourceKind) -> String {
    let messages = Messages::new(app.cx.lang());
    let key = |screen: Screen, action: ActionId| {
        let keys = app.cx.options().keymap.keys(screen.context(), action);
        keys.first().map(|key| key_text(&app.cx, &key.to_string()))
    };
    let is_explorer = app.cx.screen() == Screen::Explorer;
    if !kind.is_watched() {
        let key = key(Screen::Explorer, ActionId::AskRoute).filter(|_| is_explorer);
        return match key {
            Some(key) => messages.with("empty-list-unlisted-route", &[("key", MessageArg::from(key))]),
            None => messages.get("empty-list-unlisted").into_owned(),
        };
    }
    let screen_with_list = match kind {
        ResourceKind::Tasks => Screen::Tasks,
        ResourceKind::Notifications | ResourceKind::Alerts => Screen::Notifications,
        _ => Screen::Views,
    };
    match key(screen_with_list, ActionId::AddIds).filter(|_| is_explorer) {
        Some(key) => {
            let screen = messages.get(screen_with_list.label_key());
            let args = [
                ("key", MessageArg::from(key)),
                ("n", MessageArg::from(u16::from(screen_with_list.digit()))),
                ("screen", MessageArg::from(screen.as_ref())),
            ];
            messages.with("empty-list-watched-there", &args)
        }
        None => messages.get("empty-list-watched").into_owned(),
    }
}

/// Returns the line of a record: name, pending write, or the service's response to its identifier.
pub fn item_line(app: &App, item: &ListItem, notes: &[String]) -> PickerLine {
    let messages = Messages::new(app.cx.lang());
    let mut notes = notes.to_vec();
    let mut mark = LineIcon::None;
    if let Some((_, state)) = &item.write {
        let write = WriteMark::current(&app.cx, state);
        mark = match write {
            WriteMark::Waiting | WriteMark::Sending => LineIcon::Waiting,
            WriteMark::Rejected | WriteMark::Conflict => LineIcon::Failed,
        };
        notes.insert(0, messages.get(write.label_key()).into_owned());
    }
    if let Some(reason) = not_loaded_reason(app, item) {
        mark = LineIcon::Failed;
        notes.push(reason);
    }
    PickerLine {
        mark,
        label: SafeText::line_within(&item.name_or_id(), 120),
        note: SafeText::line(&notes.join(" · ")),
        cells: None,
        selected: false,
        enabled: !item.is_unknown(),
    }
}

/// Returns why a record is not loaded: unknown to the service, or not requested yet.
pub fn not_loaded_reason(app: &App, item: &ListItem) -> Option<String> {
    let messages = Messages::new(app.cx.lang());
    if item.record.is_some() {
        return None;
    }
    let watched = item.watched.as_ref()?;
    if !watched.is_unknown() {
        return Some(messages.get("absent-unknown-here").into_owned());
    }
    Some(unknown_id_text(messages, watched, 80))
}

/// Returns the service's response to an unknown identifier, cut to `max_width` columns. Before a response, it says so.
pub(crate) fn unknown_id_text(messages: &'static Messages, watched: &Watched, max_width: usize) -> String {
    if watched.awaits_response() {
        return messages.get("watched-waits").into_owned();
    }
    unknown_with_reason(messages, watched.reason.as_deref(), max_width)
}

/// Returns the text for an unknown identifier with an optional reason.
pub(crate) fn unknown_with_reason(
    messages: &'static Messages,
    reason: Option<&str>,
    max_width: usize,
) -> String {
    match reason {
        Some(reason) => {
            let text = SafeText::line_within(reason, max_width);
            messages.with("watched-unknown-why", &[("why", MessageArg::from(&text))])
        }
        None => messages.get("watched-unknown").into_owned(),
    }
}

/// Returns a tree as lines: indented name, with its value or number of children.
pub fn tree_lines(
    app: &App,
    lines: &[TreeLine],
    selected: usize,
    names: Option<&BTreeMap<String, SafeText>>,
) -> Vec<PickerLine> {
    let messages = Messages::new(app.cx.lang());
    lines
        .iter()
        .enumerate()
        .map(|(at, line)| {
            let marker = match (line.child_count > 0, line.is_open) {
                (false, _) => "  ",
                (true, true) => "▾ ",
                (true, false) => "▸ ",
            };
            let label = format!("{}{marker}{}", "  ".repeat(line.depth.min(24)), line.label);
            let note = match &line.value {
                // Show the name of the referenced record, and its identifier for searching.
                Some(value) => match names.and_then(|names| names.get(value.as_str())) {
                    Some(name) if line.pointer != "/id" => SafeText::line(&format!("{name} · {value}")),
                    _ => value.clone(),
                },
                None => {
                    SafeText::line(&messages.with("tree-parts", &[("n", MessageArg::from(line.child_count))]))
                }
            };
            PickerLine {
                mark: LineIcon::None,
                label: SafeText::line(&label),
                note,
                cells: None,
                selected: at == selected,
                enabled: line.value.is_some() || line.child_count > 0,
            }
        })
        .collect()
}

/// Returns the names of referenced deals, by identifier.
fn deal_names(app: &App, lines: &[TreeLine]) -> BTreeMap<String, SafeText> {
    let deals = &app.cx.snapshot().deals;
    let references = lines.iter().filter(|line| line.pointer.ends_with("deal_id"));
    let names = references.filter_map(|line| {
        let id = line.value.as_ref()?.as_str();
        let row = deals.row(deals.find(id)?)?;
        Some((id.to_owned(), SafeText::line_within(row.name, 60)))
    });
    names.collect()
}

/// Returns the title and tree of the viewer's subject.
pub fn viewer_list(app: &App, viewer: &RecordViewer, focused: bool) -> ListView {
    let messages = Messages::new(app.cx.lang());
    let tree = app.cx.viewer_lines(viewer);
    let deals = deal_names(app, &tree);
    let lines = tree_lines(app, &tree, viewer.line, Some(&deals));
    let (title, note, problem, is_loading) = match &viewer.subject {
        ViewerSubject::Record(kind, id) => {
            let items = app.cx.list_items(*kind);
            let name = items.iter().find(|item| item.id == *id).map(ListItem::name_or_id);
            let title = SafeText::line_within(&name.unwrap_or_else(|| id.clone()), 60).to_string();
            (title, provenance::kind_label(app.cx.lang(), *kind).into_owned(), None, false)
        }
        ViewerSubject::Response(request) => {
            let response = app.cx.response(request);
            let error = response.and_then(|response| response.error.as_ref());
            let has_data = response.is_some_and(|response| response.value.is_some());
            let problem = error.map(|error| problem::load_problem_with_advice(&app.cx, error, has_data));
            // The name in the response says more than its route.
            let name_in_response =
                response.and_then(|response| response.value.as_deref()).and_then(|body| match body {
                    JsonBody::Object(record) => record.text("name").filter(|name| !name.trim().is_empty()),
                    _ => None,
                });
            let title = match name_in_response {
                Some(name) => SafeText::line_within(&name, 60).to_string(),
                None => SafeText::line_within(
                    &crate::foundation::presentation::provenance::route_text(request),
                    80,
                )
                .to_string(),
            };
            let is_loading = response.is_none_or(|response| response.loading && response.value.is_none());
            (title, messages.get("explorer-answer").into_owned(), problem, is_loading)
        }
    };
    let empty = lines.is_empty().then(|| {
        let key = if is_loading { "status-reading" } else { "empty-list" };
        messages.get(key).into_owned()
    });
    ListView { title, note, lines, empty, problem, focused, ..ListView::default() }
}
