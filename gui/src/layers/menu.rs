//! The menu of statuses: where to move the deal. The same move as a drag or a key.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::{Action, ActionId, Key, KeyCode, Menu};
use encours_core::view::layers::{self, MenuLine};

use crate::keys;
use crate::pass::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Pen, keycap};

/// Draws the menu.
pub(super) fn show(ui: &Ui, pass: &mut Pass<'_>, menu: &Menu) {
    let size = &pass.look.tokens.size;
    let (title, lines) = layers::menu(pass.app, menu);
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
        for (at, line) in lines.iter().enumerate() {
            let y = head.bottom() + at as f32 * size.palette_row;
            one(
                ui,
                pass,
                at,
                line,
                Rect::from_min_size(
                    pos2(rect.left() + 8.0, y),
                    vec2(rect.width() - 16.0, size.palette_row),
                ),
            );
        }
        foot(&pen, pass, rect.with_min_y(rect.bottom() - size.palette_foot));
    });
}

pub(super) fn one(ui: &Ui, pass: &mut Pass<'_>, at: usize, line: &MenuLine, rect: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let response = ui.interact(rect, ui.scope_id().with(("status", at)), Sense::CLICK);
    response.widget_info(|| WidgetInfo::selected(Role::MenuItemRadio, true, line.selected, &line.label));
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

fn foot(pen: &Pen<'_>, pass: &Pass<'_>, rect: Rect) {
    let ink = &pass.look.ink;
    pen.rule(rect.x_range(), rect.top() + 0.5, ink.border);
    let mut x = rect.left() + 17.0;
    for (code, label) in [(KeyCode::Enter, "hint-confirm"), (KeyCode::Esc, "hint-close")] {
        x = keycap::at_left(pen, x, rect.center().y, &keys::cap_of(pass.app, Key::plain(code))) + 6.0;
        x = pen
            .text(
                rect.with_min_x(x),
                Align::Min,
                &pass.word(label),
                Face::small(),
                ink.text_secondary,
            )
            .right()
            + 16.0;
    }
}
