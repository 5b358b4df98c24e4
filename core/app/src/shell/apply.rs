//! Dispatch of one action to the feature that handles it.

use jiff::Timestamp;

use crate::model::effect::Effect;

use super::app::App;
use crate::foundation::cx::overlay::Layer;
use crate::shell::action::Action;

impl App {
    /// Applies an action. Returns the effects for the engine; a disabled action shows its reason instead.
    pub fn apply(&mut self, action: Action, now: Timestamp) -> Vec<Effect> {
        self.tick(now);
        self.table.end_cells(&action, &mut self.cx);
        let effects = match action {
            Action::Run(id) => self.run_and_follow(id),
            other => self.pointed(other),
        };
        self.selection_follows();
        self.card_move
            .drop_stale_grab(&mut self.table, &mut self.pipeline, &mut self.cx);
        let mut effects = effects;
        effects.append(&mut self.cx.afterwards);
        effects.extend(self.keep_session());
        self.cx.submit(effects)
    }

    /// Runs the queued actions once their list is loaded.
    pub(crate) fn do_what_was_asked_ahead(&mut self) {
        if self.awaits_list() {
            return;
        }
        let Some(ahead) = self.ahead.take() else { return };
        if (ahead.screen, ahead.pane) != (self.cx.screen, self.cx.pane) || self.cx.layer != Layer::None {
            return;
        }
        for id in ahead.asked {
            let effects = self.run_and_follow(id);
            self.cx.afterwards.extend(effects);
        }
    }
}
