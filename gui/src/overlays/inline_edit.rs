//! Inline editing of a table cell: the owner over the cell, the status in a list below it.
//!
//! It uses the same form and menu as the overlays; only the position differs.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::cx::overlay::{Form, Menu};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;

use super::{LayerPlace, form, menu};
use crate::frame_ctx::Pass;
use crate::theme::Face;
use crate::widgets::field::{self, Field};
use crate::widgets::{Pen, tell_choice};

const PAD: f32 = 6.0;
/// Height of the line under the statuses that shows the typed text.
const TYPED: f32 = 26.0;

/// Draws the owner field over its cell. A click elsewhere keeps the typed text.
pub(super) fn owner(ui: &Ui, pass: &mut Pass<'_>, place: &mut LayerPlace, cell: Rect, form: &Form) {
    let view = encours_core::app::changes::forms::view::form(pass.app, form);
    let Some(line) = view.lines.first() else { return };
    let mut text = form
        .fields
        .first()
        .map(|field| field.text().to_owned())
        .unwrap_or_default();
    let first = !std::mem::replace(&mut place.begun, true);
    let row = pass.look.tokens.size.row_compact;
    let line_rect = cell.with_max_x(cell.right().max(cell.left() + 160.0)).shrink(1.0);
    let wide = line_rect
        .width()
        .max(if view.warning.is_some() { 280.0 } else { 200.0 });
    let words = |ui: &Ui, text: &str| {
        let pen = Pen::new(ui.painter(), pass.look);
        pen.wrapped(
            text,
            Face::small(),
            pass.look.ink.text,
            wide - 2.0 * PAD - 16.0,
            3,
        )
        .size()
        .y + 10.0
    };
    let warned = view.warning.as_deref().map_or(0.0, |text| words(ui, text));
    let inside = line.known.len() as f32 * row + warned;
    let box_height = inside + if inside > 0.0 { 2.0 * PAD } else { 0.0 };
    over(ui, pass, &view.title, ActionId::Open, |ui, pass| {
        let pen = Pen::new(ui.painter(), pass.look);
        pen.fill(line_rect, 0, pass.look.ink.surface);
        let field = Field {
            name: &line.label,
            hint: "",
            face: Face::body(),
            boxed: true,
            left: 7.0,
            right: 7.0,
        };
        let response = field.show(ui, pass.look, form::field_id(0), line_rect, &mut text);
        if first {
            response.request_focus();
            field::select_all(ui, form::field_id(0), &text);
        }
        if response.changed() {
            pass.act(Action::SetField(0, text));
        }
        if inside <= 0.0 {
            return;
        }
        let list = below(ui, line_rect, vec2(wide, box_height));
        ground(ui, pass, list);
        if let Some(text) = &view.warning {
            let pen = Pen::new(ui.painter(), pass.look);
            let corner = list.min + vec2(PAD + 8.0, PAD + 3.0);
            let said = pen.block(
                corner,
                wide - 2.0 * PAD - 16.0,
                text,
                Face::small(),
                pass.look.ink.text,
            );
            let response = ui.interact(said, ui.scope_id().with("warning"), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text.as_str()));
        }
        for (at, known) in line.known.iter().enumerate() {
            let top = list.top() + PAD + warned + at as f32 * row;
            let place =
                Rect::from_min_size(pos2(list.left() + PAD, top), vec2(list.width() - 2.0 * PAD, row));
            if option(ui, pass, place, known, line.meant == Some(at)) {
                pass.act(Action::TakeSuggestion(at));
                pass.run(ActionId::Open);
            }
        }
    });
    place.field = Some(form.focus);
}

/// Draws the list of statuses below the cell.
pub(super) fn status(ui: &Ui, pass: &mut Pass<'_>, place: &mut LayerPlace, cell: Rect, open: &Menu) {
    let (title, lines) = encours_core::app::changes::deal::view::status_menu::menu(pass.app, open);
    let row = pass.look.tokens.size.palette_row;
    let size = vec2(
        cell.width().max(248.0),
        lines.len() as f32 * row + TYPED + 2.0 * PAD,
    );
    over(ui, pass, &title, ActionId::Back, |ui, pass| {
        let pen = Pen::new(ui.painter(), pass.look);
        pen.ring(cell.shrink(3.0), pass.look.tokens.radius.chip);
        let list = below(ui, cell, size);
        ground(ui, pass, list);
        let inside = list.shrink(PAD);
        menu::all(ui, pass, place, (&title, &lines), inside);
        let foot = inside.with_min_y(inside.bottom() - TYPED).shrink2(vec2(9.0, 0.0));
        menu::typed(ui, pass, open, foot, Align::Min);
    });
}

/// Draws an overlay without a scrim. A click outside runs `beside`.
fn over(
    ui: &Ui,
    pass: &mut Pass<'_>,
    name: &str,
    beside: ActionId,
    inside: impl FnOnce(&mut Ui, &mut Pass<'_>),
) {
    super::modal(ui, "in-place", name, |ui, screen| {
        crate::screens::bounds(ui, screen);
        let outside = ui.interact(screen, ui.scope_id().with("beside"), Sense::CLICK);
        if outside.clicked() {
            pass.run(beside);
        }
        inside(ui, pass);
    });
}

/// Returns an area below a cell, or above it if that does not fit.
fn below(ui: &Ui, cell: Rect, size: egui::Vec2) -> Rect {
    let screen = ui.ctx().content_rect();
    let x = cell.left().min(screen.right() - size.x - 8.0);
    let y = if cell.bottom() + 4.0 + size.y > screen.bottom() - 8.0 {
        (cell.top() - 4.0 - size.y).max(screen.top() + 8.0)
    } else {
        cell.bottom() + 4.0
    };
    Rect::from_min_size(pos2(x, y), size)
}

fn ground(ui: &Ui, pass: &Pass<'_>, rect: Rect) {
    let _covered = ui.interact(rect, ui.scope_id().with("ground"), Sense::CLICK);
    let (look, radius) = (pass.look, pass.look.tokens.radius.pane);
    let pen = Pen::new(ui.painter(), look);
    pen.raised(rect, radius, look.ink.border_strong);
}

fn option(ui: &Ui, pass: &Pass<'_>, rect: Rect, text: &str, meant: bool) -> bool {
    let response = ui.interact(rect, ui.scope_id().with(("known", text)), Sense::CLICK);
    tell_choice(&response, Role::ListBoxOption, true, meant, text);
    if meant {
        let id = response.id.accesskit_id();
        ui.ctx()
            .accesskit_node_builder(form::field_id(0), |node| node.set_active_descendant(id));
    }
    let pen = Pen::new(ui.painter(), pass.look);
    pen.ground(rect, meant, true, response.hovered());
    pen.text(
        rect.shrink2(vec2(8.0, 0.0)),
        Align::Min,
        text,
        Face::body(),
        pass.look.ink.text,
    );
    response.clicked()
}
