//! The status menu: moves a deal, as a drag or a key does.

use egui::accesskit::{Live, Role as Part};
use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::changes::deal::view::status_menu::MenuLine;
use encours_core::app::foundation::cx::overlay::Menu;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::key::{Key, KeyCode};
use encours_core::app::shell::action::Action;

use super::LayerPlace;
use crate::frame_ctx::Pass;
use crate::input::key_events;
use crate::theme::{Face, Icon};
use crate::widgets::{Pen, keycap};

/// Draws the menu.
pub(super) fn show(ui: &Ui, pass: &mut Pass<'_>, place: &mut LayerPlace, menu: &Menu) {
    let size = &pass.look.tokens.size;
    let (title, lines) = encours_core::app::changes::deal::view::status_menu::menu(pass.app, menu);
    let height = 44.0 + lines.len() as f32 * size.palette_row + 6.0 + size.palette_foot;
    let rect = super::place(ui, pass, 400.0, height);
    super::over(ui, pass, &title.clone(), rect, |ui, pass| {
        let pen = Pen::new(ui.painter(), pass.look);
        let head = rect.with_max_y(rect.top() + 44.0);
        pen.text(
            head.shrink2(vec2(17.0, 0.0)),
            Align::Min,
            &title,
            Face::heading(),
            pass.look.ink.text,
        );
        let body = rect
            .with_min_y(head.bottom())
            .with_max_y(rect.bottom() - size.palette_foot)
            .shrink2(vec2(8.0, 0.0));
        all(ui, pass, place, (&title, &lines), body);
        foot(ui, pass, menu, rect.with_min_y(rect.bottom() - size.palette_foot));
    });
}

/// Draws the lines from the top of an area.
pub(super) fn all(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    place: &mut LayerPlace,
    (title, lines): (&str, &[MenuLine]),
    rect: Rect,
) {
    let row = pass.look.tokens.size.palette_row;
    let ui = super::lines(ui, rect, Part::Menu, title, lines.len());
    // Without a selection, the first line has the focus. Screen readers start there, and Enter confirms nothing.
    let meant = lines.iter().position(|line| line.selected).unwrap_or(0);
    for (at, line) in lines.iter().enumerate() {
        let corner = pos2(rect.left(), rect.top() + at as f32 * row);
        let line_rect = Rect::from_min_size(corner, vec2(rect.width(), row));
        one(&ui, pass, place, (at, at == meant), line, line_rect);
    }
}

fn one(
    ui: &Ui,
    pass: &mut Pass<'_>,
    place: &mut LayerPlace,
    (at, meant): (usize, bool),
    line: &MenuLine,
    rect: Rect,
) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let id = ui.scope_id().with(("status", at));
    let response = super::line(ui, place, id, rect, (at, meant));
    // The checked line is the deal's current status; the selected line has the focus.
    response.widget_info(|| WidgetInfo::selected(Role::MenuItemRadio, true, line.current, &line.label));
    let pen = Pen::new(ui.painter(), look);
    pen.ground(rect, line.selected, true, response.hovered());
    let color = if line.selected {
        ink.accent_text
    } else {
        ink.text_secondary
    };
    pen.status(pos2(rect.left() + 17.0, rect.center().y), &line.status, color);
    pen.text(
        rect.with_min_x(rect.left() + 34.0),
        Align::Min,
        &line.label,
        Face::strong(),
        ink.text,
    );
    if line.current {
        pen.icon(
            pos2(rect.right() - 18.0, rect.center().y),
            Icon::Check,
            ink.text_tertiary,
        );
    }
    if response.clicked() {
        pass.act(Action::Choose(at));
        pass.run(ActionId::Open);
    }
}

/// Draws the typed search text, or a hint. It is a live region, so that a search without matches is announced.
pub(super) fn typed(ui: &Ui, pass: &Pass<'_>, menu: &Menu, rect: Rect, align: Align) {
    let said = encours_core::app::changes::deal::view::status_menu::menu_typed(pass.app, menu);
    let ink = &pass.look.ink;
    let (face, color) = if menu.typed.is_empty() {
        (Face::small(), ink.text_secondary)
    } else {
        (Face::strong(), ink.text)
    };
    Pen::new(ui.painter(), pass.look).text(rect, align, &said, face, color);
    let response = ui.interact(rect, ui.scope_id().with("typed"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, said.as_str()));
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
}

fn foot(ui: &Ui, pass: &Pass<'_>, menu: &Menu, rect: Rect) {
    let pen = &Pen::new(ui.painter(), pass.look);
    let ink = &pass.look.ink;
    pen.rule(rect.x_range(), rect.top() + 0.5, ink.border);
    let mut x = rect.left() + 17.0;
    for (code, label) in [(KeyCode::Enter, "hint-confirm"), (KeyCode::Esc, "hint-close")] {
        let key = key_events::cap_of(pass.app, Key::plain(code));
        x = keycap::hint(pen, rect, x, [key], &pass.word(label));
    }
    let rest = rect.with_min_x(x).with_max_x(rect.right() - 17.0);
    typed(ui, pass, menu, rest, Align::Max);
}
