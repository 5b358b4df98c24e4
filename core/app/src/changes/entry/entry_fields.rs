//! The fields of the form before a move, and which changes ask for it.

use crate::contract::models::kpi::KpiKey;
use crate::foundation::cx::bulk_row::{BulkRow, BulkVerb};
use crate::foundation::cx::overlay::{FieldValue, Form, FormField};
use crate::foundation::cx::overlay_types::Entering;
use crate::text::single_line::one_line;

/// The only required field that is sent to the service with a move (`PUT /deals/{deal_id}`).
pub(crate) const OWNER: &str = "responsable";

/// Returns whether a row of a change moves its deal to another status.
pub(crate) fn enters(row: &BulkRow, verb: &BulkVerb) -> bool {
    let moves = matches!(
        verb,
        BulkVerb::Status(_) | BulkVerb::Beside { .. } | BulkVerb::Lane { .. }
    );
    moves && row.from != row.to
}

/// Returns whether a field is custom: unknown to the contract.
pub(crate) fn is_own_field(field: &str) -> bool {
    !matches!(field, OWNER | "name" | "classe_actif") && KpiKey::from_name(field).is_none()
}

/// Returns the owner that the change itself sets.
pub(crate) fn given_by(verb: &BulkVerb) -> Option<&str> {
    match verb {
        BulkVerb::Lane { owner, .. } => Some(owner),
        _ => None,
    }
}

/// Returns the first required field that is empty, with its message key.
pub(crate) fn missing(form: &Form, entering: &Entering) -> Option<(usize, &'static str)> {
    let empty = |at: &usize| {
        form.fields
            .get(*at)
            .is_some_and(|field| one_line(field.text()).is_empty())
    };
    let mut asked = 0..entering.asks.len();
    let at = asked.find(|at| entering.waits_for(*at) && empty(at))?;
    Some((at, entering.empty_key(at)))
}

pub(crate) fn choice(name: &'static str, options: Vec<String>, chosen: &str) -> FormField {
    let selected = options.iter().position(|option| option == chosen).unwrap_or(0);
    FormField {
        name,
        value: FieldValue::Choice { options, selected },
    }
}
