//! Layout-independent list: title, source, lines, or an empty state.
//!
//! The empty state always distinguishes "nothing there", "not allowed" and "not loaded yet".

use crate::contract::json::dynamic_body::Body;
use crate::foundation::cx::toast_types::UserRefusal;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::presentation::frame::key_text;
use crate::foundation::presentation::problem::{self, ProblemView};
use crate::foundation::presentation::provenance;
use crate::foundation::presentation::sheet_view::{Mark, SheetLine};
use crate::foundation::presentation::write_mark::WriteMark;
use crate::model::discovery::Standing;
use crate::model::resources::list_source::Mode;
use crate::model::resources::probe_result::Verdict;
use crate::model::resources::resource_kind::Family;
use crate::model::watched::Watched;
use crate::open_json::Line;
use crate::records::act_for::view;
use crate::records::lists::family_items::FamilyItem;
use crate::records::lists::shown_record::{Shown, ShownWhat};
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words};
use std::collections::BTreeMap;

/// A list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListView {
    /// Title.
    pub title: String,
    /// Source of the list, or its number of lines.
    pub note: String,
    /// Text above the lines; empty if there is none.
    pub said: String,
    /// Lines.
    pub lines: Vec<SheetLine>,
    /// Empty-state text.
    pub empty: Option<String>,
    /// Reason why the last load failed, if it did.
    pub problem: Option<ProblemView>,
    /// Action that would fill an empty list, if there is one.
    pub offer: Option<ActionId>,
    /// True if the list has the focus.
    pub focused: bool,
    /// True if the detail beside it shows its chosen line, wherever the focus is.
    pub leads: bool,
}

impl ListView {
    /// Returns the index of the chosen line.
    pub fn selected(&self) -> usize {
        self.lines.iter().position(|line| line.selected).unwrap_or(0)
    }
}

/// Returns the list of a resource kind, with its source and any load error.
pub(crate) fn of_family(app: &App, family: Family, lines: Vec<SheetLine>, focused: bool) -> ListView {
    let provenance = provenance(app, family);
    ListView {
        title: provenance::family(app.cx.lang(), family).into_owned(),
        note: provenance.mode,
        empty: lines.is_empty().then_some(provenance.empty),
        problem: provenance.problem,
        said: String::new(),
        lines,
        offer: None,
        focused,
        leads: false,
    }
}

