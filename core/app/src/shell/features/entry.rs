//! `App` methods for the fields that a status requires.

use crate::changes::entry::entry_values::{EntryValues, missing_input};
use crate::foundation::cx::overlay::{Form, Overlay, PickerKind};
use crate::foundation::cx::overlay_types::{EntryMoves, StatusEntry};
use crate::model::effect::Effect;
use crate::shell::app::App;

impl App {
    /// Completes the pending moves with the form's values, or reports a missing value.
    pub(crate) fn finish_entry(&mut self, mut form: Form, entering: &StatusEntry) -> Vec<Effect> {
        if let Some((at, message)) = missing_input(&form, entering) {
            form.error = Some(message);
            form.focus = at;
            self.cx.overlay = Overlay::Form(form);
            return Vec::new();
        }
        let values = EntryValues::from_form(&form, &entering.inputs);
        match &entering.moves {
            EntryMoves::One { deal, from, status, owner } => {
                self.cx.enter_status(deal, (from, status), owner.as_deref(), &values)
            }
            EntryMoves::Planned(_) => {
                // The terminal shows the plan in an overlay, so it shows the progress there too.
                if !self.cx.options.split_view {
                    self.open_picker(PickerKind::Bulk);
                }
                self.run_planned(&values)
            }
        }
    }
}
