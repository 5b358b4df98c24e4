//! Input given when a deal enters a status, and its local part.
//!
//! This machine stores the reason and the custom fields, before the write they belong to.

use crate::contract::ids::DealId;
use crate::contract::models::kpi::KpiKey;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::bulk_row::{BulkOp, BulkRow, BulkState};
use crate::foundation::cx::overlay::{Form, FormField, FormValue};
use crate::foundation::cx::overlay_types::{EntryInput, EntrySummary, StatusEntry};
use crate::model::effect::Effect;
use crate::model::entry_values::{custom_field_setting, reason_setting};
use crate::text::single_line::one_line;
use std::collections::BTreeSet;

/// Input of an entry form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EntryValues {
    fields: Vec<(String, String)>,
    reasons: Vec<(String, String)>,
}

impl EntryValues {
    pub(crate) fn from_form(form: &Form, inputs: &[EntryInput]) -> Self {
        let mut values = Self::default();
        for (input, field) in inputs.iter().zip(&form.fields) {
            let text = one_line(field.text());
            match input {
                EntryInput::Field(name) => values.fields.push((name.clone(), text)),
                EntryInput::Reason { status, .. } => values.reasons.push((status.clone(), text)),
            }
        }
        values
    }

    /// Returns the owner given.
    pub(crate) fn owner(&self) -> Option<&str> {
        let mut fields = self.fields.iter();
        fields.find(|(name, _)| name == OWNER_FIELD).map(|(_, owner)| owner.as_str())
    }

    fn reason(&self, status: &str) -> Option<&str> {
        let entry = self.reasons.iter().find(|(code, _)| code == status);
        entry.map(|(_, reason)| reason.as_str()).filter(|reason| !reason.is_empty())
    }
}

impl AppCx {
    /// Returns the stored reason for the deal's status; empty if there is none.
    #[must_use]
    pub fn stored_reason(&self, status: &str, deal: &str) -> &str {
        self.stored_text(&reason_setting(status, deal))
    }

    /// Returns the stored value of a custom field; empty if there is none.
    #[must_use]
    pub fn custom_field(&self, field: &str, deal: &str) -> &str {
        self.stored_text(&custom_field_setting(field, deal))
    }

    fn stored_text(&self, name: &str) -> &str {
        let settings = self.snapshot.settings.as_ref();
        settings.and_then(|settings| settings.get(name)).map_or("", String::as_str)
    }

    /// Returns the settings to store for a deal that enters a status. They replace those of an earlier entry.
    pub(crate) fn settings_to_store(
        &self,
        deal: &DealId,
        status: &str,
        values: &EntryValues,
    ) -> Vec<(String, Option<String>)> {
        let custom = values
            .fields
            .iter()
            .filter(|(name, _)| name != OWNER_FIELD && self.custom_field(name, deal.as_str()).is_empty());
        let mut settings: Vec<(String, Option<String>)> = custom
            .filter(|(name, _)| {
                let rule = self.options.entry_rules.rule_for(status);
                rule.is_some_and(|rule| rule.requires().contains(name))
            })
            .map(|(name, text)| (custom_field_setting(name, deal.as_str()), Some(text.clone())))
            .collect();
        let reason = values.reason(status);
        if reason.unwrap_or_default() != self.stored_reason(status, deal.as_str()) {
            settings.push((reason_setting(status, deal.as_str()), reason.map(str::to_owned)));
        }
        settings
    }

    /// Returns whether any reason is stored on this device.
    fn has_stored_reasons(&self) -> bool {
        let prefix = reason_setting("", "");
        let prefix = prefix.trim_end_matches('/');
        let settings = self.snapshot.settings.as_ref();
        settings.is_some_and(|settings| {
            let first = settings.range(prefix.to_owned()..).next();
            first.is_some_and(|(name, _)| name.starts_with(prefix))
        })
    }

