//! Inline editing of a table cell: the owner over the cell, the status in a list below it.
//!
//! It uses the same form and menu as the overlays; only the position differs.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::cx::overlay::{Form, Menu};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;

use super::{OverlayUiState, form, menu};
use crate::frame_ctx::FrameCtx;
use crate::theme::TextStyle;
use crate::widgets::field::{self, TextInput};
use crate::widgets::{Painter, set_a11y_choice};

const PAD: f32 = 6.0;
/// Height of the line under the statuses that shows the typed text.
const TYPED_HEIGHT: f32 = 26.0;

/// Draws the owner field over its cell. A click elsewhere keeps the typed text.
pub(super) fn draw_owner_field(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    place: &mut OverlayUiState,
    cell: Rect,
    form: &Form,
) {
    let view = encours_core::app::changes::forms::view::form_view(pass.app, form);
    let Some(line) = view.lines.first() else { return };
    let mut text = form
        .fields
        .first()
        .map(|field| field.text().to_owned())
        .unwrap_or_default();
    let first = !std::mem::replace(&mut place.editor_focused, true);
    let row = pass.theme.tokens.size.row_compact;
    let line_rect = cell.with_max_x(cell.right().max(cell.left() + 160.0)).shrink(1.0);
    let wide = line_rect
        .width()
        .max(if view.warning.is_some() { 280.0 } else { 200.0 });
    let words = |ui: &Ui, text: &str| {
        let pen = Painter::new(ui.painter(), pass.theme);
        pen.layout_wrapped(
            text,
            TextStyle::small(),
            pass.theme.colors.text,
            wide - 2.0 * PAD - 16.0,
            3,
        )
        .size()
        .y + 10.0
    };
    let warned = view.warning.as_deref().map_or(0.0, |text| words(ui, text));
    let inside = line.suggestions.len() as f32 * row + warned;
    let box_height = inside + if inside > 0.0 { 2.0 * PAD } else { 0.0 };
    draw_overlay(ui, pass, &view.title, ActionId::Open, |ui, pass| {
        let pen = Painter::new(ui.painter(), pass.theme);
        pen.fill(line_rect, 0, pass.theme.colors.surface);
        let field = TextInput {
            name: &line.label,
            hint: "",
            text_style: TextStyle::body(),
            boxed: true,
            left_padding: 7.0,
            right_padding: 7.0,
        };
        let response = field.show(ui, pass.theme, form::field_id(0), line_rect, &mut text);
        if first {
            response.request_focus();
            field::select_all(ui, form::field_id(0), &text);
        }
        if response.changed() {
            pass.request(Action::SetField(0, text));
        }
        if inside <= 0.0 {
            return;
        }
        let list = rect_near_cell(ui, line_rect, vec2(wide, box_height));
        draw_background(ui, pass, list);
        if let Some(text) = &view.warning {
            let pen = Painter::new(ui.painter(), pass.theme);
            let corner = list.min + vec2(PAD + 8.0, PAD + 3.0);
            let said = pen.block(
                corner,
                wide - 2.0 * PAD - 16.0,
                text,
                TextStyle::small(),
                pass.theme.colors.text,
            );
            let response = ui.interact(said, ui.scope_id().with("warning"), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text.as_str()));
        }
        for (at, known) in line.suggestions.iter().enumerate() {
            let top = list.top() + PAD + warned + at as f32 * row;
            let place =
                Rect::from_min_size(pos2(list.left() + PAD, top), vec2(list.width() - 2.0 * PAD, row));
            if draw_option(ui, pass, place, known, line.highlighted == Some(at)) {
                pass.request(Action::AcceptSuggestion(at));
                pass.request_command(ActionId::Open);
            }
        }
    });
    place.focused_field = Some(form.focus);
}

/// Draws the list of statuses below the cell.
pub(super) fn draw_status_list(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    place: &mut OverlayUiState,
    cell: Rect,
    open: &Menu,
) {
    let (title, lines) = encours_core::app::changes::deal::view::status_menu::menu_view(pass.app, open);
    let row = pass.theme.tokens.size.palette_row;
    let size = vec2(
        cell.width().max(248.0),
        lines.len() as f32 * row + TYPED_HEIGHT + 2.0 * PAD,
    );
    draw_overlay(ui, pass, &title, ActionId::Back, |ui, pass| {
        let pen = Painter::new(ui.painter(), pass.theme);
        pen.focus_ring(cell.shrink(3.0), pass.theme.tokens.radius.chip);
        let list = rect_near_cell(ui, cell, size);
        draw_background(ui, pass, list);
        let inside = list.shrink(PAD);
        menu::draw_lines(ui, pass, place, (&title, &lines), inside);
        let foot = inside
            .with_min_y(inside.bottom() - TYPED_HEIGHT)
            .shrink2(vec2(9.0, 0.0));
        menu::draw_search_text(ui, pass, open, foot, Align::Min);
    });
}

/// Draws an overlay without a scrim. A click outside runs `beside`.
fn draw_overlay(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    name: &str,
    beside: ActionId,
    inside: impl FnOnce(&mut Ui, &mut FrameCtx<'_>),
) {
    super::modal(ui, "in-place", name, |ui, screen| {
        crate::screens::set_a11y_bounds(ui, screen);
        let outside = ui.interact(screen, ui.scope_id().with("beside"), Sense::CLICK);
        if outside.clicked() {
            pass.request_command(beside);
        }
        inside(ui, pass);
    });
}

/// Returns an area below a cell, or above it if that does not fit.
fn rect_near_cell(ui: &Ui, cell: Rect, size: egui::Vec2) -> Rect {
    let screen = ui.ctx().content_rect();
    let x = cell.left().min(screen.right() - size.x - 8.0);
    let y = if cell.bottom() + 4.0 + size.y > screen.bottom() - 8.0 {
        (cell.top() - 4.0 - size.y).max(screen.top() + 8.0)
    } else {
        cell.bottom() + 4.0
    };
    Rect::from_min_size(pos2(x, y), size)
}

fn draw_background(ui: &Ui, pass: &FrameCtx<'_>, rect: Rect) {
    let _covered = ui.interact(rect, ui.scope_id().with("ground"), Sense::CLICK);
    let (look, radius) = (pass.theme, pass.theme.tokens.radius.pane);
    let pen = Painter::new(ui.painter(), look);
    pen.overlay_background(rect, radius, look.colors.border_strong);
}

fn draw_option(ui: &Ui, pass: &FrameCtx<'_>, rect: Rect, text: &str, meant: bool) -> bool {
    let response = ui.interact(rect, ui.scope_id().with(("known", text)), Sense::CLICK);
    set_a11y_choice(&response, Role::ListBoxOption, true, meant, text);
    if meant {
        let id = response.id.accesskit_id();
        ui.ctx()
            .accesskit_node_builder(form::field_id(0), |node| node.set_active_descendant(id));
    }
    let pen = Painter::new(ui.painter(), pass.theme);
    pen.row_background(rect, meant, true, response.hovered());
    pen.text(
        rect.shrink2(vec2(8.0, 0.0)),
        Align::Min,
        text,
        TextStyle::body(),
        pass.theme.colors.text,
    );
    response.clicked()
}
