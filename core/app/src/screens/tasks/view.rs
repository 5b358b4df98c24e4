//! View of the task board: a column per `statut`, a card per task.

use std::borrow::Cow;

use crate::foundation::input::commands::ActionId;
use crate::foundation::presentation::notice::EmptyStateText;
use crate::foundation::presentation::task_status::task_status_label;
use crate::foundation::presentation::write_mark::WriteMark;
use crate::model::resources::list_source::ListMode;
use crate::model::resources::resource_kind::ResourceKind;
use crate::records::lists::resource_items::ListItem;
use crate::records::lists::view::{self, Provenance};
use crate::screens::tasks::filter::{OWNER_FIELDS, TaskSort};
use crate::screens::tasks::tasks::{due_text, is_done};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date, number};

/// One task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskCard {
    /// Identifier.
    pub id: String,
    /// Name: the local one, otherwise the service's, otherwise the identifier.
    pub name: SafeText,
    /// Owner, or a note that the service does not know the task; empty if unknown.
    pub owner_or_note: SafeText,
    /// Due date and delay as read aloud; empty if the service gives none.
    pub due: String,
    /// Due date as a card shows it. All cards use the same form; a form chosen by width would depend on the owner's
    /// name.
    pub due_short: String,
    /// Due day without the current year, for cards too narrow for text and owner.
    pub due_day: String,
    /// True if the due day has passed and the task is not done.
    pub overdue: bool,
    /// Pending or rejected write of the task.
    pub write: Option<(WriteMark, String)>,
    /// True while it is focused.
    pub focused: bool,
}

/// One column of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskColumnView {
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
    pub header: String,
    /// Origin of the tasks.
    pub provenance: Provenance,
    /// Columns, in order.
    pub columns: Vec<TaskColumnView>,
    /// Empty-state notice, with an action if one helps.
    pub empty_state: Option<EmptyStateText>,
}

fn task_card(app: &App, item: &ListItem) -> TaskCard {
    let messages = Messages::new(app.cx.lang());
    let first =
        |fields: &[&str]| fields.iter().find_map(|field| item.text(field).filter(|text| !text.is_empty()));
    let today = date::local(app.cx.now(), &app.cx.options().zone).date();
    let day = app.cx.due_day(item);
    let done = is_done(item);
    let is_overdue = day.filter(|day| !done && *day < today);
    let (due, due_short) = match (is_overdue, day) {
        (Some(day), _) => {
            let days = u64::from((today - day).get_days().unsigned_abs());
            let date_text = date::day_month(day);
            let args = [("date", MessageArg::from(date_text.as_str())), ("n", MessageArg::from(days))];
            let days = date::days(app.cx.lang(), days);
            let short = [("date", MessageArg::from(date_text.as_str())), ("days", MessageArg::from(days))];
            (messages.with("task-late", &args), messages.with("task-late-short", &short))
        }
        (None, Some(day)) => (date::date_short(day), date::date_short(day)),
        (None, None) => {
            let raw_text =
                due_text(item).map_or_else(String::new, |text| SafeText::line_within(&text, 12).to_string());
            (raw_text.clone(), raw_text)
        }
    };
    // Only another year than the current one is shown.
    let due_day = match day {
        Some(day) if day.year() == today.year() => date::day_month(day),
        Some(day) => date::date_short(day),
        None => due_short.clone(),
    };
    let about = view::not_loaded_reason(app, item).or_else(|| first(&OWNER_FIELDS)).unwrap_or_default();
    TaskCard {
        id: item.id.clone(),
        name: SafeText::line_within(&item.name_or_id(), 120),
        owner_or_note: SafeText::line_within(&about, 60),
        due,
        due_short,
        due_day,
        overdue: is_overdue.is_some(),
        write: item.write.as_ref().map(|(_, state)| {
            let mark = WriteMark::current(&app.cx, state);
            (mark, messages.get(mark.label_key()).into_owned())
        }),
        focused: app.tasks.focus.as_deref() == Some(&*item.id),
    }
}

