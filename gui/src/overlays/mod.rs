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
use encours_core::app::foundation::cx::overlay::{Form, Layer, Purpose};
use encours_core::app::foundation::cx::sheet::SheetKind;
use encours_core::app::shell::action::Action;

use crate::frame_ctx::Pass;
use crate::screens::Places;
use crate::theme::Icon;
use crate::widgets::{Pen, field, tell_place, tell_size};

/// State of the overlays that persists between frames.
#[derive(Debug, Default)]
pub struct LayerPlace {
    /// The line that had the focus, so that a list scrolls with it.
    selected: Option<usize>,
    /// The purpose of the form that was shown.
    form: Option<Purpose>,
    /// The field of the form that had the focus.
    field: Option<usize>,
    /// True once the inline editor has had the focus.
    begun: bool,
    /// The selected line of a menu or picker that has had the keyboard focus.
    line: Option<Id>,
    /// Wheel movement over the lines of a picker that is still less than a line.
    turned: f32,
}

impl LayerPlace {
    /// Returns whether the application handles the keys of a widget: a form field, the selected line of a list or an
    /// answer.
    #[must_use]
    pub fn means(&self, layer: &Layer, id: Id) -> bool {
        match layer {
            Layer::Form(form) => is_field(form, id),
            Layer::Menu(_) => self.line == Some(id),
            Layer::Sheet(sheet) => is_question(sheet.kind) || self.line == Some(id),
            Layer::None | Layer::Filter | Layer::Palette(_) | Layer::Help { .. } => true,
        }
    }
}

/// Returns whether a picker is a question with buttons.
fn is_question(kind: SheetKind) -> bool {
    matches!(
        kind,
        SheetKind::Delete | SheetKind::Leave | SheetKind::KeptDeletions
    )
}

/// Makes a line of a menu or picker clickable. The selected line gets the keyboard focus, so that screen readers follow
/// it and Tab continues from there.
fn line(ui: &Ui, place: &mut LayerPlace, id: Id, rect: Rect, (at, meant): (usize, bool)) -> Response {
    let sense = if meant {
        Sense::CLICK | Sense::FOCUSABLE
    } else {
        Sense::CLICK
    };
    let response = ui.interact(rect, id, sense);
    tell_place(&response, at);
    if meant {
        let moved = place.line.replace(id) != Some(id);
        if moved || ui.memory(egui::Memory::focused).is_none() {
            response.request_focus();
        }
    }
    response
}

/// Returns whether a screen reader requested a click. It has announced the line, so the click applies at once.
fn pressed_by_reader(response: &Response) -> bool {
    let asks = |input: &egui::InputState| {
        input.has_accesskit_action_request(response.id, egui::accesskit::Action::Click)
    };
    response.ctx.input(asks)
}

/// Creates the accessible container of the lines, with their total count.
fn lines(ui: &mut Ui, rect: Rect, role: egui::accesskit::Role, name: &str, count: usize) -> Ui {
    let lines = crate::screens::part(ui, rect, "lines", role, name);
    tell_size(&lines, count);
    lines
}

/// Height of the marker for more lines below.
const MORE: f32 = 26.0;

/// Draws the marker for more lines below, in place of the last line.
fn more(ui: &Ui, pass: &Pass<'_>, row: Rect) {
    let pen = Pen::new(ui.painter(), pass.look);
    pen.fill(row, pass.look.tokens.radius.float, pass.look.ink.raised);
    pen.rule(row.x_range(), row.top() + 0.5, pass.look.ink.border);
    pen.icon_of(row.center(), Icon::Down, 14.0, pass.look.ink.text_secondary);
}

/// Returns whether a widget is one of the form's fields, not a button.
fn is_field(form: &Form, id: Id) -> bool {
    (0..form.fields.len()).any(|at| form::field_id(at) == id)
}

