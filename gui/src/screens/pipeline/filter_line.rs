//! The filter field of all screens: icon, key, and start and end of editing.

use super::filter_completions;
use crate::prelude::*;

/// Draws the field with the active filter, or `hint` if it is empty.
pub(crate) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, id: Id, (text, hint): (&str, &str)) {
    let typing = matches!(frame.app.cx.overlay(), Overlay::Filter);
    let begins = ui.memory(|saved_state| !saved_state.has_focus(id) && !saved_state.had_focus_last_frame(id));
    // Editing starts, so clear the field's undo history of earlier filters.
    if begins {
        field::reset(ui.ctx(), id);
    }
    if typing && begins {
        ui.memory_mut(|saved_state| saved_state.request_focus(id));
    }
    let name = frame.action_name(ActionId::Filter);
    let mut text = text.to_owned();
    // If other code changed the text, such as a completion, continue at its end.
    let written = ui.data_mut(|data| data.get_temp::<String>(id));
    if typing && written.is_none_or(|written| written != text) {
        field::move_to_end(ui, id, &text);
    }
    let field = TextInput { hint, left_padding: 32.0, right_padding: 34.0, ..TextInput::framed(&name, 0.0) };
    let response =
        filter_completions::with_kept_focus(ui, |ui| field.show(ui, frame.theme, id, rect, &mut text));
    let painter = frame.painter(ui);
    painter.icon(rect.near_left(16.0), Icon::Filter, frame.theme.colors.text_secondary);
    if !typing {
        keycap::paint_inside(&painter, rect, &frame.key_cap(ActionId::Filter));
    }
    ui.data_mut(|data| data.insert_temp(id, text.clone()));
    // A screen reader may write without focusing the field first.
    if (response.gained_focus() || response.changed()) && !typing {
        frame.request_command(ActionId::Filter);
    }
    if response.changed() {
        frame.request(Action::SetText(text));
    }
    // Editing ends at a click elsewhere, or at a Tab without completion; the command table handles Enter and Esc.
    if typing && response.lost_focus() {
        frame.request(Action::CloseOverlay);
    }
}