/// Builds the tasks screen.
pub fn tasks_view(app: &App) -> TasksView {
    let messages = Messages::new(app.cx.lang());
    let state = &app.tasks;
    let total: usize = state.columns.iter().map(|column| column.items.len()).sum();
    let columns = state
        .columns
        .iter()
        .enumerate()
        .map(|(at, column)| TaskColumnView {
            statut: column.statut.clone(),
            label: task_status_label(&app.cx, &column.statut),
            count: number::integer(app.cx.lang(), column.items.len() as u64),
            share: number::share(app.cx.lang(), column.items.len() as u64, total as u64),
            fraction: column.items.len() as f32 / total.max(1) as f32,
            focused: at == state.focused_column,
            cards: column.items.iter().map(|item| task_card(app, item)).collect(),
        })
        .collect();
    let provenance = view::provenance(app, ResourceKind::Tasks);
    let all = state.count;
    let empty_state = (total == 0 && !state.filter.is_active()).then(|| empty_state(app, &provenance));
    let list = app.cx.snapshot().resources.get(&ResourceKind::Tasks);
    let not_loaded = list.is_some_and(|list| {
        list.status.mode == ListMode::Forbidden || (list.error.is_some() && list.fetched_at.is_none())
    });
    let known = if total == 0 && not_loaded { MessageArg::from("—") } else { MessageArg::from(all) };
    let mut header = vec![messages.with("tasks-known", &[("n", known)])];
    header.extend(filter_texts(app, total));
    TasksView { empty_state, header: header.join(" · "), provenance, columns }
}

/// Returns how many tasks are shown, the filter, and another order than the usual one.
fn filter_texts(app: &App, shown: usize) -> Vec<String> {
    let (messages, filter) = (Messages::new(app.cx.lang()), &app.tasks.filter);
    let mut texts = Vec::new();
    if filter.is_active() {
        texts.push(messages.with("tasks-shown", &[("n", MessageArg::from(shown))]));
        texts.extend(filter.mine.then(|| messages.get("tasks-mine").into_owned()));
        texts.extend((!filter.text.is_empty()).then(|| SafeText::line_within(&filter.text, 40).to_string()));
    }
    if filter.sort != TaskSort::default() {
        texts.push(messages.get(filter.sort.label_key()).into_owned());
    }
    texts
}

/// Builds the empty state: tasks are being loaded, not listed by the service, or there are none.
fn empty_state(app: &App, provenance: &Provenance) -> EmptyStateText {
    let messages = Messages::new(app.cx.lang());
    if provenance.empty == messages.get("status-reading") {
        return EmptyStateText {
            title: messages.get("tasks-reading").into_owned(),
            text: String::new(),
            action: None,
            is_loading: true,
        };
    }
    let key = [("key", MessageArg::from(add_key_label(app)))];
    let list = app.cx.snapshot().resources.get(&ResourceKind::Tasks);
    let (title, text) = if list.is_some_and(|list| list.status.mode == ListMode::Watched) {
        ("empty-tasks-watched", messages.with("empty-tasks-watched-hint", &key))
    } else {
        let hint = messages.with("tasks-add-hint", &key);
        ("tasks-none", format!("{} {hint}", provenance.empty))
    };
    EmptyStateText {
        title: messages.get(title).into_owned(),
        text,
        action: Some(ActionId::AddIds),
        is_loading: false,
    }
    .at_shown_time(&app.cx)
}

/// Returns the label of the key that adds identifiers.
fn add_key_label(app: &App) -> Cow<'static, str> {
    let keys = app.cx.options().keymap.keys(app.cx.screen().context(), ActionId::AddIds);
    keys.first().map_or(Cow::Borrowed(""), |key| {
        Cow::Owned(crate::foundation::presentation::chrome::key_text(&app.cx, &key.to_string()))
    })
}
