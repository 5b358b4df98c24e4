//! Dispatch of one action to the feature that handles it.

use jiff::Timestamp;

use super::app::App;
use crate::foundation::cx::output::Output;
use crate::foundation::cx::overlay::Layer;
use crate::shell::action::Action;

impl App {
    /// Applies an action. A disabled action shows its reason instead.
    pub fn apply(&mut self, action: Action, now: Timestamp) -> Output {
        self.advance(now);
        self.table.end_cells(&action, &mut self.cx);
        let mut effects = match action {
            Action::Run(id) => self.run_and_follow(id),
            other => self.pointed(other),
        };
        self.selection_follows();
        self.card_move
            .drop_stale_grab(&mut self.table, &mut self.pipeline, &mut self.cx);
        effects.append(&mut self.cx.output.effects);
        effects.extend(self.keep_session());
        self.cx.output.effects = effects;
        self.cx.finish(true)
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
            self.cx.output.effects.extend(effects);
        }
    }
}
