//! The widgets of the window, painted from plain view structs.
//!
//! A widget has no domain logic: it draws itself, returns egui's response and makes no decisions.

pub mod area;
mod bar_columns;
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

pub use bar_columns::BarColumns;
pub use button::{Button, ButtonStyle};
pub use painter::Painter;
pub use segmented_control::SegmentedControl;
pub use text_layout::{append_run, text_format};
pub use trailing_items::ButtonRow;

use egui::{Color32, Response, Role, WidgetInfo};

/// Sets accessible role and selected state of a tab, row or option.
pub fn set_a11y_choice(response: &Response, role: Role, enabled: bool, is_selected: bool, label: &str) {
    response.widget_info(|| WidgetInfo::labeled(role, enabled, label));
    response.ctx.accesskit_node_builder(response.id, |node| node.set_selected(is_selected));
}

/// Joins the parts of an accessible text that are not empty.
#[must_use]
pub fn joined(parts: &[&str]) -> String {
    let parts = parts.iter().filter(|part| !part.is_empty());
    parts.copied().collect::<Vec<_>>().join(" – ")
}

/// Sets the position of an item in the set whose size [`set_a11y_count`] sets.
pub fn set_a11y_position(response: &Response, at: usize) {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_position_in_set(at));
}

/// Sets the number of items of a part, visible or not.
pub fn set_a11y_count(ui: &egui::Ui, count: usize) {
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| node.set_size_of_set(count));
}

/// Appearance and tooltips of a response.
pub trait ResponseExt {
    /// Returns the colour of an item that is selected, hovered or neither.
    fn state_color(&self, is_selected: bool, colors: [Color32; 3]) -> Color32;

    /// Adds a tooltip.
    #[expect(
        clippy::return_self_not_must_use,
        reason = "a tip is often the last that is asked of a response"
    )]
    fn tooltip(self, text: impl AsRef<str>) -> Self;
}

impl ResponseExt for Response {
    fn state_color(&self, is_selected: bool, [selected, hovered, resting]: [Color32; 3]) -> Color32 {
        match (is_selected, self.hovered()) {
            (true, _) => selected,
            (false, true) => hovered,
            (false, false) => resting,
        }
    }

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
