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
mod sheet;
pub mod toasts;

use egui::{Area, Order};
use encours_core::app::changes::import::view::is_spreadsheet;
use encours_core::app::foundation::cx::overlay::{Form, FormPurpose};

use crate::prelude::*;

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
    pub fn handles_keys(&self, overlay: &Overlay, id: Id) -> bool {
        match overlay {
            Overlay::Form(form) => (0..form.fields.len()).any(|at| form::field_id(at) == id),
            Overlay::Menu(_) => self.focused_line == Some(id),
            Overlay::Picker(picker) => {
                let has_own_lines = is_question(picker.kind) || picker.kind == PickerKind::Sheet;
                has_own_lines || self.focused_line == Some(id)
            }
            Overlay::None | Overlay::Filter | Overlay::Palette(_) | Overlay::Help { .. } => true,
        }
    }
}

/// Returns whether a picker is a question with buttons.
fn is_question(kind: PickerKind) -> bool {
    matches!(kind, PickerKind::ConfirmDelete | PickerKind::ConfirmQuit | PickerKind::ConfirmDeletions)
}

/// Makes a line of a menu or picker clickable. The selected line gets the keyboard focus, so that screen readers follow
/// it and Tab continues from there.
fn line_response(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    id: Id,
    rect: Rect,
    (at, is_selected): (usize, bool),
) -> Response {
    let response = ui.item_area(rect, id, is_selected);
    set_a11y_position(&response, at);
    if is_selected {
        let has_moved = frame.state.overlays.focused_line.replace(id) != Some(id);
        if has_moved || ui.memory(egui::Memory::focused).is_none() {
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
fn lines_ui(ui: &mut Ui, rect: Rect, role: Role, name: &str, count: usize) -> Ui {
    let lines = crate::screens::labelled_part(ui, rect, "lines", role, name);
    set_a11y_count(&lines, count);
    lines
}

/// Height of the marker for more lines below.
const MORE_HEIGHT: f32 = 26.0;

/// Draws the marker for more lines below, in place of the last line.
fn draw_more(ui: &Ui, frame: &FrameCtx<'_>, row: Rect) {
    let painter = frame.painter(ui);
    painter.fill(row, frame.theme.tokens.radius.float, frame.theme.colors.raised);
    painter.horizontal_line(row.x_range(), row.top() + 0.5, frame.theme.colors.border);
    painter.sized_icon(row.center(), Icon::Down, 14.0, frame.theme.colors.text_secondary);
}

/// Draws the line above a footer, and its key hints at the left. Returns the remaining area.
fn draw_key_hints(
    painter: &Painter<'_>,
    frame: &FrameCtx<'_>,
    rect: Rect,
    hints: &[(&[KeyCode], &str)],
) -> Rect {
    painter.horizontal_line(rect.x_range(), rect.top() + 0.5, frame.theme.colors.border);
    let mut x = rect.left() + 17.0;
    for (codes, label) in hints {
        let keys = codes.iter().map(|code| key_events::key_cap(frame.app, Key::plain(*code)));
        x = keycap::paint_hint(painter, rect, x, keys, &frame.message(label));
    }
    rect.with_min_x(x).with_max_x(rect.right() - 17.0)
}

/// Initialises the state of a newly opened form. Field ids are shared by all forms, so this also clears their undo
/// history.
fn begin_form(ui: &Ui, overlay: &mut OverlayUiState, form: &Form) {
    let goes_on =
        overlay.form_purpose.as_ref().is_some_and(|shown_purpose| match (shown_purpose, &form.purpose) {
            // Asking about an existing file continues the same form.
            (FormPurpose::Export { content: shown_purpose, .. }, FormPurpose::Export { content, .. }) => {
                shown_purpose == content
            }
            (shown_purpose, purpose) => shown_purpose == purpose,
        });
    if goes_on {
        return;
    }
    *overlay = OverlayUiState { form_purpose: Some(form.purpose.clone()), ..OverlayUiState::default() };
    for at in 0..form.fields.len() {
        field::reset(ui.ctx(), form::field_id(at));
    }
}

/// Draws the overlays.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let is_asked = frame.state.sign_out_question.is_shown()
        || matches!(frame.app.cx.overlay(), Overlay::Picker(picker) if is_question(picker.kind));
    toasts::show(ui, frame, is_asked);
    match frame.app.cx.overlay() {
        Overlay::None | Overlay::Filter => {
            frame.state.overlays = OverlayUiState::default();
        }
        Overlay::Palette(palette) => palette::show(ui, frame, palette),
        Overlay::Help { scroll, .. } => help::show(ui, frame, *scroll),
        Overlay::Menu(menu) => {
            match frame.state.table.edited_cell.filter(|_| frame.app.table.shows_table()) {
                Some(cell) => inline_edit::draw_status_list(ui, frame, cell, menu),
                None => menu::show(ui, frame, menu),
            }
        }
        Overlay::Form(form) => {
            begin_form(ui, &mut frame.state.overlays, form);
            match frame.state.table.edited_cell.filter(|_| frame.app.table.shows_table()) {
                Some(cell) => inline_edit::draw_owner_field(ui, frame, cell, form),
                None => form::show(ui, frame, form),
            }
        }
        Overlay::Picker(picker) if is_question(picker.kind) => {
            confirm_dialog::draw_question(ui, frame);
        }
        Overlay::Picker(picker) if picker.kind == PickerKind::Sheet => {
            sheet::show(ui, frame, picker.selected);
        }
        Overlay::Picker(_) => picker::show(ui, frame),
    }
    if frame.state.sign_out_question.stage == confirm_dialog::SignOutStage::Asking {
        confirm_dialog::draw_sign_out(ui, frame);
    }
    let is_import = |file: &egui::HoveredFile| {
        file.path.as_ref().and_then(|path| path.to_str()).is_some_and(is_spreadsheet)
    };
    if ui.ctx().input(|input| input.raw.hovered_files.iter().any(is_import)) {
        let (rect, painter) = (box_rect(ui, frame, 360.0, 56.0), frame.painter(ui));
        let (radius, colors) = (frame.theme.tokens.radius.float, &frame.theme.colors);
        painter.framed_box(rect, radius, colors.raised, colors.accent);
        painter.center(rect, &frame.message("import-drop"), TextStyle::heading(), colors.accent_text);
    }
}

/// Draws an overlay box over a scrim, and its content. A click on the scrim closes the overlay, except for a form:
/// further typing would trigger the screen's keys.
fn draw_box(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    name: &str,
    rect: Rect,
    draw_content: impl FnOnce(&mut Ui, &mut FrameCtx<'_>),
) {
    modal(ui, "layer", name, |ui, screen| {
        crate::screens::set_a11y_bounds(ui, rect);
        let veil = ui.interact(screen, ui.scope_id().with("veil"), Sense::CLICK | Sense::DRAG);
        let painter = frame.painter(ui);
        painter.inner.rect_filled(screen, 0.0, frame.theme.colors.scrim);
        let background = ui.interact(rect, ui.scope_id().with("ground"), Sense::CLICK | Sense::DRAG);
        let radius = frame.theme.tokens.radius.float;
        painter.overlay_background(rect, radius, frame.theme.colors.border_strong);
        let form = matches!(frame.app.cx.overlay(), Overlay::Form(_));
        if veil.clicked() && !background.contains_pointer() && !form {
            frame.request(Action::CloseOverlay);
        }
        let mut child = ui.part(rect, "box");
        child.set_clip_rect(rect.intersect(screen));
        draw_content(&mut child, frame);
    });
}

/// Returns a named area at a fixed position above the screen.
pub(crate) fn floating_area(id: Id, order: Order, at: Pos2, (role, name): (Role, &str)) -> Area {
    Area::new(id).order(order).fixed_pos(at).constrain(false).fade_in(false).role(role).accessible_name(name)
}

/// Opens a modal dialog over the whole window. Its content is drawn by `draw_content`, which gets the window's area.
fn modal(ui: &Ui, salt: &'static str, name: &str, draw_content: impl FnOnce(&mut Ui, Rect)) {
    let screen = ui.ctx().content_rect();
    let area = floating_area(Id::unique(salt), Order::Middle, screen.min, (Role::Dialog, name));
    let layer = area.layer();
    ui.ctx().memory_mut(|saved_state| saved_state.set_modal_layer(layer));
    // Raise this layer above others of the same order, regardless of when they were created.
    ui.ctx().move_to_top(layer);
    area.show(ui.ctx(), |ui| {
        ui.set_clip_rect(screen);
        draw_content(ui, screen);
        ui.set_min_size(screen.size());
    });
}

/// Returns the area of an overlay box: centred, below the top edge, inside the window and above the strip for a toast.
fn box_rect(ui: &Ui, frame: &FrameCtx<'_>, width: f32, height: f32) -> Rect {
    const BOX_MARGIN: f32 = 8.0;
    let screen = ui.ctx().content_rect();
    let width = width.min(screen.width() - 32.0);
    let available_height = screen.height() - toasts::strip_height(frame);
    let height = height.min(available_height - BOX_MARGIN);
    let top = frame.theme.tokens.size.palette_top.min(screen.height() * 0.12);
    let top = top.min(available_height - height).max(BOX_MARGIN);
    rect_at(screen.center().x - width / 2.0, screen.top() + top, width, height)
}
