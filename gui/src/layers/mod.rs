//! What lies over a screen: palette, help, the menu of statuses, forms, toasts. One layer at a time, over a flat veil;
//! a click beside it closes it.

pub mod context;
mod form;
mod help;
mod inplace;
pub mod leave;
mod menu;
mod palette;
mod sheet;
pub mod toasts;

use egui::{Area, Id, Order, Rect, Sense, Ui, pos2, vec2};
use encours_core::app::{Action, Layer, SheetKind};

use crate::pass::Pass;
use crate::screens::Places;
use crate::widgets::Pen;

/// What the layers remember between passes.
#[derive(Debug, Default)]
pub struct LayerPlace {
    /// The line that had the focus, so that a list follows it.
    selected: Option<usize>,
    /// The field of the form that had the focus.
    field: Option<usize>,
    /// What a cell held when it was begun to be edited in its place.
    begun: Option<String>,
    /// Whether nothing was typed there yet.
    untouched: bool,
}

/// Whether a widget is one of the fields of the form, and no button of it.
#[must_use]
pub fn is_field(form: &encours_core::app::Form, id: Id) -> bool {
    (0..form.fields.len()).any(|at| form::field_id(at) == id)
}

/// Draws what lies over the screen.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places) {
    toasts::show(ui, pass);
    match pass.app.layer() {
        Layer::None | Layer::Filter => places.layer = LayerPlace::default(),
        Layer::Palette(palette) => palette::show(ui, pass, &mut places.layer, palette),
        Layer::Help { scroll, .. } => help::show(ui, pass, *scroll),
        Layer::Menu(menu) => match places.table.edited.filter(|_| pass.app.shows_table()) {
            Some(cell) => inplace::status(ui, pass, cell, menu),
            None => menu::show(ui, pass, menu),
        },
        Layer::Form(form) => match places.table.edited.filter(|_| pass.app.shows_table()) {
            Some(cell) => inplace::owner(ui, pass, &mut places.layer, cell, form),
            None => form::show(ui, pass, &mut places.layer, form),
        },
        Layer::Sheet(sheet) if matches!(sheet.kind, SheetKind::Delete | SheetKind::Leave) => {
            leave::question(ui, pass, &mut places.layer);
        }
        Layer::Sheet(_) => sheet::show(ui, pass),
    }
    if places.leave.out == leave::SignOut::Asking {
        leave::sign_out(ui, pass, &mut places.leave);
    }
}

/// A box over the window: the veil, the ground of the box, and a `Ui` in it. A click on the veil closes the layer.
fn over(ui: &Ui, pass: &mut Pass<'_>, name: &str, rect: Rect, inside: impl FnOnce(&mut Ui, &mut Pass<'_>)) {
    modal(ui, "layer", name, |ui, screen| {
        crate::screens::bounds(ui, rect);
        let veil = ui.interact(screen, ui.scope_id().with("veil"), Sense::CLICK | Sense::DRAG);
        let pen = Pen::new(ui.painter(), pass.look);
        pen.painter.rect_filled(screen, 0.0, pass.look.ink.scrim);
        let ground = ui.interact(rect, ui.scope_id().with("ground"), Sense::CLICK | Sense::DRAG);
        let radius = pass.look.tokens.radius.float;
        pen.cast(rect, radius, pass.look.cast.float);
        pen.boxed(
            rect,
            radius,
            pass.look.ink.raised,
            pass.look.hairline(pass.look.ink.border_strong),
        );
        if veil.clicked() && !ground.contains_pointer() {
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
    area.show(ui.ctx(), |ui| {
        ui.set_clip_rect(screen);
        inside(ui, screen);
        ui.set_min_size(screen.size());
    });
}

/// Where a box of a size stands: in the middle, at a distance from the top, and never outside the window.
fn place(ui: &Ui, pass: &Pass<'_>, width: f32, height: f32) -> Rect {
    let screen = ui.ctx().content_rect();
    let width = width.min(screen.width() - 32.0);
    let top = pass.look.tokens.size.palette_top.min(screen.height() * 0.12);
    let height = height.min(screen.height() - top - 16.0);
    Rect::from_min_size(
        pos2(screen.center().x - width / 2.0, screen.top() + top),
        vec2(width, height),
    )
}
