//! Dispatch of one action to the feature that handles it.

use jiff::Timestamp;

use super::app::App;
use crate::foundation::cx::output::Output;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::shell::action::Action;

impl App {
    /// Applies an action. A disabled action shows its reason instead.
    pub fn dispatch(&mut self, action: Action, now: Timestamp) -> Output {
        self.advance(now);
        self.record_place();
        self.table.end_cell_range(&action, &mut self.cx);
        let mut effects = match action {
            Action::Run(id) => self.run_with_palette(id),
            other if other.writes() && self.cx.in_present().is_err() => {
                // A text from the editor is not lost.
                if let Action::Edited { text, .. } = other {
                    self.cx.copy_text(text);
                }
                self.cx.refuse(None, DisabledReason::PastShown);
                Vec::new()
            }
            other => self.dispatch_targeted(other),
        };
        self.record_place();
        self.sync_selection();
        self.card_move.cancel_stale_drag(&mut self.table, &mut self.pipeline, &mut self.cx);
        effects.append(&mut self.cx.output.effects);
        // The last gate: whatever an action does, a past day lets nothing be written.
        if self.cx.in_present().is_err() && !effects.iter().all(Effect::only_looks) {
            effects.retain(Effect::only_looks);
            self.cx.refuse(None, DisabledReason::PastShown);
        }
        effects.extend(self.save_session());
        self.update_flow();
        self.update_sheet();
        self.cx.output.effects = effects;
        self.cx.finish(true)
    }

    /// Runs the queued actions once their list is loaded.
    pub(crate) fn run_queued_keys(&mut self) {
        if self.is_list_loading() {
            return;
        }
        let Some(queued) = self.queued_keys.take() else {
            return;
        };
        if (queued.screen, queued.pane) != (self.cx.screen, self.cx.pane) || self.cx.overlay != Overlay::None
        {
            return;
        }
        for id in queued.actions {
            let effects = self.run_with_palette(id);
            self.cx.output.effects.extend(effects);
            self.cx.link_new_toasts();
        }
    }
}
