//! The fields of the form before a move, and which changes ask for it.

use crate::app::foundation::cx::bulk_row::BulkRow;
use crate::app::foundation::cx::bulk_row::BulkVerb;
use crate::app::foundation::cx::overlay::FieldValue;
use crate::app::foundation::cx::overlay::Form;
use crate::app::foundation::cx::overlay::FormField;
use crate::app::foundation::cx::overlay_types::Entering;
use crate::contract::models::kpi::KpiKey;
use crate::text::single_line::one_line;

/// The one field that is asked for and goes to the service with a move (`PUT /deals/{deal_id}`).
pub(in crate::app) const OWNER: &str = "responsable";

/// Whether a row of a change moves its deal to another status.
pub(in crate::app) fn enters(row: &BulkRow, verb: &BulkVerb) -> bool {
    let moves = matches!(
        verb,
        BulkVerb::Status(_) | BulkVerb::Beside { .. } | BulkVerb::Lane { .. }
    );
    moves && row.from != row.to
}

/// Whether a field is a house's own: one of which the contract names nothing.
pub(in crate::app) fn is_own_field(field: &str) -> bool {
    !matches!(field, OWNER | "name" | "classe_actif") && KpiKey::from_name(field).is_none()
}

/// The owner that a change itself gives.
pub(in crate::app) fn given_by(verb: &BulkVerb) -> Option<&str> {
    match verb {
        BulkVerb::Lane { owner, .. } => Some(owner),
        _ => None,
    }
}

/// The first field that is to be filled in and is not, with the key of the words for it.
pub(in crate::app) fn missing(form: &Form, entering: &Entering) -> Option<(usize, &'static str)> {
    let empty = |at: &usize| {
        form.fields
            .get(*at)
            .is_some_and(|field| one_line(field.text()).is_empty())
    };
    let mut asked = 0..entering.asks.len();
    let at = asked.find(|at| entering.waits_for(*at) && empty(at))?;
    Some((at, entering.empty_key(at)))
}

pub(in crate::app) fn choice(name: &'static str, options: Vec<String>, chosen: &str) -> FormField {
    let selected = options.iter().position(|option| option == chosen).unwrap_or(0);
    FormField {
        name,
        value: FieldValue::Choice { options, selected },
    }
}