/// Initialises the state of a newly opened form. Field ids are shared by all forms, so this also clears their undo
/// history.
fn begin(ui: &Ui, place: &mut LayerPlace, form: &Form) {
    let goes_on = place
        .form
        .as_ref()
        .is_some_and(|shown| match (shown, &form.purpose) {
            // Asking about an existing file continues the same form.
            (Purpose::Export { what: shown, .. }, Purpose::Export { what, .. }) => shown == what,
            (shown, purpose) => shown == purpose,
        });
    if goes_on {
        return;
    }
    *place = LayerPlace {
        form: Some(form.purpose.clone()),
        ..LayerPlace::default()
    };
    for at in 0..form.fields.len() {
        field::forget(ui.ctx(), form::field_id(at));
    }
}

/// Draws the overlays.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places) {
    let asked =
        places.leave.asks() || matches!(pass.app.cx.layer(), Layer::Sheet(sheet) if is_question(sheet.kind));
    toasts::show(ui, pass, asked);
    match pass.app.cx.layer() {
        Layer::None | Layer::Filter => {
            places.layer = LayerPlace::default();
        }
        Layer::Palette(palette) => palette::show(ui, pass, &mut places.layer, palette),
        Layer::Help { scroll, .. } => help::show(ui, pass, *scroll),
        Layer::Menu(menu) => match places.table.edited.filter(|_| pass.app.table.shows_table()) {
            Some(cell) => inline_edit::status(ui, pass, &mut places.layer, cell, menu),
            None => menu::show(ui, pass, &mut places.layer, menu),
        },
        Layer::Form(form) => {
            begin(ui, &mut places.layer, form);
            match places.table.edited.filter(|_| pass.app.table.shows_table()) {
                Some(cell) => inline_edit::owner(ui, pass, &mut places.layer, cell, form),
                None => form::show(ui, pass, &mut places.layer, form),
            }
        }
        Layer::Sheet(sheet) if is_question(sheet.kind) => {
            confirm_dialog::question(ui, pass, &mut places.layer);
        }
        Layer::Sheet(_) => picker::show(ui, pass, &mut places.layer),
    }
    if places.leave.out == confirm_dialog::SignOut::Asking {
        confirm_dialog::sign_out(ui, pass, &mut places.leave);
    }
}

/// Draws an overlay box over a scrim, and its content. A click on the scrim closes the overlay, except for a form:
/// further typing would trigger the screen's keys.
fn over(ui: &Ui, pass: &mut Pass<'_>, name: &str, rect: Rect, inside: impl FnOnce(&mut Ui, &mut Pass<'_>)) {
    modal(ui, "layer", name, |ui, screen| {
        crate::screens::bounds(ui, rect);
        let veil = ui.interact(screen, ui.scope_id().with("veil"), Sense::CLICK | Sense::DRAG);
        let pen = Pen::new(ui.painter(), pass.look);
        pen.painter.rect_filled(screen, 0.0, pass.look.ink.scrim);
        let ground = ui.interact(rect, ui.scope_id().with("ground"), Sense::CLICK | Sense::DRAG);
        let radius = pass.look.tokens.radius.float;
        pen.raised(rect, radius, pass.look.ink.border_strong);
        let form = matches!(pass.app.cx.layer(), Layer::Form(_));
        if veil.clicked() && !ground.contains_pointer() && !form {
            pass.act(Action::CloseLayer);
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
fn place(ui: &Ui, pass: &Pass<'_>, width: f32, height: f32) -> Rect {
    const EDGE: f32 = 8.0;
    let screen = ui.ctx().content_rect();
    let width = width.min(screen.width() - 32.0);
    let room = screen.height() - toasts::strip(pass);
    let height = height.min(room - EDGE);
    let top = pass.look.tokens.size.palette_top.min(screen.height() * 0.12);
    let top = top.min(room - height).max(EDGE);
    Rect::from_min_size(
        pos2(screen.center().x - width / 2.0, screen.top() + top),
        vec2(width, height),
    )
}