    /// Puts the settings before the writes. If the program stops in between, no move lacks its reason.
    pub(crate) fn settings_then_writes(
        &mut self,
        deals: &BTreeSet<DealId>,
        settings: Vec<(String, Option<String>)>,
        writes: Vec<Effect>,
    ) -> Vec<Effect> {
        if settings.is_empty() {
            return writes;
        }
        for deal in deals {
            if let Some((seq, _)) = self.expected.get_mut(deal) {
                *seq += 1;
            }
        }
        std::iter::once(Effect::SaveSettings(settings)).chain(writes).collect()
    }

    /// Sets the additional values of a row and returns the settings to store for it.
    pub(crate) fn fill_row(
        &self,
        row: &mut BulkRow,
        op: &BulkOp,
        values: &EntryValues,
    ) -> Vec<(String, Option<String>)> {
        if row.state != BulkState::Planned || !changes_status(row, op) {
            return Vec::new();
        }
        if self.options.entry_rules.is_empty() && !self.has_stored_reasons() {
            return Vec::new();
        }
        let table = &self.snapshot.deals;
        if let Some(owner) = values.owner()
            && let Some(rule) = self.options.entry_rules.rule_for(&row.to)
            && rule.requires().iter().any(|field| field == OWNER_FIELD)
            && let Some(current) = table.find(row.deal.as_str()).and_then(|ix| table.row(ix))
            && self.lacks_field(&current, OWNER_FIELD, owner_set_by(op))
        {
            row.assigned_owner = Some(owner.to_owned());
        }
        self.settings_to_store(&row.deal, &row.to, values)
    }
}

/// The only required field that is sent to the service with a move (`PUT /deals/{deal_id}`).
pub(crate) const OWNER_FIELD: &str = "responsable";

/// Returns whether a row of a change moves its deal to another status.
pub(crate) fn changes_status(row: &BulkRow, op: &BulkOp) -> bool {
    let sets_status = matches!(op, BulkOp::Status(_) | BulkOp::Adjacent { .. } | BulkOp::SwimlaneCell { .. });
    sets_status && row.from != row.to
}

/// Returns whether a field is custom: unknown to the contract.
pub(crate) fn is_custom_field(field: &str) -> bool {
    !matches!(field, OWNER_FIELD | "name" | "classe_actif") && KpiKey::from_name(field).is_none()
}

/// Returns the owner that the change itself sets.
pub(crate) fn owner_set_by(op: &BulkOp) -> Option<&str> {
    match op {
        BulkOp::SwimlaneCell { owner, .. } => Some(owner),
        _ => None,
    }
}

/// Returns the first required field that is empty, with its message key.
pub(crate) fn missing_input(form: &Form, entry: &StatusEntry) -> Option<(usize, &'static str)> {
    let empty = |at: &usize| form.fields.get(*at).is_some_and(|field| one_line(field.text()).is_empty());
    let mut inputs = 0..entry.inputs.len();
    let at = inputs.find(|at| entry.is_required(*at) && empty(at))?;
    Some((at, entry.empty_key(at)))
}

pub(crate) fn choice_field(name: &'static str, options: Vec<String>, selected_value: &str) -> FormField {
    let selected = options.iter().position(|option| option == selected_value).unwrap_or(0);
    FormField { name, value: FormValue::Choice { options, selected } }
}

impl EntrySummary {
    /// Number of deals that are named.
    const MAX_NAMES: usize = 3;

    /// Returns the number of deals.
    #[must_use]
    pub fn count(&self) -> usize {
        self.targets.iter().map(|(_, count)| count).sum()
    }

    /// Adds a deal.
    pub(crate) fn add(&mut self, row: &BulkRow) {
        match self.targets.iter_mut().find(|(status, _)| *status == row.to) {
            Some((_, count)) => *count += 1,
            None => self.targets.push((row.to.clone(), 1)),
        }
        if self.first_names.len() < Self::MAX_NAMES {
            self.first_names.push(row.label.clone());
        }
    }
}
