//! `App` methods for deals.

mod labels;

use crate::changes::deal::changes::furthest_active;
use crate::changes::deal::delete_question::ArmedDeletion;
use crate::contract::ids::DealId;
use crate::foundation::cx::bulk_row::BulkOp;
use crate::foundation::cx::overlay::{Menu, Overlay, PickerKind};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::shell::app::App;
use std::collections::BTreeSet;

impl App {
    pub(crate) fn move_by(&mut self, forward: bool) -> Vec<Effect> {
        if self.pipeline.acts_on_selection(&self.cx) {
            return self.change_selected(BulkOp::Adjacent { forward });
        }
        let Some(row) = self.pipeline.focused_row(&self.cx) else {
            return Vec::new();
        };
        let target = self.pipeline.adjacent_status(row.id, row.status, forward, &self.cx);
        match (target, DealId::new(row.id)) {
            (Ok(status), Ok(deal)) => self.cx.move_deal(&deal, &status),
            _ => Vec::new(),
        }
    }

    pub(crate) fn begin_move(&mut self) -> Vec<Effect> {
        let many = self.pipeline.acts_on_selection(&self.cx);
        let row = self.pipeline.focused_row(&self.cx).filter(|_| !many);
        let from = row.as_ref().map_or_else(String::new, |row| self.cx.intended_status(row.id, row.status));
        let deal = row.as_ref().and_then(|row| DealId::new(row.id).ok());
        if deal.is_none() && !many {
            return Vec::new();
        }
        let label = row.map_or_else(String::new, |row| row.name.to_owned());
        let statuses = self.pipeline.filtered.statuses();
        let at = |status: &str| statuses.iter().position(|other| other == status);
        let next = |status: &str| at(status).map(|at| (at + 1).min(statuses.len().saturating_sub(1)));
        let selected = if many {
            let current = self.selected_statuses();
            match current.first() {
                Some(shared) if current.len() == 1 => next(shared),
                _ => furthest_active(&current, &statuses),
            }
        } else {
            next(&from).or(Some(0))
        };
        self.cx.overlay =
            Overlay::Menu(Menu { deal, task: None, label, from, statuses, selected, typed: String::new() });
        Vec::new()
    }

    /// Returns the statuses of the selected deals, including pending moves.
    pub(crate) fn selected_statuses(&self) -> BTreeSet<String> {
        let deals = &self.cx.snapshot.deals;
        let intended = self.cx.intended_statuses();
        let rows = self.selected();
        let statuses = rows.iter().map(|ix| match intended.get(ix) {
            Some(status) => status.as_str(),
            None => deals.status_code(*ix).map_or("", |code| deals.statuses().text(code)),
        });
        let statuses_found: BTreeSet<&str> = statuses.collect();
        statuses_found.into_iter().map(str::to_owned).collect()
    }

    pub(crate) fn finish_move(&mut self) -> Vec<Effect> {
        // Without a chosen status the move has no target.
        if matches!(&self.cx.overlay, Overlay::Menu(menu) if menu.selected.is_none()) {
            self.cx.refuse(ActionId::MoveTo, DisabledReason::NoStatusChosen);
            return Vec::new();
        }
        let Overlay::Menu(menu) = std::mem::take(&mut self.cx.overlay) else {
            return Vec::new();
        };
        let chosen_status = menu.selected.and_then(|at| menu.statuses.get(at));
        if let (Some(statut), Some(task)) = (chosen_status, &menu.task) {
            return self.tasks.move_task(task, statut, &mut self.cx);
        }
        match (chosen_status, menu.deal) {
            (Some(status), Some(deal)) => {
                self.card_move.leave_trail(None, &mut self.table, &mut self.pipeline, &mut self.cx);
                // The user chose the deal's former status, so the user has seen that it changed since.
                let since = (*status == menu.from).then(|| self.cx.current_intended_status(deal.as_str()));
                let from = since.flatten().unwrap_or(menu.from);
                self.cx.move_from(&deal, (&from, status))
            }
            (Some(status), None) => {
                let status = status.clone();
                self.change_selected(BulkOp::Status(status))
            }
            (None, _) => Vec::new(),
        }
    }

    pub(crate) fn delete_deal(&mut self) -> Vec<Effect> {
        if self.deletion.armed_deletion(&self.cx).is_some() {
            return self.deletion.answer_question(0, &mut self.cx);
        }
        if self.pipeline.acts_on_selection(&self.cx) {
            self.plan_bulk(BulkOp::Delete);
            return Vec::new();
        }
        self.arm_deletion();
        Vec::new()
    }

    /// Opens the prompt to delete the focused deal.
    pub(crate) fn arm_deletion(&mut self) {
        let armed = self.pipeline.focused_row(&self.cx).and_then(|row| {
            Some(ArmedDeletion { deal: DealId::new(row.id).ok()?, label: row.name.to_owned() })
        });
        if armed.is_some() {
            self.deletion.armed = armed;
            self.open_picker(PickerKind::ConfirmDelete);
        }
    }

    /// Returns whether an action is handled by the deletion prompt.
    pub(crate) fn is_deletion_answer(id: ActionId) -> bool {
        matches!(
            id,
            ActionId::Open
                | ActionId::Back
                | ActionId::DeleteDeal
                | ActionId::FocusUp
                | ActionId::FocusDown
                | ActionId::Quit
        )
    }
}
