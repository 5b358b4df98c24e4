//! Completions of the filter, as a list below its field.
//!
//! They are chosen by pointer, by arrows and Enter, or by Tab. The focus stays in the field, even after a click on the
//! list.

use egui::accesskit::Role as Part;
use egui::{Align, Area, Id, LayerId, Order, Rect, Role, ScrollArea, Sense, SurrenderFocusOn, Ui, vec2};
use encours_core::app::deals::pipeline::view::completion::{self, CompletionLine};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;

use crate::frame_ctx::FrameCtx;
use crate::theme::TextStyle;
use crate::widgets::{Painter, set_a11y_choice, set_a11y_position};

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
    let before = ctx.options(|options| options.input_options.surrender_focus_on);
    let set = |on| ctx.options_mut(|options| options.input_options.surrender_focus_on = on);
    if on_list {
        set(SurrenderFocusOn::Never);
    }
    let drawn = draw(ui);
    set(before);
    drawn
}

/// Draws the list below the filter field while the user types.
pub(in crate::screens) fn show(ui: &Ui, pass: &mut FrameCtx<'_>, line: Id, field: Rect) {
    if !matches!(pass.app.cx.layer(), Layer::Filter) {
        return;
    }
    let lines = completion::completion_lines(pass.app);
    if lines.is_empty() {
        return;
    }
    let seen = lines.len().min(MAX_LINES) as f32 * LINE_HEIGHT;
    let room = ui.ctx().content_rect().bottom() - field.bottom() - 16.0;
    let size = vec2(
        field.width().max(MIN_WIDTH),
        (seen + 2.0 * PAD).min(room.max(LINE_HEIGHT + 2.0 * PAD)),
    );
    let rect = Rect::from_min_size(field.left_bottom() + vec2(0.0, 4.0), size);
    let area = Area::new(completions_layer().id)
        .order(completions_layer().order)
        .fixed_pos(rect.min)
        .constrain(false)
        .fade_in(false)
        .role(Part::ListBox)
        .accessible_name(pass.action_name(ActionId::Complete));
    area.show(ui.ctx(), |ui| {
        ui.set_min_size(size);
        ui.set_clip_rect(rect.expand(16.0));
        let id = ui.unique_id();
        ui.ctx()
            .accesskit_node_builder(id, |node| node.set_size_of_set(lines.len()));
        // The background catches clicks between the lines.
        ui.interact(rect, ui.scope_id().with("ground"), Sense::CLICK | Sense::DRAG);
        Painter::new(ui.painter(), pass.theme).overlay_background(
            rect,
            pass.theme.tokens.radius.pane,
            pass.theme.colors.border_strong,
        );
        draw_lines(ui, pass, line, &lines, rect.shrink(PAD));
    });
}

fn draw_lines(ui: &mut Ui, pass: &mut FrameCtx<'_>, line: Id, lines: &[CompletionLine], rect: Rect) {
    let meant = lines.iter().position(|line| line.is_current);
    let before = ui.data_mut(|data| {
        let id = completions_layer().id;
        let before = data.get_temp::<Option<usize>>(id);
        data.insert_temp(id, meant);
        before
    });
    let mut child = ui.new_child(egui::UiBuilder::new().id_salt("lines").max_rect(rect));
    ScrollArea::vertical().auto_shrink(false).show(&mut child, |ui| {
        let top = ui.max_rect().left_top();
        for (at, one) in lines.iter().enumerate() {
            let corner = top + vec2(0.0, at as f32 * LINE_HEIGHT);
            let row = Rect::from_min_size(corner, vec2(rect.width(), LINE_HEIGHT));
            draw_line(ui, pass, line, (at, one), row);
            if meant == Some(at) && before.flatten() != meant {
                ui.scroll_to_rect(row, None);
            }
        }
        ui.set_min_size(vec2(rect.width(), lines.len() as f32 * LINE_HEIGHT));
    });
}

fn draw_line(ui: &Ui, pass: &mut FrameCtx<'_>, line: Id, (at, one): (usize, &CompletionLine), row: Rect) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let response = ui.interact(row, ui.scope_id().with(("offer", at)), Sense::CLICK);
    let parts = [one.item.as_str(), one.label.as_str(), one.count.as_str()];
    let spoken: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    set_a11y_choice(
        &response,
        Role::ListBoxOption,
        true,
        one.is_current,
        &spoken.join(" – "),
    );
    set_a11y_position(&response, at);
    if one.is_current {
        ui.ctx().accesskit_node_builder(line, |node| {
            node.set_active_descendant(response.id.accesskit_id());
        });
    }
    let pen = Painter::new(ui.painter(), look);
    pen.row_background(row, one.is_current, true, response.hovered());
    let inner = row.shrink2(vec2(10.0, 0.0));
    let counted = pen.text(
        inner,
        Align::Max,
        &one.count,
        TextStyle::small(),
        ink.text_tertiary,
    );
    let right = if one.count.is_empty() {
        inner.right()
    } else {
        counted.left() - 10.0
    };
    let color = if one.is_current { ink.accent_text } else { ink.text };
    let place = inner.with_max_x(right);
    let item = pen.text(place, Align::Min, &one.item, TextStyle::body(), color);
    pen.text(
        place.with_min_x(item.right() + 10.0),
        Align::Min,
        &one.label,
        TextStyle::small(),
        ink.text_secondary,
    );
    if response.clicked() {
        pass.request(Action::FocusOverlayLine(at));
    }
}
