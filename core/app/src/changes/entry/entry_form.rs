//! The entry form: input that a status requires before a deal enters it
//! ([`EntryRules`](crate::model::entry_rules::EntryRules)).
//!
//! The form asks for missing fields and for the reason. Until it is filled in, nothing moves and no effect is sent to
//! the engine; leaving it changes nothing. Fields that the contract lets a client write are sent with the move; other
//! fields and the reason stay on this device. A bulk change asks once. Undo and redo do not ask.

use super::entry_values::EntryValues;
use crate::changes::entry::entry_values::{OWNER_FIELD, choice_field};
use crate::contract::ids::DealId;
use crate::contract::models::kpi::KpiKey;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue, Overlay};
use crate::foundation::cx::overlay_types::{EntryInput, EntryMoves, StatusEntry};
use crate::model::effect::Effect;
use crate::model::entry_values::{custom_field_setting, reason_setting};
use crate::model::table::DealRow;
use std::collections::{BTreeMap, BTreeSet};

impl StatusEntry {
    /// Returns whether the move requires the field at `at`.
    pub(in crate::changes) fn is_required(&self, at: usize) -> bool {
        match self.inputs.get(at) {
            Some(EntryInput::Field(_)) => true,
            Some(EntryInput::Reason { required, .. }) => *required,
            None => false,
        }
    }

    /// Returns the message key for a required field that is empty.
    pub(in crate::changes) fn empty_key(&self, at: usize) -> &'static str {
        match self.inputs.get(at) {
            Some(EntryInput::Reason { .. }) => "form-entry-reason-empty",
            Some(EntryInput::Field(_)) | None => "form-entry-field-empty",
        }
    }
}

