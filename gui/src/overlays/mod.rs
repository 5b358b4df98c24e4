//! Overlays over a screen: palette, help, status menu, forms, pickers and toasts.
//!
//! At most one overlay is open at a time, over a scrim; a click outside closes it.

pub mod confirm_dialog;
pub mod context_menu;
mod form;
mod help;
mod inline_edit;
mod menu;
mod palette;
mod picker;
pub mod toasts;

use egui::{Area, Id, Order, Rect, Response, Sense, Ui, pos2, vec2};
use encours_core::app::foundation::cx::overlay::{Form, FormPurpose, Layer};
use encours_core::app::foundation::cx::sheet::PickerKind;
use encours_core::app::shell::action::Action;

use crate::frame_ctx::FrameCtx;
use crate::screens::UiState;
use crate::theme::Icon;
use crate::widgets::{Painter, field, set_a11y_count, set_a11y_position};

/// State of the overlays that persists between frames.
#[derive(Debug, Default)]
pub struct OverlayUiState {
    /// The line that had the focus, so that a list scrolls with it.
    selected_line: Option<usize>,
    /// The purpose of the form that was shown.
    form_purpose: Option<FormPurpose>,
    /// The field of the form that had the focus.
    focused_field: Option<usize>,
    /// True once the inline editor has had the focus.
    editor_focused: bool,
    /// The selected line of a menu or picker that has had the keyboard focus.
    focused_line: Option<Id>,
    /// Wheel movement over the lines of a picker that is still less than a line.
    wheel_rest: f32,
}

impl OverlayUiState {
    /// Returns whether the application handles the keys of a widget: a form field, the selected line of a list or an
    /// answer.
    #[must_use]
    pub fn handles_keys(&self, layer: &Layer, id: Id) -> bool {
        match layer {
            Layer::Form(form) => is_field(form, id),
            Layer::Menu(_) => self.focused_line == Some(id),
            Layer::Picker(sheet) => is_question(sheet.kind) || self.focused_line == Some(id),
            Layer::None | Layer::Filter | Layer::Palette(_) | Layer::Help { .. } => true,
        }
    }
}

/// Returns whether a picker is a question with buttons.
fn is_question(kind: PickerKind) -> bool {
    matches!(
        kind,
        PickerKind::ConfirmDelete | PickerKind::ConfirmQuit | PickerKind::ConfirmDeletions
    )
}

/// Makes a line of a menu or picker clickable. The selected line gets the keyboard focus, so that screen readers follow
/// it and Tab continues from there.
fn line_response(
    ui: &Ui,
    place: &mut OverlayUiState,
    id: Id,
    rect: Rect,
    (at, meant): (usize, bool),
) -> Response {
    let sense = if meant {
        Sense::CLICK | Sense::FOCUSABLE
    } else {
        Sense::CLICK
    };
    let response = ui.interact(rect, id, sense);
    set_a11y_position(&response, at);
    if meant {
        let moved = place.focused_line.replace(id) != Some(id);
        if moved || ui.memory(egui::Memory::focused).is_none() {
            response.request_focus();
        }
    }
    response
}

/// Returns whether a screen reader requested a click. It has announced the line, so the click applies at once.
fn is_reader_click(response: &Response) -> bool {
    let asks = |input: &egui::InputState| {
        input.has_accesskit_action_request(response.id, egui::accesskit::Action::Click)
    };
    response.ctx.input(asks)
}

/// Creates the accessible container of the lines, with their total count.
fn lines_ui(ui: &mut Ui, rect: Rect, role: egui::accesskit::Role, name: &str, count: usize) -> Ui {
    let lines = crate::screens::labelled_part(ui, rect, "lines", role, name);
    set_a11y_count(&lines, count);
    lines
}

/// Height of the marker for more lines below.
const MORE_HEIGHT: f32 = 26.0;

/// Draws the marker for more lines below, in place of the last line.
fn draw_more(ui: &Ui, pass: &FrameCtx<'_>, row: Rect) {
    let pen = Painter::new(ui.painter(), pass.theme);
    pen.fill(row, pass.theme.tokens.radius.float, pass.theme.colors.raised);
    pen.horizontal_line(row.x_range(), row.top() + 0.5, pass.theme.colors.border);
    pen.sized_icon(row.center(), Icon::Down, 14.0, pass.theme.colors.text_secondary);
}

/// Returns whether a widget is one of the form's fields, not a button.
fn is_field(form: &Form, id: Id) -> bool {
    (0..form.fields.len()).any(|at| form::field_id(at) == id)
}

/// Initialises the state of a newly opened form. Field ids are shared by all forms, so this also clears their undo
/// history.
fn begin_form(ui: &Ui, place: &mut OverlayUiState, form: &Form) {
    let goes_on = place
        .form_purpose
        .as_ref()
        .is_some_and(|shown| match (shown, &form.purpose) {
            // Asking about an existing file continues the same form.
            (FormPurpose::Export { what: shown, .. }, FormPurpose::Export { what, .. }) => shown == what,
            (shown, purpose) => shown == purpose,
        });
    if goes_on {
        return;
    }
    *place = OverlayUiState {
        form_purpose: Some(form.purpose.clone()),
        ..OverlayUiState::default()
    };
    for at in 0..form.fields.len() {
        field::reset(ui.ctx(), form::field_id(at));
    }
}