/// Returns a per-user list. If no user is chosen, its empty state offers to choose one.
pub(crate) fn of_a_user(app: &App, list: ListView) -> ListView {
    match view::nobody(app) {
        Some(said) if list.lines.is_empty() => ListView {
            empty: Some(said),
            problem: None,
            offer: Some(ActionId::ActForUser),
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
    /// Full sentence: mode, route, text of a refusal.
    pub sentence: String,
    /// Empty-state text.
    pub empty: String,
    /// Reason why the last load failed, if it did.
    pub problem: Option<ProblemView>,
}

/// Returns the source of a resource kind's list, as far as known.
pub fn provenance(app: &App, family: Family) -> Provenance {
    let words = Words::new(app.cx.lang());
    let Some(list) = app.cx.snapshot().families.get(&family) else {
        let reading = words.get("status-reading").into_owned();
        return Provenance {
            mode: reading.clone(),
            sentence: reading.clone(),
            empty: reading,
            problem: None,
        };
    };
    // The explorer shows the route of a list; other screens only show what is missing.
    let mode = match list.standing.mode {
        mode if mode.lists() => String::new(),
        Mode::Watched if !family.is_watched() => words.get("mode-unlisted").into_owned(),
        mode => provenance::mode(app.cx.lang(), mode).into_owned(),
    };
    let said = |key: &str| words.get(key).into_owned();
    let empty = if list.loading && list.read_at.is_none() {
        said("status-reading")
    } else {
        match list.standing.mode {
            Mode::Unknown => said("status-reading"),
            Mode::Watched => unlisted(app, &list.standing),
            Mode::Forbidden => said("empty-list-forbidden"),
            Mode::NeedsParameters => said("empty-list-parameters"),
            Mode::Documented | Mode::Discovered | Mode::Probed => said("empty-list"),
        }
    };
    let held = !list.records.is_empty();
    let user = view::user(app).filter(|_| family.is_delegated());
    Provenance {
        mode,
        sentence: provenance::standing(app.cx.lang(), &list.standing),
        empty,
        problem: list
            .error
            .as_ref()
            .map(|error| problem::read_of_user(app.cx.lang(), error, held, user.as_deref())),
    }
}

/// Returns why a resource kind has no list. A 404 on a delegated user's route has two possible reasons; both are given,
/// with the service's own text.
fn unlisted(app: &App, standing: &Standing) -> String {
    let words = Words::new(app.cx.lang());
    // The documented list of the user got the same answer, so the user is the reason.
    if let Some(refusal @ UserRefusal::Unknown) = app.cx.user_refusal()
        && let Some(who) = app.cx.acts_for()
        && standing
            .answer
            .as_ref()
            .is_some_and(|answer| answer.verdict == Verdict::Ambiguous)
    {
        return view::refused(words, &who, refusal);
    }
    let ambiguous = standing
        .answer
        .as_ref()
        .filter(|answer| answer.verdict == Verdict::Ambiguous);
    let (Some(answer), Some(user)) = (ambiguous, view::user(app)) else {
        return no_list(app, standing.family);
    };
    let user = Clean::line_of(&user, 60);
    let said = words.with("empty-list-ambiguous", &[("user", Arg::from(&user))]);
    match answer.detail.as_deref().map(|detail| Clean::line_of(detail, 200)) {
        Some(detail) if !detail.is_empty() => {
            format!("{said} {}", words.with("quoted", &[("text", Arg::from(&detail))]))
        }
        _ => said,
    }
}

/// Returns the text for a missing list. It names another way to the records: watched identifiers or a route.
fn no_list(app: &App, family: Family) -> String {
    let words = Words::new(app.cx.lang());
    let key = |screen: Screen, action: ActionId| {
        let keys = app.cx.options().keymap.keys(screen.context(), action);
        keys.first().map(|key| key_text(&app.cx, &key.to_string()))
    };
    let exploring = app.cx.screen() == Screen::Explorer;
    if !family.is_watched() {
        let key = key(Screen::Explorer, ActionId::AskRoute).filter(|_| exploring);
        return match key {
            Some(key) => words.with("empty-list-unlisted-route", &[("key", Arg::from(key))]),
            None => words.get("empty-list-unlisted").into_owned(),
        };
    }
    let home = match family {
        Family::Tasks => Screen::Tasks,
        Family::Notifications | Family::Alerts => Screen::Notifications,
        _ => Screen::Views,
    };
    match key(home, ActionId::AddIds).filter(|_| exploring) {
        Some(key) => {
            let screen = words.get(home.label_key());
            let args = [
                ("key", Arg::from(key)),
                ("n", Arg::from(u16::from(home.number()))),
                ("screen", Arg::from(screen.as_ref())),
            ];
            words.with("empty-list-watched-there", &args)
        }
        None => words.get("empty-list-watched").into_owned(),
    }
}

/// Returns the line of a record: name, pending write, or the service's answer to its identifier.
pub fn item_line(app: &App, item: &FamilyItem, notes: &[String]) -> SheetLine {
    let words = Words::new(app.cx.lang());
    let mut notes = notes.to_vec();
    let mut mark = Mark::None;
    if let Some((_, state)) = &item.write {
        let write = WriteMark::shown(&app.cx, state);
        mark = match write {
            WriteMark::Waiting | WriteMark::Sending => Mark::Waiting,
            WriteMark::Refused | WriteMark::Conflict => Mark::Failed,
        };
        notes.insert(0, words.get(write.label_key()).into_owned());
    }
    if let Some(said) = unread(app, item) {
        mark = Mark::Failed;
        notes.push(said);
    }
    SheetLine {
        mark,
        label: Clean::line_of(&item.name_or_id(), 120),
        note: Clean::line(&notes.join(" · ")),
        cells: None,
        selected: false,
        enabled: !item.is_unknown(),
    }
}

/// Returns why a record is not loaded: unknown to the service, or not requested yet.
pub fn unread(app: &App, item: &FamilyItem) -> Option<String> {
    let words = Words::new(app.cx.lang());
    if item.record.is_some() {
        return None;
    }
    let watched = item.watched.as_ref()?;
    if !watched.is_unknown() {
        return Some(words.get("absent-unknown-here").into_owned());
    }
    Some(unknown_why(words, watched, 80))
}

/// Returns the service's answer to an unknown identifier, cut to `room` columns. Before an answer, it says so.
pub(crate) fn unknown_why(words: &'static Words, watched: &Watched, room: usize) -> String {
    if watched.awaits_answer() {
        return words.get("watched-waits").into_owned();
    }
    unknown_for(words, watched.reason.as_deref(), room)
}

/// Returns the text for an unknown identifier with an optional reason.
pub(crate) fn unknown_for(words: &'static Words, reason: Option<&str>, room: usize) -> String {
    match reason {
        Some(reason) => {
            let why = Clean::line_of(reason, room);
            words.with("watched-unknown-why", &[("why", Arg::from(&why))])
        }
        None => words.get("watched-unknown").into_owned(),
    }
}

/// Returns a tree as lines: indented name, with its value or number of children.
pub fn tree_lines(
    app: &App,
    lines: &[Line],
    selected: usize,
    names: Option<&BTreeMap<String, Clean>>,
) -> Vec<SheetLine> {
    let words = Words::new(app.cx.lang());
    lines
        .iter()
        .enumerate()
        .map(|(at, line)| {
            let sign = match (line.parts > 0, line.open) {
                (false, _) => "  ",
                (true, true) => "▾ ",
                (true, false) => "▸ ",
            };
            let label = format!("{}{sign}{}", "  ".repeat(line.depth.min(24)), line.label);
            let note = match &line.value {
                // Show the name of the referenced record, and its identifier for searching.
                Some(value) => match names.and_then(|names| names.get(value.as_str())) {
                    Some(name) if line.pointer != "/id" => Clean::line(&format!("{name} · {value}")),
                    _ => value.clone(),
                },
                None => Clean::line(&words.with("tree-parts", &[("n", Arg::from(line.parts))])),
            };
            SheetLine {
                mark: Mark::None,
                label: Clean::line(&label),
                note,
                cells: None,
                selected: at == selected,
                enabled: line.value.is_some() || line.parts > 0,
            }
        })
        .collect()
}

/// Returns the names of referenced deals, by identifier.
fn deals_named(app: &App, lines: &[Line]) -> BTreeMap<String, Clean> {
    let deals = &app.cx.snapshot().deals;
    let pointing = lines.iter().filter(|line| line.pointer.ends_with("deal_id"));
    let named = pointing.filter_map(|line| {
        let id = line.value.as_ref()?.as_str();
        let row = deals.row(deals.find(id)?)?;
        Some((id.to_owned(), Clean::line_of(row.name, 60)))
    });
    named.collect()
}

/// Returns the title and tree of the viewer's subject.
pub fn shown(app: &App, shown: &Shown, focused: bool) -> ListView {
    let words = Words::new(app.cx.lang());
    let found = app.cx.shown_lines(shown);
    let deals = deals_named(app, &found);
    let lines = tree_lines(app, &found, shown.line, Some(&deals));
    let (title, note, problem, reading) = match &shown.what {
        ShownWhat::Record(family, id) => {
            let items = app.cx.family_items(*family);
            let name = items
                .iter()
                .find(|item| item.id == *id)
                .map(FamilyItem::name_or_id);
            let title = Clean::line_of(&name.unwrap_or_else(|| id.clone()), 60).to_string();
            (
                title,
                provenance::family(app.cx.lang(), *family).into_owned(),
                None,
                false,
            )
        }
        ShownWhat::Answer(asked) => {
            let answer = app.cx.answer(asked);
            let error = answer.and_then(|answer| answer.error.as_ref());
            let held = answer.is_some_and(|answer| answer.value.is_some());
            let problem = error.map(|error| problem::read(&app.cx, error, held));
            // The name in the answer says more than its route.
            let named = answer
                .and_then(|answer| answer.value.as_deref())
                .and_then(|body| match body {
                    Body::Object(record) => record.text("name").filter(|name| !name.trim().is_empty()),
                    _ => None,
                });
            let title = match named {
                Some(name) => Clean::line_of(&name, 60).to_string(),
                None => Clean::line_of(
                    &crate::foundation::presentation::route_text::route_text(asked),
                    80,
                )
                .to_string(),
            };
            let reading = answer.is_none_or(|answer| answer.loading && answer.value.is_none());
            (title, words.get("explorer-answer").into_owned(), problem, reading)
        }
    };
    let empty = lines.is_empty().then(|| {
        let key = if reading { "status-reading" } else { "empty-list" };
        words.get(key).into_owned()
    });
    ListView {
        title,
        note,
        said: String::new(),
        lines,
        empty,
        problem,
        offer: None,
        focused,
        leads: false,
    }
}
