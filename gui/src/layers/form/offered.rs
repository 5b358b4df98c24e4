//! The values offered under a field: those met in the data.

use egui::{Align, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::shell::app::Action;
use encours_core::view::layers::FormLine;

use crate::pass::Pass;
use crate::theme::Face;
use crate::widgets::{Pen, field};

/// How many rows of them there are.
const CHIPS: usize = 2;
/// How high one is.
pub(super) const CHIP: f32 = 24.0;

/// The height that they take under a field.
pub(super) fn height() -> f32 {
    6.0 + CHIPS as f32 * (CHIP + 4.0)
}

/// Values met in the data, to be taken by a click.
pub(super) fn show(ui: &Ui, pass: &mut Pass<'_>, at: usize, line: &FormLine, rect: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let (mut x, mut row) = (rect.left(), 0);
    for (n, known) in line.known.iter().enumerate() {
        let wide = (pen.width(known, Face::small()).ceil() + 16.0).min(rect.width());
        if x + wide > rect.right() {
            (x, row) = (rect.left(), row + 1);
        }
        if row == CHIPS {
            break;
        }
        let top = rect.top() + row as f32 * (CHIP + 4.0);
        let chip = Rect::from_min_size(pos2(x, top), vec2(wide, rect.height()));
        let response = ui.interact(chip, ui.scope_id().with(("known", n)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, known.as_str()));
        let fill = if response.hovered() {
            ink.pressed
        } else {
            ink.sunken
        };
        let edge = if look.edges() {
            look.hairline(ink.border)
        } else {
            Stroke::NONE
        };
        pen.boxed(chip, look.tokens.radius.chip, fill, edge);
        if response.has_focus() {
            pen.ring(chip, look.tokens.radius.chip);
        }
        pen.text(chip, Align::Center, known, Face::small(), ink.text_secondary);
        if response.clicked() {
            pass.act(Action::SetField(at, known.to_string()));
            // Enter saves what was chosen, and letters go on in it.
            let field = super::field_id(at);
            ui.memory_mut(|memory| memory.request_focus(field));
            field::to_end(ui, field, known);
        }
        x = chip.right() + 6.0;
    }
}
