//! The list of what changed since the last visit, as it is acted on: opened and come back to, filtered, copied.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::overlay::{FieldValue, Form, FormField, Layer, Purpose};
use crate::app::foundation::history::visit::VisitState;

/// What a file and the clipboard call the columns.
pub(in crate::app) const HEADS: [&str; 5] = [
    "field-name",
    "since-head-what",
    "since-head-change",
    "since-head-by",
    "since-head-when",
];

impl VisitState {
    /// Asks for the words that the changes listed must hold.
    pub(in crate::app) fn begin_filter_changes(&mut self, cx: &mut AppCx) {
        cx.layer = Layer::Form(Form {
            purpose: Purpose::FilterChanges,
            label: String::new(),
            replaces: None,
            fields: vec![FormField {
                name: "filter",
                value: FieldValue::Text {
                    text: self.since.filter.clone(),
                    known: Vec::new(),
                },
            }],
            focus: 0,
            error: None,
            pointed: None,
        });
    }
}
