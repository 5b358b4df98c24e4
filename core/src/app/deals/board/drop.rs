//! Dropping cards: what a drop changes, and why one changes nothing. A drop that is silent looks like a lost change.

use crate::app::foundation::cx::toast::SHORT;
use crate::app::shell::app::{ActionId, App, Layer, Reason, ToastKind};
use crate::engine::Effect;

impl App {
    /// Drops deals by `change`; where that changes nothing and asks nothing, says so.
    pub(in crate::app) fn drop_cards(
        &mut self,
        change: impl FnOnce(&mut Self) -> Vec<Effect>,
    ) -> Vec<Effect> {
        if let Err(reason) = self.may_write_deals() {
            let (id, reason) = (Some(ActionId::MoveTo), reason.key());
            self.say(ToastKind::Disabled { id, reason }, SHORT);
            return Vec::new();
        }
        let effects = change(self);
        if effects.is_empty() && self.cx.layer == Layer::None {
            self.refuse_drop(Reason::DroppedInPlace);
        }
        effects
    }

    /// The same of a task.
    pub(in crate::app) fn drop_task(&mut self, task: &str, statut: &str) -> Vec<Effect> {
        let effects = self.move_task(task, statut);
        if effects.is_empty() {
            self.refuse_drop(Reason::DroppedInPlace);
        }
        effects
    }

    /// Says why a drop changed nothing.
    pub(in crate::app) fn refuse_drop(&mut self, reason: Reason) {
        let reason = reason.key();
        self.say(ToastKind::Disabled { id: None, reason }, SHORT);
    }
}
