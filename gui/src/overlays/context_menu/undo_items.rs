//! Undo and redo at the end of context menus, for mouse users.
//!
//! A toast offers the same for some seconds; these rows remain while there is something to undo.

use egui::Ui;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::tools::toasts::view;
use encours_core::text::sentence;

use super::rows::named_row;
use crate::frame_ctx::FrameCtx;
use crate::theme::Icon;

/// Number of characters of a label that fit beside its key.
const MAX_LABEL_CHARS: usize = 27;

/// Draws the rows for undo and redo that are enabled.
pub(super) fn rows(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let can = |id: &ActionId| frame.app.enabled(*id).is_ok();
    let some: Vec<ActionId> = [ActionId::Undo, ActionId::Redo].into_iter().filter(can).collect();
    if some.is_empty() {
        return;
    }
    ui.separator();
    for id in some {
        let (icon, subject) = match id {
            ActionId::Undo => (Icon::Undo, view::undo_label(frame.app, MAX_LABEL_CHARS)),
            _ => (Icon::Refresh, None),
        };
        let label = subject.map_or_else(|| frame.action_name(id), |subject| sentence(&subject));
        if named_row(ui, frame, (icon, &label, &frame.key_cap(id)), None, false) {
            frame.request_command(id);
            ui.close();
        }
    }
}
