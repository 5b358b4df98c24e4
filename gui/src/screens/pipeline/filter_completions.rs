//! Completions of the filter, as a list below its field.
//!
//! They are chosen by pointer, by arrows and Enter, or by Tab. The focus stays in the field, even after a click on the
//! list.

use crate::prelude::*;
use egui::{LayerId, Order, SurrenderFocusOn};
use encours_core::app::deals::pipeline::view::suggestions::{self, CompletionLine};

/// Height of a line.
const LINE_HEIGHT: f32 = 30.0;
/// Maximum number of visible lines.
const MAX_LINES: usize = 10;
/// Padding inside the list.
const PAD: f32 = 6.0;
/// Minimum width: beside its name, a field has a description.
const MIN_WIDTH: f32 = 300.0;

fn completions_layer() -> LayerId {
    LayerId::new(Order::Foreground, Id::unique("filter-offers"))
}

/// Draws the field so that clicks on the list do not remove its focus. By default, egui removes the focus at any click
/// outside the field.
pub(super) fn with_kept_focus<R>(ui: &mut Ui, draw: impl FnOnce(&mut Ui) -> R) -> R {
    let ctx = ui.ctx().clone();
    let at = ctx.pointer_interact_pos();
    let on_list = at.and_then(|at| ctx.layer_id_at(at)) == Some(completions_layer());
    let previous = ctx.options(|options| options.input_options.surrender_focus_on);
    let set = |on| ctx.options_mut(|options| options.input_options.surrender_focus_on = on);
    if on_list {
        set(SurrenderFocusOn::Never);
    }
    let result = draw(ui);
    set(previous);
    result
}

/// Draws the list below the filter field while the user types.
pub(crate) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, line: Id, field: Rect) {
    if !matches!(frame.app.cx.overlay(), Overlay::Filter) {
        return;
    }
    let lines = suggestions::completion_lines(frame.app);
    if lines.is_empty() {
        return;
    }
    let visible_height = lines.len().min(MAX_LINES) as f32 * LINE_HEIGHT;
    let available = ui.ctx().content_rect().bottom() - field.bottom() - 16.0;
    let size = vec2(
        field.width().max(MIN_WIDTH),
        (visible_height + 2.0 * PAD).min(available.max(LINE_HEIGHT + 2.0 * PAD)),
    );
    let rect = Rect::from_min_size(field.left_bottom() + vec2(0.0, 4.0), size);
    let (layer, name) = (completions_layer(), frame.action_name(ActionId::Complete));
    let area = crate::overlays::floating_area(layer.id, layer.order, rect.min, (Role::ListBox, &name));
    area.show(ui.ctx(), |ui| {
        ui.set_min_size(size);
        ui.set_clip_rect(rect.expand(16.0));
        set_a11y_count(ui, lines.len());
        // The background catches clicks between the lines.
        ui.interact(rect, ui.scope_id().with("ground"), Sense::CLICK | Sense::DRAG);
        frame.painter(ui).overlay_background(
            rect,
            frame.theme.tokens.radius.pane,
            frame.theme.colors.border_strong,
        );
        draw_lines(ui, frame, line, &lines, rect.shrink(PAD));
    });
}

fn draw_lines(ui: &mut Ui, frame: &mut FrameCtx<'_>, line: Id, lines: &[CompletionLine], rect: Rect) {
    let selected = lines.iter().position(|line| line.is_current);
    let previous = ui.data_mut(|data| {
        let id = completions_layer().id;
        let previous = data.get_temp::<Option<usize>>(id);
        data.insert_temp(id, selected);
        previous
    });
    let mut child = ui.part(rect, "lines");
    ScrollArea::vertical().auto_shrink(false).show(&mut child, |ui| {
        let top = ui.max_rect().left_top();
        for (at, completion) in lines.iter().enumerate() {
            let corner = top + vec2(0.0, at as f32 * LINE_HEIGHT);
            let row = Rect::from_min_size(corner, vec2(rect.width(), LINE_HEIGHT));
            draw_line(ui, frame, line, at, completion, row);
            if selected == Some(at) && previous.flatten() != selected {
                ui.scroll_to_rect(row, None);
            }
        }
        ui.set_min_size(vec2(rect.width(), lines.len() as f32 * LINE_HEIGHT));
    });
}

fn draw_line(ui: &Ui, frame: &mut FrameCtx<'_>, line: Id, at: usize, entry: &CompletionLine, row: Rect) {
    let response = ui.interact(row, ui.scope_id().with(("offer", at)), Sense::CLICK);
    let a11y_text = joined(&[&entry.item, &entry.label, &entry.count]);
    set_a11y_choice(&response, Role::ListBoxOption, true, entry.is_current, &a11y_text);
    set_a11y_position(&response, at);
    if entry.is_current {
        ui.ctx().accesskit_node_builder(line, |node| {
            node.set_active_descendant(response.id.accesskit_id());
        });
    }
    let (painter, colors) = frame.painter_and_colors(ui);
    painter.row_background(row, entry.is_current, true, response.hovered());
    let inner = row.narrowed(10.0);
    let counted = painter.right(inner, &entry.count, TextStyle::small(), colors.text_tertiary);
    let right = if entry.count.is_empty() { inner.right() } else { counted.left() - 10.0 };
    let color = if entry.is_current { colors.accent_text } else { colors.text };
    let text_rect = inner.with_max_x(right);
    let item = painter.left(text_rect, &entry.item, TextStyle::body(), color);
    painter.left(
        text_rect.with_min_x(item.right() + 10.0),
        &entry.label,
        TextStyle::small(),
        colors.text_secondary,
    );
    if response.clicked() {
        frame.request(Action::FocusOverlayLine(at));
    }
}
