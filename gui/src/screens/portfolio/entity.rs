//! The card of the entity that owns the portfolio.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::screens::explorer::named_routes::part_of;
use encours_core::app::screens::portfolio::view::entity::EntityLine;
use encours_core::app::shell::action::Action;
use encours_core::contract::OperationId;

use super::{GAP, pane};
use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Button, Kind, Pen};

/// Height of a field, and the minimum if all have to fit.
const ROW: f32 = 29.0;
pub(super) const LOW: f32 = 25.0;
/// Height of a field if the whole portfolio has little height.
pub(super) const CLOSE: f32 = 19.0;
/// Space for the title and below the fields.
const AROUND: f32 = 52.0;

/// Returns the minimum height for a number of fields.
pub(super) fn least(lines: usize, field: f32) -> f32 {
    AROUND + lines as f32 * field
}

/// Draws the card at `y` below the other panes. Returns its bottom edge with a gap.
pub(super) fn show(ui: &mut Ui, pass: &mut Pass<'_>, lines: &[EntityLine], column: Rect, y: f32) -> f32 {
    if lines.is_empty() {
        return y;
    }
    // Use two columns of fields if the card is wide.
    let across = if column.width() >= 760.0 { 2 } else { 1 };
    let high = AROUND + lines.len().div_ceil(across) as f32 * ROW + 8.0;
    let rect = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), high));
    card(ui, pass, lines, rect, (across, LOW));
    rect.bottom() + GAP
}

/// Draws the card beside a pane of the same height; its fields shrink as needed.
pub(super) fn beside(ui: &mut Ui, pass: &mut Pass<'_>, lines: &[EntityLine], rect: Rect, least: f32) {
    card(ui, pass, lines, rect, (1, least));
}

/// Draws the button to the server's compliance summary of the portfolio.
fn summary(ui: &Ui, pass: &mut Pass<'_>, head: Rect) {
    let Some(part) = part_of(OperationId::RcciSummary) else {
        return;
    };
    let label = pass.word(part.label_key).into_owned();
    let button = Button::new(&label).icon(Icon::Arrow).kind(Kind::Link);
    let wide = button.width(&Pen::new(ui.painter(), pass.look));
    let place = Rect::from_center_size(head.right_center() - vec2(wide / 2.0, 0.0), vec2(wide, 28.0));
    if button
        .show(ui, pass.look, ui.scope_id().with("rcci"), place)
        .clicked()
    {
        pass.act(Action::ShowPart(part));
    }
}

fn card(ui: &mut Ui, pass: &mut Pass<'_>, lines: &[EntityLine], rect: Rect, (across, least): (usize, f32)) {
    let ink = &pass.look.ink;
    let rows = lines.len().div_ceil(across);
    let step = ((rect.height() - AROUND) / rows.max(1) as f32).clamp(least, ROW);
    let pen = Pen::new(ui.painter(), pass.look);
    pane(&pen, rect);
    let head = Rect::from_min_size(rect.min + vec2(16.0, 13.0), vec2(rect.width() - 32.0, 20.0));
    pen.text(
        head,
        Align::Min,
        &pass.word("entity-title"),
        Face::heading(),
        ink.text,
    );
    summary(ui, pass, head);
    let wide = (rect.width() - 32.0 - 32.0 * (across - 1) as f32) / across as f32;
    for (at, line) in lines.iter().enumerate() {
        let (part, row) = (at / rows, at % rows);
        let place = Rect::from_min_size(
            pos2(
                rect.left() + 16.0 + part as f32 * (wide + 32.0),
                rect.top() + 44.0 + row as f32 * step,
            ),
            vec2(wide, step),
        );
        pen.rule(place.x_range(), place.top() + 0.5, ink.border);
        pen.text(
            place.with_max_x(place.left() + 140.0),
            Align::Min,
            &line.label,
            Face::small(),
            ink.text_tertiary,
        );
        let color = if line.known { ink.text } else { ink.text_tertiary };
        let value = pen.text(
            place.with_min_x(place.left() + 148.0),
            Align::Min,
            &line.value,
            Face::body(),
            color,
        );
        let note = place.with_min_x(value.right() + 8.0);
        pen.text(
            note,
            Align::Min,
            &line.note,
            Face::small().weighing(Weight::Regular),
            ink.text_tertiary,
        );
        let response = ui.interact(place, ui.scope_id().with(("entity", at)), Sense::hover());
        let spoken = format!("{} – {} {}", line.label, line.value, line.note);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, spoken.trim_end()));
    }
}
