//! State of the task board: one column per known `statut`. Columns follow the order of the dictionary, then the
//! discovered codes. The focus follows the card.

use crate::contract::ids::DealId;
use crate::contract::json::date_or_time::DateOrTime;
use crate::contract::record::Record;
use crate::deals::pipeline::pipeline::OWN_NAME_KEY;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::step::step;
use crate::foundation::search::deal_names::deal_in_title;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::snapshot::Snapshot;
use crate::model::table::{DealRow, DealTable};
use crate::records::lists::record_viewer::DUE_FIELDS;
use crate::records::lists::resource_items::{ListItem, name_of};
use crate::screens::tasks::filter::{TaskFacts, TaskFilter, TaskSort, deal_field};
use crate::text::date;
use crate::vocabulary;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use std::borrow::Cow;
use std::sync::Arc;

/// Only `statut` in the contract; the board always has its column.
const CONTRACT_STATUT: &str = "prep";

/// The `statut` of a finished task, which is never overdue.
const DONE_STATUT: &str = "fait";

/// Returns whether a task is finished.
pub(crate) fn is_done(task: &ListItem) -> bool {
    task.text("statut").as_deref() == Some(DONE_STATUT)
}

/// Returns the due date as the service wrote it.
pub fn due_text(task: &ListItem) -> Option<String> {
    DUE_FIELDS.iter().find_map(|field| task.text(field).filter(|text| !text.trim().is_empty()))
}

/// One column of the board.
#[derive(Clone, Debug, Default)]
pub struct TaskColumn {
    /// Code of its `statut`; empty for tasks with an unknown `statut`.
    pub statut: String,
    /// Tasks with a due date first, the earliest on top; the others in the service's order.
    pub items: Vec<ListItem>,
}

/// State of the task board.
#[derive(Clone, Debug, Default)]
pub struct TasksState {
    /// Columns, in order.
    pub columns: Vec<TaskColumn>,
    /// Filter and order.
    pub filter: TaskFilter,
    /// Number of known tasks, with those that the filter hides.
    pub(crate) count: usize,
    /// Index of the focused column.
    pub focused_column: usize,
    /// Identifier of the focused task.
    pub focus: Option<String>,
    /// Index in the column; if the task disappears, its neighbour gets the focus.
    focused_index: usize,
}

/// Returns whether the board must be rebuilt for `now`.
fn needs_rebuild(before: &Snapshot, now: &Snapshot) -> bool {
    let settings = |snapshot: &Snapshot| snapshot.settings.as_ref().map(Arc::as_ptr);
    !Arc::ptr_eq(&before.resources, &now.resources)
        || !Arc::ptr_eq(&before.writes, &now.writes)
        || !Arc::ptr_eq(&before.learned_codes, &now.learned_codes)
        || settings(before) != settings(now)
}

impl TasksState {
    /// Returns the focused task.
    pub fn focused_task(&self) -> Option<&ListItem> {
        let focus = self.focus.as_deref()?;
        let column = self.columns.get(self.focused_column)?;
        column.items.iter().find(|item| item.id == focus)
    }

    /// Focuses a task, if it is on the board.
    pub(crate) fn focus_task(&mut self, id: &str) {
        self.focus = Some(id.to_owned());
        self.restore_task_focus();
    }

    /// Returns the index at which a task would land in a column. The column is sorted by due date, then by the
    /// service's order. Returns `None` without such a task or column.
    pub fn task_drop_index(&self, id: &str, column: usize, cx: &AppCx) -> Option<usize> {
        let items = cx.list_items(ResourceKind::Tasks);
        let index_of = |id: &str| {
            let at = items.iter().position(|item| item.id == id)?;
            Some((self.filter.sort_key(&self.facts(&items[at], cx)), at))
        };
        let index = index_of(id)?;
        let rest = self.columns.get(column)?.items.iter();
        let before =
            rest.filter(|item| item.id != id && index_of(&item.id).is_some_and(|other| other < index));
        Some(before.count())
    }

    pub(crate) fn update_tasks(&mut self, before: &Snapshot, cx: &mut AppCx) {
        if needs_rebuild(before, &cx.snapshot) {
            self.rebuild_tasks(cx);
        }
    }

