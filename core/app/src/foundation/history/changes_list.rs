//! Column headings and filter form of the list of changes since the last visit.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue, Overlay};
use crate::foundation::history::visit::VisitState;

/// Locale keys of the column headings, in files and on the clipboard.
pub(crate) const HEADING_KEYS: [&str; 5] =
    ["field-name", "since-head-what", "since-head-change", "since-head-by", "since-head-when"];

impl VisitState {
    /// Opens the form for the filter text of the list.
    pub(crate) fn open_filter_form(&mut self, cx: &mut AppCx) {
        cx.overlay = Overlay::Form(Form {
            purpose: FormPurpose::FilterChanges,
            label: String::new(),
            replaces: None,
            fields: vec![FormField {
                name: "filter",
                value: FormValue::Text { text: self.list.filter.clone(), known: Vec::new() },
            }],
            focus: 0,
            error: None,
            suggestion: None,
        });
    }
}
