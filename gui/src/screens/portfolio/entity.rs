//! The card of the entity that owns the portfolio.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::screens::explorer::named_routes::part_of_operation;
use encours_core::app::screens::portfolio::view::entity::EntityLine;
use encours_core::app::shell::action::Action;
use encours_core::contract::OperationId;

use super::{GAP, draw_pane};
use crate::frame_ctx::FrameCtx;
use crate::theme::{FontWeight, Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter};

/// Height of a field, and the minimum if all have to fit.
const FIELD_HEIGHT: f32 = 29.0;
pub(super) const MIN_FIELD_HEIGHT: f32 = 25.0;
/// Height of a field if the whole portfolio has little height.
pub(super) const COMPACT_FIELD: f32 = 19.0;
/// Space for the title and below the fields.
const CARD_MARGIN: f32 = 52.0;

/// Returns the minimum height for a number of fields.
pub(super) fn min_height(lines: usize, field: f32) -> f32 {
    CARD_MARGIN + lines as f32 * field
}

/// Draws the card at `y` below the other panes. Returns its bottom edge with a gap.
pub(super) fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, lines: &[EntityLine], column: Rect, y: f32) -> f32 {
    if lines.is_empty() {
        return y;
    }
    // Use two columns of fields if the card is wide.
    let across = if column.width() >= 760.0 { 2 } else { 1 };
    let high = CARD_MARGIN + lines.len().div_ceil(across) as f32 * FIELD_HEIGHT + 8.0;
    let rect = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), high));
    draw_card(ui, pass, lines, rect, (across, MIN_FIELD_HEIGHT));
    rect.bottom() + GAP
}

/// Draws the card beside a pane of the same height; its fields shrink as needed.
pub(super) fn show_beside(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    lines: &[EntityLine],
    rect: Rect,
    least: f32,
) {
    draw_card(ui, pass, lines, rect, (1, least));
}

/// Draws the button to the server's compliance summary of the portfolio.
fn draw_summary_button(ui: &Ui, pass: &mut FrameCtx<'_>, head: Rect) {
    let Some(part) = part_of_operation(OperationId::RcciSummary) else {
        return;
    };
    let label = pass.message(part.label_key).into_owned();
    let button = Button::new(&label)
        .with_icon(Icon::Arrow)
        .with_style(ButtonStyle::Link);
    let wide = button.width(&Painter::new(ui.painter(), pass.theme));
    let place = Rect::from_center_size(head.right_center() - vec2(wide / 2.0, 0.0), vec2(wide, 28.0));
    if button
        .show(ui, pass.theme, ui.scope_id().with("rcci"), place)
        .clicked()
    {
        pass.request(Action::ShowPart(part));
    }
}

fn draw_card(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    lines: &[EntityLine],
    rect: Rect,
    (across, least): (usize, f32),
) {
    let ink = &pass.theme.colors;
    let rows = lines.len().div_ceil(across);
    let step = ((rect.height() - CARD_MARGIN) / rows.max(1) as f32).clamp(least, FIELD_HEIGHT);
    let pen = Painter::new(ui.painter(), pass.theme);
    draw_pane(&pen, rect);
    let head = Rect::from_min_size(rect.min + vec2(16.0, 13.0), vec2(rect.width() - 32.0, 20.0));
    pen.text(
        head,
        Align::Min,
        &pass.message("entity-title"),
        TextStyle::heading(),
        ink.text,
    );
    draw_summary_button(ui, pass, head);
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
        pen.horizontal_line(place.x_range(), place.top() + 0.5, ink.border);
        pen.text(
            place.with_max_x(place.left() + 140.0),
            Align::Min,
            &line.label,
            TextStyle::small(),
            ink.text_tertiary,
        );
        let color = if line.is_known {
            ink.text
        } else {
            ink.text_tertiary
        };
        let value = pen.text(
            place.with_min_x(place.left() + 148.0),
            Align::Min,
            &line.value,
            TextStyle::body(),
            color,
        );
        let note = place.with_min_x(value.right() + 8.0);
        pen.text(
            note,
            Align::Min,
            &line.note,
            TextStyle::small().with_weight(FontWeight::Regular),
            ink.text_tertiary,
        );
        let response = ui.interact(place, ui.scope_id().with(("entity", at)), Sense::hover());
        let spoken = format!("{} – {} {}", line.label, line.value, line.note);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, spoken.trim_end()));
    }
}