impl AppCx {
    /// Opens the entry form if the status asks for input. Returns whether it opened.
    pub(in crate::changes) fn open_entry_if_needed(
        &mut self,
        deal: &DealId,
        (from, status): (&str, &str),
        owner: Option<&str>,
    ) -> bool {
        if self.options.entry_rules.is_empty() {
            return false;
        }
        let table = &self.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return false;
        };
        let mut inputs = Vec::new();
        self.add_inputs(&row, status, owner, &mut inputs);
        let label = row.name.to_owned();
        self.open_entry(label, inputs, || EntryMoves::One {
            deal: deal.clone(),
            from: from.to_owned(),
            status: status.to_owned(),
            owner: owner.map(str::to_owned),
        })
    }

    /// Adds the input that a status requires of a deal. Reasons come last.
    pub(crate) fn add_inputs(
        &self,
        row: &DealRow<'_>,
        status: &str,
        owner: Option<&str>,
        inputs: &mut Vec<EntryInput>,
    ) {
        let Some(rule) = self.options.entry_rules.rule_for(status) else {
            return;
        };
        for field in rule.requires() {
            let input = EntryInput::Field(field.clone());
            if !inputs.contains(&input) && self.lacks_field(row, field, owner) {
                let fields = inputs.iter().filter(|input| matches!(input, EntryInput::Field(_))).count();
                inputs.insert(fields, input);
            }
        }
        let reason_input = rule
            .reason()
            .map(|reason| EntryInput::Reason { status: status.to_owned(), required: reason.required });
        inputs.extend(reason_input.filter(|input| !inputs.contains(input)));
    }

    /// Returns whether a field has neither a service value nor a local one. `owner` is the one that the move itself
    /// sets.
    pub(crate) fn lacks_field(&self, row: &DealRow<'_>, field: &str, owner: Option<&str>) -> bool {
        let has_value = match (field, KpiKey::from_name(field)) {
            (OWNER_FIELD, _) => {
                let expected = self.expected.iter().find(|(id, _)| id.as_str() == row.id);
                let expected = expected.filter(|(_, (_, fields))| fields.touches(OWNER_FIELD));
                match (owner, expected) {
                    (Some(owner), _) => !owner.is_empty(),
                    (None, Some((_, (_, fields)))) => {
                        fields.text(OWNER_FIELD).is_some_and(|owner| !owner.is_empty())
                    }
                    (None, None) => !row.owner.is_empty(),
                }
            }
            ("name", _) => !row.name.is_empty(),
            ("classe_actif", _) => !row.class.is_empty(),
            (_, Some(key)) => row.number(key).is_some(),
            (_, None) => self.has_received(row.id, field),
        };
        !has_value && (field == OWNER_FIELD || self.custom_field(field, row.id).is_empty())
    }

    /// Returns whether the loaded detail of a deal contains a value for the field.
    fn has_received(&self, deal: &str, field: &str) -> bool {
        let mut details = self.snapshot.details.iter();
        let detail = details.find(|(id, _)| id.as_str() == deal);
        let body = detail.and_then(|(_, detail)| detail.deal.value.as_ref());
        let raw = body.and_then(|deal| deal.record().raw(field));
        raw.is_some_and(|raw| !matches!(raw.get(), "null" | "\"\"" | "[]" | "{}"))
    }

    pub(crate) fn open_entry(
        &mut self,
        label: String,
        inputs: Vec<EntryInput>,
        moves: impl FnOnce() -> EntryMoves,
    ) -> bool {
        if inputs.is_empty() {
            return false;
        }
        let fields = inputs.iter().map(|input| self.entry_field(input)).collect();
        self.overlay = Overlay::Form(Form::new(
            FormPurpose::EnterStatus(Box::new(StatusEntry { moves: moves(), inputs })),
            label,
            fields,
        ));
        true
    }

    fn entry_field(&self, input: &EntryInput) -> FormField {
        let text = |name, known| FormField { name, value: FormValue::Text { text: String::new(), known } };
        match input {
            EntryInput::Field(name) if name == OWNER_FIELD => text(OWNER_FIELD, self.owners_by_frequency()),
            EntryInput::Field(name) => text("own", self.earlier_inputs(&custom_field_setting(name, ""))),
            EntryInput::Reason { status, .. } => {
                let rule = self.options.entry_rules.rule_for(status);
                let choices = rule.and_then(|rule| rule.reason()).map_or(&[][..], |reason| &reason.choices);
                if choices.is_empty() {
                    return text("reason", self.earlier_inputs(&reason_setting(status, "")));
                }
                // Preselect no option, or most moves would get the first reason of the list.
                let options = std::iter::once(String::new()).chain(choices.iter().cloned());
                choice_field("reason", options.collect(), "")
            }
        }
    }

    /// Returns the earlier inputs for `prefix`, most frequent first.
    fn earlier_inputs(&self, prefix: &str) -> Vec<String> {
        let Some(settings) = &self.snapshot.settings else {
            return Vec::new();
        };
        let mut uses_by_text: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
        let stored = settings.range(prefix.to_owned()..);
        for (_, text) in stored.take_while(|(name, _)| name.starts_with(prefix)) {
            *uses_by_text.entry(text).or_default() += 1;
        }
        let mut texts: Vec<(&str, usize)> = uses_by_text.into_iter().collect();
        texts.sort_by_key(|(_, uses)| std::cmp::Reverse(*uses));
        texts.into_iter().map(|(text, _)| text.to_owned()).collect()
    }

    /// Moves one deal with the given input.
    pub(crate) fn enter_status(
        &mut self,
        deal: &DealId,
        (from, status): (&str, &str),
        owner: Option<&str>,
        values: &EntryValues,
    ) -> Vec<Effect> {
        let owner = values.owner().or(owner).map(str::to_owned);
        let settings = self.settings_to_store(deal, status, values);
        let effects = match owner {
            Some(owner) => self.move_to_swimlane_unasked(deal, (from, status), &owner),
            None => self.move_without_form(deal, (from, status)),
        };
        if effects.is_empty() {
            return Vec::new();
        }
        self.settings_then_writes(&BTreeSet::from([deal.clone()]), settings, effects)
    }

    pub(crate) fn owners_by_frequency(&self) -> Vec<String> {
        let mut uses_by_owner: BTreeMap<&str, usize> = BTreeMap::new();
        for row in self.snapshot.deals.rows().filter(|row| !row.owner.is_empty()) {
            *uses_by_owner.entry(row.owner).or_default() += 1;
        }
        let mut owners: Vec<(&str, usize)> = uses_by_owner.into_iter().collect();
        owners.sort_by_key(|(_, uses)| std::cmp::Reverse(*uses));
        owners.into_iter().map(|(owner, _)| owner.to_owned()).collect()
    }
}
