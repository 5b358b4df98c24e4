//! What entry does that reaches into other features.

use crate::app::changes::entry::entry_fields::missing;
use crate::app::changes::entry::entry_values::Entered;
use crate::app::foundation::cx::overlay::{Form, Layer};
use crate::app::foundation::cx::overlay_types::{Entering, Moves};
use crate::app::foundation::cx::sheet::SheetKind;
use crate::app::shell::app::App;
use crate::engine::Effect;

impl App {
    /// Moves what waited for the form, with what was given; or says what is still missing.
    pub(in crate::app) fn finish_entry(&mut self, mut form: Form, entering: &Entering) -> Vec<Effect> {
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
                // Where the plan is looked at, what becomes of it is, too.
                if !self.cx.options.beside {
                    self.open_sheet(SheetKind::Bulk);
                }
                self.run_entered(&given)
            }
        }
    }
}