    /// Returns what filter and order compare. The deal named in a title is looked up only if the order needs it.
    fn facts(&self, item: &ListItem, cx: &AppCx) -> TaskFacts {
        let deal = (self.filter.sort == TaskSort::Deal).then(|| cx.deal_of_task(item)).flatten();
        let name = deal.map_or_else(String::new, |(_, name)| name);
        TaskFacts::new(|field| item.text(field), item.name_or_id(), name, cx.due_day(item))
    }

    /// Shows the tasks that match, in this order.
    pub(crate) fn set_filter(&mut self, filter: TaskFilter, cx: &mut AppCx) {
        self.filter = filter;
        self.rebuild_tasks(cx);
    }

    /// Shows the user's own tasks only, or all again.
    pub(crate) fn toggle_mine(&mut self, cx: &mut AppCx) {
        let mine = !self.filter.mine;
        self.set_filter(TaskFilter { mine, ..self.filter.clone() }, cx);
    }

    /// Sorts by the next field.
    pub(crate) fn cycle_order(&mut self, cx: &mut AppCx) {
        let at = TaskSort::ALL.iter().position(|sort| *sort == self.filter.sort).unwrap_or(0);
        let sort = TaskSort::ALL[(at + 1) % TaskSort::ALL.len()];
        self.set_filter(TaskFilter { sort, ..self.filter.clone() }, cx);
        cx.notify(ToastContent::new(sort.label_key()), SHORT);
    }

    fn rebuild_tasks(&mut self, cx: &mut AppCx) {
        let mut columns: Vec<TaskColumn> =
            cx.known_statuts().into_iter().map(|statut| TaskColumn { statut, items: Vec::new() }).collect();
        let mut unknown = TaskColumn::default();
        let (items, names) = (cx.list_items(ResourceKind::Tasks), cx.own_names());
        self.count = items.len();
        for item in items {
            if self.filter.is_active() && !self.filter.matches(&self.facts(&item, cx), &names) {
                continue;
            }
            let statut = item.text("statut").unwrap_or_default();
            let column = columns.iter_mut().find(|column| column.statut == statut);
            column.unwrap_or(&mut unknown).items.push(item);
        }
        if !unknown.items.is_empty() {
            columns.insert(0, unknown);
        }
        for column in &mut columns {
            column.items.sort_by_cached_key(|item| self.filter.sort_key(&self.facts(item, cx)));
        }
        self.columns = columns;
        self.restore_task_focus();
    }

    /// Restores the focus on the task; if it is gone, its neighbour gets the focus.
    fn restore_task_focus(&mut self) {
        let focus = self.focus.clone();
        let position = self.columns.iter().enumerate().find_map(|(column, task_column)| {
            let index = task_column.items.iter().position(|item| Some(&item.id) == focus.as_ref())?;
            Some((column, index))
        });
        if let Some((column, index)) = position {
            (self.focused_column, self.focused_index) = (column, index);
            return;
        }
        let has_items = |column: &TaskColumn| !column.items.is_empty();
        let has_tasks = self.columns.get(self.focused_column).is_some_and(has_items);
        if !has_tasks {
            self.focused_column = self.columns.iter().position(has_items).unwrap_or(0);
        }
        self.focus_task_at(self.focused_column, self.focused_index);
    }

    pub(crate) fn focus_task_at(&mut self, column: usize, index: usize) {
        let column = column.min(self.columns.len().saturating_sub(1));
        let items = self.columns.get(column).map_or(&[][..], |column| &column.items);
        let index = index.min(items.len().saturating_sub(1));
        let focus = items.get(index).map(|item| item.id.clone());
        (self.focused_column, self.focus, self.focused_index) = (column, focus, index);
    }

    pub(crate) fn focus_task_by(&mut self, by: isize) {
        let column = self.columns.get(self.focused_column);
        let index = step(self.focused_index, by, column.map_or(0, |column| column.items.len()));
        self.focus_task_at(self.focused_column, index);
    }

    /// Moves to the next column that contains a task; empty ones are skipped.
    pub(crate) fn focus_column_by(&mut self, forward: bool) {
        if let Some(column) = self.next_column(forward, |column| !column.items.is_empty()) {
            self.focus_task_at(column, self.focused_index);
        }
    }

