//! Changes to a deal: move, edit, delete.
//!
//! Each change is an effect that includes the values the user saw, so that the engine can detect conflicts. This module
//! changes only messages and expectations. Undo is in `undo`.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use std::collections::BTreeSet;

use crate::contract::ids::{DealId, is_temporary};
use crate::contract::models::deal::WRITABLE;
use crate::contract::patch::Fields;
use crate::model::effect::Effect;
use crate::model::table::DealRow;
use crate::vocabulary::{CodeKind, is_inactive_status};

use crate::changes::entry::entry_values::EntryValues;
use crate::foundation::cx::change::UndoableChange;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::disabled_reason::DisabledReason;

impl AppCx {
    /// Returns the status that the user intends; a recent request counts before the engine answers.
    pub(crate) fn intended_status(&self, deal: &str, displayed: &str) -> String {
        let expected = self.expected.iter().find(|(id, _)| id.as_str() == deal);
        let expected =
            expected.and_then(|(_, (_, fields))| fields.text("status").map(std::borrow::Cow::into_owned));
        expected.unwrap_or_else(|| displayed.to_owned())
    }

    pub(crate) fn move_deal(&mut self, deal: &DealId, status: &str) -> Vec<Effect> {
        match self.current_intended_status(deal.as_str()) {
            Some(from) => self.move_from(deal, (&from, status)),
            None => Vec::new(),
        }
    }

    /// Returns the intended status of a deal, or `None` if the deal is missing.
    pub(crate) fn current_intended_status(&self, deal: &str) -> Option<String> {
        let table = &self.snapshot.deals;
        let row = table.find(deal).and_then(|ix| table.row(ix))?;
        Some(self.intended_status(row.id, row.status))
    }

    /// Moves a deal from the status that the user saw to another. If another user has changed the status since, the
    /// move meets a conflict and overwrites nothing.
    pub(crate) fn move_from(&mut self, deal: &DealId, (from, status): (&str, &str)) -> Vec<Effect> {
        if from == status || self.open_entry_if_needed(deal, (from, status), None) {
            return Vec::new();
        }
        self.enter_status(deal, (from, status), None, &EntryValues::default())
    }

    /// Moves a deal like `move_from`, without an entry form.
    pub(crate) fn move_without_form(&mut self, deal: &DealId, (from, status): (&str, &str)) -> Vec<Effect> {
        let table = &self.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return Vec::new();
        };
        if from == status {
            return Vec::new();
        }
        let label = row.name.to_owned();
        let from = from.to_owned();
        self.change_status(deal, label, (from, status), (Fields::new(), Fields::new()))
    }

    /// Moves a deal to a swimlane's status and owner. It is one write, so one undo reverts both.
    pub(crate) fn move_to_swimlane(&mut self, deal: &DealId, status: &str, owner: &str) -> Vec<Effect> {
        let table = &self.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return Vec::new();
        };
        let from = self.intended_status(row.id, row.status);
        if from == status {
            return self.set_owner(deal.clone(), owner);
        }
        let from_to = (from.as_str(), status);
        if self.open_entry_if_needed(deal, from_to, Some(owner)) {
            return Vec::new();
        }
        self.enter_status(deal, from_to, Some(owner), &EntryValues::default())
    }

    /// Moves a deal like `move_from`, without an entry form.
    pub(in crate::changes) fn move_to_swimlane_unasked(
        &mut self,
        deal: &DealId,
        (from, status): (&str, &str),
        owner: &str,
    ) -> Vec<Effect> {
        let table = &self.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return Vec::new();
        };
        if from == status || row.owner == owner {
            return self.move_without_form(deal, (from, status));
        }
        let label = row.name.to_owned();
        let (mut before, mut after) = (Fields::new(), Fields::new());
        for (fields, owner) in [(&mut before, row.owner), (&mut after, owner)] {
            if owner.is_empty() {
                fields.set_null("responsable");
            } else {
                fields.set_text("responsable", owner);
            }
        }
        self.change_status(deal, label, (from.to_owned(), status), (before, after))
    }

    /// Reports that a deal moves and submits the status with the other changed fields.
    fn change_status(
        &mut self,
        deal: &DealId,
        label: String,
        (from, to): (String, &str),
        (mut before, mut after): (Fields, Fields),
    ) -> Vec<Effect> {
        before.set_text("status", &from);
        after.set_text("status", to);
        let owner = after.touches("responsable").then(|| {
            let new_owner = after.text("responsable");
            new_owner.map_or_else(String::new, std::borrow::Cow::into_owned)
        });
        let toast = ToastContent::Moved { label: label.clone(), from, to: to.to_owned(), owner };
        self.notify(toast, self.options.undo_delay);
        self.change_fields(deal.clone(), label, before, after)
    }

    /// Records a change of fields for undo and submits it.
    pub(in crate::changes) fn change_fields(
        &mut self,
        deal: DealId,
        label: String,
        before: Fields,
        after: Fields,
    ) -> Vec<Effect> {
        self.history.push(UndoableChange::Fields {
            deal: deal.clone(),
            label: label.clone(),
            before: before.clone(),
            after: after.clone(),
        });
        self.expect(&deal, &after);
        vec![Effect::Update { deal, fields: after, base: before, label, undo_delay: self.options.undo_delay }]
    }

    /// Returns the fields of a deal as the user sees them, including their pending changes. Empty if the deal is not
    /// loaded.
    pub(crate) fn displayed_fields(&self, deal: &DealId) -> Fields {
        let table = &self.snapshot.deals;
        let current = table.find(deal.as_str()).and_then(|ix| table.row(ix));
        let mut fields = current.map(|row| writable_fields(&row)).unwrap_or_default();
        if let Some((_, expected)) = self.expected.get(deal) {
            fields.merge(expected);
        }
        fields
    }

    pub(crate) fn expect(&mut self, deal: &DealId, fields: &Fields) {
        self.expect_after(0, deal, fields);
    }

    /// Expects the fields of a write that is submitted behind `earlier_writes` others. They are expected until its turn has come.
    pub(crate) fn expect_after(&mut self, earlier_writes: usize, deal: &DealId, fields: &Fields) {
        // `AppCx::finish` counts these effects next.
        let seq = self.submitted + 1 + earlier_writes as u64;
        let entry = self.expected.entry(deal.clone()).or_insert_with(|| (seq, Fields::new()));
        entry.0 = seq;
        entry.1.merge(fields);
    }
}

