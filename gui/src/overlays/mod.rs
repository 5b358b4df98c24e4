//! What lies over a screen: palette, help, the menu of statuses, forms, toasts. One layer at a time, over a flat veil;
//! a click beside it closes it.

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

/// What the layers remember between passes.
#[derive(Debug, Default)]
pub struct LayerPlace {
    /// The line that had the focus, so that a list follows it.
    selected: Option<usize>,
    /// What the form is for that was shown.
    form: Option<Purpose>,
    /// The field of the form that had the focus.
    field: Option<usize>,
    /// Whether the cell that is edited in its place has had the focus.
    begun: bool,
    /// The line of a menu or a sheet that the application means, and that has had the keyboard.
    line: Option<Id>,
    /// How far the wheel was turned over the lines of a sheet, short of a whole line.
    turned: f32,
}

impl LayerPlace {
    /// Whether the keys of a widget are the application's: it is a field of a form, or the line that is meant of a list. A
    /// question's answers are the application's too, for its focus follows theirs.
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

/// Whether a sheet is a question with buttons.
fn is_question(kind: SheetKind) -> bool {
    matches!(
        kind,
        SheetKind::Delete | SheetKind::Leave | SheetKind::KeptDeletions
    )
}

/// A line of a menu or a sheet, as a place to press. The one that the application means has the keyboard: whoever hears
/// the window hears it as the keys go along, and Tab goes on from there.
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

/// Whether a screen reader asks for a press: it has heard which line it is, so the press means it at once.
fn pressed_by_reader(response: &Response) -> bool {
    let asks = |input: &egui::InputState| {
        input.has_accesskit_action_request(response.id, egui::accesskit::Action::Click)
    };
    response.ctx.input(asks)
}

/// The lines of a menu or a sheet as one part, with how many there are in all.
fn lines(ui: &mut Ui, rect: Rect, role: egui::accesskit::Role, name: &str, count: usize) -> Ui {
    let lines = crate::screens::part(ui, rect, "lines", role, name);
    tell_size(&lines, count);
    lines
}

/// How high the sign is that there is more below.
const MORE: f32 = 26.0;

/// The sign that there is more below, where the last line would be.
fn more(ui: &Ui, pass: &Pass<'_>, row: Rect) {
    let pen = Pen::new(ui.painter(), pass.look);
    pen.fill(row, pass.look.tokens.radius.float, pass.look.ink.raised);
    pen.rule(row.x_range(), row.top() + 0.5, pass.look.ink.border);
    pen.icon_of(row.center(), Icon::Down, 14.0, pass.look.ink.text_secondary);
}

/// Whether a widget is one of the fields of the form, and no button of it.
fn is_field(form: &Form, id: Id) -> bool {
    (0..form.fields.len()).any(|at| form::field_id(at) == id)
}

/// Begins a form that was not shown before. Its fields have the places of every form's, and what is undone in one is never
/// what was typed in another.
fn begin(ui: &Ui, place: &mut LayerPlace, form: &Form) {
    let goes_on = place
        .form
        .as_ref()
        .is_some_and(|shown| match (shown, &form.purpose) {
            // That a file is there already is said in the same form.
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

/// Draws what lies over the screen.
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

/// A box over the window: the veil, the ground of the box, and a `Ui` in it. A click on the veil closes the layer, but for
/// a form: what one goes on typing there would be keys of the screen.
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

/// The whole window as a dialog that nothing behind it answers beside; what is in it is handed the window's rectangle.
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
    // What stands under it in the same order stays there, whichever of them came last.
    ui.ctx().move_to_top(layer);
    area.show(ui.ctx(), |ui| {
        ui.set_clip_rect(screen);
        inside(ui, screen);
        ui.set_min_size(screen.size());
    });
}

/// Where a box of a size stands: in the middle, at a distance from the top, never outside the window and never in the strip
/// that a toast may take.
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
