//! Changes of tasks: the `statut` and the local name. The contract allows writing the `statut` (`PUT
//! /tasks/{task_id}`). It defines no name, so a name that the user gives is stored locally.

use crate::contract::patch::Fields;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{FieldValue, Form, FormField, Layer, Menu, Purpose};
use crate::foundation::cx::toast_kind::ToastKind;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::Family;
use crate::screens::tasks::tasks::TasksState;
use crate::vocabulary;

impl TasksState {
    /// Returns the `statut` of the next or previous column, if there is one.
    pub(crate) fn statut_beside(&self, forward: bool) -> Option<String> {
        let here = self.lane;
        let named = |at: &usize| self.lanes.get(*at).is_some_and(|lane| !lane.statut.is_empty());
        let beside = if forward {
            (here + 1..self.lanes.len()).find(named)
        } else {
            (0..here).rev().find(named)
        };
        Some(self.lanes.get(beside?)?.statut.clone())
    }

    pub(crate) fn move_task_by(&mut self, forward: bool, cx: &mut AppCx) -> Vec<Effect> {
        let target = self.statut_beside(forward);
        let id = self.focused_task().map(|task| task.id.clone());
        match (target, id) {
            (Some(statut), Some(id)) => self.move_task(&id, &statut, cx),
            _ => Vec::new(),
        }
    }

    pub(crate) fn move_task(&mut self, id: &str, statut: &str, cx: &mut AppCx) -> Vec<Effect> {
        let mut all = self.lanes.iter().flat_map(|lane| &lane.items);
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
        cx.say(
            ToastKind::TaskMoved {
                label: label.clone(),
                to: statut.to_owned(),
            },
            cx.options.hold,
        );
        cx.change_record(Family::Tasks, id, label, before, after)
    }

    pub(crate) fn begin_move_task(&mut self, cx: &mut AppCx) {
        let Some(task) = self.focused_task() else { return };
        let (id, label) = (task.id.clone(), task.name_or_id());
        let from = task.text("statut").unwrap_or_default();
        let statuses = cx.statuts_offered();
        let here = statuses.iter().position(|code| *code == from);
        let selected = here.map_or(0, |at| (at + 1).min(statuses.len().saturating_sub(1)));
        cx.layer = Layer::Menu(Menu {
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
        let name = task.named_here.clone();
        let mut options = cx.statuts_offered();
        if !options.contains(&statut) {
            // A missing or unknown `statut` stays selected until the user chooses another.
            options.insert(0, statut.clone());
        }
        let selected = options.iter().position(|code| *code == statut).unwrap_or(0);
        cx.layer = Layer::Form(Form {
            purpose: Purpose::EditTask { id, shown: statut },
            label,
            replaces: None,
            fields: vec![
                FormField {
                    name: "statut",
                    value: FieldValue::Choice { options, selected },
                },
                FormField {
                    name: "name-here",
                    value: FieldValue::Text {
                        text: name,
                        known: Vec::new(),
                    },
                },
            ],
            focus: 0,
            pointed: None,
            error: None,
        });
    }

    /// Applies the form. A `statut` that the user did not change stays untouched, even if it changed meanwhile.
    pub(crate) fn finish_edit_task(
        &mut self,
        id: &str,
        shown: &str,
        form: &Form,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let statut = form.value("statut").to_owned();
        let named = cx.keep_name_here(Family::Tasks, id, form.value("name-here"));
        let mut effects = if statut.is_empty() || statut == shown {
            Vec::new()
        } else {
            self.move_task(id, &statut, cx)
        };
        effects.extend(named);
        effects
    }
}

impl AppCx {
    /// Returns the selectable `statut` codes: known ones first, then the remaining dictionary codes. The service may
    /// not know the latter.
    fn statuts_offered(&self) -> Vec<String> {
        let mut offered = self.statuts();
        for code in vocabulary::Family::TaskStatut.codes() {
            if !offered.iter().any(|known| known == code.code) {
                offered.push(code.code.to_owned());
            }
        }
        offered
    }
}
