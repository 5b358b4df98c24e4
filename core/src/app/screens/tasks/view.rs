//! The board of tasks in words: a lane for each statut, a card for each task.

use std::borrow::Cow;

use crate::app::foundation::presentation::write_mark::WriteMark;
use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::presentation::notice::Notice;
use crate::app::records::lists::family_items::FamilyItem;
use crate::app::records::lists::view::{self, Provenance};
use crate::app::foundation::presentation::task_status::statut;
use crate::app::screens::tasks::tasks::due_of;
use crate::app::shell::app::App;
use crate::discovery::{Family, Mode};
use crate::text::{Arg, Clean, Words, date, number};

/// The fields in which services say who has a task. None is in the contract.
const OWNERS: [&str; 4] = ["responsable", "assignee", "owner", "user"];
/// The statut after which no date presses any more.
const DONE: &str = "fait";

/// One task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskCard {
    /// Its identifier.
    pub id: String,
    /// Its name: the one given here, the service's, else its identifier.
    pub name: Clean,
    /// Whether the name was given here.
    pub named_here: bool,
    /// Who has it, or that the service does not know it; empty where nothing is said.
    pub about: Clean,
    /// When it is due, where the service says so; with how late it is, where it is: as it is read aloud.
    pub due: String,
    /// The same as a card shows it. One form for all cards: which of two had room would otherwise depend on who has the
    /// task, and the same delay would stand in two ways beside itself.
    pub due_short: String,
    /// The day alone, without a year that is this one: for where the words would hide who has the task.
    pub due_day: String,
    /// Whether that day has passed and the task is not done.
    pub overdue: bool,
    /// Its write that waits or was refused.
    pub write: Option<(WriteMark, String)>,
    /// Whether it has the focus.
    pub focused: bool,
}

/// One lane.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskLaneView {
    /// The code of its statut.
    pub statut: String,
    /// Its name.
    pub label: String,
    /// How many tasks it holds.
    pub count: String,
    /// Their share of all, in words.
    pub share: String,
    /// The same from 0 to 1.
    pub fraction: f32,
    /// Whether it has the focus.
    pub focused: bool,
    /// Its tasks.
    pub cards: Vec<TaskCard>,
}

/// The tasks screen.
#[derive(Clone, Debug, PartialEq)]
pub struct TasksView {
    /// How many tasks are known.
    pub head: String,
    /// Where they come from.
    pub provenance: Provenance,
    /// The lanes, in order.
    pub lanes: Vec<TaskLaneView>,
    /// Where there is no task: what is the case, what to do, and the action that does it.
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
    // The year is said of another one alone, whether the day has passed or is to come.
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

/// The tasks screen as of now.
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

/// What is said where no task is known: that they are being read, that the service lists none, or that it has none.
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

/// The key that adds identifiers, as it is shown.
fn add_key(app: &App) -> Cow<'static, str> {
    let keys = app.cx.options().keymap.keys(
        app.cx.screen().context(),
        crate::app::foundation::input::commands::ActionId::AddIds,
    );
    keys.first().map_or(Cow::Borrowed(""), |key| {
        Cow::Owned(crate::app::foundation::presentation::frame::key_text(
            &app.cx,
            &key.to_string(),
        ))
    })
}
