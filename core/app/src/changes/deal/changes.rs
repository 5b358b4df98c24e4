//! Changes to a deal: move, edit, delete.
//!
//! Each change is an effect that includes the values the user saw, so that the engine can detect conflicts. This module
//! changes only messages and expectations. Undo is in `undo`.

use crate::foundation::cx::app_cx::AppCx;
use crate::text::single_line::one_line;
use std::collections::BTreeSet;

use crate::contract::ids::{DealId, is_temporary};
use crate::contract::models::deal::WRITABLE;
use crate::contract::patch::Fields;
use crate::model::effect::Effect;
use crate::model::table::DealRow;
use crate::vocabulary::is_inactive_status;

use crate::changes::entry::entry_values::EntryValues;
use crate::foundation::cx::toast_content::ToastContent;

impl AppCx {
    pub(crate) fn move_deal(&mut self, deal: &DealId, status: &str) -> Vec<Effect> {
        match self.current_intended_status(deal.as_str()) {
            Some(from) => self.move_from(deal, (&from, status)),
            None => Vec::new(),
        }
    }

    /// Moves a deal from the status that the user saw to another. If another user has changed the status since, the
    /// move meets a conflict and overwrites nothing.
    pub(crate) fn move_from(&mut self, deal: &DealId, (from, status): (&str, &str)) -> Vec<Effect> {
        if from == status || self.open_entry_if_needed(deal, (from, status), None) {
            return Vec::new();
        }
        self.enter_status(deal, (from, status), None, &EntryValues::default())
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

    /// Sets the owner of a deal; an empty text removes it.
    pub(crate) fn set_owner(&mut self, deal: DealId, new_owner: &str) -> Vec<Effect> {
        let table = &self.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return Vec::new();
        };
        let owner = row.owner.to_owned();
        self.set_owner_from(deal, &owner, new_owner)
    }

    /// Sets the owner of a deal whose owner the user saw as `displayed`. If another user has changed it since, the change
    /// meets a conflict and overwrites nothing.
    pub(crate) fn set_owner_from(&mut self, deal: DealId, displayed: &str, new_owner: &str) -> Vec<Effect> {
        let table = &self.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return Vec::new();
        };
        let (owner, label) = (displayed.to_owned(), row.name.to_owned());
        let new_owner = one_line(new_owner);
        if new_owner == owner {
            return Vec::new();
        }
        let (mut before, mut after) = (Fields::new(), Fields::new());
        for (fields, value) in [(&mut before, &owner), (&mut after, &new_owner)] {
            if value.is_empty() {
                fields.set_null("responsable");
            } else {
                fields.set_text("responsable", value);
            }
        }
        let content = ToastContent::given(&label, [&owner, &new_owner]).for_record(deal.as_str());
        self.notify(content, self.options.undo_delay);
        self.change_fields(deal, label, before, after)
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
