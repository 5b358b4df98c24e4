//! What ends the menus of things that are changed: taking the last change back and making it again, for whoever has no hand
//! on the keys. A toast offers the same for some seconds; this is there as long as there is something to take back.

use egui::Ui;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::tools::toasts::view;
use encours_core::text::sentence;

use super::rows::named;
use crate::frame_ctx::Pass;
use crate::theme::Icon;

/// The letters of a label that fit beside its key.
const ROOM: usize = 27;

/// The rows, as far as there is something to take back or to make again.
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
