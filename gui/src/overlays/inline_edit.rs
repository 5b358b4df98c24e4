//! Inline editing of a table cell: the owner over the cell, the status in a list below it.
//!
//! It uses the same form and menu as the overlays; only the position differs.

use encours_core::app::foundation::cx::overlay::{Form, Menu};

use super::{form, menu};
use crate::prelude::*;

const PAD: f32 = 6.0;
/// Height of the line under the statuses that shows the typed text.
const TYPED_HEIGHT: f32 = 26.0;

/// Draws the owner field over its cell. A click elsewhere keeps the typed text.
pub(super) fn draw_owner_field(ui: &Ui, frame: &mut FrameCtx<'_>, cell: Rect, form: &Form) {
    let view = encours_core::app::changes::forms::view::form_view(frame.app, form);
    let Some(line) = view.lines.first() else { return };
    let mut text = form.fields.first().map(|field| field.text().to_owned()).unwrap_or_default();
    let first = !std::mem::replace(&mut frame.state.overlays.editor_focused, true);
    let row = frame.theme.tokens.size.row_compact;
    let line_rect = cell.with_max_x(cell.right().max(cell.left() + 160.0)).shrink(1.0);
    let width = line_rect.width().max(if view.warning.is_some() { 280.0 } else { 200.0 });
    let text_width = |ui: &Ui, text: &str| {
        let painter = frame.painter(ui);
        painter
            .layout_wrapped(text, TextStyle::small(), frame.theme.colors.text, width - 2.0 * PAD - 16.0, 3)
            .size()
            .y
            + 10.0
    };
    let warned = view.warning.as_deref().map_or(0.0, |text| text_width(ui, text));
    let content_height = line.suggestions.len() as f32 * row + warned;
    let box_height = content_height + if content_height > 0.0 { 2.0 * PAD } else { 0.0 };
    draw_overlay(ui, frame, &view.title, ActionId::Open, |ui, frame| {
        let painter = frame.painter(ui);
        painter.fill(line_rect, 0, frame.theme.colors.surface);
        let field = TextInput::framed(&line.label, 7.0);
        let response = field.show(ui, frame.theme, form::field_id(0), line_rect, &mut text);
        if first {
            response.request_focus();
            field::select_all(ui, form::field_id(0), &text);
        }
        if response.changed() {
            frame.request(Action::SetField(0, text));
        }
        if content_height <= 0.0 {
            return;
        }
        let list = rect_near_cell(ui, line_rect, vec2(width, box_height));
        draw_background(ui, frame, list);
        if let Some(text) = &view.warning {
            let painter = frame.painter(ui);
            let corner = list.min + vec2(PAD + 8.0, PAD + 3.0);
            let hint_rect = painter.block(
                corner,
                width - 2.0 * PAD - 16.0,
                text,
                TextStyle::small(),
                frame.theme.colors.text,
            );
            ui.describe(hint_rect, "warning", Role::Label, text.as_str());
        }
        for (at, suggestion) in line.suggestions.iter().enumerate() {
            let top = list.top() + PAD + warned + at as f32 * row;
            let option_rect = rect_at(list.left() + PAD, top, list.width() - 2.0 * PAD, row);
            if draw_option(ui, frame, option_rect, suggestion, line.highlighted == Some(at)) {
                frame.request(Action::AcceptSuggestion(at));
                frame.request_command(ActionId::Open);
            }
        }
    });
    frame.state.overlays.focused_field = Some(form.focus);
}

/// Draws the list of statuses below the cell.
pub(super) fn draw_status_list(ui: &Ui, frame: &mut FrameCtx<'_>, cell: Rect, open: &Menu) {
    let (title, lines) = encours_core::app::changes::deal::view::status_menu::menu_view(frame.app, open);
    let row = frame.theme.tokens.size.palette_row;
    let size = vec2(cell.width().max(248.0), lines.len() as f32 * row + TYPED_HEIGHT + 2.0 * PAD);
    draw_overlay(ui, frame, &title, ActionId::Back, |ui, frame| {
        let painter = frame.painter(ui);
        painter.focus_ring(cell.shrink(3.0), frame.theme.tokens.radius.chip);
        let list = rect_near_cell(ui, cell, size);
        draw_background(ui, frame, list);
        let list_inner = list.shrink(PAD);
        menu::draw_lines(ui, frame, &title, &lines, list_inner);
        let footer = list_inner.with_min_y(list_inner.bottom() - TYPED_HEIGHT).narrowed(9.0);
        menu::draw_search_text(ui, frame, open, footer, Align::Min);
    });
}

/// Draws an overlay without a scrim. A click outside runs `outside_action`.
fn draw_overlay(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    name: &str,
    outside_action: ActionId,
    draw_content: impl FnOnce(&mut Ui, &mut FrameCtx<'_>),
) {
    super::modal(ui, "in-place", name, |ui, screen| {
        crate::screens::set_a11y_bounds(ui, screen);
        let desktop = ui.interact(screen, ui.scope_id().with("beside"), Sense::CLICK);
        if desktop.clicked() {
            frame.request_command(outside_action);
        }
        draw_content(ui, frame);
    });
}

/// Returns an area below a cell, or above it if that does not fit.
fn rect_near_cell(ui: &Ui, cell: Rect, size: Vec2) -> Rect {
    let screen = ui.ctx().content_rect();
    let x = cell.left().min(screen.right() - size.x - 8.0);
    let y = if cell.bottom() + 4.0 + size.y > screen.bottom() - 8.0 {
        (cell.top() - 4.0 - size.y).max(screen.top() + 8.0)
    } else {
        cell.bottom() + 4.0
    };
    Rect::from_min_size(pos2(x, y), size)
}

fn draw_background(ui: &Ui, frame: &FrameCtx<'_>, rect: Rect) {
    let _covered = ui.interact(rect, ui.scope_id().with("ground"), Sense::CLICK);
    let (theme, radius) = (frame.theme, frame.theme.tokens.radius.pane);
    let painter = frame.painter(ui);
    painter.overlay_background(rect, radius, theme.colors.border_strong);
}

fn draw_option(ui: &Ui, frame: &FrameCtx<'_>, rect: Rect, text: &str, is_selected: bool) -> bool {
    let response = ui.interact(rect, ui.scope_id().with(("known", text)), Sense::CLICK);
    set_a11y_choice(&response, Role::ListBoxOption, true, is_selected, text);
    if is_selected {
        let id = response.id.accesskit_id();
        ui.ctx().accesskit_node_builder(form::field_id(0), |node| node.set_active_descendant(id));
    }
    let painter = frame.painter(ui);
    painter.row_background(rect, is_selected, true, response.hovered());
    painter.left(rect.narrowed(8.0), text, TextStyle::body(), frame.theme.colors.text);
    response.clicked()
}
