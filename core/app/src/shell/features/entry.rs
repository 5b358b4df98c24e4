//! `App` methods for the fields that a status requires.

use crate::changes::entry::entry_fields::missing;
use crate::changes::entry::entry_values::Entered;
use crate::foundation::cx::overlay::{Form, Layer};
use crate::foundation::cx::overlay_types::{Entering, Moves};
use crate::foundation::cx::sheet::SheetKind;
use crate::model::effect::Effect;
use crate::shell::app::App;

impl App {
    /// Completes the pending moves with the form's values, or reports a missing value.
    pub(crate) fn finish_entry(&mut self, mut form: Form, entering: &Entering) -> Vec<Effect> {
        if let Some((at, why)) = missing(&form, entering) {
            form.error = Some(why);
            form.focus = at;
            self.cx.layer = Layer::Form(form);
            return Vec::new();
        }
        let given = Entered::of(&form, &entering.asks);
        match &entering.moves {
            Moves::One {
                deal,
                from,
                status,
                owner,
            } => self.cx.enter(deal, (from, status), owner.as_deref(), &given),
            Moves::Planned(_) => {
                // The terminal shows the plan in an overlay, so it shows the progress there too.
                if !self.cx.options.beside {
                    self.open_sheet(SheetKind::Bulk);
                }
                self.run_entered(&given)
            }
        }
    }
}
