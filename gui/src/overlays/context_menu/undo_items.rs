//! Undo and redo at the end of context menus, for mouse users.
//!
//! A toast offers the same for some seconds; these rows remain while there is something to undo.

use egui::Ui;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::tools::toasts::view;
use encours_core::text::sentence;

use super::rows::named;
use crate::frame_ctx::Pass;
use crate::theme::Icon;

/// Number of characters of a label that fit beside its key.
const ROOM: usize = 27;

/// Draws the rows for undo and redo that are enabled.
pub(super) fn rows(ui: &mut Ui, pass: &mut Pass<'_>) {
    let can = |id: &ActionId| pass.app.enabled(*id).is_ok();
    let some: Vec<ActionId> = [ActionId::Undo, ActionId::Redo].into_iter().filter(can).collect();
    if some.is_empty() {
        return;
    }
    ui.separator();
    for id in some {
        let (icon, what) = match id {
            ActionId::Undo => (Icon::Undo, view::undoes(pass.app, ROOM)),
            _ => (Icon::Refresh, None),
        };
        let label = what.map_or_else(|| pass.label(id), |what| sentence(&what));
        if named(ui, pass, (icon, &label, &pass.cap(id)), None, false) {
            pass.run(id);
            ui.close();
        }
    }
}
