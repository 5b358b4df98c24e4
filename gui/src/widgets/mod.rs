//! The widgets of the window, painted from plain view structs.
//!
//! A widget has no domain logic: it draws itself, returns egui's response and makes no decisions.

pub mod area;
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

pub use button::{Button, ButtonStyle};
pub use painter::Painter;
pub use segmented_control::SegmentedControl;
pub use text_layout::{append_run, text_format};
pub use trailing_items::ButtonRow;

use egui::{Response, Role, WidgetInfo};

/// Sets accessible role and selected state of a tab, row or option.
pub fn set_a11y_choice(response: &Response, role: Role, enabled: bool, is_selected: bool, label: &str) {
    response.widget_info(|| WidgetInfo::labeled(role, enabled, label));
    response.ctx.accesskit_node_builder(response.id, |node| node.set_selected(is_selected));
}

/// Sets the position of an item in the set whose size [`set_a11y_count`] sets.
pub fn set_a11y_position(response: &Response, at: usize) {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_position_in_set(at));
}

/// Sets the number of items of a part, visible or not.
pub fn set_a11y_count(ui: &egui::Ui, count: usize) {
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| node.set_size_of_set(count));
}

/// Tooltips of a response.
pub trait TooltipExt {
    /// Adds a tooltip.
    #[expect(
        clippy::return_self_not_must_use,
        reason = "a tip is often the last that is asked of a response"
    )]
    fn tooltip(self, text: impl AsRef<str>) -> Self;
}

impl TooltipExt for Response {
    #[expect(clippy::disallowed_methods, reason = "this is where every tip comes from")]
    fn tooltip(self, text: impl AsRef<str>) -> Self {
        // egui keeps an open tooltip while the pointer is in the area, even if an overlay covers it or it is clipped.
        let is_hoverable = if self.enabled() { self.hovered() } else { self.contains_pointer() };
        // If content scrolls under a resting pointer, show no tooltip, because it would cover the neighbours.
        let brought =
            self.ctx.input(|input| input.time_since_last_scroll() < input.pointer.time_since_last_movement());
        if is_hoverable && !brought {
            self.on_hover_text(text_layout::with_no_break_spaces(text.as_ref()))
        } else {
            self
        }
    }
}