    /// Returns the next or previous column for which `is_wanted` returns true.
    pub(crate) fn next_column(
        &self,
        forward: bool,
        is_wanted: impl Fn(&TaskColumn) -> bool,
    ) -> Option<usize> {
        let current = self.focused_column;
        let mut wanted =
            self.columns.iter().enumerate().filter(|(_, column)| is_wanted(column)).map(|(at, _)| at);
        if forward { wanted.find(|at| *at > current) } else { wanted.take_while(|at| *at < current).last() }
    }
}

/// Returns what filter and order compare of a task as received; `deals` gives the name of its deal.
pub fn task_facts(record: &Record, deals: &DealTable, zone: &TimeZone) -> TaskFacts {
    let field = |name: &str| record.text(name).map(Cow::into_owned);
    let name = name_of(field).unwrap_or_default();
    let deal = deal_of(field, &name, deals).map_or_else(String::new, |row| row.name.to_owned());
    let due = DUE_FIELDS.iter().find_map(|name| field(name)).and_then(|text| due_date(&text, zone));
    TaskFacts::new(field, name, deal, due)
}

/// Returns the deal that a field or the name of a task gives.
fn deal_of<'a>(
    field: impl Fn(&str) -> Option<String>,
    name: &str,
    deals: &'a DealTable,
) -> Option<DealRow<'a>> {
    let by_field = || deals.row(deals.find(&deal_field(field)?)?);
    by_field().or_else(|| deal_in_title(deals, name))
}

fn due_date(text: &str, zone: &TimeZone) -> Option<Date> {
    match DateOrTime::parse(text)? {
        DateOrTime::Day(day) => Some(day),
        DateOrTime::Instant(at) => Some(date::local(at, zone).date()),
    }
}

impl AppCx {
    /// Returns the user's names, from the configuration and the profile.
    pub(crate) fn own_names(&self) -> Vec<String> {
        let stored = self.setting(OWN_NAME_KEY).map(str::to_owned);
        self.options.user_names.iter().cloned().chain(stored).collect()
    }

    /// Returns identifier and name of a task's deal: of the deal that a field or the name of the task gives.
    pub(crate) fn deal_of_task(&self, task: &ListItem) -> Option<(DealId, String)> {
        let name = task.name().unwrap_or_default();
        let row = deal_of(|field| task.text(field), &name, &self.snapshot.deals)?;
        Some((DealId::new(row.id).ok()?, row.name.to_owned()))
    }

    /// Returns the due day of a task, if the service gave a readable one.
    pub fn due_day(&self, task: &ListItem) -> Option<Date> {
        due_date(&due_text(task)?, &self.options.zone)
    }

    /// Returns the known `statut` codes. They come from the taxonomy, field definitions, records, and the one in the
    /// contract.
    pub(crate) fn known_statuts(&self) -> Vec<String> {
        let vocabulary = &self.snapshot.learned_codes;
        let learned = ["task_statut", "statut_tache", "statut"].into_iter();
        let mut codes: Vec<String> = learned
            .flat_map(|code_kind| vocabulary.codes_of(code_kind).map(|(code, _)| code.to_owned()))
            .collect();
        codes.push(CONTRACT_STATUT.to_owned());
        codes.extend(self.list_items(ResourceKind::Tasks).iter().filter_map(|item| item.text("statut")));
        codes.retain(|code| !code.is_empty());
        let known = vocabulary::CodeKind::TaskStatut.codes();
        let rank = |code: &str| known.iter().position(|one| one.code == code).unwrap_or(known.len());
        codes.sort_by(|one, other| rank(one).cmp(&rank(other)).then_with(|| one.cmp(other)));
        codes.dedup();
        codes
    }
}

impl TasksState {
    pub(crate) fn can_move_task(&self, id: ActionId) -> Result<(), DisabledReason> {
        self.focused_task().ok_or(DisabledReason::NoTask)?;
        let (forward, last) = match id {
            ActionId::MoveNext => (true, DisabledReason::LastStatus),
            ActionId::MovePrevious => (false, DisabledReason::FirstStatus),
            _ => return Ok(()),
        };
        self.adjacent_statut(forward).map(|_| ()).ok_or(last)
    }

    /// Moves a dropped task, or reports that it was dropped in its own column.
    pub(crate) fn drop_task(&mut self, task: &str, statut: &str, cx: &mut AppCx) -> Vec<Effect> {
        let effects = self.move_task(task, statut, cx);
        if effects.is_empty() {
            cx.refuse(None, DisabledReason::DroppedInPlace);
        }
        effects
    }
}