/// Draws the overlays.
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState) {
    let asked = places.sign_out_question.is_shown()
        || matches!(pass.app.cx.layer(), Layer::Picker(sheet) if is_question(sheet.kind));
    toasts::show(ui, pass, asked);
    match pass.app.cx.layer() {
        Layer::None | Layer::Filter => {
            places.overlays = OverlayUiState::default();
        }
        Layer::Palette(palette) => palette::show(ui, pass, &mut places.overlays, palette),
        Layer::Help { scroll, .. } => help::show(ui, pass, *scroll),
        Layer::Menu(menu) => match places.table.edited_cell.filter(|_| pass.app.table.shows_table()) {
            Some(cell) => inline_edit::draw_status_list(ui, pass, &mut places.overlays, cell, menu),
            None => menu::show(ui, pass, &mut places.overlays, menu),
        },
        Layer::Form(form) => {
            begin_form(ui, &mut places.overlays, form);
            match places.table.edited_cell.filter(|_| pass.app.table.shows_table()) {
                Some(cell) => inline_edit::draw_owner_field(ui, pass, &mut places.overlays, cell, form),
                None => form::show(ui, pass, &mut places.overlays, form),
            }
        }
        Layer::Picker(sheet) if is_question(sheet.kind) => {
            confirm_dialog::draw_question(ui, pass, &mut places.overlays);
        }
        Layer::Picker(_) => picker::show(ui, pass, &mut places.overlays),
    }
    if places.sign_out_question.stage == confirm_dialog::SignOutStage::Asking {
        confirm_dialog::draw_sign_out(ui, pass, &mut places.sign_out_question);
    }
}

/// Draws an overlay box over a scrim, and its content. A click on the scrim closes the overlay, except for a form:
/// further typing would trigger the screen's keys.
fn draw_box(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    name: &str,
    rect: Rect,
    inside: impl FnOnce(&mut Ui, &mut FrameCtx<'_>),
) {
    modal(ui, "layer", name, |ui, screen| {
        crate::screens::set_a11y_bounds(ui, rect);
        let veil = ui.interact(screen, ui.scope_id().with("veil"), Sense::CLICK | Sense::DRAG);
        let pen = Painter::new(ui.painter(), pass.theme);
        pen.inner.rect_filled(screen, 0.0, pass.theme.colors.scrim);
        let ground = ui.interact(rect, ui.scope_id().with("ground"), Sense::CLICK | Sense::DRAG);
        let radius = pass.theme.tokens.radius.float;
        pen.overlay_background(rect, radius, pass.theme.colors.border_strong);
        let form = matches!(pass.app.cx.layer(), Layer::Form(_));
        if veil.clicked() && !ground.contains_pointer() && !form {
            pass.request(Action::CloseLayer);
        }
        let mut child = ui.new_child(egui::UiBuilder::new().id_salt("box").max_rect(rect));
        child.set_clip_rect(rect.intersect(screen));
        inside(&mut child, pass);
    });
}

/// Opens a modal dialog over the whole window. Its content is drawn by `inside`, which gets the window's area.
fn modal(ui: &Ui, salt: &'static str, name: &str, inside: impl FnOnce(&mut Ui, Rect)) {
    let screen = ui.ctx().content_rect();
    let area = Area::new(Id::unique(salt))
        .order(Order::Middle)
        .fixed_pos(screen.min)
        .constrain(false)
        .fade_in(false)
        .role(egui::accesskit::Role::Dialog)
        .accessible_name(name);
    let layer = area.layer();
    ui.ctx().memory_mut(|memory| memory.set_modal_layer(layer));
    // Raise this layer above others of the same order, regardless of when they were created.
    ui.ctx().move_to_top(layer);
    area.show(ui.ctx(), |ui| {
        ui.set_clip_rect(screen);
        inside(ui, screen);
        ui.set_min_size(screen.size());
    });
}

/// Returns the area of an overlay box: centred, below the top edge, inside the window and above the strip for a toast.
fn box_rect(ui: &Ui, pass: &FrameCtx<'_>, width: f32, height: f32) -> Rect {
    const BOX_MARGIN: f32 = 8.0;
    let screen = ui.ctx().content_rect();
    let width = width.min(screen.width() - 32.0);
    let room = screen.height() - toasts::strip_height(pass);
    let height = height.min(room - BOX_MARGIN);
    let top = pass.theme.tokens.size.palette_top.min(screen.height() * 0.12);
    let top = top.min(room - height).max(BOX_MARGIN);
    Rect::from_min_size(
        pos2(screen.center().x - width / 2.0, screen.top() + top),
        vec2(width, height),
    )
}