impl Pipeline {
    /// Returns the next or previous status in board order, or why there is none.
    pub(crate) fn adjacent_status(
        &self,
        deal: &str,
        displayed: &str,
        forward: bool,
        cx: &AppCx,
    ) -> Result<String, DisabledReason> {
        let status = cx.intended_status(deal, displayed);
        let statuses: Vec<String> =
            self.filtered.columns.iter().map(|column| column.status.clone()).collect();
        adjacent(&statuses, &status, forward).map(str::to_owned)
    }
}

/// Returns the writable fields of a deal as they are shown. For a deal not created yet, empty fields are omitted: what
/// the service adds later is not a conflict.
pub(crate) fn writable_fields(row: &DealRow<'_>) -> Fields {
    let mut fields = Fields::new();
    let values = [row.name, row.status, row.class, row.owner];
    for (name, value) in WRITABLE.into_iter().zip(values) {
        if !value.is_empty() || !is_temporary(row.id) {
            fields.set_text(name, value);
        }
    }
    fields
}

/// Returns the index of the furthest active status among those of several deals. Preselecting it lets the others catch
/// up, and Enter alone moves no deal back. Returns `None` if every deal is in an inactive status.
pub(crate) fn furthest_active(current: &BTreeSet<String>, statuses: &[String]) -> Option<usize> {
    let is_active = |status: &String| current.contains(status) && !is_inactive_status(status);
    statuses.iter().rposition(is_active)
}

/// Returns the status one step away in board order. Statuses that pause or end a deal are skipped; they are reached by
/// name alone. Deals cannot be moved to the column without a status.
pub(crate) fn adjacent<'a>(
    statuses: &'a [String],
    status: &str,
    forward: bool,
) -> Result<&'a str, DisabledReason> {
    let end = if forward { DisabledReason::LastStatus } else { DisabledReason::FirstStatus };
    let position = statuses.iter().position(|other| other == status).ok_or(end)?;
    let (before, after) = statuses.split_at(position);
    let mut candidates: Vec<&str> = if forward {
        after.iter().skip(1).map(String::as_str).collect()
    } else {
        before.iter().rev().map(String::as_str).collect()
    };
    candidates.retain(|status| !status.is_empty());
    let inactive = candidates.iter().take_while(|status| is_inactive_status(status)).count();
    match candidates.get(inactive) {
        None if inactive == 0 => Err(end),
        Some(next) if inactive == 0 || is_contract_status(next) => Ok(next),
        // Skipping an inactive status is allowed only onto a status of the contract.
        _ => Err(DisabledReason::NextStatusInactive),
    }
}

/// Returns whether a status is in the contract.
fn is_contract_status(status: &str) -> bool {
    let mut codes = CodeKind::DealStatus.codes().iter();
    codes.any(|codes| codes.code == status)
}
