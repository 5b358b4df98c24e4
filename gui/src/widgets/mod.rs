//! The parts of the window, painted over plain view structs. Rule of the room: a widget knows how it looks, never what
//! it means; it answers with egui's response and decides nothing.

pub mod button;
pub mod card;
pub mod checkbox;
pub mod column_header;
pub mod edge_fade;
pub mod empty_state;
pub mod field;
pub mod gauge;
mod glyphs;
pub mod keycap;
mod painter;
pub mod problem;
mod segmented_control;
pub mod skeleton;
mod text_layout;
#[cfg(test)]
mod text_probe;
pub mod trailing_items;

pub use button::{Button, Kind};
pub use painter::Pen;
pub use segmented_control::Switch;
pub use text_layout::{append, format};

use egui::{Response, Role, WidgetInfo};

/// Tells screen readers of one of several things of which one is chosen: a tab, a row, an option.
pub fn tell_choice(response: &Response, role: Role, enabled: bool, chosen: bool, label: &str) {
    response.widget_info(|| WidgetInfo::labeled(role, enabled, label));
    response
        .ctx
        .accesskit_node_builder(response.id, |node| node.set_selected(chosen));
}

/// Tells screen readers which of how many something is, of those in the part that [`tell_size`] was said of.
pub fn tell_place(response: &Response, at: usize) {
    response
        .ctx
        .accesskit_node_builder(response.id, |node| node.set_position_in_set(at));
}

/// Tells screen readers how many a part holds, in sight or not.
pub fn tell_size(ui: &egui::Ui, count: usize) {
    ui.ctx()
        .accesskit_node_builder(ui.unique_id(), |node| node.set_size_of_set(count));
}

/// What is said of something while the pointer rests on it.
pub trait Tip {
    /// The same with a tip.
    #[expect(
        clippy::return_self_not_must_use,
        reason = "a tip is often the last that is asked of a response"
    )]
    fn tip(self, text: impl AsRef<str>) -> Self;
}

impl Tip for Response {
    #[expect(clippy::disallowed_methods, reason = "this is where every tip comes from")]
    fn tip(self, text: impl AsRef<str>) -> Self {
        // egui keeps a tip that is open as long as the pointer is in its rectangle, though it be over something that lies
        // on it or clips it by now.
        let over = if self.enabled() {
            self.hovered()
        } else {
            self.contains_pointer()
        };
        // What was scrolled under a pointer that rests is not what it was pointed at: no tip of it covers its neighbours.
        let brought = self
            .ctx
            .input(|input| input.time_since_last_scroll() < input.pointer.time_since_last_movement());
        if over && !brought {
            self.on_hover_text(text_layout::kept_together(text.as_ref()))
        } else {
            self
        }
    }
}
