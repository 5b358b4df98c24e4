//! Both sides of a write in conflict, one line a field: what was seen, what was written here, what the service holds.
//! The side chosen stands out; nothing is sent before it is sent.

use egui::{Align, Rect, Ui, pos2, vec2};
use encours_core::app::Action;
use encours_core::view::writes::ConflictView;

use crate::pass::Pass;
use crate::theme::Face;
use crate::widgets::{Button, Kind, Pen};

/// Height of one field.
const FIELD: f32 = 34.0;

/// Draws the fields under `rect`; where they end.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, conflict: &ConflictView) -> f32 {
    let ink = &pass.look.ink;
    let mut y = rect.bottom() + 2.0;
    for (at, field) in conflict.fields.iter().enumerate() {
        let pen = Pen::new(ui.painter(), pass.look);
        let seen = field
            .seen
            .as_ref()
            .map(|seen| format!("{} {seen}", conflict.seen_label))
            .unwrap_or_default();
        let row = Rect::from_min_size(pos2(rect.left() + 48.0, y), vec2(rect.width() - 72.0, FIELD));
        let name = row.with_max_x(row.left() + 140.0);
        pen.text(name, Align::Min, &field.label, Face::body(), ink.text);
        let before = Rect::from_min_max(
            pos2(name.right(), row.top()),
            pos2(name.right() + 170.0, row.bottom()),
        );
        pen.text(before, Align::Min, &seen, Face::small(), ink.text_tertiary);
        let mut x = before.right() + 8.0;
        let sides = [
            (true, format!("{} {}", conflict.mine_label, field.mine)),
            (false, format!("{} {}", conflict.theirs_label, field.theirs)),
        ];
        for (mine, label) in sides {
            let chosen = mine == field.is_mine;
            let button = Button::new(&label).kind(if chosen { Kind::Primary } else { Kind::Default });
            let wide = button.width(&Pen::new(ui.painter(), pass.look));
            let place = Rect::from_min_size(pos2(x, row.center().y - 14.0), vec2(wide, 28.0));
            let id = ui.scope_id().with(("side", at, mine));
            if button.show(ui, pass.look, id, place).clicked() {
                pass.act(Action::TakeSide { field: at, mine });
            }
            x = place.right() + 8.0;
        }
        y = row.bottom();
    }
    y + 8.0
}
