//! Changes of tasks: the `statut` and the local name. The contract allows writing the `statut` (`PUT
//! /tasks/{task_id}`). It defines no name, so a name that the user gives is stored locally.

use crate::contract::patch::Fields;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue, Menu, Overlay};
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::screens::tasks::filter::{TaskFilter, TaskSort};
use crate::screens::tasks::tasks::TasksState;
use crate::vocabulary;

impl TasksState {
    /// Returns the `statut` of the next or previous column, if there is one.
    pub(crate) fn adjacent_statut(&self, forward: bool) -> Option<String> {
        let column = self.next_column(forward, |column| !column.statut.is_empty())?;
        Some(self.columns.get(column)?.statut.clone())
    }

    pub(crate) fn move_task_by(&mut self, forward: bool, cx: &mut AppCx) -> Vec<Effect> {
        let target = self.adjacent_statut(forward);
        let id = self.focused_task().map(|task| task.id.clone());
        match (target, id) {
            (Some(statut), Some(id)) => self.move_task(&id, &statut, cx),
            _ => Vec::new(),
        }
    }

    pub(crate) fn move_task(&mut self, id: &str, statut: &str, cx: &mut AppCx) -> Vec<Effect> {
        let mut all = self.columns.iter().flat_map(|column| &column.items);
        let Some(task) = all.find(|item| item.id == id) else {
            return Vec::new();
        };
        let (from, label) = (task.text("statut"), task.name_or_id());
        if from.as_deref() == Some(statut) {
            return Vec::new();
        }
        let (mut before, mut after) = (Fields::new(), Fields::new());
        if let Some(from) = from {
            before.set_text("statut", &from);
        }
        after.set_text("statut", statut);
        cx.notify(
            ToastContent::about("toast-moved", &label)
                .with_arg("status", ToastArg::TaskStatus(statut.to_owned()))
                .for_record(id)
                .scheduled(),
            cx.options.undo_delay,
        );
        cx.change_record(ResourceKind::Tasks, id, label, before, after)
    }

    pub(crate) fn begin_move_task(&mut self, cx: &mut AppCx) {
        let Some(task) = self.focused_task() else { return };
        let (id, label) = (task.id.clone(), task.name_or_id());
        let from = task.text("statut").unwrap_or_default();
        let statuses = cx.statut_choices();
        let index = statuses.iter().position(|code| *code == from);
        let selected = index.map_or(0, |at| (at + 1).min(statuses.len().saturating_sub(1)));
        cx.overlay = Overlay::Menu(Menu {
            deal: None,
            task: Some(id),
            label,
            from,
            statuses,
            selected: Some(selected),
            typed: String::new(),
        });
    }

    pub(crate) fn begin_edit_task(&mut self, cx: &mut AppCx) {
        let Some(task) = self.focused_task() else { return };
        let (id, label) = (task.id.clone(), task.name_or_id());
        let statut = task.text("statut").unwrap_or_default();
        let name = task.local_name.clone();
        let mut options = cx.statut_choices();
        if !options.contains(&statut) {
            // A missing or unknown `statut` stays selected until the user chooses another.
            options.insert(0, statut.clone());
        }
        let selected = options.iter().position(|code| *code == statut).unwrap_or(0);
        cx.overlay = Overlay::Form(Form::new(
            FormPurpose::EditTask { id, shown_status: statut },
            label,
            vec![
                FormField { name: "statut", value: FormValue::Choice { options, selected } },
                FormField::text_field("name-here", name),
            ],
        ));
    }

    /// Opens the form for filter and order.
    pub(crate) fn begin_filter(&self, cx: &mut AppCx) {
        let choice = |options: &[&str], selected| FormValue::Choice {
            options: options.iter().map(|&code| code.to_owned()).collect(),
            selected,
        };
        let sort = TaskSort::ALL.map(TaskSort::name);
        let at = TaskSort::ALL.iter().position(|sort| *sort == self.filter.sort).unwrap_or(0);
        let text = FormValue::Text { text: self.filter.text.clone(), known: Vec::new() };
        cx.overlay = Overlay::Form(Form::new(
            FormPurpose::FilterTasks,
            String::new(),
            vec![
                FormField { name: "task-filter", value: text },
                FormField {
                    name: "task-mine",
                    value: choice(&["all", "mine"], usize::from(self.filter.mine)),
                },
                FormField { name: "task-sort", value: choice(&sort, at) },
            ],
        ));
    }

    /// Applies the form for filter and order.
    pub(crate) fn finish_filter(&mut self, form: &Form, cx: &mut AppCx) {
        let filter = TaskFilter {
            text: form.value("task-filter").trim().to_owned(),
            mine: form.value("task-mine") == "mine",
            sort: TaskSort::from_name(form.value("task-sort")).unwrap_or_default(),
        };
        self.set_filter(filter, cx);
    }

    /// Applies the form. A `statut` that the user did not change stays untouched, even if it changed meanwhile.
    pub(crate) fn finish_edit_task(
        &mut self,
        id: &str,
        shown_statut: &str,
        form: &Form,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let statut = form.value("statut").to_owned();
        let effects_of_name = cx.set_local_name(ResourceKind::Tasks, id, form.value("name-here"));
        let mut effects = if statut.is_empty() || statut == shown_statut {
            Vec::new()
        } else {
            self.move_task(id, &statut, cx)
        };
        effects.extend(effects_of_name);
        effects
    }
}

impl AppCx {
    /// Returns the selectable `statut` codes: known ones first, then the remaining dictionary codes. The service may
    /// not know the latter.
    fn statut_choices(&self) -> Vec<String> {
        let mut offered = self.known_statuts();
        for code in vocabulary::CodeKind::TaskStatut.codes() {
            if !offered.iter().any(|known| known == code.code) {
                offered.push(code.code.to_owned());
            }
        }
        offered
    }
}
