//! View of the task board: a column per `statut`, a card per task.

use std::borrow::Cow;

use crate::foundation::input::commands::ActionId;
use crate::foundation::presentation::notice::Notice;
use crate::foundation::presentation::task_status::statut;
use crate::foundation::presentation::write_mark::WriteMark;
use crate::model::resources::list_source::Mode;
use crate::model::resources::resource_kind::Family;
use crate::records::lists::family_items::FamilyItem;
use crate::records::lists::view::{self, Provenance};
use crate::screens::tasks::tasks::due_of;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words, date, number};

/// Fields that services use for a task's owner; the contract defines none.
const OWNERS: [&str; 4] = ["responsable", "assignee", "owner", "user"];
/// The `statut` of a finished task, which is never overdue.
const DONE: &str = "fait";

/// One task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskCard {
    /// Identifier.
    pub id: String,
    /// Name: the local one, otherwise the service's, otherwise the identifier.
    pub name: Clean,
    /// True if the name is local.
    pub named_here: bool,
    /// Owner, or a note that the service does not know the task; empty if unknown.
    pub about: Clean,
    /// Due date and delay as read aloud; empty if the service gives none.
    pub due: String,
    /// Due date as a card shows it. All cards use the same form; a form chosen by width would depend on the owner's
    /// name.
    pub due_short: String,
    /// Due day without the current year, for cards too narrow for text and owner.
    pub due_day: String,
    /// True if the due day has passed and the task is not done.
    pub overdue: bool,
    /// Pending or refused write of the task.
    pub write: Option<(WriteMark, String)>,
    /// True while it is focused.
    pub focused: bool,
}

/// One column of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskLaneView {
    /// Code of its `statut`.
    pub statut: String,
    /// Name of the column.
    pub label: String,
    /// Number of its tasks.
    pub count: String,
    /// Share of all tasks, as text.
    pub share: String,
    /// Share of all tasks, from 0 to 1.
    pub fraction: f32,
    /// True while it is focused.
    pub focused: bool,
    /// Cards of its tasks.
    pub cards: Vec<TaskCard>,
}

/// View of the tasks screen.
#[derive(Clone, Debug, PartialEq)]
pub struct TasksView {
    /// Number of known tasks.
    pub head: String,
    /// Origin of the tasks.
    pub provenance: Provenance,
    /// Columns, in order.
    pub lanes: Vec<TaskLaneView>,
    /// Empty-state notice, with an action if one helps.
    pub blank: Option<Notice>,
}

fn card(app: &App, item: &FamilyItem) -> TaskCard {
    let words = Words::new(app.cx.lang());
    let first = |fields: &[&str]| {
        fields
            .iter()
            .find_map(|field| item.text(field).filter(|text| !text.is_empty()))
    };
    let today = date::local(app.cx.now(), &app.cx.options().zone).date();
    let day = app.cx.due_day(item);
    let done = item.text("statut").as_deref() == Some(DONE);
    let late = day.filter(|day| !done && *day < today);
    let (due, due_short) = match (late, day) {
        (Some(day), _) => {
            let days = u64::from((today - day).get_days().unsigned_abs());
            let shown = date::day_month(day);
            let args = [("date", Arg::from(shown.as_str())), ("n", Arg::from(days))];
            let days = date::between_days(app.cx.lang(), days, Some(days));
            let short = [("date", Arg::from(shown.as_str())), ("days", Arg::from(days))];
            (
                words.with("task-late", &args),
                words.with("task-late-short", &short),
            )
        }
        (None, Some(day)) => (date::date_short(day), date::date_short(day)),
        (None, None) => {
            let said = due_of(item).map_or_else(String::new, |text| Clean::line_of(&text, 12).to_string());
            (said.clone(), said)
        }
    };
    // Only another year than the current one is shown.
    let due_day = match day {
        Some(day) if day.year() == today.year() => date::day_month(day),
        Some(day) => date::date_short(day),
        None => due_short.clone(),
    };
    let about = view::unread(app, item)
        .or_else(|| first(&OWNERS))
        .unwrap_or_default();
    TaskCard {
        id: item.id.clone(),
        name: Clean::line_of(&item.name_or_id(), 120),
        named_here: !item.named_here.is_empty(),
        about: Clean::line_of(&about, 60),
        due,
        due_short,
        due_day,
        overdue: late.is_some(),
        write: item.write.as_ref().map(|(_, state)| {
            let mark = WriteMark::shown(&app.cx, state);
            (mark, words.get(mark.label_key()).into_owned())
        }),
        focused: app.tasks.tasks().focus.as_deref() == Some(&*item.id),
    }
}

/// Builds the tasks screen.
pub fn tasks(app: &App) -> TasksView {
    let words = Words::new(app.cx.lang());
    let state = app.tasks.tasks();
    let total: usize = state.lanes.iter().map(|lane| lane.items.len()).sum();
    let lanes = state
        .lanes
        .iter()
        .enumerate()
        .map(|(at, lane)| TaskLaneView {
            statut: lane.statut.clone(),
            label: statut(&app.cx, &lane.statut),
            count: number::integer(app.cx.lang(), lane.items.len() as u64),
            share: number::share(app.cx.lang(), lane.items.len() as u64, total as u64),
            fraction: lane.items.len() as f32 / total.max(1) as f32,
            focused: at == state.lane,
            cards: lane.items.iter().map(|item| card(app, item)).collect(),
        })
        .collect();
    let provenance = view::provenance(app, Family::Tasks);
    let blank = (total == 0).then(|| blank(app, &provenance));
    let list = app.cx.snapshot().families.get(&Family::Tasks);
    let unread = list.is_some_and(|list| {
        list.standing.mode == Mode::Forbidden || (list.error.is_some() && list.read_at.is_none())
    });
    let known = if total == 0 && unread {
        Arg::from("—")
    } else {
        Arg::from(total)
    };
    TasksView {
        blank,
        head: words.with("tasks-known", &[("n", known)]),
        provenance,
        lanes,
    }
}

/// Builds the empty state: tasks are being loaded, not listed by the service, or there are none.
fn blank(app: &App, provenance: &Provenance) -> Notice {
    let words = Words::new(app.cx.lang());
    if provenance.empty == words.get("status-reading") {
        return Notice {
            title: words.get("tasks-reading").into_owned(),
            text: String::new(),
            action: None,
            reading: true,
        };
    }
    let key = [("key", Arg::from(add_key(app)))];
    let list = app.cx.snapshot().families.get(&Family::Tasks);
    let (title, text) = if list.is_some_and(|list| list.standing.mode == Mode::Watched) {
        (
            "empty-tasks-watched",
            words.with("empty-tasks-watched-hint", &key),
        )
    } else {
        let hint = words.with("tasks-add-hint", &key);
        ("tasks-none", format!("{} {hint}", provenance.empty))
    };
    Notice {
        title: words.get(title).into_owned(),
        text,
        action: Some(ActionId::AddIds),
        reading: false,
    }
}

/// Returns the label of the key that adds identifiers.
fn add_key(app: &App) -> Cow<'static, str> {
    let keys = app.cx.options().keymap.keys(
        app.cx.screen().context(),
        crate::foundation::input::commands::ActionId::AddIds,
    );
    keys.first().map_or(Cow::Borrowed(""), |key| {
        Cow::Owned(crate::foundation::presentation::frame::key_text(
            &app.cx,
            &key.to_string(),
        ))
    })
}
