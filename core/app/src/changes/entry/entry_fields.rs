//! The fields of the form before a move, and which changes ask for it.

use crate::contract::models::kpi::KpiKey;
use crate::foundation::cx::bulk_row::{BulkOp, BulkRow};
use crate::foundation::cx::overlay::{Form, FormField, FormValue};
use crate::foundation::cx::overlay_types::StatusEntry;
use crate::text::single_line::one_line;

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
